"""The leak scan finds what is planted: in one window a secret of its own in each place."""

from __future__ import annotations

import functools
import hashlib
import queue
import sys
import threading
import types
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from leak_scan import Leak, Secrets, scan
from PySide6.QtCore import QByteArray, QMimeData, QSortFilterProxyModel, QStringListModel, Qt, QUrl
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QPainter,
    QPdfWriter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QCompleter,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QProgressBar,
    QStatusBar,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolTip,
    QTreeView,
    QWidget,
)
from studies import new_marker

import app.shell.presenter
from app.engine.open_files import OpenFile
from app.shell.main_window import MainWindow
from app.tables.file_roles import FileRole

# A tool tip raises itself, which the platform of the tests cannot do, and says so.
pytestmark = [pytest.mark.process, pytest.mark.qt_log_ignore("This plugin does not support raise")]

IDENTIFIER = hashlib.sha256(b"planted").hexdigest()
PIECE = IDENTIFIER[26:38]


@dataclass
class Bench:
    """The window in which things are planted, and what it wrote."""

    window: MainWindow
    folder: Path
    files: list[Path] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    kept: list[object] = field(default_factory=list)
    end: threading.Event = field(default_factory=threading.Event)

    def widget(self, kind: Any, *arguments: Any) -> Any:
        """Make a hidden child of the window."""
        widget = kind(*arguments, self.window)
        widget.hide()
        self.kept.append(widget)
        return widget

    def attribute(self, value: object) -> None:
        """Give the window another attribute."""
        setattr(self.window, f"planted{len(vars(self.window))}", value)

    def written(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)
        self.files.append(self.folder / name)

    def view_of(self, model: Any, kind: Any = QTreeView) -> None:
        self.widget(kind).setModel(model)
        self.kept.append(model)


def of_app(text: str, source: str) -> Any:
    """Make a function of a module of the app; ``held`` is a variable around it."""
    scope: dict[str, Any] = {"__name__": "app.planted"}
    exec(f"def make(held):\n    {source}\n    return planted", scope)
    return scope["make"](text)


def item_with(text: str, role: int) -> QStandardItem:
    item = QStandardItem("plain")
    item.setData(text, role)
    return item


def model_with(text: str, role: int = Qt.ItemDataRole.DisplayRole) -> QStandardItemModel:
    model = QStandardItemModel()
    model.appendRow([QStandardItem("first"), item_with(text, role)])
    return model


def below_a_row(bench: Bench, text: str) -> None:
    model = model_with("parent")
    model.item(0).appendRow([QStandardItem("child"), QStandardItem(text)])
    bench.view_of(model)


def in_a_header(way: Qt.Orientation, role: int) -> Callable[[Bench, str], None]:
    def plant(bench: Bench, text: str) -> None:
        model = model_with("cell")
        model.setHeaderData(0, way, text, role)
        bench.view_of(model)

    return plant


def below_a_proxy(bench: Bench, text: str) -> None:
    proxy = QSortFilterProxyModel()
    source = model_with(text)
    proxy.setSourceModel(source)
    proxy.setFilterFixedString("no row has this")
    assert proxy.rowCount() == 0
    bench.kept.append(source)
    bench.view_of(proxy)


def in_a_completer(bench: Bench, text: str) -> None:
    model = QStringListModel([text])
    bench.kept += [model, completer := QCompleter(model)]
    bench.widget(QLineEdit).setCompleter(completer)


def in_another_window(bench: Bench, text: str) -> None:
    bench.kept.append(dialog := QDialog())
    QLabel(text, dialog)


def in_a_tab(set_name: str) -> Callable[[Bench, str], None]:
    def plant(bench: Bench, text: str) -> None:
        tabs = bench.widget(QTabBar)
        tabs.addTab("tab")
        getattr(tabs, set_name)(0, text)

    return plant


def in_an_action(set_name: str) -> Callable[[Bench, str], None]:
    def plant(bench: Bench, text: str) -> None:
        action = QAction("do", bench.window)
        getattr(action, set_name)(text)

    return plant


def in_a_widget(kind: Any, set_name: str, *before: Any) -> Callable[[Bench, str], None]:
    return lambda bench, text: getattr(bench.widget(kind), set_name)(*before, text)


def in_a_box(set_name: str) -> Callable[[Bench, str], None]:
    return in_a_widget(QMessageBox, set_name)


def on_the_clipboard(kind: str) -> Callable[[Bench, str], None]:
    def plant(bench: Bench, text: str) -> None:
        data, old = QMimeData(), QGuiApplication.clipboard().mimeData()
        for known in old.formats() if old is not None else ():
            data.setData(known, old.data(known))
        data.setData(kind, QByteArray(text.encode()))
        QGuiApplication.clipboard().setMimeData(data)

    return plant


