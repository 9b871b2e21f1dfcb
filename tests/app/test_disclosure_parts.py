"""What goes out is asked about, and nothing else: by each way out, with a finding of each kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from disclosure_help import FEW, Judge, answer, dialog, dialogs, finding
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, open_and_settle, settle, table

from app.engine.disclosure import NOT_COMPARED
from app.engine.engine import Engine
from app.shell.main_window import MainWindow
from app.shell.pages import AGREEMENT, CLAIMS, METRICS
from app.shell.projector.window import Presentation
from evalcore.documents.exports import json_bytes

Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier
UNJUDGED = "cannot_be_judged"

ANSWERS: dict[str, dict[str, Any]] = {
    "drafts": {"findings": (finding("Unsupported: a draft metric.", metric="unsupported"),)},
    "drafts unjudged": {"findings": (finding("Omission: drafts.", UNJUDGED, metric="omission"),)},
    "few": {"few": FEW},
    "reviews": {
        "findings": (finding("Adjudication: a rate.", metric="adjudication", earlier=True),)
    },
    "claims": {"findings": (finding("Claims: claims.", "small_claims", metric="unsupported"),)},
    "claims unjudged": {
        "findings": (finding("Claims: claims.", UNJUDGED, metric="claims", earlier=True),)
    },
    "all": {"findings": [NOT_COMPARED]},
}
ABOUT = {
    METRICS: {"drafts", "drafts unjudged", "few", "all"},
    AGREEMENT: {"reviews", "all"},
    CLAIMS: {"claims", "claims unjudged", "all"},
}
"""Which of the answers are about what is on a page."""


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def desk(
    qtbot: QtBot, make_window: Callable[..., MainWindow], judge: Judge, study: Study
) -> MainWindow:
    window = make_window(engine=Engine(judge))
    open_and_settle(qtbot, window, *study.files, study.claims)
    return window


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "out.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    return path


def say(qtbot: QtBot, desk: MainWindow, judge: Judge, name: str) -> None:
    judge.answer = answer(**ANSWERS[name])
    settle(qtbot, desk, desk.checker.check_again)


def press_export(qtbot: QtBot, desk: MainWindow) -> None:
    desk.activateWindow()
    qtbot.waitUntil(desk.isActiveWindow, timeout=LONG)  # a dialog before it may have been
    QTest.keyClick(desk, Key.Key_E, Control)


def was_asked(desk: MainWindow) -> bool:
    """Whether there is a question; it is answered with Escape."""
    asked = dialogs(desk)
    for one in asked:
        QTest.keyClick(one, Key.Key_Escape)
    return bool(asked)


@pytest.mark.parametrize("name", ANSWERS)
def test_json_of_the_page_in_view(
    qtbot: QtBot, desk: MainWindow, judge: Judge, study: Study, out: Path, name: str
) -> None:
    say(qtbot, desk, judge, name)
    reports = {METRICS: study.draft_report(), AGREEMENT: study.review_report()}
    for page, about in ABOUT.items():
        desk.pages.setCurrentIndex(page)
        press_export(qtbot, desk)
        if name in about:
            assert was_asked(desk)
            assert not out.exists()
        else:
            assert not dialogs(desk)
            qtbot.waitUntil(out.exists, timeout=LONG)
            if page in reports:
                assert out.read_bytes() == json_bytes(reports[page])
            out.unlink()


@pytest.mark.parametrize("name", ANSWERS)
def test_a_document_of_everything_asks_about_everything(
    qtbot: QtBot, desk: MainWindow, judge: Judge, out: Path, name: str
) -> None:
    say(qtbot, desk, judge, name)
    actions = desk.actions_
    for action in (
        *(actions.export_as["Markdown"], actions.export_as["Html"], actions.export_as["Pdf"]),
        *(actions.export_as["Letter"], actions.print),
    ):
        action.trigger()
        assert was_asked(desk), action.text()
    assert not out.exists()


@pytest.mark.parametrize("name", ANSWERS)
def test_presenting_asks_about_the_draft_metrics(
    qtbot: QtBot, desk: MainWindow, judge: Judge, name: str
) -> None:
    say(qtbot, desk, judge, name)
    QTest.keyClick(desk, Key.Key_F11)
    if name in ABOUT[METRICS]:
        assert was_asked(desk)
        assert desk.findChildren(Presentation) == []
    else:
        (shown,) = desk.findChildren(Presentation)
        assert shown.isVisible()
        QTest.keyClick(shown, Key.Key_Escape)


@pytest.mark.parametrize("name", ANSWERS)
def test_copying_asks_about_the_page(
    qtbot: QtBot, desk: MainWindow, judge: Judge, name: str
) -> None:
    say(qtbot, desk, judge, name)
    views = {METRICS: "draftMetricsTable", AGREEMENT: "reviewRatesTable", CLAIMS: "claimsTable"}
    for page, about in ABOUT.items():
        desk.pages.setCurrentIndex(page)
        QApplication.clipboard().setText("before")
        view = table(desk, views[page])
        view.setFocus()
        QTest.keyClick(view, Key.Key_A, Control)
        QTest.keyClick(view, Key.Key_C, Control)
        assert was_asked(desk) == (name in about)
        assert (QApplication.clipboard().text() == "before") == (name in about)


def test_only_what_was_copied_counts_as_gone_out(
    qtbot: QtBot, desk: MainWindow, study: Study
) -> None:
    desk.pages.setCurrentIndex(AGREEMENT)
    view = table(desk, "reviewRatesTable")
    QTest.keyClick(view, Key.Key_A, Control)
    QTest.keyClick(view, Key.Key_C, Control)
    settle(qtbot, desk, desk.session.remove_all)
    assert desk.checker.exported == [study.review_report()]
    assert not desk.checker.claims_exported


def test_a_presentation_stays_where_claims_have_a_finding(
    qtbot: QtBot, desk: MainWindow, judge: Judge
) -> None:
    QTest.keyClick(desk, Key.Key_F11)
    (shown,) = desk.findChildren(Presentation)
    judge.answer = answer(**ANSWERS["claims"])
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(6))
    assert shown.isVisible()
    judge.answer = answer(**ANSWERS["drafts"])
    settle(qtbot, desk, lambda: desk.file_panel.minimum_cell_size.setValue(7))
    assert not desk.findChildren(Presentation) or not shown.isVisible()


def test_a_question_that_is_open_follows_what_goes_out(
    qtbot: QtBot, desk: MainWindow, judge: Judge
) -> None:
    say(qtbot, desk, judge, "drafts")
    desk.pages.setCurrentIndex(METRICS)
    press_export(qtbot, desk)
    asked = dialog(desk)
    assert asked.model.sentence(1) == "Unsupported: a draft metric."
    say(qtbot, desk, judge, "claims")
    assert dialogs(desk) == [asked]
    assert asked.heading.text() == "No finding"
    assert asked.go_button.isEnabled()
    QTest.keyClick(asked, Key.Key_Escape)


def test_small_claims_do_not_stand_before_draft_metrics_in_earnest(
    qtbot: QtBot, make_window: Callable[..., MainWindow], study: Study, out: Path
) -> None:
    """With the evaluator's own answer: at this minimum no draft metric is shown, and few claims."""
    window = make_window()
    open_and_settle(qtbot, window, study.drafts, study.claims)
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(500))
    assert not window.checker.state.passes
    window.pages.setCurrentIndex(METRICS)
    press_export(qtbot, window)
    assert not dialogs(window)
    qtbot.waitUntil(out.exists, timeout=LONG)
    assert out.read_bytes() == json_bytes(study.draft_report(500))
    window.pages.setCurrentIndex(CLAIMS)
    press_export(qtbot, window)
    assert was_asked(window)
