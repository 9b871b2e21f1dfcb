"""Export from the window: asks where, writes beside the window, says how it went."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from app.engine.disclosure import Part
from app.engine.disclosure_checker import DisclosureChecker
from app.engine.engine import Engine, Progress
from app.engine.faults import EvaluatorFault
from app.engine.open_files import Reports
from app.engine.session import Session
from app.export.print_pdf import PrintPreview
from app.export.snapshot import Snapshot, write_export
from app.kit.banner import Banner
from app.kit.plain_text import as_it_is
from app.kit.theme import Theme
from app.platform.file_dialogs import ask_for_place
from app.platform.resource_files import sample_study
from app.shell.disclosure_guard import DisclosureGuard
from app.shell.formats import SUFFIXES, Format
from evalcore.advice import advice
from evalcore.errors import EvaluationError
from evalcore.io.files import short_name
from evalcore.service.protocol import Request, SaveCombined, SaveDrafts, WriteClaims

_WRITTEN = "was written."
_NOT_IN_IT = "Reasons to look at again, and those of drafts with faulty rows, are not in it."
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
        engine: Engine,
        session: Session,
        checker: DisclosureChecker,
        guard: DisclosureGuard,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._engine = engine
        self._session = session
        self._checker = checker
        self._guard = guard
        self._window = window
        self._folder = ""

    def export(self, one: Format) -> None:
        """Write a format, once the disclosure check lets out what goes into it."""

        def go() -> None:
            shot = _shown(self._session.reports, one.parts)
            title = f"Export {one.title}"
            if one.render is not None:
                made = functools.partial(one.render, shot)
                self._write(title, one.name, made, lambda: self._note(shot))
            else:
                form = one.form
                self._let_evaluator_write(
                    title,
                    one.name,
                    lambda path, inputs: WriteClaims(form, path, inputs),
                    on_written=lambda: self._note(shot),
                )

        self._guard.ask("Export", one.parts, go)

    def print(self, theme: Theme) -> None:
        """Show the same document page by page, to be printed."""
        self._guard.ask("Print", tuple(Part), lambda: self._preview(theme))

    def copy(self, part: Part, copy: Callable[[], None]) -> None:
        """Let figures of one page go to the clipboard."""

        def go() -> None:
            copy()
            self._note(_shown(self._session.reports, (part,)))

        self._guard.ask("Copy", (part,), go)

    def present(self, present: Callable[[], None]) -> None:
        """Let the draft metrics be shown to a room."""
        self._guard.ask("Present", (Part.DRAFTS,), present)

    def returns(self, *, ready: bool) -> None:
        """Write one return file with all rows that count: combined, or the progress so far."""

        def request(path: str, inputs: tuple[str, ...]) -> SaveCombined:
            return SaveCombined(ready, path, inputs)

        if ready:
            title, name = "Save combined returns", "combined-returns.json"
            self._let_evaluator_write(title, name, request, done=_READ_BACK)
        else:
            title, name = "Save progress", "returns-in-progress.json"
            self._let_evaluator_write(title, name, request, done=self._progress_written)

    def _progress_written(self) -> str:
        """Say what is in the file that was saved, as the check answers it then."""
        return f"{_WRITTEN} {_NOT_IN_IT}" if self._session.reporter.unkept else _WRITTEN

    def adjudication_drafts(self) -> None:
        """Write the drafts that are for adjudication as a drafts file of their own."""
        if (drafts := self._session.drafts) is not None:
            title, name = "Save drafts for adjudication", "drafts-for-adjudication.json"
            self._let_evaluator_write(
                title, name, lambda path, inputs: SaveDrafts(drafts.path, path, inputs)
            )

    def correction_slip(self, file: int, text: str) -> None:
        """Write the correction slip of a return file."""
        title, name = "Save correction slip", f"correction-slip-{file}.txt"
        self._write(title, name, lambda cancel: text.encode("utf-8"))

    def _let_evaluator_write(
        self,
        title: str,
        name: str,
        request: Callable[[str, tuple[str, ...]], Request[Any]],
        *,
        on_written: Callable[[], None] = lambda: None,
        done: str | Callable[[], str] = _WRITTEN,
    ) -> None:
        if (path := self._ask(title, name)) is not None:
            on_done, on_failed = self._answers(path, on_written, done)
            self._session.ask(request(path, tuple(self._inputs())), on_done, on_failed)

    def _preview(self, theme: Theme) -> None:
        shot = _shown(self._session.reports, tuple(Part))
        preview = PrintPreview(self._window, shot.drafts, shot.reviews, shot.claims, Banner(theme))
        preview.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        preview.open()
        self._note(shot)

    def _note(self, shot: Snapshot) -> None:
        self._checker.note_published((shot.drafts, shot.reviews))
        if shot.claims is not None:
            self._checker.note_claims(shot.claims)

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
        self._engine.run(work, done, failed)

    def _inputs(self) -> list[str]:
        """Return the paths of the files that nothing may be written over."""
        return [*self._session.input_paths, *self._checker.paths]

    def _answers(
        self,
        path: str,
        on_written: Callable[[], None],
        written: str | Callable[[], str] = _WRITTEN,
    ) -> tuple[Callable[[Any], None], Callable[[Exception], None]]:
        shown = short_name(path)

        def done(_: Any) -> None:
            on_written()
            self.done.emit(f"{shown} {written if isinstance(written, str) else written()}")

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
        path = ask_for_place(self._window, title, start, f"{SUFFIXES[ending]} (*{ending})")
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


def _shown(reports: Reports, parts: Collection[Part]) -> Snapshot:
    return Snapshot(
        reports.drafts if Part.DRAFTS in parts else None,
        reports.reviews if Part.REVIEWS in parts else None,
        reports.claims if Part.CLAIMS in parts else None,
    )
