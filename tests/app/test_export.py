"""Export: the very bytes of the command, one document for people, and no harm when it fails."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_helpers import run
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMessageBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from window_help import HeldService, Study, boxes, open_and_settle, send_out, settle

from app.kit.info_bar import InfoBar
from app.shell.main_window import MainWindow
from evalcore.documents.exports import json_bytes
from evalcore.documents.exports import markdown_bytes as genuine_markdown
from evalcore.vocabulary import NOTICE

OLD = b"the old report\n"


def markdown_bytes(drafts: Any, reviews: Any = None) -> bytes:
    return genuine_markdown(drafts, reviews)


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, study: Study) -> MainWindow:
    """A window that shows the study."""
    open_and_settle(qtbot, window, *study.files)
    return window


class Dialog:
    """Stands for the dialog that asks where to write."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path: Path | str = ""
        self.asked: list[tuple[str, str, str]] = []
        monkeypatch.setattr(QFileDialog, "getSaveFileName", self._answer)

    def _answer(
        self, parent: QWidget, title: str, start: str, kind: str, **options: object
    ) -> tuple[str, str]:
        self.asked.append((title, start, kind))
        return str(self.path), kind


@pytest.fixture
def dialog(monkeypatch: pytest.MonkeyPatch) -> Dialog:
    return Dialog(monkeypatch)


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction), name
    return found


def export(qtbot: QtBot, window: MainWindow, name: str) -> str:
    """Export and give what the window says about it."""
    settle(qtbot, window, send_out(window, action(window, name)))
    bar = window.findChild(InfoBar)
    assert bar is not None
    assert bar.isVisible()
    return bar.text()


def set_size(qtbot: QtBot, window: MainWindow, size: int) -> None:
    box = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    settle(qtbot, window, lambda: box.setValue(size))


@pytest.mark.parametrize("size", [5, 9])
def test_json_of_the_drafts_is_what_the_command_writes(
    qtbot: QtBot, shown: MainWindow, study: Study, dialog: Dialog, tmp_path: Path, size: int
) -> None:
    if size != 5:
        set_size(qtbot, shown, size)
    shown.pages.setCurrentWidget(shown.metrics)
    assert action(shown, "actionExportJson").text() == "Draft metrics as JSON…"
    dialog.path = tmp_path / "metrics.json"
    assert export(qtbot, shown, "actionExportJson") == "metrics.json was written."
    out = tmp_path / "by-command.json"
    arguments = ("--minimum-cell-size", str(size), "--json", out)
    assert run(tmp_path, "drafts", study.drafts, *arguments).status == 0
    written = (tmp_path / "metrics.json").read_bytes()
    assert written == out.read_bytes()
    assert written == json_bytes(study.draft_report(size))


def test_json_of_the_returns_is_what_the_command_writes(
    qtbot: QtBot, shown: MainWindow, study: Study, dialog: Dialog, tmp_path: Path
) -> None:
    shown.pages.setCurrentWidget(shown.agreement)
    assert action(shown, "actionExportJson").text() == "Review agreement as JSON…"
    dialog.path = tmp_path / "agreement.json"
    assert export(qtbot, shown, "actionExportJson") == "agreement.json was written."
    out = tmp_path / "by-command.json"
    done = run(tmp_path, "reviews", study.drafts, *study.returns, "--json", out)
    assert done.status == 0
    written = (tmp_path / "agreement.json").read_bytes()
    assert written == out.read_bytes() == json_bytes(study.review_report())


def test_markdown_holds_everything_that_is_shown(
    qtbot: QtBot, shown: MainWindow, study: Study, dialog: Dialog, tmp_path: Path
) -> None:
    dialog.path = tmp_path / "report.md"
    assert export(qtbot, shown, "actionExportMarkdown") == "report.md was written."
    written = (tmp_path / "report.md").read_bytes()
    assert written == markdown_bytes(study.draft_report(), study.review_report())
    text = written.decode()
    assert NOTICE in text.splitlines()[0]
    assert "# Draft metrics" in text
    assert "# Review agreement" in text
    assert str(study.folder) not in text
    assert "drafts.json" not in text


