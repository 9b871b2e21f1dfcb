"""Nothing that went into the window comes to light, and the notice stays, in every state."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from leak_desk import Desk, assert_notice
from leak_scan import Secrets, scan
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox, QTableView
from pytestqt.qtbot import QtBot
from studies import Study, identifiers, new_marker, path_parts, read, write_claims, write_study
from window_help import LONG, boxes, let_it_out, names, running, send_out, take_in_hand

from app.kit.help_dialog import HelpDialog
from app.kit.theme import Theme
from app.pages.draft_metrics.table import Mode
from app.platform.resource_files import sample_study
from app.shell.main_window import MainWindow

# What makes an evaluator read 42 % of a drafts file and then wait to be told to stop.
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


@pytest.fixture
def desk(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    (folder := tmp_path / new_marker("export")).mkdir()
    return Desk(window, qtbot, folder, request, monkeypatch)


@pytest.fixture
def study(tmp_path: Path, desk: Desk) -> Study:
    """A study of its own, in a folder with a telling name; the desk knows its secrets."""
    made = write_study(tmp_path / new_marker("folder"))
    desk.secrets |= made.secrets
    return made


def empty(desk: Desk, study: Study) -> None:
    assert names(desk.window) == []


def drafts(desk: Desk, study: Study) -> None:
    desk.open(study.drafts)
    assert desk.window.session.reports.drafts is not None


def returns(desk: Desk, study: Study) -> None:
    desk.open(*study.returns)
    assert len(desk.window.session.returns) == 2


def both(desk: Desk, study: Study) -> None:
    desk.window.file_panel.minimum_cell_size.setValue(2)
    desk.open(*study.paths)
    assert desk.window.session.reports.reviews is not None


def sample(desk: Desk, study: Study) -> None:
    desk.secrets |= Secrets(identifiers([read(Path(path)) for path in sample_study()]))
    desk.do(desk.window.actions_.open_sample.trigger)
    assert desk.window.session.reports.reviews is not None


def reading(desk: Desk, study: Study) -> None:
    desk.window.engine.set_command(running(HALF_WAY))
    session = desk.window.session
    desk.window.open_files(study.paths)
    desk.qtbot.waitUntil(
        lambda: session.reading is not None and session.reading.bytes_read == 42, timeout=LONG
    )


def cancelled(desk: Desk, study: Study) -> None:
    reading(desk, study)
    desk.do(desk.window.status.cancel_button.click)
    assert desk.window.session.reports.drafts is None


def claims(desk: Desk, study: Study) -> None:
    path, secrets = write_claims(study.drafts.parent)
    desk.secrets |= secrets
    desk.open(path)
    assert desk.window.session.reports.claims is not None
    desk.window.pages.setCurrentWidget(desk.window.claims)


def suppressed(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.do(lambda: desk.window.file_panel.minimum_cell_size.setValue(9999))
    assert desk.window.metrics.model.index(0, 2).data() == "suppressed"


def removed(desk: Desk, study: Study) -> None:
    both(desk, study)
    take_in_hand(desk.window, "return-2.json")
    desk.do(desk.window.actions_.remove.trigger)
    assert names(desk.window) == ["drafts.json", "return-1.json"]


def all_removed(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.do(desk.window.actions_.close_all.trigger)
    assert names(desk.window) == []


def changed(desk: Desk, study: Study) -> None:
    both(desk, study)
    for path in study.paths[:2]:
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    files = desk.window.session.files
    desk.window.session.check_files()
    desk.qtbot.waitUntil(lambda: [f.changed for f in files] == [True, True, False], timeout=LONG)


def reloaded(desk: Desk, study: Study) -> None:
    changed(desk, study)
    files = desk.window.session.files
    desk.window.actions_.reload.trigger()
    desk.qtbot.waitUntil(
        lambda: (
            desk.window.session.reports.reviews is not None
            and not any(file.changed for file in files)
        ),
        timeout=LONG,
    )


def gone(desk: Desk, study: Study) -> None:
    both(desk, study)
    for path in study.paths:
        path.unlink()
    for file in desk.window.session.files:
        desk.do(functools.partial(desk.window.session.reload, file.number))
    assert all(file.fault is not None for file in desk.window.session.files)


def file_menu(desk: Desk, study: Study) -> None:
    both(desk, study)
    view = desk.window.file_panel.list
    view.customContextMenuRequested.emit(view.visualRect(view.model().index(1, 0)).center())
    assert any(menu.isVisible() for menu in view.findChildren(QMenu))


def all_figures(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.window.set_theme(Theme.for_scheme("dark"))
    desk.window.metrics.table.set_mode(Mode.ALL_FIGURES)
    desk.window.metrics.table.choose_metric("negation")


def agreement(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.window.pages.setCurrentWidget(desk.window.agreement)


def explained(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.window.actions_.explain.trigger()
    dialog = desk.window.findChild(HelpDialog)
    assert dialog is not None
    desk.qtbot.waitUntil(dialog.isVisible)
    assert_notice(dialog)


def about(desk: Desk, study: Study) -> None:
    both(desk, study)
    desk.window.actions_.about.trigger()
    desk.qtbot.waitUntil(lambda: len(boxes(desk.window)) == 1)


def copied(desk: Desk, study: Study) -> None:
    both(desk, study)
    for page in (desk.window.agreement, desk.window.metrics):
        desk.window.pages.setCurrentWidget(page)
        table = page.findChild(QTableView)
        assert table is not None
        table.selectAll()
        QApplication.clipboard().clear()
        QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        let_it_out(desk.window)
        assert len(QApplication.clipboard().text().splitlines()) > 2
        desk.look_once()


def exported(desk: Desk, study: Study) -> None:
    both(desk, study)
    actions = desk.window.actions_
    for name, page, action in (
        ("drafts.json", desk.window.metrics, actions.export_in_view),
        ("reviews.json", desk.window.agreement, actions.export_in_view),
        ("report.md", desk.window.agreement, actions.export_as["Markdown"]),
    ):
        desk.window.pages.setCurrentWidget(page)
        path = desk.write(name)
        desk.do(send_out(desk.window, action))
        assert path.stat().st_size > 0
        assert desk.window.info.text() == f"{name} was written."


def not_exported(desk: Desk, study: Study) -> None:
    """Where there is no folder, where a folder is, and over what is open."""
    both(desk, study)
    before = study.drafts.read_bytes()
    (desk.folder / "taken.md").mkdir()
    for path in (desk.folder / "no" / "report.md", desk.folder / "taken.md", study.drafts):
        desk.write(str(path))
        desk.secrets |= Secrets((), (), path_parts(path))
        desk.do(send_out(desk.window, desk.window.actions_.export_as["Markdown"]))
        assert "was not written" in desk.window.info.text()
        desk.written.clear()
        desk.look_once()
    assert study.drafts.read_bytes() == before


# A menu and a tool tip ask of the platform what that of the tests cannot do, and it says so.
pytestmark = [
    pytest.mark.process,
    pytest.mark.qt_log_ignore(
        "This plugin does not support raise", "This plugin does not support grabbing"
    ),
]

STATES = [empty, drafts, returns, both, sample, claims, reading, cancelled, suppressed, removed]
STATES += [all_removed, changed, reloaded, gone, file_menu, all_figures, agreement, explained]


def compared(desk: Desk, study: Study) -> None:
    """With a report of this session in a folder of a telling name, and with no report."""
    both(desk, study)
    checker = desk.window.checker
    path = desk.write("april.json")
    desk.window.pages.setCurrentWidget(desk.window.metrics)
    desk.do(send_out(desk.window, desk.window.actions_.export_in_view))
    desk.do(lambda: desk.window.file_panel.minimum_cell_size.setValue(6))
    desk.window.pages.setCurrentWidget(desk.window.disclosure)
    desk.do(lambda: checker.compare_with([str(path)]))
    desk.look_once()
    desk.do(lambda: checker.compare_with([str(study.drafts)]))
    assert len(checker.earlier) == 2
    desk.window.actions_.export_as["Markdown"].trigger()


STATES += [about, compared, copied, exported, not_exported]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_state_leaks(desk: Desk, study: Study, state: Callable[[Desk, Study], None]) -> None:
    state(desk, study)
    desk.look()


@pytest.mark.parametrize("button", ["Yes", "No"])
def test_the_question_of_a_second_drafts_file(
    desk: Desk, study: Study, tmp_path: Path, button: str
) -> None:
    drafts(desk, study)
    other = write_study(tmp_path / new_marker("other"), seed=2, drafts_name="other.json")
    desk.secrets |= other.secrets
    asked = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(0, answer)
            return
        asked.append(box.text())
        try:
            desk.look_once()
        finally:
            box.button(QMessageBox.StandardButton[button]).click()

    QTimer.singleShot(0, answer)
    desk.open(other.drafts)
    assert len(asked) == 1
    assert names(desk.window) == (["other.json"] if button == "Yes" else ["drafts.json"])
    desk.look_once()


HEX_RUN = "deadbeefcafe" + "0123456789abcdef" * 3 + "beef"
FILE_NAMES = {
    f"{HEX_RUN}.json": HEX_RUN,
    "MRN 194503121234.json": "194503121234",
    "a1b2c3d4 return.json": "a1b2c3d4",
    "RETURN_A1B2C3D4E5F6.json": "a1b2c3d4e5f6",
    "two\nlines\x1b[31m.json": "two\nlines",
    "left\u202eright.json": "\u202e",
}
"""Names of files, with what of each must not be shown."""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file names")
def test_no_name_of_a_file_leaks(desk: Desk, tmp_path: Path) -> None:
    study = write_study(tmp_path / new_marker("folder"), reviewers=len(FILE_NAMES) - 1)
    paths = [path.with_name(name) for path, name in zip(study.paths, FILE_NAMES, strict=True)]
    for old, new in zip(study.paths, paths, strict=True):
        old.rename(new)
    desk.secrets |= study.secrets | Secrets((), FILE_NAMES.values(), path_parts(*paths))
    desk.open(*paths)
    assert desk.window.session.reports.reviews is not None
    assert len(names(desk.window)) == len(FILE_NAMES)
    desk.look()
    told: list[str] = []
    desk.window.session.file_failed.connect(lambda _: told.append(desk.window.info.text()))
    for path in paths:
        path.unlink()
    for file in desk.window.session.files:
        desk.do(functools.partial(desk.window.session.reload, file.number))
    assert len(told) == len(paths)
    desk.look_once(*told)


def test_the_settings_and_the_file_dialogs_keep_nothing(
    desk: Desk, study: Study, tmp_path: Path
) -> None:
    """Qt's own dialog keeps the folder and the files of its last use in the user's settings."""
    settings = tmp_path / "settings"
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, str(settings))

    def choose() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QFileDialog):
            QTimer.singleShot(0, choose)
            return
        dialog.setDirectory(str(study.drafts.parent))
        dialog.selectFile(study.drafts.name)
        dialog.accept()

    QTimer.singleShot(0, choose)
    desk.do(desk.window.actions_.open.trigger)
    assert names(desk.window) == ["drafts.json"]
    assert scan(desk.window, desk.secrets, files=[settings]) == []
    desk.look_once()
