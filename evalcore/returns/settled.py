"""What the coordinator has settled about the returns; the files themselves never change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..errors import EvaluationError, Place
from ..vocabulary import REASONS

Reason = tuple[str | None, bool]
"""A reason's word (None: no reason, for a draft whose reviewers agree) and "adjudicated"."""

NO_REASON: Reason = (None, False)
"""What clears the reason and the adjudication that the rows of a draft carry."""


def checked_reason(reason: object, adjudicated: object) -> Reason:
    """Return a reason as it can be recorded.

    Raises EvaluationError ``invalid_controlled_code``, ``invalid_review_status``
    or, for adjudication without a reason, ``inconsistent_reason``.
    """
    if reason is not None and (type(reason) is not str or reason not in REASONS):
        raise EvaluationError("invalid_controlled_code", Place(field="reason"))
    if type(adjudicated) is not bool:
        raise EvaluationError("invalid_review_status", Place(field="adjudicated"))
    if reason is None and adjudicated:
        raise EvaluationError("inconsistent_reason", Place(field="reason"))
    return reason, adjudicated


@dataclass(frozen=True, slots=True, repr=False)
class Settled:
    """Files and rows set aside, and the reasons recorded for drafts. Every change makes a new one.

    ``files`` are numbers from 1, ``rows`` pairs of file and row, ``reasons``
    are by the draft's number in the drafts file. A reason fills in all rows of
    a draft whose reviewers differ; ``NO_REASON`` clears those of any draft. One
    that does not fit (any more) is kept and does nothing.

    ``drafts_again`` are drafts with a decision that does not hold any more, and what
    has changed since ("draft" or "answers"); ``files_again`` files that are others now
    than when they (True), or rows of them (False), were set aside.
    """

    files: frozenset[int] = frozenset()
    rows: frozenset[tuple[int, int]] = frozenset()
    reasons: Mapping[int, Reason] = field(default_factory=lambda: MappingProxyType({}))
    drafts_again: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    files_again: Mapping[int, bool] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        return "Settled(...)"

    def __reduce__(self) -> tuple[object, ...]:
        mappings = (self.reasons, self.drafts_again, self.files_again)
        return _settled, (self.files, self.rows, *map(dict, mappings))

    def leaves_out(self, file: int, row: int) -> bool:
        return file in self.files or (file, row) in self.rows

    def file_aside(self, file: int) -> Settled:
        return replace(self, files=self.files | {file})

    def rows_aside(self, rows: Iterable[tuple[int, int]]) -> Settled:
        return replace(self, rows=self.rows | frozenset(rows))

    def file_back(self, file: int) -> Settled:
        """Put a file back, and with it all rows of it that were set aside one by one."""
        rows = frozenset(pair for pair in self.rows if pair[0] != file)
        return replace(self, files=self.files - {file}, rows=rows)

    def rows_back(self, rows: Iterable[tuple[int, int]]) -> Settled:
        return replace(self, rows=self.rows - frozenset(rows))

    def record(self, draft: int, reason: str | None, adjudicated: bool) -> Settled:
        """Record a draft's reason. Raises as ``checked_reason``."""
        reasons = {**self.reasons, draft: checked_reason(reason, adjudicated)}
        return replace(self, reasons=MappingProxyType(reasons))

    def forget(self, draft: int) -> Settled:
        left = {number: reason for number, reason in self.reasons.items() if number != draft}
        return replace(self, reasons=MappingProxyType(left))

    def without_file(self, file: int) -> Settled:
        """Return what holds after a file was taken off the list, so that later ones move up."""
        files = frozenset(n - (n > file) for n in self.files if n != file)
        rows = frozenset((n - (n > file), row) for n, row in self.rows if n != file)
        return replace(self, files=files, rows=rows)


def _settled(
    files: frozenset[int],
    rows: frozenset[tuple[int, int]],
    reasons: dict[int, Reason],
    drafts_again: dict[int, str],
    files_again: dict[int, bool],
) -> Settled:
    mappings = MappingProxyType(reasons), MappingProxyType(drafts_again)
    return Settled(files, rows, *mappings, MappingProxyType(files_again))


NOTHING_SETTLED = Settled()
