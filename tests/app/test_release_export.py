"""Nothing goes out in one step while the release check has something to say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrintPreviewDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QTableView
from pytestqt.qtbot import QtBot
from release_help import CLEAR, FEW, Judge, dialog, dialogs, finding, found, press, texts
from window_help import LONG, Study, open_and_settle, settle, table

from app.actions import AGREEMENT, CLAIMS, METRICS, RELEASE
from app.evaluator import EvaluatorFault
from app.main_window import MainWindow
from app.widgets.presentation import Presentation
from evalcore.exports import json_bytes
from evalcore.vocabulary import NOTICE

TOLD = "Omission, section plan: given away."
EXPORTS = [
    ("export_json", METRICS),
    ("export_json", AGREEMENT),
    ("export_json", CLAIMS),
    ("export_markdown", METRICS),
    ("export_html", METRICS),
    ("export_pdf", METRICS),
    ("export_letter", METRICS),
    ("export_claims_markdown", CLAIMS),
]
Key = Qt.Key


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def desk(
    qtbot: QtBot, make_window: Callable[..., MainWindow], judge: Judge, study: Study
) -> MainWindow:
    """A window on the drafts of a study, with a finding."""
    judge.answer = found(TOLD)
    window = make_window(evaluator=judge)
    open_and_settle(qtbot, window, study.drafts)
    return window


@pytest.fixture
def whole(qtbot: QtBot, desk: MainWindow, study: Study) -> MainWindow:
    """The same with returns and claims."""
    open_and_settle(qtbot, desk, *study.returns, study.claims)
    return desk


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where exports are written."""
    path = tmp_path / "out"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    return path


def written(out: Path) -> list[Path]:
    return [path for path in out.parent.glob("out*") if path.is_file()]


def clear(qtbot: QtBot, window: MainWindow, judge: Judge) -> None:
    judge.answer = CLEAR
    settle(qtbot, window, window.releaser.check_again)


def test_an_export_says_what_was_found_and_needs_a_second_step(
    qtbot: QtBot, whole: MainWindow, out: Path
) -> None:
    for name, page in EXPORTS:
        whole.pages.setCurrentIndex(page)
        getattr(whole.actions_, name).trigger()
        asked = dialog(whole)
        assert asked.model.sentence(1) == TOLD
        assert "Hidden counts can be worked out" in texts(asked)
        assert NOTICE in texts(asked)
        assert not asked.go_button.isEnabled()
        assert written(out) == [], name
        asked.read.setChecked(True)
        settle(qtbot, whole, lambda asked=asked: press(asked, "Export all the same"))
        (path,) = written(out)
        path.unlink()
        assert dialogs(whole) == []


def test_a_clear_check_lets_it_out_at_once(
    qtbot: QtBot, whole: MainWindow, judge: Judge, out: Path
) -> None:
    clear(qtbot, whole, judge)
    for name, page in EXPORTS:
        whole.pages.setCurrentIndex(page)
        settle(qtbot, whole, getattr(whole.actions_, name).trigger)
        (path,) = written(out)
        path.unlink()


def test_what_is_written_is_the_same_after_the_second_step(
    qtbot: QtBot, desk: MainWindow, out: Path, study: Study
) -> None:
    desk.pages.setCurrentIndex(METRICS)
    desk.actions_.export_json.trigger()
    dialog(desk).read.setChecked(True)
    settle(qtbot, desk, lambda: press(dialog(desk), "Export all the same"))
    (path,) = written(out)
    assert path.read_bytes() == json_bytes(study.draft_report())


def test_escape_and_enter_let_nothing_out(desk: MainWindow, out: Path) -> None:
    for ticked in (False, True):
        desk.actions_.export_markdown.trigger()
        asked = dialog(desk)
        assert not asked.read.isChecked(), "each export is asked about"
        asked.read.setChecked(ticked)
        for key in (Key.Key_Return, Key.Key_Enter):
            for place in (asked.table, asked.read):
                place.setFocus()
                QTest.keyClick(place, key)
                assert dialogs(desk) == [asked], "Enter on what is no button does nothing"
        QTest.keyClick(asked, Key.Key_Escape)
        assert dialogs(desk) == []
        assert written(out) == []


