"""What a round file holds, as records; none prints anything of what it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Owes = Literal["all", "none", "answered"]
OWES: tuple[Owes, ...] = ("all", "none", "answered")
LONGEST_LABEL = 60
"""Characters."""


@dataclass(slots=True, repr=False)
class Reviewer:
    """A reviewer of the roster. ``committee``: never counts as one; ``owes``: which drafts."""

    number: int
    alias: str
    label: str
    committee: bool = False
    owes: Owes = "all"


@dataclass(slots=True, repr=False)
class RoundDraft:
    """A draft, by the number that it keeps. ``withdrawn``: nobody owes it any more."""

    number: int
    alias: str
    revision: str
    withdrawn: bool = False


@dataclass(slots=True, repr=False)
class Received:
    """A file as it came; of one that was forgotten there are no bytes. Times: UTC, and offset.

    ``load`` gives its bytes; they are read when they are needed, one file at a time.
    """

    number: int
    name: str
    received: str
    modified: str
    sha256: str
    size: int
    load: Callable[[], bytes] = field(compare=False)
    forgotten: bool = False


@dataclass(slots=True, repr=False)
class RoundDecision:
    """One decision: its kind, what it says, when and by whom; ``undone`` when it was taken back."""

    number: int
    kind: Literal["aside", "back", "reason", "answer", "repair"]
    content: Mapping[str, Any]
    at: str
    by: str
    undone: str = ""


@dataclass(slots=True, repr=False)
class Event:
    """A line of the history: what happened, and its facts (numbers and words of ours)."""

    number: int
    at: str
    by: str
    what: str
    facts: Mapping[str, Any]


@dataclass(slots=True, repr=False)
class RoundContents:
    """All that a round file holds. ``closed``: no reviewer is added but by her."""

    label: str = ""
    mixed: bool = False
    closed: bool = False
    reviewers: list[Reviewer] = field(default_factory=list)
    drafts: list[RoundDraft] = field(default_factory=list)
    files: list[Received] = field(default_factory=list)
    decisions: list[RoundDecision] = field(default_factory=list)
    history: list[Event] = field(default_factory=list)

    def decided(self) -> list[RoundDecision]:
        """Return the decisions that were not undone, in order."""
        return [one for one in self.decisions if not one.undone]


def next_label(reviewers: list[Reviewer]) -> str:
    """Return the next of "Reviewer A", ..., "Reviewer Z", "Reviewer AA" that nobody has."""
    taken = {one.label for one in reviewers}
    number = len(reviewers)
    while True:
        letters, left = "", number
        while left >= 0:
            letters, left = chr(65 + left % 26) + letters, left // 26 - 1
        if (label := f"Reviewer {letters}") not in taken:
            return label
        number += 1
