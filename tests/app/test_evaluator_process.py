"""The evaluator's process as the worker sees it: answers, faults, cancel, its end."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from window_help import LONG, Study, slow_drafts

from app import evaluator as module
from app.evaluator import Evaluator, EvaluatorCrash, EvaluatorFault

WAIT = LONG / 1000


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    one = Evaluator()
    yield one
    one.close()


def ask(
    evaluator: Evaluator,
    request: dict[str, Any],
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancel: threading.Event | None = None,
) -> dict[str, Any]:
    return evaluator.call(request, progress, cancel or threading.Event())


def opening(number: int, path: Path) -> dict[str, Any]:
    return {"call": "open", "file": number, "path": str(path)}


def reports(drafts: int | None, size: int = 5) -> dict[str, Any]:
    return {"call": "reports", "drafts": drafts, "minimum_cell_size": size}


def checking(drafts: int, paths: list[Path]) -> dict[str, Any]:
    files = [[number, str(path)] for number, path in enumerate(paths, 2)]
    return {"call": "check", "drafts": drafts, "files": files}


def process_of(evaluator: Evaluator) -> int:
    process = evaluator.process
    assert process is not None
    return process.pid


def test_it_answers_what_the_evaluator_computes(evaluator: Evaluator, study: Study) -> None:
    assert ask(evaluator, opening(1, study.drafts))["kind"] == "drafts"
    for number, path in enumerate(study.returns, 2):
        assert ask(evaluator, opening(number, path))["kind"] == "reviews"
    assert ask(evaluator, checking(1, study.returns))["problems"] == []
    answer = ask(evaluator, reports(1))
    assert answer["drafts"] == study.draft_report()
    assert answer["reviews"] == study.review_report()


def test_no_process_runs_until_it_is_needed(evaluator: Evaluator) -> None:
    assert evaluator.process is None
    ask(evaluator, {"call": "stamps", "paths": []})
    assert evaluator.process is not None


def test_no_suppressed_count_comes_back(
    evaluator: Evaluator, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that the process ever says about a study whose cells are all suppressed."""
    lines: list[str] = []
    genuine = json.loads

    def loads(line: str) -> Any:
        lines.append(line)
        return genuine(line)

    monkeypatch.setattr(json, "loads", loads)
    ask(evaluator, opening(1, study.drafts))
    for number, path in enumerate(study.returns, 2):
        ask(evaluator, opening(number, path))
    ask(evaluator, checking(1, study.returns))
    ask(evaluator, reports(1, 9999))
    assert len(lines) >= 4
    answer = genuine(lines[-1])["result"]
    cells = [
        *(cell for row in answer["drafts"]["slices"].values() for cell in row.values()),
        *answer["reviews"]["rates"].values(),
    ]
    assert len(cells) == 23 * 5 + 3
    hidden = dict.fromkeys(("numerator", "denominator", "rate", "ci95"))
    assert all(cell == {**hidden, "suppressed": True} for cell in cells)
    told = {"id", "progress", "result"}
    assert all(genuine(line).keys() <= told for line in lines)
    for line in lines[:-1]:
        assert genuine(line).get("result", {}).keys() <= {"kind", "stamp", "check", "stamps"}


def test_a_fault_says_what_and_where_and_what_to_do(evaluator: Evaluator, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"encounters": [1]}')
    answer = ask(evaluator, opening(1, path))
    assert answer["kind"] == "drafts"
    error = EvaluatorFault(answer["fault"])
    assert (error.code, error.place) == ("invalid_draft_record", "encounter 1")
    assert error.advice.endswith(".")
    assert str(error) == error.code
    assert str(tmp_path) not in repr(vars(error))
    path.write_text("[]")
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, path))
    assert caught.value.code == "unknown_file_kind"
    # it goes on working
    assert ask(evaluator, {"call": "stamps", "paths": [str(tmp_path / "no")]}) == {"stamps": [None]}


