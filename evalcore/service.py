"""The evaluator as a process of its own, for a window that must never wait.

It holds what was read (tallies and return rows) under a number that the
window chose, and answers one request at a time. Only reports, states and
value-free faults go back: no count that is suppressed leaves this process.

Requests and answers are lines of JSON on standard input and output:

    {"id": 1, "call": "open", "file": 7, "path": "..."}
    {"id": 1, "progress": [read, total]}        any number of them, in bytes
    {"id": 1, "result": {...}} or {"id": 1, "fault": {...}}
    {"cancel": 1}                               asks request 1 to stop

The process ends when its standard input does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from .advice import advice
from .ambient_reviews import tally_returns
from .draft_metrics import DraftTally
from .drafts_file import read_drafts
from .errors import EvaluationError
from .file_kinds import DRAFTS, REVIEWS, recognise
from .json_reader import CancelToken, Progress
from .review_file import read_review_return

PROGRESS_INTERVAL = 0.05
"""Seconds between two progress lines."""


class EvaluationService:
    """What is open, by number, and the calls on it."""

    def __init__(self) -> None:
        self._drafts: dict[int, DraftTally] = {}
        self._returns: dict[int, list[Any]] = {}

    def __repr__(self) -> str:
        return "EvaluationService(...)"

    def open(self, file: int, path: str, progress: Progress, cancel: CancelToken) -> dict[str, Any]:
        """Read a file of any of our kinds; answer its kind and its stamp on disk."""
        self.close(file)
        before = stamp(path)
        kind = recognise(path, cancel=cancel)
        if kind == DRAFTS:
            tally = DraftTally()
            for draft in read_drafts(path, progress=progress, cancel=cancel):
                tally.add(draft)
            self._drafts[file] = tally
        elif kind == REVIEWS:
            payload = read_review_return(path, progress=progress, cancel=cancel)
            self._returns[file] = payload["rows"]
        else:
            raise EvaluationError("kind_not_opened")
        if stamp(path) != before:
            self.close(file)
            raise EvaluationError("file_changed")
        return {"kind": kind, "stamp": before}

    def close(self, file: int) -> dict[str, Any]:
        """Forget a file."""
        self._drafts.pop(file, None)
        self._returns.pop(file, None)
        return {}

    def reports(
        self, drafts: int | None, returns: Sequence[int], minimum_cell_size: int
    ) -> dict[str, Any]:
        """Answer the reports of the open files; null where there is nothing to report.

        Returns that cannot be imported give ``review_fault`` instead of a report.
        """
        answer: dict[str, Any] = {"drafts": None, "reviews": None, "review_fault": None}
        if drafts is None:
            return answer
        tally = self._drafts[drafts]
        answer["drafts"] = tally.report(minimum_cell_size)
        if returns:
            try:
                rows = [self._returns[number] for number in returns]
                counts = tally_returns(rows, tally.revisions)
                answer["reviews"] = counts.report(minimum_cell_size)
            except EvaluationError as error:
                answer["review_fault"] = fault(error)
        return answer

    def stamps(self, paths: Sequence[str]) -> dict[str, Any]:
        """Answer the stamps of files on disk, to see which have changed."""
        return {"stamps": [stamp(path) for path in paths]}


def stamp(path: str) -> list[int] | None:
    """Return what changes when a file is written anew, or None if it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return [status.st_mtime_ns, status.st_size, status.st_ino]


def fault(error: EvaluationError) -> dict[str, Any]:
    """Return an error as JSON types; it holds no value of any input."""
    place = error.place
    return {
        "code": error.code,
        "file": place.file if place else None,
        "place": str(place) if place else "",
        "advice": advice(error),
    }


def unexpected(error: BaseException) -> dict[str, Any]:
    """Return where a program error happened: module, line and type, nothing else."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}-{frames[-1].lineno}" if frames else "unknown"
    return {"code": "internal_error", "where": f"{where.replace('.py', '')}-{type(error).__name__}"}


def serve(
    lines: Callable[[], str], answer: Callable[[dict[str, Any]], None], service: EvaluationService
) -> None:
    """Answer requests until ``lines`` returns ""; a reader thread takes cancels meanwhile."""
    requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    cancelled: dict[int, threading.Event] = {}

    def read() -> None:
        while line := lines():
            message = json.loads(line)
            if "cancel" in message:
                cancelled.setdefault(message["cancel"], threading.Event()).set()
            else:
                cancelled.setdefault(message["id"], threading.Event())
                requests.put(message)
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
        except Exception as error:
            answer({"id": number, "fault": unexpected(error)})
        else:
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

    match request["call"]:
        case "open":
            return service.open(request["file"], request["path"], progress, cancel)
        case "close":
            return service.close(request["file"])
        case "reports":
            return service.reports(
                request["drafts"], request["returns"], request["minimum_cell_size"]
            )
        case _:
            return service.stamps(request["paths"])


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
