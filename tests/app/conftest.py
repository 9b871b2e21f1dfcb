"""A window for each test: shown, its models under Qt's tester, closed and gone at the end."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from half_read import HALTING
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import LONG, HeldService, Study, watch_models

from app.engine import worker
from app.engine.engine import Engine
from app.shell.main_window import MainWindow
from evalcore.service.evaluation import EvaluationService

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # read when the application is made


class PatientBot(QtBot):
    """Waits for what will come as long as a busy machine may need, and no longer than it takes."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = LONG) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = LONG, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget: Any, *, timeout: int = LONG) -> Any:
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The bot of pytest-qt, with more patience."""
    return PatientBot(request)


@pytest.fixture
def halting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the evaluator's process halt in a large file until it is to stop."""
    monkeypatch.setattr(worker, "START", HALTING + worker.START)


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
def make_window(
    qtbot: QtBot, request: pytest.FixtureRequest
) -> Iterator[Callable[..., MainWindow]]:
    """Make a window as the program does, without arguments; it is closed after the test.

    The evaluator answers in the worker thread; in a process only where the test is
    marked ``process``, since starting one takes most of the time of a small test.
    """
    made: list[MainWindow] = []
    before = sys.excepthook, threading.excepthook
    as_process = (
        request.node.get_closest_marker("process") is not None or "halting" in request.fixturenames
    )

    def make(**arguments: Any) -> MainWindow:
        if not as_process:
            arguments.setdefault("engine", Engine(EvaluationService()))
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
def held() -> HeldService:
    """The evaluator of ``held_window``: the test says when it answers."""
    return HeldService()


@pytest.fixture
def held_window(held: HeldService, make_window: Callable[..., MainWindow]) -> MainWindow:
    return make_window(engine=Engine(held))
