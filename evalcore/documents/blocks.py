"""What a document for people is made of; one renderer each makes text, a page or paper of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..figures.text import SUPPRESSED

AXES = (
    (0.02, 0.005),
    (0.05, 0.01),
    (0.10, 0.02),
    (0.20, 0.05),
    (0.30, 0.10),
    (0.40, 0.10),
    (0.50, 0.10),
    (0.60, 0.20),
    (0.80, 0.20),
    (1.00, 0.20),
)
"""The axes to choose from: maximum and step, as fractions of 1."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An estimate with its interval, as fractions of 1, and the same in words."""

    lower: float
    rate: float
    upper: float
    words: str


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of a forest plot from 0 to ``maximum`` (a fraction of 1), a tick every ``step``.

    ``reference`` is the estimate that the others are compared with.
    """

    maximum: float
    step: float
    reference: Mark | None = None

    def ticks(self) -> list[tuple[float, str]]:
        """Return the ticks as parts of the axis, from 0 to 1, with their texts in per cent."""
        count = round(self.maximum / self.step)
        decimals = 1 if self.step < 0.01 else 0
        texts = [f"{100 * self.step * i:.{decimals}f}" for i in range(count + 1)]
        texts[-1] += " %"
        return [(i / count, text) for i, text in enumerate(texts)]

    def part(self, fraction: float) -> float:
        """Return where a value lies, from 0 to 1."""
        return min(max(fraction / self.maximum, 0.0), 1.0)


def choose_axis(marks: Iterable[Mark], reference: Mark | None = None) -> Axis:
    """Return the shortest axis that holds every interval whole."""
    highest = max(mark.upper for mark in marks)
    maximum, step = next(pair for pair in AXES if highest <= pair[0] or pair[0] == 1.0)
    return Axis(maximum, step, reference)


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands first, and on every page."""

    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the document's title, once."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text. ``for_plots``: left out where there are no plots."""

    text: str
    strong: bool = False
    for_plots: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list: a term and what it means, each."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column's title, and whether it holds figures, which stand at the right."""

    title: str
    figures: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of a row, one a column, and what is drawn of it."""

    cells: tuple[str, ...]
    mark: Mark | None = None
    overall: bool = False

    def runs(self, heads: int) -> Iterator[tuple[int, int, str]]:
        """Yield column, span and text of the cells after ``heads``; "suppressed" is said once."""
        start = heads
        while start < len(self.cells):
            end = start + 1
            if self.cells[start] == SUPPRESSED:
                while end < len(self.cells) and self.cells[end] == SUPPRESSED:
                    end += 1
            yield start, end - start, self.cells[start]
            start = end


@dataclass(frozen=True, slots=True)
class Table:
    """A table; with an axis, a forest plot beside it shows its marks.

    The first ``heads`` cells of a row say what it is about; of two, the first
    is the title of its group, which a renderer may write once.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heads: int
    axis: Axis | None

    def groups(self) -> list[list[Row]]:
        """Return the rows, overall apart, and those of one group together."""
        groups: list[list[Row]] = []
        before: tuple[bool, str] | None = None
        for row in self.rows:
            key = (row.overall, row.cells[0] if self.heads > 1 else "")
            if key != before:
                groups.append([])
            groups[-1].append(row)
            before = key
        return groups


Block = Notice | Heading | Paragraph | Items | Table


@dataclass(frozen=True, slots=True)
class Document:
    """The whole: its title, the language it is in (BCP 47), and its blocks in order."""

    title: str
    language: str
    blocks: tuple[Block, ...]
