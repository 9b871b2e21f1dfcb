"""A process of the evaluator that dies, talks nonsense, stops listening or cannot be started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    Study,
    boxes,
    draft_texts,
    file_list,
    open_and_settle,
    settle,
    shown_drafts,
    slow_drafts,
    states,
)

from app import evaluator as module
from app import evaluator_child
from app.evaluator import Evaluator, EvaluatorFault
from app.main_window import MainWindow

WAIT = LONG / 1000
ASK = {"call": "stamps", "paths": []}
GENUINE = module._START

# What a process may do instead of answering; before it, it reads the question.
NONSENSE = {
    "says what is no JSON": "say(b'nonsense\\n')",
    "says nothing and ends": "",
    "ends within a line": 'say(b\'{"id": 1, "res\')',
    "says what is no text": "say(b'\\xff\\xfe\\x00\\n')",
    "nests deeply": "say(b'[' * 200_000 + b'\\n')",
    "says a list": "say(b'[1]\\n')",
    "says a word": "say(b'\"id\"\\n')",
    "says a number of many digits": "say(b'1' * 10_000 + b'\\n')",
    "has no number": 'say(b\'{"result": {}, "x": 1}\\n\')',
    "has a word for a number": 'say(b\'{"id": "1", "result": {}}\\n\')',
    "has a flag for a number": 'say(b\'{"id": true, "result": {}}\\n\')',
    "answers what was not asked": 'say(b\'{"id": 99, "result": {}}\\n\')',
    "says nothing of it": "say(b'{\"id\": 1}\\n')",
    "gives a list for a result": 'say(b\'{"id": 1, "result": []}\\n\')',
    "gives half a progress": 'say(b\'{"id": 1, "progress": [1]}\\n\')',
    "gives a progress in words": 'say(b\'{"id": 1, "progress": ["a", "b"]}\\n\')',
    "gives a part that is none": 'say(b\'{"id": 1, "part": 1}\\n\')',
    "gives a fault without a code": 'say(b\'{"id": 1, "fault": {}}\\n\')',
    "gives a fault of other types": ('say(b\'{"id": 1, "fault": {"code": "a", "advice": 1}}\\n\')'),
    "has a value for a place in the program": (
        'say(b\'{"id": 1, "fault": {"code": "internal_error", "where": "Mrs Secret"}}\\n\')'
    ),
    "says two things": 'say(b\'{"id": 1, "result": {}, "part": []}\\n\')',
    "never ends its line": "say(b'x' * 5_000_000); wait()",
    "closes its output and lives on": "os.close(1); wait()",
    "aborts": "os.abort()",
}
TALK = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.stdin.readline()
def say(data):
    for start in range(0, len(data), 1000):
        os.write(1, data[start : start + 1000])
wait = sys.stdin.read
"""


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    one = Evaluator()
    yield one
    one.close()


def in_time(call: Callable[[], Any]) -> BaseException | None:
    """Do it in a thread, as the worker does; return what it raised. It must not take for ever."""
    raised: list[BaseException | None] = []

    def work() -> None:
        try:
            call()
        except Exception as error:
            raised.append(error)
        else:
            raised.append(None)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(WAIT / 3)
    assert not thread.is_alive(), "it waits for ever"
    return raised[0]


def ask(evaluator: Evaluator, cancel: threading.Event | None = None, **more: Any) -> Any:
    progress: Callable[[int, int], None] = lambda done, total: None  # noqa: E731
    return evaluator.call({**ASK, **more}, progress, cancel or threading.Event())


