"""The evaluator's process, as seen from the worker thread.

Reading and computing run in a process of their own: Python code in a thread
of this one would hold the interpreter lock that every paint of the window
needs. Reports, states and faults come back, never a suppressed count.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalcore.__main__ import EVALUATOR_FLAG

if TYPE_CHECKING:  # else imported with the first process: the window is shown before
    import subprocess

    from app.evaluator_child import Child

PATIENCE = 5.0
"""Seconds after a cancel until a process that does not stop is ended."""

_MANY = 5_000
_POLL = 0.01
"""Seconds until a cancel is noticed, at most."""
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from evalcore.service_process import main; main()"
)


class EvaluatorFault(ValueError):
    """What the evaluator says is wrong; every text in it is free of values."""

    def __init__(self, fault: dict[str, Any]) -> None:
        super().__init__(fault["code"])
        self.code: str = fault["code"]
        self.file: int | None = fault.get("file")
        self.place: str = fault.get("place", "")
        self.advice: str = fault.get("advice", "")


class EvaluatorCrash(Exception):
    """A program error in the evaluator, told by its place in the program."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


STOPPED = {
    "code": "evaluator_stopped",
    "advice": "The evaluation stopped unexpectedly. Reload the files.",
}
NOT_STARTED = {
    "code": "evaluator_not_started",
    "advice": "The evaluation could not be started. Close other programs and try again.",
}


class Evaluator:
    """Starts the process when it is first needed and asks it one thing at a time."""

    def __init__(self) -> None:
        self.on_lost: Callable[[], None] = lambda: None
        """Called, from any thread, when a process has ended unasked, and all it held with it."""
        self._child: Child | None = None
        self._number = 0
        self._closed = False
        self._lock = threading.Lock()

    @property
    def process(self) -> subprocess.Popen[bytes] | None:
        """The process that runs, if there is one."""
        child = self._child
        return child.process if child is not None else None

    def call(
        self,
        request: dict[str, Any],
        progress: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> dict[str, Any]:
        """Ask and wait for the answer.

        Raises EvaluatorFault (code ``cancelled`` after a cancel,
        ``evaluator_stopped`` when the process ended, ``evaluator_not_started``)
        or EvaluatorCrash.
        """
        self._number += 1
        child = self._running(self._number)
        try:
            child.send({"id": self._number, **request})
            return self._wait(child, progress, cancel)
        finally:
            child.awaited = None
            gc.enable()

    def start(self) -> None:
        """Start the process before it is needed; whether it can be is told by the first call."""
        with contextlib.suppress(EvaluatorFault):
            self._running(None)

    def _wait(
        self, child: Child, progress: Callable[[int, int], None], cancel: threading.Event
    ) -> dict[str, Any]:
        import queue

        parts: list[Any] = []
        waited: float | None = None
        while True:
            if cancel.is_set() and waited is None:
                waited = 0.0
                child.send({"cancel": self._number})
            try:
                answer = child.answers.get(timeout=_POLL)
            except queue.Empty:
                if waited is not None:
                    waited += _POLL
                    if waited > PATIENCE:
                        self._lose(child)
                continue
            if answer is None:
                self._lose(child)
                raise EvaluatorFault(STOPPED)
            if "progress" in answer:
                progress(*answer["progress"])
            elif "part" in answer:
                # looking for rings in 100,000 problems, over and over, would stop the window
                gc.disable()
                parts += answer["part"]
            elif "fault" in answer:
                _raise(answer["fault"])
            else:
                result: dict[str, Any] = answer["result"]
                if len(parts) > _MANY:
                    gc.freeze()  # they are in none, and go when nobody needs them
                return {**result, "problems": parts} if "check" in result else result

    def close(self) -> None:
        """End the process; from any thread. No call may follow."""
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
        if child is not None:
            child.end()

    def _running(self, number: int | None) -> Child:
        """Return the process, which is to answer question ``number``; None: only run."""
        from app.evaluator_child import Child

        child = None
        with self._lock:
            if self._closed:
                raise EvaluatorFault(STOPPED)
            if self._child is None:
                try:
                    self._child = Child(_command(), self._on_end)
                except (OSError, MemoryError, RuntimeError):
                    pass  # told below, without what stands in the message
            if self._child is not None:
                child = self._child
                if number is not None:  # else a call may be waiting for its own already
                    child.awaited = number
        if child is None:
            raise EvaluatorFault(NOT_STARTED)
        return child

    def _on_end(self, child: Child) -> None:
        """It has ended. A call that waits for it has been told; when none does, it is told here."""
        if child.awaited is None:
            self._lose(child)

    def _lose(self, child: Child) -> None:
        with self._lock:
            lost = self._child is child
            if lost:
                self._child = None
        child.end()
        if lost:
            self.on_lost()


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        # the bundled command line, which on Windows has standard streams for certain
        beside = Path(sys.executable)
        return [str(beside.with_name(f"review-desk-cli{beside.suffix}")), EVALUATOR_FLAG]
    root = Path(__file__).resolve().parent.parent
    return [sys.executable, "-I", "-c", _START, str(root)]


def _raise(fault: dict[str, Any]) -> None:
    if fault["code"] == "internal_error":
        raise EvaluatorCrash(fault["where"])
    raise EvaluatorFault(fault)
