"""Rows on the projector: large type, heavy marks, a hairline between rows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import (
    QLineF,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.theme import Theme
from app.tables.intervals import paint_estimate, paint_grid, position
from app.tables.roles import Axis, CellPart, CellState, CellView, Interval, Role

INSET = 8
"""Before the labels, so that the ring of the focus does not touch them."""
PLOT_LEFT, PLOT_RIGHT = 40, 24
TYPE_SIZES = ((28, 24), (24, 22), (22, 20), (20, 20))
"""Of slices and rates, and of the other figures: in px, the largest that fits is taken."""


class PresentationDelegate(QStyledItemDelegate):
    """Paints one cell from its roles; the view says how large the type is."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.type_sizes = TYPE_SIZES[0]
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def plot_area(self, rect: QRect) -> QRectF:
        """Return where the axis of the plot column lies within its section."""
        left, right = self._theme.px(PLOT_LEFT), self._theme.px(PLOT_RIGHT)
        return QRectF(rect).adjusted(left, 0, -right, 0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        colours, rect = self._theme.colours, QRect(option.rect)
        cell: CellView = index.data(Role.CELL)
        painter.fillRect(rect, QColor(colours.surface))
        if cell.axis is not None:
            self._paint_plot(painter, cell, cell.axis, rect)
        else:
            self._write(painter, cell, rect)
        last = index.row() == index.model().rowCount() - 1
        if not last:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(colours.hairline), 1))
            left = rect.left() + (INSET if cell.part is CellPart.LABEL else 0)
            painter.drawLine(left, rect.bottom(), rect.right(), rect.bottom())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), self._theme.sizes.focus_ring))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 3, 3)
        painter.restore()

    def _write(self, painter: QPainter, cell: CellView, rect: QRect) -> None:
        colours, (large, small) = self._theme.colours, self.type_sizes
        label, rate = cell.part is CellPart.LABEL, cell.part is CellPart.RATE
        suppressed = cell.state is CellState.SUPPRESSED
        if suppressed and cell.part is not CellPart.INTERVAL:
            return  # one word for the figures of a row, whatever the cause
        strong = rate or (label and cell.overall)
        ink = colours.text if label or rate else colours.text_second
        painter.setFont(
            self._theme.font(
                large if label or rate else small, 600 if strong else 400, tabular=True
            )
        )
        painter.setPen(QColor(colours.text_muted if suppressed else ink))
        side = Qt.AlignmentFlag.AlignLeft if label else Qt.AlignmentFlag.AlignRight
        flags = int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
        painter.drawText(rect.adjusted(INSET if label else 0, 0, 0, 0), flags, cell.text)

    def _paint_plot(self, painter: QPainter, cell: CellView, axis: Axis, rect: QRect) -> None:
        colours, area = self._theme.colours, self.plot_area(rect)
        if axis.reference is not None:
            low = position(axis, axis.reference.lower, area.left(), area.width())
            high = position(axis, axis.reference.upper, area.left(), area.width())
            band = QRectF(low, area.top(), max(high - low, 2.0), area.height())
            painter.fillRect(band, QColor(colours.band))
        paint_grid(painter, colours, replace(axis, reference=None), area)
        if axis.reference is not None:
            x = position(axis, axis.reference.rate, area.left(), area.width())
            width = 2 * self._theme.text_scale
            pen = QPen(QColor(colours.interval), width, Qt.PenStyle.CustomDashLine)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3, 3])  # in widths of the pen, as is the offset
            pen.setDashOffset(area.top() / width % 6)  # goes on from the row above
            painter.setPen(pen)
            painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        if cell.interval is not None:
            self._paint_marks(painter, cell, axis, cell.interval, area)

    def _paint_marks(
        self, painter: QPainter, cell: CellView, axis: Axis, interval: Interval, area: QRectF
    ) -> None:
        colours = self._theme.colours
        unit = min(self._theme.text_scale, area.height() / 36)
        y = round(area.center().y())
        low, middle, high = (
            position(axis, value, area.left(), area.width())
            for value in (interval.lower, interval.rate, interval.upper)
        )
        line = QPen(QColor(colours.accent if cell.overall else colours.interval), 4 * unit)
        line.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(line)
        painter.drawLine(QLineF(low, y, high, y))
        for end in (low, high):
            painter.drawLine(QLineF(end, y - 11 * unit, end, y + 11 * unit))
        paint_estimate(painter, colours, QPointF(middle, y), cell.overall, 9 * unit, True)
