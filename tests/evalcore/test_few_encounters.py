"""What the disclosure check asks of the tallies: few encounters, and where metrics are hidden."""

from __future__ import annotations

from typing import Any

import oracle
import pytest
from eval_helpers import as_draft, as_drafts, cites, encounter_row, fact_row, hexid, refusal
from eval_strategies import returns, studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import DraftTally, tally_reviews

Row = dict[str, Any]


def tally_of(study: list[Row]) -> DraftTally:
    tally = DraftTally()
    for draft in as_drafts(study):
        tally.add(draft)
    return tally


def shown(cells: list[Row]) -> bool:
    return any(not cell["suppressed"] for cell in cells)


def family(report: Row, metric: str) -> list[Row]:
    return [metrics[metric] for metrics in report["slices"].values()]


def rests_on_few(study: list[Row], metric: str, minimum: int) -> bool:
    """Whether some slice of the metric is counted in fewer encounters than the minimum."""
    encounters = dict.fromkeys(oracle.ALL_SLICES, 0)
    for encounter in study:
        counted = oracle.outcomes([encounter])[metric]
        for name in {name for row, _ in counted for name in oracle.slices_of(row)}:
            encounters[name] += 1
    return any(0 < count < minimum for count in encounters.values())


@given(studies(), st.integers(2, 12))
@settings(max_examples=80)
def test_the_metrics_that_rest_on_few_encounters(study: list[Row], minimum: int) -> None:
    report = oracle.draft_report(study, minimum)
    right = tuple(
        metric
        for metric in ("omission", "unsupported", "contradiction", "misattribution", "negation")
        if shown(family(report, metric)) and rests_on_few(study, metric, minimum)
    )
    assert tally_of(study).few_encounters(minimum) == right


def one_large_encounter(facts: int) -> Row:
    truth = [fact_row(n) for n in range(facts)]
    statements = [cites(fact, n) for n, fact in enumerate(truth)]
    return encounter_row("large", truth=truth, statements=statements)


def test_forty_facts_of_one_encounter_are_not_forty_patients() -> None:
    tally = tally_of([one_large_encounter(40)])
    every = ("omission", "unsupported", "contradiction", "misattribution", "negation")
    assert tally.few_encounters(40) == every
    assert tally.few_encounters(2) == every
    assert tally.few_encounters(41) == ()  # nothing is shown
    for number in range(39):
        tally.add(as_draft(encounter_row(number)))
    assert tally.few_encounters(40) == ()
    assert tally.few_encounters(41) == every


def test_a_slice_of_few_encounters_among_many() -> None:
    """Sixty encounters, but all eight statements about a lab value are in one of them."""
    truth = [fact_row(n, fact_class="lab", required=False) for n in range(8)]
    large = encounter_row(
        "large",
        truth=[*truth, fact_row("own")],
        statements=[cites(fact, n) for n, fact in enumerate(truth)],
    )
    tally = tally_of([large, *map(encounter_row, range(60))])
    # one fact that was not covered: omission is suppressed at 5, and so not named
    assert tally.few_encounters(5) == ("unsupported", "contradiction", "misattribution", "negation")


def test_only_a_minimum_is_taken() -> None:
    tally = tally_of([encounter_row()])
    for wrong in (1, True, 5.0, None, "5"):
        assert refusal(tally.few_encounters, wrong) == "invalid_minimum_cell_size"
    assert DraftTally().few_encounters(5) == ()
    assert DraftTally().hiding_minimums() == ()


@given(studies())
@settings(max_examples=60)
def test_each_minimum_that_hides_a_metric_more(study: list[Row]) -> None:
    """Against the reports at all minimum cell sizes one after the other."""
    right = []
    before: set[str] | None = None
    tally = tally_of(study)
    most = sum(len(row["truth"]) + len(row["statements"]) for row in study)
    for minimum in range(2, most + 3):
        report = tally.report(minimum)
        metrics = {m for m in report["slices"]["overall"] if shown(family(report, m))}
        if before is None:
            empty = {metric for metric, counted in oracle.outcomes(study).items() if not counted}
            before = set(report["slices"]["overall"]) - empty
        if metrics != before:
            right.append(minimum)
        before = metrics
    assert before == set()
    assert tally.hiding_minimums() == tuple(right)


@given(st.data())
@settings(max_examples=60)
def test_each_minimum_that_hides_a_review_rate_more(data: st.DataObject) -> None:
    study = data.draw(studies())
    payload = data.draw(returns(study))
    tally = tally_reviews(payload, tally_of(study).revisions)
    right = []
    before: set[str] | None = None
    for minimum in range(2, 120):
        report = tally.report(minimum)
        rates = {name for name, cell in report["rates"].items() if not cell["suppressed"]}
        if before is None:
            agreed = all(
                len({row["decision"] for row in payload["rows"] if row["blinded_case_id"] == alias})
                == 1
                for alias in {row["blinded_case_id"] for row in payload["rows"]}
            )
            before = set(report["rates"]) - ({"adjudication"} if agreed else set())
        if rates != before:
            right.append(minimum)
        before = rates
    assert before == set()
    assert tally.hiding_minimums() == tuple(right)


@pytest.mark.parametrize("minimum", [2, 5])
def test_nothing_numeric_comes_out(minimum: int) -> None:
    named = tally_of([one_large_encounter(12)]).few_encounters(minimum)
    assert all(name.isalpha() for name in named)
    assert hexid("case large") not in named
