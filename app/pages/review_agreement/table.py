"""The table of the review rates."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.kit.theme import Theme
from app.pages.review_agreement.delegate import PADDING, RatesDelegate
from app.pages.review_agreement.model import Column, ReviewRatesModel
from app.tables.figure_table import FigureTable
from app.tables.plot_header import PlotHeader


class RatesTable(FigureTable):
    """Three rows of 120 px; columns follow the width and never scroll sideways."""

    def __init__(self, theme: Theme, model: ReviewRatesModel, parent: QWidget | None = None):
        super().__init__("reviewRatesTable", "Review agreement", parent)
        delegate = RatesDelegate(theme, self)
        self.set_parts(model, delegate, PlotHeader(theme, delegate.plot_area, PADDING, self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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
