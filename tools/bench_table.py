"""The bench's one table: what was measured, against what, and whether the aim was met."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

_WHAT = 46
_HEAD = ("what", "of", "unit", "ours", "reference", "ratio", "aim", "met")
_WIDTHS = (_WHAT, 9, 8, 9, 10, 7, 8, 4)


@dataclass(frozen=True, slots=True)
class Line:
    """One figure. The aim is for the ratio to the reference, or for the figure if there is none.

    ``least``: the aim is the least, not the most. Without an aim it is only told.
    """

    what: str
    of: str
    unit: str
    ours: float | None
    reference: float | None = None
    aim: float | None = None
    least: bool = False

    @property
    def ratio(self) -> float | None:
        if self.ours is None or not self.reference:
            return None
        return self.ours / self.reference

    @property
    def met(self) -> bool | None:
        judged = self.ours if self.reference is None else self.ratio
        if judged is None or self.aim is None:
            return None
        return judged >= self.aim if self.least else judged <= self.aim


def from_json(line: dict[str, Any]) -> Line:
    """Return what a part in a process of its own printed: its value is what has the aim."""
    return Line(
        line["what"],
        line.get("of", ""),
        line["unit"],
        line["value"],
        None,
        line["aim"],
        bool(line.get("least")),
    )


def heading() -> str:
    return f"{_row(_HEAD)}\n{_row(tuple('-' * width for width in _WIDTHS))}"


def shown(line: Line) -> str:
    """Return a line of the table; a long name goes on below."""
    met = {True: "yes", False: "no", None: ""}[line.met]
    sign = "" if line.aim is None else (">= " if line.least else "<= ")
    first, *rest = textwrap.wrap(line.what, _WHAT) or [""]
    cells = (
        first,
        line.of,
        line.unit,
        _figure(line.ours) or "unknown",
        _figure(line.reference),
        _figure(line.ratio),
        sign + _figure(line.aim),
        met,
    )
    return "\n".join([_row(cells), *rest])


def _row(cells: tuple[str, ...]) -> str:
    padded = [
        cell.ljust(width) if place in (0, 2) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    ]
    return " ".join(padded).rstrip()


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    if float(value).is_integer() and abs(value) < 1e6:
        return f"{value:.0f}"
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"
