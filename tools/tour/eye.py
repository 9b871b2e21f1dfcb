"""Tells what is seen of a running program: windows, widgets, rows, with their places on the screen.

It reads from Qt's public interface, in the thread of the window, and changes nothing.
"""

from __future__ import annotations

import json
import queue
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt, QThread, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

from app.pages.returns.table import ProblemsTable
from app.shell.file_panel import FileList

Seen = dict[str, Any]


class Eye(QObject):
    """Asked in one thread, it looks in the thread of the window."""

    _asked = Signal(str)

    def __init__(self, thread: QThread) -> None:
        super().__init__()
        self._answers: queue.Queue[str] = queue.Queue()
        self.moveToThread(thread)
        self._asked.connect(self._look, Qt.ConnectionType.QueuedConnection)

    def ask(self, question: str) -> str:
        """Answer "look" with what is seen, "picture PATH" by writing the whole screen as PNG."""
        try:
            self._asked.emit(question)
        except RuntimeError:  # Qt is gone: the program ends
            return json.dumps({"windows": []})
        return self._answers.get()

    def _look(self, question: str) -> None:
        word, _, path = question.partition(" ")
        told: Seen
        try:
            if word == "picture":
                told = {"saved": QGuiApplication.primaryScreen().grabWindow(0).save(path, "PNG")}
            else:
                shown = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
                told = {"windows": [_window(top) for top in shown]}
        except Exception as error:  # or the one who asked would wait for ever
            told = {"fault": type(error).__name__}
        self._answers.put(json.dumps(told))


def _window(top: QWidget) -> Seen:
    return {
        "kind": _kind(top),
        "name": top.objectName(),
        "title": top.windowTitle(),
        "active": top.isActiveWindow() or isinstance(top, QMenu),
        "parts": [part for widget in _widgets(top) if (part := _part(widget)) is not None],
    }


def _widgets(top: QWidget) -> Iterator[QWidget]:
    yield top
    for widget in top.findChildren(QWidget):
        if widget.isVisible() and widget.window() is top:
            yield widget


def _part(widget: QWidget) -> Seen | None:
    seen = widget.visibleRegion().boundingRect()
    if seen.isEmpty():
        return None
    part: Seen = {
        "kind": _kind(widget),
        "name": widget.objectName(),
        "says": widget.accessibleName(),
        "text": "",
        "place": _place(widget, seen),
        "whole": seen == widget.rect(),
        "on": widget.isEnabled(),
        "focus": widget.hasFocus(),
        "checked": False,
        "rows": [],
    }
    match widget:
        case QAbstractButton():
            part["text"] = widget.text().replace("&", "")
            part["checked"] = widget.isChecked()
        case QLabel() | QLineEdit():
            part["text"] = widget.text()
        case QPlainTextEdit():
            part["text"] = widget.toPlainText()
        case QComboBox():
            part["text"] = widget.currentText()
        case QSpinBox():
            part["text"] = widget.text()
            part["rows"] = list(_arrows(widget))
        case QMenu() | QMenuBar():
            part["rows"] = list(_actions(widget))
        case QTabBar():
            part["rows"] = [
                _row(widget, widget.tabRect(number), [widget.tabText(number)])
                | {"current": number == widget.currentIndex()}
                for number in range(widget.count())
            ]
        case QHeaderView():
            return None
        case QAbstractItemView():
            part["rows"] = list(_rows(widget))
    return part


def _rows(view: QAbstractItemView) -> Iterator[Seen]:
    """The rows that are seen, from the top."""
    model, room = view.model(), view.viewport().rect()
    columns = model.columnCount() if isinstance(view, QTableView | QTreeView) else 1
    root = view.rootIndex()
    index = _first(view, root)
    while index.isValid():
        indexes = [index.siblingAtColumn(column) for column in range(columns)]
        rect = QRect()
        for one in indexes:
            rect = rect.united(view.visualRect(one))
        if rect.top() > room.bottom():
            return
        texts = [str(one.data() or "") for one in indexes]
        texts.append(str(index.data(Qt.ItemDataRole.AccessibleTextRole) or ""))
        row = _row(view.viewport(), rect & room, texts)
        row["number"] = index.row()
        row["whole"] = room.top() <= rect.top() and rect.bottom() <= room.bottom()
        row["current"] = view.currentIndex().isValid() and index.row() == view.currentIndex().row()
        row["button"] = _button(view, index, room)
        if not rect.isEmpty():
            yield row
        index = (
            root.model().index(index.row() + 1, 0, root)
            if root.isValid()
            else (model.index(index.row() + 1, 0))
        )


def _first(view: QAbstractItemView, root: QModelIndex) -> QModelIndex:
    top = view.rowAt(0) if isinstance(view, QTableView) else view.indexAt(QPoint(2, 2)).row()
    model = view.model()
    return model.index(max(top, 0), _shown_column(view), root)


def _shown_column(view: QAbstractItemView) -> int:
    return view.modelColumn() if isinstance(view, QListView) else 0


def _button(view: QAbstractItemView, index: QModelIndex, room: QRect) -> list[int] | None:
    rect = QRect()
    if isinstance(view, ProblemsTable):
        rect = view.button_rect(index.row())
    elif isinstance(view, FileList):
        rect = view.row_delegate.close_rect(view.visualRect(index))
    return None if rect.isEmpty() or not room.contains(rect) else _place(view.viewport(), rect)


def _actions(menu: QMenu | QMenuBar) -> Iterator[Seen]:
    for action in menu.actions():
        if action.isVisible() and not action.isSeparator():
            text = action.text().replace("&", "")
            row = _row(menu, menu.actionGeometry(action), [text])
            yield row | {"current": action is menu.activeAction(), "on": action.isEnabled()}


def _arrows(box: QSpinBox) -> Iterator[Seen]:
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    for name, part in (
        ("up", QStyle.SubControl.SC_SpinBoxUp),
        ("down", QStyle.SubControl.SC_SpinBoxDown),
    ):
        control = QStyle.ComplexControl.CC_SpinBox
        yield _row(box, box.style().subControlRect(control, option, part, box), [name])


def _row(widget: QWidget, rect: QRect, texts: list[str]) -> Seen:
    place = _place(widget, rect)
    plain = {"number": 0, "whole": True, "current": False, "on": True, "button": None}
    return {"texts": texts, "place": place, **plain}


def _kind(widget: QWidget) -> str:
    return str(widget.metaObject().className())


def _place(widget: QWidget, rect: QRect) -> list[int]:
    corner = widget.mapToGlobal(rect.topLeft())
    return [corner.x(), corner.y(), rect.width(), rect.height()]
