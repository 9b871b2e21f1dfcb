"""The command, run as a function or as a process, and what the contract asks of every run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from evalcore.advice import KNOWN_CODES
from evalcore.cli.main import main
from tools.torture.studies import SECRET

LIMIT = 2.0
"""Seconds of processor time that one small file may take."""

_PATIENCE = 20
"""Seconds by the clock until a call counts as one that hangs; the machine may be busy."""

ROOT = Path(__file__).resolve().parents[2]

_LINE = re.compile(r"(?P<subject>[^\n]+?): (?P<code>[a-z0-9_]+): (?P<advice>[A-Z][^\n]*[.?])\n")
_HEX = re.compile(r"(?=[0-9]*[a-fA-F])[0-9a-fA-F]{20,}")  # a float has fewer digits
_NOTES = re.compile(r"(disclosure check: [^\n]+\n)+")
_WITH_NOTES = ("drafts", "reviews", "claims")
"""Commands that may say on standard error what a report gives away, though it was made."""
_OF_CLAIMS = re.compile(r"sha256:[0-9a-f]{64}|class_[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run gave. ``status`` is None where it did not end by itself."""

    status: int | None
    out: bytes = b""
    err: bytes = b""
    escaped: str = ""
    """The type of what came out of the command instead of an exit code."""
    seconds: float = 0.0

    @property
    def code(self) -> str:
        """The code on standard error, or ""."""
        found = _LINE.fullmatch(self.err.decode("utf-8", "replace"))
        return found["code"] if found else ""


class _Hang(BaseException):
    """The watchdog lost patience."""


@contextlib.contextmanager
def watchdog(seconds: int = _PATIENCE) -> Iterator[None]:
    """Break off what takes too long by the clock; in the main thread of a Unix system."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def bark(number: int, frame: FrameType | None) -> None:
        raise _Hang

    before = signal.signal(signal.SIGALRM, bark)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def call(arguments: Sequence[str]) -> Outcome:
    """Run the command as a function in this process, its streams caught."""
    handlers = [(name, signal.getsignal(name)) for name in (signal.SIGTERM, _hang_up()) if name]
    streams = sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    # held until the bytes are taken out: a wrapper that goes closes what it wraps
    wrappers = (
        io.TextIOWrapper(out, "utf-8", write_through=True),
        io.TextIOWrapper(err, "utf-8", "backslashreplace", write_through=True),
    )
    sys.stdout, sys.stderr = wrappers
    status, escaped = None, ""
    start = time.process_time()
    try:
        with watchdog():
            status = main(arguments)
    except BaseException as error:
        escaped = type(error).__name__
    finally:
        seconds = time.process_time() - start
        sys.stdout, sys.stderr = streams
        for name, handler in handlers:
            signal.signal(name, handler)
    told = out.getvalue(), err.getvalue()
    for wrapper in wrappers:
        wrapper.detach()
    return Outcome(status, *told, escaped, seconds)


def _hang_up() -> signal.Signals | None:
    return getattr(signal, "SIGHUP", None)


def process(arguments: Sequence[str], folder: Path, seconds: int = 60) -> Outcome:
    """Run the command as a user does, with an environment that it may fill with litter."""
    variables = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(folder),
        "TMPDIR": str(folder),
    }
    if "SYSTEMROOT" in os.environ:
        variables["SYSTEMROOT"] = os.environ["SYSTEMROOT"]
    try:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "evalcore", *arguments],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return Outcome(None, escaped="TimeoutExpired")
    return Outcome(done.returncode, done.stdout, done.stderr)


def breaches(outcome: Outcome, command: str, limit: float = LIMIT) -> list[str]:
    """Return what in a run breaks the contract, each in a few words without a value."""
    found = []
    if outcome.status is None:
        return [f"{command}: did not end, {outcome.escaped}"]
    allowed = (0, 1, 2) if command in ("check", "verify", "disclosure") else (0, 2)
    if outcome.status not in allowed:
        found.append(f"exit status {outcome.status}")
    err = outcome.err.decode("utf-8", "replace")
    if b"Traceback" in outcome.err + outcome.out:
        found.append("a traceback")
    if outcome.status == 2:
        line = _LINE.fullmatch(err)
        if line is None:
            found.append("standard error is not one line of subject, code and advice")
        elif line["code"] not in KNOWN_CODES or line["code"] == "internal_error":
            found.append(f"the code is {line['code']} ({line['subject'].partition('-')[0]})")
        if outcome.out and command != "verify":
            found.append("output although refused")
    elif err and not (command in _WITH_NOTES and _NOTES.fullmatch(err)):
        found.append("something on standard error although done")
    found += leaks(err, "standard error")
    out = outcome.out.decode("utf-8", "replace")
    found += leaks(_OF_CLAIMS.sub("", out) if command == "claims" else out, "standard output")
    if outcome.seconds > limit:
        found.append(f"{outcome.seconds:.1f} s of processor time")
    return [f"{command}: {each}" for each in found]


def leaks(text: str, where: str) -> list[str]:
    """Return which kinds of things stand in a text that must never come out."""
    found = []
    if SECRET in text:
        found.append(f"a text or folder of the input on {where}")
    if _HEX.search(text):
        found.append(f"an identifier on {where}")
    return found