def test_markdown_of_the_drafts_alone(
    qtbot: QtBot, window: MainWindow, study: Study, dialog: Dialog, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    dialog.path = tmp_path / "report.md"
    export(qtbot, window, "actionExportMarkdown")
    assert (tmp_path / "report.md").read_bytes() == markdown_bytes(study.draft_report())


def test_what_is_exported_twice_has_the_same_bytes(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, tmp_path: Path
) -> None:
    for name in ("actionExportJson", "actionExportMarkdown"):
        contents = set()
        for number in range(2):
            dialog.path = tmp_path / f"{number}.out"
            export(qtbot, shown, name)
            contents.add(dialog.path.read_bytes())
        assert len(contents) == 1


def test_only_what_is_there_can_be_exported(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    def offered() -> tuple[bool, bool, bool]:
        names = ("actionExportJson", "actionExportMarkdown")
        json_too, markdown_too = (action(window, name).isEnabled() for name in names)
        return json_too, markdown_too, window.command_row.export.isEnabled()

    assert offered() == (False, False, False)
    open_and_settle(qtbot, window, study.returns[0])
    assert offered() == (False, False, False)
    open_and_settle(qtbot, window, study.drafts)
    window.pages.setCurrentWidget(window.metrics)
    assert offered() == (True, True, True)
    window.pages.setCurrentWidget(window.agreement)
    assert offered() == (False, True, True)
    open_and_settle(qtbot, window, study.returns[1])
    assert offered() == (True, True, True)


def test_the_file_dialog_proposes_a_name_and_then_the_last_folder(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, study: Study, tmp_path: Path
) -> None:
    dialog.path = tmp_path / "one.json"
    export(qtbot, shown, "actionExportJson")
    dialog.path = tmp_path / "two.md"
    export(qtbot, shown, "actionExportMarkdown")
    (_, first, first_kind), (_, second, second_kind) = dialog.asked
    assert (first, first_kind) == (str(study.folder / "draft-metrics.json"), "JSON (*.json)")
    assert (second, second_kind) == (str(tmp_path / "report.md"), "Markdown (*.md)")


def test_a_dialog_that_is_dismissed_writes_nothing(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, tmp_path: Path
) -> None:
    with qtbot.assertNotEmitted(shown.idle):
        send_out(shown, action(shown, "actionExportJson"))()
        send_out(shown, action(shown, "actionExportMarkdown"))()
    assert len(dialog.asked) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "ending"), [("actionExportJson", ".json"), ("actionExportMarkdown", ".md")]
)
@pytest.mark.parametrize("button", ["Yes", "No", None])
def test_a_name_without_ending_gets_one_and_asks_when_that_is_there(
    qtbot: QtBot,
    shown: MainWindow,
    dialog: Dialog,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    ending: str,
    button: str | None,
) -> None:
    """None: there is no such file, and nothing is asked."""
    asked: list[str] = []

    def question(parent: QWidget, title: str, text: str, *_: object) -> object:
        asked.append(text)
        return QMessageBox.StandardButton[button or "No"]

    monkeypatch.setattr(QMessageBox, "question", question)
    dialog.path = tmp_path / "report"
    target = tmp_path / f"report{ending}"
    if button is None:
        export(qtbot, shown, name)
        assert asked == []
        assert target.stat().st_size > 100
        return
    target.write_bytes(OLD)
    if button == "Yes":
        export(qtbot, shown, name)
        assert target.read_bytes() != OLD
    else:
        with qtbot.assertNotEmitted(shown.idle):
            send_out(shown, action(shown, name))()
        assert target.read_bytes() == OLD
    assert asked == [f"report{ending} is there already. Replace it?"]
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.parametrize("which", ["drafts", "return", "by another name"])
def test_an_open_file_is_never_replaced(
    qtbot: QtBot,
    window: MainWindow,
    own_study: Study,
    dialog: Dialog,
    tmp_path: Path,
    which: str,
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    target = own_study.returns[0] if which == "return" else own_study.drafts
    before = target.read_bytes()
    dialog.path = target
    if which == "by another name":
        dialog.path = tmp_path / "other.json"
        os.link(target, dialog.path)
    for name in ("actionExportJson", "actionExportMarkdown"):
        said = export(qtbot, window, name)
        assert said.startswith(f"{Path(dialog.path).name} was not written. Choose another name")
        assert target.read_bytes() == before
        assert str(tmp_path) not in said


class _Capabilities(ctypes.Structure):
    """The first 32 capabilities of a thread on Linux, and the others."""

    _fields_ = tuple((f"{kind}_{part}", ctypes.c_uint32) for part in "ab" for kind in "epi")


@pytest.fixture
def rights_count() -> Iterator[None]:
    """Let this thread, and those that it starts, obey the rights to files though root is asking."""
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # the version of the structure, this thread
    had, left = _Capabilities(), _Capabilities()
    for capabilities in (had, left):
        assert libc.capget(header, ctypes.byref(capabilities)) == 0
    left.e_a &= ~0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    assert libc.capset(header, ctypes.byref(left)) == 0
    yield
    assert libc.capset(header, ctypes.byref(had)) == 0


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing can be written."""
    folder = tmp_path / "Secret"
    folder.mkdir()
    (folder / "report.json").write_bytes(OLD)
    folder.chmod(0o500)
    yield folder
    folder.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights on Windows")
@pytest.mark.usefixtures("rights_count")  # before the window starts its thread
def test_no_right_to_write_is_said(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, locked: Path
) -> None:
    dialog.path = locked / "report.json"
    said = export(qtbot, shown, "actionExportJson")
    assert said.startswith("report.json was not written. Check")
    assert "Secret" not in said
    assert (locked / "report.json").read_bytes() == OLD


@pytest.mark.parametrize("case", ["no folder", "a folder is there"])
def test_a_place_that_cannot_be_written_is_said_without_naming_its_folder(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, tmp_path: Path, case: str
) -> None:
    dialog.path = tmp_path / "Secret" / "report.json"
    if case == "a folder is there":
        dialog.path.mkdir(parents=True)
    said = export(qtbot, shown, "actionExportJson")
    assert said.startswith("report.json was not written. ")
    assert said.endswith(".")
    assert "Secret" not in said
    assert os.sep not in said
    assert [path.name for path in tmp_path.iterdir()] == (
        ["Secret"] if case == "a folder is there" else []
    )


@pytest.mark.parametrize("step", ["write", "flush", "rename"])
def test_a_failure_at_any_step_leaves_the_old_file_and_no_litter(
    qtbot: QtBot,
    shown: MainWindow,
    dialog: Dialog,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/Secret/place")

    dialog.path = tmp_path / "report.json"
    dialog.path.write_bytes(OLD)
    with monkeypatch.context() as patch:
        if step == "write":
            patch.setattr("evalcore.io.replacing._fill", full)
        else:
            patch.setattr(os, "fsync" if step == "flush" else "replace", full)
        said = export(qtbot, shown, "actionExportJson")
    assert said.startswith("report.json was not written. Check that the folder is there, not full")
    assert "Secret" not in said
    assert dialog.path.read_bytes() == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]
    assert boxes(shown) == [], "it is no program error"
    assert export(qtbot, shown, "actionExportJson") == "report.json was written."
    assert dialog.path.read_bytes() != OLD


def test_a_program_error_while_writing_is_told_and_harms_nothing(
    qtbot: QtBot,
    shown: MainWindow,
    dialog: Dialog,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> bytes:
        raise RuntimeError("Secret 1931")

    monkeypatch.setattr("app.export.snapshot.json_bytes", broken)
    dialog.path = tmp_path / "report.json"
    dialog.path.write_bytes(OLD)
    said = export(qtbot, shown, "actionExportJson")
    assert said == "report.json was not written."
    qtbot.waitUntil(lambda: len(boxes(shown)) == 1)
    (box,) = boxes(shown)
    assert "RuntimeError" in box.informativeText()
    assert "1931" not in box.text() + box.informativeText()
    box.close()
    assert dialog.path.read_bytes() == OLD


def test_the_report_of_the_moment_of_asking_is_written(
    qtbot: QtBot,
    held: HeldService,
    held_window: MainWindow,
    study: Study,
    dialog: Dialog,
    tmp_path: Path,
) -> None:
    """What comes after the question does not get into the file."""
    window = held_window
    open_and_settle(qtbot, window, study.drafts)
    held.hold = {"MakeReports"}
    dialog.path = tmp_path / "report.json"

    def size_then_export() -> None:
        box = window.findChild(QSpinBox, "minimumCellSize")
        assert isinstance(box, QSpinBox)
        box.setValue(50)
        held.begun.acquire()
        send_out(window, action(window, "actionExportJson"))()
        held.let_go()

    settle(qtbot, window, size_then_export)
    written = json.loads(dialog.path.read_bytes())
    assert written == study.draft_report(5)


def test_the_export_menu_offers_the_same(shown: MainWindow) -> None:
    menu = shown.command_row.export.menu()
    assert menu is not None
    names = {entry.objectName() for entry in menu.actions()}
    assert {"actionExportJson", "actionExportMarkdown"} <= names
    assert all(entry.text() for entry in menu.actions() if not entry.isSeparator())


def test_a_long_name_with_an_identifier_is_cut_in_what_is_said(
    qtbot: QtBot, shown: MainWindow, dialog: Dialog, tmp_path: Path
) -> None:
    dialog.path = tmp_path / f"{'0123456789abcdef' * 4}.json"
    assert export(qtbot, shown, "actionExportJson") == "….json was written."
