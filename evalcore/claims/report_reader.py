"""Opening a claims report that was written before."""

from __future__ import annotations

from typing import Any

from .. import claims_vocabulary as words
from ..errors import EvaluationError, value_free
from .fields import canonical
from .records import BootstrapInterval, ClaimAssessment, ClaimClassMetrics
from .report import SummaryUnsupportedClaimsReport


@value_free
def claims_report_from_dict(data: object) -> SummaryUnsupportedClaimsReport:
    """Return the report whose ``to_dict`` is data (JSON types, from a strict reader).

    Every key, value and type must be what the report itself would write.
    Raises EvaluationError ``invalid_claims_report``.
    """
    report = None
    try:
        report = _report(data)
        same = canonical(report.to_dict()) == canonical(data)
    except (EvaluationError, AttributeError, KeyError, TypeError, ValueError, RecursionError):
        same = False
    if report is None or not same:
        raise EvaluationError("invalid_claims_report")
    return report


def _report(data: Any) -> SummaryUnsupportedClaimsReport:
    return SummaryUnsupportedClaimsReport(
        overall=_result(data["overall"]),
        by_claim_class={name: _result(data["by_claim_class"][name]) for name in _sorted(data)},
        assessments=tuple(_assessment(one) for one in data["assessments"]),
        evidence_count=data["evidence_count"],
        approved_evidence_count=data["approved_evidence_count"],
        evidence_digest=data["evidence_digest"],
        n_resamples=data["n_resamples"],
        alpha=data["alpha"],
        seed=data["seed"],
    )


def _sorted(data: Any) -> list[str]:
    return sorted(data["by_claim_class"])


def _result(data: Any) -> ClaimClassMetrics:
    return ClaimClassMetrics(
        claim_class=data["claim_class"],
        **{state.value: data[f"{state}_count"] for state in words.CLAIM_STATES},
        bootstrap_ci=_interval(data["bootstrap_ci"]),
    )


def _interval(data: Any) -> BootstrapInterval:
    return BootstrapInterval(**{name: data[name] for name in BootstrapInterval.__slots__})


def _assessment(data: Any) -> ClaimAssessment:
    return ClaimAssessment(**{name: data[name] for name in ClaimAssessment.__slots__})
