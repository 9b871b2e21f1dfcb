"""Files that grow, shrink, are rewritten, replaced or lost while they are read."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import evalcore.io.files
from tools.torture.judging import Outcome, breaches, call
from tools.torture.parts import Plan, Result
from tools.torture.studies import Study

_PADDING = b" " * 700_000
"""Between two parts of a file, so that it takes several reads."""

_FILE = "changing.json"

_LINES: dict[str, list[str]] = {
    "drafts": ["drafts", _FILE, "--minimum-cell-size", "2"],
    "return": ["reviews", "drafts.json", _FILE, "other_return.json", "--minimum-cell-size", "2"],
    "combined": ["check", "drafts.json", _FILE],
    "claims": ["claims", _FILE, "--resamples", "20"],
    "draft_report": ["verify", _FILE],
    "claims_report": ["verify", _FILE],
}


class _Hooked:
    """An open file that lets something happen at one of its reads."""

    def __init__(self, file: IO[bytes], before_read: Callable[[], None]) -> None:
        self._file = file
        self._before_read = before_read

    def read(self, size: int = -1) -> bytes:
        self._before_read()
        return self._file.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __exit__(self, *_: object) -> None:
        self._file.close()


@contextmanager
def at_read(number: int, action: Callable[[], None]) -> Iterator[list[int]]:
    """Let an action happen before the read of that number, from 0, of ``_FILE``.

    Gives a list that has the number of reads so far as its only element.
    """
    count = [0]

    def before_read() -> None:
        count[0] += 1
        if count[0] - 1 == number:
            action()

    def hooked(path: Any, mode: str, *, opener: Any) -> Any:
        file = open(path, mode, opener=opener)  # noqa: SIM115
        return _Hooked(file, before_read) if os.fspath(path).endswith(_FILE) else file

    evalcore.io.files.open = hooked  # type: ignore[attr-defined]
    try:
        yield count
    finally:
        del evalcore.io.files.open  # type: ignore[attr-defined]


def _padded(data: bytes) -> bytes:
    """Return the same JSON with much white space after its first and before its last part."""
    start, end = data.index(b",") + 1, data.rindex(b"]" if b"]" in data else b"}")
    return data[:start] + _PADDING + data[start:end] + _PADDING + data[end:]


def _actions(old: bytes, new: bytes) -> dict[str, Callable[[], None]]:
    def rewrite(data: bytes) -> Callable[[], None]:
        def act() -> None:
            with open(_FILE, "r+b") as file:
                file.write(data)
                file.truncate()

        return act

    def replace() -> None:
        Path("new.json").write_bytes(new)
        os.replace("new.json", _FILE)

    def remove() -> None:
        os.unlink(_FILE)

    def fail() -> None:
        raise OSError(errno.EIO, "x", _FILE)

    def become_a_pipe() -> None:
        os.unlink(_FILE)
        if hasattr(os, "mkfifo"):
            os.mkfifo(_FILE)

    return {
        "grows": rewrite(old + b"\n\n" + old),
        "grows by white space": rewrite(old + b"\n" * 1000),
        "shrinks": rewrite(old[: len(old) // 2]),
        "becomes empty": rewrite(b""),
        "is rewritten": rewrite(new),
        "is rewritten in the same size": rewrite(new.ljust(len(old))[: len(old)]),
        "is replaced": replace,
        "is removed": remove,
        "is on a stick that is pulled out": fail,
        "becomes a pipe": become_a_pipe,
    }


def try_changes(plan: Plan, study: Study, result: Result) -> int:
    """Change a file of each kind at each of its reads; return how many changes were made.

    What comes out is that of the old file, or of the new one, or nothing.
    """
    tried = 0
    other = study.files
    for kind, line in _LINES.items():
        old = _padded(study.files[kind])
        new = _padded(_other(other[kind]))
        right = [_outcome(line, old), _outcome(line, new)]
        for name, action in _actions(old, new).items():
            number = 0
            while True:
                _write_old(old)
                with at_read(number, action) as reads:
                    outcome = call(line)
                if reads[0] <= number:
                    break  # the file had no more reads
                found = breaches(outcome, line[0])
                if outcome.status != 2 and not _is_one_of(outcome, right, line[0]):
                    found.append(f"{line[0]}: neither the old file nor the new one")
                result.faults += [f"{kind} {name} at read {number + 1}: {one}" for one in found]
                tried += 1
                number += plan.size(1, 9)
    Path(_FILE).unlink(missing_ok=True)
    return tried


def _write_old(old: bytes) -> None:
    Path(_FILE).unlink(missing_ok=True)
    Path(_FILE).write_bytes(old)
    os.utime(_FILE, (1_600_000_000, 1_600_000_000))


def _outcome(line: list[str], data: bytes) -> Outcome:
    _write_old(data)
    return call(line)


def _is_one_of(outcome: Outcome, right: list[Outcome], command: str) -> bool:
    if command == "check" and outcome.status == 1:
        return True  # it says what is wrong, and that is never nothing
    return (outcome.status, outcome.out) in [(one.status, one.out) for one in right]


def _other(data: bytes) -> bytes:
    """Return a file of the same kind that gives other figures."""
    for old, new in (
        (b'"negated": true', b'"negated": false'),
        (b'"approved": true', b'"approved": false'),
        (b'"decision": "accept"', b'"decision": "unclear"'),
        (b'"minimum_cell_size": 2', b'"minimum_cell_size": 3'),
        (b'"claim_count"', b'"claim_Count"'),
    ):
        if old in data:
            return data.replace(old, new)
    return data
