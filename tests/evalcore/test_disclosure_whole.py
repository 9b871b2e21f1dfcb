"""What whole numbers and choices determine, against all whole solutions of small systems."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from test_disclosure_linear import goals, random_system, whole_solutions

from evalcore.disclosure.linear import Demand, LinearSystem
from evalcore.disclosure.steps import OutOfSteps, Steps
from evalcore.disclosure.whole import WholeSearch
from evalcore.errors import Cancelled

Ways = list[tuple[list[int], int, int]]


def random_choices(rng: random.Random, size: int) -> list[Ways]:
    """A few choices of sums that must lie between two numbers."""
    return [
        [
            ([rng.choice([0, 0, 1, 1]) for _ in range(size)], low := rng.randint(0, 2), low + most)
            for most in rng.choices([0, 1], k=rng.randint(1, 3))
        ]
        for _ in range(rng.randint(0, 3))
    ]


def total(weights: Sequence[int], solution: Sequence[int]) -> int:
    return sum(n * x for n, x in zip(weights, solution, strict=True))


def form(weights: Sequence[int]) -> dict[int, int]:
    return {variable: n for variable, n in enumerate(weights) if n}


@pytest.mark.parametrize("seed", range(150))
def test_against_all_whole_solutions(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 6)
    matrix, right, _ = random_system(rng, size)
    right[0] = min(right[0], 6)
    choices = random_choices(rng, size)
    every = [
        one
        for one in whole_solutions(matrix, right, right[0])
        if all(any(low <= total(w, one) <= high for w, low, high in ways) for ways in choices)
    ]
    system = LinearSystem()
    for _ in range(size):
        system.variable()
    for row, value in zip(matrix, right, strict=True):
        system.equate(form(row), value)
    if not system.solve():
        assert not every
        return
    search = WholeSearch(
        system, [[Demand(form(w), low, high) for w, low, high in ways] for ways in choices]
    )
    first = search.first()
    assert bool(first) == bool(every)
    assert all(one[:size] in every for one in first)
    if not first:
        return
    for weights in goals(rng, size):
        here = total(weights, first[0])
        others = search.another(form(weights), here)
        assert all(one[:size] in every for one in others)
        assert bool(others) == any(total(weights, one) != here for one in every)
        if others:
            assert total(weights, others[0]) != here


def knapsack(steps: Steps) -> WholeSearch:
    """Sums of even numbers that are odd but for one: many fractions, few whole solutions."""
    system = LinearSystem(steps)
    variables = [system.variable() for _ in range(14)]
    system.equate({v: 2 * n + 12 for n, v in enumerate(variables)}, 22 * 14)
    system.equate({v: n * n + 3 for n, v in enumerate(variables)}, 1001)
    assert system.solve()
    return WholeSearch(system, [])


def test_a_search_ends_when_the_steps_are_taken() -> None:
    steps = Steps(10)
    search = knapsack(steps)
    with pytest.raises(OutOfSteps), steps.search(1):
        search.first()
    taken = steps.taken
    with pytest.raises(OutOfSteps), steps.search(1):
        search.first()
    assert steps.taken - taken < 1000, "there are none left"


class Soon:
    """Is set when it is looked at for the third time."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks >= 3


def test_a_search_can_be_cancelled() -> None:
    steps = Steps(cancel=Soon())
    search = knapsack(steps)
    with pytest.raises(Cancelled), steps.search(1):
        search.first()
