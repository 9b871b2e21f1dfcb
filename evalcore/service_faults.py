"""Errors as the window is told them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .advice import advice
from .errors import EvaluationError
from .report_findings import Finding

_MOST_FINDINGS = 3


class Inconsistent(EvaluationError):
    """A saved report that does not agree with itself, with what does not."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("report_inconsistent")
        shown = [f"{one.place}: {one.message}" for one in findings[:_MOST_FINDINGS]]
        more = len(findings) - len(shown)
        end = f" And {more} more." if more else ""
        self.advice = f"It was changed or is broken. {' '.join(shown)}{end}"


def fault(error: EvaluationError) -> dict[str, Any]:
    """Return an error as JSON types; it holds no value of any input."""
    place = error.place
    return {
        "code": error.code,
        "file": place.file if place else None,
        "place": str(place) if place else "",
        "advice": error.advice if isinstance(error, Inconsistent) else advice(error),
    }
