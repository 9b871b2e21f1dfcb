"""The disclosure check of what is open: asked for anew when anything of it changes.

Everything that is open is judged as one state, together with the earlier
reports that the user chose and with what this session exported before.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from app.engine.disclosure import CLAIMS_LOST, NOT_COMPARED, DisclosureState, Standing, state_of
from app.engine.engine import Job
from app.engine.faults import EvaluatorFault
from app.engine.open_files import FileKind, FileState, OpenFile, same_path
from app.engine.session import Session
from evalcore.documents.exports import report_digest
from evalcore.io.files import short_name
from evalcore.service.protocol import (
    CheckDisclosure,
    CloseEarlier,
    Disclosure,
    Done,
    EarlierOpened,
    ForgetClaims,
    NoteClaims,
    OpenEarlier,
    Report,
    Request,
)

CANCELLED = "The check was cancelled."


class DisclosureChecker(QObject):
    """Keeps the latest answer; an answer to an older question is dropped."""

    changed = Signal()
    earlier_failed = Signal(object)
    """An OpenFile that cannot be used as an earlier report."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.state = DisclosureState()
        self._job: Job | None = None
        self._opening: dict[int, Job] = {}
        self._earlier: list[OpenFile] = []
        self._digests: dict[int, str] = {}
        """The digests of earlier reports, to know again what went out in this session."""
        self._next_number = 1
        self._published: list[Report] = []
        """Draft and review reports that went out in this session, whatever became of them."""
        self._claims: list[object] = []
        """What was shown of claims reports that went out; the evaluator has the reports."""
        self._claims_lost = False
        self._reviewers: int | None = None
        self._judged: tuple[object, ...] = ()
        """What the last question was about; held, so that no other thing can pass for it."""
        session.reports_changed.connect(self._follow)
        session.stopped.connect(self._open_all_again)

    # what is compared with

    @property
    def earlier(self) -> tuple[OpenFile, ...]:
        """The earlier reports that the user chose, in order; some may not be usable."""
        return tuple(self._earlier)

    @property
    def paths(self) -> list[str]:
        """The paths of the earlier reports, which nothing may be written over."""
        return [file.path for file in self._earlier]

    @property
    def exported(self) -> list[Report]:
        """Reports that went out in this session and are not, as they were, open or chosen now."""
        reports = self._session.reports
        shown = (reports.drafts, reports.reviews)
        ready = [f.number for f in self._earlier if f.state is FileState.READY]
        chosen = {self._digests[number] for number in ready if number in self._digests}
        return [
            one
            for one in self._published
            if one not in shown and not (chosen and report_digest(one) in chosen)
        ]

    @property
    def compared(self) -> int:
        """How many earlier reports are taken in."""
        usable = sum(file.state is FileState.READY for file in self._earlier)
        return usable + len(self.exported) + self.claims_exported

    @property
    def claims_exported(self) -> bool:
        """Whether claims went out in this session that are not, as they were, open now."""
        return any(view != self._session.reports.claims for view in self._claims)

    @property
    def reviewers(self) -> int | None:
        """How many reviewers each draft has; None: not said."""
        return self._reviewers

    def set_reviewers(self, number: int | None) -> None:
        """Take as known how many reviewers each draft has."""
        if number != self._reviewers:
            self._reviewers = number
            self.check_again()

    def compare_with(self, paths: Iterable[str]) -> None:
        """Take in reports that were published earlier; one that is known is read again."""
        for path in paths:
            full = os.path.abspath(path)
            known = next((f for f in self._earlier if same_path(f.path, full)), None)
            if known is None:
                known = OpenFile(self._next_number, full, short_name(full))
                self._next_number += 1
                self._earlier.append(known)
            self._open(known)
        self.check_again()

    def leave_out(self, number: int) -> None:
        """Compare no longer with an earlier report."""
        file = next((f for f in self._earlier if f.number == number), None)
        if file is None:
            return
        self._earlier.remove(file)
        if (job := self._opening.pop(number, None)) is not None:
            job.drop()
        self._tell(CloseEarlier(number))
        self.check_again()

    def leave_out_exported(self, number: int) -> None:
        """Compare no longer with what was exported before, number ``number`` of ``exported``."""
        exported = self.exported
        if number < len(exported):
            self._published.remove(exported[number])
            self.check_again()

    def leave_out_claims(self) -> None:
        """Compare no longer with claims that went out before."""
        self._claims, self._claims_lost = [], False
        self._tell(ForgetClaims())
        self.check_again()

    def note_claims(self, view: object) -> None:
        """Remember for this session that the claims of which this is shown went out."""
        if view not in self._claims:
            self._claims.append(view)
            self._tell(NoteClaims())

    def note_published(self, reports: Iterable[Report | None]) -> None:
        """Remember for this session that these reports went out."""
        new = [one for one in reports if one is not None and one not in self._published]
        before = len(self.exported)
        self._published += new
        if len(self.exported) != before:  # what is open changed while it was written
            self.check_again()

    # the check

    def check_again(self) -> None:
        """Judge what is open, also if nothing of it has changed."""
        if self._job is not None:
            self._job.drop()
            self._job = None
        if not self._anything_open():
            self._set(DisclosureState())
            return
        self._set(DisclosureState(Standing.CHECKING))
        if not self._opening:  # else when the last of them is read
            self._job = self._session.engine.ask(self._request(), self._on_answer, self._on_failed)

    def _request(self) -> CheckDisclosure:
        session, reports = self._session, self._session.reports
        size = session.minimum_cell_size
        if reports.drafts is not None and not reports.drafts_saved:
            size = reports.drafts["minimum_cell_size"]  # another may be asked for already
        return CheckDisclosure(
            session.drafts_number,
            size,
            earlier=tuple(f.number for f in self._earlier if f.state is FileState.READY),
            exported=tuple(self.exported),
            reviewers_per_draft=self._reviewers,
        )

    def _tell(self, request: Request[Done]) -> None:
        self._session.engine.ask(request, lambda answer: None, self._session.tell_failed)

    def _follow(self) -> None:
        """Ask when other reports are open than those that were judged."""
        reports = self._session.reports
        counted = (FileKind.DRAFTS, FileKind.REPORT, FileKind.CLAIMS_REPORT)
        ready = (f for f in self._session.files if f.state is FileState.READY)
        files = [file for file in ready if file.kind in counted]
        stamps = tuple((f.number, tuple(f.stamp or ())) for f in files)
        judged = (reports.drafts, reports.reviews, reports.claims, stamps)
        # by identity: after an equal report the evaluator may hold other returns than before
        same = [one is other for one, other in zip(judged[:3], self._judged[:3], strict=False)]
        if self._judged and all(same) and stamps == self._judged[3]:
            return
        self._judged = judged
        self.check_again()

    def _anything_open(self) -> bool:
        reports = self._session.reports
        shown = (reports.drafts, reports.reviews, reports.claims)
        return any(report is not None for report in shown)

    def _on_answer(self, answer: Disclosure) -> None:
        self._job = None
        known = [CLAIMS_LOST] if self._claims_lost else []
        if any(file.state is FileState.FAILED for file in self._earlier):
            known.append(NOT_COMPARED)
        self._set(state_of(answer, known))

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._set(DisclosureState(Standing.FAILED, fault=_why(error)))
        if not _is_cancelled(error):
            self._session.tell_failed(error)

    def _set(self, state: DisclosureState) -> None:
        self.state = state
        self.changed.emit()

    # reading earlier reports

    def _open(self, file: OpenFile) -> None:
        if (job := self._opening.pop(file.number, None)) is not None:
            job.drop()
        file.state, file.fault, file.kind = FileState.READING, None, None
        request = OpenEarlier(file.number, file.path)
        self._opening[file.number] = self._session.engine.ask(
            request,
            lambda answer: self._on_opened(file, answer),
            lambda error: self._on_open_failed(file, error),
        )

    def _open_all_again(self) -> None:
        """What the evaluator's process held is gone with it."""
        self._claims_lost = bool(self._claims)
        for file in self._earlier:
            self._open(file)

    def _on_opened(self, file: OpenFile, answer: EarlierOpened) -> None:
        if answer.fault is not None:
            self._on_open_failed(file, EvaluatorFault(answer.fault))
            return
        self._opening.pop(file.number, None)
        file.state, file.stamp, file.report = FileState.READY, answer.stamp, answer.kind
        self._digests[file.number] = answer.digest
        self._after_opening()

    def _on_open_failed(self, file: OpenFile, error: Exception) -> None:
        self._opening.pop(file.number, None)
        if _is_cancelled(error):
            self._earlier.remove(file)
        else:
            file.state = FileState.FAILED
            file.fault = error if isinstance(error, EvaluatorFault) else None
            self.earlier_failed.emit(file)
            if not isinstance(error, EvaluatorFault):
                self._session.tell_failed(error)
        self._after_opening()

    def _after_opening(self) -> None:
        if not self._opening:
            self.check_again()
        else:
            self.changed.emit()


def _is_cancelled(error: Exception) -> bool:
    return isinstance(error, EvaluatorFault) and error.code == "cancelled"


def _why(error: Exception) -> str:
    if _is_cancelled(error):
        return CANCELLED
    advice = error.advice if isinstance(error, EvaluatorFault) else ""
    return advice or "The check could not be done."