def test_enter_presses_the_button_that_has_the_focus(
    qtbot: QtBot, desk: MainWindow, out: Path
) -> None:
    desk.actions_.export_markdown.trigger()
    asked = dialog(desk)
    asked.cancel_button.setFocus()
    QTest.keyClick(asked.cancel_button, Key.Key_Return)
    assert dialogs(desk) == []
    assert written(out) == []
    desk.actions_.export_markdown.trigger()
    asked = dialog(desk)
    asked.read.setFocus()
    QTest.keyClick(asked.read, Key.Key_Space)
    QTest.keyClick(asked.read, Key.Key_Return)
    asked.go_button.setFocus()
    settle(qtbot, desk, lambda: QTest.keyClick(asked.go_button, Key.Key_Return))
    assert len(written(out)) == 1


def test_it_can_be_let_out_by_keyboard_alone(qtbot: QtBot, desk: MainWindow, out: Path) -> None:
    desk.actions_.export_markdown.trigger()
    asked = dialog(desk)
    reached = []
    for _ in range(12):
        widget = asked.focusWidget()
        if widget in reached:
            break
        reached.append(widget)
        QTest.keyClick(widget, Key.Key_Tab)
    assert reached[0] is asked.table
    assert asked.read in reached
    assert asked.cancel_button in reached
    QTest.keyClick(asked.read, Key.Key_Space)
    asked.go_button.setFocus()
    settle(qtbot, desk, lambda: QTest.keyClick(asked.go_button, Key.Key_Space))
    assert len(written(out)) == 1


def test_the_dialog_leads_to_the_page_instead(desk: MainWindow, out: Path) -> None:
    desk.actions_.export_markdown.trigger()
    press(dialog(desk), "Go to the release check")
    assert dialogs(desk) == []
    assert desk.pages.currentIndex() == RELEASE
    assert written(out) == []


def test_whatever_is_open_asks(qtbot: QtBot, desk: MainWindow, judge: Judge, out: Path) -> None:
    unjudged = finding("Agreement: cannot be judged.", "cannot_be_judged")
    fault = {"code": "invalid_release", "advice": "They cannot be put together."}
    for answer, said in (
        ({**CLEAR, "few_sentence": FEW}, "Figures rest on few encounters"),
        ({**CLEAR, "findings": [unjudged]}, "This cannot be judged"),
        (None, fault["advice"]),
    ):
        if answer is None:
            judge.fail_next("release", EvaluatorFault(fault))
        else:
            judge.answer = answer
        settle(qtbot, desk, desk.releaser.check_again)
        desk.actions_.export_markdown.trigger()
        assert said in texts(dialog(desk))
        dialog(desk).reject()
    assert written(out) == []


def hold(qtbot: QtBot, window: MainWindow, judge: Judge) -> None:
    """Begin a check that does not end yet."""
    judge.hold = {"release"}
    window.releaser.check_again()
    qtbot.waitUntil(lambda: judge.begun.acquire(blocking=False), timeout=LONG)


@pytest.mark.parametrize("ends_clear", [True, False])
def test_while_the_check_runs_it_asks_and_shows_the_end(
    qtbot: QtBot, desk: MainWindow, judge: Judge, out: Path, ends_clear: bool
) -> None:
    if ends_clear:
        judge.answer = CLEAR
    hold(qtbot, desk, judge)
    desk.actions_.export_markdown.trigger()
    asked = dialog(desk)
    assert "The release check is still running" in texts(asked)
    assert not asked.go_button.isEnabled()
    asked.read.setChecked(True)
    settle(qtbot, desk, judge.release)
    assert dialogs(desk) == [asked]
    assert written(out) == [], "the end of the check exports nothing"
    if ends_clear:
        assert "No finding" in texts(asked)
        assert not asked.read.isVisible()
        settle(qtbot, desk, lambda: press(asked, "Export"))
        assert len(written(out)) == 1
    else:
        assert asked.model.sentence(1) == TOLD
        assert not asked.read.isChecked(), "the tick was about another answer"
        assert not asked.go_button.isEnabled()
        asked.reject()


