"""The forms of a round: one file for each reviewer of a closed roster."""

from __future__ import annotations

from ..drafts.texts import DraftText, read_texts
from ..errors import EvaluationError, Place
from ..io.files import StrPath
from ..rounds.changes import owed
from ..rounds.state import RoundState
from .content import Draft
from .review_workbook import review_workbook

WHICH = ("all", "missing", "outdated")


def forms_of(
    state: RoundState,
    drafts: StrPath,
    *,
    only: str = "all",
    transcript: bool = False,
    without_text: bool = False,
) -> list[tuple[str, bytes]]:
    """Return name and bytes of each reviewer's workbook; none for a reviewer who owes nothing.

    ``drafts`` is the drafts file, whose texts are read again for this alone. Raises
    EvaluationError ``no_roster`` for a round without a closed one, and ``missing_draft_text``
    with the number of the first draft that has none, unless the reviewers have the texts
    elsewhere (``without_text``).
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
            chosen.append(Draft(number, kept.alias, revisions[number], text))
        if chosen:
            data = review_workbook(
                reviewer.alias,
                reviewer.label,
                state.contents.label,
                chosen,
                transcript=transcript,
            )
            forms.append((f"review-{reviewer.number}.xlsx", data))
    return forms
