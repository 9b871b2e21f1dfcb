"""How a cell's figures are written for people."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Return the figures of a published cell, or None for a suppressed one."""
    if (
        cell["suppressed"]
        or cell["rate"] is None
        or cell["ci95"] is None
        or cell["denominator"] is None
    ):
        return None
    denominator = cell["denominator"]
    rate, lower, upper = percentages(denominator, cell["rate"], *cell["ci95"])
    return Figures(rate, lower, upper, str(cell["numerator"]), str(denominator))


def percentages(denominator: int, rate: float, lower: float, upper: float) -> tuple[str, str, str]:
    """Return an estimate and the ends of its interval in per cent, without the sign.

    The decimals are chosen for the three together: at least one, and so many
    that one event more over the same denominator looks different. Rounding all
    three the same way keeps the estimate within the interval.
    """
    decimals = 1
    while 10**decimals * 100 < denominator:
        decimals += 1
    return _per_cent(rate, decimals), _per_cent(lower, decimals), _per_cent(upper, decimals)


def _per_cent(fraction: float, decimals: int) -> str:
    """Round half up, in integers: exact for what the float holds, and fast."""
    above, below = fraction.as_integer_ratio()
    steps = (200 * 10**decimals * above + below) // (2 * below)
    digits = str(steps).rjust(decimals + 1, "0")
    return f"{digits[:-decimals]}.{digits[-decimals:]}"
