"""Export from the window: asks where, writes beside the window, says how it went."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.evaluator import EvaluatorFault
from app.export.pdf import pdf_bytes
from app.export.pdf_pages import PageName
from app.export.print_pdf import PrintPreview
from app.export.snapshot import Snapshot, write_export
from app.file_dialogs import ask_for_place
from app.job_runner import Job, JobRunner, Progress
from app.open_files import Reports
from app.plain_text import as_it_is
from app.release_guard import ReleaseGuard
from app.releaser import Releaser
from app.resource_files import sample_study
from app.session import Session
from app.theme import Theme
from app.widgets.banner import Banner
from evalcore.advice import advice
from evalcore.errors import EvaluationError
from evalcore.files import short_name

_KINDS = {
    ".json": "JSON (*.json)",
    ".md": "Markdown (*.md)",
    ".txt": "Text (*.txt)",
    ".html": "HTML (*.html)",
    ".pdf": "PDF (*.pdf)",
}
"""The kind of file of an ending, as the dialog names it."""
_WRITTEN = "was written."
_READ_BACK = "was written, read back and checked: ready to import."


class Exporter(QObject):
    """Writes reports to files that the user names; it never replaces an open file."""

    done = Signal(str)
    """A sentence with the short name of what was written."""
    failed = Signal(str)
    """A sentence that says what to do; it names no folder."""
    unexpected = Signal(object)

    def __init__(
        self,
        runner: JobRunner,
        session: Session,
        releaser: Releaser,
        guard: ReleaseGuard,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._runner = runner
        self._session = session
        self._releaser = releaser
        self._guard = guard
        self._window = window
        self._folder = ""

    def draft_json(self) -> None:
        """Write the draft report for the record."""
        self._publish(
            "Export draft metrics as JSON",
            "draft-metrics.json",
            lambda reports: Snapshot(reports.drafts),
            lambda shot, cancel: shot.draft_json(),
        )

    def review_json(self) -> None:
        """Write the review report for the record."""
        self._publish(
            "Export review agreement as JSON",
            "review-agreement.json",
            lambda reports: Snapshot(None, reports.reviews),
            lambda shot, cancel: shot.review_json(),
        )

    def markdown(self) -> None:
        """Write everything shown as one document for people."""
        self._publish(
            "Export everything shown as Markdown",
            "report.md",
            _all_shown,
            lambda shot, cancel: shot.markdown(),
        )

    def html(self) -> None:
        """Write the same document as one HTML file."""
        self._publish(
            "Export everything shown as HTML",
            "report.html",
            _all_shown,
            lambda shot, cancel: shot.html(),
        )

    def pdf(self, page: PageName) -> None:
        """Write the same document for paper."""

        def render(shot: Snapshot, cancel: threading.Event) -> bytes:
            return pdf_bytes(shot.drafts, shot.reviews, shot.claims, page, cancel)

        title = "Export everything shown as PDF"
        self._publish(title, "report.pdf", _all_shown, render)

    def print(self, theme: Theme) -> None:
        """Show the same document page by page, to be printed."""
        self._guard.ask("Print", lambda: self._preview(theme))

    def claims(self, form: str) -> None:
        """Write the claims report's own "json" or "markdown", which the evaluator holds."""
        title, name = "Export unsupported claims as JSON", "unsupported-claims.json"
        if form != "json":
            title, name = "Export unsupported claims as Markdown", "unsupported-claims.md"
        request = {"call": "write_claims", "form": form}

        def go() -> None:
            shot = Snapshot(claims=self._session.reports.claims)
            self._let_evaluator_write(title, name, request, on_written=lambda: self._note(shot))

        self._guard.ask("Export", go)

    def copy(self, copy: Callable[[], None]) -> None:
        """Let figures go to the clipboard."""

        def go() -> None:
            copy()
            self._note(_all_shown(self._session.reports))

        self._guard.ask("Copy", go)

    def present(self, present: Callable[[], None]) -> None:
        """Let the draft metrics be shown to a room."""
        self._guard.ask("Present", present)

    def returns(self, *, ready: bool) -> None:
        """Write one return file with all rows that count: combined, or the progress so far."""
        request = {"call": "save_combined", "ready": ready}
        if ready:
            title, name = "Save combined returns", "combined-returns.json"
            self._let_evaluator_write(title, name, request, done=_READ_BACK)
        else:
            title, name = "Save progress", "returns-in-progress.json"
            self._let_evaluator_write(title, name, request)

    def adjudication_drafts(self) -> None:
        """Write the drafts that are for adjudication as a drafts file of their own."""
        if (drafts := self._session.drafts) is not None:
            request = {"call": "save_drafts", "drafts": drafts.path}
            title, name = "Save drafts for adjudication", "drafts-for-adjudication.json"
            self._let_evaluator_write(title, name, request)

    def correction_slip(self, file: int, text: str) -> None:
        """Write the correction slip of a return file."""
        title, name = "Save correction slip", f"correction-slip-{file}.txt"
        self._write(title, name, lambda cancel: text.encode("utf-8"))

    def _let_evaluator_write(
        self,
        title: str,
        name: str,
        request: dict[str, Any],
        *,
        on_written: Callable[[], None] = lambda: None,
        done: str = _WRITTEN,
    ) -> None:
        if (path := self._ask(title, name)) is not None:
            on_done, on_failed = self._answers(path, on_written, done)
            whole = {**request, "path": path, "inputs": self._inputs()}
            self._session.ask(whole, on_done, on_failed)

    def _preview(self, theme: Theme) -> None:
        shot = _all_shown(self._session.reports)
        preview = PrintPreview(self._window, shot.drafts, shot.reviews, shot.claims, Banner(theme))
        preview.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        preview.open()
        self._note(shot)

    def _publish(
        self,
        title: str,
        name: str,
        freeze: Callable[[Reports], Snapshot],
        render: Callable[[Snapshot, threading.Event], bytes],
    ) -> None:
        """Write what ``freeze`` takes of what is shown, once the release check lets it."""

        def go() -> None:
            shot = freeze(self._session.reports)
            self._write(title, name, lambda cancel: render(shot, cancel), lambda: self._note(shot))

        self._guard.ask("Export", go)

    def _note(self, shot: Snapshot) -> None:
        self._releaser.note_published((shot.drafts, shot.reviews))
        if shot.claims is not None:
            self._releaser.note_claims(shot.claims)

    def _write(
        self,
        title: str,
        name: str,
        render: Callable[[threading.Event], bytes],
        on_written: Callable[[], None] = lambda: None,
    ) -> None:
        path = self._ask(title, name)
        if path is None:
            return
        inputs = self._inputs()

        def work(progress: Progress, cancel: threading.Event) -> None:
            write_export(path, render, inputs, cancel)

        done, failed = self._answers(path, on_written)
        self._runner.submit(Job(work, done, failed))

    def _inputs(self) -> list[str]:
        """Return the paths of the files that nothing may be written over."""
        return [*self._session.input_paths, *self._releaser.paths]

    def _answers(
        self, path: str, on_written: Callable[[], None], written: str = _WRITTEN
    ) -> tuple[Callable[[Any], None], Callable[[Exception], None]]:
        shown = short_name(path)

        def done(_: Any) -> None:
            on_written()
            self.done.emit(f"{shown} {written}")

        def failed(error: Exception) -> None:
            if isinstance(error, EvaluationError):
                self.failed.emit(f"{shown} was not written. {advice(error)}")
            elif isinstance(error, EvaluatorFault):
                self.failed.emit(f"{shown} was not written. {error.advice}")
            else:
                self.failed.emit(f"{shown} was not written.")
                self.unexpected.emit(error)

        return done, failed

    def _ask(self, title: str, name: str) -> str | None:
        """Ask for a place; the dialog itself asks before a file is replaced."""
        ending = os.path.splitext(name)[1]
        start = os.path.join(self._folder or self._folder_of_study(), name)
        path = ask_for_place(self._window, title, start, _KINDS[ending])
        if not path:
            return None
        self._folder = os.path.dirname(path)
        if not os.path.splitext(path)[1]:
            # the dialog has asked about the name without its ending only
            path += ending
            if os.path.exists(path) and not self._may_replace(path):
                return None
        return path

    def _folder_of_study(self) -> str:
        """Return the folder of the files that are open; "" for none or the sample study."""
        sample = sample_study()
        paths = [path for path in self._session.input_paths if path not in sample]
        return os.path.dirname(paths[0]) if paths else ""

    def _may_replace(self, path: str) -> bool:
        answer = QMessageBox.question(
            self._window,
            "Replace the file?",
            as_it_is(f"{short_name(path)} is there already. Replace it?"),
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No,
            QMessageBox.StandardButton.No,
        )
        return answer == QMessageBox.StandardButton.Yes


def _all_shown(reports: Reports) -> Snapshot:
    return Snapshot(reports.drafts, reports.reviews, reports.claims)
