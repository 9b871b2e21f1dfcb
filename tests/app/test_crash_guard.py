"""An exception anywhere: one dialog with a code, nothing of what was read, and it goes on."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from command_helpers import environment
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    HeldService,
    Study,
    box_text,
    boxes,
    draft_texts,
    open_and_settle,
    running,
    settle,
    shown_drafts,
    states,
    table,
)

from app.platform.crash_guard import CrashGuard, crash_code
from app.shell.main_window import MainWindow
from evalcore.errors import show_traceback

SECRET = "Mrs Secret 1931"

# Without this pytest-qt's own hook would make each of these exceptions a failure.
pytestmark = [pytest.mark.process, pytest.mark.qt_no_exception_capture]


@pytest.fixture(autouse=True)
def quiet(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Whatever happens, no value is written to the streams of the program either."""
    yield
    out, err = capfd.readouterr()
    assert "Secret" not in out + err
    assert "Traceback" not in out + err


def the_box(qtbot: QtBot, window: MainWindow) -> QMessageBox:
    qtbot.waitUntil(lambda: len(boxes(window)) == 1, timeout=LONG)
    return boxes(window)[0]


def check_and_close(qtbot: QtBot, window: MainWindow, kind: str = "ValueError") -> str:
    """The one dialog says what to do and gives a code; nothing else. Gives the code."""
    box = the_box(qtbot, window)
    text = box_text(box)
    assert "you can go on" in text
    found = re.search(r"report this code: (\S+)$", text)
    assert found is not None, text
    code = found.group(1)
    assert re.fullmatch(rf"[\w.<>-]+-{kind}", code)
    assert "Secret" not in text
    assert "1931" not in text
    button = box.button(QMessageBox.StandardButton.Ok)
    assert isinstance(button, QPushButton)
    button.click()
    qtbot.waitUntil(lambda: boxes(window) == [], timeout=LONG)
    return code


