"""What forms are made of: drafts in the order of one reviewer, and the words of the answers."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..drafts.texts import DraftText
from ..errors import EvaluationError, Place

MEANINGS: Mapping[str, str] = {
    "accept": "Right as it stands",
    "revise": "Something must change",
    "unclear": "Not enough to decide",
}
"""What the three answers mean, unless the study says otherwise."""


class Draft(NamedTuple):
    """A draft of a form: its number in the round, and what is hidden and shown of it."""

    number: int
    alias: str
    revision: str
    text: DraftText | None


def order_of(alias: str, case: str) -> bytes:
    """Return what puts a draft in the order of one reviewer: the SHA-256 of both aliases."""
    return hashlib.sha256((alias + case).encode()).digest()


def ordered(alias: str, drafts: Iterable[Draft]) -> list[Draft]:
    """Return drafts in the order of one reviewer."""
    return sorted(drafts, key=lambda one: order_of(alias, one.alias))


def file_words(label: str) -> str:
    """Return a label as it can stand in the name of a file on every system: "reviewer-b"."""
    plain = unicodedata.normalize("NFC", label).lower()
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:60].strip("-") or "reviewer"


def shown_text(number: int, text: DraftText | None, transcript: bool) -> dict[str, Any]:
    """Return what a form shows of a draft: its text, and its transcript if that is wanted.

    Raises EvaluationError ``unusable_transcript`` with the draft's number.
    """
    shown: dict[str, Any] = {"text": text.text if text else None}
    if transcript:
        lines = text.transcript if text else ()
        if lines is None:
            raise EvaluationError("unusable_transcript", Place(encounter=number))
        shown["transcript"] = lines
    return shown
