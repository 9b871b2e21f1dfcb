"""Qt's own file dialog as a user has it: its rows clicked, its fields typed into, its buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

LONG = 30_000


Step = Callable[[QFileDialog], bool]
"""Does something in the dialog, or returns False as long as it cannot be done yet."""

_Kind = TypeVar("_Kind", bound=QObject)


class DialogHand(QObject):
    """Does steps in the file dialog that is open next, one after the other."""

    def __init__(self, *steps: Step) -> None:
        super().__init__()
        self._steps = list(steps)
        self.title = ""
        self._timer = QTimer(self, interval=5)
        self._timer.timeout.connect(self._go_on)
        self._timer.start()

    def wait(self, qtbot: QtBot) -> None:
        """Wait until all is done; the dialog is closed then, if the last step closes it."""
        qtbot.waitUntil(lambda: not self._steps, timeout=LONG)

    def _go_on(self) -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and dialog.isVisible():
            self.title = dialog.windowTitle()
            if self._steps[0](dialog):
                del self._steps[0]
        if not self._steps:
            self._timer.stop()


def types(text: str) -> Step:
    """Fill the field of the name and press Enter: a folder is gone to.

    Not letter by letter: what Qt offers to complete depends on how far it has read.
    """

    def step(dialog: QFileDialog) -> bool:
        field = _child(dialog, QLineEdit, "fileNameEdit")
        field.setText(text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        return True

    return step


def clicks(name: str) -> Step:
    """Click the row of a file with the mouse, once the list has it."""

    def step(dialog: QFileDialog) -> bool:
        view = shown_view(dialog)
        model, root = view.model(), view.rootIndex()
        for row in range(model.rowCount(root)):
            index = model.index(row, 0, root)
            if index.data() == name and view.visualRect(index).isValid():
                view.scrollTo(index)
                place = view.visualRect(index).center()
                QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
                return _child(dialog, QLineEdit, "fileNameEdit").text() == name
        return False

    return step


def sees(names: set[str]) -> Step:
    """Wait until the list has these files and folders and no others."""

    def step(dialog: QFileDialog) -> bool:
        view = shown_view(dialog)
        model, root = view.model(), view.rootIndex()
        return {str(model.index(r, 0, root).data()) for r in range(model.rowCount(root))} == names

    return step


def chooses_kind(words: str) -> Step:
    """Choose a kind of files in the list at the bottom, by the keyboard."""

    def step(dialog: QFileDialog) -> bool:
        combo = _child(dialog, QComboBox, "fileTypeCombo")
        combo.setFocus()
        for _ in range(combo.count()):
            if words in combo.currentText():
                return True
            QTest.keyClick(combo, Qt.Key.Key_Down)
        return words in combo.currentText()

    return step


def presses(text: str) -> Step:
    """Press a button with the mouse: Open, Save or Cancel."""

    def step(dialog: QFileDialog) -> bool:
        for button in dialog.findChildren(QPushButton):
            if button.text().replace("&", "") == text and button.isEnabled():
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
                return True
        return False

    return step


def shown_view(dialog: QFileDialog) -> QAbstractItemView:
    """Return the list of files that is shown, of the two that the dialog has."""
    views = [
        view
        for name in ("listView", "treeView")
        for view in dialog.findChildren(QAbstractItemView, name)
        if view.isVisible()
    ]
    return views[0]


def _child(dialog: QFileDialog, kind: type[_Kind], name: str) -> _Kind:
    found = dialog.findChild(kind, name)
    assert isinstance(found, kind), name
    return found
