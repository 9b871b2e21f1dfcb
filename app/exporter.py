"""Export from the window: asks where, writes beside the window, says how it went."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.export.snapshot import write_export
from app.job_runner import Job, JobRunner, Progress
from evalcore.advice import advice
from evalcore.errors import EvaluationError
from evalcore.files import short_name

JSON_FILTER = "JSON (*.json)"
MARKDOWN_FILTER = "Markdown (*.md)"
_ENDINGS = {JSON_FILTER: ".json", MARKDOWN_FILTER: ".md"}


class Exporter(QObject):
    """Writes what it is given to a file that the user names."""

    done = Signal(str)
    """A sentence with the short name of what was written."""
    failed = Signal(str)
    """A sentence that says what to do; it names no folder."""
    unexpected = Signal(object)

    def __init__(self, runner: JobRunner, window: QWidget) -> None:
        super().__init__(window)
        self._runner = runner
        self._window = window
        self._folder = ""

    def export(
        self, title: str, name: str, kind: str, render: Callable[[], bytes], inputs: Sequence[str]
    ) -> None:
        """Ask for a place and write; ``inputs`` are the open files, which it never replaces."""
        start = os.path.join(self._folder, name)
        path, _ = QFileDialog.getSaveFileName(self._window, title, start, kind)
        if not path:
            return
        self._folder = os.path.dirname(path)
        if not os.path.splitext(path)[1]:
            # the dialog has asked about the name without its ending only
            path += _ENDINGS[kind]
            if os.path.exists(path) and not self._may_replace(path):
                return
        shown = short_name(path)

        def work(progress: Progress, cancel: threading.Event) -> None:
            write_export(path, render, inputs, cancel)

        def failed(error: Exception) -> None:
            if isinstance(error, EvaluationError):
                self.failed.emit(f"{shown} was not written. {advice(error)}")
            else:
                self.failed.emit(f"{shown} was not written.")
                self.unexpected.emit(error)

        self._runner.submit(Job(work, lambda _: self.done.emit(f"{shown} was written."), failed))

    def _may_replace(self, path: str) -> bool:
        answer = QMessageBox.question(
            self._window,
            "Replace the file?",
            f"{short_name(path)} is there already. Replace it?",
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No,
            QMessageBox.StandardButton.No,
        )
        return answer == QMessageBox.StandardButton.Yes
