"""What the disclosure check tells: which figures, never how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

SMALL_COUNT = "small_count"
SMALL_CLAIMS = "small_claims"
CANNOT_BE_JUDGED = "cannot_be_judged"

FINDING_KINDS = (SMALL_COUNT, SMALL_CLAIMS, CANNOT_BE_JUDGED)
"""The closed list of kinds.

``small_count``: a count of a draft or review report that is above 0, below the
minimum and not shown can be worked out. ``small_claims``: such a count is shown
in a claims report (which has no suppression), or is the difference between two.
``cannot_be_judged``: with ``earlier``, the earlier reports are not contained in
this one; without, the reports or the number of reviewers do not fit together. Or
there were too many possibilities to go through, which ``unfinished`` tells.
"""

CLAIMS = "claims"
"""The name under ``metrics`` for the claims of a class whatever their state."""


MINIMUM = "minimum_cell_size"
WITHOUT_REVIEWS = "without_reviews"
WITHOUT_CLAIMS = "without_claims"
WAIT = "wait"
"""The steps of remedies: a higher minimum, reports left out, more encounters awaited."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that what is published gives away.

    ``metrics`` are names of draft metrics, of review rates, or for claims of
    states, "unsupported" or "claims"; ``slices`` are slices of the draft report
    or, for claims, "overall", one of the eleven classes or "Custom class 1"; of
    review rates it is empty. ``earlier`` is False if the present reports
    are enough, True if it takes an earlier one. No number is in it.
    ``unfinished``: it could not be judged in the steps that a judgement may take.
    """

    kind: str
    metrics: tuple[str, ...]
    slices: tuple[str, ...]
    earlier: bool
    unfinished: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON types: kind, metrics, slices, earlier."""
        return {
            "kind": self.kind,
            "metrics": list(self.metrics),
            "slices": list(self.slices),
            "earlier": self.earlier,
        }


@dataclass(frozen=True, slots=True)
class Words:
    """What something is about, and what is told of it; no number of a report is in it."""

    about: str
    told: str
    """Without a capital letter and a full stop."""

    @property
    def sentence(self) -> str:
        """Both in one: "Omission, section plan: a small count is shown."."""
        return f"{self.about}: {self.told}."


@dataclass(frozen=True, slots=True)
class Remedy:
    """What removes findings: its steps, which are all needed, and how it is said.

    ``minimum_cell_size`` is the one to be set, if that is one of the steps.
    """

    steps: tuple[str, ...]
    sentence: str
    minimum_cell_size: int | None = None


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return each finding once: first what cannot be judged, last what takes an earlier report."""
    kinds = (CANNOT_BE_JUDGED, SMALL_COUNT, SMALL_CLAIMS)
    once = list(dict.fromkeys(findings))
    return tuple(sorted(once, key=lambda one: (kinds.index(one.kind), one.earlier)))
