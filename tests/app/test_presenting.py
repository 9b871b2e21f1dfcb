"""The presentation as the window starts it: from what is shown, gone with it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, open_and_settle, settle

from app.shell.main_window import MainWindow
from app.shell.projector.window import Presentation
from evalcore.figures.text import cell_figures


def presentations(window: MainWindow) -> list[Presentation]:
    return window.findChildren(Presentation)


def present(window: MainWindow) -> Presentation:
    window.actions_.present.trigger()
    QApplication.processEvents()
    (shown,) = presentations(window)
    assert shown.isVisible()
    return shown


def test_it_shows_the_report_that_is_open(window: MainWindow, qtbot: QtBot, study: Study) -> None:
    assert not window.actions_.present.isEnabled()
    open_and_settle(qtbot, window, study.drafts)
    assert window.actions_.present.isEnabled()
    shown = present(window)
    overall = study.draft_report()["slices"]["overall"]["omission"]
    figures = cell_figures(overall)
    text = shown.findChild(QLabel, "presentationFigure").text()
    assert text == ("suppressed" if figures is None else f"{figures.rate} %")
    assert "drafts.json" not in " ".join(label.text() for label in shown.findChildren(QLabel))


def test_it_goes_when_it_is_left_and_when_the_drafts_go(
    window: MainWindow, qtbot: QtBot, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    present(window).close()
    qtbot.waitUntil(lambda: not presentations(window), timeout=LONG)
    present(window)
    settle(qtbot, window, window.session.remove_all)
    qtbot.waitUntil(lambda: not presentations(window), timeout=LONG)
