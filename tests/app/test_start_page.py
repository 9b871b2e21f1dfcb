"""The start page: where to begin, in three tasks, and the sample study."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle, settle, states

from app.shell.main_window import MainWindow


def texts(window: MainWindow) -> list[str]:
    return [label.text() for label in window.start.findChildren(QLabel) if label.isVisible()]


def test_it_is_the_first_page_and_says_where_to_begin(window: MainWindow) -> None:
    assert window.pages.currentWidget() is window.start
    assert window.start.isVisible()
    tasks = {"Check returns", "Make a report", "Open a saved report"}
    assert tasks <= set(texts(window))
    said = "\n".join(texts(window))
    assert "none of them is ever changed" in said
    assert "stand for nobody" in said, "the sample is said to be invented"


def test_each_task_has_its_button_and_says_what_it_needs(window: MainWindow) -> None:
    buttons = [b.text() for b in window.start.findChildren(QPushButton)]
    for task in ("Check returns…", "Make a report…", "Open a report…", "Open the sample study"):
        assert task in buttons
    for needed in ("The drafts file", "The return files", "A saved report"):
        assert needed in texts(window)


@pytest.mark.parametrize("size", [(900, 600), (1366, 768)])
def test_nothing_is_cut_at_the_side(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    QApplication.processEvents()
    assert not window.start.horizontalScrollBar().isVisible()
    width = window.start.viewport().width()
    widgets: list[QLabel | QPushButton] = []
    widgets += window.start.findChildren(QLabel)
    widgets += window.start.findChildren(QPushButton)
    for widget in widgets:
        if widget.isVisible():
            left = widget.mapTo(window.start.viewport(), QPoint(0, 0)).x()
            assert left >= 0
            assert left + widget.width() <= width, widget.text()
            needed = widget.sizeHint().width()
            wrapped = isinstance(widget, QLabel) and widget.wordWrap()
            assert wrapped or widget.width() >= needed, widget.text()


def test_all_of_it_fits_at_the_usual_size(window: MainWindow) -> None:
    QApplication.processEvents()
    assert window.start.verticalScrollBar().maximum() == 0


def test_one_can_come_back_to_it(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, study.drafts)
    window.pages.setCurrentWidget(window.start)
    settle(qtbot, window, window.session.check_files)
    assert window.pages.currentWidget() is window.start
    assert states(window) == {"drafts.json": "Drafts, ready"}
