"""The leak scan: looks everywhere in and around a running window for what went into it.

What is looked for stands in ``Secrets``; what is found comes back as ``Leak``s, each with
its place. Text is compared without regard to case; of an identifier any 12 characters in a
row count, however they are grouped ("12ab-34cd 56ef"), as text, bytes or a number.

Four things may hold the full path of a file, and nothing else of it: ``PATHS_ALLOWED``.
Not read are the pixels of the window, and an open QFileDialog, which is there to show folders.
"""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leak_files import texts_of
from leak_walk import Walk
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractProxyModel,
    QLocale,
    QMargins,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAction,
    QClipboard,
    QCursor,
    QFont,
    QGuiApplication,
    QIcon,
    QPalette,
    QRegion,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QSizePolicy,
    QStatusBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from app.tables import file_roles
from app.tables import roles as app_roles

PIECE = 12
"""So many characters of an identifier in a row are one too many."""

_NO_TEXT = (
    *(type(None), bool, float, enum.Enum, QPoint, QSize, QRect, QMargins, QRegion, QSizePolicy),
    *(QFont, QPalette, QCursor, QLocale, QIcon),
)
"""Types of properties that cannot hold a text; most properties have one of them."""

_HEX = re.compile(rf"[0-9a-f]{{{PIECE},}}")
_NO_LETTER_OR_DIGIT = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True)
class Leak:
    """Something that went in, and where it came to light."""

    place: str
    found: str


class Secrets:
    """What must not come to light.

    ``identifiers`` are looked for by any 12 characters, ``words`` as they are. ``paths`` are
    the full paths that the program must know; only the allowed places may hold one, whole.
    """

    def __init__(
        self, identifiers: Iterable[str] = (), words: Iterable[str] = (), paths: Iterable[str] = ()
    ) -> None:
        self.identifiers = frozenset(each.lower() for each in identifiers)
        self.words = frozenset(each.lower() for each in words)
        self.paths = tuple(sorted(set(paths), key=len, reverse=True))
        self._pieces = {
            each[start : start + PIECE]
            for each in self.identifiers
            for start in range(len(each) - PIECE + 1)
        }
        self._words = re.compile("|".join(map(re.escape, sorted(self.words))) or r"(?!)")

    def find(self, text: str, *, path_allowed: bool = False) -> str | None:
        """Return the first secret in text, or None."""
        for path in self.paths if path_allowed else ():
            text = text.replace(path, "")
        text = text.lower()
        if (word := self._words.search(text)) is not None:
            return str(word.group())
        for form in (text, _NO_LETTER_OR_DIGIT.sub("", text)):
            for run in _HEX.findall(form):
                for start in range(len(run) - PIECE + 1):
                    if (piece := run[start : start + PIECE]) in self._pieces:
                        return str(piece)
        return None

    def __or__(self, other: Secrets) -> Secrets:
        return Secrets(
            self.identifiers | other.identifiers,
            self.words | other.words,
            (*self.paths, *other.paths),
        )


def scan(
    window: QMainWindow,
    secrets: Secrets,
    *,
    files: Iterable[Path] = (),
    texts: Iterable[str] = (),
    program: bool = True,
) -> list[Leak]:
    """Look in the window, its program and what it wrote; [] is a clean bill.

    Without ``program``, not in what no widget holds: modules, closures, other threads.
    ``files`` are exported files and settings (of a folder, all files in it), ``texts`` what
    was printed, logged or warned of.
    """
    _count()
    walk = Walk(secrets.find)
    walk.look("window", window)  # first, so that what hangs on it is called so
    _look_at_all_shown(walk, window)
    if program:
        walk.look_at_program()
    _look_at_left(walk, files, texts)
    return [Leak(place, found) for place, found in walk.found]


def scan_left(
    secrets: Secrets, *, files: Iterable[Path] = (), texts: Iterable[str] = ()
) -> list[Leak]:
    """Look only at what a program left: written files and their names, and what it printed."""
    _count()
    walk = Walk(secrets.find)
    _look_at_left(walk, files, texts)
    return [Leak(place, found) for place, found in walk.found]


def _count() -> None:
    """Add a line to the file in which ``dev.py torture leaks`` counts the scans."""
    if (figures := os.environ.get("REVIEW_DESK_LEAKS")) is not None:
        with open(figures, "a", encoding="ascii") as file:
            file.write("scan\n")


def _look_at_left(walk: Walk, files: Iterable[Path], texts: Iterable[str]) -> None:
    for file in files:
        for each in sorted(file.rglob("*")) if file.is_dir() else [file]:
            if file.is_dir():
                walk.look("name of a written file", str(each.relative_to(file)))
            if each.is_file():
                for text in texts_of(each):
                    walk.look(f"written file {each.suffix}", text)
    for text in texts:
        walk.look("printed, logged or warned of", text)


def scan_shown(window: QMainWindow, secrets: Secrets) -> list[Leak]:
    """Look only at the widgets: enough where nothing but the size has changed since a scan."""
    _count()
    walk = Walk(secrets.find)
    _look_at_objects(walk, window)
    return [Leak(place, found) for place, found in walk.found]


def _look_at_all_shown(walk: Walk, window: QMainWindow) -> None:
    _look_at_objects(walk, window)
    for model in _models(window):
        _look_at_model(walk, model)
    _look_at_clipboard(walk)


def _look_at_objects(walk: Walk, window: QMainWindow) -> None:
    for thing in _objects(window):
        if not isValid(thing):
            continue  # gone since: a document's frame goes when its text is asked for
        _look_at_object(walk, thing)
        walk.look(type(thing).__name__, thing)


