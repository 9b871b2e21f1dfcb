"""The records of a claims report: each refuses what does not agree in itself."""

from __future__ import annotations

from typing import Any

import pytest
from claims_helpers import refused

from evalcore.claims.records import BootstrapInterval, ClaimAssessment, ClaimClassMetrics

CI: dict[str, Any] = {
    "point": 0.5,
    "lower": 0.0,
    "upper": 1.0,
    "degenerate": False,
    "n_resamples": 9,
    "alpha": 0.1,
}


@pytest.mark.parametrize(
    "change",
    [
        {"point": 1.5},
        {"point": 1},
        {"point": float("nan")},
        {"lower": 0.6},
        {"lower": -0.1},
        {"lower": True},
        {"upper": 0.4},
        {"upper": 1.1},
        {"upper": "1.0"},
        {"degenerate": True},
        {"degenerate": 0},
        {"n_resamples": 0},
        {"n_resamples": True},
        {"alpha": 1.0},
        {"alpha": 0},
    ],
    ids=str,
)
def test_intervals(change: dict[str, Any]) -> None:
    BootstrapInterval(**CI)
    refused(BootstrapInterval, **{**CI, **change})


@pytest.mark.parametrize(
    "change",
    [
        {"claim_class": "Lab"},
        {"claim_class": "class_123"},
        {"claim_class": None},
        {"supported": 2},
        {"supported": -1},
        {"supported": True},
        {"supported": 1.0},
        {"uncited": 2},
        {"unresolved": 100_001},
        {"bootstrap_ci": None},
        {"bootstrap_ci": BootstrapInterval(**{**CI, "lower": 0.25})},
        {"bootstrap_ci": BootstrapInterval(**{**CI, "n_resamples": 100_000, "point": 0.25})},
        {
            "bootstrap_ci": BootstrapInterval(
                **{**CI, "lower": 0.5, "upper": 0.5, "degenerate": True}
            )
        },
    ],
    ids=str,
)
def test_results_of_a_class(change: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"claim_class": "lab", "supported": 1, "contradicted": 0}
    fields |= {"unresolved": 0, "uncited": 1, "bootstrap_ci": BootstrapInterval(**CI)}
    ClaimClassMetrics(**fields)
    assert refused(ClaimClassMetrics, **{**fields, **change}) == "invalid_claims_report"


def test_claims_all_alike_have_no_width() -> None:
    wide = BootstrapInterval(**{**CI, "point": 0.0})
    assert refused(ClaimClassMetrics, "lab", 2, 0, 0, 0, wide) == "invalid_claims_report"


@pytest.mark.parametrize(
    "fields, good",
    [
        (("lab", "supported", 2, 2, 2), True),
        (("lab", "contradicted", 512, 512, 512), True),
        (("lab", "unresolved", 2, 1, 0), True),
        (("lab", "unresolved", 2, 2, 2), True),
        (("lab", "uncited", 0, 0, 0), True),
        (("Lab", "uncited", 0, 0, 0), False),
        (("overall", "uncited", 0, 0, 0), False),
        (("lab", "other", 1, 1, 1), False),
        (("lab", None, 1, 1, 1), False),
        (("lab", "uncited", 1, 0, 0), False),
        (("lab", "unresolved", 0, 0, 0), False),
        (("lab", "supported", 0, 0, 0), False),
        (("lab", "supported", 2, 2, 1), False),
        (("lab", "contradicted", 2, 1, 1), False),
        (("lab", "unresolved", 1, 2, 0), False),
        (("lab", "unresolved", 2, 1, 2), False),
        (("lab", "unresolved", 513, 0, 0), False),
        (("lab", "unresolved", 1, 0, -1), False),
        (("lab", "unresolved", True, 0, 0), False),
        (("lab", "unresolved", 1.0, 0, 0), False),
    ],
)
def test_assessments(fields: Any, good: bool) -> None:
    if good:
        assert ClaimAssessment(*fields).to_dict()["state"] == fields[1]
    else:
        assert refused(ClaimAssessment, *fields) == "invalid_claims_report"
