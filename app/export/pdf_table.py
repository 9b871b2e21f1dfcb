"""A table with its forest plot as pieces of a page. Lengths are tenths of a point."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from app.export.pdf_flow import Piece
from app.export.pdf_plot import draw_grid, draw_mark
from app.export.pdf_type import (
    HEAD,
    MEDIUM,
    REGULAR,
    SMALL,
    STRONG,
    TABLE,
    Run,
    TextBlock,
    TypeCase,
    bound,
)
from app.kit.theme import LIGHT
from evalcore.documents.blocks import Row, Table
from evalcore.figures.text import SUPPRESSED

_ROW, _GROUP_GAP, _SPACE = 203.0, 50.0, 130.0
_LEADING = 1.25
_PLOT_SHARE, _PLOT_LEAST = 0.38, 900.0
_PLOT_SIDE = 120.0
"""Room at both sides of a plot, for half a tick's text."""


class TablePieces:
    """Measures the columns once and draws the rows."""

    def __init__(self, case: TypeCase, table: Table, left: float, width: float) -> None:
        self._case, self._table = case, table
        self._left, self._right = left, left + width
        natural = [self._natural(number) for number in range(len(table.columns))]
        gaps = _SPACE * (len(natural) - (table.axis is None))
        most = _PLOT_SHARE * width if table.axis is not None else 0.0
        plot = min(most, max(width - sum(natural) - gaps, _PLOT_LEAST))
        spare = max(0.0, width - plot - sum(natural) - gaps) / len(natural)
        self._columns: list[tuple[float, float]] = []
        x = left
        for own in natural:
            self._columns.append((x, x + own + spare))
            x += own + spare + _SPACE
        self._plot = (x + _PLOT_SIDE - _SPACE / 2, self._right - 1.4 * _PLOT_SIDE)
        self._heads = [self._head(number) for number in range(len(table.columns))]

    def pieces(self) -> list[Piece]:
        """Return the caption, the head and the rows."""
        caption = TextBlock(
            self._case, [Run(bound(self._table.caption), MEDIUM)], TABLE, self._right - self._left
        )
        height = max(block.height for block in self._heads) + 60.0
        head = Piece(height, partial(self._draw_head, height=height), keep=True)
        pieces = [
            Piece(caption.height, partial(self._draw_caption, caption), gap=110.0, keep=True),
            head,
        ]
        groups = self._table.groups()
        rows = [(number, row) for number, group in enumerate(groups) for row in group]
        before = -1
        for position, (number, row) in enumerate(rows):
            starts = number != before
            before = number
            gap = _GROUP_GAP if starts and position else 0.0
            last = position == len(rows) - 1
            draw = partial(self._draw_row, row, starts=starts, gap=gap, last=last)
            # neither the first row nor the last stands alone
            keep = not last and position in (0, len(rows) - 2)
            pieces.append(Piece(_ROW + gap, draw, keep=keep, again=head))
        return pieces

    def _natural(self, number: int) -> float:
        column, case = self._table.columns[number], self._case
        widths = [case.metrics(HEAD, MEDIUM).horizontalAdvance(bound(column.title)) + 1.0]
        weight = self._weight(number, overall=True)
        for row in self._table.rows:
            if row.cells[number] != SUPPRESSED:
                widths.append(case.width(bound(row.cells[number]), TABLE, weight))
        return max(widths)

    def _weight(self, number: int, *, overall: bool) -> int:
        rate = self._table.columns[number].title.endswith(", %")
        group = self._table.heads > 1 and number == 0
        return STRONG if overall or rate or group else REGULAR

    def _head(self, number: int) -> TextBlock:
        left, right = self._columns[number]
        runs = [Run(bound(self._table.columns[number].title), MEDIUM)]
        return TextBlock(
            self._case,
            runs,
            HEAD,
            right - left,
            _LEADING,
            right=self._table.columns[number].figures,
        )

    def _draw_caption(self, caption: TextBlock, painter: QPainter, top: float) -> None:
        caption.draw(painter, QPointF(self._left, top), LIGHT.text_second)

    def _draw_head(self, painter: QPainter, top: float, *, height: float) -> None:
        bottom = top + height
        for (left, _), block in zip(self._columns, self._heads, strict=True):
            block.draw(painter, QPointF(left, bottom - 35.0 - block.height), LIGHT.text_second)
        self._rule(painter, bottom, LIGHT.control_border)
        if self._table.axis is None:
            return
        left, right = self._plot
        baseline = bottom - 35.0 - _LEADING * SMALL + self._case.baseline(SMALL, _LEADING * SMALL)
        for part, text in self._table.axis.ticks():
            shown = bound(text)
            number = shown.removesuffix("\u00a0%")
            # the sign stands outside, so that the number is on its tick
            x = left + part * (right - left) - self._case.width(number, SMALL) / 2
            self._case.draw_figures(
                painter, QPointF(x, baseline), shown, SMALL, colour=LIGHT.text_second
            )

    def _draw_row(
        self, row: Row, painter: QPainter, top: float, *, starts: bool, gap: float, last: bool
    ) -> None:
        line = QRectF(self._left, top + gap, self._right - self._left, _ROW)
        axis = self._table.axis
        if gap:
            self._rule(painter, top + gap / 2, LIGHT.hairline)
        area = QRectF(self._plot[0], top, self._plot[1] - self._plot[0], _ROW + gap)
        if axis is not None:
            draw_grid(painter, axis, area)
        baseline = line.top() + self._case.baseline(TABLE, _ROW)
        for number in range(self._table.heads):
            if number or starts or self._table.heads == 1:
                self._write(painter, row, number, row.cells[number], baseline)
        for start, span, text in row.runs(self._table.heads):
            if text == SUPPRESSED:
                left, right = self._columns[start][0], self._columns[start + span - 1][1]
                x = (left + right - self._case.width(text, TABLE)) / 2
                self._case.draw_figures(
                    painter, QPointF(x, baseline), text, TABLE, colour=LIGHT.text_muted
                )
            else:
                self._write(painter, row, start, text, baseline)
        if axis is not None and row.mark is not None:
            area.setTop(line.top())
            draw_mark(painter, axis, row.mark, area, row.overall)
        if last:
            self._rule(painter, line.bottom(), LIGHT.control_border)

    def _write(self, painter: QPainter, row: Row, number: int, text: str, baseline: float) -> None:
        if not text:
            return
        weight = self._weight(number, overall=row.overall)
        said = number >= self._table.heads and not any(c.isdecimal() for c in text)
        group = self._table.heads > 1 and number == 0
        colour = LIGHT.text_muted if said else LIGHT.text_second if group else LIGHT.text
        weight = REGULAR if said else weight
        left, right = self._columns[number]
        shown = bound(text)
        if self._table.columns[number].figures:
            left = right - self._case.width(shown, TABLE, weight)
        elif self._table.heads > 1 and number == 1 and not row.cells[0]:
            left = self._columns[0][0]
        self._case.draw_figures(painter, QPointF(left, baseline), shown, TABLE, weight, colour)

    def _rule(self, painter: QPainter, y: float, colour: str) -> None:
        painter.setPen(QPen(QColor(colour), 6.0))
        painter.drawLine(QLineF(self._left, y, self._right, y))
