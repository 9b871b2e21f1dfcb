"""What is open now, and what follows when a file comes, goes or changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from app.engine.engine import Engine, Job
from app.engine.faults import EvaluatorFault
from app.engine.file_watch import FileWatch
from app.engine.in_view import (
    CLAIMS_REPORT,
    DRAFT_REPORT,
    REVIEW_REPORT,
    InView,
    computed_of,
    names_of,
)
from app.engine.open_files import KINDS, FileKind, FileState, OpenFile, Reports, drafts_of
from app.engine.reporter import Reporter
from evalcore.io.files import short_name
from evalcore.service.protocol import Answer, Checked, Close, Decision, Open, Opened, Request
from evalcore.vocabulary import DEFAULT_MINIMUM_CELL_SIZE

_OF_CLAIMS = {FileKind.CLAIMS, FileKind.CLAIMS_REPORT}


class Session(QObject):
    """Owns the open files and their reports; every change is told by a signal."""

    files_changed = Signal()
    reports_changed = Signal()
    file_failed = Signal(object)
    """An OpenFile that could not be read."""
    file_read = Signal(object)
    """An OpenFile that was read."""
    unexpected = Signal(object)
    """An exception that no one expected."""
    stopped = Signal()
    """The evaluator's process ended, and what it held is gone."""
    came_into_view = Signal(int)
    """The number of the file whose figures were chosen out of several of a kind."""
    files_lost = Signal(str)
    """A sentence: files that were ready are not any more."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine = engine
        self.reporter = Reporter(engine, self)
        self.reporter.changed.connect(self.reports_changed)
        self.reporter.progressed.connect(self.files_changed)
        self.reporter.failed.connect(self.tell_failed)
        self.reporter.settled.connect(self._evaluate)
        self._files: list[OpenFile] = []
        self._jobs: dict[int, Job] = {}
        self._before: dict[int, FileKind] = {}
        """What files that are being read again were until then, by number."""
        self._other: list[OpenFile] = []
        """Files that came, went or changed since anything was asked for."""
        self._next_number = 1
        self.minimum_cell_size = DEFAULT_MINIMUM_CELL_SIZE
        self.may_replace: Callable[[OpenFile, OpenFile], bool] = lambda old, new: False
        """Asks whether a second drafts file takes the place of the first."""
        self.in_view = InView()
        self.may_show: Callable[[OpenFile, str], bool] = lambda new, old: True
        """Asks whether a saved report is shown instead of another."""
        self._watch = FileWatch(engine, lambda: self.files, self)
        self._watch.marked.connect(self.files_changed)
        self._watch.failed.connect(self.tell_failed)
        self.reporter.files_read.connect(self._watch.take_stamps)
        engine.lost.connect(self.tell_failed)

    @property
    def files(self) -> tuple[OpenFile, ...]:
        """The open files, in the order in which they were opened."""
        return tuple(self._files)

    @property
    def drafts(self) -> OpenFile | None:
        """The drafts file that counts, read or being read."""
        return drafts_of(self._files)

    @property
    def returns(self) -> tuple[OpenFile, ...]:
        """The return files, in order: "File 1", "File 2"; also what is none of our files."""
        return tuple(file for file in self._files if file.is_return)

    @property
    def claims(self) -> tuple[OpenFile, ...]:
        """The claims files: claims, evidence or both."""
        return tuple(f for f in self._files if f.kind is FileKind.CLAIMS)

    @property
    def reading(self) -> OpenFile | None:
        """The file that is being read."""
        return next((f for f in self._files if f.state is FileState.READING), None)

    def open_files(self, paths: Iterable[str]) -> None:
        """Read files of any kind; one that is open already is read again."""
        asked = False
        by_path = {os.path.normcase(file.path): file for file in self._files}
        for path in paths:
            full = os.path.abspath(path)
            known = by_path.get(os.path.normcase(full))
            if known is None:
                known = OpenFile(self._next_number, full, short_name(full))
                self._next_number += 1
                self._files.append(known)
                by_path[os.path.normcase(full)] = known
            self._read(known)
            asked = True
        if asked:
            self.files_changed.emit()
        elif not self.engine.busy:
            QTimer.singleShot(0, self.engine.idle.emit)

    def show(self, number: int) -> None:
        """Show the figures of a file, where another of its kind is open too."""
        file = self._file(number)
        if file is not None and file.state is FileState.READY:
            before = self._saved_in_view()
            self.in_view.choose(file)
            if self._saved_in_view() != before:
                self.files_changed.emit()
                self._score() if file.kind in _OF_CLAIMS else self._evaluate()

    def _saved_in_view(self) -> dict[str, int]:
        kinds = (DRAFT_REPORT, REVIEW_REPORT, CLAIMS_REPORT)
        saved = {kind: self.in_view.saved(self._files, kind) for kind in kinds}
        return {kind: file.number for kind, file in saved.items() if file is not None}

    def _choose(self, file: OpenFile, *, anew: bool) -> None:
        """Take into view what was opened; ask first, if a saved report comes beside another."""
        if file.kind not in (FileKind.REPORT, FileKind.CLAIMS_REPORT):
            if not anew:
                self.in_view.choose(file)
            return
        others = [one for one in self._files if one is not file]
        shown = self.in_view.shown(others, file.report)
        if anew or not shown or computed_of(others, file.report):
            return  # what is computed stays in view until another is chosen
        if self.may_show(file, names_of(shown, file.report)):
            self.in_view.choose(file)
        elif shown[0] in self._files:
            self.in_view.choose(shown[0])
        if in_view := self.in_view.shown(self._files, file.report):
            self.came_into_view.emit(in_view[0].number)

    def reload(self, number: int) -> None:
        """Read a file again."""
        file = self._file(number)
        if file is not None:
            self._read(file)
            self.files_changed.emit()

    def remove(self, number: int) -> None:
        """Close a file; what it contributed goes with it."""
        if (file := self._file(number)) is not None:
            self._close(file)

    def remove_all(self) -> None:
        """Close every file."""
        if self._files:
            self._close(*self._files)

    @property
    def reports(self) -> Reports:
        """The reports of what is open."""
        return self.reporter.reports

    @property
    def unsaved(self) -> bool:
        """Whether reasons were recorded that no file holds yet."""
        return self.reporter.unsaved

    def settle(self, decision: Decision) -> None:
        """Record a decision about the returns."""
        self.reporter.settle(decision)

    def ask(
        self,
        request: Request[Answer],
        on_done: Callable[[Answer], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        """Ask the evaluator for something else than a report.

        An answer that holds a check (after a save, nothing is unsaved) is shown.
        """

        def take_in(answer: Answer) -> None:
            if isinstance(answer, Checked):
                self.reporter.take_check(answer)
            on_done(answer)

        self.engine.ask(request, take_in, on_error)

    @property
    def input_paths(self) -> list[str]:
        """The paths of all open files, which nothing may be written over."""
        return [file.path for file in self._files]

    def set_minimum_cell_size(self, size: int) -> None:
        """Evaluate what is open with another minimum cell size; no file is read again."""
        if size != self.minimum_cell_size:
            self.minimum_cell_size = size
            self._evaluate()

    def cancel(self) -> None:
        """Stop all work; files that were being read stay in the list, unread."""
        self.engine.cancel_all()

    def check_files(self) -> None:
        """Look in the worker which files have changed on disk, and mark them."""
        self._watch.look()

    def _file(self, number: int) -> OpenFile | None:
        return next((f for f in self._files if f.number == number), None)

    def _read(self, file: OpenFile) -> None:
        if (job := self._jobs.pop(file.number, None)) is not None:
            job.drop()
        before = FileKind.REVIEWS if file.is_return else file.kind
        file.state, file.fault, file.changed = FileState.WAITING, None, False
        file.bytes_read = file.bytes_total = 0
        if before is not None:
            self._before.setdefault(file.number, before)
            self.reporter.forget(before)

        def started() -> None:
            file.state = FileState.READING
            self.files_changed.emit()

        def progressed(done: int, total: int) -> None:
            file.bytes_read, file.bytes_total = done, total
            self.files_changed.emit()

        request = Open(file.number, file.path)
        self._jobs[file.number] = self.engine.ask(
            request,
            lambda answer: self._on_read(file, answer),
            lambda error: self._on_read_failed(file, error),
            progressed,
            started,
        )

    def _on_read(self, file: OpenFile, answer: Opened) -> None:
        self._jobs.pop(file.number, None)
        kind = KINDS[answer.kind]
        if answer.fault is not None:
            file.kind = kind
            self._on_read_failed(file, EvaluatorFault(answer.fault))
            return
        is_drafts = kind is FileKind.DRAFTS
        old = drafts_of(self._files, besides=file) if is_drafts else None
        if old is not None:
            if not self.may_replace(old, file):
                self._close(file)
                return
            self._forget(old)
        file.kind, file.stamp, file.state = kind, answer.stamp, FileState.READY
        file.report, file.saved_again = answer.kind, answer.saved_again
        file.changed = False  # a check that was asked for before may have marked it meanwhile
        file.holds_claims = answer.claims
        file.holds_evidence = answer.evidence
        self._watch.add(file)
        self._choose(file, anew=file.number in self._before)
        self.files_changed.emit()
        self.file_read.emit(file)
        self._evaluate_with(file)

    def _on_read_failed(self, file: OpenFile, error: Exception) -> None:
        self._jobs.pop(file.number, None)
        if isinstance(error, EvaluatorFault) and error.code == "cancelled":
            file.state = FileState.CANCELLED
        else:
            file.state = FileState.FAILED
            file.fault = error if isinstance(error, EvaluatorFault) else None
            self.file_failed.emit(file)
            self.tell_failed(error)
        self.files_changed.emit()
        self._evaluate_with(file)

    def tell_failed(self, error: Exception) -> None:
        """Take in that a call failed: the evaluator stopped, or something unexpected."""
        if not isinstance(error, EvaluatorFault):
            self.unexpected.emit(error)
        elif error.code == "evaluator_stopped":
            # what the process held is gone with it
            lost = [file for file in self._files if file.state is FileState.READY]
            for file in lost:
                file.state, file.fault = FileState.FAILED, error
            reasons = " Reasons that were not saved are gone." * self.reporter.would_lose
            self.reporter.clear()
            self.files_changed.emit()
            self.stopped.emit()
            if lost:
                self.files_lost.emit(f"{error.advice}{reasons}")

    def _close(self, *files: OpenFile) -> None:
        self._forget(*files)
        self.files_changed.emit()
        self._evaluate_with(*files)

    def _forget(self, *files: OpenFile) -> None:
        gone = [file.number for file in files]
        for number in gone:
            if (job := self._jobs.pop(number, None)) is not None:
                job.drop()
        left_out = set(gone)
        self._files = [file for file in self._files if file.number not in left_out]
        self.engine.ask(Close(tuple(gone)), lambda answer: None, self.tell_failed)
        for kind in dict.fromkeys(file.kind for file in files):
            if kind is not None:
                self.reporter.forget(kind)
        self._watch.update()

    def _evaluate_with(self, *files: OpenFile) -> None:
        """Ask for what files that came, went or changed have a part in, or had before.

        While others are being read it waits for these: the answer would come after them anyway.
        """
        self._other += files
        if self._jobs:
            return
        others, self._other = self._other, []
        kinds = {file.kind for file in others}
        for file in others:
            if (before := self._before.pop(file.number, None)) is not None:
                kinds.add(before)
        if kinds & _OF_CLAIMS:
            self._score()
        if kinds <= _OF_CLAIMS:
            return
        if not kinds <= {*_OF_CLAIMS, FileKind.REPORT}:
            self._check()
        self._evaluate()

    def _check(self) -> None:
        returns = [(f.number, f.path) for f in self.returns]
        self.reporter.check(self.drafts_number, returns)

    def _evaluate(self) -> None:
        saved = self._saved_in_view()
        saved.pop(CLAIMS_REPORT, None)
        names = {kind: self._names_of(kind) for kind in (DRAFT_REPORT, REVIEW_REPORT)}
        self.reporter.evaluate(self.drafts_number, self.minimum_cell_size, saved, names)

    def _score(self) -> None:
        saved = self._saved_in_view().get(CLAIMS_REPORT)
        claims = [] if saved is not None else computed_of(self._files, CLAIMS_REPORT)
        self.reporter.score([f.number for f in claims], saved, self._names_of(CLAIMS_REPORT))

    def _names_of(self, kind: str) -> str:
        return names_of(self.in_view.shown(self._files, kind), kind)

    @property
    def drafts_number(self) -> int | None:
        """The number of the drafts file that counts, once it is read."""
        drafts = self.drafts
        return drafts.number if drafts is not None and drafts.state is FileState.READY else None
