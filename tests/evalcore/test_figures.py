"""The figures of a cell as people read them: never at odds with each other."""

from __future__ import annotations

import math

import pytest

from evalcore.figures.intervals import Z_95, wilson_interval
from evalcore.figures.suppression import Cell, single_cell
from evalcore.figures.text import Figures, cell_figures, percentages


def shown(numerator: int, denominator: int) -> Figures:
    figures = cell_figures(single_cell((numerator, denominator), 1))
    assert figures is not None
    return figures


def ends(numerator: int, denominator: int) -> tuple[float, float]:
    """Wilson's interval once more, without the checks: two million are wanted."""
    z2 = Z_95 * Z_95
    rate = numerator / denominator
    half = Z_95 * math.sqrt((rate * (1 - rate) + z2 / (4 * denominator)) / denominator)
    middle = rate + z2 / (2 * denominator)
    width = 1 + z2 / denominator
    lower, upper = (middle - half) / width, (middle + half) / width
    return (
        min(max(lower, 0.0), rate) if numerator else 0.0,
        max(min(upper, 1.0), rate) if numerator < denominator else 1.0,
    )


def test_cells_of_up_to_2000() -> None:
    """The estimate lies in the interval, and no two neighbours look alike."""
    wrong = []
    for denominator in (*range(2, 400), *range(400, 1998, 37), 1998, 1999, 2000):
        before = ""
        for numerator in range(denominator + 1):
            rate, lower, upper = percentages(
                denominator, numerator / denominator, *ends(numerator, denominator)
            )
            # of as many decimals, the longer number is the larger one
            low, middle, high = (len(lower), lower), (len(rate), rate), (len(upper), upper)
            if not low <= middle <= high or low == high or rate == before:
                wrong.append((numerator, denominator, rate, lower, upper))
            before = rate
    assert wrong == []


@pytest.mark.parametrize("denominator", [2, 7, 40, 333, 999, 1000, 1001, 1234, 1999, 2000])
def test_the_figures_are_those_percentages_of_the_cell(denominator: int) -> None:
    for numerator in range(denominator + 1):
        figures = shown(numerator, denominator)
        lower, upper = wilson_interval(numerator, denominator)
        assert ends(numerator, denominator) == pytest.approx((lower, upper), abs=1e-12)
        texts = (figures.rate, figures.lower, figures.upper)
        assert texts == percentages(denominator, numerator / denominator, lower, upper)
        decimals = {len(text.partition(".")[2]) for text in texts}
        assert len(decimals) == 1 and min(decimals) >= 1
        for text, value in zip(texts, (numerator / denominator, lower, upper), strict=True):
            assert abs(float(text) - 100 * value) <= 0.5 * 10 ** -min(decimals) + 1e-9


@pytest.mark.parametrize("denominator", [2001, 9_999, 10_000, 10_001, 250_000, 10**6 + 3])
def test_neighbours_look_different_over_large_denominators_too(denominator: int) -> None:
    some = {0, 1, 2, denominator // 3, denominator // 2, denominator - 2, denominator - 1}
    for numerator in some:
        one, next_one = shown(numerator, denominator), shown(numerator + 1, denominator)
        assert one.rate != next_one.rate
        assert float(one.lower) <= float(one.rate) <= float(one.upper)


@pytest.mark.parametrize("denominator", [2, 5, 1000, 2000, 10**6])
def test_only_none_is_0_per_cent_and_only_all_is_100(denominator: int) -> None:
    assert float(shown(0, denominator).rate) == 0
    assert float(shown(1, denominator).rate) > 0
    assert float(shown(denominator - 1, denominator).rate) < 100
    assert float(shown(denominator, denominator).rate) == 100


def test_texts() -> None:
    figures = shown(166, 864)
    assert (figures.rate, figures.interval, figures.count) == ("19.2", "16.7–22.0", "166 of 864")
    figures = shown(1, 2000)
    assert (figures.rate, figures.interval, figures.count) == ("0.05", "0.01–0.28", "1 of 2000")
    assert shown(0, 33).interval == "0.0–10.4"
    assert shown(33, 33).interval == "89.6–100.0"
    assert (shown(1, 8).rate, shown(1, 16).rate) == ("12.5", "6.3"), "a half is rounded up"


def test_a_suppressed_cell_has_no_figures() -> None:
    hidden = single_cell((1, 20), 5)
    assert hidden["suppressed"]
    assert cell_figures(hidden) is None
    # also one that was changed by hand and still holds some
    for cell in (
        Cell(numerator=1, denominator=20, rate=0.05, ci95=[0.0, 0.2], suppressed=True),
        Cell(numerator=None, denominator=None, rate=None, ci95=None, suppressed=False),
    ):
        assert cell_figures(cell) is None
