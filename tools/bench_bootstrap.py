"""Print how many times faster the bootstrap is than one ``randrange`` and one lookup a draw.

python -m tools.bench_bootstrap   (from the checkout)
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from evalcore.bootstrap import resample_counts

SIZES = (50, 2_000, 20_000)
RESAMPLES = 1_000


def one_by_one(flags: bytes, n_resamples: int, seed: int) -> list[int]:
    """Return the count of each resample, the obvious way."""
    rng = random.Random(seed)
    n = len(flags)
    counts = []
    for _ in range(n_resamples):
        count = 0
        for _ in range(n):
            count += flags[rng.randrange(n)]
        counts.append(count)
    return counts


def bench(sizes: Sequence[int] = SIZES, n_resamples: int = RESAMPLES, rounds: int = 3) -> int:
    """Print one line a size with the best of some rounds; return 1 if an answer differs."""
    print(f"Bootstrap, {n_resamples} resamples, best of {rounds}, Python {sys.version.split()[0]}")
    for n in sizes:
        made = random.Random(n)
        flags = bytes(made.random() < 0.4 for _ in range(n))
        slow = fast = float("inf")
        for _ in range(rounds):
            start = time.process_time()
            expected = one_by_one(flags, n_resamples, 7)
            slow = min(slow, time.process_time() - start)
            start = time.process_time()
            found = resample_counts(flags, n_resamples, 7)
            fast = min(fast, time.process_time() - start)
            if found != expected:
                print(f"{n} claims: the answers differ")
                return 1
        draws = n * n_resamples
        print(
            f"{n:6d} claims, {draws:11,d} draws: {slow / draws * 1e9:5.0f} ns a draw one by one, "
            f"{fast / draws * 1e9:4.0f} ns now, {slow / fast:.1f} times as fast"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(bench())
