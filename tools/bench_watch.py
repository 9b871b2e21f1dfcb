"""How the window is measured: gaps of the event loop, and waiting for what is shown."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QTableView

from app.platform.garbage import GarbageCollector
from app.shell.main_window import MainWindow

REPAINT = 100
"""Milliseconds between two repaints of what is shown."""
LONGEST_WAIT = 600.0


class Gaps:
    """Counts how long the event loop did not come round, with a timer of 1 ms.

    A gap is the time between two of its ticks, whatever filled it: a slot, a paint,
    a model, another process that had the processor. ``repaint`` is called ten
    times a second meanwhile.
    """

    def __init__(self, repaint: Callable[[], None] | None = None) -> None:
        self.gaps: list[float] = []
        """Milliseconds, in order."""
        self.worked: list[float] = []
        """How many of them the window's own thread had the processor."""
        self._last = self._used = 0.0
        self._tick = QTimer()
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.setInterval(1)
        self._tick.timeout.connect(self._on_tick)
        self._paint = QTimer()
        self._paint.setInterval(REPAINT)
        if repaint is not None:
            self._paint.timeout.connect(repaint)

    def __enter__(self) -> Gaps:
        gc.collect()
        self._last, self._used = time.perf_counter(), time.thread_time()
        self._tick.start()
        self._paint.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._on_tick()
        self._tick.stop()
        self._paint.stop()

    def _on_tick(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        self.gaps.append(1000 * (now - self._last))
        self.worked.append(1000 * (used - self._used))
        self._last, self._used = now, used


def share(times: list[float], part: float) -> float:
    """Return the time that this part of all times does not exceed."""
    return sorted(times)[round(part * (len(times) - 1))]


class Desk:
    """A window that is shown, and what is done with it."""

    def __init__(self) -> None:
        application = QApplication.instance()
        if not isinstance(application, QApplication):
            application = QApplication([])
        self.application = application
        self.window = MainWindow()
        self.window.show()
        self.window.start_evaluator()
        self.wait(lambda: not self.window.pages.make_next())
        self.application.processEvents()
        # as the program does once its window is shown
        gc.freeze()
        GarbageCollector(application)

    def wait(self, done: Callable[[], bool]) -> None:
        """Run the event loop until something is so. Raises TimeoutError if it never is."""
        end = time.perf_counter() + LONGEST_WAIT
        while not done():
            if time.perf_counter() > end:
                raise TimeoutError("the window did not come to rest")
            self.application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)

    def settle(self, action: Callable[[], object]) -> float:
        """Do something; return the ms until the window is idle and shows it."""
        loop = QEventLoop()
        self.window.idle.connect(loop.quit)
        start = time.perf_counter()
        action()
        loop.exec()
        self.repaint()
        passed = 1000 * (time.perf_counter() - start)
        self.window.idle.disconnect(loop.quit)
        return passed

    def repaint(self) -> None:
        """Paint at once the tables and plots that are shown."""
        for view in self.window.pages.findChildren(QTableView):
            if view.isVisible():
                view.viewport().repaint()
                view.horizontalHeader().viewport().repaint()

    def open(self, *paths: Path) -> float:
        """Open files; return the ms until the window is idle."""
        return self.settle(lambda: self.window.open_files(list(paths)))

    def close(self) -> None:
        self.window.session.reporter.unsaved = False  # no question at the end
        self.window.close()
        self.window.deleteLater()
        self.application.processEvents()
