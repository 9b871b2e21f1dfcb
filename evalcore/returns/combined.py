"""The combined return file, and which rows may be set aside for what reason."""

from __future__ import annotations

from typing import Any

from ..vocabulary import REVIEWS_SCHEMA
from .across import ByDraft
from .check import Returns, counting_rows
from .decisions import can_be_written
from .problems import Pairs, Problem
from .rows import ELSEWHERE, MAYBE
from .settled import Settled


def combine(returns: Returns, settled: Settled) -> dict[str, Any]:
    """Return one return file's payload with all rows that count, recorded reasons filled in.

    When ``judge(returns, settled).ready``, the import accepts it. Before, it is
    the progress so far: rows without a fault of their own, about a current
    draft and its current revision, and not set aside. What two files both have
    stays in it twice: nobody's row wins silently. A reason is filled in where every
    row of the draft can be written: part of a draft is not what was decided about.
    """
    rows = [row for file in returns.files for row in counting_rows(file, settled)]
    by_draft = ByDraft(len(returns.drafts), rows)
    filled = {
        draft: reason
        for draft, reason in settled.reasons.items()
        if 0 < draft <= by_draft.drafts and can_be_written(by_draft.here[draft], reason)
    }
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

    For a newer version those of the earlier files; for rows pasted twice the repeated
    ones; else none.
    """
    if problem.kind in ("newer_version", "newer_than_several"):
        return tuple(pair for pair in problem.rows if pair[0] != problem.file)
    return problem.rows if problem.kind == "rows_twice" else ()
