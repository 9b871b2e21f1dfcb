"""The committee's form, as a page and as a workbook: why reviewers differ, draft by draft.

It holds no alias of a reviewer. Each draft has a token that the round made for the rows that
are shown here; what comes back is read by ``returns/committee.py``.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ..drafts.texts import DraftText
from ..io.workbook import Column, workbook
from ..returns.committee import ADJUDICATED, HEADINGS, NO_REASON
from ..vocabulary import COMMITTEE_SCHEMA, NOTICE, REASONS
from .content import shown_text
from .page import form_page
from .review_workbook import WIDTH, filled, text_columns, text_pieces

TITLE = "Committee review"

_CHOICES = (*REASONS, NO_REASON)


class Opinion(NamedTuple):
    """What one reviewer answered, without who it was."""

    decision: str
    reason: str | None = None
    adjudicated: bool = False


class CommitteeDraft(NamedTuple):
    """A draft that the committee decides: number, revision, token, text and the opinions."""

    number: int
    revision: str
    token: str
    text: DraftText | None
    opinions: Sequence[Opinion]

    @property
    def agree(self) -> bool:
        """Whether all answers are the same: then no reason belongs here."""
        return len({one.decision for one in self.opinions}) == 1


def committee_page(
    round_id: str,
    round_label: str,
    drafts: Sequence[CommitteeDraft],
    *,
    transcript: bool = False,
    shuffle: Random | None = None,
) -> bytes:
    """Return the page, which saves ``review_desk.committee.v1``.

    ``round_id`` tells files of this round from others; it is not shown. Opinions are put in an
    order by chance in each draft, so that the same page is never made twice. Raises
    EvaluationError ``unusable_transcript`` as the review form does.
    """
    given: dict[str, Any] = {
        "schema": COMMITTEE_SCHEMA,
        "round": round_label,
        "who": _how_many(drafts),
        "file": "answers-committee",
        "id": round_id,
        "transcript": transcript,
        "drafts": [],
    }
    for draft in _ordered(drafts):
        given["drafts"].append(
            {
                "number": draft.number,
                "revision": draft.revision,
                "token": draft.token,
                "agree": draft.agree,
                "opinions": _shuffled(draft, shuffle),
                **shown_text(draft.number, draft.text, transcript),
            }
        )
    return form_page("committee", TITLE, given)


def committee_workbook(
    round_id: str,
    round_label: str,
    drafts: Sequence[CommitteeDraft],
    *,
    transcript: bool = False,
    shuffle: Random | None = None,
) -> bytes:
    """Return the workbook: a reason and whether it was adjudicated are chosen from lists."""
    chosen = _ordered(drafts)
    shown = [shown_text(one.number, one.text, transcript) for one in chosen]
    notes = [text_pieces(one["text"] or "") for one in shown]
    talks = [text_pieces("\n".join(one.get("transcript", ()))) for one in shown]
    wide = max((len(pieces) for pieces in notes), default=0)
    spoken = max((len(pieces) for pieces in talks), default=0)
    columns = [
        Column("Draft", 8),
        *text_columns("Drafted note", wide),
        *text_columns("Transcript", spoken),
        Column("What the reviewers chose", WIDTH // 2),
        Column("Reason", 24, choices=_CHOICES),
        Column("Adjudicated", 14, choices=tuple(ADJUDICATED)),
        *(Column(name, 10, hidden=True) for name in HEADINGS),
    ]
    rows: list[list[str | bool]] = [
        [
            str(one.number),
            *filled(note, wide),
            *filled(talk, spoken),
            _opinion_lines(one, shuffle),
            *("", ""),
            *(round_id, one.revision, one.token),
        ]
        for one, note, talk in zip(chosen, notes, talks, strict=True)
    ]
    above = [
        NOTICE,
        " · ".join(filter(None, (TITLE, round_label, _how_many(drafts)))),
        f"Choose a reason and yes or no for each draft; {NO_REASON} and no where they agree.",
        "Adjudicated: discussed and settled by the committee. Save, and send this file back.",
    ]
    return workbook("Committee", above, columns, rows)


def _how_many(drafts: Sequence[CommitteeDraft]) -> str:
    return f"{len(drafts)} draft{'s' * (len(drafts) != 1)}"


def _ordered(drafts: Sequence[CommitteeDraft]) -> list[CommitteeDraft]:
    return sorted(drafts, key=lambda one: one.number)


def _shuffled(draft: CommitteeDraft, shuffle: Random | None) -> list[Opinion]:
    """Return the opinions in an order that nobody can work out, from the token or elsewhere."""
    opinions = list(draft.opinions)
    (shuffle or secrets.SystemRandom()).shuffle(opinions)
    return opinions


def _opinion_lines(draft: CommitteeDraft, shuffle: Random | None) -> str:
    lines = [f"They agree: {NO_REASON} and no."] if draft.agree else []
    for number, (decision, reason, adjudicated) in enumerate(_shuffled(draft, shuffle), 1):
        more = "no reason given" if reason is None else reason.replace("_", " ")
        marked = ", adjudicated" if adjudicated else ""
        lines.append(f"Reviewer {number}: {decision}, {more}{marked}")
    return "\n".join(lines)
