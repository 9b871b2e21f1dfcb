"""The bootstrap: the draws of random.Random, to the last bit, however they are made."""

from __future__ import annotations

import random
import threading
import tracemalloc

import claims_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import Cancelled, EvaluationError
from evalcore.figures.bootstrap import check_settings, rate_interval, resample_counts

POWERS = [value + step for value in (4, 8, 64, 256, 1024, 2048, 4096) for step in (-1, 0, 1)]
SIZES = sorted({1, 2, 3, 100, 2047, *POWERS, 8191, 8192, 16384, 20_000})
LARGE = [32_767, 32_768, 32_769, 65_535, 65_536, 65_537, 100_000]


def some_flags(n: int, part: float = 0.4) -> bytes:
    rng = random.Random(n)
    return bytes(rng.random() < part for _ in range(n))


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("draws", [1, 900, 3000, 30_000])
def test_counts_are_those_of_one_draw_at_a_time(n: int, draws: int) -> None:
    flags = some_flags(n)
    n_resamples = min(-(-draws // n), 20_000)
    right = claims_oracle.one_by_one(flags, n_resamples, 7)
    assert resample_counts(flags, n_resamples, 7) == right


@pytest.mark.parametrize("n", LARGE)
def test_counts_of_large_classes(n: int) -> None:
    flags = some_flags(n)
    assert resample_counts(flags, 2, -3) == claims_oracle.one_by_one(flags, 2, -3)


@given(
    st.lists(st.booleans(), min_size=1, max_size=3000),
    st.integers(1, 9),
    st.integers(-(2**70), 2**70),
)
def test_any_flags_and_seed(flags: list[bool], n_resamples: int, seed: int) -> None:
    given_flags = bytes(flags)
    right = claims_oracle.one_by_one(given_flags, n_resamples, seed)
    assert resample_counts(given_flags, n_resamples, seed) == right


@given(
    st.lists(st.booleans(), max_size=40),
    st.integers(1, 120),
    st.floats(0, 1, exclude_min=True, exclude_max=True),
    st.integers(-5, 5),
)
def test_interval_is_the_oracles(
    flags: list[bool], n_resamples: int, alpha: float, seed: int
) -> None:
    right = claims_oracle.interval([int(flag) for flag in flags], n_resamples, alpha, seed)
    got = rate_interval(bytes(flags), n_resamples=n_resamples, alpha=alpha, seed=seed)
    assert got == (right["lower"], right["upper"])


@pytest.mark.parametrize("alpha", [5e-324, 1e-9, 0.5, 1 - 2**-53])
@pytest.mark.parametrize("n_resamples", [1, 2, 999])
def test_alpha_at_its_ends(alpha: float, n_resamples: int) -> None:
    flags = [1, 0, 0, 1, 0]
    right = claims_oracle.interval(flags, n_resamples, alpha, 1)
    got = rate_interval(bytes(flags), n_resamples=n_resamples, alpha=alpha, seed=1)
    assert got == (right["lower"], right["upper"])


@pytest.mark.parametrize("flags", [b"", b"\0", b"\1", bytes(500), b"\1" * 500])
def test_flags_all_alike_give_no_width(flags: bytes) -> None:
    rate = float(any(flags))
    assert rate_interval(flags, n_resamples=50, alpha=0.05, seed=0) == (rate, rate)


@pytest.mark.parametrize("n", [50, 2000, 20_000, 40_000])
def test_progress_counts_every_draw_and_a_cancel_is_seen_at_once(n: int) -> None:
    n_resamples = 400_000 // n
    steps: list[int] = []
    cancel = threading.Event()
    resample_counts(some_flags(n), n_resamples, 0, advance=steps.append, cancel=cancel)
    assert sum(steps) >= n * n_resamples
    assert max(steps) <= 10_000

    cancel.set()
    steps.clear()
    with pytest.raises(Cancelled):
        resample_counts(some_flags(n), n_resamples, 0, advance=steps.append, cancel=cancel)
    assert not steps


def test_memory_does_not_grow_with_the_draws() -> None:
    flags = some_flags(2000)
    tracemalloc.start()
    try:
        resample_counts(flags, 500, 0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize(
    "settings, code",
    [
        ((0, 0.05, 0), "invalid_n_resamples"),
        ((100_001, 0.05, 0), "invalid_n_resamples"),
        ((True, 0.05, 0), "invalid_n_resamples"),
        ((10.0, 0.05, 0), "invalid_n_resamples"),
        (("10", 0.05, 0), "invalid_n_resamples"),
        ((10, 0, 0), "invalid_alpha"),
        ((10, 1, 0), "invalid_alpha"),
        ((10, 0.0, 0), "invalid_alpha"),
        ((10, 1.0, 0), "invalid_alpha"),
        ((10, -0.1, 0), "invalid_alpha"),
        ((10, float("nan"), 0), "invalid_alpha"),
        ((10, float("inf"), 0), "invalid_alpha"),
        ((10, True, 0), "invalid_alpha"),
        ((10, "0.05", 0), "invalid_alpha"),
        ((10, None, 0), "invalid_alpha"),
        ((10, 0.05, 1.0), "invalid_seed"),
        ((10, 0.05, True), "invalid_seed"),
        ((10, 0.05, "1"), "invalid_seed"),
        ((10, 0.05, None), "invalid_seed"),
        ((10, 0.05, 10**4300), "invalid_seed"),
        ((10, 0.05, -(10**4300)), "invalid_seed"),
    ],
)
def test_settings_out_of_bounds(settings: tuple[object, object, object], code: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        check_settings(*settings)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "settings", [(1, 5e-324, 0), (100_000, 1 - 2**-53, 10**4300 - 1), (1, 0.5, 1 - 10**4300)]
)
def test_settings_at_their_bounds(settings: tuple[int, float, int]) -> None:
    check_settings(*settings)
