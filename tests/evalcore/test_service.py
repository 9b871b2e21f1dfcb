"""The evaluator as a process: requests, progress, cancel, end of input, errors, garbage."""

from __future__ import annotations

import io
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from command_helpers import Study, environment
from eval_helpers import CODES, carries, encounter_row, plain, write_json
from half_read import HALTING, large_drafts

from evalcore import EvaluationError
from evalcore.errors import Place
from evalcore.service.codec import decode_columns, dumps
from evalcore.service.evaluation import EvaluationService, stamp
from evalcore.service.faults import fault
from evalcore.service.process import serve
from evalcore.service.protocol import (
    CheckReturns,
    Close,
    MakeReports,
    Open,
    Opened,
    Problem,
    ReadStamps,
    Request,
    Watch,
)

WAIT = 60.0
START = "from evalcore.service.process import main; main()"


class Process:
    """The service as the window starts it; speaks lines of JSON."""

    def __init__(self, before: str = "") -> None:
        """``before`` is run ahead of the service."""
        self.popen = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", before + START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        )
        self._number = 0

    def send(self, line: str) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(line + "\n")
        self.popen.stdin.flush()

    def request(self, request: Request[Any]) -> int:
        self._number += 1
        call = type(request).__name__
        self.send(dumps({"id": self._number, "call": call, "request": request}))
        return self._number

    def line(self) -> dict[str, Any]:
        assert self.popen.stdout is not None
        answer: dict[str, Any] = json.loads(self.popen.stdout.readline())
        return answer

    def ask(self, request: Request[Any]) -> dict[str, Any]:
        """The answer to one request: its progress left out, the parts of a list put together."""
        number = self.request(request)
        parts: list[Problem] = []
        while not {"answer", "fault", "crash"} & (answer := self.line()).keys():
            assert answer["id"] == number
            if "part" in answer:
                parts += decode_columns(Problem, answer["part"])
        assert answer["id"] == number
        return {**answer, "parts": parts}

    def end(self) -> tuple[str, str]:
        """End the input; what it still says on both streams. It must end by itself."""
        out, err = self.popen.communicate(timeout=WAIT)
        return out, err


@pytest.fixture
def start() -> Iterator[Callable[[str], Process]]:
    """Start processes, which are ended after the test."""
    started: list[Process] = []

    def one(before: str) -> Process:
        started.append(Process(before))
        return started[-1]

    yield one
    for each in started:
        each.popen.kill()
        each.popen.communicate()


@pytest.fixture
def process(start: Callable[[str], Process]) -> Process:
    return start("")


@pytest.fixture
def halting(start: Callable[[str], Process]) -> Process:
    """A process that halts in a large file until it is to stop."""
    return start(HALTING)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_drafts(tmp_path_factory.mktemp("large") / "drafts.json")


def paths(study: Study) -> list[str]:
    return [str(study.folder / f"{name}.json") for name in ("drafts", "first", "second")]


def opened(process: Process, study: Study) -> None:
    for number, path in enumerate(paths(study), 1):
        assert process.ask(Open(number, path))["answer"]["fault"] is None


def check(process: Process, study: Study, *numbers: int) -> dict[str, Any]:
    """Check the returns of these numbers, 2 and 3, against the drafts."""
    files = tuple((number, paths(study)[number - 1]) for number in numbers)
    answer = process.ask(CheckReturns(1, files))
    return {**answer["answer"], "problems": answer["parts"]}


# as a process


def test_it_opens_and_reports(process: Process, study: Study) -> None:
    drafts, first, _ = paths(study)
    answer = process.ask(Open(1, drafts))
    assert answer["answer"] == plain(Opened("drafts", stamp(drafts)))
    assert process.ask(Open(2, first))["answer"]["kind"] == "reviews"
    opened(process, study)
    answer = check(process, study, 2, 3)
    assert answer["check"]["ready"]
    assert answer["problems"] == []
    for minimum in (2, 5, 50):
        answer = process.ask(MakeReports(1, minimum))
        assert answer["answer"] == {
            "drafts": study.draft_report(minimum),
            "reviews": study.review_report(minimum),
        }
    assert process.end() == ("", "")


