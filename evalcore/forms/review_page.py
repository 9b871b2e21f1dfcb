"""The review form as a page: one draft at a time, three answers, saved as a review return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ..vocabulary import DECISIONS, REVIEWS_SCHEMA
from .content import MEANINGS, Draft, file_words, order_of, ordered, shown_text
from .page import form_page

TITLE = "Clinical note review"
CHANGED = "The text changed after your answer. Please read it again."
NOT_USED = "Your answer could not be used. Please answer again."
"""Why a draft was sent back."""

_LONG = {
    "accept": "The note is right as it stands.",
    "revise": "Something must change: wrong, left out, or never said.",
    "unclear": "There is not enough here to decide. It counts as neither of the two.",
}


def review_page(
    alias: str,
    label: str,
    round_label: str,
    drafts: Sequence[Draft],
    *,
    transcript: bool = False,
    meanings: Mapping[str, str] | None = None,
    others: Iterable[tuple[str, str]] = (),
    sent_back: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """Return the page of one reviewer, which saves a review return or a part of one.

    Drafts stand in the reviewer's own order. ``others`` are alias and revision of the round's
    drafts that are not in this form: answers to these are saved on unless they are outdated.
    ``sent_back`` says why drafts, by number, are to be answered again.
    ``meanings`` is the study's own line for each answer.

    Raises EvaluationError ``unusable_transcript`` with the number of the first draft whose
    transcript cannot be shown whole.
    """
    given: dict[str, Any] = {
        "schema": REVIEWS_SCHEMA,
        "round": round_label,
        "who": label,
        "file": f"answers-{file_words(label)}",
        "alias": alias,
        "transcript": transcript,
        "short": {word: (meanings or MEANINGS)[word] for word in DECISIONS},
        "long": {word: (meanings or _LONG)[word] for word in DECISIONS},
        "drafts": [],
        "others": sorted(others, key=lambda other: order_of(alias, other[0])),
    }
    for draft in ordered(alias, drafts):
        shown: dict[str, Any] = {
            "number": draft.number,
            "case": draft.alias,
            "revision": draft.revision,
            **shown_text(draft.number, draft.text, transcript),
        }
        if draft.number in sent_back:
            shown["again"] = sent_back[draft.number]
        given["drafts"].append(shown)
    return form_page("review", TITLE, given)
