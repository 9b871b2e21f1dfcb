"""The report: it cannot be changed, and one that does not agree with itself is refused."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from claims_helpers import refused

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.records import ClaimClassMetrics
from evalcore.claims.report import SummaryUnsupportedClaimsReport
from evalcore.claims.report_reader import claims_report_from_dict
from evalcore.summary_unsupported_claims import score_summary_claims

CLAIMS = [
    {"claim_id": f"c{n}", "claim_class": "lab" if n % 3 else "vital", "evidence_ids": [f"e{n}"]}
    for n in range(9)
] + [{"claim_id": "c9", "claim_class": "lab"}]
EVIDENCE = [
    {"evidence_id": f"e{n}", "relation": "supports" if n < 5 else "refutes", "approved": n != 7}
    for n in range(8)
]


def report() -> SummaryUnsupportedClaimsReport:
    return score_summary_claims(CLAIMS, EVIDENCE, n_resamples=40, seed=2)


def test_what_it_holds() -> None:
    made = report()
    assert (made.claim_count, made.unsupported_count, made.unsupported_rate) == (10, 5, 0.5)
    assert made.overall.counts == {
        "supported": 5,
        "contradicted": 2,
        "unresolved": 2,
        "uncited": 1,
    }
    assert list(made.by_claim_class) == ["lab", "vital"]
    assert made.by_claim_class["vital"].claim_count == 3
    assert (made.evidence_count, made.approved_evidence_count) == (8, 7)
    assert made.overall.bootstrap_ci.point == 0.5
    assert [one.review_required for one in made.assessments].count(True) == 5


def test_it_cannot_be_changed() -> None:
    made = report()
    given: Any = made.by_claim_class
    with pytest.raises(TypeError):
        given["lab"] = made.overall
    for record in (made, made.overall, made.overall.bootstrap_ci, made.assessments[0]):
        name = dataclasses.fields(record)[0].name
        with pytest.raises(AttributeError):
            setattr(record, name, 1)
        assert repr(record) == f"{type(record).__name__}(...)"
    mine = dict(made.by_claim_class)
    again = dataclasses.replace(made, by_claim_class=mine)
    mine.clear()
    assert again.to_json() == made.to_json()
    made.to_dict()["by_claim_class"].clear()
    made.to_dict()["overall"]["counts"].clear()
    assert again.to_json() == made.to_json()


def test_writing(tmp_path: Path) -> None:
    made = report()
    made.write_json(tmp_path / "out.json")
    made.write_markdown(str(tmp_path / "out.md"))
    assert (tmp_path / "out.json").read_bytes().decode() == made.to_json()
    assert (tmp_path / "out.md").read_bytes().decode() == made.to_markdown()
    assert refused(made.write_json, tmp_path) == "output_not_a_regular_file"
    assert refused(made.write_markdown, tmp_path / "no" / "out.md") == "output_not_written"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.json", "out.md"]


def other_overall() -> ClaimClassMetrics:
    """Another division of the same number of claims, right in itself."""
    made = report().overall
    return dataclasses.replace(made, contradicted=3, uncited=0)


@pytest.mark.parametrize(
    "change",
    [
        {"n_resamples": 41},
        {"alpha": 0.1},
        {"alpha": 1},
        {"seed": None},
        {"seed": 1.0},
        {"evidence_count": 6},
        {"evidence_count": -1},
        {"evidence_count": 200_001},
        {"evidence_count": True},
        {"approved_evidence_count": 9},
        {"approved_evidence_count": 0},
        {"evidence_digest": "sha256:"},
        {"evidence_digest": None},
        {"evidence_count": 0, "approved_evidence_count": 0},
        {"assessments": ()},
        {"assessments": []},
        {"assessments": report().assessments[1:]},
        {"assessments": report().assessments[::-1]},
        {"assessments": (*report().assessments, None)},
        {"assessments": (*report().assessments, report().assessments[-1])},
        {"by_claim_class": {}},
        {"by_claim_class": []},
        {"by_claim_class": {"lab": report().by_claim_class["lab"]}},
        {"by_claim_class": dict(list(report().by_claim_class.items())[::-1])},
        {"by_claim_class": {**report().by_claim_class, "overall": report().overall}},
        {"by_claim_class": {**report().by_claim_class, "vital": None}},
        {"by_claim_class": {**report().by_claim_class, "vital": report().by_claim_class["lab"]}},
        {"overall": None},
        {"overall": report().by_claim_class["lab"]},
        {"overall": other_overall()},
    ],
    ids=lambda change: "-".join(change),
)
def test_reports_that_do_not_agree(change: dict[str, Any]) -> None:
    code = refused(dataclasses.replace, report(), **change)
    assert code in {"invalid_claims_report", "invalid_alpha", "invalid_seed"}


def citing_one(made: SummaryUnsupportedClaimsReport) -> object:
    return [one for one in made.assessments if one.cited_evidence_count == 1][-1]


def test_records_changed_behind_its_back_are_seen() -> None:
    changes: list[tuple[Callable[[SummaryUnsupportedClaimsReport], object], str, Any]] = [
        (lambda made: made.overall, "supported", 6),
        (lambda made: made.overall, "uncited", 100),
        (lambda made: made.overall.bootstrap_ci, "lower", 0.45),
        (lambda made: made.overall.bootstrap_ci, "upper", 2.0),
        (lambda made: made.overall.bootstrap_ci, "alpha", 0.2),
        (lambda made: made.by_claim_class["lab"], "claim_class", "Mrs Marker"),
        (lambda made: made.assessments[0], "state", "unknown"),
        (lambda made: made.assessments[0], "claim_class", "Mrs Marker"),
        (lambda made: made.assessments[0], "state", ["supported"]),
        (citing_one, "cited_evidence_count", True),  # equal to the count of others
        (lambda made: made, "evidence_digest", "Mrs Marker"),
    ]
    for path, name, value in changes:
        made = report()
        object.__setattr__(path(made), name, value)
        assert refused(made.to_json) == "invalid_claims_report"
        assert refused(made.to_markdown) == "invalid_claims_report"
        assert refused(dataclasses.replace, made) == "invalid_claims_report"


def test_typed_rows_changed_behind_their_back_are_refused() -> None:
    for name, value in [
        ("claim_id", ""),
        ("claim_id", " c1"),
        ("claim_id", 1),
        ("claim_class", "Mrs Marker"),
        ("claim_key", "raw key"),
        ("evidence_ids", ["e1"]),
        ("evidence_ids", ("e1", "e1")),
        ("evidence_ids", tuple(map(str, range(513)))),
    ]:
        claim = SummaryClaim("c1", "lab", "k", ("e1",))
        object.__setattr__(claim, name, value)
        assert refused(score_summary_claims, [claim]) == "invalid_claim_record"
    for name, value in [
        ("evidence_id", None),
        ("approved", 1),
        ("relation", "maybe"),
        ("relation", "supports"),
        ("claim_id", " c1"),
        ("claim_key", {"raw": 1}),
        ("claim_class", "Lab"),
    ]:
        row = ApprovedEvidence("e1")
        object.__setattr__(row, name, value)
        assert refused(score_summary_claims, [], [row]) == "invalid_evidence_record"
    empty = object.__new__(SummaryClaim)
    assert refused(score_summary_claims, [empty]) == "invalid_claim_record"
    swapped: Any = ApprovedEvidence("e1")
    assert refused(score_summary_claims, [swapped]) == "invalid_claim_record"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children: list[Any] = []
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    return [path, *(deep for key, child in children for deep in places(child, (*path, key)))]


def test_a_written_report_can_be_opened_and_a_changed_one_cannot() -> None:
    right = json.loads(report().to_json())
    assert claims_report_from_dict(copy.deepcopy(right)).to_dict() == right
    replacement: Any
    for path in places(right)[1:]:
        for replacement in (None, "Mrs Marker", 777, True, [], {}):
            changed = copy.deepcopy(right)
            at: Any = changed
            for step in path[:-1]:
                at = at[step]
            if json.dumps(at[path[-1]]) == json.dumps(replacement):
                continue
            if path in (("seed",), ("evidence_count",)) and replacement == 777:
                continue  # these alone cannot be seen to be others
            at[path[-1]] = replacement
            assert refused(claims_report_from_dict, changed) == "invalid_claims_report"
        changed = copy.deepcopy(right)
        at = changed
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        assert refused(claims_report_from_dict, changed) == "invalid_claims_report"
