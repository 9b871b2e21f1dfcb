"""Rings of objects are collected in the window's thread alone.

Python collects in whatever thread has just made an object. A dialog that is in a ring would be
destroyed in the worker thread, and Qt's objects may be destroyed in their own thread alone.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 500
"""Milliseconds between two looks at how much there is to collect."""


class GarbageCollector(QObject):
    """Takes over from Python's own collection; made in the window's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        timer = QTimer(self, interval=INTERVAL)
        timer.timeout.connect(_collect)
        timer.start()


def _collect() -> None:
    """Collect the oldest generation that has reached its threshold, as Python would."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation] > 0:
            gc.collect(generation)
            return
