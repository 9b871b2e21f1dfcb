"""Pages that are made when they are needed come in their places, and move nothing."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.kit.theme import Theme
from app.shell.pages import DISCLOSURE, METRICS
from app.shell.window_pages import WindowPages


@pytest.mark.parametrize("shown", [0, METRICS, DISCLOSURE])
def test_the_page_that_is_shown_stays_when_others_are_made(qtbot: QtBot, shown: int) -> None:
    pages = WindowPages(Theme.for_scheme("light"))
    qtbot.addWidget(pages)
    pages.setCurrentIndex(shown)
    before = pages.currentWidget()
    for number in range(pages.count()):
        made = pages.widget(number)
        assert isinstance(made, QWidget)
        assert (pages.currentIndex(), pages.currentWidget()) == (shown, before), number
        assert pages.indexOf(made) == number
