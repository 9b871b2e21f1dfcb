"""Asking the evaluator in the worker thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.evaluator import STOPPED, Evaluator, EvaluatorFault
from app.job_runner import Job, JobRunner, Progress


class Calls(QObject):
    """Makes a job of each request; the answer or the error comes on the GUI thread."""

    lost = Signal(object)
    """An EvaluatorFault: the evaluator's process has ended, and all that it held with it."""
    _ended = Signal()

    def __init__(self, runner: JobRunner, evaluator: Evaluator) -> None:
        super().__init__()
        self.runner = runner
        self._evaluator = evaluator
        # it is heard of in another thread
        self._ended.connect(self._tell_lost, Qt.ConnectionType.QueuedConnection)
        evaluator.on_lost = self._ended.emit

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

    def _tell_lost(self) -> None:
        self.lost.emit(EvaluatorFault(STOPPED))
