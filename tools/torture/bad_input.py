"""Tens of thousands of mutated files through every command and the evaluator's service.

A file is settled by seed, kind and number alone, and can be made again:

    python3 -m tools.torture.bad_input SEED KIND NUMBER > FILE
"""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import os
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from evalcore.advice import KNOWN_CODES
from evalcore.errors import EvaluationError
from evalcore.service.codec import dumps
from evalcore.service.evaluation import EvaluationService
from evalcore.service.faults import fault
from evalcore.service.protocol import (
    Answer,
    Checked,
    CheckReturns,
    Fault,
    ListChoices,
    MakeReports,
    Open,
    Opened,
    Request,
    ScoreClaims,
    WriteSlip,
)
from tools.torture.judging import Outcome, breaches, call, leaks, process
from tools.torture.mutations import mutant
from tools.torture.parts import Plan, Result
from tools.torture.studies import KINDS, Study, make_study

FULL = 2_400
SAMPLE = 30
_CHUNK = 100
_EACH_IN_PROCESS = 100
"""One file of so many goes through a process of its own as well."""

_FILE = "mutant.json"
_REPORT = "report.out"


@dataclass(slots=True)
class _Tried:
    """What a chunk of files gave."""

    runs: int = 0
    processes: int = 0
    used: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: _Tried) -> None:
        self.runs += other.runs
        self.processes += other.processes
        self.used += other.used
        self.codes += other.codes
        self.faults += other.faults


def run(plan: Plan) -> Result:
    """Try ``FULL`` files of each kind, or ``SAMPLE``."""
    each = plan.size(FULL, SAMPLE)
    study = make_study(plan.folder)
    chunks = [
        (study, plan.folder, plan.seed, kind, range(start, min(each, start + _CHUNK)))
        for start in range(0, each, _CHUNK)
        for kind in KINDS
    ]
    all_tried = _Tried()
    if plan.sample:
        for chunk in chunks:
            all_tried.add(try_files(*chunk))
    else:
        # a process that dies is a finding, and must not take the run with it
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
            futures = [pool.submit(try_files, *chunk) for chunk in chunks]
            for chunk, future in zip(chunks, futures, strict=True):
                try:
                    all_tried.add(future.result())
                except concurrent.futures.BrokenExecutor:
                    all_tried.faults.append(f"a process died with {chunk[3]} {chunk[4]}")
    return Result(
        {
            "files": each * len(KINDS),
            "runs of the command": all_tried.runs,
            "of them in a process of their own": all_tried.processes,
            "runs that could use the file": all_tried.used,
            "different codes seen": len(all_tried.codes),
        },
        all_tried.faults,
    )


def made(study: Study, seed: int, kind: str, number: int) -> bytes:
    """Return the mutated file of that number."""
    rng = Random(f"{seed} {kind} {number}")
    return mutant(study.files[kind], list(study.files.values()), rng)


def try_files(study: Study, parent: Path, seed: int, kind: str, numbers: range) -> _Tried:
    """Put each file through the commands that read its kind, and some through another."""
    folder = parent / f"{kind}-{numbers.start}"
    folder.mkdir()
    study.write(folder)
    os.chdir(folder)
    tried = _Tried()
    for number in numbers:
        data = made(study, seed, kind, number)
        rng = Random(f"{seed} {kind} {number} runs")
        found = _try(folder, data, kind, rng, tried, number % _EACH_IN_PROCESS == 0)
        tried.faults += [f"{kind} {number} (seed {seed}): {each}" for each in found]
    os.chdir(parent)
    return tried


def _lines(kind: str, rng: Random) -> list[list[str]]:
    """Return the command lines that read a file of that kind, and sometimes one that should not."""
    every = {
        "drafts": [
            ["drafts", _FILE],
            ["check", _FILE, "return.json", "other_return.json"],
            ["reviews", _FILE, "return.json", "other_return.json"],
        ],
        "return": [
            ["check", "drafts.json", _FILE, "other_return.json"],
            ["reviews", "drafts.json", _FILE, "other_return.json"],
        ],
        "combined": [["check", "drafts.json", _FILE], ["reviews", "drafts.json", _FILE]],
        "claims": [["claims", _FILE, "--resamples", "20"]],
        "evidence": [["claims", "only_claims.json", _FILE, "--resamples", "20"]],
        "draft_report": [["verify", _FILE], ["disclosure", _FILE]],
        "review_report": [
            ["verify", _FILE],
            ["disclosure", _FILE, "--earlier", "draft_report.json"],
        ],
    }
    every["progress"] = every["combined"]
    every["claims_report"] = every["draft_report"]
    chosen = [list(line) for line in every[kind]]
    if rng.random() < 0.15:
        chosen.append(list(rng.choice(every[rng.choice(KINDS)])))
    for line in chosen:
        if line[0] in ("drafts", "reviews"):
            line += ["--minimum-cell-size", "2"]
        if line[0] != "verify" and rng.random() < 0.4:
            line += ["--json", _REPORT]
    return chosen


