"""Decisions that cross with one another, with files that go, and with the end of the window."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot
from test_return_flow import disagreeing, record, save_to, verdict, without_reasons
from window_help import LONG, Study, boxes, open_and_settle, settle

from app.engine.open_files import FileKind
from app.shell.main_window import MainWindow
from app.shell.projector.window import Presentation
from evalcore.service.protocol import PutBack, SetAside

No, Yes = QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the user was asked; every question is answered with No."""
    said: list[str] = []

    def answer(*arguments: Any, **_: Any) -> QMessageBox.StandardButton:
        said.append(str(arguments[2]))
        return No

    monkeypatch.setattr(QMessageBox, "question", answer)
    return said


def quiet(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.engine.busy, timeout=LONG)


def test_putting_back_twice_is_putting_back(
    window: MainWindow, qtbot: QtBot, own_study: Study, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(own_study.returns[0].read_bytes())
    open_and_settle(qtbot, window, *own_study.files, copy)
    problem = window.session.reports.problems[0].id
    settle(qtbot, window, lambda: window.check.aside_requested.emit(problem))
    change = SetAside(problem, "file-4")
    settle(qtbot, window, lambda: window.check.settle.emit(change))
    window.check.settle.emit(PutBack(0))
    window.check.settle.emit(PutBack(0))
    quiet(qtbot, window)
    assert not boxes(window)
    assert window.session.reports.check is not None
    assert window.session.reports.check.aside == ()


def test_a_choice_about_files_that_moved_meanwhile_sets_nothing_aside(
    window: MainWindow, qtbot: QtBot, own_study: Study, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(own_study.returns[0].read_bytes())
    open_and_settle(qtbot, window, *own_study.files, copy)
    problem = window.session.reports.problems[0].id
    settle(qtbot, window, lambda: window.check.aside_requested.emit(problem))
    window.session.remove(window.session.returns[1].number)
    window.check.settle.emit(SetAside(problem, "file-4"))
    quiet(qtbot, window)
    assert not boxes(window)
    assert window.session.reports.check is not None
    assert window.session.reports.check.aside == ()


@pytest.mark.parametrize("then", ["reload", "close the files", "remove the drafts"])
def test_unsaved_reasons_are_asked_about_whatever_happened_since(
    window: MainWindow,
    qtbot: QtBot,
    own_study: Study,
    asked: list[str],
    then: str,
    monkeypatch: Any,
) -> None:
    without_reasons(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    record(window, qtbot, disagreeing(window)[0])
    drafts = window.session.drafts
    assert drafts is not None
    {
        "reload": lambda: window.session.reload(window.session.returns[0].number),
        "close the files": window.session.remove_all,
        "remove the drafts": lambda: window.session.remove(drafts.number),
    }[then]()
    assert not window.close()
    assert "Reasons were recorded" in asked[-1]
    quiet(qtbot, window)
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: Yes)
    assert window.close()


def test_a_reason_that_the_progress_file_cannot_hold_is_asked_about(
    window: MainWindow, qtbot: QtBot, study: Study, tmp_path: Path, monkeypatch: Any
) -> None:
    own = Study(tmp_path / "two", drafts=24, seed=3)
    without_reasons(own)
    open_and_settle(qtbot, window, *own.files)
    record(window, qtbot, disagreeing(window)[0])
    settle(qtbot, window, lambda: window.session.remove(window.session.returns[1].number))
    save_to(monkeypatch, tmp_path / "progress.json")
    settle(qtbot, window, window.check.save_progress_requested.emit)
    assert not window.session.unsaved, "there is nothing that a file could hold"
    assert "are not in it" in window.info.text()
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: (asked.append(a[2]), No)[1])
    assert not window.close() and "that no file can hold yet" in asked[0]
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: Yes)
    assert window.close()


def test_a_return_that_became_claims_leaves_the_other_returns_checked(
    window: MainWindow, qtbot: QtBot, own_study: Study
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    last = window.session.returns[-1]
    Path(last.path).write_bytes(own_study.claims.read_bytes())
    settle(qtbot, window, lambda: window.session.reload(last.number))
    assert last.kind is FileKind.CLAIMS
    assert len(window.session.returns) == 2
    assert verdict(window) == "Ready to import"
    assert window.session.reports.claims is not None


def test_the_presentation_follows_the_minimum_cell_size(
    window: MainWindow, qtbot: QtBot, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    window.actions_.present.trigger()
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(9999))
    (shown,) = window.findChildren(Presentation)
    assert shown.findChild(QLabel, "presentationFigure").text() == "suppressed"
    shown.close()


def test_two_drafts_files_are_never_open_at_once(
    window: MainWindow, qtbot: QtBot, own_study: Study, other_study: Study, asked: list[str]
) -> None:
    whole = own_study.drafts.read_text()
    open_and_settle(qtbot, window, own_study.drafts)
    own_study.drafts.write_text(json.dumps({"encounters": []}))
    first = window.session.files[0].number
    settle(qtbot, window, lambda: window.session.reload(first))
    open_and_settle(qtbot, window, other_study.drafts)
    own_study.drafts.write_text(whole)
    settle(qtbot, window, lambda: window.session.reload(first))
    assert len(asked) == 1
    assert window.session.reports.drafts == other_study.draft_report()
    ready: Callable[[Any], bool] = lambda file: file.kind is FileKind.DRAFTS  # noqa: E731
    assert sum(map(ready, window.session.files)) == 1
