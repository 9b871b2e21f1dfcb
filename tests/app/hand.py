"""The hand's way: a pointer that goes to a pixel of the shown window and presses, wheels, lets go.

All events go to the window, as the system sends them; which widget gets one, and
what gets the focus by it, is Qt's affair. What is under a pixel is read from the view
before the press, as a person sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCursor, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QMainWindow,
    QTableView,
    QWidget,
)

from app.pages.returns.model import Column
from app.pages.returns.table import ProblemsTable
from app.shell.main_window import MainWindow

NOTCH = 120
"""What a wheel says of a step."""
LEFT = Qt.MouseButton.LeftButton


class Hand:
    """A pointer over one window."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def handle(self) -> QWindow:
        handle = self.window.windowHandle()
        assert handle is not None, "the window is not shown"
        return handle

    def spot(self, widget: QWidget, pixel: QPoint) -> QPoint:
        """Where a pixel of a widget is in the window; it must be the widget that is seen there."""
        spot = widget.mapTo(self.window, pixel)
        seen = self.window.childAt(spot)
        assert seen is widget or (seen is not None and widget.isAncestorOf(seen)), (
            f"{type(seen).__name__} lies over {type(widget).__name__}"
        )
        return spot

    def go(self, widget: QWidget, pixel: QPoint) -> QPoint:
        """Move the pointer to a pixel."""
        spot = self.spot(widget, pixel)
        QCursor.setPos(self.window.mapToGlobal(spot))
        QTest.mouseMove(self.handle(), spot)
        return spot

    def press(self, widget: QWidget, pixel: QPoint) -> None:
        QTest.mousePress(
            self.handle(), LEFT, Qt.KeyboardModifier.NoModifier, self.go(widget, pixel)
        )

    def release(self, widget: QWidget, pixel: QPoint) -> None:
        spot = self.go(widget, pixel)
        QTest.mouseRelease(self.handle(), LEFT, Qt.KeyboardModifier.NoModifier, spot)

    def click(self, widget: QWidget, pixel: QPoint | None = None) -> None:
        where = widget.rect().center() if pixel is None else pixel
        self.press(widget, where)
        self.release(widget, where)

    def wheel(self, view: QWidget, notches: int) -> None:
        """Turn the wheel over the middle of a view; a positive number goes down."""
        spot = self.go(view, view.rect().center())
        for _ in range(abs(notches)):
            turn = QPoint(0, -NOTCH if notches > 0 else NOTCH)
            QTest.wheelEvent(self.handle(), spot, turn)


def seen_rows(view: QAbstractItemView, column: int) -> dict[str, int]:
    """The texts of a column that are seen as a whole, and the pixel row where each begins."""
    model, room = view.model(), view.viewport().rect()
    rows = {}
    for row in range(model.rowCount()):
        index = model.index(row, column)
        rect = view.visualRect(index)
        if room.top() <= rect.top() and rect.bottom() <= room.bottom() and index.data():
            rows[str(index.data())] = rect.top()
    return rows


def buttons(table: ProblemsTable) -> list[tuple[str, QRect]]:
    """What the rows say whose button is seen as a whole, and where the button is."""
    model, room = table.model(), table.viewport().rect()
    found = []
    for row in range(model.rowCount()):
        rect = table.button_rect(row)
        if not rect.isEmpty() and room.contains(rect):
            found.append((str(model.index(row, Column.MESSAGE).data()), rect))
    return found


def places(window: MainWindow) -> dict[str, tuple[QRect, str]]:
    """Where each widget of the window that is seen is, and each row of each list in it."""
    found: dict[str, tuple[QRect, str]] = {}
    for number, widget in enumerate(_inner(window)):
        name = f"{number} {type(widget).__name__} {widget.objectName()}"
        found[name] = (QRect(widget.mapTo(window, QPoint()), widget.size()), "")
        if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
            for text, top in _rows(widget).items():
                found[f"{name}: {text}"] = (QRect(0, top, 0, 0), text)
    return found


def _inner(window: MainWindow) -> Iterator[QWidget]:
    for widget in window.findChildren(QWidget):
        apart = widget is window.info or window.info.isAncestorOf(widget)
        if widget.isVisible() and not apart and widget.window() is window:
            yield widget


def _rows(view: QAbstractItemView) -> dict[str, int]:
    model = view.model()
    table = isinstance(view, QTableView)
    columns = () if model is None else range(model.columnCount() if table else 1)
    return {text: top for column in columns for text, top in seen_rows(view, column).items()}


def open_dialogs() -> list[QWidget]:
    """The windows that are seen besides the main window."""
    tops = QApplication.topLevelWidgets()
    return [top for top in tops if top.isVisible() and not isinstance(top, QMainWindow)]
