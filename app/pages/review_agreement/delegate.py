"""Cells of the review rates table: a sentence, a large estimate, a plot."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.theme import Theme
from app.tables.intervals import paint_grid, paint_interval
from app.tables.roles import CellPart, CellState, CellView, Role

PADDING = 16


class RatesDelegate(QStyledItemDelegate):
    """Paints one cell from its roles."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def plot_area(self, rect: QRect) -> QRectF:
        """Return where the axis of the plot column lies within its section."""
        return QRectF(rect).adjusted(PADDING, 0, -2 * PADDING, 0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        colours = self._theme.colours
        rect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, QColor(colours.selection if selected else colours.surface))
        cell: CellView = index.data(Role.CELL)
        match cell.part:
            case CellPart.PLOT:
                self._paint_plot(painter, cell, rect)
            case CellPart.LABEL:
                self._paint_lines(painter, cell, rect, self._font(15, 600))
            case _ if cell.state is CellState.PUBLISHED:
                self._paint_lines(painter, cell, rect, self._font(28, 600))
            case _ if cell.state is CellState.SUPPRESSED:
                self._write(painter, rect, cell.text, self._font(15, 400), colours.text_muted)
            case _ if cell.state is CellState.READING:
                bar = QRectF(rect.left() + PADDING, rect.center().y() - 5, 120, 10)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colours.placeholder))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawRoundedRect(bar, 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(colours.hairline), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), self._theme.sizes.focus_ring))
            painter.drawRoundedRect(QRectF(rect).adjusted(2, 2, -2, -3), 4, 4)
        painter.restore()

    def _font(self, size: int, weight: int) -> QFont:
        return self._theme.font(size, weight, tabular=True)

    def _paint_lines(self, painter: QPainter, cell: CellView, rect: QRect, first: QFont) -> None:
        """Draw the main line and the details, the block centred in the row; lines may wrap."""
        colours, sizes = self._theme.colours, self._theme.sizes
        details = cell.details
        lines = [(cell.text.partition("\n")[0], first, colours.text)]
        lines += [(details[0], self._font(sizes.body, 400), colours.text_second)]
        lines += [
            (text, self._font(sizes.caption, 400), colours.text_second) for text in details[1:]
        ]
        width = rect.width() - 2 * PADDING
        wrap = int(Qt.TextFlag.TextWordWrap)
        gap = self._theme.px(5)
        heights = [
            QFontMetrics(font).boundingRect(QRect(0, 0, width, 1000), wrap, text).height()
            for text, font, _ in lines
        ]
        y = rect.top() + (rect.height() - sum(heights) - gap * (len(lines) - 1)) // 2
        for (text, font, ink), height in zip(lines, heights, strict=True):
            painter.setFont(font)
            painter.setPen(QColor(ink))
            painter.drawText(QRect(rect.left() + PADDING, y, width, height), wrap, text)
            y += height + gap

    def _write(self, painter: QPainter, rect: QRect, text: str, font: QFont, ink: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(ink))
        painter.drawText(
            rect.adjusted(PADDING, 0, -PADDING, 0), int(Qt.AlignmentFlag.AlignVCenter), text
        )

    def _paint_plot(self, painter: QPainter, cell: CellView, rect: QRect) -> None:
        if cell.axis is None:
            return
        area, axis = self.plot_area(rect), cell.axis
        paint_grid(painter, self._theme.colours, axis, area)
        if cell.interval is not None:
            paint_interval(painter, self._theme.colours, axis, cell.interval, area, radius=6.0)
