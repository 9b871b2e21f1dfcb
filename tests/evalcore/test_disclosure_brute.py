"""The disclosure check against brute force: everything determined is found, nothing else.

``RELEASE_PAIRS=1000`` tries as many random pairs of nested cohorts (some minutes).
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

import pytest
from disclosure_brute import Answer, determined
from disclosure_studies import (
    COUNTS,
    CROSSED,
    FOUR,
    KINDS,
    SAME_AS_OVERALL,
    SHOWN,
    Study,
    dot,
    random_study,
    report,
    statements,
)

from evalcore.disclosure.joint import Joint
from evalcore.disclosure.tables import (
    DRAFT_TABLE,
    Published,
    published_drafts,
    published_reviews,
    review_table,
)
from evalcore.returns.rates import ReviewTally
from evalcore.vocabulary import SLICES

PAIRS = int(os.environ.get("RELEASE_PAIRS", "24"))
BATCHES = 4

ATOMS = {kind: "neither" if kind == "unresolved" else kind for kind in KINDS}
"""The atom that a statement of each kind is counted in."""

NAMES = {weights: name for name, weights in (COUNTS | CROSSED).items()}


def asked() -> dict[int, str]:
    """Number of a question -> the name of what it counts, told by what each kind adds to it."""
    names = {}
    for number, question in enumerate(DRAFT_TABLE.questions):
        weights = tuple(question.count.get(ATOMS[kind], 0) for kind in KINDS)
        if any(weights):
            names[number] = NAMES[weights]
    return names


def test_every_count_is_asked_for() -> None:
    assert sorted(asked().values()) == sorted(COUNTS | CROSSED)


def found(reports: Sequence[Published]) -> set[Answer]:
    numbers = range(len(reports))
    # these reports hide more than they must
    joint = Joint(DRAFT_TABLE, reports, [list(numbers)], unreasoned=numbers)
    assert joint.possible
    # the brute force knows no others
    names = {number: name for number, name in asked().items() if name in COUNTS}
    spans = {(None, 0): "first", (None, 1): "last", (0, 1): "increment"}
    return {
        (spans[one.span.first, one.span.last], one.slice, names[one.number])
        for one in joint.given_away()
        if one.number in names and one.slice in ("overall", *FOUR)
    }


def a_pair(rng: random.Random) -> tuple[list[dict[str, Any]], int]:
    """Reports of one study, or of two nested ones, some metrics hidden; the most statements."""
    minimum = rng.choice([2, 3])
    kinds = rng.sample(range(len(KINDS)), rng.randint(1, 5))
    first = random_study(rng, [0, 0, minimum, minimum + 1], kinds)
    sizes = rng.choice([[0, 0, 0, 1], [0, 0, 1, 2], [0, 0, 0, 0, minimum]])
    more = random_study(rng, sizes, rng.sample(range(len(KINDS)), rng.randint(1, 4)))
    last = first.plus(more)
    most = dot(COUNTS["statements"], last.slice("overall")) + 2

    def hidden() -> list[str]:
        return rng.sample(list(SHOWN), rng.choice([0, 0, 1, 1, 2]))

    if rng.random() < 0.2:
        return [report(last, minimum, hidden())], most
    later = minimum + rng.choice([0, 0, 1])
    return [report(first, minimum, hidden()), report(last, later, hidden())], most


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nested_cohorts(batch: int) -> None:
    tried = some = 0
    for seed in range(batch, PAIRS * 1000, BATCHES):
        if tried >= PAIRS / BATCHES:
            break
        reports, most = a_pair(random.Random(seed))
        values = determined(reports, most)
        if values is None:
            continue
        tried += 1
        shown = [published_drafts(one) for one in reports]
        limits = {"first": shown[0].minimum, "last": shown[-1].minimum}
        limits["increment"] = max(limits.values())
        right = {
            answer
            for answer, numbers in values.items()
            if len(numbers) == 1 and 0 < min(numbers) < limits[answer[0]]
        }
        mine = found(shown)
        some += bool(mine)
        assert mine <= right, (seed, sorted(mine - right))
        if {"unsupported", "contradiction"} & shown[-1].cells.keys():
            assert mine == right, (seed, sorted(right - mine))
        # else there could be more statements than were tried
    assert tried >= PAIRS // BATCHES
    assert some


Decisions = tuple[int, int, int, int, int]
"""Drafts all unclear, all agreed else, adjudicated, differing else; unclear where they differ."""


def decisions(drafts: int, reviewers: int) -> list[Decisions]:
    return [
        (unclear, agreed, adjudicated, differing, rows)
        for unclear in range(drafts + 1)
        for agreed in range(drafts + 1 - unclear)
        for adjudicated in range(drafts + 1 - unclear - agreed)
        for differing in range(drafts + 1 - unclear - agreed - adjudicated)
        for rows in range((reviewers - 1) * (adjudicated + differing) + 1)
        if unclear + agreed + adjudicated + differing > 0
    ]


def tally(of: Decisions, reviewers: int) -> ReviewTally:
    unclear, agreed, adjudicated, differing, rows = of
    drafts = unclear + agreed + adjudicated + differing
    total = reviewers * drafts
    return ReviewTally(drafts, unclear + agreed, adjudicated, total, reviewers * unclear + rows)


def review_counts(of: Decisions, reviewers: int) -> tuple[int, ...]:
    """In the order of the questions."""
    unclear, agreed, adjudicated, differing, rows = of
    drafts = unclear + agreed + adjudicated + differing
    all_rows, all_unclear = reviewers * drafts, reviewers * unclear + rows
    return (
        drafts, unclear + agreed, adjudicated + differing, adjudicated, differing,
        all_rows, all_unclear, all_rows - all_unclear, unclear, agreed,
    )  # fmt: skip


@pytest.mark.parametrize(("reviewers", "most"), [(2, 8), (3, 6)])
@pytest.mark.parametrize("minimum", [2, 3])
def test_reviews(reviewers: int, most: int, minimum: int) -> None:
    """Also what the rule tells: a rate that is hidden alone is unsafe."""
    by_report: dict[str, list[Decisions]] = {}
    for of in decisions(most, reviewers):
        by_report.setdefault(repr(tally(of, reviewers).report(minimum)), []).append(of)
    some = 0
    for alike in by_report.values():
        if any(sum(of[:4]) == most for of in alike):
            continue  # there could be more drafts than were tried
        values = [set(n) for n in zip(*(review_counts(of, reviewers) for of in alike), strict=True)]
        right = {n for n, v in enumerate(values) if len(v) == 1 and 0 < min(v) < minimum}
        report = published_reviews(tally(alike[0], reviewers).report(minimum))
        joint = Joint(review_table(reviewers, reviewers), [report], [[0]])
        mine = {one.number for one in joint.given_away()}
        assert mine == right
        some += bool(mine)
    assert some > 20


def test_a_kind_of_contradiction_that_one_partition_tells_holds_in_the_other() -> None:
    """By class the contradicted ones have another person alone, and one is both in lab."""
    study = Study(
        {
            ("section:plan", "class:lab"): statements(unresolved_both=1),
            ("section:plan", "class:vital"): statements(unresolved=2),
            ("section:other", "class:lab"): statements(supported=2, unresolved_polarity=1),
            ("section:other", "class:vital"): statements(contradicted_person=2, unresolved=2),
        }
    )
    cells = {
        metric: {
            name: tuple(dot(side, study.slice(_source(name))) for side in sides) for name in SLICES
        }
        for metric, sides in SHOWN.items()
    }
    mine = found([Published(9, cells)])
    told = {(name, count) for _, name, count in mine}
    assert {("section:plan", "both"), ("section:other", "other person only")} <= told


def _source(name: str) -> str:
    return "overall" if name in SAME_AS_OVERALL else name
