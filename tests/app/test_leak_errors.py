"""Nothing comes to light on an error path: faults of files, faults of the program."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from leak_desk import Desk
from leak_scan import Secrets
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot
from studies import (
    DRAFT_FAULTS,
    RETURN_FAULTS,
    TEXT_FAULTS,
    Study,
    new_marker,
    spoil,
    spoil_text,
    write_study,
)
from window_help import LONG, box_text, boxes, running

from app.engine import worker
from app.shell.main_window import MainWindow
from app.shell.open_files_delegate import OpenFilesDelegate
from app.shell.open_files_model import OpenFilesModel

pytestmark = pytest.mark.process


@pytest.fixture
def desk(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    return Desk(window, qtbot, tmp_path, request, monkeypatch)


def small_study(desk: Desk) -> Study:
    study = write_study(desk.folder / new_marker("folder"), drafts=3, facts=3)
    desk.secrets |= study.secrets
    return study


def assert_faults(desk: Desk, subtests: pytest.Subtests, paths: dict[str, Path]) -> None:
    """Open files; each is refused with the code that its fault's name starts with."""
    window, told = desk.window, []
    window.session.file_failed.connect(lambda _: told.append(window.info.text()))
    desk.open(*paths.values())
    desk.look_once(*told)
    for fault, file in zip(paths, window.session.files, strict=True):
        with subtests.test(fault):
            assert file.fault is not None
            assert file.fault.code == fault.split()[0]
            assert any(file.fault.advice in text for text in told)
    desk.do(window.session.remove_all)
    desk.look_once()


def test_no_fault_of_a_drafts_file_leaks(desk: Desk, subtests: pytest.Subtests) -> None:
    paths = {}
    for fault, change in DRAFT_FAULTS.items():
        paths[fault] = small_study(desk).drafts
        desk.secrets |= spoil([paths[fault]], change)
    assert_faults(desk, subtests, paths)


def test_no_fault_of_the_text_of_a_file_leaks(desk: Desk, subtests: pytest.Subtests) -> None:
    paths = {}
    for fault, change in TEXT_FAULTS.items():
        paths[fault] = small_study(desk).drafts
        desk.secrets |= spoil_text(paths[fault], change)
    assert_faults(desk, subtests, paths)


def test_what_is_no_file_leaks_nothing(desk: Desk, subtests: pytest.Subtests) -> None:
    faults = ("not_a_regular_file", "unreadable_file")
    paths = {fault: small_study(desk).drafts for fault in faults}
    for path in paths.values():
        path.unlink()
    paths["not_a_regular_file"].mkdir()
    assert_faults(desk, subtests, paths)


def test_no_fault_of_returns_leaks(desk: Desk, subtests: pytest.Subtests) -> None:
    session, secrets = desk.window.session, Secrets()
    desk.window.pages.setCurrentWidget(desk.window.check)
    for fault, change in RETURN_FAULTS.items():
        with subtests.test(fault):
            desk.secrets = Secrets()
            study = small_study(desk)
            desk.secrets |= spoil(study.returns, change)
            desk.open(*study.paths)
            reports, rows = session.reports, desk.window.check.model.rowCount()
            secrets |= desk.secrets
            try:
                desk.look_once(program=False)
            finally:
                desk.do(session.remove_all)
            assert reports.reviews is None
            assert rows >= len(reports.problems) > 0
    desk.secrets = secrets
    desk.look_once()


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hooks as the program finds them: no test runner's that prints what it is given."""
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)


@pytest.fixture
def crash_desk(
    shipped: None,
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    return Desk(make_window(), qtbot, tmp_path, request, monkeypatch)


class Crash:
    """Raises an exception that has a secret in its message, its cause and its notes."""

    def __init__(self, *secrets: str) -> None:
        self._secrets = secrets

    def __call__(self, *_: object, **__: object) -> None:
        local = list(self._secrets)
        try:
            raise KeyError(*local)
        except KeyError as cause:
            error = RuntimeError(*local)
            error.add_note(local[0])
            raise error from cause


def in_a_slot(desk: Desk, study: Study, crash: Crash) -> None:
    desk.window.actions_.explain.triggered.connect(crash)
    desk.window.actions_.explain.trigger()


# PySide keeps an override that it has called once, so a class is not patched but derived from.


def in_a_paint(desk: Desk, study: Study, crash: Crash) -> None:
    class Delegate(OpenFilesDelegate):
        def paint(self, painter: Any, option: Any, index: Any) -> None:
            painter.save()
            crash()

    desk.open(*study.paths)
    view = desk.window.file_panel.list
    usual = view.itemDelegate()
    view.setItemDelegate(failing := Delegate(desk.window.theme))
    desk.qtbot.waitUntil(lambda: bool(boxes(desk.window)), timeout=LONG)
    view.setItemDelegate(usual)
    failing.deleteLater()


def in_a_model(desk: Desk, study: Study, crash: Crash) -> None:
    class Model(OpenFilesModel):
        def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
            return crash()

    desk.open(*study.paths)
    view = desk.window.file_panel.list
    usual = view.model()
    view.setModel(failing := Model())
    failing.set_files(desk.window.session.files, desk.window.session.reports)
    desk.qtbot.waitUntil(lambda: bool(boxes(desk.window)), timeout=LONG)
    view.setModel(usual)
    failing.deleteLater()


def in_the_worker(desk: Desk, study: Study, crash: Crash) -> None:
    with desk.monkeypatch.context() as patch:
        patch.setattr(worker.Worker, "_send", crash)
        desk.open(*study.paths)


def in_a_thread(desk: Desk, study: Study, crash: Crash) -> None:
    thread = threading.Thread(target=crash)
    thread.start()
    thread.join()


def in_the_evaluator(desk: Desk, study: Study, crash: Crash) -> None:
    """The process raises, prints and logs what it read."""
    start = """
import sys; sys.path.insert(0, sys.argv[1])
import logging
from evalcore.service import evaluation as service
def read(path, **_):
    text = open(path, encoding="utf-8").read()
    print(text, file=sys.stderr)
    logging.error(text)
    raise RuntimeError(text, path)
service.read_drafts = read
"""
    desk.window.engine.set_command(running(start))
    desk.open(*study.paths)


CRASHES = [in_a_slot, in_a_paint, in_a_model, in_the_worker, in_a_thread, in_the_evaluator]


@pytest.mark.qt_log_ignore("QPainter::")  # a paint that broke off leaves its painter as it was
@pytest.mark.parametrize("place", CRASHES, ids=lambda place: place.__name__)
def test_no_crash_leaks(crash_desk: Desk, place: Callable[[Desk, Study, Crash], None]) -> None:
    desk = crash_desk
    study = small_study(desk)
    identifier = sorted(study.secrets.identifiers)[0]
    word = sorted(study.secrets.words)[0]
    place(desk, study, Crash(f"{word} {identifier}", str(study.drafts)))
    desk.qtbot.waitUntil(lambda: bool(boxes(desk.window)), timeout=LONG)
    (box,) = boxes(desk.window)
    assert "report this code: " in box_text(box)
    desk.look_once()
    box.button(QMessageBox.StandardButton.Ok).click()
    desk.look_once()
