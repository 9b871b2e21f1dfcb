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
from typing import Any

from .errors import EvaluationError, where
from .json_reader import CancelToken
from .service import EvaluationService, fault

PROGRESS_INTERVAL = 0.05
"""Seconds between two progress lines."""

PART = 500
"""Problems in one line."""


def unexpected(error: BaseException) -> dict[str, Any]:
    """Return where a program error happened: module, line and type, nothing else."""
    return {"code": "internal_error", "where": where(error)}


def serve(
    lines: Callable[[], str], answer: Callable[[dict[str, Any]], None], service: EvaluationService
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
        number = request["id"]
        try:
            result = _answer(service, request, cancelled[number], answer)
        except EvaluationError as error:
            answer({"id": number, "fault": fault(error)})
        except MemoryError:
            answer({"id": number, "fault": fault(EvaluationError("out_of_memory"))})
        except Exception as error:
            answer({"id": number, "fault": unexpected(error)})
        else:
            # a long list goes in parts: the window takes each in without standing still
            problems = result.pop("problems", [])
            for start in range(0, len(problems), PART):
                answer({"id": number, "part": problems[start : start + PART]})
            answer({"id": number, "result": result})
        del cancelled[number]


def _answer(
    service: EvaluationService,
    request: dict[str, Any],
    cancel: CancelToken,
    answer: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    last = 0.0

    def progress(read: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PROGRESS_INTERVAL:
            last = now
            answer({"id": request["id"], "progress": [read, total]})

    arguments = {key: value for key, value in request.items() if key not in ("id", "call")}
    return service.call(request["call"], arguments, progress, cancel)


def main() -> None:
    """Serve standard input and output, which nothing else may write to."""
    output = sys.stdout
    sys.stdout = sys.stderr

    def answer(message: dict[str, Any]) -> None:
        output.write(json.dumps(message) + "\n")
        output.flush()

    try:
        serve(sys.stdin.readline, answer, EvaluationService())
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)  # the window is gone; there is nobody to tell