def test_the_dialog_goes_with_what_was_to_be_exported(
    qtbot: QtBot, desk: MainWindow, out: Path
) -> None:
    desk.actions_.export_markdown.trigger()
    assert dialogs(desk)
    settle(qtbot, desk, desk.session.remove_all)
    assert dialogs(desk) == []
    assert written(out) == []


def test_only_one_dialog_is_open(desk: MainWindow) -> None:
    desk.actions_.export_markdown.trigger()
    desk.actions_.export_html.trigger()
    assert len(dialogs(desk)) == 1
    dialog(desk).reject()


# print, copy, present


def test_printing_asks_first(qtbot: QtBot, desk: MainWindow) -> None:
    desk.actions_.print.trigger()
    assert desk.findChildren(QPrintPreviewDialog) == []
    dialog(desk).reject()
    assert desk.findChildren(QPrintPreviewDialog) == []
    desk.actions_.print.trigger()
    assert dialog(desk).go_button.text() == "Print all the same"
    dialog(desk).reject()


def copy(view: QTableView) -> None:
    view.selectAll()
    QTest.keyClick(view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)


def test_copying_asks_first(qtbot: QtBot, whole: MainWindow, judge: Judge) -> None:
    clipboard = QApplication.clipboard()
    clipboard.setText("before")
    copied = {}
    tables = {
        METRICS: "draftMetricsTable",
        AGREEMENT: "reviewRatesTable",
        CLAIMS: "claimsTable",
    }
    for page, name in tables.items():
        whole.pages.setCurrentIndex(page)
        clipboard.setText("before")
        copy(table(whole, name))
        assert clipboard.text() == "before"
        dialog(whole).reject()
        assert clipboard.text() == "before"
        copy(table(whole, name))
        dialog(whole).read.setChecked(True)
        press(dialog(whole), "Copy all the same")
        copied[page] = clipboard.text()
        assert copied[page] != "before"
    clear(qtbot, whole, judge)
    for page, name in tables.items():
        whole.pages.setCurrentIndex(page)
        copy(table(whole, name))
        assert clipboard.text() == copied[page]


def test_the_button_that_copies_the_rates_asks_first(whole: MainWindow) -> None:
    whole.pages.setCurrentIndex(AGREEMENT)
    QApplication.clipboard().setText("before")
    press(whole.agreement, "Copy table")
    assert QApplication.clipboard().text() == "before"
    dialog(whole).reject()


def test_findings_may_be_copied_they_hold_no_figure(desk: MainWindow) -> None:
    desk.pages.setCurrentIndex(RELEASE)
    view = desk.release.table
    view.selectAll()
    QTest.keyClick(view, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == TOLD
    assert dialogs(desk) == []


def test_presenting_asks_first(qtbot: QtBot, desk: MainWindow) -> None:
    desk.actions_.present.trigger()
    assert desk.findChildren(Presentation) == []
    dialog(desk).read.setChecked(True)
    press(dialog(desk), "Present all the same")
    (shown,) = desk.findChildren(Presentation)
    assert shown.isVisible()
    shown.close()
    qtbot.waitUntil(lambda: not desk.findChildren(Presentation), timeout=LONG)


def test_a_presentation_shows_no_figures_that_were_not_let_out(
    qtbot: QtBot, desk: MainWindow, judge: Judge
) -> None:
    clear(qtbot, desk, judge)
    desk.actions_.present.trigger()
    (shown,) = desk.findChildren(Presentation)
    size = desk.file_panel.minimum_cell_size
    settle(qtbot, desk, lambda: size.setValue(9))
    assert shown.isVisible()
    assert desk.releaser.exported[0]["minimum_cell_size"] == 5
    judge.answer = found(TOLD)
    settle(qtbot, desk, lambda: size.setValue(12))
    qtbot.waitUntil(lambda: not desk.findChildren(Presentation), timeout=LONG)
    assert desk.info.text().startswith("The presentation was closed")
    assert [one["minimum_cell_size"] for one in desk.releaser.exported] == [5, 9]


def test_what_is_no_report_is_not_asked_about(
    qtbot: QtBot, whole: MainWindow, out: Path, study: Study
) -> None:
    settle(qtbot, whole, whole.check.save_combined_requested.emit)
    assert len(written(out)) == 1
    assert [d for d in whole.findChildren(QDialog) if d.isVisible()] == []
