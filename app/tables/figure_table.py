"""What the tables of figures have in common: calm lines, cells to select and copy."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from app.kit.copying import copy_selected
from app.kit.theme import Theme
from app.tables.steady import SteadyTable


class FigureTable(SteadyTable, QTableView):
    """Scrolls by pixels, never sideways; copying gives the text that is shown."""

    def __init__(self, object_name: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.hold_still()
        self.before_copy: Callable[[Callable[[], None]], None] = lambda copy: copy()
        """Asks whether figures may be copied, and does it."""

    def set_parts(
        self, model: QAbstractItemModel, delegate: QAbstractItemDelegate, header: QHeaderView
    ) -> None:
        """Give the table its model, its delegate and its header."""
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHorizontalHeader(header)

    def frame_current_row(self, theme: Theme) -> None:
        """Paint the focus around the current row, where each row is one thing."""
        index = self.currentIndex()
        if not (self.hasFocus() and index.isValid()):
            return
        row = self.visualRect(index)
        box = QRectF(0, row.top(), self.viewport().width(), row.height())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.colours.accent), theme.sizes.focus_ring))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3)
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Put the selected cells on the clipboard, if they may go there."""
        self.before_copy(lambda: copy_selected(self))
