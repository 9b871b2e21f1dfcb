"""to_benchmark_report: the report as one run among those of other suites."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from claims_helpers import refused
from eval_helpers import carried_by_error

from evalcore.errors import EvaluationError
from evalcore.summary_unsupported_claims import (
    BenchmarkReport,
    SummaryUnsupportedClaimsReport,
    score_summary_claims,
)

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "claims"
VECTOR = json.loads((VECTORS / "91-study-31.json").read_text("utf-8"))
KEYS = ["suite", "model_name", "device", "fixture_count", "generated_at", "metrics", "metadata"]


@pytest.fixture(scope="module")
def report() -> SummaryUnsupportedClaimsReport:
    return score_summary_claims(VECTOR["claims"], VECTOR["evidence"], **VECTOR["options"])


def test_what_is_given_goes_in(report: SummaryUnsupportedClaimsReport) -> None:
    metadata = {"run": 3, "tags": ["a", None], "nested": {"b": 1.5}}
    record = report.to_benchmark_report(
        model_name="summariser-2",
        device="cuda:0",
        generated_at="2026-11-30T00:00:00Z",
        metadata=metadata,
    )
    metadata["tags"] = "changed afterwards"
    assert isinstance(record, BenchmarkReport)
    assert [field.name for field in dataclasses.fields(record)] == KEYS
    assert record.to_dict() == {
        "suite": "summary_unsupported_claims",
        "model_name": "summariser-2",
        "device": "cuda:0",
        "fixture_count": len(VECTOR["claims"]),
        "generated_at": "2026-11-30T00:00:00Z",
        "metrics": json.loads(VECTOR["json"]),
        "metadata": {"run": 3, "tags": ["a", None], "nested": {"b": 1.5}},
    }
    assert list(record.to_dict()) == KEYS
    assert record.metrics["unsupported_rate"] == report.unsupported_rate
    record.to_dict()["metrics"].clear()
    record.to_dict()["metadata"].clear()
    assert record == report.to_benchmark_report(**{k: record.to_dict()[k] for k in OPTIONS})


OPTIONS = ["model_name", "device", "generated_at", "metadata"]


def test_without_options_it_has_no_date_and_is_always_the_same(
    report: SummaryUnsupportedClaimsReport,
) -> None:
    first, again = report.to_benchmark_report(), report.to_benchmark_report()
    assert first.generated_at is None
    assert first.metadata == {}
    assert json.dumps(first.to_dict()) == json.dumps(again.to_dict())
    assert '"generated_at": null' in json.dumps(first.to_dict())
    assert type(first.model_name) is type(first.device) is str


def test_an_empty_study() -> None:
    assert score_summary_claims([]).to_benchmark_report().fixture_count == 0


def test_what_is_wrong_is_refused_without_a_value(report: SummaryUnsupportedClaimsReport) -> None:
    marker = "Mrs-Marker-1931"
    wrong: Any
    for option in ("model_name", "device", "generated_at"):
        for wrong in (5, [marker], {marker}, b"m", True):
            code = refused(report.to_benchmark_report, **{option: wrong})
            assert code == "invalid_benchmark_label"
    for option in ("model_name", "device"):
        assert refused(report.to_benchmark_report, **{option: None}) == "invalid_benchmark_label"
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for wrong in (5, marker, [marker], {"a": {marker}}, {"a": float("nan")}, {"a": deep}):
        with pytest.raises(EvaluationError) as caught:
            report.to_benchmark_report(metadata=wrong)
        assert str(caught.value) == "invalid_benchmark_metadata"
        assert not carried_by_error(caught.value, marker)
    record = report.to_benchmark_report(model_name=marker, metadata={marker: marker})
    assert marker not in repr(record)