def assert_goes_on(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_START", GENUINE)
    assert in_time(lambda: ask(evaluator)) is None


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_an_end_like_any_other(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """No hang, no other exception, no process left behind; the next question is answered."""
    lost: list[int] = []
    evaluator.on_lost = lambda: lost.append(1)
    monkeypatch.setattr(module, "_START", TALK + NONSENSE[what])
    monkeypatch.setattr(evaluator_child, "LONGEST_LINE", 1_000_000)
    started: list[subprocess.Popen[bytes]] = []
    genuine = subprocess.Popen

    def start(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(genuine(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    error = in_time(lambda: ask(evaluator))
    assert isinstance(error, EvaluatorFault)
    assert error.code == "evaluator_stopped"
    assert "Secret" not in repr(vars(error))
    assert [process.returncode is None for process in started] == [False]
    assert lost == [1], "it is told once that all is lost"
    assert_goes_on(evaluator, monkeypatch)


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
@pytest.mark.parametrize(
    "talk",
    [
        "import time; time.sleep(1000)",
        TALK + 'say(b\'{"id": 1, "progr\'); wait()',
        TALK + 'say(b\'{"id": 0, "result": {}}\\n\' * 30); wait()',
    ],
    ids=["never reads", "says half a line and waits", "answers a question of before"],
)
def test_a_process_that_says_nothing_can_be_cancelled(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch, talk: str
) -> None:
    """Also where the question is longer than what a pipe holds."""
    monkeypatch.setattr(module, "_START", talk)
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    cancel = threading.Event()
    cancel.set()
    error = in_time(lambda: ask(evaluator, cancel, paths=["x" * 1000] * 1000))
    assert isinstance(error, EvaluatorFault)
    assert error.code == "evaluator_stopped"
    assert_goes_on(evaluator, monkeypatch)


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
def test_what_was_not_asked_for_is_not_kept(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = b'{"id": 1, "result": {}}\n'
    more = f"[say({answer!r}) for _ in range(2000)]"
    talk = f"say({answer!r}); sys.stdin.readline(); {more}; os.close(1); wait()"
    monkeypatch.setattr(module, "_START", TALK + talk)
    gone = threading.Event()
    evaluator.on_lost = gone.set
    assert in_time(lambda: ask(evaluator)) is None
    child = evaluator._child
    assert child is not None
    child.send({})  # the call has ended: now it talks on
    assert gone.wait(WAIT)
    assert child.answers.qsize() <= 1, "its end, and nothing that it said"
    assert_goes_on(evaluator, monkeypatch)


@pytest.mark.parametrize("error", [FileNotFoundError("Secret"), MemoryError("Secret")])
def test_a_process_that_cannot_be_started_is_told(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", fail)
        raised = in_time(lambda: ask(evaluator))
    assert isinstance(raised, EvaluatorFault)
    assert raised.code == "evaluator_not_started"
    assert raised.__context__ is None
    assert_goes_on(evaluator, monkeypatch)


def test_a_start_beside_a_call_takes_nothing_from_it(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window starts the process ahead, in a thread of its own, while the first file is read."""
    genuine = evaluator_child.Child.send

    def send(child: evaluator_child.Child, message: dict[str, Any]) -> None:
        evaluator.start()
        genuine(child, message)

    monkeypatch.setattr(evaluator_child.Child, "send", send)
    assert in_time(lambda: ask(evaluator)) is None


# in the window


def kill(window: MainWindow) -> subprocess.Popen[bytes]:
    process = window._evaluator.process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    return process


def assert_usable(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    """The main job can be done: what was lost comes back with one Reload, or by opening it."""
    open_and_settle(qtbot, window, study.drafts)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert boxes(window) == []


def test_killed_when_idle_it_is_told_at_once_and_a_next_open_works(
    qtbot: QtBot, window: MainWindow, study: Study, other_study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    process = kill(window)
    qtbot.waitUntil(lambda: window.info.isVisible(), timeout=LONG)
    assert window.info.text() == "The evaluation stopped unexpectedly. Reload the files."
    assert process.returncode is not None, "it is a zombie"
    assert all("not opened" in state.lower() for state in states(window).values())
    assert window.session.reports.drafts is None
    open_and_settle(qtbot, window, other_study.claims)
    assert window.session.reports.claims is not None
    settle(qtbot, window, window.actions_.reload.trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert window.session.reports.reviews == study.review_report()
    assert boxes(window) == []


def test_killed_in_the_middle_of_a_job_it_is_told(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, *study.files)
    slow = slow_drafts(tmp_path / "slow.json")

    def lose_it() -> None:
        window.open_files([slow])
        qtbot.waitUntil(lambda: window.session.reading is not None, timeout=LONG)
        lost.append(kill(window))

    lost: list[subprocess.Popen[bytes]] = []
    settle(qtbot, window, lose_it)
    assert lost[0].returncode is not None
    assert "The evaluation stopped unexpectedly. Reload the files." in window.info.text()
    assert all("not opened" in state.lower() for state in states(window).values())
    settle(qtbot, window, lambda: window.session.remove(window.session.files[-1].number))
    settle(qtbot, window, window.actions_.reload.trigger)
    assert window.session.reports.reviews == study.review_report()
    assert_usable(qtbot, window, study)


def test_reasons_that_are_gone_with_it_are_named(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.session.reporter.unsaved = True
    kill(window)
    qtbot.waitUntil(lambda: window.info.isVisible(), timeout=LONG)
    assert window.info.text().endswith(" Reasons that were not saved are gone.")
    assert not window.session.unsaved


SMALL = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from evalcore import drafts_file, return_service, service, service_process, claims_file
limit = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + 120_000_000
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
service_process.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to its memory")
def test_out_of_memory_is_told_and_what_fits_is_read_afterwards(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of one string that is larger than the memory that the process may have."""
    monkeypatch.setattr(module, "_START", SMALL)
    open_and_settle(qtbot, window, study.drafts)
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.write(b'{"encounters": [{"blinded_case_id": "')
        file.writelines(b"x" * 10_000_000 for _ in range(40))
        file.write(b'"}]}')
    open_and_settle(qtbot, window, large)
    assert states(window)["large.json"] == "Not opened"
    assert "large.json was not opened." in window.info.text()
    assert "Traceback" not in window.info.text()
    assert boxes(window) == [], "it is no fault of the program"
    settle(qtbot, window, lambda: window.session.remove(window.session.files[-1].number))
    assert_usable(qtbot, window, study)


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
@pytest.mark.parametrize("what", ["says what is no JSON", "aborts", "never ends its line"])
def test_nonsense_is_told_in_the_window(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(evaluator_child, "LONGEST_LINE", 1_000_000)
    with monkeypatch.context() as patch:
        patch.setattr(module, "_START", TALK + NONSENSE[what])
        open_and_settle(qtbot, window, study.drafts)
    assert "The evaluation stopped unexpectedly. Reload the files." in window.info.text()
    assert boxes(window) == []
    assert_usable(qtbot, window, study)


def test_a_window_without_a_process_says_so(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PermissionError("Secret")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", fail)
        open_and_settle(qtbot, window, study.drafts)
    assert "The evaluation could not be started." in window.info.text()
    assert boxes(window) == []
    assert_usable(qtbot, window, study)
    assert file_list(window).model().rowCount() == 1
