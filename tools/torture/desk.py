"""The real window, offscreen, with its real evaluator, and what the system says of both."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from app.shell import exporter
from app.shell.main_window import MainWindow

_PATIENCE = 60.0
"""Seconds until the window counts as hanging."""


class Hang(Exception):
    """The window did not come to rest."""


class Desk:
    """A window, the way to work it, and what it holds of the system."""

    def __init__(self, out: Path) -> None:
        self.application = QApplication.instance() or QApplication([])
        self.out = out
        self.codes: list[str] = []
        """The codes of exceptions that nobody expected."""
        self.window = MainWindow()
        self.window.guard._caught.connect(self.codes.append)
        self.window.session.may_replace = lambda old, new: True
        self.window.show()
        self._waking = QTimer(self.window)
        self._waking.setInterval(5)
        self.pump()

    def pump(self) -> None:
        """Let the window do what it has to do now."""
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def settle(self, action: Callable[[], object] = lambda: None) -> None:
        """Do something, say yes to what the window asks, and wait until it has done all."""
        action()
        end = time.monotonic() + _PATIENCE
        self._waking.start()
        while self.window.engine.busy or self.agree():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if time.monotonic() > end:
                raise Hang
        self._waking.stop()
        self.pump()

    def agree(self) -> bool:
        """Accept the dialog that is open, or close the message; tell whether there was one."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QMessageBox):
            dialog.close()
        elif isinstance(dialog, QDialog):
            dialog.accept()
        return dialog is not None

    def choose(self, action: QAction) -> None:
        """Choose a command of the window and wait until it is done."""
        self.settle(action.trigger)

    def boxes(self) -> int:
        """Return how many messages are open."""
        return sum(box.isVisible() for box in self.window.findChildren(QMessageBox))

    def texts(self) -> Iterator[str]:
        """Yield what the widgets say: texts, tool tips, titles and accessible names."""
        for widget in [self.window, *self.window.findChildren(QWidget)]:
            yield widget.windowTitle()
            yield widget.toolTip()
            yield widget.accessibleName()
            yield widget.accessibleDescription()
            said = getattr(widget, "text", None) or getattr(widget, "toPlainText", None)
            if callable(said):
                try:
                    yield str(said())
                except TypeError:
                    pass  # a text by row or column, of a model

    def close(self) -> None:
        """Close the window for good, whatever is not saved."""
        self.window._files.may_lose_reasons = lambda: True  # type: ignore[method-assign]
        self.window.close()
        self.window.deleteLater()
        self.pump()
        gc.collect()

    def process_id(self) -> int | None:
        """Return the evaluator's process."""
        return self.window.engine.process_id or None


@contextmanager
def writing_to(place: Callable[[str], str]) -> Iterator[None]:
    """Answer the file dialog: given the name that is proposed, ``place`` returns a path."""
    genuine = vars(exporter)["ask_for_place"]

    def answer(window: QWidget, title: str, start: str, kind: str) -> str:
        return place(os.path.basename(start))

    vars(exporter)["ask_for_place"] = answer
    try:
        yield
    finally:
        vars(exporter)["ask_for_place"] = genuine


def resident(process: int) -> int:
    """Return the bytes of memory that a process has in hand (proc(5), statm)."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def handles(process: int) -> int:
    """Return the number of files that a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))


def threads(process: int) -> int:
    """Return the number of threads of a process."""
    return len(os.listdir(f"/proc/{process}/task"))


def children() -> list[int]:
    """Return the processes that this one has started and that are not gone."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                state = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(state[1]) == os.getpid():
                found.append(int(name))
    return found


def can_be_measured() -> bool:
    """Tell whether the system says what a process holds."""
    return sys.platform.startswith("linux")


def python_threads() -> int:
    """Return the number of threads that Python knows of."""
    return threading.active_count()
