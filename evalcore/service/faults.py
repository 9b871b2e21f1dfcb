"""Errors as the window is told them."""

from __future__ import annotations

from collections.abc import Sequence

from ..advice import Worded, advice
from ..errors import EvaluationError
from ..reports.inconsistencies import Inconsistency
from .protocol import Fault

_MOST_TOLD = 3


class Inconsistent(Worded):
    """A saved report that does not agree with itself, with what does not."""

    def __init__(self, found: Sequence[Inconsistency]) -> None:
        shown = [f"{one.place}: {one.message}" for one in found[:_MOST_TOLD]]
        more = len(found) - len(shown)
        end = f" And {more} more." if more else ""
        words = f"It was changed or is broken. {' '.join(shown)}{end}"
        super().__init__("report_inconsistent", None, words)


def fault(error: EvaluationError) -> Fault:
    """Return an error as it is told; it holds no value of any input."""
    place = error.place
    return Fault(
        error.code,
        advice(error),
        place=str(place) if place else "",
        file=place.file if place else None,
    )
