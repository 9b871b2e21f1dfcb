"""What is open, by number, and what can be asked about it.

The window never holds what was read: it asks this, in a process of its own,
and gets reports, states and value-free faults. No count that is suppressed, no
identifier and no digest is in an answer.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from .advice import advice
from .ambient_reviews import tally_returns
from .claims_file import ClaimsPart, join_claims, read_claims_part
from .claims_report import SummaryClaimsReport
from .claims_view import claims_view
from .draft_metrics import DraftTally
from .drafts_file import read_drafts
from .errors import EvaluationError
from .file_kinds import CLAIMS, DRAFTS, REVIEWS, recognise
from .files import check_output, write_atomically
from .json_reader import CancelToken, Progress
from .review_file import read_review_return
from .summary_unsupported_claims import score_summary_claims

_FORMATS = {"json": SummaryClaimsReport.to_json, "markdown": SummaryClaimsReport.to_markdown}


class EvaluationService:
    """Holds what was read under numbers that the window chose."""

    def __init__(self) -> None:
        self._drafts: dict[int, DraftTally] = {}
        self._returns: dict[int, list[Any]] = {}
        self._claims: dict[int, ClaimsPart] = {}
        self._claims_report: SummaryClaimsReport | None = None

    def __repr__(self) -> str:
        return "EvaluationService(...)"

    def call(
        self, name: str, arguments: dict[str, Any], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Answer one request: the call of that name with its arguments."""
        match name:
            case "open":
                return self.open(**arguments, progress=progress, cancel=cancel)
            case "close":
                return self.close(**arguments)
            case "reports":
                return self.reports(**arguments)
            case "claims":
                return self.claims(**arguments, progress=progress, cancel=cancel)
            case "write_claims":
                return self.write_claims(**arguments)
            case "stamps":
                return self.stamps(**arguments)
        raise EvaluationError("unknown_call")

    def open(self, file: int, path: str, progress: Progress, cancel: CancelToken) -> dict[str, Any]:
        """Read a file of any of our kinds; answer its kind and its stamp on disk."""
        self.close(file)
        before = stamp(path)
        held = {}
        kind = recognise(path, cancel=cancel)
        if kind == DRAFTS:
            tally = DraftTally()
            for draft in read_drafts(path, progress=progress, cancel=cancel):
                tally.add(draft)
            self._drafts[file] = tally
        elif kind == REVIEWS:
            payload = read_review_return(path, progress=progress, cancel=cancel)
            self._returns[file] = payload["rows"]
        elif kind == CLAIMS:
            part = read_claims_part(path, progress=progress, cancel=cancel)
            self._claims[file] = part
            held = {"claims": part.claims is not None, "evidence": part.evidence is not None}
        else:
            raise EvaluationError("kind_not_opened")
        if stamp(path) != before:
            self.close(file)
            raise EvaluationError("file_changed")
        return {"kind": kind, "stamp": before, **held}

    def close(self, file: int) -> dict[str, Any]:
        """Forget a file."""
        self._drafts.pop(file, None)
        self._returns.pop(file, None)
        self._claims.pop(file, None)
        return {}

    def reports(
        self, drafts: int | None, returns: Sequence[int], minimum_cell_size: int
    ) -> dict[str, Any]:
        """Answer the reports of the open files; null where there is nothing to report.

        Returns that cannot be imported give ``review_fault`` instead of a report.
        """
        answer: dict[str, Any] = {"drafts": None, "reviews": None, "review_fault": None}
        if drafts is None:
            return answer
        tally = self._drafts[drafts]
        answer["drafts"] = tally.report(minimum_cell_size)
        if returns:
            try:
                rows = [self._returns[number] for number in returns]
                counts = tally_returns(rows, tally.revisions)
                answer["reviews"] = counts.report(minimum_cell_size)
            except EvaluationError as error:
                answer["review_fault"] = fault(error)
        return answer

    def claims(
        self, files: Sequence[int], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Answer what is shown of the claims report, or what is wrong with the files together.

        Progress is in draws of the bootstrap. Evidence may be missing, claims may not.
        """
        self._claims_report = None
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
        if self._claims_report is None:
            raise EvaluationError("nothing_to_write")
        check_output(path, inputs)
        write_atomically(path, _FORMATS[form](self._claims_report).encode("utf-8"))
        return {}

    def stamps(self, paths: Sequence[str]) -> dict[str, Any]:
        """Answer the stamps of files on disk, to see which have changed."""
        return {"stamps": [stamp(path) for path in paths]}


def stamp(path: str) -> list[int] | None:
    """Return what changes when a file is written anew, or None if it is not there."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return [status.st_mtime_ns, status.st_size, status.st_ino]


def fault(error: EvaluationError) -> dict[str, Any]:
    """Return an error as JSON types; it holds no value of any input."""
    place = error.place
    return {
        "code": error.code,
        "file": place.file if place else None,
        "place": str(place) if place else "",
        "advice": advice(error),
    }
