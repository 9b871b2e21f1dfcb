"""From mangled returns to one combined file: settling, saving, coming back later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from problem_help import dialog, press
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle, settle

from app.pages.returns.settled_dialog import SettledDialog
from app.shell.main_window import MainWindow
from evalcore import import_ambient_reviews, read_drafts, read_review_return
from evalcore.service.protocol import PutBack, RecordReason, SetAside


def rows_of(path: Path) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(path.read_text())
    return payload


def write(path: Path, payload: dict[str, Any]) -> Path:
    path.write_text(json.dumps(payload))
    return path


def without_reasons(study: Study) -> None:
    """What blinded reviewers send: none of them can know that they disagree."""
    for path in study.returns:
        payload = rows_of(path)
        for row in payload["rows"]:
            row["reason"], row["adjudicated"] = None, False
        write(path, payload)


def disagreeing(window: MainWindow) -> list[int]:
    return [p.draft for p in window.session.reports.problems if p.turn == "committee"]


def record(window: MainWindow, qtbot: QtBot, draft: int, adjudicated: bool = True) -> None:
    change = RecordReason(draft, "other", adjudicated)
    settle(qtbot, window, lambda: window.check.settle.emit(change))


def reasons(window: MainWindow, qtbot: QtBot) -> list[str]:
    """What the list of reasons says, which is folded until "Show…" is pressed."""
    settle(qtbot, window, lambda: press(window.check.strip, "Show…"))
    opened = dialog(window.check, SettledDialog)
    lines = [opened.list.item(n).text() for n in range(opened.list.count())]
    opened.reject()
    return lines


def save_to(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))


def verdict(window: MainWindow) -> str:
    assert window.session.reports.check is not None
    return str(window.session.reports.check.verdict)


def test_reasons_are_recorded_and_the_combined_file_can_be_imported(
    window: MainWindow, qtbot: QtBot, own_study: Study, tmp_path: Path, monkeypatch: Any
) -> None:
    without_reasons(own_study)
    originals = [path.read_bytes() for path in own_study.returns]
    open_and_settle(qtbot, window, *own_study.files)
    waiting = disagreeing(window)
    assert waiting
    assert verdict(window).startswith("Not ready")
    for draft in waiting:
        record(window, qtbot, draft)
    assert verdict(window) == "Ready to import"
    assert window.session.reports.reviews is not None
    combined = tmp_path / "combined.json"
    titles = []

    def ask(parent: object, title: str, *_: object, **__: object) -> tuple[str, str]:
        titles.append(title)
        return str(combined), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    settle(qtbot, window, window.check.save_combined_requested.emit)
    assert titles == ["Save combined returns"]
    report = import_ambient_reviews(
        read_review_return(combined), read_drafts(own_study.drafts), minimum_cell_size=5
    )
    assert report == window.session.reports.reviews
    assert [path.read_bytes() for path in own_study.returns] == originals
    assert window.session.reports.check is not None
    assert window.session.reports.check.unsaved is False


def test_progress_brings_the_recorded_reasons_back(
    make_window: Callable[..., MainWindow],
    qtbot: QtBot,
    own_study: Study,
    tmp_path: Path,
    monkeypatch: Any,
) -> None:
    without_reasons(own_study)
    window = make_window()
    open_and_settle(qtbot, window, *own_study.files)
    first, *others = disagreeing(window)
    record(window, qtbot, first)
    progress = tmp_path / "progress.json"
    save_to(monkeypatch, progress)
    settle(qtbot, window, window.check.save_progress_requested.emit)
    window.close()

    later = make_window()
    open_and_settle(qtbot, later, *[own_study.drafts, progress])
    assert disagreeing(later) == others
    assert later.session.reports.check is not None
    assert reasons(later, qtbot) == [f"Draft {first}: Other, adjudicated, in the file"]
    assert later.session.reports.check.unsaved is False
    assert later.check.strip.reasons.texts()[1] == "In the file."
    record(later, qtbot, others[0])
    assert later.check.strip.reasons.texts()[1] == (
        "In the file, and recorded here. Not saved yet."
    )
    save_to(monkeypatch, tmp_path / "again.json")
    settle(qtbot, later, later.check.save_progress_requested.emit)


def test_a_copy_is_set_aside_and_put_back(
    window: MainWindow, qtbot: QtBot, study: Study, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(study.returns[0].read_bytes())
    open_and_settle(qtbot, window, *[*study.files, copy])
    assert verdict(window) == "Not ready: 1 thing to look at here"
    problem = window.session.reports.problems[0]
    assert "same content" in problem.message
    settle(qtbot, window, lambda: window.check.aside_requested.emit(problem.id))
    change = SetAside(problem.id, "file-3")
    settle(qtbot, window, lambda: window.check.settle.emit(change))
    assert verdict(window) == "Ready to import"
    assert window.session.reports.check is not None
    assert [part.file for part in window.session.reports.check.aside] == [3]
    settle(qtbot, window, lambda: window.check.settle.emit(PutBack(0)))
    assert verdict(window) == "Not ready: 1 thing to look at here"


def test_what_is_set_aside_stays_with_its_file(
    window: MainWindow, qtbot: QtBot, study: Study, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(study.returns[0].read_bytes())
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    open_and_settle(qtbot, window, *[study.drafts, broken, *study.returns, copy])
    same = next(p for p in window.session.reports.problems if "same content" in p.message)
    settle(qtbot, window, lambda: window.check.aside_requested.emit(same.id))
    change = SetAside(same.id, "file-4")
    settle(qtbot, window, lambda: window.check.settle.emit(change))
    number = next(f.number for f in window.session.files if f.name == "broken.json")
    settle(qtbot, window, lambda: window.session.remove(number))
    assert verdict(window) == "Ready to import"
    assert window.session.reports.check is not None
    assert [part.file for part in window.session.reports.check.aside] == [3]


def test_the_drafts_for_adjudication_are_a_drafts_file(
    window: MainWindow, qtbot: QtBot, own_study: Study, tmp_path: Path, monkeypatch: Any
) -> None:
    without_reasons(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    numbers = disagreeing(window)
    chosen = tmp_path / "chosen.json"
    save_to(monkeypatch, chosen)
    settle(qtbot, window, window.check.save_drafts_requested.emit)
    every = list(read_drafts(own_study.drafts))
    assert list(read_drafts(chosen)) == [every[number - 1] for number in numbers]


def test_closing_with_unsaved_reasons_asks(
    window: MainWindow, qtbot: QtBot, own_study: Study, monkeypatch: Any
) -> None:
    without_reasons(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    record(window, qtbot, disagreeing(window)[0])
    asked: list[str] = []

    def answer(button: QMessageBox.StandardButton) -> Callable[..., QMessageBox.StandardButton]:
        return lambda *a, **k: (asked.append(str(a[2])), button)[1]

    monkeypatch.setattr(QMessageBox, "question", answer(QMessageBox.StandardButton.No))
    assert not window.close()
    monkeypatch.setattr(QMessageBox, "question", answer(QMessageBox.StandardButton.Yes))
    assert window.close()
    assert len(asked) == 2


def test_nothing_is_written_over_an_open_file(
    window: MainWindow, qtbot: QtBot, study: Study, monkeypatch: Any
) -> None:
    open_and_settle(qtbot, window, *study.files)
    before = study.returns[0].read_bytes()
    save_to(monkeypatch, study.returns[0])
    settle(qtbot, window, window.check.save_combined_requested.emit)
    assert study.returns[0].read_bytes() == before
    assert "was not written" in window.info.text()


def test_rates_wait_for_the_returns(window: MainWindow, qtbot: QtBot, own_study: Study) -> None:
    without_reasons(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    assert window.session.reports.reviews is None
    window.pages.setCurrentWidget(window.agreement)
    detail = window.agreement.empty.texts()[1]
    assert detail == "The return check says what is still to be done."
    window.agreement.empty.button.click()
    assert window.pages.currentWidget() is window.check
