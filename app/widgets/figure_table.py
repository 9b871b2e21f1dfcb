"""What the tables of figures have in common: calm lines, cells to select and copy."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from app.widgets.copying import copy_selected


class FigureTable(QTableView):
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
        self.before_copy: Callable[[Callable[[], None]], None] = lambda copy: copy()
        """Asks whether figures may be copied, and does it."""

    def set_parts(
        self, model: QAbstractItemModel, delegate: QAbstractItemDelegate, header: QHeaderView
    ) -> None:
        """Give the table its model, its delegate and its header."""
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setHorizontalHeader(header)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Put the selected cells on the clipboard, if they may go there."""
        self.before_copy(lambda: copy_selected(self))
