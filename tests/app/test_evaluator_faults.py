"""A process of the evaluator that dies, talks nonsense, stops listening or cannot be started."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from half_read import large_drafts
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    ROOT,
    Study,
    asked,
    boxes,
    draft_texts,
    is_half_read,
    open_and_settle,
    running,
    settle,
    shown_drafts,
    states,
)

from app.engine import worker
from app.engine.engine import Engine, Job
from app.engine.faults import EvaluatorFault
from app.shell.main_window import MainWindow
from evalcore.service.protocol import Problem, ReadStamps, Request

pytestmark = pytest.mark.process

ASK = ReadStamps(())
NONE: list[list[object]] = [[]] * len(fields(Problem))
"""No problem, as the evaluator says it."""

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
    "has no number": 'say(b\'{"answer": {}, "x": 1}\\n\')',
    "has a word for a number": 'say(b\'{"id": "1", "answer": {}}\\n\')',
    "has a flag for a number": 'say(b\'{"id": true, "answer": {}}\\n\')',
    "answers what was not asked": 'say(b\'{"id": 99, "answer": {}}\\n\')',
    "says nothing of it": "say(b'{\"id\": 1}\\n')",
    "gives a list for an answer": 'say(b\'{"id": 1, "answer": []}\\n\')',
    "gives half a progress": 'say(b\'{"id": 1, "progress": [1]}\\n\')',
    "gives a progress in words": 'say(b\'{"id": 1, "progress": ["a", "b"]}\\n\')',
    "gives a part that is none": 'say(b\'{"id": 1, "part": 1}\\n\')',
    "gives problems that were not asked for": f'say(b\'{{"id": 1, "part": {NONE}}}\\n\'); wait()',
    "gives a fault without a code": 'say(b\'{"id": 1, "fault": {}}\\n\')',
    "gives a fault of other types": ('say(b\'{"id": 1, "fault": {"code": "a", "advice": 1}}\\n\')'),
    "has a value for a place in the program": (
        'say(b\'{"id": 1, "crash": {"where": "Mrs Secret"}}\\n\')'
    ),
    "says two things": 'say(b\'{"id": 1, "answer": {}, "part": []}\\n\')',
    "never ends its line": "say(b'x' * 5_000_000); wait()",
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
def evaluator(qapp: QApplication) -> Iterator[Engine]:
    one = Engine()
    yield one
    one.shut_down()


def talking(code: str) -> list[str]:
    """The command of a process that runs this instead of the evaluator."""
    return [sys.executable, "-I", "-c", code, str(ROOT)]


def error_of(
    evaluator: Engine,
    meanwhile: Callable[[Job], None] = lambda job: None,
    request: Request[Any] = ASK,
) -> Exception | None:
    try:
        asked(evaluator, request, meanwhile=meanwhile)
    except Exception as error:
        return error
    return None


def assert_goes_on(evaluator: Engine) -> None:
    evaluator.set_command(running())
    assert error_of(evaluator) is None


def left_behind() -> list[int]:
    """The processes that this one started and that are still there, zombies too."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(state[1]) == os.getpid():
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_an_end_like_any_other(
    evaluator: Engine, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """No hang, no other exception, no process left behind; the next question is answered."""
    before = left_behind()
    lost: list[object] = []
    evaluator.lost.connect(lost.append)
    evaluator.set_command(talking(TALK + NONSENSE[what]))
    monkeypatch.setattr(worker, "LONGEST_LINE", 1_000_000)
    error = error_of(evaluator)
    assert isinstance(error, EvaluatorFault)
    assert error.code == "evaluator_stopped"
    assert "Secret" not in repr(vars(error))
    assert left_behind() == before
    assert len(lost) == 1, "it is told once that all is lost"
    assert_goes_on(evaluator)


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
@pytest.mark.parametrize(
    "talk",
    [
        "import time; time.sleep(1000)",
        TALK + 'say(b\'{"id": 1, "progr\'); wait()',
        TALK + 'say(b\'{"id": 0, "answer": {}}\\n\' * 30); wait()',
        TALK + "os.close(1); wait()",
    ],
    ids=[
        "never reads",
        "says half a line and waits",
        "answers a question of before",
        "closes its output and lives on",
    ],
)
def test_a_process_that_says_nothing_can_be_cancelled(
    evaluator: Engine, monkeypatch: pytest.MonkeyPatch, talk: str
) -> None:
    """Also where the question is longer than what a pipe holds."""
    evaluator.set_command(talking(talk))
    monkeypatch.setattr(worker, "PATIENCE", 100)
    error = error_of(evaluator, Job.cancel, ReadStamps(("x" * 1000,) * 1000))
    assert isinstance(error, EvaluatorFault)
    assert error.code == "evaluator_stopped"
    assert_goes_on(evaluator)


@pytest.mark.skipif(sys.platform == "win32", reason="it speaks to descriptors as on a Unix")
def test_what_was_not_asked_for_is_not_delivered(evaluator: Engine, qtbot: QtBot) -> None:
    """It answers, and talks on until it ends: the next question gets no old answer."""
    answer = b'{"id": 1, "answer": {"stamps": []}}\n'
    evaluator.set_command(talking(f"{TALK}[say({answer!r}) for _ in range(2000)]; os.close(1)"))
    with qtbot.waitSignal(evaluator.lost, timeout=LONG):
        assert error_of(evaluator) is None
    evaluator.set_command(running())
    assert asked(evaluator, ASK).stamps == ()


# in the window


def kill(window: MainWindow) -> int:
    process = window.engine.process_id
    assert process
    os.kill(process, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
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
    assert process not in left_behind(), "it is a zombie"
    assert all("not opened" in state.lower() for state in states(window).values())
    assert window.session.reports.drafts is None
    open_and_settle(qtbot, window, other_study.claims)
    assert window.session.reports.claims is not None
    settle(qtbot, window, window.actions_.reload.trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert window.session.reports.reviews == study.review_report()
    assert boxes(window) == []


@pytest.mark.usefixtures("halting")
def test_killed_in_the_middle_of_a_job_it_is_told(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, *study.files)
    large = large_drafts(tmp_path / "large.json")

    def lose_it() -> None:
        window.open_files([large])
        # that it is being read is shown before the process has been asked to
        qtbot.waitUntil(lambda: is_half_read(window, "large.json"))
        lost.append(kill(window))

    lost: list[int] = []
    settle(qtbot, window, lose_it)
    assert lost[0] not in left_behind()
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
import evalcore.claims.reader, evalcore.drafts.reader, evalcore.service.returns
from evalcore.service import evaluation, process
limit = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + 120_000_000
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
process.main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a process to its memory")
def test_out_of_memory_is_told_and_what_fits_is_read_afterwards(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    """A file of one string that is larger than the memory that the process may have."""
    window.engine.set_command(talking(SMALL))
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
    monkeypatch.setattr(worker, "LONGEST_LINE", 1_000_000)
    window.engine.set_command(talking(TALK + NONSENSE[what]))
    open_and_settle(qtbot, window, study.drafts)
    window.engine.set_command(running())
    assert "The evaluation stopped unexpectedly. Reload the files." in window.info.text()
    assert boxes(window) == []
    assert_usable(qtbot, window, study)


def test_a_window_without_a_process_works_all_the_same(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    window.engine.set_command([str(tmp_path / "no such program")])
    open_and_settle(qtbot, window, *study.files)
    assert window.session.reports.reviews == study.review_report()
    assert_usable(qtbot, window, study)
