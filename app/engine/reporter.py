"""The reports of what is open: asked for anew when it changes, dropped when it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.engine.engine import Engine, Job
from app.engine.faults import EvaluatorFault
from app.engine.in_view import DRAFT_REPORT, REVIEW_REPORT
from app.engine.open_files import FileKind, Reports
from evalcore.service.protocol import (
    Checked,
    CheckReturns,
    ClaimsScored,
    Decision,
    ForgetReason,
    MakeReports,
    RecordReason,
    Reported,
    ScoreClaims,
)


class Reporter(QObject):
    """Keeps the latest reports; an answer to an older question is dropped."""

    changed = Signal()
    progressed = Signal()
    settled = Signal()
    """A decision about the returns was taken in: the review report may be another."""
    files_read = Signal(list)
    """Pairs of a return file's number and the stamp of the version that was checked."""
    failed = Signal(object)
    """The exception of a call that gave no report."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._evaluation: Job | None = None
        self._scoring: Job | None = None
        self._checking: Job | None = None
        self._checked: list[int] = []
        self._out_of_date = False
        """Whether the files are others than those of the last check, and the next is to come."""
        self.reports = Reports()
        self.unsaved = False
        """Whether reasons were recorded that no file holds yet."""
        self.unkept = False
        """Whether something was decided that no file can hold, as things are now."""
        self._draws = (0, 0)
        self._bytes_read = (0, 0)

    @property
    def would_lose(self) -> bool:
        """Whether something was decided that is gone once the program is closed."""
        return self.unsaved or self.unkept

    @property
    def scoring(self) -> tuple[int, int] | None:
        """Bootstrap draws made, and in all, while claims are scored; else None."""
        return self._draws if self._scoring is not None else None

    @property
    def checking(self) -> tuple[int, int] | None:
        """Bytes read, and in all, while returns are checked; else None."""
        return self._bytes_read if self._checking is not None else None

    def clear(self) -> None:
        """Forget every report."""
        self.unsaved = self.unkept = False
        self._set(Reports())

    def forget(self, kind: FileKind) -> None:
        """Drop what a file of this kind has a part in: it goes, or is read again."""
        if kind in (FileKind.CLAIMS, FileKind.CLAIMS_REPORT):
            self._drop_scoring()
            self._set(replace(self.reports, claims=None, claims_fault=None))
            return
        if kind is FileKind.REPORT:
            without = (
                replace(self.reports, drafts=None) if self.reports.drafts_saved else self.reports
            )
            self._set(replace(without, reviews=None) if without.reviews_saved else without)
            return
        self._drop_checking()
        self._out_of_date = True
        without = replace(self.reports, reviews=None, check=None, problems=(), check_fault=None)
        self._set(replace(without, drafts=None) if kind is FileKind.DRAFTS else without)

    def check(self, drafts: int | None, returns: Sequence[tuple[int, str]]) -> None:
        """Ask what is wrong with the return files: pairs of number and path, in order."""
        self._drop_checking()
        self._out_of_date = True
        self._checked = [number for number, _ in returns]
        request = CheckReturns(drafts, tuple(returns))
        self._checking = self._engine.ask(
            request, self._on_checked, self._on_check_failed, self._on_bytes
        )

    def settle(self, decision: Decision) -> None:
        """Tell the check one decision about the returns."""
        before = self.unsaved
        self.unsaved = self.unsaved or isinstance(decision, RecordReason | ForgetReason)

        def refused(error: Exception) -> None:
            self.unsaved = before
            self.failed.emit(error)

        self._engine.ask(decision, self._on_settled, refused)

    def evaluate(
        self,
        drafts: int | None,
        minimum_cell_size: int,
        saved: Mapping[str, int],
        names: Mapping[str, str],
    ) -> None:
        """Ask for the draft report and, where the returns are ready, the review report.

        ``saved`` are the saved reports shown instead, by kind; ``names`` tell by kind
        whose figures these are.
        """
        if self._evaluation is not None:
            self._evaluation.drop()
        request = MakeReports(drafts, minimum_cell_size, tuple(saved.values()))

        def take_in(answer: Reported) -> None:
            self._evaluation = None
            self._set(
                replace(
                    self.reports,
                    drafts=answer.drafts,
                    reviews=answer.reviews,
                    drafts_saved=DRAFT_REPORT in saved,
                    reviews_saved=REVIEW_REPORT in saved,
                    drafts_of=names[DRAFT_REPORT],
                    reviews_of=names[REVIEW_REPORT],
                )
            )

        self._evaluation = self._engine.ask(request, take_in, self._on_reports_failed)

    def score(self, claims: Sequence[int], saved: int | None, name: str) -> None:
        """Ask for the claims report of these files, or show a saved one.

        It takes long where there are many claims. ``name`` tells whose figures these are.
        """
        self._drop_scoring()
        # figures of the files as they were before must not pass for those to come
        self._set(replace(self.reports, claims=None, claims_fault=None))
        if not claims and saved is None:
            return
        request = ScoreClaims(tuple(claims), saved)

        def take_in(answer: ClaimsScored) -> None:
            self._scoring = None
            self._set(
                replace(
                    self.reports,
                    claims=answer.claims,
                    claims_fault=EvaluatorFault(answer.fault) if answer.fault else None,
                    claims_saved=saved is not None,
                    claims_of=name,
                )
            )

        self._scoring = self._engine.ask(request, take_in, self._on_claims_failed, self._on_draws)

    def _drop_scoring(self) -> None:
        if self._scoring is not None:
            self._scoring.drop()
        self._scoring = None
        self._draws = (0, 0)

    def _drop_checking(self) -> None:
        if self._checking is not None:
            self._checking.drop()
        self._checking = None
        self._bytes_read = (0, 0)

    def _on_checked(self, answer: Checked) -> None:
        self._checking = None
        self._out_of_date = False
        if answer.stamps:
            self.files_read.emit(list(zip(self._checked, answer.stamps, strict=True)))
        self.take_check(answer)

    def take_check(self, answer: Checked) -> None:
        """Show what the check found, unless other files are to be checked already."""
        if answer.check is not None:
            self.unsaved, self.unkept = answer.check.unsaved, answer.check.unkept
        if self._out_of_date:
            return
        self._set(
            replace(
                self.reports,
                check=answer.check,
                problems=answer.problems,
                check_fault=None,
            )
        )

    def _on_settled(self, answer: Checked) -> None:
        self.take_check(answer)
        self.settled.emit()

    def _on_check_failed(self, error: Exception) -> None:
        self._checking = None
        self._out_of_date = False
        fault = error if isinstance(error, EvaluatorFault) else None
        without = replace(self.reports, check=None, problems=(), reviews=None)
        self._set(replace(without, check_fault=fault))
        self.failed.emit(error)

    def _on_bytes(self, done: int, total: int) -> None:
        self._bytes_read = (done, total)
        self.progressed.emit()

    def _on_reports_failed(self, error: Exception) -> None:
        self._evaluation = None
        self._set(replace(self.reports, drafts=None, reviews=None))
        self.failed.emit(error)

    def _on_draws(self, done: int, total: int) -> None:
        self._draws = (done, total)
        self.progressed.emit()

    def _on_claims_failed(self, error: Exception) -> None:
        self._scoring = None
        fault = error if isinstance(error, EvaluatorFault) else None
        self._set(replace(self.reports, claims=None, claims_fault=fault))
        self.failed.emit(error)

    def _set(self, reports: Reports) -> None:
        self.reports = reports
        self.changed.emit()
