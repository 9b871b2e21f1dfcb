"""The table of unsupported claims by class."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.kit.theme import Theme
from app.pages.claims.delegate import PADDING, ClaimsDelegate
from app.pages.claims.model import ClaimsModel, Column
from app.tables.figure_table import FigureTable
from app.tables.plot_header import PlotHeader

_SMALLEST_PLOT = 104


class ClaimsTable(FigureTable):
    """Columns are as wide as what they hold; the plots take the rest."""

    def __init__(self, theme: Theme, model: ClaimsModel, parent: QWidget | None = None):
        super().__init__("claimsTable", "Unsupported claims", parent)
        delegate = ClaimsDelegate(theme, self)
        self.set_parts(model, delegate, PlotHeader(theme, delegate.plot_area, PADDING, self))
        model.modelReset.connect(self.lay_out)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.verticalHeader().setDefaultSectionSize(theme.px(34))
        self.lay_out()

    def lay_out(self) -> None:
        """Size the columns for the room there is."""
        room = self.viewport().width()
        padding = PADDING
        widths = {c: self._needed(c) + 2 * padding for c in Column if c is not Column.PLOT}
        spare = room - sum(widths.values()) - self._theme.px(320)
        if spare > 0:
            widths = {column: width + spare // len(widths) for column, width in widths.items()}
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        rest = room - sum(widths.values())
        self.setColumnHidden(Column.PLOT, rest < self._theme.px(_SMALLEST_PLOT))
        self.setColumnWidth(Column.PLOT, max(rest, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def _needed(self, column: Column) -> int:
        model, sizes = self.model(), self._theme.sizes
        title = str(model.headerData(column, Qt.Orientation.Horizontal))
        header = QFontMetrics(self._theme.font(sizes.caption, 500))
        strong = QFontMetrics(self._theme.font(weight=600, tabular=True))
        longest = header.horizontalAdvance(title)
        for row in range(model.rowCount()):
            text = str(model.index(row, column).data() or "")
            words = column is Column.INTERVAL and not text[:1].isdigit()
            longest = max(longest, (header if words else strong).horizontalAdvance(text))
        return longest + 2
