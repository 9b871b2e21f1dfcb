"""Rows on the projector: large type, heavy marks, one hairline between rows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QLineF, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.delegates.intervals import paint_grid, paint_interval, position
from app.models.roles import Axis, CellPart, CellState, CellView, Role
from app.theme import Theme

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
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
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
            self._theme.font(large if label or rate else small, 600 if strong else 400, tabular=True)
        )
        painter.setPen(QColor(colours.text_muted if suppressed else ink))
        side = Qt.AlignmentFlag.AlignLeft if label else Qt.AlignmentFlag.AlignRight
        flags = int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
        painter.drawText(rect, flags, cell.text)

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
            pen = QPen(QColor(colours.interval), 2, Qt.PenStyle.CustomDashLine)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern([3, 3])  # in widths of the pen: 12 px a period
            pen.setDashOffset((area.top() % 12) / 2)
            painter.setPen(pen)
            painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
        if cell.interval is not None:
            # The marks of every other table, as much larger as the row allows.
            scale = min(2.0 * self._theme.text_scale, area.height() / 18)
            painter.scale(scale, scale)
            small = QRectF(
                area.left() / scale,
                area.top() / scale,
                area.width() / scale,
                (area.height() - 1) / scale,
            )
            paint_interval(
                painter, colours, axis, cell.interval, small, overall=cell.overall, radius=5.0
            )
            painter.resetTransform()
