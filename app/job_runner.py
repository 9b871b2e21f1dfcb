"""The one worker thread: runs callables in turn, reports progress, result or error.

It knows nothing of what it runs. Answers are delivered on the GUI thread, in
order; those of a job that was dropped are not delivered at all.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    import queue

Progress = Callable[[int, int], None]
Work = Callable[[Progress, threading.Event], Any]
"""Runs in the worker thread; is given a progress callback and a cancel token."""


class Job:
    """One piece of work and who wants to hear of it (on the GUI thread)."""

    def __init__(
        self,
        work: Work,
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
        on_progress: Progress | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> None:
        self.work = work
        self.on_result = on_result
        self.on_error = on_error
        self.on_progress = on_progress
        self.on_start = on_start
        self.cancel_token = threading.Event()
        self.dropped = False

    def cancel(self) -> None:
        """Ask the work to stop; how it ends is still delivered."""
        self.cancel_token.set()

    def drop(self) -> None:
        """Ask the work to stop, and do not deliver how it ends."""
        self.dropped = True
        self.cancel_token.set()


class JobRunner(QObject):
    """Runs jobs one after another beside the window.

    ``idle`` is sent once when no job is left after the callbacks of the last
    one, which may have started others.
    """

    idle = Signal()
    _started = Signal(object)
    _progressed = Signal(object, int, int)
    _ended = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._delivering = False
        self._ended_jobs: deque[tuple[Job, Any, Exception | None]] = deque()
        self._waiting: queue.SimpleQueue[Job | None] | None = None
        self._thread: threading.Thread | None = None
        queued = Qt.ConnectionType.QueuedConnection
        self._started.connect(self._on_started, queued)
        self._progressed.connect(self._on_progressed, queued)
        self._ended.connect(self._on_ended, queued)

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits, or one that ended is still being delivered."""
        return bool(self._jobs) or self._delivering

    def submit(self, job: Job) -> Job:
        """Run a job after those that were submitted before."""
        self._jobs.append(job)
        if self._waiting is None:
            self._waiting = self._start()
        self._waiting.put(job)
        return job

    def cancel_all(self) -> None:
        """Ask every job to stop."""
        for job in self._jobs:
            job.cancel()

    def shut_down(self) -> None:
        """Drop every job and wait until the thread has ended."""
        for job in self._jobs:
            job.drop()
        if self._waiting is not None and self._thread is not None:
            self._waiting.put(None)
            self._thread.join()

    def _start(self) -> queue.SimpleQueue[Job | None]:
        """Start the thread, with the first job: a window that does nothing needs none."""
        import queue

        waiting: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(
            target=self._run, args=(waiting,), name="worker", daemon=True
        )
        self._thread.start()
        return waiting

    def _run(self, waiting: queue.SimpleQueue[Job | None]) -> None:
        while (job := waiting.get()) is not None:
            self._do(job)
            del job  # while it waits for the next, the thread holds nothing of the last

    def _do(self, job: Job) -> None:
        result = error = None
        if not job.dropped:
            self._started.emit(job)
            try:
                result = job.work(self._reporter(job), job.cancel_token)
            except Exception as raised:
                error = raised
        self._ended.emit(job, result, error)

    def _reporter(self, job: Job) -> Progress:
        def report(done: int, total: int) -> None:
            self._progressed.emit(job, done, total)

        return report

    def _on_started(self, job: Job) -> None:
        if job.on_start is not None and not job.dropped:
            job.on_start()

    def _on_progressed(self, job: Job, done: int, total: int) -> None:
        if job.on_progress is not None and not job.dropped:
            job.on_progress(done, total)

    def _on_ended(self, job: Job, result: Any, error: Exception | None) -> None:
        self._ended_jobs.append((job, result, error))
        if not self._delivering:
            # else a callback is asking the user something: its answer comes first
            self._deliver()

    def _deliver(self) -> None:
        job, result, error = self._ended_jobs.popleft()
        self._jobs.remove(job)
        self._delivering = True
        try:
            if job.dropped:
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
