"""The evaluator's process as the worker sees it: answers, faults, cancel, its end."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from half_read import large_drafts
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import LONG, Study, asked, running

from app.engine import worker
from app.engine.engine import Engine, Job
from app.engine.faults import EvaluatorFault
from app.platform.crash_guard import EvaluatorCrash
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import (
    CheckReturns,
    Close,
    ListReasons,
    MakeReports,
    Open,
    Opened,
    ReadStamps,
)

pytestmark = pytest.mark.process


@pytest.fixture
def evaluator(qapp: QApplication) -> Iterator[Engine]:
    one = Engine()
    yield one
    one.shut_down()


ask = asked


def opening(number: int, path: Path) -> Open:
    return Open(number, str(path))


def reports(drafts: int | None, size: int = 5) -> MakeReports:
    return MakeReports(drafts, size)


def checking(drafts: int, paths: list[Path]) -> CheckReturns:
    return CheckReturns(drafts, tuple((n, str(path)) for n, path in enumerate(paths, 2)))


def process_of(evaluator: Engine) -> int:
    assert evaluator.process_id
    return evaluator.process_id


def test_it_answers_what_the_evaluator_computes(evaluator: Engine, study: Study) -> None:
    assert ask(evaluator, opening(1, study.drafts)).kind == "drafts"
    for number, path in enumerate(study.returns, 2):
        assert ask(evaluator, opening(number, path)).kind == "reviews"
    assert ask(evaluator, checking(1, study.returns)).problems == ()
    answer = ask(evaluator, reports(1))
    assert answer.drafts == study.draft_report()
    assert answer.reviews == study.review_report()


def test_no_process_runs_until_it_is_needed(evaluator: Engine) -> None:
    assert evaluator.process_id == 0
    ask(evaluator, ReadStamps(()))
    assert evaluator.process_id


def test_no_suppressed_count_comes_back(
    evaluator: Engine, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that the process ever says about a study whose cells are all suppressed."""
    lines: list[str] = []
    genuine = json.loads

    def loads(line: bytes) -> Any:
        lines.append(line.decode())
        return genuine(line)

    monkeypatch.setattr(json, "loads", loads)
    ask(evaluator, opening(1, study.drafts))
    for number, path in enumerate(study.returns, 2):
        ask(evaluator, opening(number, path))
    ask(evaluator, checking(1, study.returns))
    ask(evaluator, reports(1, 9999))
    assert len(lines) >= 4
    answer = genuine(lines[-1])["answer"]
    cells = [
        *(cell for row in answer["drafts"]["slices"].values() for cell in row.values()),
        *answer["reviews"]["rates"].values(),
    ]
    assert len(cells) == 23 * 5 + 3
    hidden = dict.fromkeys(("numerator", "denominator", "rate", "ci95"))
    assert all(cell == {**hidden, "suppressed": True} for cell in cells)
    told = {"id", "progress", "answer"}
    assert all(genuine(line).keys() <= told for line in lines)
    opened = {field.name for field in fields(Opened)}
    for line in lines[:-1]:
        answer = genuine(line).get("answer", {})
        assert answer.keys() <= opened | {"check", "problems", "stamps"}


def test_a_fault_says_what_and_where_and_what_to_do(evaluator: Engine, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"encounters": [1]}')
    answer = ask(evaluator, opening(1, path))
    assert answer.kind == "drafts"
    assert answer.fault is not None
    error = EvaluatorFault(answer.fault)
    assert (error.code, error.place) == ("invalid_draft_record", "encounter 1")
    assert error.advice.endswith(".")
    assert str(error) == error.code
    assert str(tmp_path) not in repr(vars(error))
    path.write_text("[]")
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, path))
    assert caught.value.code == "unknown_file_kind"
    # it goes on working
    assert ask(evaluator, ReadStamps((str(tmp_path / "no"),))).stamps == (None,)


def test_a_program_error_is_told_by_its_place_alone(evaluator: Engine) -> None:
    broken = "from evalcore.service import evaluation; evaluation.stamp = lambda path: {}[path]"
    evaluator.set_command(running(f"import sys; sys.path.insert(0, sys.argv[1]); {broken}\n"))
    with pytest.raises(EvaluatorCrash) as caught:
        ask(evaluator, ReadStamps(("Secret",)))
    assert caught.value.where.endswith("-KeyError")
    assert "Secret" not in f"{caught.value!r} {vars(caught.value)}"
    assert ask(evaluator, Close((1,))) is not None


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_drafts(tmp_path_factory.mktemp("large") / "drafts.json")


