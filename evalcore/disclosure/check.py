"""The disclosure check: can what is published be put together to reveal what is hidden?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import EvaluationError, Place, value_free
from ..given import items_of
from ..io.file_kinds import CLAIMS_REPORT, DRAFT_REPORT
from ..reports.reader import report_kind, verify_report
from ..returns.rates import RowsPerDraft
from ..vocabulary import DEFAULT_MINIMUM_CELL_SIZE, MAX_REVIEW_ROWS
from .claims import check_claims, claim_counts
from .findings import Finding, in_order
from .judge import judge
from .steps import Steps
from .tables import DRAFT_TABLE, Published, published_drafts, published_reviews, review_table

__all__ = ["Finding", "can_be_judged", "check_disclosure", "check_reviewers", "check_sound"]

_USUAL_REVIEWERS = 2


@value_free
def check_disclosure(
    reports: Iterable[Any],
    *,
    earlier: Iterable[Any] = (),
    reviewers_per_draft: int | None = None,
) -> tuple[Finding, ...]:
    """Return what the reports give away together, nothing if nothing.

    ``reports`` are those to be published together, ``earlier`` those published
    before: dicts of JSON types as ``read_report`` returns them or as the evaluator
    makes them, of all three kinds, in any order and any number. An earlier cohort
    is taken to be contained in the present one. ``reviewers_per_draft`` is the
    number of reviewers of every draft, at least 2, if that is known; else two are
    assumed where that fits.

    Raises EvaluationError ``invalid_reviewers_per_draft``, or ``report_inconsistent``:
    something given is no report, or one that does not agree with itself; the file
    of ``place`` is its position from 1, earlier ones after the others. A claims
    report's intervals are not drawn again here; ``verify_report`` does that.
    """
    check_reviewers(reviewers_per_draft)
    for given in (reports, earlier):
        if isinstance(given, dict | str | bytes):
            raise EvaluationError("report_inconsistent")
    present, past = (list(items_of(given, "report_inconsistent")) for given in (reports, earlier))
    for number, report in enumerate([*present, *past], 1):
        if not _is_sound(report):
            raise EvaluationError("report_inconsistent", Place(file=number))
    return check_sound(present, past, reviewers_per_draft)


def check_reviewers(number: object) -> None:
    """Raise ``invalid_reviewers_per_draft`` unless this is None or a possible number."""
    if number is not None and (type(number) is not int or not 2 <= number <= MAX_REVIEW_ROWS):
        raise EvaluationError("invalid_reviewers_per_draft")


def _is_sound(report: object) -> bool:
    if report_kind(report) != CLAIMS_REPORT:
        return report_kind(report) is not None and can_be_judged(report)
    from ..claims.report_reader import claims_report_from_dict

    try:
        claims_report_from_dict(report)
    except EvaluationError:
        return False
    return True


def can_be_judged(report: object) -> bool:
    """Tell whether a report agrees with itself in all that it shows.

    A draft report may hide more than it must: what it shows is right all the same.
    """
    allowed = {"suppressed_without_reason"} if report_kind(report) == DRAFT_REPORT else set()
    return all(one.code in allowed for one in verify_report(report))


def check_sound(
    reports: Sequence[dict[str, Any]],
    earlier: Sequence[dict[str, Any]],
    reviewers_per_draft: int | None,
    *,
    minimum: int = DEFAULT_MINIMUM_CELL_SIZE,
    rows_per_draft: RowsPerDraft | None = None,
    steps: Steps | None = None,
) -> tuple[Finding, ...]:
    """Do as ``check_disclosure`` with reports that are known to agree with themselves.

    ``minimum`` is that of claims, where no other report comes with them.
    ``rows_per_draft`` is what the returns say that the present review report was made
    from: it stands above ``reviewers_per_draft``. ``steps`` limits the search and
    brings cancel, which raises Cancelled.
    """
    steps = steps or Steps()
    present, past = _Kinds.of(reports), _Kinds.of(earlier)
    found = judge(DRAFT_TABLE, present.drafts, past.drafts, steps=steps)
    said = reviewers_per_draft is not None and rows_per_draft is None
    usual = reviewers_per_draft or _USUAL_REVIEWERS
    found += judge(
        review_table(*(rows_per_draft or (usual, usual))),
        present.reviews,
        past.reviews,
        otherwise=review_table(),
        said=said,
        steps=steps,
    )
    minimums = [one.minimum for one in (*present.drafts, *present.reviews)]
    found += check_claims(present.claims, past.claims, max(minimums, default=minimum))
    return in_order(found)


@dataclass(frozen=True, slots=True, repr=False)
class _Kinds:
    """Reports by kind; one that is there twice counts once."""

    drafts: list[Published]
    reviews: list[Published]
    claims: list[dict[str, dict[str, int]]]

    @classmethod
    def of(cls, reports: Iterable[dict[str, Any]]) -> _Kinds:
        kinds = cls([], [], [])
        for report in reports:
            match report_kind(report):
                case "draft_report":
                    _once(kinds.drafts, published_drafts(report))
                case "review_report":
                    _once(kinds.reviews, published_reviews(report))
                case "claims_report":
                    _once(kinds.claims, claim_counts(report))
        return kinds


def _once(known: list[Any], one: Any) -> None:
    if one not in known:
        known.append(one)