def test_there_is_nothing_to_report_without_drafts(process: Process, study: Study) -> None:
    nothing = {"drafts": None, "reviews": None}
    assert process.ask(MakeReports(None, 5))["answer"] == nothing
    opened(process, study)
    assert process.ask(MakeReports(None, 5))["answer"] == nothing
    answer = process.ask(MakeReports(1, 5))
    assert answer["answer"] == {**nothing, "drafts": study.draft_report()}


def test_returns_that_cannot_be_imported_leave_the_drafts(process: Process, study: Study) -> None:
    opened(process, study)
    answer = check(process, study, 3)
    assert not answer["check"]["ready"]
    assert answer["problems"]
    answer = process.ask(MakeReports(1, 5))["answer"]
    assert answer == {"drafts": study.draft_report(), "reviews": None}


def test_no_count_that_is_suppressed_leaves_it(process: Process, study: Study) -> None:
    opened(process, study)
    check(process, study, 2, 3)
    answer = process.ask(MakeReports(1, 9999))
    text = json.dumps(answer["answer"])
    assert text.count('"suppressed": true') == 23 * 5 + 3
    digits = set(text.replace("9999", "").replace("ci95", "").replace(".v1", ""))
    assert not digits & set("0123456789")


def test_a_file_opened_again_takes_the_place_of_the_old(
    process: Process, study: Study, tmp_path: Path
) -> None:
    other = Study(tmp_path, drafts=30, seed=2)
    process.ask(Open(1, paths(study)[0]))
    process.ask(Open(1, str(tmp_path / "drafts.json")))
    answer = process.ask(MakeReports(1, 5))
    assert answer["answer"]["drafts"] == other.draft_report()


def test_a_file_that_could_not_be_read_again_is_forgotten(
    process: Process, study: Study, tmp_path: Path
) -> None:
    """Figures of the old file under a number whose file is broken would be a lie."""
    process.ask(Open(1, paths(study)[0]))
    broken = write_json(tmp_path / "broken.json", {"encounters": [{}]})
    answer = process.ask(Open(1, str(broken)))["answer"]
    assert (answer["kind"], answer["fault"]["code"]) == ("drafts", "missing_field")
    answer = process.ask(MakeReports(1, 5))
    assert "answer" not in answer


def test_a_closed_file_is_forgotten_and_may_be_closed_twice(process: Process, study: Study) -> None:
    opened(process, study)
    assert process.ask(Close((3,)))["answer"] == {}
    assert process.ask(Close((3,)))["answer"] == {}
    assert process.ask(Close((1,)))["answer"] == {}
    assert "fault" in process.ask(MakeReports(1, 5))


def test_stamps_change_when_a_file_does(process: Process, tmp_path: Path) -> None:
    path, gone = tmp_path / "a", str(tmp_path / "gone")
    path.write_text("1")
    first = process.ask(ReadStamps((str(path), gone)))["answer"]["stamps"]
    again = process.ask(ReadStamps((str(path), gone, "\0")))["answer"]["stamps"]
    assert again == [*first, None]
    assert first[1] is None
    path.write_text("12")
    assert process.ask(ReadStamps((str(path),)))["answer"]["stamps"] != first[:1]


def test_a_fault_names_code_place_and_what_to_do(process: Process, tmp_path: Path) -> None:
    secret = tmp_path / "Secret"
    secret.mkdir()
    row = encounter_row(blinded_case_id="Mrs Secret")
    path = write_json(secret / "drafts.json", {"encounters": [encounter_row(2), row]})
    answer = process.ask(Open(1, str(path)))["answer"]["fault"]
    assert answer.keys() == {"code", "file", "place", "advice"}
    assert answer["code"] == "invalid_opaque_identifier"
    assert answer["code"] in CODES
    assert answer["place"] == "encounter 2, field blinded_case_id"
    assert "Secret" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"a": 1}, "unknown_file_kind"),
        ([], "unknown_file_kind"),
    ],
)
def test_files_of_other_kinds_are_refused(
    process: Process, tmp_path: Path, content: Any, code: str
) -> None:
    path = write_json(tmp_path / "x.json", content)
    assert process.ask(Open(1, str(path)))["fault"]["code"] == code


