"""Names of files: shown as they are and short, and never taken for markup."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from leak_scan import _objects
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, names, open_and_settle, running, send_out, settle

from app.kit.plain_text import as_it_is
from app.shell.main_window import MainWindow

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")

NAMES = ("<b>Qzbold<i>.json", "<img src=x>Qzimage.json", "Qzone &lt;two&gt;.json")


@pytest.fixture
def marked(own_study: Study) -> list[Path]:
    """Drafts and two returns under names that look like markup."""
    old = own_study.files[:3]
    return [path.rename(path.with_name(name)) for path, name in zip(old, NAMES, strict=True)]


def rich(text: str) -> bool:
    """Whether Qt would make markup of it, unless it is told otherwise."""
    return bool(GuiQt.mightBeRichText(text))


def texts(window: MainWindow) -> Iterator[tuple[str, str]]:
    """What Qt decides about by itself, with its place."""
    for thing in _objects(window):
        if isinstance(thing, QLabel) and thing.textFormat() == Qt.TextFormat.AutoText:
            yield f"label {thing.objectName()}", thing.text()
        if isinstance(thing, QMessageBox) and thing.textFormat() == Qt.TextFormat.AutoText:
            yield "box", thing.text()
            yield "box", thing.informativeText()
        if isinstance(thing, QWidget):
            yield f"tool tip of {type(thing).__name__}", thing.toolTip()
            yield "what's this", thing.whatsThis()
        if isinstance(thing, QAbstractItemView) and (model := thing.model()) is not None:
            for row in range(model.rowCount()):
                for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole):
                    yield "tool tip of a cell", str(model.index(row, 0).data(role) or "")


def assert_plain(window: MainWindow) -> None:
    """A name is no markup where Qt decides; where it is markup, it is that of ``as_it_is``."""
    for place, text in texts(window):
        if "Qz" in text and rich(text):
            assert text.startswith("<qt>"), (place, text)
            inner = text.removeprefix("<qt>").removesuffix("</qt>").replace("<br>", "")
            assert "<" not in inner, (place, text)


def test_open_read_changed_and_gone(qtbot: QtBot, window: MainWindow, marked: list[Path]) -> None:
    open_and_settle(qtbot, window, *marked)
    assert names(window) == list(NAMES)
    for action in window.actions_.pages:
        action.trigger()
        assert_plain(window)
    for path in marked:
        path.unlink()
    for file in window.session.files:
        settle(qtbot, window, lambda file=file: window.session.reload(file.number))
        assert file.name in window.info.text()
        assert_plain(window)


HALF_WAY = """
import sys; sys.path.insert(0, sys.argv[1])
from evalcore import errors; from evalcore.service import evaluation as service
def read(path, *, progress, cancel):
    progress(42, 100)
    cancel.wait()
    raise errors.Cancelled()
    yield
service.read_drafts = read
"""


@pytest.mark.process
def test_while_it_is_read(
    qtbot: QtBot, window: MainWindow, marked: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    window.engine.set_command(running(HALF_WAY))
    window.open_files([marked[0]])
    qtbot.waitUntil(
        lambda: window.session.reading is not None and window.session.reading.bytes_read == 42,
        timeout=LONG,
    )
    for action in window.actions_.pages:
        action.trigger()
        assert_plain(window)
    settle(qtbot, window, window.session.cancel)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What questions said; each is answered with No."""
    said: list[str] = []

    def answer(*arguments: Any, **_: Any) -> QMessageBox.StandardButton:
        said.append(str(arguments[2]))
        return QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    return said


def test_in_questions_and_exports(
    qtbot: QtBot,
    window: MainWindow,
    marked: list[Path],
    study: Study,
    asked: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_and_settle(qtbot, window, marked[0])
    open_and_settle(qtbot, window, study.drafts)
    place = marked[0].with_name("<u>Qzout")
    place.with_name("<u>Qzout.json").write_text("there")
    monkeypatch.setattr(
        "PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_, **__: (str(place), "")
    )
    window.pages.setCurrentWidget(window.metrics)
    send_out(window, window.actions_.export_in_view)()
    assert len(asked) == 2
    for text in asked:
        assert text.startswith("<qt>&lt;")
    place = marked[0].with_name("<u>Qznew.json")
    settle(qtbot, window, send_out(window, window.actions_.export_in_view))
    assert window.info.text() == "<u>Qznew.json was written."
    assert_plain(window)
    # a saved report names its file
    settle(qtbot, window, window.session.remove_all)
    open_and_settle(qtbot, window, place)
    window.resize(1366, 768)
    assert_plain(window)
    window.resize(900, 600)
    assert_plain(window)


@pytest.mark.parametrize("text", ["plain", "a > b", "two\nlines"])
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    assert as_it_is(text) == text


@pytest.mark.parametrize(
    "text", ["<b>.json", "a <img src=x> b", "&lt;b&gt;", "one\n<b>two", "</qt><b>", "&amp;"]
)
def test_what_looks_like_markup_is_shown_letter_by_letter(qtbot: QtBot, text: str) -> None:
    document = QTextDocument()
    document.setHtml(as_it_is(text))
    assert document.toPlainText() == text


def test_the_check_sees_a_name_as_markup(window: MainWindow) -> None:
    label = QLabel("<b>Qzbold</b>", window)
    with pytest.raises(AssertionError):
        assert_plain(window)
    label.deleteLater()
