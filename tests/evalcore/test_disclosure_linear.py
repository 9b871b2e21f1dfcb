"""Which sums equations determine: against a slow linear programme, and all whole solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest
from linear_oracle import Matrix, Programme

from evalcore.disclosure.linear import LinearSystem


def whole_solutions(matrix: Matrix, right: Sequence[int], most: int) -> Iterator[list[int]]:
    def tried(start: list[int]) -> Iterator[list[int]]:
        if len(start) == len(matrix[0]):
            values = [sum(a * x for a, x in zip(row, start, strict=True)) for row in matrix]
            if values == list(right):
                yield start
            return
        for number in range(most + 1 - sum(start)):
            yield from tried([*start, number])

    return tried([])


def random_system(rng: random.Random, size: int) -> tuple[Matrix, list[int], list[int]]:
    """Equations that a known solution with zeros suits, the first being that all add up."""
    solution = [rng.choice([0, 0, 0, 1, 2]) for _ in range(size)]
    numbers = [0, 0, 0, 1, 1, -1, rng.choice([2, 3, 64])]
    rows = [[rng.choice(numbers) for _ in range(size)] for _ in range(rng.randint(1, size - 2))]
    matrix = [[1] * size, *rows]
    right = [sum(a * x for a, x in zip(row, solution, strict=True)) for row in matrix]
    return matrix, right, solution


def solved(matrix: Matrix, right: Sequence[int]) -> LinearSystem:
    system = LinearSystem()
    variables = [system.variable() for _ in matrix[0]]
    for row, value in zip(matrix, right, strict=True):
        system.equate({v: n for v, n in zip(variables, row, strict=True) if n}, value)
    assert system.solve()
    return system


def goals(rng: random.Random, size: int) -> Iterator[list[int]]:
    for at in range(size):
        yield [int(n == at) for n in range(size)]
    for _ in range(4):
        yield [rng.choice([0, 0, 1, 1, -1]) for _ in range(size)]


@pytest.mark.parametrize("seed", range(80))
def test_against_a_linear_programme_and_all_whole_solutions(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(4, 7)
    matrix, right, solution = random_system(rng, size)
    system = solved(matrix, right)
    programme = Programme(matrix, right)
    every = list(whole_solutions(matrix, right, right[0])) if right[0] <= 6 else None
    for goal in goals(rng, size):
        mine = system.value({v: n for v, n in enumerate(goal) if n})
        here = sum(a * x for a, x in zip(goal, solution, strict=True))
        if (only := programme.only(goal)) is not None:
            assert mine == only == here
        if mine is not None:
            assert mine == here
            for one in every or []:
                assert sum(a * x for a, x in zip(goal, one, strict=True)) == here


def test_without_an_upper_bound() -> None:
    system = LinearSystem()
    one, other, third, free = (system.variable() for _ in range(4))
    system.equate({one: 1, other: -1}, 3)
    system.equate({third: 1, other: -2}, 0)
    assert system.solve()
    assert system.value({one: 1}) is None
    assert system.value({free: 1}) is None
    assert system.value({one: 2, third: -1}) == 6
    assert system.value({}) == 0


def test_what_has_no_solution() -> None:
    for equations in (
        [({0: 1}, -1)],
        [({0: 1, 1: 1}, 2), ({0: 1, 1: 1}, 3)],
        [({0: 1, 1: 1}, 2), ({0: 1, 1: -1}, 4)],
        [({0: 1, 1: 1, 2: 1}, 2), ({0: 1, 1: 2, 2: 3}, 7)],
        [({0: 2}, 3)],
    ):
        system = LinearSystem()
        for _ in range(3):
            system.variable()
        for form, value in equations:
            system.equate(form, value)
        assert not system.solve()


def test_rules_that_a_sum_is_not_negative() -> None:
    system = LinearSystem()
    one, other = system.variable(), system.variable()
    system.equate({one: 1, other: 1}, 64)
    system.bound({one: 64, other: -1})
    assert system.solve()
    assert system.value({one: 1}) is None
    tight = LinearSystem()
    one, other, third = (tight.variable() for _ in range(3))
    tight.equate({one: 1, third: 1}, 1)
    tight.equate({other: 1}, 64)
    tight.bound({one: 64, other: -1})
    assert tight.solve()
    assert (tight.value({one: 1}), tight.value({third: 1})) == (1, 0)
