"""What is certain and not seen by sums alone: whole numbers, reasons to hide, reviewers."""

from __future__ import annotations

from typing import Any

import pytest
from command_helpers import Study as FullStudy
from disclosure_studies import Study, report, statements
from eval_helpers import as_drafts

from evalcore import evaluate_ambient_drafts
from evalcore.disclosure.check import Finding, check_disclosure, check_sound
from evalcore.disclosure.findings import CANNOT_BE_JUDGED, SMALL_COUNT
from evalcore.disclosure.steps import MOST_STEPS, Steps
from evalcore.disclosure.words import words
from evalcore.errors import Cancelled
from evalcore.returns.rates import ReviewTally

PLAN, OTHER = ("section:plan", "class:lab"), ("section:other", "class:vital")
EARLIER = ReviewTally(10, 10, 0, 20, 18).report()
NOW = ReviewTally(15, 10, 5, 30, 23).report()


def test_two_reviewers_who_agree_make_an_even_number() -> None:
    """Of 23 unclear rows at most 5 are of new drafts: 18 or 20 are not, and 20 of 20 is safe."""
    assert check_disclosure([NOW]) == check_disclosure([EARLIER]) == ()
    (one,) = check_disclosure([NOW], earlier=[EARLIER])
    assert (one.kind, one.earlier) == (SMALL_COUNT, True)
    assert "unclear" in one.metrics
    # thirty rows of fifteen drafts are two of each, whatever the most could be
    assert check_sound([NOW], [EARLIER], None, rows_per_draft=(2, 3)) == (one,)


def test_a_count_that_is_the_same_as_one_that_was_out_before() -> None:
    """The earlier report alone tells that it is of one draft; both that they differ on it."""
    earlier, now = ReviewTally(1, 0, 0, 2, 0).report(2), ReviewTally(3, 0, 0, 6, 0).report(2)
    (one,) = check_disclosure([now], earlier=[earlier], reviewers_per_draft=2)
    assert (one.kind, one.earlier) == (SMALL_COUNT, True)
    assert {"agreement", "adjudication"} <= set(one.metrics)


def test_decisions_are_no_other_name_of_drafts() -> None:
    """Who differ on the one draft that was added gave one clear decision: both rates are named."""
    earlier, now = ReviewTally(1, 0, 0, 2, 0).report(2), ReviewTally(3, 1, 0, 6, 3).report(2)
    found = check_disclosure([now], earlier=[earlier], reviewers_per_draft=2)
    (told,) = [set(one.metrics) for one in found if one.earlier]
    assert {"agreement", "unclear"} <= told


def hidden_then_shown() -> tuple[Any, Any]:
    first = Study(
        {
            PLAN: statements(supported=26, unresolved=4),
            OTHER: statements(supported=20, unresolved=10),
        }
    )
    more = Study({PLAN: statements(unresolved=5)})
    return report(first, 5), report(first.plus(more), 5)


def test_the_one_cell_that_a_metric_can_have_been_hidden_for() -> None:
    earlier, now = hidden_then_shown()
    assert earlier["slices"]["overall"]["unsupported"]["suppressed"]
    assert not now["slices"]["overall"]["unsupported"]["suppressed"]
    assert check_disclosure([now]) == check_disclosure([earlier]) == ()
    (one,) = check_disclosure([now], earlier=[earlier])
    assert (one.kind, one.earlier) == (SMALL_COUNT, True)
    assert "unsupported" in one.metrics
    assert one.slices == ("section:plan", "class:lab")


def test_a_metric_that_more_than_one_cell_can_have_been_hidden_for() -> None:
    earlier, _ = hidden_then_shown()
    now = Study(
        {
            PLAN: statements(supported=26, unresolved=9),
            OTHER: statements(supported=20, unresolved=15),
        }
    )
    assert check_disclosure([report(now, 5)], earlier=[earlier]) == ()


def test_at_a_minimum_of_two_a_single_report_is_enough() -> None:
    """What is hidden is one, and only one of the slices leaves room for it."""
    only = Study({PLAN: statements(supported=8, contradicted_person=1)})
    found = check_disclosure([report(only, 2)])
    shown = report(only, 2)["slices"]["overall"]
    assert all(shown[name]["suppressed"] for name in ("unsupported", "contradiction"))
    assert found == ()
    several = Study({PLAN: statements(supported=8, unresolved_person=1, contradicted_person=2)})
    (one,) = check_disclosure([report(several, 2)])
    assert (one.kind, one.earlier) == (SMALL_COUNT, False)


