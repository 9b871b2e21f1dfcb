"""Cells of the claims table."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.theme import Theme
from app.tables.intervals import paint_grid, paint_interval
from app.tables.roles import CellPart, CellView, Role

PADDING = 6


class ClaimsDelegate(QStyledItemDelegate):
    """Paints one cell from its roles."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def plot_area(self, rect: QRect) -> QRectF:
        """Return where the axis of the plot column lies within its section."""
        return QRectF(rect).adjusted(12, 0, -24, 0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        colours, sizes = self._theme.colours, self._theme.sizes
        rect = option.rect
        cell: CellView = index.data(Role.CELL)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, QColor(colours.selection if selected else colours.surface))
        if cell.part is CellPart.PLOT and cell.axis is not None:
            paint_grid(painter, colours, cell.axis, self.plot_area(rect))
            if cell.interval is not None:
                area = self.plot_area(rect)
                paint_interval(
                    painter, colours, cell.axis, cell.interval, area, overall=cell.overall
                )
        else:
            strong = cell.overall or cell.part is CellPart.RATE
            words = cell.part is CellPart.INTERVAL and not cell.text[:1].isdigit()
            size = sizes.caption if words else sizes.body
            ink = colours.text_muted if words else colours.text
            if not (strong or words or cell.part is CellPart.LABEL):
                ink = colours.text_second
            painter.setFont(self._theme.font(size, 600 if strong else 400, tabular=True))
            painter.setPen(QColor(ink))
            box = rect.adjusted(PADDING, 0, -PADDING, 0)
            flags = int(index.data(Qt.ItemDataRole.TextAlignmentRole)) | int(
                Qt.TextFlag.TextDontClip
            )
            painter.drawText(box, flags, cell.text)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(colours.hairline), 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), sizes.focus_ring))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3)
        painter.restore()
