"""Nothing goes out in one step while the disclosure check has something to say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from disclosure_help import CLEAR, FEW, Judge, answer, dialog, dialogs, finding, found, press, texts
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtPrintSupport import QPrintPreviewDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QTableView
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, open_and_settle, settle, table

from app.engine.engine import Engine
from app.shell.main_window import MainWindow
from app.shell.pages import AGREEMENT, CLAIMS, DISCLOSURE, METRICS
from app.shell.projector.window import Presentation
from evalcore.advice import Worded
from evalcore.documents.exports import json_bytes
from evalcore.vocabulary import NOTICE

TOLD = "Omission, section plan: given away."
EXPORTS = [
    ("actionExportJson", METRICS),
    ("actionExportJson", AGREEMENT),
    ("actionExportJson", CLAIMS),
    ("actionExportMarkdown", METRICS),
    ("actionExportHtml", METRICS),
    ("actionExportPdf", METRICS),
    ("actionExportLetter", METRICS),
    ("actionExportClaimsMarkdown", CLAIMS),
]
OF_EACH = {
    METRICS: finding(TOLD),
    AGREEMENT: finding("Agreement: given away.", metric="agreement"),
    CLAIMS: finding("Unsupported claims, class lab: few.", "small_claims", metric="unsupported"),
}
"""A finding of what is on each page."""
Key = Qt.Key


def command(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def desk(
    qtbot: QtBot, make_window: Callable[..., MainWindow], judge: Judge, study: Study
) -> MainWindow:
    """A window on the drafts of a study, with a finding."""
    judge.answer = found(TOLD)
    window = make_window(engine=Engine(judge))
    open_and_settle(qtbot, window, study.drafts)
    return window


@pytest.fixture
def whole(qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study) -> MainWindow:
    """The same with returns and claims, and a finding of each."""
    judge.answer = answer(findings=tuple(OF_EACH.values()))
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
    settle(qtbot, window, window.checker.check_again)


def test_an_export_says_what_was_found_and_needs_a_second_step(
    qtbot: QtBot, whole: MainWindow, out: Path
) -> None:
    for name, page in EXPORTS:
        whole.pages.setCurrentIndex(page)
        command(whole, name).trigger()
        asked = dialog(whole)
        of = OF_EACH[page if name == "actionExportJson" or page == CLAIMS else METRICS]
        assert asked.model.sentence(1) == of.words.sentence
        small = page == CLAIMS and name in ("actionExportJson", "actionExportClaimsMarkdown")
        said = "Small counts are shown" if small else "Hidden counts can be worked out"
        assert said in texts(asked)
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
        settle(qtbot, whole, command(whole, name).trigger)
        (path,) = written(out)
        path.unlink()


def test_what_is_written_is_the_same_after_the_second_step(
    qtbot: QtBot, desk: MainWindow, out: Path, study: Study
) -> None:
    desk.pages.setCurrentIndex(METRICS)
    desk.actions_.export_in_view.trigger()
    dialog(desk).read.setChecked(True)
    settle(qtbot, desk, lambda: press(dialog(desk), "Export all the same"))
    (path,) = written(out)
    assert path.read_bytes() == json_bytes(study.draft_report())


def test_escape_and_enter_let_nothing_out(desk: MainWindow, out: Path) -> None:
    for ticked in (False, True):
        desk.actions_.export_as["Markdown"].trigger()
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
    desk.actions_.export_as["Markdown"].trigger()
    asked = dialog(desk)
    asked.cancel_button.setFocus()
    QTest.keyClick(asked.cancel_button, Key.Key_Return)
    assert dialogs(desk) == []
    assert written(out) == []
    desk.actions_.export_as["Markdown"].trigger()
    asked = dialog(desk)
    asked.read.setFocus()
    QTest.keyClick(asked.read, Key.Key_Space)
    QTest.keyClick(asked.read, Key.Key_Return)
    asked.go_button.setFocus()
    settle(qtbot, desk, lambda: QTest.keyClick(asked.go_button, Key.Key_Return))
    assert len(written(out)) == 1


def test_it_can_be_let_out_by_keyboard_alone(qtbot: QtBot, desk: MainWindow, out: Path) -> None:
    desk.actions_.export_as["Markdown"].trigger()
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
    desk.actions_.export_as["Markdown"].trigger()
    press(dialog(desk), "Go to the disclosure check")
    assert dialogs(desk) == []
    assert desk.pages.currentIndex() == DISCLOSURE
    assert written(out) == []


def test_whatever_is_open_asks(qtbot: QtBot, desk: MainWindow, judge: Judge, out: Path) -> None:
    unjudged = finding("Agreement: cannot be judged.", "cannot_be_judged")
    fault = {"code": "invalid_release", "advice": "They cannot be put together."}
    for found_, said in (
        (answer(few=FEW), "Figures rest on few encounters"),
        (answer(findings=(unjudged,)), "This cannot be judged"),
        (None, fault["advice"]),
    ):
        if found_ is None:
            judge.fail_next("CheckDisclosure", Worded(fault["code"], None, fault["advice"]))
        else:
            judge.answer = found_
        settle(qtbot, desk, desk.checker.check_again)
        desk.actions_.export_as["Markdown"].trigger()
        assert said in texts(dialog(desk))
        dialog(desk).reject()
    assert written(out) == []


def hold(qtbot: QtBot, window: MainWindow, judge: Judge) -> None:
    """Begin a check that does not end yet."""
    judge.hold = {"CheckDisclosure"}
    window.checker.check_again()
    qtbot.waitUntil(lambda: judge.begun.acquire(blocking=False), timeout=LONG)


@pytest.mark.parametrize("ends_clear", [True, False])
def test_while_the_check_runs_it_asks_and_shows_the_end(
    qtbot: QtBot, desk: MainWindow, judge: Judge, out: Path, ends_clear: bool
) -> None:
    if ends_clear:
        judge.answer = CLEAR
    hold(qtbot, desk, judge)
    desk.actions_.export_as["Markdown"].trigger()
    asked = dialog(desk)
    assert "The disclosure check is still running" in texts(asked)
    assert not asked.go_button.isEnabled()
    asked.read.setChecked(True)
    settle(qtbot, desk, judge.let_go)
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
    desk.actions_.export_as["Markdown"].trigger()
    assert dialogs(desk)
    settle(qtbot, desk, desk.session.remove_all)
    assert dialogs(desk) == []
    assert written(out) == []


def test_only_one_dialog_is_open(desk: MainWindow) -> None:
    desk.actions_.export_as["Markdown"].trigger()
    desk.actions_.export_as["Html"].trigger()
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
    desk.pages.setCurrentIndex(DISCLOSURE)
    view = desk.disclosure.table
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
    assert desk.checker.exported[0]["minimum_cell_size"] == 5
    judge.answer = found(TOLD)
    settle(qtbot, desk, lambda: size.setValue(12))
    qtbot.waitUntil(lambda: not desk.findChildren(Presentation), timeout=LONG)
    assert desk.info.text().startswith("The presentation was closed")
    assert [one["minimum_cell_size"] for one in desk.checker.exported] == [5, 9]


def test_what_is_no_report_is_not_asked_about(
    qtbot: QtBot, whole: MainWindow, out: Path, study: Study
) -> None:
    settle(qtbot, whole, whole.check.save_combined_requested.emit)
    assert len(written(out)) == 1
    assert [d for d in whole.findChildren(QDialog) if d.isVisible()] == []
