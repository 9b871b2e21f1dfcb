"""What the window says of an answer of the disclosure check: verdict, badge, list of findings."""

from __future__ import annotations

import pytest
from disclosure_help import CLEAR, FEW, answer, finding, found
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.engine.disclosure import (
    DisclosureState,
    Standing,
    badge_of,
    detail_of,
    state_of,
    verdict_of,
)
from app.pages.disclosure.model import Column, FindingsModel

UNJUDGED = finding("Agreement: cannot be judged.", "cannot_be_judged")
LATER = finding("Omission: told apart too closely.", earlier=True)
CLAIMS = finding("Claims: a small count is shown.", "small_claims", metric="claims")
STATES = {
    "nothing": DisclosureState(),
    "checking": DisclosureState(Standing.CHECKING),
    "failed": DisclosureState(Standing.FAILED, fault="The check was cancelled."),
    "clear": state_of(CLEAR),
    "within": state_of(found("Omission: given away.")),
    "later": state_of(answer(findings=(LATER,))),
    "claims": state_of(answer(findings=(CLAIMS,))),
    "unjudged": state_of(answer(findings=(UNJUDGED,))),
    "few": state_of(answer(few=FEW)),
    "all": state_of(
        answer(
            findings=(
                UNJUDGED,
                LATER,
                CLAIMS,
            ),
            few=FEW,
        )
    ),
}


def test_only_what_was_judged_and_is_clear_passes() -> None:
    assert {name for name, release in STATES.items() if release.passes} == {"nothing", "clear"}


@pytest.mark.parametrize(
    ("name", "badge", "verdict"),
    [
        ("nothing", "", "Nothing is open to check"),
        ("checking", "checking", "The disclosure check is still running"),
        ("failed", "not judged", "There is no answer yet"),
        ("clear", "clear", "No finding"),
        ("within", "findings", "Hidden counts can be worked out"),
        ("later", "findings", "With an earlier report, hidden counts can be worked out"),
        ("claims", "findings", "Small counts are shown"),
        ("unjudged", "not judged", "This cannot be judged"),
        ("few", "to look at", "Figures rest on few encounters"),
        ("all", "findings", "Hidden counts can be worked out"),
    ],
)
def test_a_state_has_a_badge_and_a_verdict(name: str, badge: str, verdict: str) -> None:
    assert badge_of(STATES[name])[0] == badge
    assert verdict_of(STATES[name]) == verdict


def test_what_is_not_judged_is_said_to_count_as_a_finding() -> None:
    for name in ("checking", "failed"):
        assert "as if there were a finding" in detail_of(STATES[name], 0)
    assert detail_of(STATES["failed"], 0).startswith("The check was cancelled. ")


def test_a_clear_verdict_says_whether_it_was_compared() -> None:
    assert "not compared with any earlier report" in detail_of(STATES["clear"], 0)
    assert detail_of(STATES["clear"], 1).endswith(", nor together with the earlier report.")
    assert detail_of(STATES["clear"], 2).endswith(", nor together with the earlier reports.")


def sentences(model: FindingsModel) -> list[str]:
    return [model.sentence(row) for row in range(model.rowCount())]


def test_findings_stand_under_headings_in_whole_sentences() -> None:
    model = FindingsModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_state(STATES["all"])
    assert sentences(model) == [
        "Cannot be judged",
        "Agreement: cannot be judged.",
        "Together with an earlier report",
        "Omission: told apart too closely.",
        "Unsupported claims",
        "Claims: a small count is shown.",
        "Few encounters",
        FEW.sentence,
    ]
    assert model.heading_rows() == [0, 2, 4, 6]
    model.set_state(STATES["clear"])
    assert sentences(model) == []


def test_a_screen_reader_is_told_each_finding_whole() -> None:
    model = FindingsModel()
    model.set_state(STATES["all"])
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(1, Column.ICON).data(role) == "Not judged"
    assert model.index(3, Column.ICON).data(role) == "Finding"
    assert model.index(3, Column.MESSAGE).data(role) == "Omission: told apart too closely."
    assert model.index(2, Column.ICON).data(role).startswith("Together with an earlier report. ")


def test_claims_against_an_earlier_report_stand_with_what_takes_one() -> None:
    model = FindingsModel()
    told = finding("Claims: told apart too closely.", "small_claims", earlier=True)
    model.set_state(state_of(answer(findings=(told,))))
    assert sentences(model) == ["Together with an earlier report", told.words.sentence]
