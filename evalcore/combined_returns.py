"""The combined return file, and which rows may be set aside for what reason."""

from __future__ import annotations

from typing import Any

from .return_across import ByDraft, differ
from .return_check import Returns, counting_rows
from .return_problems import Pairs, Problem
from .return_rows import ELSEWHERE, MAYBE, ReturnRow
from .settled import NO_REASON, Reason, Settled
from .vocabulary import REVIEWS_SCHEMA


def combine(returns: Returns, settled: Settled) -> dict[str, Any]:
    """Return one return file's payload with all rows that count, recorded reasons filled in.

    When ``judge(returns, settled).ready``, the import accepts it. Before, it is
    the progress so far: rows without a fault of their own, about a current
    draft and its current revision, and not set aside. What two files both have
    stays in it twice: nobody's row wins silently.
    """
    rows = [row for file in returns.files for row in counting_rows(file, settled)]
    by_draft = ByDraft(len(returns.drafts), rows)
    filled = {}
    for draft, reason in settled.reasons.items():
        if 0 < draft <= by_draft.drafts and _fits(by_draft.here[draft], reason):
            filled[draft] = reason
    return {
        "schema_version": REVIEWS_SCHEMA,
        "rows": [
            {
                "blinded_case_id": returns.drafts.aliases[row.draft],
                "draft_revision": returns.drafts.revisions[row.draft],
                "reviewer_id": row.reviewer,
                "decision": row.decision,
                "reason": filled.get(row.draft, (row.reason, False))[0],
                "adjudicated": filled.get(row.draft, (None, row.adjudicated))[1],
            }
            for row in rows
            if row.good
        ],
    }


def _fits(rows: list[ReturnRow], reason: Reason) -> bool:
    """Tell whether a recorded reason is for these rows: see ``Settled``."""
    if differ(rows):
        return reason[0] is not None or reason == NO_REASON
    return reason == NO_REASON and len({row.reviewer for row in rows if row.sure}) > 1


def recorded_reasons(returns: Returns, file: int) -> dict[int, Reason]:
    """Return the reasons that a saved progress or combined file carries, by draft.

    A draft's reason is one when all good rows of the file on it have the same.
    """
    found: dict[int, set[Reason]] = {}
    for row in returns.files[file - 1].rows:
        if row.good and row.adjudicated is not None:
            found.setdefault(row.draft, set()).add((row.reason, row.adjudicated))
    return {
        draft: next(iter(reasons))
        for draft, reasons in found.items()
        if len(reasons) == 1 and next(iter(reasons))[0] is not None
    }


def carried_reasons(returns: Returns) -> dict[int, Reason]:
    """Return the reasons that saved progress or combined files among the returns carry.

    A draft's reason counts only where no row of another file says otherwise: rows
    that came later have none yet. Where two files differ, the committee must say.
    """
    found: dict[int, Reason] = {}
    for file in returns.files:
        if holds_several_reviewers(returns, file.number):
            for draft, reason in recorded_reasons(returns, file.number).items():
                found.setdefault(draft, reason)
    for file in returns.files:
        for row in file.rows:
            carried = found.get(row.draft)
            own = (row.reason, row.adjudicated)
            if carried is not None and row.good and own not in (carried, (None, False)):
                del found[row.draft]
    return found


def holds_several_reviewers(returns: Returns, file: int) -> bool:
    """Tell whether the file looks like a combined or progress file: rows of several reviewers."""
    return len({row.reviewer for row in returns.files[file - 1].rows if row.reviewer}) > 1


def rows_of_unknown_drafts(returns: Returns, file: int | None = None) -> Pairs:
    """Return the rows (of one file, or all) that name a draft which is not there."""
    return tuple(
        (row.file, row.number)
        for one in returns.files
        if file is None or one.number == file
        for row in one.rows
        if row.place == ELSEWHERE or (row.place == MAYBE and not row.other)
    )


def rows_of_reviewer(returns: Returns, file: int, row: int) -> Pairs:
    """Return all rows of the reviewer who made this row, in all files: a replaced reviewer's.

    Where the reviewer cannot be told, it is this row alone.
    """
    reviewer = returns.files[file - 1].rows[row - 1].reviewer
    if not reviewer:
        return ((file, row),)
    return tuple(
        (one.file, one.number)
        for source in returns.files
        for one in source.rows
        if one.reviewer == reviewer
    )


def older_rows(problem: Problem) -> Pairs:
    """Return the rows that setting the older version aside leaves out.

    For ``newer_version`` those of the earlier files; for ``duplicate_reviewer``
    without a row (rows pasted twice) the repeated ones; else none.
    """
    if problem.code == "newer_version":
        return tuple(pair for pair in problem.rows if pair[0] != problem.file)
    if problem.code == "duplicate_reviewer" and problem.row is None:
        return problem.rows
    return ()
