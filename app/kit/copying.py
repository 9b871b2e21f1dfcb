"""Copying the cells that are selected as the text that is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView


def selected_text(view: QTableView) -> str:
    """Return the selected cells of the columns that are shown: tabs and new lines between."""
    chosen = [i for i in view.selectedIndexes() if not view.isColumnHidden(i.column())]
    rows = sorted({index.row() for index in chosen})
    columns = sorted({index.column() for index in chosen})
    cells = {(i.row(), i.column()): str(i.data(Qt.ItemDataRole.DisplayRole) or "") for i in chosen}
    return "\n".join("\t".join(cells.get((row, c), "") for c in columns) for row in rows)


def copy_selected(view: QTableView) -> None:
    """Put the selected cells on the clipboard, if there are any."""
    if text := selected_text(view):
        QGuiApplication.clipboard().setText(text)
