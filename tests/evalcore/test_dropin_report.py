"""SummaryUnsupportedClaimsReport and its records: read by attribute, by key, and kept."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from claims_helpers import refused

from evalcore.summary_unsupported_claims import (
    BootstrapInterval,
    ClaimAssessment,
    ClaimClassMetrics,
    ClaimState,
    SummaryUnsupportedClaimsReport,
    score_summary_claims,
)

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "claims"
VECTOR = json.loads((VECTORS / "91-study-31.json").read_text("utf-8"))
RIGHT: dict[str, Any] = json.loads(VECTOR["json"])


@pytest.fixture(scope="module")
def report() -> SummaryUnsupportedClaimsReport:
    return score_summary_claims(VECTOR["claims"], VECTOR["evidence"], **VECTOR["options"])


def test_by_attribute(report: SummaryUnsupportedClaimsReport) -> None:
    overall = RIGHT["overall"]
    assert isinstance(report, SummaryUnsupportedClaimsReport)
    assert report.state_counts == overall["counts"]
    assert report.state_counts[ClaimState.UNCITED] == overall["uncited_count"]
    assert report.claim_count == RIGHT["claim_count"] == sum(report.state_counts.values())
    assert report.unsupported_count == report.review_required_count
    assert report.review_required_count == RIGHT["review_required_count"]
    assert report.unsupported_rate == RIGHT["unsupported_rate"]
    for name in ("evidence_count", "approved_evidence_count", "evidence_digest", "seed", "alpha"):
        assert getattr(report, name) == RIGHT[name]
    assert list(report.by_claim_class) == sorted(RIGHT["by_claim_class"])
    by_class: Any = report.by_claim_class
    with pytest.raises(TypeError):
        by_class["lab"] = report.overall


def test_by_key(report: SummaryUnsupportedClaimsReport) -> None:
    assert isinstance(report, Mapping)
    assert {key: report[key] for key in RIGHT} == RIGHT
    assert dict(report) == {**report} == report.to_dict() == RIGHT
    assert report == RIGHT
    assert list(report) == list(report.keys()) == sorted(RIGHT)
    assert dict(report.items()) == RIGHT
    assert len(list(report.values())) == len(report) == len(RIGHT)
    assert report.get("unsupported_rate") == RIGHT["unsupported_rate"]
    assert report.get("claims") is None
    assert report.get("claims", 5) == 5
    assert "assessments" in report
    assert "claims" not in report
    with pytest.raises(KeyError):
        report["claims"]
    assert report["overall"]["counts"]["supported"] == report.overall.supported
    assert json.dumps(dict(report), sort_keys=True, indent=2) + "\n" == report.to_json()
    report["overall"]["claim_count"] = 0
    report["assessments"].clear()
    assert report == RIGHT
    unwritable: Any = report
    with pytest.raises(TypeError):
        unwritable["seed"] = 1


def test_to_dict_has_plain_json_types_alone(report: SummaryUnsupportedClaimsReport) -> None:
    todo: list[Any] = [report.to_dict()]
    while todo:
        value = todo.pop()
        assert type(value) in (dict, list, str, int, float, bool)
        if type(value) is dict:
            todo += [*value, *value.values()]
        elif type(value) is list:
            todo += value


def test_files(report: SummaryUnsupportedClaimsReport, tmp_path: Path) -> None:
    report.write_json(tmp_path / "report.json")
    report.write_markdown(path=str(tmp_path / "report.md"))
    assert (tmp_path / "report.json").read_bytes() == VECTOR["json"].encode()
    assert (tmp_path / "report.md").read_bytes() == VECTOR["markdown"].encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.json", "report.md"]


def test_equal_copies(report: SummaryUnsupportedClaimsReport) -> None:
    again = score_summary_claims(VECTOR["claims"], VECTOR["evidence"], **VECTOR["options"])
    for same in (
        again,
        copy.copy(report),
        copy.deepcopy(report),
        pickle.loads(pickle.dumps(report)),
        dataclasses.replace(report),
    ):
        assert type(same) is SummaryUnsupportedClaimsReport
        assert same == report
        assert hash(same) == hash(report)
        assert same.to_json() == VECTOR["json"]
        assert [one.state for one in same.assessments] == [one.state for one in report.assessments]
    assert dataclasses.replace(report, seed=99) != report
    assert refused(dataclasses.replace, report, evidence_count=0) == "invalid_claims_report"
    frozen: Any = report
    with pytest.raises(dataclasses.FrozenInstanceError):
        frozen.seed = 1
    assert repr(report) == "SummaryUnsupportedClaimsReport(...)"


def test_assessments(report: SummaryUnsupportedClaimsReport) -> None:
    for one, right in zip(report.assessments, RIGHT["assessments"], strict=True):
        assert type(one.state) is ClaimState
        assert one.state == one.state.value == right["state"]
        assert one.unsupported is one.review_required is right["review_required"]
        assert one.to_dict() == right
        assert dataclasses.replace(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one))
    by_word: Any = ("lab", "unresolved", 2, 1, 0)
    made = ClaimAssessment(*by_word)
    assert made == ClaimAssessment("lab", ClaimState.UNRESOLVED, 2, 1, 0)
    assert made.state is ClaimState.UNRESOLVED
    assert {made: 1}[ClaimAssessment(*by_word)] == 1


def test_metrics_of_a_class() -> None:
    names = list(inspect.signature(ClaimClassMetrics).parameters)
    states = ["supported", "contradicted", "unresolved", "uncited"]
    assert names == ["claim_class", *states, "bootstrap_ci"]
    interval = BootstrapInterval(0.75, 0.25, 1.0, False, 100, 0.05)
    made = ClaimClassMetrics("lab", 1, 2, 0, 1, interval)
    same = ClaimClassMetrics(
        claim_class="lab",
        supported=1,
        contradicted=2,
        unresolved=0,
        uncited=1,
        bootstrap_ci=interval,
    )
    assert made == same
    assert hash(made) == hash(same)
    assert (made.supported, made.contradicted, made.unresolved, made.uncited) == (1, 2, 0, 1)
    assert (made.claim_count, made.unsupported_count, made.unsupported_rate) == (4, 3, 0.75)
    assert made.counts == {"supported": 1, "contradicted": 2, "unresolved": 0, "uncited": 1}
    assert made.counts[ClaimState.CONTRADICTED] == 2
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == dataclasses.replace(made)
    assert made.to_dict() == {
        "bootstrap_ci": interval.to_dict(),
        "claim_class": "lab",
        "claim_count": 4,
        "contradicted_count": 2,
        "counts": {"contradicted": 2, "supported": 1, "uncited": 1, "unresolved": 0},
        "supported_count": 1,
        "uncited_count": 1,
        "unresolved_count": 0,
        "unsupported_count": 3,
        "unsupported_rate": 0.75,
    }


def test_no_old_name_is_left(report: SummaryUnsupportedClaimsReport) -> None:
    for state in ClaimState:
        assert not hasattr(report.overall, f"{state}_count")