def in_a_pdf(bench: Bench, text: str) -> None:
    path = bench.folder / "planted.pdf"
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    painter.drawText(200, 200, f"of {text}")
    painter.end()
    bench.files.append(path)


def named_file(bench: Bench, text: str) -> None:
    (bench.folder / "left").mkdir()
    (bench.folder / "left" / f"{text}.txt").write_text("nothing")
    bench.files.append(bench.folder / "left")


def in_a_tool_tip(bench: Bench, text: str) -> None:
    QToolTip.showText(bench.window.pos(), text, bench.window)


class Slots:
    """Has no ``__dict__``."""

    __slots__ = ("held",)

    def __init__(self, held: object) -> None:
        self.held = held

    def method(self) -> None: ...


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """What a frozen record holds."""

    held: str


def in_a_queue(bench: Bench, text: str) -> None:
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    waiting.put(text)
    bench.attribute(waiting)


def in_a_cache(bench: Bench, text: str) -> None:
    cached = functools.cache(lambda: text)
    cached()
    bench.attribute(cached)


def in_a_generator(bench: Bench, text: str) -> None:
    def wait(held: str) -> Iterator[str]:
        yield "first"
        yield held

    started = wait(text)
    next(started)
    bench.attribute(started)


def in_a_slot(bench: Bench, text: str) -> None:
    bench.window.idle.connect(of_app(text, "planted = lambda: held"))


def in_a_frame(bench: Bench, text: str) -> None:
    """In a local of a function of the app that an exception came through."""
    source = "def planted():\n        local = held\n        raise ValueError('value-free')"
    try:
        of_app(text, source)()
    except ValueError as error:
        bench.attribute(error)
    bench.attribute(None)


def in_a_cause(bench: Bench, text: str) -> None:
    error = ValueError("value-free")
    error.__cause__ = KeyError(text)
    bench.attribute(error)


def in_a_thread(bench: Bench, text: str) -> None:
    work = of_app(text, "planted = lambda wait: [local for local in [held] if wait()]")
    threading.Thread(target=work, args=[bench.end.wait], daemon=True).start()


def named_thread(bench: Bench, text: str) -> None:
    threading.Thread(target=bench.end.wait, name=text, daemon=True).start()


def as_a_number(bench: Bench, text: str) -> None:
    bench.attribute(int(text, 16))


HORIZONTAL, VERTICAL = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
ROLES = Qt.ItemDataRole

