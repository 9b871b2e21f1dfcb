"""Asking the evaluator in the worker thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from app.evaluator import Evaluator, EvaluatorFault
from app.job_runner import Job, JobRunner, Progress


class Calls:
    """Makes a job of each request; the answer or the error comes on the GUI thread."""

    def __init__(self, runner: JobRunner, evaluator: Evaluator) -> None:
        self.runner = runner
        self._evaluator = evaluator

    def submit(
        self,
        request: dict[str, Any],
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Progress | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> Job:
        """Ask, after all that was asked before."""

        def work(progress: Progress, cancel: threading.Event) -> dict[str, Any]:
            return self._evaluator.call(request, progress, cancel)

        def failed(error: Exception) -> None:
            # a fault is kept with its file; its frames hold the request, full path and all
            on_error(error.with_traceback(None) if isinstance(error, EvaluatorFault) else error)

        return self.runner.submit(Job(work, on_result, failed, on_progress, on_start))
