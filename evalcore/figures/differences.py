"""The difference of two proportions with its interval."""

from __future__ import annotations

import math
from typing import TypedDict

from .intervals import wilson_interval
from .suppression import Cell


class Difference(TypedDict):
    """Later minus earlier, as fractions of 1; all None if it is suppressed, or not known."""

    estimate: float | None
    ci95: list[float] | None
    suppressed: bool


def newcombe_interval(earlier: tuple[int, int], later: tuple[int, int]) -> tuple[float, float]:
    """Return the 95 % interval of later minus earlier; each is (numerator, denominator).

    The hybrid score interval without continuity correction (method 10 of R. G. Newcombe,
    Statistics in Medicine 17, 1998, 873-890), from the two Wilson intervals, unrounded and
    for independent samples. It is within [-1, 1]. Raises EvaluationError ``invalid_counts``
    as ``wilson_interval`` does.
    """
    l1, u1 = wilson_interval(*earlier)
    l2, u2 = wilson_interval(*later)
    p1, p2 = earlier[0] / earlier[1], later[0] / later[1]
    estimate = p2 - p1
    lower = estimate - math.hypot(p2 - l2, u1 - p1)
    upper = estimate + math.hypot(u2 - p2, p1 - l1)
    return max(-1.0, lower), min(1.0, upper)


def difference(earlier: Cell, later: Cell, *, independent: bool) -> Difference:
    """Return the difference of two published cells; suppressed if either is.

    Of an empty slice there is none. Samples that are not ``independent`` have no interval.
    """
    if earlier["suppressed"] or later["suppressed"]:
        return {"estimate": None, "ci95": None, "suppressed": True}
    one = earlier["numerator"], earlier["denominator"]
    other = later["numerator"], later["denominator"]
    if one[0] is None or other[0] is None or not one[1] or not other[1]:
        return {"estimate": None, "ci95": None, "suppressed": False}
    estimate = other[0] / other[1] - one[0] / one[1]
    ends = newcombe_interval((one[0], one[1]), (other[0], other[1]))
    return {
        "estimate": estimate,
        "ci95": list(ends) if independent else None,
        "suppressed": False,
    }
