"""Small counts of claims: they have no suppression, so all of them are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..vocabulary import CLASSES
from .findings import CANNOT_BE_JUDGED, CLAIMS, SMALL_CLAIMS, Finding
from .order import arrange, falling

if TYPE_CHECKING:
    from ..claims.report import SummaryUnsupportedClaimsReport

STATES = ("supported", "contradicted", "unresolved", "uncited")
UNSUPPORTED = "unsupported"
CLAIM_METRICS = (CLAIMS, UNSUPPORTED, *STATES)
OVERALL = "overall"
_KEYS = {CLAIMS: "claim_count", **{name: f"{name}_count" for name in (UNSUPPORTED, *STATES)}}
_NONE = dict.fromkeys(CLAIM_METRICS, 0)

ClaimCounts = Mapping[str, Mapping[str, int]]
"""Class or "overall" -> metric of ``CLAIM_METRICS`` -> count."""


def shown_claims(report: SummaryUnsupportedClaimsReport) -> dict[str, Any]:
    """Return the counts of a claims report as they stand in its JSON, without assessments."""
    classes = report.by_claim_class.items()
    return {
        "overall": report.overall.to_dict(),
        "by_claim_class": {name: result.to_dict() for name, result in classes},
    }


def claim_counts(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Return the counts that a claims report shows."""
    by_class = report["by_claim_class"]
    rows = {OVERALL: report["overall"], **{name: by_class[name] for name in sorted(by_class)}}
    return {
        name: {metric: row[_KEYS[metric]] for metric in CLAIM_METRICS} for name, row in rows.items()
    }


def check_claims(
    reports: Sequence[ClaimCounts], earlier: Sequence[ClaimCounts], minimum: int
) -> list[Finding]:
    """Return the small counts of claims, and the small differences from earlier reports."""
    found = []
    for report in reports:
        found += _small(report, minimum, False)
    names = sorted({name for report in (*reports, *earlier) for name in report})
    keyed = [_keyed(report, names) for report in reports]
    chains = arrange(keyed)
    if len(chains) > 1:
        found.append(Finding(CANNOT_BE_JUDGED, (CLAIMS,), (), False))
    for chain in chains:
        for first, last in combinations(chain, 2):
            found += _small(_less(reports[last], reports[first]), minimum, False)
        for before in earlier:
            if before in reports:
                continue
            for number in chain:
                fallen = {name for _, name in falling(_keyed(before, names), keyed[number])}
                if not fallen:
                    found += _small(_less(reports[number], before), minimum, True)
                elif number == chain[-1]:
                    labels = _labels(before)
                    slices = tuple(labels[name] for name in before if name in fallen)
                    found.append(Finding(CANNOT_BE_JUDGED, (CLAIMS,), slices, True))
    return found


def _keyed(report: ClaimCounts, names: Sequence[str]) -> dict[tuple[str, str, str], int]:
    """Return the counts of these classes; a class that is not in the report has no claims."""
    return {
        (metric, name, ""): report.get(name, _NONE)[metric]
        for name in names
        for metric in CLAIM_METRICS
    }


def _less(report: ClaimCounts, before: ClaimCounts) -> dict[str, dict[str, int]]:
    return {
        name: {metric: count - before.get(name, _NONE)[metric] for metric, count in counts.items()}
        for name, counts in report.items()
    }


def _small(report: ClaimCounts, minimum: int, earlier: bool) -> list[Finding]:
    """Return a finding for each set of metrics whose counts are small in the same classes."""
    labels = _labels(report)
    slices: dict[tuple[str, ...], list[str]] = {}
    for name, counts in report.items():
        small = tuple(metric for metric, count in counts.items() if 0 < count < minimum)
        if small:
            slices.setdefault(small, []).append(labels[name])
    return [
        Finding(SMALL_CLAIMS, metrics, tuple(names), earlier) for metrics, names in slices.items()
    ]


def _labels(report: ClaimCounts) -> dict[str, str]:
    """Return how each class is shown: a custom one by its number in the order of the report."""
    custom = [name for name in report if name != OVERALL and name not in CLASSES]
    return {name: name for name in report} | {
        name: f"Custom class {number}" for number, name in enumerate(custom, 1)
    }