# By place: what the place must be called, and how a text comes there.
PLANTS: dict[str, tuple[str, Callable[[Bench, str], object]]] = {
    "window title": ("windowTitle", lambda b, t: b.window.setWindowTitle(t)),
    "window file": ("windowFilePath", in_a_widget(QWidget, "setWindowFilePath")),
    "label": ("QLabel: text", in_a_widget(QLabel, "setText")),
    "line edit": ("QLineEdit: text", in_a_widget(QLineEdit, "setText")),
    "placeholder": ("placeholderText", in_a_widget(QLineEdit, "setPlaceholderText")),
    "text edit": ("QTextEdit: plainText", in_a_widget(QTextEdit, "setPlainText")),
    "plain text edit": ("QPlainTextEdit: plainText", in_a_widget(QPlainTextEdit, "setPlainText")),
    "progress bar": ("QProgressBar: format", in_a_widget(QProgressBar, "setFormat")),
    "status bar": ("QStatusBar: message", in_a_widget(QStatusBar, "showMessage")),
    "tool tip": ("toolTip", in_a_widget(QWidget, "setToolTip")),
    "tool tip shown": ("QLabel qtooltip_label: text", in_a_tool_tip),
    "status tip": ("statusTip", in_a_widget(QWidget, "setStatusTip")),
    "what's this": ("whatsThis", in_a_widget(QWidget, "setWhatsThis")),
    "accessible name": ("accessible Name", in_a_widget(QWidget, "setAccessibleName")),
    "accessible description": (
        "accessible Description",
        in_a_widget(QWidget, "setAccessibleDescription"),
    ),
    "accessible text": ("accessible text", in_a_widget(QLineEdit, "setText")),
    "accessible cell": (
        "part: accessible Name",
        lambda b, t: b.view_of(model_with(t, ROLES.AccessibleTextRole), QTableView),
    ),
    "object name": ("objectName", in_a_widget(QWidget, "setObjectName")),
    "dynamic property": ("property", in_a_widget(QWidget, "setProperty", "planted")),
    "property in a list": (
        "property",
        lambda b, t: b.widget(QWidget).setProperty("planted", [1, ["x", t]]),
    ),
    "name of a property": ("name of a property", lambda b, t: b.widget(QWidget).setProperty(t, 1)),
    "style sheet": (
        "styleSheet",
        lambda b, t: b.widget(QWidget).setStyleSheet(f"#a{t} {{ color: red }}"),
    ),
    "another window": ("QLabel: text", in_another_window),
    "action": ("QAction: text", in_an_action("setText")),
    "action's tool tip": ("QAction: toolTip", in_an_action("setToolTip")),
    "action's status tip": ("QAction: statusTip", in_an_action("setStatusTip")),
    "action's data": ("QAction: data", in_an_action("setData")),
    "menu": ("QMenu: title", in_a_widget(QMenu, "setTitle")),
    "tab": ("QTabBar: tab", in_a_tab("setTabText")),
    "tab's tool tip": ("QTabBar: tab", in_a_tab("setTabToolTip")),
    "tab's data": ("QTabBar: tab", in_a_tab("setTabData")),
    "tab's accessible name": ("QTabBar: tab", in_a_tab("setAccessibleTabName")),
    "box": ("QMessageBox: text", in_a_box("setText")),
    "box's information": ("QMessageBox: informativeText", in_a_box("setInformativeText")),
    "box's details": ("QMessageBox: detailedText", in_a_box("setDetailedText")),
    "cell": ("role 0", lambda b, t: b.view_of(model_with(t))),
    "cell's tool tip": ("role 3", lambda b, t: b.view_of(model_with(t, ROLES.ToolTipRole))),
    "cell's role of the app": (
        f"role {int(FileRole.SHORT)}",
        lambda b, t: b.view_of(model_with(t, FileRole.SHORT)),
    ),
    "cell's role of nobody": ("role 265", lambda b, t: b.view_of(model_with(t, 265))),
    "cell below a row": ("role 0", below_a_row),
    "header": ("header, role 0", in_a_header(HORIZONTAL, ROLES.DisplayRole)),
    "header's tool tip": ("header, role 3", in_a_header(VERTICAL, ROLES.ToolTipRole)),
    "below a proxy": ("QStandardItemModel: role 0", below_a_proxy),
    "combo box": ("role 0", in_a_widget(QComboBox, "addItem")),
    "completer": ("QStringListModel: role 0", in_a_completer),
    "clipboard, text": ("clipboard.text/plain", on_the_clipboard("text/plain")),
    "clipboard, HTML": ("clipboard.text/html", on_the_clipboard("text/html")),
    "clipboard, other": ("clipboard.application/x", on_the_clipboard("application/x-planted")),
    "written file": ("written file .md", lambda b, t: b.written("planted.md", t.encode())),
    "written in UTF-16": (
        "written file .conf",
        lambda b, t: b.written("planted.conf", t.encode("utf-16")),
    ),
    "entities in HTML": (
        "written file .html",
        lambda b, t: b.written("planted.html", "".join(f"&#{ord(c)};" for c in t).encode()),
    ),
    "escapes in JSON": (
        "written file .json",
        lambda b, t: b.written(
            "planted.json", "".join(f"\\u{ord(c):04x}" for c in t).encode("ascii")
        ),
    ),
    "text of a PDF": ("written file .pdf", in_a_pdf),
    "name of a file": ("name of a written file", named_file),
    "printed": ("printed", lambda b, t: b.texts.append(f"a warning of {t}")),
    "attribute": ("window.planted", lambda b, t: b.attribute(t)),
    "address": ("window.planted", lambda b, t: b.attribute(QUrl(f"file:///{t}"))),
    "slots": ("planted", lambda b, t: b.attribute(Slots(t))),
    "record": ("planted", lambda b, t: b.attribute(Record(t))),
    "containers": ("planted", lambda b, t: b.attribute({"a": [({"b": deque([{t}])},)]})),
    "key": ("planted", lambda b, t: b.attribute({t: 1})),
    "closure": ("planted", lambda b, t: b.attribute(lambda: t)),
    "default": (
        "planted",
        lambda b, t: b.attribute(types.FunctionType((lambda x: x).__code__, {}, "f", (t,))),
    ),
    "method": ("planted", lambda b, t: b.attribute(Slots(t).method)),
    "partial": ("planted", lambda b, t: b.attribute(functools.partial(print, t))),
    "queue": ("planted", in_a_queue),
    "cache": ("planted", in_a_cache),
    "generator": ("planted", in_a_generator),
    "slot": ("closure", in_a_slot),
    "exception": ("planted", lambda b, t: b.attribute(ValueError(t))),
    "bytes that an exception names": (
        "planted",
        lambda b, t: b.attribute(UnicodeDecodeError("utf-8", t.encode(), 0, 1, "")),
    ),
    "note": ("planted", lambda b, t: b.attribute(types.SimpleNamespace(__notes__=[t]))),
    "cause": ("planted", in_a_cause),
    "frame": ("locals of planted", in_a_frame),
    "last exception": ("sys.last_value", lambda b, t: setattr(sys, "last_value", ValueError(t))),
    "module": (
        "app.shell.presenter.planted",
        lambda b, t: setattr(app.shell.presenter, "planted", t),
    ),
    "class": ("planted", lambda b, t: setattr(MainWindow, "planted", t)),
    "thread": ("thread", in_a_thread),
    "name of a thread": ("name of a thread", named_thread),
    "number": ("planted", as_a_number),
    "digest": ("planted", lambda b, t: b.attribute(bytes.fromhex(t))),
    "text in UTF-16": ("planted", lambda b, t: b.attribute(t.encode("utf-16"))),
}


