"""The evaluator as a process of its own: lines of JSON on standard input and output.

    {"id": 1, "call": "Open", "request": {"file": 7, "path": "..."}}
    {"id": 1, "progress": [done, total]}        any number of them
    {"id": 1, "part": [[...], ...]}             any number of them: problems, field by field
    {"id": 1, "answer": {...}}, {"id": 1, "fault": {...}} or {"id": 1, "crash": {...}}
    {"cancel": 1}                               asks request 1 to stop

The messages are those of ``protocol``, as ``codec`` writes them. One request is answered at a
time. The process ends when its standard input does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from ..core_dumps import leave_no_core
from ..errors import EvaluationError, show_traceback, where
from ..io.json_reader import CancelToken, Progress
from .codec import columns, decode, dumps
from .evaluation import METHODS, EvaluationService
from .faults import fault
from .protocol import Answer, Checked, Crash, Fault, Request

PROGRESS_INTERVAL = 0.05
"""Seconds between two progress lines."""

PART = 500
"""Problems in one line."""


class Service(Protocol):
    """What answers requests: ``EvaluationService``, or a stand-in for it."""

    def call(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        """Answer a request; raises EvaluationError."""


def serve(lines: Callable[[], str], say: Callable[[str], None], service: Service) -> None:
    """Answer requests until ``lines`` returns ""; a reader thread takes cancels meanwhile."""
    requests: queue.SimpleQueue[tuple[int, Request[Any]] | None] = queue.SimpleQueue()
    cancelled: dict[int, threading.Event] = {}
    calls = {request.__name__: request for request in METHODS}

    def read() -> None:
        try:
            while line := lines():
                message = json.loads(line)
                if "cancel" in message:
                    cancelled.setdefault(message["cancel"], threading.Event()).set()
                else:
                    cancelled.setdefault(message["id"], threading.Event())
                    request = decode(calls[message["call"]], message["request"])
                    requests.put((message["id"], request))
        except (ValueError, TypeError, KeyError):
            pass  # no request of the window: its end
        for event in list(cancelled.values()):
            event.set()
        requests.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (given := requests.get()) is not None:
        number, request = given
        last = 0.0

        def progress(read: int, total: int, number: int = number) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PROGRESS_INTERVAL:
                last = now
                say(dumps({"id": number, "progress": (read, total)}))

        answer = answer_to(service, request, progress, cancelled[number])
        for line in lines_of(number, answer):
            say(line)
        del cancelled[number]


def lines_of(number: int, answer: object) -> Iterator[str]:
    """Return what is said for an answer: a long list in parts, which hold nobody up."""
    if isinstance(answer, Checked):
        for start in range(0, len(answer.problems), PART):
            part = columns(answer.problems[start : start + PART])
            yield dumps({"id": number, "part": part})
        answer = replace(answer, problems=())
    kind = {Fault: "fault", Crash: "crash"}.get(type(answer), "answer")
    yield dumps({"id": number, kind: answer})


def answer_to(
    service: Service, request: Request[Answer], progress: Progress, cancel: CancelToken
) -> Answer | Fault | Crash:
    """Return the answer to a request, or what went wrong."""
    try:
        return service.call(request, progress, cancel)
    except EvaluationError as error:
        return fault(error)
    except MemoryError:
        return fault(EvaluationError("out_of_memory"))
    except Exception as error:
        show_traceback(error)
        return Crash(where(error))


def main() -> None:
    """Serve standard input and output, which nothing else may write to."""
    leave_no_core()
    output = sys.stdout
    sys.stdout = sys.stderr

    def say(line: str) -> None:
        output.write(line + "\n")
        output.flush()

    try:
        serve(sys.stdin.readline, say, EvaluationService())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)  # the window is gone; there is nobody to tell
