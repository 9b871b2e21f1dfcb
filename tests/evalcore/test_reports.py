"""Saved reports: clean ones are clean, and each hand-made corruption is named with its place."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from corruption_helpers import CUSTOM, DIGEST, Corruption
from corruptions import CORRUPTIONS
from eval_helpers import TESTS, as_drafts, hexid, make_study, payload_of
from eval_strategies import returns, studies
from hypothesis import given, settings
from hypothesis import strategies as st
from report_helpers import Report, claims_report, draft_report, review_report

from evalcore import (
    Inconsistency,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    score_summary_claims,
    verify_report,
)
from evalcore.reports.inconsistencies import REPORT_CODES

CLEAN = {"drafts": draft_report, "reviews": review_report, "claims": claims_report}
VECTORS = sorted((TESTS / "vectors").glob("*/*.json"))


def found(report: object) -> list[tuple[str, str]]:
    return [(one.code, one.place) for one in verify_report(report)]


def assert_clean(report: Report) -> None:
    assert found(report) == []
    again = json.loads(json.dumps(report, sort_keys=True, indent=2))
    assert found(again) == []


def test_there_are_enough_of_all_kinds() -> None:
    kinds = Counter(one.kind for one in CORRUPTIONS)
    assert kinds["drafts"] >= 50 and kinds["reviews"] >= 15 and kinds["claims"] >= 50
    assert len({(one.kind, one.name) for one in CORRUPTIONS}) == len(CORRUPTIONS)
    never = {"invalid_claims_report", "evaluation_too_large", "too_many_claims"}
    assert {one.code for one in CORRUPTIONS} == set(REPORT_CODES) - never


@pytest.mark.parametrize("kind", CLEAN)
def test_clean_reports(kind: str) -> None:
    assert_clean(CLEAN[kind]())


def id_of(one: Corruption) -> str:
    return f"{one.kind}: {one.name}"


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=id_of)
def test_corruptions(corruption: Corruption) -> None:
    spoilt = corruption.spoil(CLEAN[corruption.kind]())
    before = repr(spoilt)
    findings = verify_report(spoilt)
    assert repr(spoilt) == before
    pairs = [(one.code, one.place) for one in findings]
    assert (corruption.code, corruption.place) in pairs
    assert len(pairs) == 1 + corruption.others
    for one in findings:
        text = f"{one!r} {one.place} {one.message}"
        assert one.message.endswith(".") and len(one.message.split()) >= 4
        for secret in ("Jones", "family matters", CUSTOM, CUSTOM[6:], DIGEST[7:]):
            assert secret not in text
        # no figure: messages have none but the limits of the format
        assert not set("345678") & set(one.message)


def test_a_finding_cannot_be_changed() -> None:
    one = verify_report(None)[0]
    assert one == Inconsistency("unknown_report_kind", "", one.message)
    with pytest.raises(AttributeError):
        one.place = "here"  # type: ignore[misc]


def reports_of(path: Path) -> list[Report]:
    vector = json.loads(path.read_text(encoding="utf-8"))
    if "json" in vector:
        return [json.loads(vector["json"])]
    return [vector["report"]] if "report" in vector else []


@pytest.mark.parametrize("folder, least", [("ambient", 36), ("reviews", 10), ("claims", 60)])
def test_the_reports_of_the_vectors(folder: str, least: int) -> None:
    reports = [r for path in VECTORS if path.parent.name == folder for r in reports_of(path)]
    assert len(reports) >= least
    for report in reports:
        assert_clean(report)


@given(st.data())
@settings(max_examples=150)
def test_what_the_evaluator_makes(data: st.DataObject) -> None:
    study = data.draw(studies(copies=12))
    drafts = as_drafts(study)
    payload = data.draw(returns(study))
    for minimum in (2, 3, 7):
        assert_clean(dict(evaluate_ambient_drafts(drafts, minimum_cell_size=minimum)))
        report = import_ambient_reviews(payload, drafts, minimum_cell_size=minimum)
        assert_clean(dict(report))


@pytest.mark.parametrize("seed", range(12))
def test_what_the_evaluator_makes_of_made_studies(seed: int) -> None:
    made = make_study().study(60 + 10 * seed, 3 + seed, 2, seed, seed % 4 != 3, 0)
    drafts = as_drafts(made["drafts"]["encounters"])
    rows = [row for payload in made["returns"] for row in payload["rows"]]
    shown = 0
    for minimum in (2, 3, 5):
        report = evaluate_ambient_drafts(drafts, minimum_cell_size=minimum)
        shown += any(not cell["suppressed"] for cell in report["slices"]["overall"].values())
        assert_clean(dict(report))
        reviews = import_ambient_reviews(payload_of(rows), drafts, minimum_cell_size=minimum)
        assert_clean(dict(reviews))
    assert shown


_CLAIM = st.fixed_dictionaries(
    {
        "claim_class": st.sampled_from(["lab", "vital", "diagnosis", "my own", "your own"]),
        "evidence_ids": st.lists(st.integers(0, 7), max_size=3),
    }
)
_EVIDENCE = st.fixed_dictionaries(
    {
        "relation": st.sampled_from(["supports", "supports", "contradicts", "unresolved"]),
        "approved": st.sampled_from([True, True, True, False]),
    },
    optional={"claim_class": st.sampled_from(["lab", "vital"])},
)


@given(
    st.lists(_CLAIM, max_size=40),
    st.lists(_EVIDENCE, max_size=7),
    st.integers(1, 60),
    st.floats(1e-6, 1 - 1e-6),
    st.integers(-(10**40), 10**40),
)
@settings(max_examples=200)
def test_what_the_evaluator_makes_of_claims(
    claims: list[Any], rows: list[Any], n_resamples: int, alpha: float, seed: int
) -> None:
    evidence = [{**row, "evidence_id": number} for number, row in enumerate(rows)]
    report = score_summary_claims(claims, evidence, n_resamples=n_resamples, alpha=alpha, seed=seed)
    assert_clean(report.to_dict())
    assert_clean(json.loads(report.to_json()))


@pytest.mark.parametrize("kind", CLEAN)
def test_the_order_of_keys_says_nothing(kind: str) -> None:
    rng = random.Random(1)

    def shuffled(node: Any) -> Any:
        if isinstance(node, dict):
            items = [(key, shuffled(value)) for key, value in node.items()]
            rng.shuffle(items)
            return dict(items)
        return [shuffled(one) for one in node] if isinstance(node, list) else node

    for _ in range(5):
        assert found(shuffled(CLEAN[kind]())) == []


def test_limits_of_a_claims_report() -> None:
    report = claims_report()
    rows = report["assessments"]
    assert found({**report, "assessments": rows * 2400}) == [("too_many_claims", "assessments")]
    many = {**report, "assessments": rows * 10, "n_resamples": 30_000}
    assert found(many) == [("evaluation_too_large", "n_resamples")]


def test_many_of_one_kind_are_one_finding() -> None:
    report = claims_report()
    for row in report["assessments"]:
        row["note"] = hexid("note")
    assert found(report) == [("unknown_key", "assessments, row 1 and 42 more, key number 7")]