def identifier_of(place: str) -> str:
    """Return the place's own identifier; with a d, which a number cannot lose as it can a 0."""
    digest = hashlib.sha256(place.encode()).hexdigest()
    return digest[:20] + "d" + digest[21:]


def secret_of(place: str) -> str:
    return identifier_of(place)[20:32]


@pytest.fixture(scope="module")
def scans(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[list[Leak], dict[str, list[str]]]]:
    """What is found in a window before anything is planted, and after: places by secret."""
    window = MainWindow()
    window.guard.remove()
    window.show()
    bench = Bench(window, tmp_path_factory.mktemp("written"))
    QGuiApplication.clipboard().clear()
    secrets = Secrets(map(identifier_of, PLANTS))
    before = scan(window, secrets)
    for place, (_, plant) in PLANTS.items():
        plant(bench, secret_of(place))
    found: dict[str, list[str]] = {}
    for leak in scan(window, secrets, files=bench.files, texts=bench.texts):
        found.setdefault(leak.found, []).append(leak.place)
    yield before, found
    bench.end.set()
    QToolTip.hideText()
    QGuiApplication.clipboard().clear()
    del app.shell.presenter.planted, MainWindow.planted  # type: ignore[attr-defined]
    vars(sys).pop("last_value", None)
    for thing in bench.kept:
        if isinstance(thing, QWidget):
            thing.deleteLater()
    window.close()
    window.deleteLater()


def test_nothing_is_found_where_nothing_is_planted(
    scans: tuple[list[Leak], dict[str, list[str]]],
) -> None:
    assert scans[0] == []


@pytest.mark.parametrize("place", PLANTS)
def test_a_planted_leak_is_found(
    scans: tuple[list[Leak], dict[str, list[str]]], place: str
) -> None:
    places = scans[1].get(secret_of(place), [])
    assert any(PLANTS[place][0] in each for each in places), places


@pytest.mark.parametrize(
    "text",
    [
        PIECE,
        f"File {PIECE}.json",
        PIECE.upper(),
        " ".join(PIECE),
        f"{PIECE[:4]}-{PIECE[4:8]}:{PIECE[8:]}",
        IDENTIFIER[:12],
        IDENTIFIER[-12:],
        "Open the TRANSCRIPTmarker.",
        "transcriptMARKER",
    ],
)
def test_a_text_with_a_secret(text: str) -> None:
    assert Secrets([IDENTIFIER], ["TranscriptMarker"]).find(text) is not None


@pytest.mark.parametrize(
    "text", ["", PIECE[:11], PIECE[:6] + "0" + PIECE[6:], IDENTIFIER[:11], "transcript marker"]
)
def test_a_text_without_one(text: str) -> None:
    assert Secrets([IDENTIFIER], ["TranscriptMarker"]).find(text) is None


@pytest.fixture
def path() -> str:
    return f"/home/{new_marker('folder')}/drafts.json"


def leaks_of(window: MainWindow, path: str) -> list[str]:
    secrets = Secrets((), [Path(path).parent.name], [path])
    return [leak.place for leak in scan(window, secrets)]


def test_an_open_file_may_hold_its_whole_path_and_nothing_else(
    window: MainWindow, path: str
) -> None:
    file = OpenFile(1, path, "drafts.json")
    window.planted = [file]  # type: ignore[attr-defined]
    assert leaks_of(window, path) == []
    file.name = path
    assert leaks_of(window, path) != []
    file.name = "drafts.json"
    file.path = f"{path}, {Path(path).parent.name}"
    assert leaks_of(window, path) != []


def test_a_path_elsewhere_is_a_leak(window: MainWindow, path: str) -> None:
    window.planted = path  # type: ignore[attr-defined]
    assert leaks_of(window, path) == ["window.planted"]


def test_what_is_found_says_where(window: MainWindow) -> None:
    window.start.setToolTip(f"of {PIECE}")
    places = [leak.place for leak in scan(window, Secrets([IDENTIFIER]))]
    assert "StartPage: toolTip" in places
    window.start.setToolTip("")
    assert scan(window, Secrets([IDENTIFIER])) == []
