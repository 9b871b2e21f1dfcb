"""A claims report as it may be shown: no digest, and custom classes by number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..figures.suppression import Cell
from ..figures.text import cell_figures
from ..vocabulary import CLASSES
from .records import ClaimClassMetrics
from .report import SummaryUnsupportedClaimsReport


def claims_view(report: SummaryUnsupportedClaimsReport) -> dict[str, Any]:
    """Return what a window or a document shows of a claims report, as JSON types.

    ``rows`` has overall first, then the classes, each with its counts and its
    unsupported rate as a cell. A class outside the list of eleven stands last as
    "Custom class 1", 2, ... in the report's order: its token could be guessed.
    """
    classes = report.by_claim_class
    rows = [_row("Overall", report.overall)]
    rows += [_row(name.capitalize(), classes[name]) for name in CLASSES if name in classes]
    custom = [result for name, result in classes.items() if name not in CLASSES]
    rows += [_row(f"Custom class {number}", result) for number, result in enumerate(custom, 1)]
    return {
        "rows": rows,
        "n_resamples": report.n_resamples,
        "alpha": report.alpha,
        "seed": report.seed,
        "evidence_count": report.evidence_count,
        "approved_evidence_count": report.approved_evidence_count,
    }


def is_informative(row: Mapping[str, Any]) -> bool:
    """Tell whether a row of the view has an interval that says something."""
    lower, upper = row["unsupported"]["ci95"]
    return bool(row["claims"] >= 2 and lower != upper)


def claims_figures(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return a row's rate in per cent and its interval, or in words why there is none.

    The bootstrap of claims that are all alike gives an interval of no width,
    which would read as certainty; so may very few resamples or a very large
    alpha of claims that are not.
    """
    if row["claims"] == 0:
        return "", "no claims"
    figures = cell_figures(row["unsupported"])
    if figures is None:
        return "", ""
    if row["claims"] == 1:
        return figures.rate, "one claim"
    if row["unsupported"]["numerator"] in (0, row["claims"]):
        return figures.rate, "all claims alike"
    return figures.rate, figures.interval if is_informative(row) else "no width"


def _row(label: str, result: ClaimClassMetrics) -> dict[str, Any]:
    interval = result.bootstrap_ci
    cell = Cell(
        numerator=result.unsupported_count,
        denominator=result.claim_count,
        rate=result.unsupported_rate,
        ci95=[interval.lower, interval.upper],
        suppressed=False,
    )
    return {
        "label": label,
        "claims": result.claim_count,
        "supported": result.supported,
        "contradicted": result.contradicted,
        "unresolved": result.unresolved,
        "uncited": result.uncited,
        "unsupported": cell,
    }
