"""A window for each test: shown, its models under Qt's tester, closed and gone at the end."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import LONG, HeldEvaluator, Study, watch_models

from app.main_window import MainWindow


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A study that no test changes."""
    return Study(tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="session")
def other_study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """Another one; no test changes it."""
    return Study(tmp_path_factory.mktemp("other"), drafts=45, seed=2)


@pytest.fixture
def own_study(tmp_path: Path) -> Study:
    """A study that the test may change, of three reviewers."""
    return Study(tmp_path / "own", drafts=24, reviewers=3, seed=3)


@pytest.fixture
def make_window(qtbot: QtBot) -> Iterator[Callable[..., MainWindow]]:
    """Make a window as the program does, without arguments; it is closed after the test."""
    made: list[MainWindow] = []
    before = sys.excepthook, threading.excepthook

    def make(**arguments: Any) -> MainWindow:
        window = MainWindow(**arguments)
        made.append(window)
        while window.pages.make_next():
            pass  # what is on the pages can be looked at before they are shown
        watch_models(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=LONG)
        return window

    yield make
    for window in reversed(made):
        window.close()
        window.deleteLater()
    # at once, or the next window's style sheet would be worked out for this one too
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert (sys.excepthook, threading.excepthook) == before, "a closed window keeps a hook"


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    return make_window()


@pytest.fixture
def held() -> HeldEvaluator:
    """The evaluator of ``held_window``: the test says when it answers."""
    return HeldEvaluator()


@pytest.fixture
def held_window(held: HeldEvaluator, make_window: Callable[..., MainWindow]) -> MainWindow:
    return make_window(evaluator=held)
