"""The two ends of a saved bootstrap interval: whether they can be, and whether they were drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from . import claims_vocabulary as words
from .bootstrap import rate_interval
from .json_reader import CancelToken

ENDS = ("lower", "upper")

_ALIKE = "Claims that are all alike have resamples that are all alike."

Tally = dict[str, int]
"""State -> number of claims."""


def derived(tally: Tally) -> dict[str, Any]:
    """Return what follows from the four counts at the head of a report and in each result."""
    claims = sum(tally.values())
    unsupported = claims - tally[words.SUPPORTED]
    return {
        "claim_count": claims,
        "unsupported_count": unsupported,
        "unsupported_rate": unsupported / claims if claims else 0.0,
    }


def impossible_ends(ends: Mapping[str, float], tally: Tally) -> tuple[str, list[str], str | None]:
    """Return why no claims with these counts have such an interval.

    That is: a code ("" if it is possible), which ends, and a sentence of its own.
    """
    claims, rate = sum(tally.values()), derived(tally)["unsupported_rate"]
    limits = {"lower": (0.0, rate), "upper": (rate, 1.0)}
    wrong = [name for name, (low, high) in limits.items() if not low <= ends[name] <= high]
    if wrong:
        return "interval_excludes_rate", wrong, None
    wrong = [name for name in ENDS if not _is_share(ends[name], claims)]
    if wrong:
        return "bound_not_possible", wrong, None
    if rate in (0.0, 1.0) and ends["lower"] != ends["upper"]:
        return "bound_not_possible", [name for name in ENDS if ends[name] != rate], _ALIKE
    return "", [], None


def ends_not_drawn(
    ends: Mapping[str, float],
    states: Sequence[str],
    settings: Mapping[str, Any],
    cancel: CancelToken | None,
) -> list[str]:
    """Draw the interval again and return the ends that are not the same to the last bit.

    ``states`` are those of the claims in the order of the bootstrap, ``settings``
    the three of the report. Raises Cancelled.
    """
    flags = bytes(state != words.SUPPORTED for state in states)
    drawn = rate_interval(flags, **settings, cancel=cancel)
    return [name for name, end in zip(ENDS, drawn, strict=True) if ends[name] != end]


def _is_share(end: float, claims: int) -> bool:
    """Tell whether end is a count over claims, written as the evaluator writes it."""
    share = round(end * claims) / claims if claims else 0.0
    return end == share and math.copysign(1.0, end) == 1.0