def test_a_folder_and_a_missing_file_are_refused(process: Process, tmp_path: Path) -> None:
    answer = process.ask(Open(1, str(tmp_path)))
    assert answer["fault"]["code"] == "not_a_regular_file"
    answer = process.ask(Open(1, str(tmp_path / "gone")))
    assert answer["fault"]["code"] == "unreadable_file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_is_refused_and_not_waited_for(process: Process, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    answer = process.ask(Open(1, str(tmp_path / "pipe")))
    assert answer["fault"]["code"] == "not_a_regular_file"


def test_progress_comes_in_bytes_before_the_answer(process: Process, large: Path) -> None:
    number = process.request(Open(1, str(large)))
    told = []
    while "progress" in (answer := process.line()):
        assert answer["id"] == number
        told.append(answer["progress"])
    assert answer["answer"]["kind"] == "drafts"
    assert len(told) >= 2
    assert {total for _, total in told} == {large.stat().st_size}
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert done[-1] <= large.stat().st_size


def test_a_cancel_stops_the_request_it_names(halting: Process, large: Path, study: Study) -> None:
    process = halting
    number = process.request(Open(1, str(large)))
    assert "progress" in process.line()
    process.send(json.dumps({"cancel": number + 7}))
    process.send(json.dumps({"cancel": number}))
    while "progress" in (answer := process.line()):
        pass
    assert answer["fault"]["code"] == "cancelled"
    assert "answer" in process.ask(Open(1, paths(study)[0]))
    answer = process.ask(MakeReports(1, 5))
    assert answer["answer"]["drafts"] == study.draft_report()


def test_a_cancel_that_comes_first_or_too_late_harms_nothing(
    process: Process, study: Study, large: Path
) -> None:
    process.send(json.dumps({"cancel": 1}))
    assert process.ask(Open(1, str(large)))["fault"]["code"] == "cancelled"
    assert "answer" in process.ask(Open(1, paths(study)[0]))
    process.send(json.dumps({"cancel": 2}))
    assert "answer" in process.ask(MakeReports(1, 5))


# A line is added to the file that is read as soon as a part of it has been.
GROWING = """
from evalcore.service import evaluation as service
def read(path, *, progress, cancel, genuine=service.read_drafts):
    def grow(done, total):
        if done < total:
            with open(path, "ab") as file:
                file.write(b"\\n")
        progress(done, total)
    return genuine(path, progress=grow, cancel=cancel)
service.read_drafts = read
"""


def test_a_file_that_changes_while_it_is_read_is_refused(
    start: Callable[[str], Process], large: Path, tmp_path: Path
) -> None:
    process = start(GROWING)
    path = tmp_path / "drafts.json"
    path.write_bytes(large.read_bytes())
    answer = process.ask(Open(1, str(path)))
    assert path.stat().st_size > large.stat().st_size
    assert answer["answer"]["fault"]["code"] == "file_changed"
    assert "fault" in process.ask(MakeReports(1, 5))


def test_it_ends_with_its_input_even_while_it_reads(halting: Process, large: Path) -> None:
    process = halting
    process.request(Open(1, str(large)))
    process.request(Open(2, str(large)))
    assert "progress" in process.line()
    out, err = process.end()
    assert process.popen.returncode == 0
    answers = [json.loads(line) for line in out.splitlines()]
    faults = [answer["fault"]["code"] for answer in answers if "fault" in answer]
    assert set(faults) == {"cancelled"}
    assert err == ""


