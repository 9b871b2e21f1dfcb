"""What is open, by number, and what can be asked about it.

The window never holds what was read: it asks this, in a process of its own,
and gets reports, states and value-free faults. No count that is suppressed, no
identifier and no digest is in an answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..claims.reader import ClaimsPart, join_claims, read_claims_part
from ..claims.report import SummaryUnsupportedClaimsReport
from ..claims.report_reader import claims_report_from_dict
from ..claims.scoring import score_summary_claims
from ..claims.view import claims_view
from ..drafts.metrics import DraftTally
from ..drafts.reader import read_drafts
from ..errors import EvaluationError
from ..io.file_kinds import (
    CLAIMS,
    CLAIMS_REPORT,
    DRAFT_REPORT,
    DRAFTS,
    REPORT_KINDS,
    REVIEW_REPORT,
    recognise,
)
from ..io.files import check_output, write_atomically
from ..io.json_reader import CancelToken, Progress
from ..reports.reader import SavedReport, read_saved, verify_report
from ..returns.diagnosis import SAVED_REPORT, named
from .disclosure import DisclosureService
from .faults import Inconsistent, fault
from .protocol import (
    Answer,
    CheckDisclosure,
    Checked,
    CheckReturns,
    ClaimsScored,
    Close,
    CloseEarlier,
    Disclosure,
    Done,
    EarlierOpened,
    FindReason,
    ForgetClaims,
    ForgetGone,
    ForgetReason,
    ListChoices,
    ListReasons,
    MakeReports,
    NoteClaims,
    Open,
    OpenEarlier,
    Opened,
    PutBack,
    ReadStamps,
    RecordReason,
    Reported,
    Request,
    SaveCombined,
    SaveDrafts,
    ScoreClaims,
    SetAside,
    Stamp,
    Stamps,
    Watch,
    WriteClaims,
    WriteSlip,
)
from .returns import ReturnService


class EvaluationService:
    """Holds what was read under numbers that the window chose."""

    def __init__(self) -> None:
        self._drafts: dict[int, DraftTally] = {}
        self.returns = ReturnService()
        self.disclosure = DisclosureService()
        self._claims: dict[int, ClaimsPart] = {}
        self._claims_report: SummaryUnsupportedClaimsReport | None = None
        self._saved: dict[int, tuple[str, dict[str, Any]]] = {}
        """Saved reports, by number: kind and report, which agrees with itself."""

    def __repr__(self) -> str:
        return "EvaluationService(...)"

    def call(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        """Answer one request as METHODS says."""
        answer: Answer = METHODS[type(request)](self, request, Watch(progress, cancel))
        return answer

    def open(self, file: int, path: str, watch: Watch) -> Opened:
        """Read a file of any of our kinds; answer its kind and its stamp on disk.

        A fault that is found once the kind is known is answered with it. Of a
        review return only the kind is told here; ``check`` reads it.
        """
        self.close([file])
        before = stamp(path)
        kind = _kind(path, watch)
        try:
            opened = self._read(file, path, kind, before, watch)
            if stamp(path) != before:
                raise EvaluationError("file_changed")
        except EvaluationError as error:
            self.close([file])
            if error.code == "cancelled":
                raise
            return Opened(kind, before, fault(named(path, error, kind)))
        return opened

    def _read(self, file: int, path: str, kind: str, before: Stamp | None, watch: Watch) -> Opened:
        if kind == DRAFTS:
            tally = DraftTally()
            tally.add_all(read_drafts(path, progress=watch.progress, cancel=watch.cancel))
            self._drafts[file] = tally
        elif kind == CLAIMS:
            part = read_claims_part(path, progress=watch.progress, cancel=watch.cancel)
            self._claims[file] = part
            has_claims, has_evidence = part.claims is not None, part.evidence is not None
            return Opened(kind, before, claims=has_claims, evidence=has_evidence)
        elif kind in REPORT_KINDS:
            saved = _saved(path, watch)
            self._saved[file] = kind, saved.report
            return Opened(kind, before, saved_again=saved.again)
        return Opened(kind, before)

    def close(self, files: Sequence[int]) -> Done:
        """Forget files."""
        for file in files:
            self._drafts.pop(file, None)
            self._claims.pop(file, None)
            self._saved.pop(file, None)
        return Done()

    def check(self, drafts: int | None, files: Sequence[tuple[int, str]], watch: Watch) -> Checked:
        """Answer what is wrong with the return files, pairs of number and path, in order."""
        if drafts is None or not files:
            self.returns.clear()
            return Checked(None)
        stamps = tuple(stamp(path) for _, path in files)
        given = [(n, str(at), path) for (n, path), at in zip(files, stamps, strict=True)]
        revisions = self._tally(drafts).revisions
        checked = self.returns.check(revisions, given, watch.progress, watch.cancel)
        return replace(checked, stamps=stamps)

    def reports(
        self, drafts: int | None, minimum_cell_size: int, saved: Sequence[int] = ()
    ) -> Reported:
        """Answer the draft report, and the review report once the returns are ready.

        ``saved`` are the saved reports that are shown instead, one of a kind at most.
        """
        shown = dict(self._saved_report(number) for number in saved)
        tally = self._tally(drafts) if drafts is not None else None
        rates = self.returns.tally if drafts is not None else None
        if DRAFT_REPORT not in shown and tally is not None:
            shown[DRAFT_REPORT] = dict(tally.report(minimum_cell_size))
        if REVIEW_REPORT not in shown and rates is not None:
            shown[REVIEW_REPORT] = dict(rates.report(minimum_cell_size))
        return Reported(shown.get(DRAFT_REPORT), shown.get(REVIEW_REPORT))

    def _saved_report(self, number: int) -> tuple[str, dict[str, Any]]:
        """Return kind and report; a process that was started anew has nothing yet."""
        if number not in self._saved:
            raise EvaluationError("evaluator_stopped")
        return self._saved[number]

    def _has_saved(self, kind: str) -> bool:
        return any(of_kind == kind for of_kind, _ in self._saved.values())

    def _tally(self, drafts: int) -> DraftTally:
        """Return what was read; a process that was started anew has nothing yet."""
        if drafts not in self._drafts:
            raise EvaluationError("evaluator_stopped")
        return self._drafts[drafts]

    def claims(self, files: Sequence[int], saved: int | None, watch: Watch) -> ClaimsScored:
        """Answer what is shown of the claims report, or what is wrong with the files together.

        ``saved`` is the saved report that is shown instead. Progress is in draws of the
        bootstrap. Evidence may be missing, claims may not.
        """
        self._claims_report = None
        if saved is not None:
            self._claims_report = claims_report_from_dict(self._saved_report(saved)[1])
            return ClaimsScored(claims_view(self._claims_report))
        if any(number not in self._claims for number in files):
            raise EvaluationError("evaluator_stopped")
        parts = [self._claims[number] for number in files]
        if not any(part.claims is not None for part in parts):
            return ClaimsScored(None)
        if all(part.evidence is None for part in parts):
            parts.append(ClaimsPart(None, ()))
        try:
            given = join_claims(parts)
            report = score_summary_claims(
                given.claims, given.evidence, progress=watch.progress, cancel=watch.cancel
            )
        except EvaluationError as error:
            if error.code == "cancelled":
                raise
            return ClaimsScored(None, fault(error))
        self._claims_report = report
        return ClaimsScored(claims_view(report))

    def write_claims(self, form: str, path: str, inputs: Sequence[str]) -> Done:
        """Write the claims report's own JSON or Markdown, which only a file may hold."""
        if (report := self._claims_report) is None:
            raise EvaluationError("nothing_to_write")
        check_output(path, inputs)
        text = {"json": report.to_json, "markdown": report.to_markdown}[form]()
        write_atomically(path, text.encode("utf-8"), inputs)
        self.disclosure.wrote_claims(report)
        return Done()

    def note_claims(self) -> Done:
        """Remember that the claims report left otherwise, as in a document."""
        if self._claims_report is not None:
            self.disclosure.wrote_claims(self._claims_report)
        return Done()

    def open_earlier(self, file: int, path: str, watch: Watch) -> EarlierOpened:
        """Read a report that was published before: it is compared with, and not shown.

        Answers as ``open`` does; what is no report that agrees with itself is a fault.
        """
        self.disclosure.close_earlier(file)
        before = stamp(path)
        kind = _kind(path, watch, SAVED_REPORT)
        try:
            if kind not in REPORT_KINDS:
                raise EvaluationError("wrong_file_kind")
            report = _saved(path, watch).report
            if stamp(path) != before:
                raise EvaluationError("file_changed")
        except EvaluationError as error:
            if error.code == "cancelled":
                raise
            return EarlierOpened(kind, before, fault=fault(named(path, error, SAVED_REPORT)))
        return EarlierOpened(kind, before, self.disclosure.take(file, report))

    def check_disclosure(self, asked: CheckDisclosure, watch: Watch) -> Disclosure:
        """Answer what all that is open gives away: see ``DisclosureService.check``."""
        drafts = asked.drafts
        return self.disclosure.check(
            asked.minimum_cell_size,
            self._tally(drafts) if drafts is not None else None,
            self.returns.tally if drafts is not None else None,
            # closing the last of its files takes a claims report away without another call
            self._claims_report if self._claims or self._has_saved(CLAIMS_REPORT) else None,
            list(self._saved.values()),
            self.disclosure.earlier(asked.earlier, asked.exported),
            asked.reviewers_per_draft,
            watch.cancel,
        )


