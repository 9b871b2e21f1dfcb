"""Every writer of a file fails, or is interrupted, at each of its calls to the system."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from evalcore.errors import EvaluationError
from evalcore.io.files import write_atomically
from tools.torture.injecting import At, AtStep, handles_given_back, without_unnamed_files
from tools.torture.parts import Plan, Result
from tools.torture.studies import make_study
from tools.torture.writers import Write, Writer, writers

_OLD = b"the old report\n"
_NEW = b"the new report, which is longer than the old one\n" * 4000


def run(plan: Plan) -> Result:
    """Try each call, with an error and with an interrupt, before and after it was done."""
    given, out = plan.folder / "in", plan.folder / "out"
    given.mkdir()
    out.mkdir()
    study = make_study(given)
    study.write(given)
    made = [Writer("the writer itself", _write_itself, ""), *writers(given, study)]
    result = Result()
    tried = 0
    for number, writer in enumerate(made):
        if number:  # they all call the writer itself, which is tried in every way
            stride = plan.size(1, 41)
            tried += _try_calls(writer, out, _OLD, result, _ERRORS[:1], (False,), stride)
            continue
        for old in (None, _OLD):
            for way in (nullcontext, without_unnamed_files)[: 2 if old or not plan.sample else 1]:
                errors = _ERRORS[: plan.size(len(_ERRORS), 1)]
                with way():
                    tried += _try_calls(writer, out, old, result, errors, (False, True), 1)
    result.figures["writers"] = len(made)
    result.figures["faults at calls to the system"] = tried
    steps = 0
    for old in (None, _OLD):
        for way in (nullcontext, without_unnamed_files):
            with way():
                steps += _try_steps(out, old, result, plan.size(1, 47))
    result.figures["interrupts between two steps of the program"] = steps
    return result


def _write_itself(path: str) -> str:
    try:
        write_atomically(path, _NEW)
    except EvaluationError as error:
        return error.code
    return ""


_ERRORS = (errno.ENOSPC, errno.EINVAL)


def _faults(errors: tuple[int, ...]) -> list[Callable[[], None]]:
    def fail(number: int) -> Callable[[], None]:
        def fault() -> None:
            raise OSError(number, "x", "QzFolder")

        return fault

    def interrupt() -> None:
        raise KeyboardInterrupt

    return [*map(fail, errors), interrupt]


def _try_calls(
    writer: Writer,
    out: Path,
    old: bytes | None,
    result: Result,
    errors: tuple[int, ...],
    moments: tuple[bool, ...],
    stride: int,
) -> int:
    """Let the writer fail at each call, or every so many; return how often."""
    target = out / "report"
    _put(target, old)
    code = writer.write(str(target))
    if code:
        result.faults.append(f"{writer.name}: {code} without a fault")
        return 0
    new = target.read_bytes()
    tried = 0
    for fault in _faults(errors):
        for after in moments:
            number = 0
            while True:
                _put(target, old)
                at = At(number, fault, after=after)
                with handles_given_back(), at.installed():
                    said = _write(writer.write, target)
                if not at.name:
                    break
                tried += 1
                number += stride
                when = f"{writer.name}, {'after' if after else 'before'} {at.name} ({number})"
                result.faults += [f"{when}: {one}" for one in _wrong(out, old, new, said)]
    return tried


def _try_steps(out: Path, old: bytes | None, result: Result, stride: int) -> int:
    """Interrupt the writer itself before each bytecode, as a signal may."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    target = out / "report"
    tried = 0
    while True:
        _put(target, old)
        at = AtStep(tried * stride, interrupt)
        with handles_given_back(), at.installed():
            said = _write(_write_itself, target)
        if not at.happened:
            return tried
        tried += 1
        result.faults += [f"step {tried}: {one}" for one in _wrong(out, old, _NEW, said)]


def _put(target: Path, old: bytes | None) -> None:
    for left in target.parent.iterdir():
        left.unlink()
    if old is not None:
        target.write_bytes(old)


def _write(write: Write, target: Path) -> str:
    try:
        return write(str(target))
    except KeyboardInterrupt:
        return "interrupted"
    except BaseException as error:
        return f"escaped: {type(error).__name__}"


_MAY_SAY = (
    "",
    "interrupted",
    "output_not_written",
    "output_not_a_regular_file",
    # what was written is read back, and that may fail as well
    "written_file_differs",
    "unreadable_file",
)


def _wrong(out: Path, old: bytes | None, new: bytes, said: str) -> list[str]:
    """Compare what is there with what may be there."""
    found = []
    left = set(os.listdir(out))
    target = out / "report"
    there = target.read_bytes() if target.exists() else None
    if there not in (old, new):
        found.append("neither the old file nor the new one")
    if left - {"report"}:
        found.append("a temporary file is left")
    if not said and there != new:
        found.append("it says done, and the new file is not there")
    if said not in _MAY_SAY:
        found.append(f"it says {said}")
    return found