def test_it_ends_when_nobody_listens(process: Process, large: Path) -> None:
    assert process.ask(ReadStamps(()))["answer"] == {"stamps": []}
    assert process.popen.stdout is not None
    process.popen.stdout.close()
    process.request(Open(1, str(large)))
    assert process.popen.wait(WAIT) != 0
    assert process.popen.stderr is not None
    assert process.popen.stderr.read() == ""


BROKEN = """
from evalcore.service import evaluation
evaluation.stamp = lambda path: {}[path]
"""


def test_a_program_error_is_answered_by_its_place_alone(
    start: Callable[[str], Process], study: Study
) -> None:
    process = start(BROKEN)
    answer = process.ask(ReadStamps(("Secret",)))
    assert answer["crash"].keys() == {"where"}
    assert answer["crash"]["where"].endswith("-KeyError")
    assert "Secret" not in json.dumps(answer)
    assert "answer" in process.ask(Close((1,)))
    assert process.end() == ("", "")


@pytest.mark.parametrize(
    "garbage",
    [
        *(b"Secret {", b"[]", b"7", b"{}", b'{"cancel": []}', b"\xff\xfe Secret"),
        b'{"id": 1, "call": "Secret", "request": {}}',
        b'{"id": 1, "call": "Open", "request": {"file": 1, "path": {"Secret": 1}}}',
    ],
)
def test_garbage_ends_it_and_it_does_not_hang(process: Process, garbage: bytes) -> None:
    """Whatever it makes of the line: it ends with its input and repeats nothing of it."""
    assert isinstance(process.popen.stdin, io.TextIOWrapper)
    process.popen.stdin.buffer.write(garbage + b"\n")
    try:
        out, err = process.end()
    except subprocess.TimeoutExpired:
        pytest.fail("it lives on without input")
    assert "Secret" not in out + err


def test_what_is_printed_does_not_get_among_the_answers(tmp_path: Path) -> None:
    code = (
        "from evalcore.service import evaluation, process\n"
        "evaluation.stamp = lambda path: print('stray')\n"
        "process.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input='{"id": 1, "call": "ReadStamps", "request": {"paths": ["x"]}}\n',
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        timeout=WAIT,
        check=True,
    )
    assert json.loads(done.stdout) == {"id": 1, "answer": {"stamps": [None]}}
    assert done.stderr == "stray\n"


# in this process


def test_nothing_of_a_file_can_be_printed(study: Study) -> None:
    service = EvaluationService()
    never = threading.Event()
    service.open(1, paths(study)[0], Watch(lambda done, total: None, never))
    assert repr(service) == "EvaluationService(...)"


def test_local_texts_are_dropped_as_they_are_read(tmp_path: Path) -> None:
    service = EvaluationService()
    row = encounter_row(case="Mrs Secret", transcript=["Secret"], roles=["Secret"])
    path = write_json(tmp_path / "drafts.json", {"encounters": [row]})
    service.open(1, str(path), Watch(lambda done, total: None, threading.Event()))
    assert not carries(service, "Secret")
    assert carries(service, row["blinded_case_id"]), "the search would find it"


def test_a_fault_of_a_return_carries_its_file() -> None:
    error = EvaluationError("invalid_boolean", Place(file=2, row=3, field="adjudicated"))
    answer = fault(error)
    assert (answer.file, answer.place) == (2, "file 2, row 3, field adjudicated")
    assert fault(EvaluationError("cancelled")).place == ""


def test_requests_are_answered_in_turn_and_once() -> None:
    """Driven by hand: lines in a queue, answers in a list."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    for number in range(20):
        request = {"id": number, "call": "ReadStamps", "request": {"paths": []}}
        lines.put(json.dumps(request) + "\n")
    lines.put("")
    said: list[str] = []
    serve(lines.get, said.append, EvaluationService())
    answers = [json.loads(line) for line in said]
    assert answers == [{"id": number, "answer": {"stamps": []}} for number in range(20)]
