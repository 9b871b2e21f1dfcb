"""Checking one cell of a saved draft or review report, and what stands above the cells."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..figures.intervals import wilson_interval
from ..figures.suppression import Counts, is_unsafe
from ..vocabulary import NOTICE
from .inconsistencies import Inconsistencies, Path, constant, members

MAX_COUNT = 1 << 53
"""Beyond this a float does not hold every whole number; no file has so many facts."""

TOLERANCE = 1e-12
"""What a rate or an end of an interval may differ (contract, section 7)."""

_FIGURES = ("numerator", "denominator", "rate", "ci95")
_CELL = (*_FIGURES, "suppressed")
_LOWEST_MINIMUM = 2


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """What a cell says: its counts, or None for suppressed; ``sound`` if that can be relied on."""

    counts: Counts | None
    sound: bool
    unsafe: bool = False


UNSOUND = Seen(None, False)


def check_heading(given: dict[str, Any], schema: str, found: Inconsistencies) -> int:
    """Check all but the figures; return the minimum cell size, the lowest if it is none."""
    constant(given, "schema_version", schema, "wrong_schema_version", found)
    constant(given, "notice", NOTICE, "wrong_notice", found)
    constant(given, "reviewer_confirmation_required", True, "confirmation_not_required", found)
    minimum = given.get("minimum_cell_size", _LOWEST_MINIMUM)
    if type(minimum) is not int or minimum < _LOWEST_MINIMUM:
        found.add("invalid_minimum_cell_size", ("minimum_cell_size",))
        return _LOWEST_MINIMUM
    return minimum


def check_cell(value: object, path: Path, minimum: int, found: Inconsistencies) -> Seen:
    """Check one cell by itself. Whether it may be shown is told, not noted: a family is one."""
    cell = members(value, _CELL, path, found, vary=1)
    if cell is None or "suppressed" not in cell:
        return UNSOUND
    if type(cell["suppressed"]) is not bool:
        found.add("wrong_type", (*path, "suppressed"), vary=1)
        return UNSOUND
    nulls = [name for name in _FIGURES if name in cell and cell[name] is None]
    if cell["suppressed"]:
        left = [name for name in _FIGURES if name in cell and name not in nulls]
        if left:
            _note("figure_in_suppressed_cell", path, left, found)
        return Seen(None, not left and len(cell) == len(_CELL))
    if nulls:
        _note("figure_missing", path, nulls, found)
    counts = _counts(cell, path, found)
    rate = _real(cell.get("rate"), (*path, "rate"), found)
    interval = _interval(cell.get("ci95"), (*path, "ci95"), found)
    if counts is None:
        return UNSOUND
    right = counts[0] / counts[1]
    wrong_rate = rate is not None and not _is_near(rate, right)
    ends = wilson_interval(*counts)
    wrong_interval = interval is not None and not _holds(interval, right, ends)
    if wrong_rate and wrong_interval:
        found.add("figures_not_of_counts", path, vary=1)
    elif wrong_rate:
        found.add("rate_not_of_counts", (*path, "rate"), vary=1)
    elif wrong_interval:
        found.add("interval_not_of_counts", (*path, "ci95"), vary=1)
    return Seen(counts, not (wrong_rate and wrong_interval), is_unsafe(counts, minimum))


def _note(code: str, path: Path, fields: list[str], found: Inconsistencies) -> None:
    found.add(code, (*path, fields[0]) if len(fields) == 1 else path, vary=1)


def _counts(cell: dict[str, Any], path: Path, found: Inconsistencies) -> Counts | None:
    """Return (numerator, denominator) if they can be counts at all."""
    pair = [cell.get(name) for name in _FIGURES[:2]]
    for name, count in zip(_FIGURES, pair, strict=False):
        if count is not None and type(count) is not int:
            found.add("wrong_type", (*path, name), vary=1)
    numerator, denominator = pair
    good = True
    if type(denominator) is int and not 1 <= denominator <= MAX_COUNT:
        found.add("invalid_counts", (*path, "denominator"), vary=1)
        good = False
    if type(numerator) is int and not 0 <= numerator <= MAX_COUNT:
        found.add("invalid_counts", (*path, "numerator"), vary=1)
        good = False
    if not good or type(numerator) is not int or type(denominator) is not int:
        return None
    if numerator > denominator:
        found.add("invalid_counts", (*path, "numerator"), vary=1)
        return None
    return numerator, denominator


def _real(value: object, path: Path, found: Inconsistencies) -> float | None:
    if value is not None and type(value) is not float:
        found.add("wrong_type", path, vary=1)
    return value if type(value) is float else None


def _interval(value: object, path: Path, found: Inconsistencies) -> tuple[float, float] | None:
    if value is None:
        return None
    if type(value) is not list or len(value) != 2 or any(type(end) is not float for end in value):
        found.add("wrong_type", path, vary=1)
        return None
    return value[0], value[1]


def _is_near(value: float, right: float) -> bool:
    """Tell whether value is right: exactly (and not -0.0) at 0 and 1, else to 1e-12."""
    if right in (0.0, 1.0):
        return value == right and math.copysign(1.0, value) == 1.0
    return abs(value - right) <= TOLERANCE


def _holds(interval: tuple[float, float], rate: float, ends: tuple[float, float]) -> bool:
    near = all(map(_is_near, interval, ends))
    lower, upper = interval
    return near and 0.0 <= lower <= rate + TOLERANCE and rate - TOLERANCE <= upper <= 1.0