def test_progress_is_told_in_bytes_and_never_goes_back(evaluator: Engine, large: Path) -> None:
    told: list[tuple[int, int]] = []
    ask(evaluator, opening(1, large), lambda done, total: told.append((done, total)))
    size = large.stat().st_size
    assert told
    assert {total for _, total in told} == {size}
    assert told == sorted(told)
    assert all(0 <= done <= size for done, _ in told)


@pytest.mark.usefixtures("halting")
def test_a_cancel_ends_the_reading_and_the_process_stays(
    evaluator: Engine, large: Path, study: Study
) -> None:
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, large), lambda done, total: evaluator.cancel_all())
    assert caught.value.code == "cancelled"
    pid = process_of(evaluator)
    assert ask(evaluator, opening(2, study.drafts)).kind == "drafts"
    assert process_of(evaluator) == pid


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_that_does_not_stop_is_ended(
    evaluator: Engine, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped, as by a disk that does not answer; the next call has a new one."""
    monkeypatch.setattr(worker, "PATIENCE", 200)
    ask(evaluator, opening(1, study.drafts))
    pid = process_of(evaluator)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, reports(1), meanwhile=Job.cancel)
    assert caught.value.code == "evaluator_stopped"
    assert not alive(pid)
    assert ask(evaluator, opening(1, study.drafts)).kind == "drafts"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_killed_from_outside_is_told_once_and_started_anew(
    evaluator: Engine, study: Study, qtbot: QtBot
) -> None:
    ask(evaluator, opening(1, study.drafts))
    lost: list[object] = []
    evaluator.lost.connect(lost.append)
    with qtbot.waitSignal(evaluator.lost):
        os.kill(process_of(evaluator), signal.SIGKILL)
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, reports(1))  # the new one has read nothing
    assert caught.value.code == "evaluator_stopped"
    assert "Reload" in caught.value.advice
    ask(evaluator, opening(1, study.drafts))
    assert ask(evaluator, reports(1)).drafts == study.draft_report()
    assert len(lost) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_process_killed_while_it_reads_is_told(evaluator: Engine, large: Path) -> None:
    def kill(done: int, total: int) -> None:
        os.kill(process_of(evaluator), signal.SIGKILL)

    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, opening(1, large), kill)
    assert caught.value.code == "evaluator_stopped"


def test_a_call_waits_for_no_process_that_talks_nonsense(evaluator: Engine) -> None:
    """Something else wrote to its output: that is an end like any other, not a hang."""
    talk = "import sys; sys.stdin.readline(); print('nonsense', flush=True); sys.stdin.readline()"
    evaluator.set_command([sys.executable, "-c", talk])
    with pytest.raises(EvaluatorFault) as caught:
        ask(evaluator, ReadStamps(()))
    assert caught.value.code == "evaluator_stopped"


@pytest.mark.usefixtures("halting")
def test_the_end_ends_the_process_and_delivers_nothing(
    evaluator: Engine, large: Path, qtbot: QtBot
) -> None:
    heard: list[object] = []
    reading: list[int] = []
    evaluator.ask(
        opening(1, large), heard.append, heard.append, lambda done, total: reading.append(done)
    )
    qtbot.waitUntil(lambda: bool(reading), timeout=LONG)
    pid = process_of(evaluator)
    evaluator.shut_down()
    assert sys.platform == "win32" or not alive(pid)
    for _ in range(3):
        QApplication.processEvents()
    assert heard == []
    evaluator.shut_down()


def test_without_a_process_the_same_is_answered(
    qapp: QApplication, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = EvaluationService()
    engine = Engine(service)
    assert ask(engine, opening(1, study.drafts)).kind == "drafts"
    assert ask(engine, reports(1)).drafts == study.draft_report()
    assert engine.process_id == 0
    monkeypatch.setattr(service, "returns", None)
    with pytest.raises(EvaluatorCrash):
        ask(engine, ListReasons())
    engine.shut_down()


def test_where_no_process_can_be_started_the_thread_answers(
    evaluator: Engine, study: Study, tmp_path: Path
) -> None:
    evaluator.set_command([str(tmp_path / "no such program")])
    lost: list[object] = []
    evaluator.lost.connect(lost.append)
    assert ask(evaluator, opening(1, study.drafts)).kind == "drafts"
    assert ask(evaluator, reports(1)).drafts == study.draft_report()
    assert lost == []


def test_nothing_of_a_file_is_kept_in_what_it_prints(evaluator: Engine, study: Study) -> None:
    ask(evaluator, opening(1, study.drafts))
    identifier = json.loads(study.drafts.read_text())["encounters"][0]["blinded_case_id"]
    assert identifier[:12] not in repr(vars(evaluator))
