"""How much room a window of some width leaves."""

from __future__ import annotations

from enum import Enum, auto


class Density(Enum):
    """How much room the window leaves."""

    WIDE = auto()
    MEDIUM = auto()
    NARROW = auto()


def density_for(width: int) -> Density:
    """Return how much room a window of this width leaves, in px."""
    if width >= 1200:
        return Density.WIDE
    return Density.MEDIUM if width >= 1000 else Density.NARROW
