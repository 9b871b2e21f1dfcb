"""Asking the evaluator from the GUI thread, which never waits for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QThread, Signal

from app.engine.faults import STOPPED, EvaluatorFault
from app.engine.worker import Task, Work, Worker, evaluator_command
from evalcore.service.protocol import Answer, Request

if TYPE_CHECKING:
    from evalcore.service.process import Service

Progress = Callable[[int, int], None]


class Job:
    """One request or piece of work, and who wants to hear of it (on the GUI thread)."""

    def __init__(
        self,
        engine: Engine,
        task: Task,
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Progress | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        self.task = task
        self.on_result = on_result
        self.on_error = on_error
        self.on_progress = on_progress
        self.on_start = on_start
        self._engine = engine

    def cancel(self) -> None:
        """Ask the work to stop; how it ends is still delivered."""
        self.task.cancel.set()
        self._engine.cancel_requested.emit(self.task)

    def drop(self) -> None:
        """Ask the work to stop, and do not deliver how it ends."""
        self.task.dropped = True
        self.cancel()


class Engine(QObject):
    """Does one job after another in one worker thread, which runs the evaluator.

    Answers are delivered on the GUI thread, in order; those of a dropped job are not.
    ``idle`` is sent once when no job is left after the callbacks of the last one, which
    may have started others.
    """

    idle = Signal()
    lost = Signal(object)
    """An EvaluatorFault: the evaluator has ended, and all that it held with it."""
    cancel_requested = Signal(object)
    _wanted = Signal()
    _submitted = Signal(object)
    _stopped = Signal()

    def __init__(
        self, evaluator: Sequence[str] | Service | None = None, parent: QObject | None = None
    ) -> None:
        """``evaluator`` is the command of its process, or a service that the thread itself runs.

        By default it is the command that belongs to this program.
        """
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._delivering = False
        self._closed = False
        self._ended_jobs: deque[tuple[Job, Any, Exception | None]] = deque()
        self._thread = QThread()
        self._thread.setObjectName("worker")
        self._worker = Worker(evaluator_command() if evaluator is None else evaluator)
        self._worker.moveToThread(self._thread)
        queued = Qt.ConnectionType.QueuedConnection
        self._submitted.connect(self._worker.take, queued)
        self._wanted.connect(self._worker.start, queued)
        self.cancel_requested.connect(self._worker.cancel, queued)
        self._stopped.connect(self._worker.stop, queued)
        self._worker.begun.connect(self._on_begun, queued)
        self._worker.progressed.connect(self._on_progressed, queued)
        self._worker.ended.connect(self._on_ended, queued)
        self._worker.lost.connect(self._on_lost, queued)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits, or one that ended is still being delivered."""
        return bool(self._jobs) or self._delivering

    @property
    def process_id(self) -> int:
        """The evaluator's process, or 0 while there is none."""
        return self._worker.process_id

    def set_command(self, command: Sequence[str]) -> None:
        """Start the evaluator's next process with another command."""
        self._worker.command = tuple(command)

    def start(self) -> None:
        """Start the evaluator before it is needed, so that no file waits for it."""
        if not self._closed:
            self._wake()
            self._wanted.emit()

    def ask(
        self,
        request: Request[Answer],
        on_result: Callable[[Answer], None],
        on_error: Callable[[Exception], None],
        on_progress: Progress | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> Job:
        """Ask the evaluator, after all that was asked before.

        The error is an EvaluatorFault (code ``cancelled`` after a cancel, ``evaluator_stopped``
        when the evaluator has ended) or an EvaluatorCrash.
        """
        return self._submit(Job(self, Task(request), on_result, on_error, on_progress, on_start))

    def run(
        self,
        work: Work,
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Progress | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> Job:
        """Call ``work`` in the worker thread, after all that was asked before."""
        return self._submit(Job(self, Task(work), on_result, on_error, on_progress, on_start))

    def cancel_all(self) -> None:
        """Ask every job to stop."""
        for job in reversed(self._jobs):  # or one might be begun before it is cancelled
            job.cancel()

    def shut_down(self) -> None:
        """Drop every job, end the evaluator and wait until the thread has ended.

        What is asked after it is not done.
        """
        self._closed = True
        for job in self._jobs:
            job.task.dropped = True
            job.task.cancel.set()
        if self._thread.isRunning():
            self._stopped.emit()
            self._thread.wait()
        self._jobs.clear()

    def _submit(self, job: Job) -> Job:
        if not self._closed:
            self._jobs.append(job)
            self._wake()
            self._submitted.emit(job.task)
        return job

    def _wake(self) -> None:
        """Start the thread when it is first needed: a window that does nothing needs none."""
        if not self._thread.isRunning():
            self._thread.start()

    def _find(self, task: Task) -> Job | None:
        return next((job for job in self._jobs if job.task is task), None)

    def _on_begun(self, task: Task) -> None:
        job = self._find(task)
        if job is not None and job.on_start is not None and not job.task.dropped:
            job.on_start()

    def _on_progressed(self, task: Task, done: int, total: int) -> None:
        job = self._find(task)
        if job is not None and job.on_progress is not None and not job.task.dropped:
            job.on_progress(done, total)

    def _on_lost(self) -> None:
        self.lost.emit(EvaluatorFault(STOPPED))

    def _on_ended(self, task: Task, result: Any, error: Exception | None) -> None:
        job = self._find(task)
        if job is None:
            return
        self._ended_jobs.append((job, result, error))
        if not self._delivering:
            # else a callback is asking the user something: its answer comes first
            self._deliver()

    def _deliver(self) -> None:
        job, result, error = self._ended_jobs.popleft()
        self._jobs.remove(job)
        self._delivering = True
        try:
            if job.task.dropped:
                pass
            elif error is not None:
                job.on_error(error)
            else:
                job.on_result(result)
        finally:
            self._delivering = False
            if self._ended_jobs:
                self._deliver()
            elif not self.busy:
                self.idle.emit()
