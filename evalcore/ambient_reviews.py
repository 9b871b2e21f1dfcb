"""Import of review returns: every rule must hold, then three rates are published."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypedDict

from .ambient_drafts import AmbientDraft, DraftRevision
from .errors import EvaluationError, Place, value_free
from .suppression import Cell, Counts, check_minimum_cell_size, single_cell, smallest_count
from .vocabulary import (
    DECISIONS,
    DEFAULT_MINIMUM_CELL_SIZE,
    MAX_REVIEW_ROWS,
    NOTICE,
    REASONS,
    REVIEWS_SCHEMA,
    is_opaque,
)

ROW_FIELDS = (
    "blinded_case_id",
    "draft_revision",
    "reviewer_id",
    "decision",
    "reason",
    "adjudicated",
)
_ROW_KEYS = frozenset(ROW_FIELDS)


class ReviewReport(TypedDict):
    """The review report; ``rates`` has agreement, adjudication and unclear."""

    schema_version: str
    minimum_cell_size: int
    notice: str
    reviewer_confirmation_required: bool
    rates: dict[str, Cell]


class ReviewTally:
    """The five counts behind the three rates; it prints none of them."""

    __slots__ = ("_adjudicated", "_agreed", "_drafts", "_rows", "_unclear")

    def __init__(self, drafts: int, agreed: int, adjudicated: int, rows: int, unclear: int):
        self._drafts = drafts
        self._agreed = agreed
        self._adjudicated = adjudicated
        self._rows = rows
        self._unclear = unclear

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
        return {
            "agreement": (self._agreed, self._drafts),
            "adjudication": (self._adjudicated, self._drafts - self._agreed),
            "unclear": (self._unclear, self._rows),
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
    reviews = ReviewImport(current_drafts)
    reviews.add_rows(_rows(payload))
    return reviews.tally()


_Vote = tuple[str, str, str | None, bool]
"""Reviewer, decision, reason, adjudicated."""
_vote_of: Callable[[Mapping[str, Any]], _Vote] = itemgetter(*ROW_FIELDS[2:])


class ReviewImport:
    """The rows of a study's returns, taken in one after the other; it prints none of them.

    Of a row nothing is kept but its number and the values that the rules within
    a draft compare, the same values once. Raises EvaluationError with a code of
    the contract's table; ``place.row`` counts the rows of all files from 1.
    """

    __slots__ = ("_by_draft", "_revisions", "_rows", "_votes")

    @value_free
    def __init__(self, current_drafts: Iterable[AmbientDraft | DraftRevision]) -> None:
        self._revisions = _current_revisions(current_drafts)
        self._by_draft: dict[str, list[tuple[int, _Vote]]] = {}
        self._rows = 0
        self._votes: dict[_Vote, _Vote] = {}

    def __repr__(self) -> str:
        return "ReviewImport(...)"

    @property
    def rows(self) -> int:
        """How many rows were added."""
        return self._rows

    @value_free
    def add_rows(self, rows: Iterable[object]) -> None:
        """Check rows by themselves and against the current drafts."""
        for row in rows:
            number = self._rows + 1
            if number > MAX_REVIEW_ROWS:
                raise EvaluationError("invalid_review_schema", Place(row=number))
            checked = check_review_row(row, number)
            alias = checked["blinded_case_id"]
            if alias not in self._revisions:
                raise _fault("stale_or_unknown_review", number, "blinded_case_id")
            if checked["draft_revision"] != self._revisions[alias]:
                raise _fault("stale_or_unknown_review", number, "draft_revision")
            vote = _vote_of(checked)
            vote = self._votes.setdefault(vote, vote)
            self._by_draft.setdefault(alias, []).append((number, vote))
            self._rows = number

    @value_free
    def tally(self) -> ReviewTally:
        """Check the rules within each draft, now that all rows are there; return the counts."""
        agreed = adjudicated = unclear = 0
        for encounter, alias in enumerate(self._revisions, 1):
            reviews = self._by_draft.get(alias, [])
            _check_draft(reviews, encounter)
            decisions = [decision for _, (_, decision, _, _) in reviews]
            if len(set(decisions)) == 1:
                agreed += 1
            elif reviews[0][1][3]:
                adjudicated += 1
            unclear += decisions.count("unclear")
        return ReviewTally(len(self._revisions), agreed, adjudicated, self._rows, unclear)


def check_review_row(row: object, number: int) -> Mapping[str, Any]:
    """Return one row, checked by itself: its keys, then its values in the order of the format."""
    if not isinstance(row, Mapping):
        raise EvaluationError("unblinded_or_invalid_review", Place(row=number))
    for position, key in enumerate(row, 1):
        if key not in _ROW_KEYS:
            raise EvaluationError("unblinded_or_invalid_review", Place(row=number, field=position))
    for field in ROW_FIELDS:
        if field not in row:
            raise _fault("unblinded_or_invalid_review", number, field)
    for field in ROW_FIELDS[:3]:
        if not is_opaque(row[field]):
            raise _fault("invalid_opaque_identifier", number, field)
    if type(row["decision"]) is not str or row["decision"] not in DECISIONS:
        raise _fault("invalid_controlled_code", number, "decision")
    reason = row["reason"]
    if reason is not None and (type(reason) is not str or reason not in REASONS):
        raise _fault("invalid_controlled_code", number, "reason")
    if type(row["adjudicated"]) is not bool:
        raise _fault("invalid_review_status", number, "adjudicated")
    return row


def _check_draft(reviews: Sequence[tuple[int, _Vote]], encounter: int) -> None:
    """Check the rules that hold between the rows of one draft."""
    if not reviews:
        raise EvaluationError("incomplete_review_import", Place(encounter=encounter))
    reviewers = set()
    for number, (reviewer, _, _, _) in reviews:
        if reviewer in reviewers:
            raise _fault("duplicate_reviewer", number, "reviewer_id")
        reviewers.add(reviewer)
    if len(reviewers) < 2:
        raise EvaluationError("too_few_reviewers", Place(encounter=encounter))
    _, (_, first, common_reason, settled) = reviews[0]
    differ = any(decision != first for _, (_, decision, _, _) in reviews)
    for number, (_, _, reason, adjudicated) in reviews:
        if adjudicated is not settled:
            raise _fault("inconsistent_adjudication", number, "adjudicated")
        if differ:
            if reason is None or reason != common_reason:
                raise _fault("inconsistent_reason", number, "reason")
        elif reason is not None:
            raise _fault("agreed_case_with_reason", number, "reason")
        elif adjudicated:
            raise _fault("agreed_case_with_reason", number, "adjudicated")


def _current_revisions(drafts: Iterable[AmbientDraft | DraftRevision]) -> dict[str, str]:
    if not isinstance(drafts, Iterable):
        raise EvaluationError("invalid_current_drafts")
    revisions: dict[str, str] = {}
    for encounter, draft in enumerate(drafts, 1):
        if type(draft) is not AmbientDraft and type(draft) is not DraftRevision:
            raise EvaluationError("invalid_current_drafts", Place(encounter=encounter))
        if draft.blinded_case_id in revisions:
            raise EvaluationError("invalid_current_drafts", Place(encounter=encounter))
        revisions[draft.blinded_case_id] = draft.revision
    if not revisions:
        raise EvaluationError("incomplete_review_import")
    return revisions


def _rows(payload: object) -> list[Any]:
    if not isinstance(payload, Mapping) or set(payload) != {"schema_version", "rows"}:
        raise EvaluationError("invalid_review_schema")
    schema = payload["schema_version"]
    if type(schema) is not str or schema != REVIEWS_SCHEMA:
        raise EvaluationError("invalid_review_schema", Place(field="schema_version"))
    rows = payload["rows"]
    if type(rows) is not list:
        raise EvaluationError("invalid_review_schema", Place(field="rows"))
    if len(rows) > MAX_REVIEW_ROWS:
        raise EvaluationError("invalid_review_schema", Place(row=MAX_REVIEW_ROWS + 1))
    return rows


def _fault(code: str, row: int, field: str) -> EvaluationError:
    return EvaluationError(code, Place(row=row, field=field))
