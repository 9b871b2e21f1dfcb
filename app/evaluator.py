"""The evaluator's process, as seen from the worker thread.

Reading and computing run in a process of their own: Python code in a thread
of this one would hold the interpreter lock that every paint of the window
needs. Reports, states and faults come back, never a suppressed count.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

EVALUATOR_FLAG = "--evaluator-process"
"""The argument with which a frozen program becomes the evaluator's process."""

PATIENCE = 5.0
"""Seconds after a cancel until a process that does not stop is ended."""

_POLL = 0.05
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


class Evaluator:
    """Starts the process when it is first needed and asks it one thing at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._number = 0
        self._closed = False
        self._lock = threading.Lock()

    def call(
        self,
        request: dict[str, Any],
        progress: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> dict[str, Any]:
        """Ask and wait for the answer.

        Raises EvaluatorFault (code ``cancelled`` after a cancel,
        ``evaluator_stopped`` when the process ended) or EvaluatorCrash.
        """
        self._number += 1
        number = self._number
        self._send({"id": number, **request})
        parts: list[Any] = []
        waited: float | None = None
        while True:
            if cancel.is_set() and waited is None:
                waited = 0.0
                self._send({"cancel": number})
            try:
                answer = self._answers.get(timeout=_POLL)
            except queue.Empty:
                if waited is not None:
                    waited += _POLL
                    if waited > PATIENCE:
                        self._end()
                continue
            if answer is None:
                self._end()
                raise EvaluatorFault(STOPPED)
            if answer["id"] != number:
                continue
            if "progress" in answer:
                progress(*answer["progress"])
            elif "part" in answer:
                parts += answer["part"]
            elif "fault" in answer:
                _raise(answer["fault"])
            else:
                result: dict[str, Any] = answer["result"]
                return {**result, "problems": parts} if "check" in result else result

    def close(self) -> None:
        """End the process; from any thread. No call may follow."""
        with self._lock:
            self._closed = True
        self._end()

    def _send(self, message: dict[str, Any]) -> None:
        with self._lock:
            if self._closed:
                raise EvaluatorFault(STOPPED)
            if self._process is None:
                self._process = self._start()
            pipe = self._process.stdin
        stopped = False
        try:
            if pipe is not None:
                pipe.write(json.dumps(message) + "\n")
                pipe.flush()
        except (OSError, ValueError):
            stopped = True
        if stopped:
            self._end()
            raise EvaluatorFault(STOPPED)

    def _start(self) -> subprocess.Popen[str]:
        if getattr(sys, "frozen", False):
            command = [sys.executable, EVALUATOR_FLAG]
        else:
            root = Path(__file__).resolve().parent.parent
            command = [sys.executable, "-I", "-c", _START, str(root)]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._answers = answers
        threading.Thread(target=_listen, args=(process, answers), daemon=True).start()
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                try:
                    process.stdin.close()
                except OSError:
                    pass  # what could not be sent to a process that is gone


def _listen(
    process: subprocess.Popen[str], answers: queue.SimpleQueue[dict[str, Any] | None]
) -> None:
    try:
        if process.stdout is not None:
            with process.stdout as lines:
                for line in lines:
                    answers.put(json.loads(line))
    except ValueError:
        pass  # no line of ours: as good as gone
    finally:
        answers.put(None)


def _raise(fault: dict[str, Any]) -> None:
    if fault["code"] == "internal_error":
        raise EvaluatorCrash(fault["where"])
    raise EvaluatorFault(fault)