def test_a_program_error_is_told_by_its_place_alone(evaluator: Evaluator) -> None:
    with pytest.raises(EvaluatorCrash) as caught:
        ask(evaluator, {"call": "open", "file": 1, "path": {"Secret": "Secret"}})
    assert caught.value.where.endswith("-TypeError")
    assert "Secret" not in f"{caught.value!r} {vars(caught.value)}"
    assert ask(evaluator, {"call": "stamps", "paths": []}) == {"stamps": []}


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return slow_drafts(tmp_path_factory.mktemp("slow") / "drafts.json")


def test_progress_is_told_in_bytes_and_never_goes_back(evaluator: Evaluator, slow: Path) -> None:
    told: list[tuple[int, int]] = []
    ask(evaluator, opening(1, slow), lambda done, total: told.append((done, total)))
    size = slow.stat().st_size
    assert told
    assert {total for _, total in told} == {size}
    assert told == sorted(told)
    assert all(0 <= done <= size for done, _ in told)


def test_a_cancel_ends_the_reading_and_the_process_stays(
    evaluator: Evaluator, slow: Path, study: Study
) -> None:
    cancel = threading.Event()
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, slow), lambda done, total: cancel.set(), cancel)
    assert caught.value.code == "cancelled"
    pid = process_of(evaluator)
    assert ask(evaluator, opening(2, study.drafts))["kind"] == "drafts"
    assert process_of(evaluator) == pid


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_that_does_not_stop_is_ended(
    evaluator: Evaluator, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped, as by a disk that does not answer; the next call has a new one."""
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    ask(evaluator, opening(1, study.drafts))
    pid = process_of(evaluator)
    os.kill(pid, signal.SIGSTOP)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, reports(1), cancel=cancel)
    assert caught.value.code == "evaluator_stopped"
    assert not alive(pid)
    assert ask(evaluator, opening(1, study.drafts))["kind"] == "drafts"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_killed_from_outside_is_told_once_and_started_anew(
    evaluator: Evaluator, study: Study
) -> None:
    ask(evaluator, opening(1, study.drafts))
    os.kill(process_of(evaluator), signal.SIGKILL)
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, reports(1))
    assert caught.value.code == "evaluator_stopped"
    assert "Reload" in caught.value.advice
    ask(evaluator, opening(1, study.drafts))
    assert ask(evaluator, reports(1))["drafts"] == study.draft_report()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_killed_while_it_reads_is_told(evaluator: Evaluator, slow: Path) -> None:
    def kill(done: int, total: int) -> None:
        os.kill(process_of(evaluator), signal.SIGKILL)

    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, slow), kill)
    assert caught.value.code == "evaluator_stopped"


def test_a_call_waits_for_no_process_that_talks_nonsense(
    evaluator: Evaluator, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something else wrote to its output: that is an end like any other, not a hang."""
    talk = "import sys; sys.stdin.readline(); print('nonsense', flush=True); sys.stdin.readline()"
    monkeypatch.setattr(module, "_START", talk)
    caught: list[BaseException] = []

    def work() -> None:
        try:
            ask(evaluator, {"call": "stamps", "paths": []})
        except Exception as error:
            caught.append(error)

    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(WAIT / 6)
    assert not thread.is_alive(), "it waits for ever"
    assert [getattr(error, "code", None) for error in caught] == ["evaluator_stopped"]


def test_close_ends_the_process_and_the_call_that_waits_for_it(
    evaluator: Evaluator, slow: Path
) -> None:
    reading = threading.Event()
    caught: list[BaseException] = []

    def work() -> None:
        try:
            ask(evaluator, opening(1, slow), lambda done, total: reading.set())
        except EvaluatorFault as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert reading.wait(WAIT)
    pid = process_of(evaluator)
    evaluator.close()
    thread.join(WAIT)
    assert not thread.is_alive()
    assert [error.args for error in caught] == [("evaluator_stopped",)]
    assert sys.platform == "win32" or not alive(pid)
    evaluator.close()
    with pytest.raises(EvaluatorFault):
        ask(evaluator, {"call": "stamps", "paths": []})


def test_nothing_of_a_file_is_kept_in_what_it_prints(evaluator: Evaluator, study: Study) -> None:
    ask(evaluator, opening(1, study.drafts))
    identifier = json.loads(study.drafts.read_text())["encounters"][0]["blinded_case_id"]
    assert identifier[:12] not in repr(vars(evaluator))
