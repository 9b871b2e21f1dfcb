"""What the disclosure check finds, by the examples that it was made for."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest
from command_helpers import Study as FullStudy
from disclosure_studies import PAIRS, Study, report, statements
from eval_helpers import as_drafts
from report_helpers import claims_report, draft_report, review_report

from evalcore import evaluate_ambient_drafts, score_summary_claims
from evalcore.claims.claims import SummaryClaim
from evalcore.disclosure.check import Finding, check_disclosure
from evalcore.disclosure.words import words
from evalcore.errors import EvaluationError
from evalcore.returns.rates import ReviewTally

PLAN, OTHER = ("section:plan", "class:lab"), ("section:other", "class:vital")
BASE = {
    "supported": 60,
    "unknown": 20,
    "contradicted_person": 20,
    "unresolved_polarity": 20,
    "unresolved": 20,
}


def study(**more: int) -> Study:
    """A study with many statements of most kinds in two far slices, and more in plan and lab."""
    cells = {PLAN: statements(**BASE), OTHER: statements(**BASE)}
    facts = {PLAN: (20, 40), OTHER: (20, 40)}
    return Study(cells, facts).plus(Study({PLAN: statements(**more)}))


def refusal(*given: Any, **options: Any) -> str:
    with pytest.raises(EvaluationError) as caught:
        check_disclosure(*given, **options)
    assert "Secret" not in repr(caught.value)
    return caught.value.code


def kinds(findings: Sequence[Finding]) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(one.kind, one.metrics, one.earlier) for one in findings]


def reviews(agreed: int, adjudicated: int, other: int, unclear: int, minimum: int = 5) -> Any:
    drafts = agreed + adjudicated + other
    return ReviewTally(drafts, agreed, adjudicated, 2 * drafts, unclear).report(minimum)


TWELVE = (2, 10, 0, 0)


def test_the_twelve_drafts() -> None:
    rates = reviews(*TWELVE)["rates"]
    assert rates["agreement"]["suppressed"]
    assert (rates["adjudication"]["numerator"], rates["unclear"]["denominator"]) == (10, 24)
    (one,) = check_disclosure([reviews(*TWELVE)])
    assert one == Finding("small_count", ("agreement",), (), False)


def test_next_month_three_encounters_later() -> None:
    last_month, now = reviews(20, 10, 0, 10), reviews(23, 10, 0, 10)
    assert check_disclosure([now]) == ()
    (one,) = check_disclosure([now], earlier=[last_month])
    assert (one.kind, one.earlier) == ("small_count", True)
    assert "agreement" in one.metrics


def test_next_month_of_a_whole_study(tmp_path: Any) -> None:
    full = FullStudy(tmp_path, drafts=120)
    drafts = as_drafts(full.encounters)
    before = evaluate_ambient_drafts(drafts[:-3], minimum_cell_size=2)
    now = evaluate_ambient_drafts(drafts, minimum_cell_size=2)
    alone = check_disclosure([now])
    assert all(not one.earlier for one in alone)
    assert check_disclosure([now], earlier=[now]) == alone
    both = check_disclosure([now], earlier=[before])
    assert set(alone) <= set(both)
    assert any(one.kind == "small_count" and one.earlier for one in both)
    assert [one.kind for one in check_disclosure([before], earlier=[now])].count("cannot_be_judged")


def test_twenty_and_eighteen_reveal_two() -> None:
    hidden = ("misattribution", "negation")
    before = report(study(), 5, hidden)
    more = study(supported=20, contradicted_person=18, unresolved_person=2)
    now = report(more, 5, hidden)
    cells = [one["slices"]["section:plan"] for one in (before, now)]
    grown = [
        cells[1][metric]["numerator"] - cells[0][metric]["numerator"]
        for metric in ("unsupported", "contradiction")
    ]
    assert grown == [20, 18]
    assert check_disclosure([before]) == check_disclosure([now]) == ()
    (one,) = check_disclosure([now], earlier=[before])
    assert (one.kind, one.metrics) == ("small_count", ("unsupported", "contradiction"))
    assert one.earlier
    assert {"overall", "section:plan", "class:lab"} <= set(one.slices)
    assert not {"section:other", "class:vital"} & set(one.slices)


def test_a_slice_of_one_metric_is_named() -> None:
    now = study(supported=30)
    now.facts[PLAN] = (23, 60)
    (one,) = check_disclosure([report(now, 5)], earlier=[report(study(), 5)])
    assert (one.metrics, one.earlier) == (("omission",), True)
    assert set(one.slices) == {
        "overall", "section:plan", "class:lab", "speaker:patient", "experiencer:patient",
    }  # fmt: skip
    assert words(Finding("small_count", ("omission",), ("section:plan",), True)).sentence == (
        "Omission, section plan: anyone who puts this report and an earlier one together can "
        "work out a small count."
    )


def test_statements_without_a_known_citation_follow_from_two_denominators() -> None:
    few = study()
    few.cells[PLAN] = statements(**{**BASE, "unknown": 3})
    (one,) = check_disclosure([report(few, 5)])
    assert (one.kind, one.earlier) == ("small_count", False)
    assert "section:plan" in one.slices
    assert "overall" not in one.slices
    assert check_disclosure([report(few, 5, ("misattribution", "negation"))]) == ()


@pytest.mark.parametrize(
    ("more", "hidden", "metrics"),
    [
        # 22 more cite a known fact, and 20 more are contradicted
        (
            {
                "contradicted_person": 10,
                "contradicted_polarity": 10,
                "unresolved_person": 2,
                "unknown": 10,
            },
            ("unsupported", "negation"),
            ("contradiction", "misattribution"),
        ),
        # all 12 that are contradicted have the other polarity, 10 the other person
        (
            {"contradicted_both": 10, "contradicted_polarity": 2},
            (),
            ("contradiction", "negation"),
        ),
    ],
)
def test_what_contradiction_leaves_of_another_metric(
    more: dict[str, int], hidden: tuple[str, ...], metrics: tuple[str, ...]
) -> None:
    before, now = report(study(), 5, hidden), report(study(**more), 5, hidden)
    assert check_disclosure([before]) == check_disclosure([now]) == ()
    found = check_disclosure([now], earlier=[before])
    assert set(metrics) <= {name for one in found for name in one.metrics}


def test_the_same_again_is_no_finding() -> None:
    now = report(study(), 5)
    assert check_disclosure([now], earlier=[now, copy.deepcopy(now)]) == ()
    assert check_disclosure([now, copy.deepcopy(now)]) == ()
    hidden = report(study(), 5, ("unsupported",))
    assert check_disclosure([hidden], earlier=[now]) == ()
    assert check_disclosure([claims_report()], earlier=[claims_report()]) == check_disclosure(
        [claims_report()]
    )


def test_a_second_minimum_on_the_same_data() -> None:
    data = study(unresolved_person=7)
    low, high = report(data, 5), report(data, 25)
    for now, before in ((low, high), (high, low)):
        found = check_disclosure([now], earlier=[before])
        assert found, "what the higher minimum hides stands in the other report"
        assert all(one.earlier for one in found)
    together = check_disclosure([low, high])
    assert together
    assert not any(one.earlier for one in together)


def test_shown_then_and_hidden_now() -> None:
    """Figures that are all the same are taken for the same data, whatever one of them hides."""
    data = study()
    data.facts[PLAN] = (7, 40)
    low, high = report(data, 5), report(data, 8)
    assert high["slices"]["overall"]["omission"]["suppressed"]
    assert not low["slices"]["overall"]["omission"]["suppressed"]
    for now, before in ((low, high), (high, low)):
        (one,) = check_disclosure([now], earlier=[before])
        assert (one.metrics, one.earlier) == (("omission",), True)
        assert "section:plan" in one.slices
        assert "section:other" not in one.slices


def test_hidden_in_between() -> None:
    """Shown before and after, and the same: what is hidden in between is known."""
    months = []
    for more in range(3):
        month = study().plus(Study({OTHER: statements(supported=10 * more)}))
        month.facts[PLAN] = (7, 40)
        months.append(month)
    first, last = report(months[0], 5), report(months[2], 5)
    (one,) = check_disclosure([last], earlier=[first, report(months[1], 8)])
    assert (one.metrics, one.earlier) == (("omission",), True)
    assert "section:plan" in one.slices
    assert check_disclosure([last], earlier=[first]) == ()


def test_what_earlier_reports_tell_by_themselves_is_no_finding_of_this_one() -> None:
    first = report(study(), 5)
    second = report(study(supported=3), 5)
    third = report(study(supported=3).plus(Study({OTHER: statements(supported=30)})), 5)
    assert check_disclosure([second], earlier=[first])
    found = check_disclosure([third], earlier=[first, second])
    # the third cannot be told from the second, but in plan it can from the first
    assert {name for one in found for name in one.slices} == {"section:plan", "class:lab"}


def test_not_contained() -> None:
    before, now = report(study(supported=10), 5), report(study(unknown=30), 5)
    found = check_disclosure([now], earlier=[before])
    assert (
        kinds(found) == [("cannot_be_judged", ("unsupported", "contradiction"), True)]
        or found[0].kind == "cannot_be_judged"
    )
    assert found[0].earlier
    grown = report(study(unknown=3), 5)
    both = check_disclosure([grown], earlier=[report(study(), 5), report(study(supported=10), 5)])
    assert both[0].kind == "cannot_be_judged"
    assert "small_count" in [one.kind for one in both], "the rest is judged all the same"


def test_earlier_reports_side_by_side() -> None:
    """Neither of two earlier cohorts contains the other; the new one contains both."""
    one, other = report(study(supported=10), 5), report(study(unknown=10), 5)
    assert (
        check_disclosure([report(study(supported=20, unknown=20), 5)], earlier=[one, other]) == ()
    )
    (near,) = check_disclosure([report(study(supported=20, unknown=12), 5)], earlier=[one, other])
    assert (near.kind, near.earlier) == ("small_count", True)
    assert "unsupported" in near.metrics


def test_two_reports_of_a_release_that_do_not_contain_each_other() -> None:
    one, other = report(study(supported=10), 5), report(study(unknown=30), 5)
    found = check_disclosure([one, other])
    assert kinds(found)[0][0] == "cannot_be_judged"
    assert not found[0].earlier


def test_other_numbers_of_reviewers() -> None:
    three = ReviewTally(40, 20, 20, 120, 30).report()
    assert check_disclosure([three]) == ()
    assert check_disclosure([three], reviewers_per_draft=3) == ()
    (one,) = check_disclosure([three], reviewers_per_draft=2)
    assert (one.kind, one.earlier) == ("cannot_be_judged", False)
    hidden = ReviewTally(22, 2, 20, 66, 30).report()
    assert [one.kind for one in check_disclosure([hidden], reviewers_per_draft=3)] == [
        "small_count"
    ]


def test_a_minimum_of_two_tells_what_it_hides() -> None:
    """A rate that is hidden alone at 2 rests on exactly one."""
    (one,) = check_disclosure([reviews(1, 10, 0, 0, minimum=2)])
    assert one.metrics == ("agreement",)


CLAIMS = {"lab": {"cited": 6, "not": 6}, "vital": {"cited": 8, "not": 2}, "Our own": {"not": 3}}


def claims(counts: dict[str, dict[str, int]]) -> Any:
    made = [
        SummaryClaim(f"{name}-{kind}-{number}", name, f"{name}-{kind}-{number}", ())
        if kind == "not"
        else SummaryClaim(f"{name}-{kind}-{number}", name, f"{name}-{kind}-{number}", ("none",))
        for name, by_kind in counts.items()
        for kind, many in by_kind.items()
        for number in range(many)
    ]
    return json.loads(score_summary_claims(made, [], n_resamples=20).to_json())


def test_claims() -> None:
    found = check_disclosure([claims(CLAIMS)])
    assert kinds(found) == [
        ("small_claims", ("claims", "unsupported", "uncited"), False),
        ("small_claims", ("uncited",), False),
    ]
    assert [one.slices for one in found] == [("Custom class 1",), ("vital",)]
    assert "class_" not in repr(found)
    seven = check_disclosure([claims(CLAIMS), report(study(), 7)])
    assert ("lab",) in [one.slices for one in seven if one.kind == "small_claims"]
    assert check_disclosure([claims({"lab": CLAIMS["lab"]})]) == ()


def test_claims_later() -> None:
    before = claims({"lab": CLAIMS["lab"]})
    now = claims({"lab": {"cited": 8, "not": 6}})
    assert check_disclosure([now]) == ()
    (one,) = check_disclosure([now], earlier=[before])
    assert one.kind == "small_claims"
    assert set(one.metrics) == {"claims", "unsupported", "unresolved"}
    assert one.slices == ("overall", "lab")
    assert one.earlier
    assert kinds(check_disclosure([before], earlier=[now])) == [
        ("cannot_be_judged", ("claims",), True)
    ]
    gone = check_disclosure([now], earlier=[claims({"vital": {"not": 9}})])
    assert kinds(gone)[0] == ("cannot_be_judged", ("claims",), True)


def test_kinds_of_reports_are_judged_together_and_apart() -> None:
    found = check_disclosure([claims(CLAIMS), reviews(*TWELVE), report(study(), 5)])
    assert [one.kind for one in found] == ["small_count", "small_claims", "small_claims"]
    assert check_disclosure([report(study(), 5)], earlier=[reviews(*TWELVE), claims(CLAIMS)]) == ()
    assert check_disclosure([]) == ()
    assert check_disclosure(iter([report(study(), 5)]), earlier=iter([])) == ()


def test_no_number_is_told() -> None:
    data = study(supported=30, contradicted_person=18, unresolved_person=2)
    data.facts[PLAN] = (23, 60)
    found = check_disclosure(
        [report(data, 5), reviews(*TWELVE), claims(CLAIMS)],
        earlier=[report(study(), 5), report(study(supported=10), 5)],
    )
    assert len(found) > 4
    for one in found:
        told = json.dumps(one.to_json()) + repr(one) + words(one).sentence
        assert not [letter for letter in told.replace("Custom class 1", "") if letter.isdigit()]
        assert one.to_json().keys() == {"kind", "metrics", "slices", "earlier"}
        assert json.loads(json.dumps(one.to_json())) == one.to_json()


@pytest.mark.parametrize(
    ("reports", "earlier"),
    [
        ([{}], []),
        ([None], []),
        ([1], []),
        (None, []),
        ({"slices": {}}, []),
        ([], 7),
        ([], [{"slices": {}}]),
        ([{"rates": {}}], []),
        ([{"by_claim_class": {}}], []),
        ("report", []),
    ],
    ids=str,
)
def test_what_is_no_report(reports: Any, earlier: Any) -> None:
    assert refusal(reports, earlier=earlier) == "report_inconsistent"


@pytest.mark.parametrize("make", [draft_report, review_report, claims_report])
def test_reports_that_do_not_agree_with_themselves(make: Any) -> None:
    check_disclosure([make()])
    spoilt = make()
    spoilt["schema_version"] = "MrsSecret"
    assert refusal([make()], earlier=[spoilt]) == "report_inconsistent"


@pytest.mark.parametrize("number", [1, 0, -2, 2.0, True, "2", 100_001])
def test_numbers_of_reviewers_that_cannot_be(number: Any) -> None:
    code = refusal([reviews(*TWELVE)], reviewers_per_draft=number)
    assert code == "invalid_reviewers_per_draft"


def test_the_order_of_reports_does_not_matter() -> None:
    steps = [study(), study(supported=8), study(supported=8, unknown=3)]
    reports = [report(one, 5) for one in steps]
    found = check_disclosure([reports[2]], earlier=reports[:2])
    assert check_disclosure([reports[2]], earlier=reports[1::-1]) == found
    assert found


def test_sections_and_classes_are_seen_together() -> None:
    """Where both partitions leave one number only, what no single cell shows is known."""
    alike = {(s, c): statements(supported=10) for s in PAIRS[0] for c in PAIRS[1]}
    before, more = Study(dict(alike)), Study(dict(alike))
    more.cells[PLAN] = statements(supported=10, contradicted_both=1)
    hidden = ("contradiction", "unsupported")
    found = check_disclosure([report(more, 2, hidden)], earlier=[report(before, 2, hidden)])
    assert any({"misattribution", "negation"} <= set(one.metrics) for one in found) or not found
