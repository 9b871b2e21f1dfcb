"""The records of what is open: files and their reports. They print nothing of themselves."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.engine.faults import STOPPED, EvaluatorFault
from evalcore.service.protocol import Check, Problem, Report, Stamp


class FileKind(StrEnum):
    """The kinds of files that can be open; the values are the evaluator's."""

    DRAFTS = "drafts"
    REVIEWS = "reviews"
    CLAIMS = "claims"
    REPORT = "report"
    """A saved draft or review report."""
    CLAIMS_REPORT = "claims_report"
    """A saved claims report."""


KINDS = {kind.value: kind for kind in FileKind} | {
    "draft_report": FileKind.REPORT,
    "review_report": FileKind.REPORT,
}
"""The kinds by the evaluator's words for them."""
_NO_FILE = (
    *("unreadable_file", "not_a_regular_file"),
    *("out_of_memory", "evaluator_stopped", "evaluator_not_started"),
)
"""Codes that say nothing of what is in the file."""


class FileState(StrEnum):
    """How far a file has come."""

    WAITING = "waiting"
    READING = "reading"
    READY = "ready"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(slots=True, repr=False)
class OpenFile:
    """A file in the list. ``path`` is never shown; ``name`` is."""

    number: int
    path: str
    name: str
    kind: FileKind | None = None
    state: FileState = FileState.WAITING
    bytes_read: int = 0
    bytes_total: int = 0
    fault: EvaluatorFault | None = None
    stamp: Stamp | None = None
    changed: bool = False
    holds_claims: bool = False
    holds_evidence: bool = False
    saved_again: bool = False
    """Whether another program saved this report again, and wrote its numbers otherwise."""
    report: str = ""
    """The evaluator's word for what was read: "draft_report" and "review_report" are two."""

    @property
    def is_return(self) -> bool:
        """Whether it takes part in the return check: also what is none of our files."""
        missing = self.fault is not None and self.fault.code in _NO_FILE
        if self.state is FileState.CANCELLED or missing:
            return False
        unknown = self.kind is None and self.state is FileState.FAILED
        return self.kind is FileKind.REVIEWS or unknown

    @property
    def lost(self) -> bool:
        """Whether it went with the evaluator's process, and can be read again."""
        return self.fault is not None and self.fault.code == STOPPED.code

    @property
    def per_cent(self) -> int:
        """How much has been read, 0 to 100."""
        return 100 * self.bytes_read // self.bytes_total if self.bytes_total else 0


@dataclass(frozen=True, slots=True, repr=False)
class Reports:
    """The reports of what is open; None where there is none."""

    drafts: Report | None = None
    reviews: Report | None = None
    check: Check | None = None
    """What the return check shows besides its problems."""
    problems: Sequence[Problem] = ()
    check_fault: EvaluatorFault | None = None
    claims: Report | None = None
    """What is shown of the claims report: neither digest nor class token."""
    claims_fault: EvaluatorFault | None = None
    drafts_saved: bool = False
    """Whether it is a saved report; so of the others."""
    reviews_saved: bool = False
    claims_saved: bool = False
    drafts_of: str = ""
    """Whose figures these are: short names of files; so of the others."""
    reviews_of: str = ""
    claims_of: str = ""


def drafts_of(files: Iterable[OpenFile], besides: OpenFile | None = None) -> OpenFile | None:
    """Return the drafts file that counts, read or being read."""
    unread = (FileState.FAILED, FileState.CANCELLED)
    drafts = (f for f in files if f.kind is FileKind.DRAFTS and f is not besides)
    return next((file for file in drafts if file.state not in unread), None)


def same_path(one: str, other: str) -> bool:
    """Tell whether two absolute paths are the same, as the system compares names."""
    return os.path.normcase(one) == os.path.normcase(other)
