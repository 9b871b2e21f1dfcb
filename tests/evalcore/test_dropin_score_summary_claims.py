"""score_summary_claims: each option under each of its names, and two names at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claims_helpers import refused
from eval_helpers import carried_by_error

import evalcore
from evalcore import summary_unsupported_claims as public
from evalcore.errors import EvaluationError
from evalcore.summary_unsupported_claims import (
    ApprovedEvidence,
    ClaimState,
    SummaryClaim,
    score_summary_claims,
)

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "claims"
VECTOR = json.loads((VECTORS / "91-study-31.json").read_text("utf-8"))
CLAIMS, EVIDENCE = VECTOR["claims"], VECTOR["evidence"]


def test_the_example_of_the_first_documentation_changes_one_import() -> None:
    vector = json.loads((VECTORS / "01-seed-example.json").read_text("utf-8"))
    claims, approved_evidence = vector["claims"], vector["evidence"]
    report = score_summary_claims(claims, approved_evidence, n_resamples=1_000, seed=7)
    assert report.by_claim_class["diagnosis"].unsupported_rate == 0.0
    assert report.to_json() == vector["json"]
    assert report.to_markdown() == vector["markdown"]


def test_typed_records_give_the_same_bytes() -> None:
    claims = [
        SummaryClaim(row["claim_id"], row["claim_class"], row.get("claim_key"), row["evidence_ids"])
        for row in CLAIMS
    ]
    evidence = [ApprovedEvidence.from_mapping(row) for row in EVIDENCE]
    report = score_summary_claims(claims, evidence, **VECTOR["options"])
    assert report.to_json() == VECTOR["json"]
    by_member = [
        ApprovedEvidence(
            row.evidence_id,
            ClaimState(row.relation),
            row.approved,
            row.claim_id,
            row.claim_key,
            row.claim_class,
        )
        for row in evidence
    ]
    assert score_summary_claims(claims, by_member, **VECTOR["options"]).to_json() == VECTOR["json"]


def test_evidence_under_both_names() -> None:
    given = VECTOR["options"]
    for report in (
        score_summary_claims(CLAIMS, EVIDENCE, **given),
        score_summary_claims(CLAIMS, evidence=EVIDENCE, **given),
        score_summary_claims(CLAIMS, approved_evidence=EVIDENCE, **given),
        score_summary_claims(claims=CLAIMS, approved_evidence=iter(EVIDENCE), **given),
        score_summary_claims(CLAIMS, EVIDENCE, approved_evidence=None, **given),
    ):
        assert report.to_json() == VECTOR["json"]
    for one, other in ((EVIDENCE, EVIDENCE), (EVIDENCE, ()), ([], EVIDENCE), (EVIDENCE, [])):
        code = refused(score_summary_claims, CLAIMS, one, approved_evidence=other)
        assert code == "conflicting_options"


def test_resamples_under_both_names() -> None:
    report = score_summary_claims(CLAIMS, EVIDENCE, n_resamples=50)
    assert report.n_resamples == 50
    again = score_summary_claims(CLAIMS, EVIDENCE, bootstrap_resamples=50)
    both = score_summary_claims(CLAIMS, EVIDENCE, n_resamples=50, bootstrap_resamples=50)
    assert again.to_json() == both.to_json() == report.to_json()
    for one, other in ((50, 51), (1000, 50), (50, 1000)):
        options = {"n_resamples": one, "bootstrap_resamples": other}
        assert refused(score_summary_claims, CLAIMS, **options) == "conflicting_options"
    wrong: Any
    for wrong in (0, True, 50.0, "50", 100_001):
        code = refused(score_summary_claims, CLAIMS, bootstrap_resamples=wrong)
        assert code == "invalid_n_resamples"


@pytest.mark.parametrize(
    "level, alpha",
    [
        (0.95, 0.05),
        (0.9, 0.1),
        (0.99, 0.01),
        (0.8, 0.2),
        (0.999, 0.001),
        (0.683, 0.317),
        (0.5, 0.5),
        (0.05, 0.95),
        (1e-05, 0.99999),
    ],
)
def test_a_confidence_level_is_the_alpha_that_a_person_would_write(
    level: float, alpha: float
) -> None:
    report = score_summary_claims(CLAIMS, EVIDENCE, confidence_level=level, n_resamples=200)
    assert report.alpha == alpha
    same = score_summary_claims(CLAIMS, EVIDENCE, alpha=alpha, n_resamples=200)
    both = score_summary_claims(
        CLAIMS, EVIDENCE, alpha=alpha, confidence_level=level, n_resamples=200
    )
    assert report.to_json() == same.to_json() == both.to_json()


def test_confidence_levels_that_are_refused() -> None:
    wrong: Any
    for wrong in (0.0, 1.0, -0.1, 1.5, 95, 95.0, 1, True, "0.95", float("nan"), 1e-300):
        code = refused(score_summary_claims, CLAIMS, confidence_level=wrong)
        assert code == "invalid_confidence_level"
    for alpha, level in ((0.05, 0.9), (0.1, 0.95), (0.5, 0.05)):
        options = {"alpha": alpha, "confidence_level": level}
        assert refused(score_summary_claims, CLAIMS, **options) == "conflicting_options"


def test_defaults() -> None:
    report = score_summary_claims(CLAIMS, EVIDENCE)
    assert (report.n_resamples, report.alpha, report.seed) == (1000, 0.05, 0)
    explicit = score_summary_claims(CLAIMS, EVIDENCE, n_resamples=1000, alpha=0.05, seed=0)
    other = score_summary_claims(
        CLAIMS, EVIDENCE, bootstrap_resamples=1000, confidence_level=0.95, seed=0
    )
    assert report.to_json() == explicit.to_json() == other.to_json()
    assert score_summary_claims([]).evidence_count == 0
    with pytest.raises(TypeError):
        score_summary_claims(CLAIMS, EVIDENCE, 1000)  # type: ignore[misc]


def test_errors_hold_no_value() -> None:
    marker: Any = "Mrs-Marker-1931"
    for options in (
        {"approved_evidence": marker},
        {"approved_evidence": [{"relation": marker}]},
        {"bootstrap_resamples": marker},
        {"confidence_level": marker},
        {"n_resamples": marker, "bootstrap_resamples": 5},
        {"alpha": marker, "confidence_level": 0.95},
        {"evidence": [marker], "approved_evidence": [marker]},
    ):
        with pytest.raises(EvaluationError) as caught:
            score_summary_claims([{"class": "lab"}], **options)
        assert not carried_by_error(caught.value, marker)
        assert (caught.value.__cause__, caught.value.__context__) == (None, None)


def test_it_is_one_function_wherever_it_is_imported_from() -> None:
    for name in ("score_summary_claims", "SummaryClaim", "ApprovedEvidence"):
        assert getattr(evalcore, name) is getattr(public, name)
    assert all(hasattr(public, name) for name in public.__all__)
