"""The findings of the disclosure check: rows under headings, to be read and copied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from app.kit.theme import Theme
from app.pages.disclosure.delegate import FindingsDelegate
from app.pages.disclosure.model import Column, FindingsModel
from app.tables.figure_table import FigureTable
from app.tables.roles import ProblemRole


class FindingsTable(FigureTable):
    """Arrow keys go from finding to finding; copying gives whole sentences."""

    def __init__(self, theme: Theme, model: FindingsModel, parent: QWidget | None = None) -> None:
        super().__init__("findingsTable", "Findings of the disclosure check", parent)
        self._findings = model
        self._delegate = FindingsDelegate(theme, self)
        self._width = 0
        """The width for which the rows are high enough."""
        self.set_parts(model, self._delegate, QHeaderView(Qt.Orientation.Horizontal, self))
        self.horizontalHeader().hide()
        self.horizontalHeader().setMinimumSectionSize(8)
        self.verticalHeader().setMinimumSectionSize(8)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.keep_rows(model.key_of, model.rows_of)
        model.modelReset.connect(self._after_reset)
        self.selectionModel().currentChanged.connect(lambda *_: self.viewport().update())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._delegate.set_theme(theme)
        self.verticalHeader().setDefaultSectionSize(self._delegate.row_height())
        self.setMinimumHeight(theme.px(130))
        self._after_reset()

    def lay_out(self) -> None:
        """Size the columns for the room there is."""
        icon = self._delegate.icon_width()
        self.setColumnWidth(Column.ICON, icon)
        width = max(self.viewport().width() - icon, 1)
        self.setColumnWidth(Column.MESSAGE, width)
        if width == self._width:
            return
        self._width = width
        for row, height in enumerate(self._needed_heights(width)):
            self.setRowHeight(row, height)

    def whole_height(self, width: int) -> int:
        """Return the height at which a table of ``width`` px has nothing to scroll, in px."""
        return sum(self._needed_heights(width - self._delegate.icon_width()))

    def _needed_heights(self, width: int) -> list[int]:
        rows = range(self._findings.rowCount())
        indexes = (self._findings.index(row, Column.MESSAGE) for row in rows)
        cells = (index.data(ProblemRole.CELL) for index in indexes)
        return [self._delegate.needed_height(cell, width) for cell in cells]

    def copy_rows(self) -> None:
        """Put the sentences of the selected rows on the clipboard, a line each."""
        rows = sorted({index.row() for index in self.selectedIndexes()})
        lines = [self._findings.sentence(row) for row in rows if not self._findings.is_heading(row)]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        index = super().moveCursor(action, modifiers)
        if not index.isValid() or not self._findings.is_heading(index.row()):
            return index
        kinds = QAbstractItemView.CursorAction
        back = action in (kinds.MoveUp, kinds.MovePrevious, kinds.MovePageUp)
        row = index.row() + (-1 if back and index.row() > 0 else 1)
        return self._findings.index(row, Column.MESSAGE)

    def keep_in_view(self) -> None:
        super().keep_in_view()
        if self.currentIndex().row() == 1:
            self.scrollToTop()  # the heading too

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
            event.accept()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if row < 0 or not self._findings.is_heading(row):
            super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.frame_current_row(self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def _after_reset(self) -> None:
        self.clearSpans()
        for row in self._findings.heading_rows():
            self.setSpan(row, 0, 1, len(Column))
        self._width = 0
        self.lay_out()
        self.place_rows()
