"""A header with titles, and the axis over a column of plots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from app.kit.theme import Theme
from app.tables.intervals import paint_ticks
from app.tables.roles import Role


class PlotHeader(QHeaderView):
    """Titles come from the model with their alignment; the section with an AXIS shows it."""

    def __init__(
        self,
        theme: Theme,
        plot_area: Callable[[QRect], QRectF],
        padding: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._plot_area = plot_area
        self._padding = padding
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours, height = self._theme.colours, self.viewport().height()
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        painter.setFont(self._theme.font(self._theme.sizes.caption, 500, tabular=True))
        painter.setPen(QColor(colours.text_second))
        for column in range(self.count()):
            if self.isSectionHidden(column):
                continue
            left, width = self.sectionViewportPosition(column), self.sectionSize(column)
            section = QRect(left, 0, width, height)
            if self._data(column, Role.AXIS) is not None:
                self._paint_axis(painter, column, section)
                continue
            box = section.adjusted(self._padding, 0, -self._padding, 0)
            flags: Any = self._data(column, Qt.ItemDataRole.TextAlignmentRole)
            painter.drawText(box, int(flags), str(self._data(column, Qt.ItemDataRole.DisplayRole)))
        painter.setPen(QColor(colours.hairline))
        painter.drawLine(0, height - 1, self.viewport().width(), height - 1)
        painter.end()

    def _data(self, column: int, role: int) -> object:
        return self.model().headerData(column, Qt.Orientation.Horizontal, role)

    def _paint_axis(self, painter: QPainter, column: int, section: QRect) -> None:
        axis = self.model().headerData(column, Qt.Orientation.Horizontal, Role.AXIS)
        area = self._plot_area(section)
        paint_ticks(painter, axis, area, 0, section.height())
