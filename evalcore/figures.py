"""How a cell's figures are written for people."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from .suppression import Cell

SUPPRESSED = "suppressed"


@dataclass(frozen=True, slots=True)
class Figures:
    """A published cell in words: per cent without the sign, and the count.

    All three percentages have the same number of decimals.
    """

    rate: str
    lower: str
    upper: str
    numerator: str
    denominator: str

    @property
    def interval(self) -> str:
        """The interval, with an en dash."""
        return f"{self.lower}–{self.upper}"

    @property
    def count(self) -> str:
        """The count, as "3 of 20"."""
        return f"{self.numerator} of {self.denominator}"


def cell_figures(cell: Cell) -> Figures | None:
    """Return the figures of a published cell, or None for a suppressed one.

    The decimals are chosen for the three percentages together: at least one,
    and so many that one event more over the same denominator looks different.
    Rounding all three the same way keeps the estimate within the interval.
    """
    if (
        cell["suppressed"]
        or cell["rate"] is None
        or cell["ci95"] is None
        or cell["denominator"] is None
    ):
        return None
    decimals = 1
    while 10**decimals * 100 < cell["denominator"]:
        decimals += 1
    rate, lower, upper = (_per_cent(x, decimals) for x in (cell["rate"], *cell["ci95"]))
    return Figures(rate, lower, upper, str(cell["numerator"]), str(cell["denominator"]))


def _per_cent(fraction: float, decimals: int) -> str:
    step = Decimal(1).scaleb(-decimals)
    return str((Decimal(fraction) * 100).quantize(step, ROUND_HALF_UP))
