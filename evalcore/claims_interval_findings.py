"""The two ends of a saved bootstrap interval: whether they can be, and whether they were drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import claims_vocabulary as words
from .bootstrap import rate_interval
from .json_reader import CancelToken

ENDS = ("lower", "upper")

_ALIKE = "Claims that are all alike have resamples that are all alike."

Tally = dict[str, int]
"""State -> number of claims."""


@dataclass(frozen=True, slots=True, repr=False)
class Setting:
    """The settings of the bootstrap, checked."""

    n_resamples: int
    alpha: float
    seed: int


def derived(tally: Tally) -> dict[str, Any]:
    """Return what follows from the four counts at the head of a report and in each result."""
    claims = sum(tally.values())
    unsupported = claims - tally[words.SUPPORTED]
    return {
        "claim_count": claims,
        "unsupported_count": unsupported,
        "unsupported_rate": unsupported / claims if claims else 0.0,
    }


def wrong_ends(
    ends: Mapping[str, float],
    tally: Tally,
    states: Sequence[str] | None,
    setting: Setting | None,
    cancel: CancelToken | None,
) -> tuple[str, list[str], str | None]:
    """Return what is wrong with an interval ("" if nothing), which ends, and a sentence.

    ``states`` are those of the claims in the order of the bootstrap, None if
    they are not clear; then it is only told whether the interval can be.
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
    if states is None or setting is None:
        return "", [], None
    flags = bytes(state != words.SUPPORTED for state in states)
    drawn = rate_interval(
        flags,
        n_resamples=setting.n_resamples,
        alpha=setting.alpha,
        seed=setting.seed,
        cancel=cancel,
    )
    wrong = [name for name, end in zip(ENDS, drawn, strict=True) if ends[name] != end]
    return ("interval_not_of_draws" if wrong else ""), wrong, None


def _is_share(end: float, claims: int) -> bool:
    """Tell whether end is a count over claims, written as the evaluator writes it."""
    share = round(end * claims) / claims if claims else 0.0
    return end == share and math.copysign(1.0, end) == 1.0
