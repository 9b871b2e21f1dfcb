"""The Wilson score interval: every numerator of every denominator up to 2,000."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import oracle
import pytest

from evalcore import EvaluationError, wilson_interval


def test_every_numerator_of_denominators_1_to_2000() -> None:
    for n in range(1, 2001):
        intervals = [wilson_interval(k, n) for k in range(n + 1)]
        assert intervals[0][0] == 0.0
        assert intervals[n][1] == 1.0
        assert 0.0 < intervals[0][1] < 1.0
        assert 0.0 < intervals[n][0] < 1.0
        lowers, uppers = zip(*intervals, strict=True)
        rates = [k / n for k in range(n + 1)]
        inside = zip(lowers, rates, uppers, strict=True)
        wrong = [k for k, (a, rate, b) in enumerate(inside) if not 0.0 <= a <= rate <= b <= 1.0]
        touching = [k for k in range(1, n) if not 0.0 < lowers[k] < rates[k] < uppers[k] < 1.0]
        mirrored = zip(lowers, reversed(uppers), strict=True)
        lopsided = [k for k, (a, b) in enumerate(mirrored) if abs(a - (1.0 - b)) > 1e-12]
        assert (wrong, touching, lopsided) == ([], [], []), n


def test_the_result_is_a_pair_of_floats() -> None:
    for k, n in ((0, 1), (1, 1), (1, 3), (0, 7), (7, 7)):
        interval = wilson_interval(k, n)
        assert type(interval) is tuple
        assert [type(end) for end in interval] == [float, float]


def test_it_agrees_with_the_formula_at_high_precision() -> None:
    denominators = [*range(1, 41), 97, 100, 499, 1000, 1999, 2000, 10**6, 10**9]
    for n in denominators:
        for k in {k for k in (0, 1, 2, n // 3, n // 2, n - 2, n - 1, n) if 0 <= k <= n}:
            got, right = wilson_interval(k, n), oracle.wilson(k, n)
            assert abs(got[0] - right[0]) <= 1e-12, (k, n)
            assert abs(got[1] - right[1]) <= 1e-12, (k, n)


def test_figures_worked_out_elsewhere() -> None:
    # Both ends solve |p - k/n| = z * sqrt(p (1 - p) / n), which is how Wilson defines them.
    z = Fraction(1959963984540054, 10**15)
    for k, n in ((1, 2), (5, 25), (3, 40), (81, 263)):
        for end in wilson_interval(k, n):
            p = Fraction(end)
            assert abs((p - Fraction(k, n)) ** 2 - z * z * p * (1 - p) / n) < 1e-12
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_very_large_counts_stay_inside() -> None:
    for n in (2**53 + 1, 10**18, 10**30):
        for k in (0, 1, n // 2, n - 1, n):
            lower, upper = wilson_interval(k, n)
            assert 0.0 <= lower <= k / n <= upper <= 1.0
        assert wilson_interval(0, n)[0] == 0.0
        assert wilson_interval(n, n)[1] == 1.0


@pytest.mark.parametrize(
    ("numerator", "denominator"),
    [
        (0, 0),
        (1, 0),
        (-1, 5),
        (1, -5),
        (-1, -5),
        (6, 5),
        (True, 5),
        (False, 5),
        (1, True),
        (1.0, 5),
        (1, 5.0),
        ("1", 5),
        (1, "5"),
        (None, 5),
        (1, None),
    ],
)
def test_what_is_no_count_is_refused(numerator: Any, denominator: Any) -> None:
    with pytest.raises(EvaluationError):
        wilson_interval(numerator, denominator)