def _try(
    folder: Path, data: bytes, kind: str, rng: Random, tried: _Tried, as_process: bool
) -> list[str]:
    file = folder / _FILE
    file.write_bytes(data)
    before = set(os.listdir(folder))
    found: list[str] = []
    seen: dict[str, Outcome] = {}
    lines = _lines(kind, rng)
    runs = [(line, False) for line in lines] + [(line, True) for line in lines[:1] if as_process]
    for line, apart in runs:
        outcome = process(line, folder) if apart else call(line)
        tried.runs += 1
        tried.processes += apart
        tried.used += outcome.status != 2
        if outcome.code:
            tried.codes[outcome.code] += 1
        found += breaches(outcome, line[0])
        report = folder / _REPORT
        if report.exists():
            if outcome.status == 2:
                found.append(f"{line[0]}: a report although refused")
            found += _unreadable(report.read_bytes(), line[0])
            report.unlink()
        elif _REPORT in line and outcome.status in (0, 1):
            found.append(f"{line[0]}: no report although done")
        elif outcome.status != 2 and not outcome.out and line[0] != "verify":
            found.append(f"{line[0]}: says nothing")
        if apart and (outcome.status, outcome.err) != (seen[line[0]].status, seen[line[0]].err):
            found.append(f"{line[0]}: another end in a process of its own")
        seen.setdefault(line[0], outcome)
    found += _disagreements(kind, seen)
    found += _served(folder, kind, seen)
    if file.read_bytes() != data:
        found.append("the file was changed")
    if left := set(os.listdir(folder)) - before:
        found.append(f"{len(left)} files were left behind")
    return found


def _unreadable(report: bytes, command: str) -> list[str]:
    try:
        json.loads(report)
    except ValueError:
        return [f"{command}: the report is no JSON"]
    return [] if command == "claims" else leaks(report.decode(), f"the report of {command}")


def _disagreements(kind: str, seen: dict[str, Outcome]) -> list[str]:
    """What "check" calls ready, "reviews" imports; what "drafts" refuses, all refuse alike."""
    found = []
    if "check" in seen and "reviews" in seen:
        ready = seen["check"].status == 0
        if ready != (seen["reviews"].status == 0):
            found.append(f"check and reviews disagree: ready is {ready}")
    if kind == "drafts":
        refused = seen["drafts"].status == 2
        if refused and (seen["check"].status, seen["check"].err) != (2, seen["drafts"].err):
            found.append("drafts and check refuse the same file in different words")
    return found


_COMPARED = ("drafts", "draft_report", "review_report", "claims_report")


def _served(folder: Path, kind: str, seen: dict[str, Outcome]) -> list[str]:
    """Ask the window's evaluator the same, in this process."""
    service = EvaluationService()
    answers: list[object] = []

    def ask(request: Request[Answer]) -> Answer | Fault:
        answer: Answer | Fault
        try:
            answer = service.call(request, lambda read, total: None, threading.Event())
        except EvaluationError as error:
            answer = fault(error)
        answers.append(answer)
        return answer

    file = str(folder / _FILE)
    try:
        opened = ask(Open(1, file))
        usable = isinstance(opened, Opened) and opened.fault is None
        if kind in ("return", "combined", "progress"):
            ask(Open(2, str(folder / "drafts.json")))
            files = (1, file), (3, str(folder / "other_return.json"))
            checked = ask(CheckReturns(2, files))
            ask(WriteSlip(1))
            problems = checked.problems if isinstance(checked, Checked) else ()
            for problem in range(min(3, len(problems))):
                ask(ListChoices(problem))
            ask(MakeReports(2, 2))
        elif kind == "drafts" and usable:
            ask(MakeReports(1, 2))
        elif kind.endswith("report"):
            if usable and kind == "claims_report":
                ask(ScoreClaims((), saved=1))
            elif usable:
                ask(MakeReports(None, 5, saved=(1,)))
        elif usable and isinstance(opened, Opened) and opened.kind == "claims":
            ask(ScoreClaims((1,)))
    except Exception as error:
        return [f"the evaluator's {type(error).__name__}"]
    found = []
    for answer in answers:
        told = answer if isinstance(answer, Fault) else getattr(answer, "fault", None)
        if told is not None and told.code not in KNOWN_CODES:
            found.append(f"the evaluator's code {told.code}")
        # stamps are numbers, which look like identifiers
        said = json.loads(dumps(answer))
        shown = json.dumps({k: v for k, v in said.items() if k not in ("stamp", "stamps")})
        found += leaks(shown, "an answer of the evaluator")
    first = next(iter(seen.values()))
    # what looks like a return by now is read by the check alone
    alike = usable == (first.status == 0)
    kind_read = opened.kind if isinstance(opened, Opened) else ""
    if kind_read == kind and kind in _COMPARED and not alike:
        found.append(f"the window and {next(iter(seen))} disagree about the file")
    return found


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        sys.stdout.buffer.write(
            made(make_study(Path(scratch)), int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
        )
