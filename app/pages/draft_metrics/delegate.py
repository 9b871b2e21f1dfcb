"""Cells of the draft metrics table."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.theme import Theme
from app.tables.cell_pictures import CellPictures
from app.tables.intervals import DASHES, paint_bar, paint_grid, paint_interval
from app.tables.roles import CellPart, CellState, CellView, Role

PADDING = 4
TIGHT_PADDING = 2
GROUP_SPACE = 8
PLOT_MARGIN = 12
_SELECTED = QStyle.StateFlag.State_Selected.value
_FOCUS = QStyle.StateFlag.State_HasFocus.value
_SIDES = {
    right: int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
    for right, side in ((True, Qt.AlignmentFlag.AlignRight), (False, Qt.AlignmentFlag.AlignLeft))
}


class MetricsDelegate(QStyledItemDelegate):
    """Paints one cell from its roles; the view tells whether there is room for bars."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.show_bars = True
        self.all_figures = False
        self.tight = False
        """Whether all figures stand in smaller type, for want of width."""
        self.group_titles = False
        """Whether a group's title stands above its first row, for want of a gutter."""
        self.current_row = -1
        """The row of the current cell, which is marked as the selected ones are."""
        self._pictures = CellPictures()
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures.clear()
        metrics = QFontMetricsF(theme.font(theme.sizes.body, 600, tabular=True))
        self._wide = metrics.horizontalAdvance("0")

    def forget_others(self, cells: Iterable[CellView]) -> None:
        """Keep no picture of a cell that is not one of these."""
        self._pictures.forget_others(cells)

    def row_height(self, group_start: bool) -> int:
        """Return the height of a row in px; the first of a group has space above."""
        height = self._theme.px(self._theme.sizes.row)
        if not group_start:
            return height
        return height + GROUP_SPACE + (self._title_height() if self.group_titles else 0)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(10, self.row_height(index.data(Role.CELL).group_start))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        rect: QRect = option.rect
        cell: CellView = index.data(Role.CELL)
        state = option.state.value
        selected = bool(state & _SELECTED) or index.row() == self.current_row
        focus = bool(state & _FOCUS)
        if not self._fits(cell, rect):  # it reaches into the cells beside it
            self._draw(painter, cell, rect, selected, focus)
            return
        bars = (self.show_bars, self.all_figures, self.tight, self.group_titles)
        # dashes go on from one row to the next
        dashes = rect.top() % DASHES if cell.part is CellPart.PLOT else 0
        look = (selected, focus, dashes, bars)
        self._pictures.paint(
            painter, rect, cell, look, lambda own: self._draw(own, cell, rect, selected, focus)
        )

    def _fits(self, cell: CellView, rect: QRect) -> bool:
        """Tell whether a cell's text is surely no wider than the cell."""
        return len(cell.text) * self._wide <= rect.width() - 2 * PADDING

    def _draw(
        self, painter: QPainter, cell: CellView, rect: QRect, selected: bool, focus: bool
    ) -> None:
        painter.save()
        colours = self._theme.colours
        part = cell.part
        in_view = cell.in_view and not self.all_figures
        row = QRect(rect)
        row.setTop(rect.bottom() + 1 - self._theme.px(self._theme.sizes.row))
        painter.fillRect(rect, QColor(colours.metric_tint if in_view else colours.surface))
        if selected and part is not CellPart.GAP and part is not CellPart.GROUP:
            painter.fillRect(row, QColor(colours.selection))
        if part is CellPart.PLOT:
            self._paint_plot(painter, cell, rect, row)
        if cell.group_start and part is not CellPart.GAP:
            y = rect.top() + GROUP_SPACE // 2 + 0.5
            painter.setPen(QPen(QColor(colours.hairline), 1))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.drawLine(rect.left(), int(y), rect.right(), int(y))
            if self.group_titles and part is CellPart.LABEL:
                above = QRect(rect.left(), int(y), rect.width(), self._title_height())
                self._write(painter, above, cell.group, 600, colours.text_second)
        if self.all_figures and part is CellPart.RATE:
            painter.setPen(QPen(QColor(colours.hairline), 1))
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        if part is CellPart.GROUP:
            if cell.overall:
                pass
            elif cell.group_start:
                self._write(painter, row, cell.text, 600, colours.text_second)
        elif part is CellPart.LABEL:
            weight = 600 if cell.overall else 400
            self._write(painter, row, cell.text, weight, colours.text)
        elif part is not CellPart.PLOT and part is not CellPart.GAP:
            self._paint_figure(painter, cell, row)
        if focus:
            self._paint_focus(painter, row)
        painter.restore()

    def plot_area(self, rect: QRect) -> QRectF:
        """Return where the axis of a plot column lies within its section."""
        return QRectF(rect).adjusted(PLOT_MARGIN, 0, -PLOT_MARGIN, 0)

    def _title_height(self) -> int:
        return self._theme.px(20)

    def _write(
        self,
        painter: QPainter,
        rect: QRect,
        text: str,
        weight: int,
        ink: str,
        *,
        right: bool = False,
        size: int | None = None,
    ) -> None:
        painter.setFont(self._theme.font(size or self._theme.sizes.body, weight, tabular=True))
        painter.setPen(QColor(ink))
        padding = TIGHT_PADDING if self.tight else PADDING
        box = rect.adjusted(padding, 0, -padding, 0)
        painter.drawText(box, _SIDES[right], text)

    def _paint_focus(self, painter: QPainter, row: QRect) -> None:
        painter.setPen(QPen(QColor(self._theme.colours.accent), self._theme.sizes.focus_ring))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), 3, 3)

    def _paint_figure(self, painter: QPainter, cell: CellView, row: QRect) -> None:
        colours, sizes = self._theme.colours, self._theme.sizes
        part, pane, state = cell.part, cell.pane, cell.state
        bars = self.show_bars and part is CellPart.RATE and not pane
        figures = QRect(row)
        if bars:
            figures.setWidth(self._theme.px(52))
        if state is CellState.SUPPRESSED:
            # one word for the figures of a cell, whatever the cause
            if part is (CellPart.INTERVAL if pane else CellPart.RATE):
                size = sizes.caption
                ink = colours.text_muted
                self._write(painter, row, cell.text, 400, ink, right=pane, size=size)
        elif state is CellState.READING:
            bar = QRectF(figures).adjusted(2 * PADDING, 8, -PADDING, -9)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.placeholder))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRoundedRect(bar, 2, 2)
        elif state is CellState.PUBLISHED:
            overall = cell.overall
            rate = part is CellPart.RATE
            strong = rate and (pane or self.all_figures or cell.in_view)
            plain = self.all_figures and not rate
            weight = 600 if (overall or strong) and not plain else 400
            ink = colours.text if rate or overall else colours.text_second
            size = sizes.caption if plain else sizes.body
            if self.tight:
                size -= 1
            self._write(painter, figures, cell.text, weight, ink, right=True, size=size)
            if bars and cell.interval is not None and cell.axis is not None:
                area = QRectF(row).adjusted(self._theme.px(54), 0, -PADDING, 0)
                paint_bar(painter, colours, cell.axis, cell.interval, area, cell.in_view)

    def _paint_plot(self, painter: QPainter, cell: CellView, rect: QRect, row: QRect) -> None:
        if cell.axis is None:
            return
        axis = cell.axis
        paint_grid(painter, self._theme.colours, axis, self.plot_area(rect))
        if cell.interval is not None:
            paint_interval(
                painter,
                self._theme.colours,
                axis,
                cell.interval,
                self.plot_area(row),
                overall=cell.overall,
            )