def _objects(window: QMainWindow) -> list[QObject]:
    """Every object of Qt's that can be reached, shown or not, but for open file dialogs."""
    application = QApplication.instance()
    roots: list[QObject] = [window, *QApplication.topLevelWidgets(), *QApplication.allWidgets()]
    roots += QGuiApplication.allWindows()
    roots += [application] if application is not None else []
    seen: dict[int, QObject] = {}
    while roots:
        thing = roots.pop()
        if id(thing) in seen or not isValid(thing) or isinstance(thing, QFileDialog):
            continue
        if isinstance(thing, QWidget) and isinstance(thing.window(), QFileDialog):
            continue
        seen[id(thing)] = thing
        roots += thing.children()
        if isinstance(thing, QWidget):
            roots += thing.actions()
    return list(seen.values())


def _look_at_object(walk: Walk, thing: QObject) -> None:
    name = f"{type(thing).__name__} {thing.objectName()}".strip()
    meta = thing.metaObject()
    for number in range(meta.propertyCount()):
        prop = meta.property(number)
        value = prop.read(thing)
        if not isinstance(value, _NO_TEXT):
            walk.look(f"{name}: {prop.name()!s}", value)
    for key in thing.dynamicPropertyNames():
        walk.look(f"{name}: name of a property", key)
        try:
            value = thing.property(bytes(key.data()).decode())
        except RuntimeError:
            continue  # a type of Qt's own that has no form in Python, and no text
        walk.look(f"{name}: property", value)
    match thing:
        case QAction():
            walk.look(f"{name}: data", thing.data())
        case QTabBar():
            for tab in range(thing.count()):
                for ask in (thing.tabText, thing.tabToolTip, thing.tabWhatsThis, thing.tabData):
                    walk.look(f"{name}: tab", ask(tab))
                walk.look(f"{name}: tab", thing.accessibleTabName(tab))
        case QStatusBar():
            walk.look(f"{name}: message", thing.currentMessage())
    if isinstance(thing, QWidget):
        interface = QAccessible.queryAccessibleInterface(thing)
        if interface is not None:
            _look_at_accessible(walk, interface, name)


def _look_at_accessible(walk: Walk, interface: QAccessibleInterface, name: str) -> None:
    """Look at what assistive tools are told of a widget and of its parts that are no widgets."""
    if not interface.isValid():
        return
    for kind in QAccessible.Text:
        walk.look(f"{name}: accessible {kind.name}", interface.text(kind))
    if (text := interface.textInterface()) is not None:
        walk.look(f"{name}: accessible text", text.text(0, text.characterCount()))
    if (value := interface.valueInterface()) is not None:
        walk.look(f"{name}: accessible value", value.currentValue())
    for number in range(interface.childCount()):
        child = interface.child(number)
        if child is not None and child.object() is None:
            _look_at_accessible(walk, child, f"{name} part")


def _models(window: QMainWindow) -> list[QAbstractItemModel]:
    """The models of all views, and what lies under their proxies, hidden rows and all."""
    wanted: list[QAbstractItemModel | None] = []
    for thing in _objects(window):
        if isinstance(thing, QAbstractItemModel):
            wanted.append(thing)
        elif isinstance(thing, QAbstractItemView | QComboBox):
            wanted.append(thing.model())
        elif isinstance(thing, QLineEdit | QTextEdit) and hasattr(thing, "completer"):
            completer = thing.completer()
            wanted.append(completer.model() if completer is not None else None)
    seen: dict[int, QAbstractItemModel] = {}
    while wanted:
        model = wanted.pop()
        if model is None or id(model) in seen:
            continue
        seen[id(model)] = model
        if isinstance(model, QAbstractProxyModel):
            wanted.append(model.sourceModel())
    return list(seen.values())


def _roles(model: QAbstractItemModel) -> list[int]:
    """Qt's roles, those the model names, those the app names, and the first of the user's."""
    user = int(Qt.ItemDataRole.UserRole)
    known = {int(role) for role in Qt.ItemDataRole} | set(model.roleNames())
    for module in (app_roles, file_roles):
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and issubclass(kind, int)
                and kind.__module__ == module.__name__
            ):
                known |= {int(role) for role in kind}  # type: ignore[attr-defined]
    return sorted(known | set(range(user, user + 16)))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    # a list model's is private
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _look_at_model(walk: Walk, model: QAbstractItemModel) -> None:
    name, roles = type(model).__name__, _roles(model)
    places = {role: f"{name}: role {role}" for role in roles}
    parents = [QModelIndex()]
    while parents:
        parent = parents.pop()
        cells = [
            model.index(row, column, parent)
            for row in range(model.rowCount(parent))
            for column in range(_columns(model, parent))
        ]
        for cell in cells:
            for role, place in places.items():
                if (value := model.data(cell, role)) is not None:
                    walk.look(place, value)
        ends = [cell for cell in cells if cell.row() in (0, cells[-1].row())]
        dragged = model.mimeData(ends) if ends else None
        if dragged is not None:
            walk.look(f"{name}: what is dragged", dragged)  # in it, all roles below the user's
        parents += [cell for cell in cells if model.rowCount(cell)]
    for way, count in (
        (Qt.Orientation.Horizontal, _columns(model, QModelIndex())),
        (Qt.Orientation.Vertical, model.rowCount(QModelIndex())),
    ):
        for section in range(count):
            for role in roles:
                walk.look(f"{name}: header, role {role}", model.headerData(section, way, role))


def _look_at_clipboard(walk: Walk) -> None:
    clipboard = QGuiApplication.clipboard()
    modes: Sequence[Any] = list(QClipboard.Mode)
    for mode in modes:
        data = clipboard.mimeData(mode)
        if data is not None:
            walk.look("clipboard", data)