def test_more_is_hidden_than_must_be() -> None:
    """A report that hides without reason is judged by what it shows."""
    study = Study({PLAN: statements(supported=20, unknown=3, contradicted_person=20)})
    without = report(study, 5, ("contradiction",))
    told = check_disclosure([report(study, 5)])
    assert told
    assert {one.kind for one in check_disclosure([without])} == {SMALL_COUNT}


def test_reviewers_that_the_returns_tell() -> None:
    of_three = ReviewTally(12, 2, 10, 36, 0).report()
    assert check_sound([of_three], [], None) == ()
    (one,) = check_sound([of_three], [], None, rows_per_draft=(3, 3))
    assert one == Finding(SMALL_COUNT, ("agreement",), (), False)


@pytest.mark.parametrize(
    ("rows", "between", "certain"),
    [(36, (2, 3), False), (36, (3, 4), False), (34, (3, 4), True), (34, (2, 4), False)],
)
def test_reviewers_that_are_not_the_same_of_all_drafts(
    rows: int, between: tuple[int, int], certain: bool
) -> None:
    """Ten differ; of 34 rows no more than eleven drafts have three or four each."""
    agreed = 1 if rows == 34 else 2
    mixed = ReviewTally(10 + agreed, agreed, 10, rows, 0).report()
    found = check_sound([mixed], [], None, rows_per_draft=between)
    assert [one.metrics for one in found] == ([("agreement",)] if certain else [])


def test_what_the_returns_say_stands_above_what_is_typed() -> None:
    of_three = ReviewTally(12, 2, 10, 36, 0).report()
    found = check_sound([of_three], [], 2, rows_per_draft=(3, 3))
    assert [one.kind for one in found] == [SMALL_COUNT]


def test_too_many_possibilities_are_never_clear() -> None:
    for now, earlier in ((NOW, EARLIER), hidden_then_shown()[::-1]):
        found = check_sound([now], [earlier], None, steps=Steps(1))
        assert found
        assert {one.kind for one in found} == {CANNOT_BE_JUDGED}
        for one in found:
            assert one.unfinished
            assert words(one).sentence.endswith("too many possibilities to go through.")
            assert not [letter for letter in words(one).sentence if letter.isdigit()]


@pytest.mark.parametrize(("covered", "minimum"), [(11, 5), (6, 4), (3, 3), (70, 5)])
def test_omission_alone_is_shown(covered: int, minimum: int) -> None:
    """How many statements there are is open, but where facts are covered there is one."""
    study = Study({PLAN: statements(supported=14, contradicted_both=2)}, {PLAN: (28, covered)})
    study = study.plus(Study({OTHER: statements(supported=6)}, {OTHER: (0, covered)}))
    study = study.plus(Study({}, {("section:plan", "class:vital"): (minimum, 0)}))
    steps = Steps()
    shown = report(study, minimum)
    assert [name for name, cell in shown["slices"]["overall"].items() if cell["rate"]] == [
        "omission"
    ]
    assert check_sound([shown], [], None, steps=steps) == ()
    assert steps.taken < MOST_STEPS // 10


def months(folder: Any) -> list[Any]:
    drafts = as_drafts(FullStudy(folder, drafts=120).encounters)
    return [evaluate_ambient_drafts(drafts[: 4 * n]) for n in range(1, 31)]


class Watch:
    """A cancel that is set from a look on. How long it goes without one is for the bench."""

    def __init__(self, last: int | None = None) -> None:
        self.looks = 0
        self._last = last

    def is_set(self) -> bool:
        self.looks += 1
        return self._last is not None and self.looks >= self._last


def test_many_earlier_reports(tmp_path: Any) -> None:
    reports = months(tmp_path)
    watch = Watch()
    steps = Steps(cancel=watch)
    found = check_sound(reports[-1:], reports[:-1], None, steps=steps)
    assert SMALL_COUNT in {one.kind for one in found}
    # some seconds, on any machine of this decade
    assert steps.taken < 2 * MOST_STEPS
    for last in (1, watch.looks // 3, watch.looks - 1):
        with pytest.raises(Cancelled):
            check_sound(reports[-1:], reports[:-1], None, steps=Steps(cancel=Watch(last)))
