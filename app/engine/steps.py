"""Long work of the window's own thread, in steps between which it does other things."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

_SLICE = 0.004
"""Seconds that are worked at once, when single steps are shorter."""


class Steps(QObject):
    """Runs through an iterator, one at a time, while the event loop goes on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Iterator[None] | None = None
        self._done: Callable[[], None] = lambda: None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @property
    def running(self) -> bool:
        """Whether there are steps to do."""
        return self._steps is not None

    def start(self, steps: Iterator[None], done: Callable[[], None]) -> None:
        """Do steps, and call ``done`` after the last; steps of before are dropped."""
        self._steps, self._done = steps, done
        self._timer.start()

    def stop(self) -> None:
        """Drop the steps that are left."""
        self._steps = None
        self._timer.stop()

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        while self._steps is not None and time.perf_counter() < end:
            if next(self._steps, self) is self:
                self.stop()
                self._done()