def _saved(path: str, watch: Watch) -> SavedReport:
    """Return a saved report that agrees with itself."""
    saved = read_saved(path, progress=watch.progress, cancel=watch.cancel)
    findings = verify_report(saved.report, cancel=watch.cancel)
    if findings:
        raise Inconsistent(findings)
    return saved


def _kind(path: str, watch: Watch, wanted: str | None = None) -> str:
    """Return the kind of one of our files; what people send instead is named."""
    try:
        return recognise(path, cancel=watch.cancel)
    except EvaluationError as error:
        found = named(path, error, wanted)
    raise found


def stamp(path: str) -> Stamp | None:
    """Return what changes when a file is written anew, or None if it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    # what is written with the old time put back still has another time of its last change
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


Method = Callable[[EvaluationService, Any, Watch], Any]

Held = EvaluationService

METHODS: dict[type[Request[Any]], Method] = dict(
    [
        Open.done_by(Held, lambda held, asked, watch: held.open(asked.file, asked.path, watch)),
        Close.done_by(Held, lambda held, asked, _: held.close(asked.files)),
        ReadStamps.done_by(
            Held, lambda _, asked, __: Stamps(tuple(stamp(path) for path in asked.paths))
        ),
        MakeReports.done_by(
            Held,
            lambda held, asked, _: held.reports(asked.drafts, asked.minimum_cell_size, asked.saved),
        ),
        ScoreClaims.done_by(
            Held, lambda held, asked, watch: held.claims(asked.files, asked.saved, watch)
        ),
        WriteClaims.done_by(
            Held, lambda held, asked, _: held.write_claims(asked.form, asked.path, asked.inputs)
        ),
        CheckReturns.done_by(
            Held, lambda held, asked, watch: held.check(asked.drafts, asked.files, watch)
        ),
        RecordReason.done_by(Held, lambda held, asked, _: held.returns.settle(asked)),
        ForgetReason.done_by(Held, lambda held, asked, _: held.returns.settle(asked)),
        ForgetGone.done_by(Held, lambda held, asked, _: held.returns.settle(asked)),
        SetAside.done_by(Held, lambda held, asked, _: held.returns.settle(asked)),
        PutBack.done_by(Held, lambda held, asked, _: held.returns.settle(asked)),
        FindReason.done_by(Held, lambda held, asked, _: held.returns.draft(asked.draft)),
        ListReasons.done_by(Held, lambda held, asked, _: held.returns.reasons()),
        ListChoices.done_by(Held, lambda held, asked, _: held.returns.choices(asked.problem)),
        WriteSlip.done_by(Held, lambda held, asked, _: held.returns.slip(asked.file)),
        SaveCombined.done_by(
            Held,
            lambda held, asked, _: held.returns.save_combined(
                asked.path, asked.inputs, ready=asked.ready
            ),
        ),
        SaveDrafts.done_by(
            Held,
            lambda held, asked, _: held.returns.save_drafts(asked.drafts, asked.path, asked.inputs),
        ),
        OpenEarlier.done_by(
            Held, lambda held, asked, watch: held.open_earlier(asked.file, asked.path, watch)
        ),
        CloseEarlier.done_by(
            Held, lambda held, asked, _: held.disclosure.close_earlier(asked.file)
        ),
        NoteClaims.done_by(Held, lambda held, asked, _: held.note_claims()),
        ForgetClaims.done_by(Held, lambda held, asked, _: held.disclosure.forget_claims()),
        CheckDisclosure.done_by(
            Held, lambda held, asked, watch: held.check_disclosure(asked, watch)
        ),
    ]
)
"""What is done for each request. The type checker sees that it takes that and answers it."""
