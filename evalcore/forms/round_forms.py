"""The forms of a round: one file for each reviewer of a closed roster."""

from __future__ import annotations

from ..drafts.texts import DraftText, read_texts
from ..errors import EvaluationError, Place
from ..io.files import StrPath
from ..rounds.changes import owed
from ..rounds.records import Reviewer
from ..rounds.state import RoundState
from .content import Draft
from .review_page import CHANGED, NOT_USED, review_page
from .review_workbook import review_workbook

WHICH = ("all", "missing", "outdated")


def forms_of(
    state: RoundState,
    drafts: StrPath,
    *,
    only: str = "all",
    transcript: bool = False,
    without_text: bool = False,
    workbook: bool = False,
) -> list[tuple[str, bytes]]:
    """Return name and bytes of each reviewer's page (or ``workbook``).

    There is none for a reviewer who owes nothing.
    ``drafts`` is the drafts file, whose texts are read again for this alone. Raises
    EvaluationError ``no_roster`` for a round without a closed one, and ``missing_draft_text``
    with the number of the first draft that has none, unless the reviewers have the texts
    elsewhere (``without_text``); ``file_changed`` where the texts are of other revisions.
    """
    if not state.contents.closed:
        raise EvaluationError("no_roster")
    texts: dict[str, DraftText] = {}
    if not without_text:
        texts = {one.alias: one for one in read_texts(drafts)}
    revisions = state.returns.drafts.revisions
    forms = []
    for reviewer in state.contents.reviewers:
        if reviewer.committee or reviewer.owes == "none":
            continue
        chosen = []
        for number in owed(state, reviewer, only):
            kept = state.contents.drafts[number - 1]
            text = texts.get(kept.alias)
            if not without_text and (text is None or text.text is None):
                raise EvaluationError("missing_draft_text", Place(encounter=number))
            if text is not None and text.revision != revisions[number]:
                raise EvaluationError("file_changed")
            chosen.append(Draft(number, kept.alias, revisions[number], text))
        if not chosen:
            continue
        given = (reviewer.alias, reviewer.label, state.contents.label, chosen)
        name = f"review-{reviewer.number}"
        if workbook:
            forms.append((f"{name}.xlsx", review_workbook(*given, transcript=transcript)))
            continue
        made = {one.number for one in chosen}
        others = [
            (kept.alias, revisions[kept.number])
            for kept in state.contents.drafts
            if kept.number not in made
        ]
        page = review_page(
            *given, transcript=transcript, others=others, sent_back=_sent_back(state, reviewer)
        )
        forms.append((f"{name}.html", page))
    return forms


def _sent_back(state: RoundState, reviewer: Reviewer) -> dict[int, str]:
    """Return why drafts, by number, are to be answered again."""
    found: dict[int, str] = {}
    for one in state.coverage:
        if one.reviewer.alias == reviewer.alias:
            found |= dict.fromkeys(one.problems, NOT_USED)
            found |= dict.fromkeys(one.outdated, CHANGED)
    return found
