"""Which cells may be published, and how a cell looks.

Counts go in, cells come out. Nothing but this module turns counts into
figures, so a suppressed count cannot reach anything that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from ..errors import EvaluationError
from .intervals import wilson_interval


class Cell(TypedDict):
    """One published figure, or four nulls and ``suppressed``."""

    numerator: int | None
    denominator: int | None
    rate: float | None
    ci95: list[float] | None
    suppressed: bool


Counts = tuple[int, int]
"""(numerator, denominator)."""


def check_minimum_cell_size(value: object) -> int:
    """Return value, or raise ``invalid_minimum_cell_size`` unless it is an int of at least 2."""
    if type(value) is not int or value < 2:
        raise EvaluationError("invalid_minimum_cell_size")
    return value


def is_unsafe(counts: Counts, minimum_cell_size: int) -> bool:
    """Tell whether a nonempty cell's denominator, numerator or complement is too small.

    A numerator or complement of 0 is safe: it describes everyone.
    """
    numerator, denominator = counts
    complement = denominator - numerator
    return (
        denominator < minimum_cell_size
        or 0 < numerator < minimum_cell_size
        or 0 < complement < minimum_cell_size
    )


def smallest_count(cells: Iterable[Counts]) -> int | None:
    """Return the smallest count above 0 behind cells, or None if all of them are empty.

    It counts denominators, numerators and complements: any larger minimum cell
    size makes one of the cells unsafe, and no other does.
    """
    return min(
        (
            count
            for numerator, denominator in cells
            for count in (denominator, numerator, denominator - numerator)
            if count
        ),
        default=None,
    )


def _suppressed() -> Cell:
    return Cell(numerator=None, denominator=None, rate=None, ci95=None, suppressed=True)


def _published(counts: Counts) -> Cell:
    numerator, denominator = counts
    return Cell(
        numerator=numerator,
        denominator=denominator,
        rate=numerator / denominator,
        ci95=list(wilson_interval(numerator, denominator)),
        suppressed=False,
    )


def single_cell(counts: Counts, minimum_cell_size: int) -> Cell:
    """Return the cell of a rate that stands alone: suppressed if empty or unsafe."""
    if counts[1] == 0 or is_unsafe(counts, minimum_cell_size):
        return _suppressed()
    return _published(counts)


def family_cells(family: Mapping[str, Counts], minimum_cell_size: int) -> dict[str, Cell]:
    """Return the cells of a metric's slices: all suppressed if any nonempty one is unsafe.

    Slices partition the same observations, so one hidden cell could be found
    by subtraction from the others. Empty slices are always suppressed.
    """
    nonempty: Iterable[Counts] = (counts for counts in family.values() if counts[1])
    if any(is_unsafe(counts, minimum_cell_size) for counts in nonempty):
        return {name: _suppressed() for name in family}
    return {
        name: _published(counts) if counts[1] else _suppressed() for name, counts in family.items()
    }
