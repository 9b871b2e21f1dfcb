"""The worker thread: order, progress, cancel, late results, errors, one idle, a clean end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import LONG

from app.engine.engine import Engine, Job, Progress

Heard = list[tuple[str, Any]]


@pytest.fixture
def runner(qapp: QApplication) -> Iterator[Engine]:
    one = Engine()
    yield one
    one.shut_down()


@pytest.fixture
def heard(runner: Engine) -> Heard:
    """What was delivered, in order; idle too."""
    events: Heard = []
    runner.idle.connect(lambda: events.append(("idle", None)))
    return events


def job(
    heard: Heard,
    work: Callable[[Progress, threading.Event], Any],
    name: str = "job",
    then: Callable[[], object] = lambda: None,
) -> Callable[[Engine], Job]:
    """A job that writes down all that it is told, and on which thread."""

    def note(kind: str, value: Any) -> None:
        assert threading.current_thread() is threading.main_thread()
        heard.append((f"{name} {kind}", value))

    def ended(kind: str, value: Any) -> None:
        note(kind, value)
        then()

    return lambda engine: engine.run(
        work,
        lambda value: ended("result", value),
        lambda error: ended("error", error),
        lambda done, total: note("progress", (done, total)),
        lambda: note("start", None),
    )


def value(of: Any) -> Callable[[Progress, threading.Event], Any]:
    return lambda progress, cancel: of


def run(qtbot: QtBot, runner: Engine, *jobs: Callable[[Engine], Job]) -> None:
    with qtbot.waitSignal(runner.idle, timeout=LONG):
        for one in jobs:
            one(runner)


def test_work_runs_beside_the_window_and_is_told_on_the_gui_thread(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    threads = []

    def work(progress: Progress, cancel: threading.Event) -> str:
        threads.append(threading.current_thread())
        progress(1, 2)
        progress(2, 2)
        return "done"

    run(qtbot, runner, job(heard, work))
    assert threads != [threading.main_thread()]
    assert heard == [
        ("job start", None),
        ("job progress", (1, 2)),
        ("job progress", (2, 2)),
        ("job result", "done"),
        ("idle", None),
    ]
    assert not runner.busy


def test_jobs_are_run_in_turn_and_idle_is_sent_once(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    run(qtbot, runner, *(job(heard, value(n), f"{n}") for n in range(50)))
    results = [(kind, told) for kind, told in heard if "start" not in kind]
    assert results == [*((f"{n} result", n) for n in range(50)), ("idle", None)]


def test_idle_waits_for_the_jobs_that_a_result_starts(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    last = job(heard, value(3), "last")
    middle = job(heard, value(2), "middle", lambda: last(runner))
    run(qtbot, runner, job(heard, value(1), "first", lambda: middle(runner)))
    assert [kind for kind, _ in heard if "start" not in kind] == [
        "first result",
        "middle result",
        "last result",
        "idle",
    ]


def test_an_error_is_delivered_and_the_next_job_runs(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    trouble = RuntimeError("trouble")

    def work(progress: Progress, cancel: threading.Event) -> None:
        raise trouble

    run(qtbot, runner, job(heard, work, "bad"), job(heard, value("fine"), "good"))
    assert ("bad error", trouble) in heard
    assert ("good result", "fine") in heard
    assert [kind for kind, _ in heard].count("idle") == 1


def test_a_cancel_reaches_the_work_and_its_end_is_delivered(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    begun = threading.Event()

    def work(progress: Progress, cancel: threading.Event) -> str:
        begun.set()
        assert cancel.wait(LONG / 1000)
        return "stopped"

    with qtbot.waitSignal(runner.idle, timeout=LONG):
        job(heard, work, "first")(runner)
        job(heard, lambda p, cancel: cancel.is_set(), "second")(runner)
        assert begun.wait(LONG / 1000)
        runner.cancel_all()
    assert ("first result", "stopped") in heard
    assert ("second result", True) in heard


@pytest.mark.parametrize("ends", ["with a result", "with an error"])
def test_a_late_answer_of_a_dropped_job_is_not_delivered(
    qtbot: QtBot, runner: Engine, heard: Heard, ends: str
) -> None:
    begun, go = threading.Event(), threading.Event()

    def work(progress: Progress, cancel: threading.Event) -> str:
        begun.set()
        assert go.wait(LONG / 1000)
        progress(5, 10)
        if ends == "with an error":
            raise RuntimeError
        return "late"

    with qtbot.waitSignal(runner.idle, timeout=LONG):
        late = job(heard, work, "late")(runner)
        job(heard, value("now"), "next")(runner)
        assert begun.wait(LONG / 1000)
        late.drop()
        go.set()
    assert [kind for kind, _ in heard] == ["next start", "next result", "idle"]


def test_a_job_dropped_before_its_turn_is_not_run(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    go, ran = threading.Event(), []
    with qtbot.waitSignal(runner.idle, timeout=LONG):
        job(heard, lambda progress, cancel: go.wait(LONG / 1000), "first")(runner)
        second = job(heard, lambda progress, cancel: ran.append(1), "second")(runner)
        second.drop()
        go.set()
    assert ran == []
    assert "second result" not in [kind for kind, _ in heard]


def test_an_answer_that_waits_for_the_user_does_not_send_idle(
    qtbot: QtBot, runner: Engine, heard: Heard
) -> None:
    """A callback asks something in an event loop of its own; the other job ends meanwhile."""
    done = threading.Event()

    def ask() -> None:
        qtbot.waitUntil(done.is_set, timeout=LONG)
        for _ in range(3):
            QApplication.processEvents()
        heard.append(("answered", None))

    run(
        qtbot,
        runner,
        job(heard, value(1), "asking", ask),
        job(heard, lambda progress, cancel: done.set(), "other"),
    )
    kinds = [kind for kind, _ in heard]
    assert kinds.count("idle") == 1
    assert kinds[-1] == "idle"
    assert kinds.index("answered") < kinds.index("idle")


@pytest.mark.qt_no_exception_capture
def test_idle_is_sent_though_a_callback_fails(
    qtbot: QtBot, runner: Engine, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[type] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: raised.append(kind))

    def fail() -> None:
        raise ZeroDivisionError

    run(qtbot, runner, job(heard, value(1), "bad", fail))
    assert raised == [ZeroDivisionError]
    assert heard[-1] == ("idle", None)
    run(qtbot, runner, job(heard, value(2), "good"))
    assert heard[-2:] == [("good result", 2), ("idle", None)]


def test_the_end_waits_for_the_work_and_delivers_nothing(qtbot: QtBot) -> None:
    runner = Engine()
    heard: Heard = []
    begun, ended = threading.Event(), threading.Event()

    def work(progress: Progress, cancel: threading.Event) -> None:
        begun.set()
        assert cancel.wait(LONG / 1000)
        ended.set()

    job(heard, work, "running")(runner)
    job(heard, value(1), "waiting")(runner)
    assert begun.wait(LONG / 1000)
    runner.shut_down()
    assert ended.is_set()
    job(heard, value(2), "late")(runner)
    runner.shut_down()
    for _ in range(3):
        QApplication.processEvents()
    assert heard == []