def usable(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    """The main job can be done afterwards."""
    open_and_settle(qtbot, window, study.drafts)
    assert shown_drafts(window) == draft_texts(study.draft_report())


def fail(*_: object, **__: object) -> Any:
    raise ValueError(SECRET)


def test_in_a_slot(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(type(window.session), "open_files", fail)
        action = window.findChild(QAction, "actionOpenSample")
        assert isinstance(action, QAction)
        action.trigger()
        check_and_close(qtbot, window)
    usable(qtbot, window, study)


def test_in_a_timer(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    QTimer.singleShot(0, fail)
    check_and_close(qtbot, window)
    usable(qtbot, window, study)


def test_in_an_event_handler(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(type(window.session), "check_files", fail)
        window.clearFocus()
        other = QWidget()
        qtbot.addWidget(other)
        other.show()
        other.activateWindow()
        qtbot.waitUntil(other.isActiveWindow, timeout=LONG)
        other.close()
        window.activateWindow()
        check_and_close(qtbot, window)
    usable(qtbot, window, study)


@pytest.mark.qt_log_ignore("QPainter", "QBackingStore", extend=True)
def test_in_a_model(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    with monkeypatch.context() as patch:
        patch.setattr(type(window.metrics.model), "_spoken", fail)
        patch.setattr(type(window.metrics.model), "_view", fail)
        table(window, "draftMetricsTable").viewport().update()
        check_and_close(qtbot, window)
    usable(qtbot, window, study)


@pytest.mark.qt_log_ignore("QPainter", "QBackingStore", extend=True)
def test_in_a_paint_that_is_tried_again_and_again(
    qtbot: QtBot,
    window: MainWindow,
    study: Study,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    view = table(window, "draftMetricsTable")
    with monkeypatch.context() as patch:
        patch.setattr(type(view.itemDelegate()), "_fits", fail)
        for _ in range(3):
            view.viewport().update()
        check_and_close(qtbot, window)
        view.viewport().update()
        settle(qtbot, window, lambda: window.open_files([]))
        assert boxes(window) == [], "the same fault is told once"
    told = capfd.readouterr().err.count("unexpected error")
    assert told == 1, f"it stands {told} times on the error stream"
    view.viewport().update()
    usable(qtbot, window, study)


def test_in_a_thread(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    check_and_close(qtbot, window)
    usable(qtbot, window, study)


@pytest.mark.parametrize("call", ["Open", "MakeReports", "Close", "ReadStamps"])
def test_in_the_worker(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study, call: str
) -> None:
    window = held_window
    open_and_settle(qtbot, window, study.returns[0])
    held.fail_next(call, ValueError(SECRET))
    actions: dict[str, Callable[[], object]] = {
        "Open": lambda: window.open_files([study.drafts]),
        "MakeReports": lambda: window.open_files([study.drafts]),
        "Close": window.session.remove_all,
        "ReadStamps": window.session.check_files,
    }
    settle(qtbot, window, actions[call])
    check_and_close(qtbot, window)
    if call == "Open":
        assert states(window)["drafts.json"].lower().endswith("not opened")
    usable(qtbot, window, study)


BROKEN_EVALUATOR = """
import sys
sys.path.insert(0, sys.argv[1])
from evalcore.service import evaluation as service
genuine = service.recognise
def recognise(path, **arguments):
    if path.endswith("bad.json"):
        raise ValueError("Mrs Secret 1931")
    return genuine(path, **arguments)
service.recognise = recognise
"""


def test_in_the_process_of_the_evaluator(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.engine.set_command(running(BROKEN_EVALUATOR))
    open_and_settle(qtbot, window, study.folder / "bad.json")
    check_and_close(qtbot, window)
    assert states(window)["bad.json"].lower().endswith("not opened")
    usable(qtbot, window, study)


def test_in_what_follows_a_result(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """idle is sent all the same, or a script would wait for ever."""
    with monkeypatch.context() as patch:
        patch.setattr(type(window.metrics.model), "set_report", fail)
        with qtbot.waitSignal(window.idle, timeout=LONG):
            window.open_files([study.drafts])
        # once for what the files begin with, once for what they end with
        qtbot.waitUntil(lambda: len(boxes(window)) == 2, timeout=LONG)
        for box in boxes(window):
            assert "you can go on" in box_text(box)
            assert SECRET not in box_text(box)
            box.close()
    usable(qtbot, window, study)


def test_two_faults_are_both_told(qtbot: QtBot, window: MainWindow) -> None:
    def other() -> None:
        raise KeyError(SECRET)

    QTimer.singleShot(0, fail)
    QTimer.singleShot(0, other)
    qtbot.waitUntil(lambda: len(boxes(window)) == 2, timeout=LONG)
    texts = [box_text(box) for box in boxes(window)]
    assert any("ValueError" in text for text in texts)
    assert any("KeyError" in text for text in texts)
    assert "Secret" not in "".join(texts)
    for box in boxes(window):
        box.close()


def test_the_hooks_are_taken_and_given_back(make_window: Callable[[], MainWindow]) -> None:
    before = sys.excepthook, threading.excepthook
    window = make_window()
    assert sys.excepthook != before[0]
    assert threading.excepthook != before[1]
    window.close()
    assert (sys.excepthook, threading.excepthook) == before


def test_a_hook_that_was_there_before_still_hears_of_it(
    qtbot: QtBot, make_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[type] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: heard.append(kind))
    window = make_window()
    QTimer.singleShot(0, fail)
    check_and_close(qtbot, window)
    assert heard == [ValueError]
    window.close()


def test_the_keyboard_interrupt_is_no_fault(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[type] = []
    monkeypatch.setattr(sys, "__excepthook__", lambda kind, error, trace: heard.append(kind))
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    settle(qtbot, window, lambda: window.open_files([]))
    assert heard == [KeyboardInterrupt]
    assert boxes(window) == []


def test_a_code_names_place_and_type_and_nothing_else() -> None:
    def inner(secret: str) -> None:
        int(secret)

    try:
        inner(SECRET)
    except ValueError as error:
        assert re.fullmatch(r"[\w.]+(-\d+)?-ValueError", crash_code(error))
    bare = RuntimeError(SECRET)
    assert crash_code(bare) == "program-RuntimeError"


@pytest.mark.parametrize("asked", ["1", "", "yes"])
def test_a_developer_gets_the_traceback_by_asking_for_it_alone(
    asked: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVIEW_DESK_TRACEBACK", asked)
    guard = CrashGuard(lambda code: None)
    for tell in (guard.handle, show_traceback):
        tell(RuntimeError(SECRET))
        err = capfd.readouterr().err
        assert (f"RuntimeError: {SECRET}" in err) is (asked == "1")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    guard.handle(RuntimeError(SECRET))
    assert SECRET not in capfd.readouterr().err


def test_a_guard_alone_reports_each_code_once(qtbot: QtBot) -> None:
    told: list[str] = []
    guard = CrashGuard(told.append)
    for _ in range(3):
        guard.handle(RuntimeError(SECRET))
    guard.handle(TypeError(SECRET))
    qtbot.waitUntil(lambda: len(told) == 2, timeout=LONG)
    assert told == ["program-RuntimeError", "program-TypeError"]


DRIVER = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
import app.shell.application as application

def fail(*_):
    raise ValueError("Mrs Secret 1931")

def other(*_):
    raise KeyError("Mrs Secret 1931")

class Window(application.MainWindow):
    def __init__(self):
        super().__init__()
        self.idle.connect(self.on_idle)
        self.painted = False

    def on_idle(self):
        if not self.painted:
            self.painted = True
            type(self.metrics.table.itemDelegate())._fits = fail
            self.metrics.table.viewport().update()
            QTimer.singleShot(0, other)
            self.look()

    def look(self):
        found = [b for b in self.findChildren(QMessageBox) if b.isVisible()]
        if len(found) < 2:
            QTimer.singleShot(5, self.look)
            return
        for box in found:
            print(box.informativeText().split()[-1])
        self.close()

application.MainWindow = Window
print("exit", application.run(sys.argv[1:]))
"""


def test_in_the_program_as_it_is_run(study: Study, tmp_path_factory: Any) -> None:
    """In the event loop of the program itself, where no test's hooks are."""
    home = str(tmp_path_factory.mktemp("home"))
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(study.drafts)],
        env=environment(QT_QPA_PLATFORM="offscreen", HOME=home, XDG_CONFIG_HOME=home),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[-1:] == ["exit 0"], done.stderr
    assert len(lines) == 3
    assert sorted(line.rpartition("-")[2] for line in lines[:2]) == ["KeyError", "ValueError"]
    assert "Secret" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
