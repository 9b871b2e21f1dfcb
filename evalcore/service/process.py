"""The evaluator as a process of its own: lines of JSON on standard input and output.

    {"id": 1, "call": "open", "file": 7, "path": "..."}
    {"id": 1, "progress": [done, total]}        any number of them
    {"id": 1, "part": [...]}                    any number of them: problems
    {"id": 1, "result": {...}} or {"id": 1, "fault": {...}}
    {"cancel": 1}                               asks request 1 to stop

One request is answered at a time. The process ends when its standard input does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from ..core_dumps import leave_no_core
from ..errors import EvaluationError, show_traceback, where
from ..io.json_reader import CancelToken, Progress
from .evaluation import EvaluationService, fault

PROGRESS_INTERVAL = 0.05
"""Seconds between two progress lines."""

PART = 500
"""Problems in one line."""


class Service(Protocol):
    """What answers requests: ``EvaluationService``, or a stand-in for it."""

    def call(
        self, name: str, arguments: dict[str, Any], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Answer the call of that name; raises EvaluationError."""


def unexpected(error: BaseException) -> dict[str, Any]:
    """Return where a program error happened: module, line and type, nothing else."""
    show_traceback(error)
    return {"code": "internal_error", "where": where(error)}


def serve(
    lines: Callable[[], str], answer: Callable[[dict[str, Any]], None], service: Service
) -> None:
    """Answer requests until ``lines`` returns ""; a reader thread takes cancels meanwhile."""
    requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    cancelled: dict[int, threading.Event] = {}

    def read() -> None:
        try:
            while line := lines():
                message = json.loads(line)
                if "cancel" in message:
                    cancelled.setdefault(message["cancel"], threading.Event()).set()
                else:
                    cancelled.setdefault(message["id"], threading.Event())
                    requests.put(message)
        except (ValueError, TypeError, KeyError):
            pass  # no request of the window: its end
        for event in list(cancelled.values()):
            event.set()
        requests.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (request := requests.get()) is not None:
        number = request.pop("id")
        last = 0.0

        def progress(read: int, total: int, number: int = number) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PROGRESS_INTERVAL:
                last = now
                answer({"id": number, "progress": [read, total]})

        said = answer_to(service, request, progress, cancelled[number])
        # a long list goes in parts: the window takes each in without standing still
        problems = said.get("result", {}).pop("problems", [])
        for start in range(0, len(problems), PART):
            answer({"id": number, "part": problems[start : start + PART]})
        answer({"id": number, **said})
        del cancelled[number]


def answer_to(
    service: Service, request: dict[str, Any], progress: Progress, cancel: CancelToken
) -> dict[str, Any]:
    """Return ``{"result": ...}`` or ``{"fault": ...}`` for a request with its call."""
    try:
        arguments = {key: value for key, value in request.items() if key != "call"}
        return {"result": service.call(request["call"], arguments, progress, cancel)}
    except EvaluationError as error:
        return {"fault": fault(error)}
    except MemoryError:
        return {"fault": fault(EvaluationError("out_of_memory"))}
    except Exception as error:
        return {"fault": unexpected(error)}


def main() -> None:
    """Serve standard input and output, which nothing else may write to."""
    leave_no_core()
    output = sys.stdout
    sys.stdout = sys.stderr

    def answer(message: dict[str, Any]) -> None:
        output.write(json.dumps(message) + "\n")
        output.flush()

    try:
        serve(sys.stdin.readline, answer, EvaluationService())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)  # the window is gone; there is nobody to tell
