"""How soon the window answers, against an empty QMainWindow: python -m tools.bench_start

Each time a process of its own is started, ours and the empty one in turn, and
ended by the first event after the first paint of the window. Wall time is from
before the process was made until it has ended; processor time is all it used.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9

# Leaves with the first event after the first paint of the window, as hard as it can.
_LEAVE = """
import os
from PySide6.QtCore import QEvent, QObject, QTimer
class Leave(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, lambda: os._exit(0))
        return False
leave = Leave()
"""
_EMPTY = (
    "from PySide6.QtWidgets import QApplication, QMainWindow\n"
    "application = QApplication([]); window = QMainWindow(); window.resize(1366, 768)\n"
    + _LEAVE
    + "window.installEventFilter(leave); window.show(); application.exec()"
)
_OURS = (
    "import app.__main__, app.shell.application\n"
    "made = app.shell.application.MainWindow.__init__\n"
    "def make(window, *given, **named):\n"
    "    made(window, *given, **named); window.installEventFilter(leave)\n"
    "app.shell.application.MainWindow.__init__ = make\n" + _LEAVE + "app.__main__.main()"
)


def start_lines(rounds: int = ROUNDS) -> Iterator[dict[str, Any]]:
    """Measure in turn; the first of each, which writes the compiled modules, does not count."""
    times: dict[str, list[tuple[float, float]]] = {"empty": [], "ours": []}
    with tempfile.TemporaryDirectory() as settings:
        for number in range(rounds + 1):
            for name, code in (("empty", _EMPTY), ("ours", _OURS)):
                used = _start(code, settings)
                if number:
                    times[name].append(used)
    for place, kind in enumerate(("wall", "processor")):
        empty, ours = (statistics.median(t[place] for t in times[n]) for n in ("empty", "ours"))
        yield {
            "what": f"process start to window shown and answering, {kind} time, "
            f"times that of an empty QMainWindow ({1000 * empty:.0f} ms)",
            "value": round(ours / empty, 2),
            "unit": "times",
            "aim": 1.5,
            "reference": round(1000 * empty, 1),
        }


def _start(code: str, settings: str) -> tuple[float, float]:
    """Run a process; return its wall and its processor time in seconds."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": settings}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, start = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    wall, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system - before.children_user
    return wall, used - before.children_system


def main() -> int:
    """Print one JSON object a line."""
    for line in start_lines():
        print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
