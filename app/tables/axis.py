"""Choosing an axis that starts at 0 and ends on a tick."""

from __future__ import annotations

from collections.abc import Iterable

from app.tables.roles import Axis, Interval
from evalcore.documents.blocks import AXES


def choose_axis(intervals: Iterable[Interval], reference: Interval | None = None) -> Axis:
    """Return the shortest axis that holds every interval whole; 0 to 50 % where there is none."""
    highest = max((interval.upper for interval in intervals), default=0.5)
    for maximum, step in AXES:
        if highest <= maximum:
            return Axis(maximum, step, reference)
    return Axis(1.0, 0.2, reference)
