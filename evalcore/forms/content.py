"""What forms are made of: drafts in the order of one reviewer, and the words of the answers."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..drafts.texts import DraftText

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
