"""The evaluation of drafts against the slow computation, over random small studies."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import oracle
import pytest
from eval_helpers import as_draft, as_drafts, assert_same_report, make_study, write_json
from eval_strategies import studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import AmbientDraft, DraftTally, evaluate_ambient_drafts, read_drafts

Row = dict[str, Any]
MINIMA = st.one_of(st.integers(2, 6), st.integers(2, 40), st.just(10**20))


def tally_of(drafts: list[AmbientDraft]) -> DraftTally:
    tally = DraftTally()
    for draft in drafts:
        tally.add(draft)
    return tally


def shown(report: Row) -> list[Row]:
    cells = [cell for metrics in report["slices"].values() for cell in metrics.values()]
    return [cell for cell in cells if not cell["suppressed"]]


@given(studies(), MINIMA)
@settings(max_examples=250)
def test_random_studies(study: list[Row], minimum: int) -> None:
    report = evaluate_ambient_drafts(as_drafts(study), minimum_cell_size=minimum)
    assert_same_report(report, oracle.draft_report(study, minimum))


@given(studies(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_drafts_and_facts_does_not_matter(study: list[Row], random: Any) -> None:
    other = copy.deepcopy(study)
    random.shuffle(other)
    for encounter in other:
        random.shuffle(encounter["truth"])
        random.shuffle(encounter["statements"])
    first = evaluate_ambient_drafts(as_drafts(study), minimum_cell_size=2)
    second = evaluate_ambient_drafts(as_drafts(other), minimum_cell_size=2)
    assert json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)


@given(studies(), st.lists(MINIMA, min_size=2, max_size=4))
@settings(max_examples=60)
def test_one_tally_serves_any_minimum(study: list[Row], minima: list[int]) -> None:
    drafts = as_drafts(study)
    tally = tally_of(drafts)
    for minimum in [*minima, *minima]:
        fresh = evaluate_ambient_drafts(iter(drafts), minimum_cell_size=minimum)
        assert tally.report(minimum_cell_size=minimum) == fresh
    assert tally.report() == evaluate_ambient_drafts(drafts)


def test_a_changed_report_does_not_change_the_tally() -> None:
    study = make_study().study(8, 6, 2, 1, True, 0)["drafts"]["encounters"]
    tally = tally_of(as_drafts(study))
    report = tally.report(2)
    before = copy.deepcopy(report)
    report["slices"]["overall"].clear()
    report["slices"]["section:plan"]["omission"]["numerator"] = 99
    assert tally.report(2) == before


def test_a_tally_may_grow_between_reports() -> None:
    study = make_study().study(12, 6, 2, 2, True, 0)["drafts"]["encounters"]
    tally = DraftTally()
    for number, row in enumerate(study, 1):
        tally.add(as_draft(row))
        assert_same_report(tally.report(2), oracle.draft_report(study[:number], 2))


@pytest.mark.parametrize(
    ("seed", "drafts", "messy"), [(1, 60, True), (2, 60, False), (3, 90, True)]
)
def test_larger_studies(seed: int, drafts: int, messy: bool) -> None:
    study = make_study().study(drafts, 9, 2, seed, messy, 0)["drafts"]["encounters"]
    tally = tally_of(as_drafts(study))
    figures = 0
    for minimum in (2, 3, 5, 12):
        report = tally.report(minimum)
        assert_same_report(report, oracle.draft_report(study, minimum))
        figures += len(shown(report))
    assert figures > 0


@given(studies(most=3, copies=2), st.booleans())
@settings(max_examples=60)
def test_files_give_the_same_objects_and_report(study: list[Row], ascii_only: bool) -> None:
    for encounter in study:
        encounter["transcript"] = [{"said": "déjà \U0001f600 \ud800"} if ascii_only else "déjà"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drafts.json"
        text = json.dumps({"encounters": study}, ensure_ascii=ascii_only)
        path.write_text(text, encoding="utf-8")
        drafts = list(read_drafts(path))
    assert drafts == as_drafts(study)
    report = evaluate_ambient_drafts(drafts, minimum_cell_size=2)
    assert_same_report(report, oracle.draft_report(study, 2))


@given(studies(most=3, copies=1))
@settings(max_examples=100)
def test_revisions_are_those_of_the_canonical_json(study: list[Row]) -> None:
    drafts = as_drafts(study)
    expected = [oracle.revision(row) for row in study]
    assert [draft.revision for draft in drafts] == expected
    recorded = tally_of(drafts).revisions
    assert type(recorded) is tuple
    assert len(recorded) == len(drafts)
    assert len(set(expected)) == len(study)


@given(studies(most=1, copies=1), st.data())
@settings(max_examples=60)
def test_any_change_of_a_draft_changes_its_revision(study: list[Row], data: st.DataObject) -> None:
    old = study[0]
    new = copy.deepcopy(old)
    facts = new["truth"] + new["statements"]
    fact = data.draw(st.sampled_from(facts))
    field = data.draw(st.sampled_from(["proposition", "section", "negated", "speaker"]))
    if field == "proposition":
        fact[field] = "0" * 64
    elif field == "negated":
        fact[field] = not fact.get(field, False)
    else:
        fact[field] = {"section": "objective", "speaker": "patient"}[field]
    same = [oracle.written_out(row) for row in old["truth"] + old["statements"]] == [
        oracle.written_out(row) for row in facts
    ]
    assert (as_draft(old).revision == as_draft(new).revision) is same
    assert as_draft(new).revision == oracle.revision(new)


def test_revisions_of_the_study_tool(tmp_path: Path) -> None:
    tool = make_study()
    study = tool.study(5, 5, 2, 4, True, 0)["drafts"]
    path = write_json(tmp_path / "drafts.json", study)
    drafts = list(read_drafts(path))
    assert [d.revision for d in drafts] == [tool.revision(row) for row in study["encounters"]]
