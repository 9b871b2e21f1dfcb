"""The disclosure check of several reports of a kind: each is compared with each it contains."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

from report_helpers import draft_report

from evalcore import score_summary_claims, verify_report
from evalcore.claims.claims import SummaryClaim
from evalcore.disclosure.check import check_disclosure
from evalcore.returns.rates import ReviewTally
from evalcore.vocabulary import SLICES


def reviews(drafts: int, agreed: int, adjudicated: int, unclear: int, minimum: int = 5) -> Any:
    return ReviewTally(drafts, agreed, adjudicated, 2 * drafts, unclear).report(minimum)


def claims(number: int) -> Any:
    made = [SummaryClaim(f"claim-{n}", "lab", f"claim-{n}", ()) for n in range(number)]
    return json.loads(score_summary_claims(made, [], n_resamples=10).to_json())


def test_claims_are_compared_with_their_neighbours() -> None:
    """Ten and thirteen of thirty are each far from thirty, but not from each other."""
    near, far = [claims(10), claims(13), claims(30)], [claims(10), claims(20), claims(30)]
    for order in permutations(near):
        assert {(one.kind, one.earlier) for one in check_disclosure(order)} == {
            ("small_claims", False)
        }
    assert check_disclosure(far) == ()
    found = check_disclosure(near[1:], earlier=near[:1])
    assert {(one.kind, one.earlier) for one in found} == {("small_claims", True)}
    assert check_disclosure(near[2:], earlier=near[:2]) == (), "that was out before"
    assert check_disclosure([near[0], near[2]], earlier=[near[1]]) == check_disclosure(
        [near[2], near[0]], earlier=[near[1]]
    )


def test_an_earlier_report_is_compared_with_each_of_the_release_that_contains_it() -> None:
    """Neither of two earlier ones contains the other; the smaller of the release contains both."""
    one, other = reviews(40, 30, 10, 5), reviews(40, 20, 20, 5)
    smaller, newest = reviews(53, 30, 23, 5), reviews(99, 60, 39, 30)
    assert check_disclosure([smaller, newest], earlier=[one]) == ()
    told = check_disclosure([smaller, newest], earlier=[other])
    assert [(finding.kind, finding.earlier) for finding in told] == [("small_count", True)]
    for earlier in ([one, other], [other, one]):
        assert check_disclosure([smaller, newest], earlier=earlier) == told
    assert check_disclosure([newest], earlier=[one, other]) == ()


def test_more_earlier_reports_hide_no_finding() -> None:
    """Each month hides its adjudication, one of one, at a minimum of two."""
    months = [reviews(20 + 4 * n, 19 + 4 * n, 1, 6 + n, 2) for n in range(5)]
    assert check_disclosure(months[-1:]) == ()
    found = {
        metric
        for one in check_disclosure([months[4]], earlier=[months[3]])
        for metric in one.metrics
    }
    assert found
    for number in range(3):
        more = check_disclosure([months[4]], earlier=months[number:4])
        assert found <= {metric for one in more for metric in one.metrics}


def test_more_may_be_hidden_than_must_be() -> None:
    """What is shown of such a report is right, so it can be judged."""
    report = draft_report()
    empty = {"numerator": None, "denominator": None, "rate": None, "ci95": None, "suppressed": True}
    for name in SLICES:
        report["slices"][name]["negation"] = dict(empty)
    codes = {one.code for one in verify_report(report)}
    assert codes <= {"suppressed_without_reason"}
    check_disclosure([report])
    check_disclosure([draft_report()], earlier=[report])
