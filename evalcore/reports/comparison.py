"""Two saved reports of one kind side by side, with the differences of their rates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ..claims.report_reader import claims_report_from_dict
from ..claims.view import claims_view
from ..errors import EvaluationError
from ..figures.differences import difference
from ..io.file_kinds import CLAIMS_REPORT, DRAFT_REPORT, REVIEW_REPORT
from ..metrics import METRICS, RATES
from ..vocabulary import CLASSES, COMPARISON_SCHEMA, NOTICE, SLICES
from .reader import report_kind, verify_report

Overlap = Literal["yes", "no", "unknown"]
OVERLAPS: tuple[Overlap, ...] = ("unknown", "no", "yes")
"""Whether encounters are in both reports."""

KIND_WORDS = {DRAFT_REPORT: "drafts", REVIEW_REPORT: "reviews", CLAIMS_REPORT: "claims"}
_SETTINGS = ("n_resamples", "alpha", "seed")


def compare_reports(
    earlier: Mapping[str, Any], later: Mapping[str, Any], overlap: Overlap = "unknown"
) -> dict[str, Any]:
    """Return two reports side by side as JSON types (schema COMPARISON_SCHEMA).

    ``rows`` has for each slice and metric, or each rate, both cells and the difference later
    minus earlier; for each claim class both cells and no difference. With encounters in both
    (``overlap`` "yes") a difference has no interval. Raises EvaluationError
    ``different_kinds``, and ``inconsistent_report`` for one that does not agree with itself.
    """
    kinds = report_kind(earlier), report_kind(later)
    for kind, report in zip(kinds, (earlier, later), strict=True):
        if kind is None or verify_report(report):
            raise EvaluationError("inconsistent_report")
    if kinds[0] != kinds[1]:
        raise EvaluationError("different_kinds")
    kind = kinds[0]
    sides: tuple[dict[str, Any], dict[str, Any]]
    if kind == CLAIMS_REPORT:
        rows, sides = _claims(earlier, later)
    else:
        rows = _cells(earlier, later, kind == DRAFT_REPORT, independent=overlap != "yes")
        sizes = (earlier["minimum_cell_size"], later["minimum_cell_size"])
        sides = {"minimum_cell_size": sizes[0]}, {"minimum_cell_size": sizes[1]}
    return {
        "schema_version": COMPARISON_SCHEMA,
        "kind": KIND_WORDS[str(kind)],
        "overlap": overlap,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
        "earlier": sides[0],
        "later": sides[1],
        "rows": rows,
    }


def _cells(
    earlier: Mapping[str, Any], later: Mapping[str, Any], of_drafts: bool, *, independent: bool
) -> list[dict[str, Any]]:
    rows = []
    places: list[tuple[dict[str, str], tuple[str, ...]]]
    if of_drafts:
        places = [({"slice": s, "metric": m}, ("slices", s, m)) for s in SLICES for m in METRICS]
    else:
        places = [({"rate": rate}, ("rates", rate)) for rate in RATES]
    for name, path in places:
        one: Any = earlier
        other: Any = later
        for key in path:
            one, other = one[key], other[key]
        apart = difference(one, other, independent=independent)
        rows.append({**name, "earlier": dict(one), "later": dict(other), "difference": apart})
    return rows


def _claims(
    earlier: Mapping[str, Any], later: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], tuple[dict[str, Any], dict[str, Any]]]:
    """Return a row for overall and each class; custom classes are numbered over both reports."""
    reports = [claims_report_from_dict(dict(one)) for one in (earlier, later)]
    cells: list[dict[str, Any]] = []
    for report in reports:
        tokens = [name for name in CLASSES if name in report.by_claim_class]
        tokens += [name for name in report.by_claim_class if name not in CLASSES]
        of_token = zip(["", *tokens], claims_view(report)["rows"], strict=True)
        cells.append({token: row["unsupported"] for token, row in of_token})
    one, other = cells
    custom = sorted((one.keys() | other.keys()) - {"", *CLASSES})
    titles = {"": "Overall"} | {name: name.capitalize() for name in CLASSES}
    titles |= {token: f"Custom class {number}" for number, token in enumerate(custom, 1)}
    rows = [
        {
            "claim_class": title,
            "earlier": one.get(token),
            "later": other.get(token),
            "difference": None,
        }
        for token, title in titles.items()
        if token in one or token in other
    ]
    first, second = ({name: getattr(report, name) for name in _SETTINGS} for report in reports)
    return rows, (first, second)
