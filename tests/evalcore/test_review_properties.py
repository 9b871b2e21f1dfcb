"""The import of review returns against the slow computation of all its rules."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import oracle
import pytest
from eval_helpers import (
    as_drafts,
    assert_same_report,
    encounter_row,
    hexid,
    make_study,
    payload_of,
    refusal,
    review_row,
)
from eval_strategies import returns, spoiled, studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import DraftTally, import_ambient_reviews

Row = dict[str, Any]


def revisions_of(study: list[Row]) -> Any:
    tally = DraftTally()
    for draft in as_drafts(study):
        tally.add(draft)
    return tally.revisions


@given(studies(most=2, copies=5), st.data(), st.integers(2, 7))
@settings(max_examples=120)
def test_whole_returns_are_imported(study: list[Row], data: st.DataObject, minimum: int) -> None:
    payload = data.draw(returns(study))
    before = copy.deepcopy(payload)
    codes, right = oracle.review_report(payload, study, minimum)
    assert not codes
    for current in (as_drafts(study), revisions_of(study)):
        report = import_ambient_reviews(payload, current, minimum_cell_size=minimum)
        assert_same_report(report, right)
    assert payload == before
    default = import_ambient_reviews(payload, as_drafts(study))
    assert_same_report(default, oracle.review_report(payload, study, 5)[1])


def test_spoiled_returns_are_refused_and_only_those() -> None:
    answers: Counter[bool] = Counter()

    @given(studies(most=2, copies=2), st.data())
    @settings(max_examples=300)
    def check(study: list[Row], data: st.DataObject) -> None:
        payload = data.draw(returns(study).flatmap(spoiled))
        codes, right = oracle.review_report(payload, study, 2)
        answers[bool(codes)] += 1
        current = as_drafts(study)
        if codes:
            assert refusal(import_ambient_reviews, payload, current, minimum_cell_size=2) in codes
            assert refusal(import_ambient_reviews, payload, revisions_of(study)) in codes
        else:
            report = import_ambient_reviews(payload, current, minimum_cell_size=2)
            assert_same_report(report, right)

    check()
    assert answers[True] > 50
    assert answers[False] > 50


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_larger_studies(seed: int) -> None:
    made = make_study().study(45, 3, 3, seed, True, 0)
    study = made["drafts"]["encounters"]
    rows = [row for file in made["returns"] for row in file["rows"]]
    current = revisions_of(study)
    for minimum in (2, 5, 9):
        report = import_ambient_reviews(payload_of(rows), current, minimum_cell_size=minimum)
        assert_same_report(report, oracle.review_report(payload_of(rows), study, minimum)[1])
        backwards = payload_of(rows[::-1])
        assert import_ambient_reviews(backwards, current[::-1], minimum_cell_size=minimum) == report


STUDY = [encounter_row(number) for number in range(3)]


def good() -> Row:
    return payload_of([review_row(row, oracle.revision(row), who) for row in STUDY for who in "ab"])


@pytest.mark.parametrize(
    ("code", "payload"),
    [
        ("invalid_review_schema", None),
        ("invalid_review_schema", []),
        ("invalid_review_schema", [good()]),
        ("invalid_review_schema", {}),
        ("invalid_review_schema", good()["rows"]),
        ("invalid_review_schema", {"rows": good()["rows"]}),
        ("invalid_review_schema", {**good(), "schema_version": 1}),
        ("invalid_review_schema", {**good(), "schema_version": ["x"]}),
        ("invalid_review_schema", {**good(), "schema_version": "openmed.ambient_drafts.v1"}),
        ("invalid_review_schema", {**good(), "reviewer": "x"}),
        ("invalid_review_schema", {**good(), 1: "x"}),
        ("invalid_review_schema", {**good(), "rows": None}),
        ("invalid_review_schema", {**good(), "rows": tuple(good()["rows"])}),
        ("invalid_review_schema", {**good(), "rows": good()["rows"][:1] * 100_001}),
        ("incomplete_review_import", {**good(), "rows": []}),
        ("incomplete_review_import", {**good(), "rows": good()["rows"][:4]}),
        ("unblinded_or_invalid_review", {**good(), "rows": [*good()["rows"], None]}),
        ("unblinded_or_invalid_review", {**good(), "rows": [*good()["rows"], {1: 2}]}),
    ],
)
def test_payloads_that_are_none(code: str, payload: Any) -> None:
    assert refusal(import_ambient_reviews, payload, as_drafts(STUDY)) == code
    assert refusal(import_ambient_reviews, payload, revisions_of(STUDY)) == code


def test_a_hundred_thousand_rows_are_allowed() -> None:
    row = STUDY[0]
    revision = oracle.revision(row)
    rows = [review_row(row, revision, number) for number in range(100_000)]
    report = import_ambient_reviews(payload_of(rows), as_drafts([row]), minimum_cell_size=2)
    assert report["rates"]["unclear"]["denominator"] == 100_000
    assert report["rates"]["agreement"]["suppressed"] is True


def test_current_drafts_are_checked() -> None:
    drafts = as_drafts(STUDY)
    twice = [*drafts, *as_drafts(STUDY[:1])]
    records = revisions_of(STUDY)
    for wrong in (
        twice,
        [*records, records[0]],
        [*drafts, None],
        [*drafts, STUDY[0]],
        [*drafts, hexid("x")],
        [drafts],
    ):
        assert refusal(import_ambient_reviews, good(), wrong) == "invalid_current_drafts"
    assert refusal(import_ambient_reviews, payload_of([]), []) == "incomplete_review_import"


@pytest.mark.parametrize("minimum", [1, 0, -5, True, 5.0, "5", None, [5]])
def test_minimum_cell_sizes_that_are_none(minimum: Any) -> None:
    code = refusal(import_ambient_reviews, good(), as_drafts(STUDY), minimum_cell_size=minimum)
    assert code == "invalid_minimum_cell_size"


def test_without_disagreement_the_adjudication_rate_is_suppressed() -> None:
    report = import_ambient_reviews(good(), as_drafts(STUDY), minimum_cell_size=2)
    empty = dict.fromkeys(["numerator", "denominator", "rate", "ci95"])
    assert report["rates"]["adjudication"] == {**empty, "suppressed": True}
    assert report["rates"]["agreement"]["numerator"] == 3
