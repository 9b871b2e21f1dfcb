"""What is open, by number, and what can be asked about it.

The window never holds what was read: it asks this, in a process of its own,
and gets reports, states and value-free faults. No count that is suppressed, no
identifier and no digest is in an answer.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
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
from .disclosure import ReleaseService
from .faults import Inconsistent
from .faults import fault as fault
from .returns import ReturnService

_OF_RETURNS = ["settle", "draft", "reasons", "slip", "choices", "save_combined", "save_drafts"]


class EvaluationService:
    """Holds what was read under numbers that the window chose."""

    def __init__(self) -> None:
        self._drafts: dict[int, DraftTally] = {}
        self._returns = ReturnService()
        self._release = ReleaseService()
        self._claims: dict[int, ClaimsPart] = {}
        self._claims_report: SummaryUnsupportedClaimsReport | None = None
        self._saved: dict[int, tuple[str, dict[str, Any]]] = {}
        """Saved reports, by number: kind and report, which agrees with itself."""

    def __repr__(self) -> str:
        return "EvaluationService(...)"

    def call(
        self, name: str, arguments: dict[str, Any], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Answer one request: the call of that name with its arguments."""
        watched: dict[str, Any] = {"progress": progress, "cancel": cancel}
        match name:
            case "open":
                return self.open(**arguments, **watched)
            case "close":
                return self.close(**arguments)
            case "check":
                return self.check(**arguments, **watched)
            case "reports":
                return self.reports(**arguments)
            case "claims":
                return self.claims(**arguments, **watched)
            case "write_claims":
                return self.write_claims(**arguments)
            case "stamps":
                return self.stamps(**arguments)
            case "open_earlier":
                return self.open_earlier(**arguments, **watched)
            case "close_earlier":
                return self._release.close_earlier(**arguments)
            case "note_claims" | "forget_claims":
                return self._release.note_claims(self._claims_report, kept=name == "note_claims")
            case "release":
                return self.release(**arguments, cancel=cancel)
            case _ if name in _OF_RETURNS:
                answer: dict[str, Any] = getattr(self._returns, name)(**arguments)
                return answer
        raise EvaluationError("unknown_call")

    def open(self, file: int, path: str, progress: Progress, cancel: CancelToken) -> dict[str, Any]:
        """Read a file of any of our kinds; answer its kind and its stamp on disk.

        A fault that is found once the kind is known is answered with it. Of a
        review return only the kind is told here; ``check`` reads it.
        """
        self.close([file])
        before = stamp(path)
        kind = _kind(path, cancel)
        try:
            held = self._read(file, path, kind, progress, cancel)
            if stamp(path) != before:
                raise EvaluationError("file_changed")
        except EvaluationError as error:
            self.close([file])
            if error.code == "cancelled":
                raise
            return {"kind": kind, "stamp": before, "fault": fault(named(path, error, kind))}
        return {"kind": kind, "stamp": before, **held}

    def _read(
        self, file: int, path: str, kind: str, progress: Progress, cancel: CancelToken
    ) -> dict[str, bool]:
        if kind == DRAFTS:
            tally = DraftTally()
            tally.add_all(read_drafts(path, progress=progress, cancel=cancel))
            self._drafts[file] = tally
        elif kind == CLAIMS:
            part = read_claims_part(path, progress=progress, cancel=cancel)
            self._claims[file] = part
            return {"claims": part.claims is not None, "evidence": part.evidence is not None}
        elif kind in REPORT_KINDS:
            saved = _saved(path, progress, cancel)
            self._saved[file] = kind, saved.report
            return {"saved_again": saved.again}
        return {}

    def close(self, files: Sequence[int]) -> dict[str, Any]:
        """Forget files."""
        for file in files:
            self._drafts.pop(file, None)
            self._claims.pop(file, None)
            self._saved.pop(file, None)
        return {}

    def check(
        self,
        drafts: int | None,
        files: Sequence[Sequence[Any]],
        progress: Progress,
        cancel: CancelToken,
    ) -> dict[str, Any]:
        """Answer what is wrong with the return files, pairs of number and path, in order.

        ``stamps`` tells which versions of the files were read.
        """
        if drafts is None or not files:
            self._returns.clear()
            return {"check": None, "problems": []}
        stamps = [stamp(path) for _, path in files]
        given = [(n, str(at), path) for (n, path), at in zip(files, stamps, strict=True)]
        answer = self._returns.check(self._tally(drafts).revisions, given, progress, cancel)
        return {**answer, "stamps": stamps}

    def reports(
        self, drafts: int | None, minimum_cell_size: int, saved: Sequence[int] = ()
    ) -> dict[str, Any]:
        """Answer the draft report, and the review report once the returns are ready.

        ``saved`` are the saved reports that are shown instead, one of a kind at most.
        """
        shown = dict(self._saved_report(number) for number in saved)
        tally = self._tally(drafts) if drafts is not None else None
        rates = self._returns.tally if drafts is not None else None
        if DRAFT_REPORT not in shown and tally is not None:
            shown[DRAFT_REPORT] = dict(tally.report(minimum_cell_size))
        if REVIEW_REPORT not in shown and rates is not None:
            shown[REVIEW_REPORT] = dict(rates.report(minimum_cell_size))
        return {"drafts": shown.get(DRAFT_REPORT), "reviews": shown.get(REVIEW_REPORT)}

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

    def claims(
        self,
        files: Sequence[int],
        progress: Progress,
        cancel: CancelToken,
        saved: int | None = None,
    ) -> dict[str, Any]:
        """Answer what is shown of the claims report, or what is wrong with the files together.

        ``saved`` is the saved report that is shown instead. Progress is in draws of the
        bootstrap. Evidence may be missing, claims may not.
        """
        self._claims_report = None
        if saved is not None:
            self._claims_report = claims_report_from_dict(self._saved_report(saved)[1])
            return {"claims": claims_view(self._claims_report), "claims_fault": None}
        if any(number not in self._claims for number in files):
            raise EvaluationError("evaluator_stopped")
        parts = [self._claims[number] for number in files]
        if not any(part.claims is not None for part in parts):
            return {"claims": None, "claims_fault": None}
        if all(part.evidence is None for part in parts):
            parts.append(ClaimsPart(None, ()))
        try:
            given = join_claims(parts)
            report = score_summary_claims(
                given.claims, given.evidence, progress=progress, cancel=cancel
            )
        except EvaluationError as error:
            if error.code == "cancelled":
                raise
            return {"claims": None, "claims_fault": fault(error)}
        self._claims_report = report
        return {"claims": claims_view(report), "claims_fault": None}

    def write_claims(self, form: str, path: str, inputs: Sequence[str]) -> dict[str, Any]:
        """Write the claims report's own JSON or Markdown, which only a file may hold."""
        if (report := self._claims_report) is None:
            raise EvaluationError("nothing_to_write")
        check_output(path, inputs)
        text = {"json": report.to_json, "markdown": report.to_markdown}[form]()
        write_atomically(path, text.encode("utf-8"), inputs)
        self._release.wrote_claims(report)
        return {}

    def open_earlier(
        self, file: int, path: str, progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Read a report that was published before: it is compared with, and not shown.

        Answers as ``open`` does; what is no report that agrees with itself is a fault.
        """
        self._release.close_earlier(file)
        before = stamp(path)
        kind = _kind(path, cancel, SAVED_REPORT)
        try:
            if kind not in REPORT_KINDS:
                raise EvaluationError("wrong_file_kind")
            report = _saved(path, progress, cancel).report
            if stamp(path) != before:
                raise EvaluationError("file_changed")
        except EvaluationError as error:
            if error.code == "cancelled":
                raise
            return {"kind": kind, "stamp": before, "fault": fault(named(path, error, SAVED_REPORT))}
        return {"kind": kind, "stamp": before, "digest": self._release.take(file, report)}

    def release(
        self,
        drafts: int | None,
        minimum_cell_size: int,
        earlier: Sequence[int],
        exported: Sequence[dict[str, Any]],
        reviewers_per_draft: int | None,
        cancel: CancelToken,
    ) -> dict[str, Any]:
        """Answer what all that is open gives away: see ``ReleaseService.release``."""
        return self._release.release(
            minimum_cell_size,
            self._tally(drafts) if drafts is not None else None,
            self._returns.tally if drafts is not None else None,
            # closing the last of its files takes a claims report away without another call
            self._claims_report if self._claims or self._has_saved(CLAIMS_REPORT) else None,
            list(self._saved.values()),
            self._release.earlier(earlier, exported),
            reviewers_per_draft,
            cancel,
        )

    def stamps(self, paths: Sequence[str]) -> dict[str, Any]:
        """Answer the stamps of files on disk, to see which have changed."""
        return {"stamps": [stamp(path) for path in paths]}


def _saved(path: str, progress: Progress, cancel: CancelToken) -> SavedReport:
    """Return a saved report that agrees with itself."""
    saved = read_saved(path, progress=progress, cancel=cancel)
    findings = verify_report(saved.report, cancel=cancel)
    if findings:
        raise Inconsistent(findings)
    return saved


def _kind(path: str, cancel: CancelToken, wanted: str | None = None) -> str:
    """Return the kind of one of our files; what people send instead is named."""
    try:
        return recognise(path, cancel=cancel)
    except EvaluationError as error:
        found = named(path, error, wanted)
    raise found


def stamp(path: str) -> list[int] | None:
    """Return what changes when a file is written anew, or None if it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    # what is written with the old time put back still has another time of its last change
    return [status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino]
