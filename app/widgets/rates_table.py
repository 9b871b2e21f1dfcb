"""The table of the three review rates."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.delegates.intervals import position, tick_label, ticks
from app.delegates.rates import PADDING, RatesDelegate
from app.models.review_rates import Column, ReviewRatesModel
from app.models.roles import Role
from app.theme import Theme
from app.widgets.copying import copy_selected


class _Header(QHeaderView):
    """Titles, and the axis over the plots."""

    def __init__(self, theme: Theme, delegate: RatesDelegate, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._delegate = delegate
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
        colours = self._theme.colours
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        painter.setFont(self._theme.font(self._theme.sizes.caption, 500, tabular=True))
        painter.setPen(QColor(colours.text_second))
        model, height = self.model(), self.viewport().height()
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        for column in (Column.RATE, Column.ESTIMATE):
            left = self.sectionViewportPosition(column) + PADDING
            text = str(model.headerData(column, Qt.Orientation.Horizontal))
            painter.drawText(QRect(left, 0, self.sectionSize(column), height), middle, text)
        axis = model.headerData(Column.PLOT, Qt.Orientation.Horizontal, Role.AXIS)
        left = self.sectionViewportPosition(Column.PLOT)
        area = self._delegate.plot_area(QRect(left, 0, self.sectionSize(Column.PLOT), height))
        metrics = QFontMetrics(painter.font())
        for tick in ticks(axis):
            text = tick_label(axis, tick)
            width = metrics.horizontalAdvance(text) + 1
            x = position(axis, tick, area.left(), area.width()) - width / 2
            painter.drawText(QRectF(x, 0, width, height), middle, text)
        painter.setPen(QColor(colours.hairline))
        painter.drawLine(0, height - 1, self.viewport().width(), height - 1)
        painter.end()


class RatesTable(QTableView):
    """Three rows of 120 px; columns follow the width and never scroll sideways."""

    def __init__(self, theme: Theme, model: ReviewRatesModel, parent: QWidget | None = None):
        super().__init__(parent)
        delegate = RatesDelegate(theme, self)
        self.setObjectName("reviewRatesTable")
        self.setAccessibleName("Review agreement")
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHorizontalHeader(_Header(theme, delegate, self))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        height = theme.px(120)
        for row in range(self.model().rowCount()):
            self.setRowHeight(row, height)
        self.setFixedHeight(3 * height + theme.px(32) + 1)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.viewport().width()
        estimate = min(self._theme.px(240), width // 3)
        name = round((width - estimate) * 0.5)
        self.setColumnWidth(Column.RATE, name)
        self.setColumnWidth(Column.ESTIMATE, estimate)
        self.setColumnWidth(Column.PLOT, width - name - estimate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            copy_selected(self)
            event.accept()
        else:
            super().keyPressEvent(event)
