"""Import of review returns: they are checked, then the rates are published."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from ..drafts.records import AmbientDraft, DraftRevision
from ..errors import EvaluationError, value_free
from ..figures.suppression import Cell, Counts, check_minimum_cell_size, single_cell, smallest_count
from ..given import items_of
from ..io.files import StrPath
from ..metrics import RATES, ReviewCount
from ..vocabulary import DEFAULT_MINIMUM_CELL_SIZE, NOTICE, REVIEWS_SCHEMA
from .across import ByDraft
from .check import Returns, counting_rows, judge
from .reader import ReturnFile, read_payload, read_return_file
from .rows import CurrentDrafts
from .settled import NOTHING_SETTLED, Settled


class ReviewReport(TypedDict):
    """The review report; ``rates`` has a cell for each of RATES."""

    schema_version: str
    minimum_cell_size: int
    notice: str
    reviewer_confirmation_required: bool
    rates: dict[str, Cell]


RowsPerDraft = tuple[int, int]
"""How many rows a draft has at least and at most, in all drafts of a study."""


class ReviewTally:
    """The counts behind the rates; it prints none of them.

    ``rows_per_draft`` is None where the returns are not known. It is for use within
    evalcore alone.
    """

    __slots__ = ("_adjudicated", "_agreed", "_drafts", "_rows", "_unclear", "rows_per_draft")

    def __init__(
        self,
        drafts: int,
        agreed: int,
        adjudicated: int,
        rows: int,
        unclear: int,
        rows_per_draft: RowsPerDraft | None = None,
    ) -> None:
        self._drafts = drafts
        self._agreed = agreed
        self._adjudicated = adjudicated
        self._rows = rows
        self._unclear = unclear
        self.rows_per_draft = rows_per_draft

    def __repr__(self) -> str:
        return "ReviewTally(...)"

    @value_free
    def report(self, minimum_cell_size: int = DEFAULT_MINIMUM_CELL_SIZE) -> ReviewReport:
        """Return the review report. Raises EvaluationError ``invalid_minimum_cell_size``."""
        check_minimum_cell_size(minimum_cell_size)
        counts = self._counts()
        return ReviewReport(
            schema_version=REVIEWS_SCHEMA,
            minimum_cell_size=minimum_cell_size,
            notice=NOTICE,
            reviewer_confirmation_required=True,
            rates={name: single_cell(pair, minimum_cell_size) for name, pair in counts.items()},
        )

    def hiding_minimums(self) -> tuple[int, ...]:
        """Return the minimum cell sizes, ascending, from which on a rate more is suppressed.

        They follow from counts that may be suppressed: for use within evalcore alone.
        """
        smallest = {smallest_count([pair]) for pair in self._counts().values()}
        return tuple(sorted(count + 1 for count in smallest if count is not None))

    def _counts(self) -> dict[str, Counts]:
        counted = {
            ReviewCount.DRAFTS: self._drafts,
            ReviewCount.AGREED: self._agreed,
            ReviewCount.DIFFERING: self._drafts - self._agreed,
            ReviewCount.ADJUDICATED: self._adjudicated,
            ReviewCount.DECISIONS: self._rows,
            ReviewCount.UNCLEAR: self._unclear,
        }
        return {
            code: (counted[rate.numerator], counted[rate.denominator])
            for code, rate in RATES.items()
        }


@value_free
def import_ambient_reviews(
    payload: Mapping[str, object],
    current_drafts: Iterable[AmbientDraft | DraftRevision],
    *,
    minimum_cell_size: int = DEFAULT_MINIMUM_CELL_SIZE,
) -> ReviewReport:
    """Return the review report (contract, section 4): a dict of JSON types.

    ``payload`` is a mapping with exactly ``schema_version`` and ``rows``: the
    rows of all return files, in order. Raises EvaluationError with a code of
    the contract's table when any rule is broken; its ``place`` names the row
    (from 1) and field, or the draft (``encounter``, from 1).
    """
    check_minimum_cell_size(minimum_cell_size)
    return tally_reviews(payload, current_drafts).report(minimum_cell_size)


@value_free
def tally_reviews(
    payload: Mapping[str, object], current_drafts: Iterable[AmbientDraft | DraftRevision]
) -> ReviewTally:
    """Check everything as ``import_ambient_reviews`` does and return the counts alone."""
    drafts = CurrentDrafts(current_drafts)
    file = read_payload(payload, 1, drafts)
    try:
        if file.faults:
            raise EvaluationError("invalid_review_schema", file.faults[0].refusal().place)
        _refuse_fault(file)
        return _imported(Returns(drafts, (file,)))
    except EvaluationError as error:
        refused = error
    # a payload is no file among several
    place = refused.place and replace(refused.place, file=None)
    raise EvaluationError(refused.code, place)


@value_free
def import_returns(
    paths: Sequence[StrPath], current_drafts: Iterable[AmbientDraft | DraftRevision]
) -> ReviewTally:
    """Read return files and check their rows as one payload.

    Raises what ``read_review_return`` and ``tally_reviews`` raise; the place of a
    fault of a file or of a row has its ``file``, and counts rows within it.
    """
    drafts = CurrentDrafts(current_drafts)
    files = []
    for number, path in enumerate(items_of(paths, "unreadable_file"), 1):
        files.append(read_return_file(path, number, drafts, closely=False))
        _refuse_fault(files[-1])
    return _imported(Returns(drafts, tuple(files)))


def _imported(returns: Returns) -> ReviewTally:
    """Check returns without faults of their own; raise the first problem, or return the counts."""
    for problem in judge(returns).problems:
        if not problem.only_asked:
            raise problem.refusal()
    return tally_of(returns, NOTHING_SETTLED)


def _refuse_fault(file: ReturnFile) -> None:
    """Raise the first fault that a file shows by itself."""
    for fault in file.faults:
        raise fault.refusal(file.number)
    if file.row_faults:
        fault, (row, *_) = min(file.row_faults.items(), key=lambda found: found[1][0])
        raise fault.refusal(file.number, row)


def tally_of(returns: Returns, settled: Settled) -> ReviewTally:
    """Return what is counted of returns that are ready, with what was settled."""
    rows = [row for file in returns.files for row in counting_rows(file, settled)]
    by_draft = ByDraft(len(returns.drafts), rows).here[1:]
    agreed = adjudicated = 0
    for draft, own in enumerate(by_draft, 1):
        if len({row.decision for row in own}) == 1:
            agreed += 1
        else:
            adjudicated += bool(settled.reasons.get(draft, (None, own[0].adjudicated))[1])
    unclear = sum(row.decision == "unclear" for row in rows)
    sizes = [len(own) for own in by_draft]
    rows_per_draft = min(sizes), max(sizes)
    return ReviewTally(len(sizes), agreed, adjudicated, len(rows), unclear, rows_per_draft)
