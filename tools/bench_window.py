"""How long the window stands still while a large file is read: part of dev.py bench.

The metrics table is painted again and again; the longest time between two
paints is what a user would feel. "process" is what the program does; "thread"
runs the same evaluator in the worker thread itself, for comparison.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.evaluator import Evaluator, EvaluatorFault
from app.main_window import MainWindow
from evalcore.errors import EvaluationError
from evalcore.service import EvaluationService, fault


class ThreadEvaluator(Evaluator):
    """The evaluator's calls, run where they are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._service = EvaluationService()

    def call(
        self,
        request: dict[str, Any],
        progress: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> dict[str, Any]:
        wanted = dict(request)
        name = wanted.pop("call")
        try:
            answer = self._service.call(name, wanted, progress, cancel)
        except EvaluationError as error:
            raise EvaluatorFault(fault(error)) from None
        return answer


def main(arguments: list[str]) -> int:
    """Print, for each way to run the evaluator, how long paints were apart."""
    application = QApplication([])
    print(f"{'evaluator in a':<16}{'seconds':>9}{'paints':>9}{'longest gap ms':>16}{'99 % ms':>9}")
    for name, evaluator in (("process", Evaluator()), ("thread", ThreadEvaluator())):
        seconds, gaps = _measure(application, evaluator, arguments[0])
        usual = gaps[int(0.99 * (len(gaps) - 1))]
        print(f"{name:<16}{seconds:>9.1f}{len(gaps):>9}{gaps[-1]:>16.1f}{usual:>9.1f}")
    return 0


def _measure(
    application: QApplication, evaluator: Evaluator, drafts: str
) -> tuple[float, list[float]]:
    """Return the seconds that reading took and the sorted gaps between paints in ms."""
    window = MainWindow(evaluator=evaluator)
    window.show()
    window.pages.setCurrentWidget(window.metrics)
    application.processEvents()
    times: list[float] = []

    def paint() -> None:
        window.metrics.table.viewport().repaint()
        times.append(time.perf_counter())

    timer = QTimer()
    timer.timeout.connect(paint)
    timer.start(0)
    loop = QEventLoop()
    window.idle.connect(loop.quit)
    start = time.perf_counter()
    window.open_files([drafts])
    loop.exec()
    seconds = time.perf_counter() - start
    timer.stop()
    window.close()
    gaps = sorted(1000 * (b - a) for a, b in itertools.pairwise(times))
    return seconds, gaps


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
