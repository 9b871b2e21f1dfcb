"""How much faster the bootstrap is than one ``randrange`` and one lookup a draw, to the same bits.

python -m tools.bench_bootstrap [--json]   (from the checkout; --json is for dev.py bench)
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from evalcore.figures.bootstrap import resample_counts

SIZES = (50, 2_000, 10_000, 20_000)
"""Claims of an interval."""
RESAMPLES = 1_000
ROUNDS = 3
_ENOUGH = 2_000_000
"""Draws from which on the aim holds."""


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


def main(arguments: list[str]) -> int:
    """Print one line a size; return 1 if an answer differs from the obvious one's."""
    for n in SIZES:
        made = random.Random(n)
        flags = bytes(made.random() < 0.4 for _ in range(n))
        slow, fast = [], []
        for _ in range(ROUNDS):
            start = time.process_time()
            expected = one_by_one(flags, RESAMPLES, 7)
            middle = time.process_time()
            found = resample_counts(flags, RESAMPLES, 7)
            fast.append(time.process_time() - middle)
            slow.append(middle - start)
            if found != expected:
                print(f"{n} claims: the answers differ", file=sys.stderr)
                return 1
        draws = n * RESAMPLES
        obvious, ours = statistics.median(slow), statistics.median(fast)
        if "--json" in arguments:
            what = f"bootstrap, {draws / 1e6:g} million draws: times as fast as one by one"
            aim = 5 if draws >= _ENOUGH else None
            line = {"what": what, "of": f"{n:,}", "unit": "times", "value": obvious / ours}
            print(json.dumps({**line, "aim": aim, "least": True}), flush=True)
        else:
            print(
                f"{n:6d} claims, {draws:11,d} draws: {obvious / draws * 1e9:5.0f} ns a draw one "
                f"by one, {ours / draws * 1e9:4.0f} ns now, {obvious / ours:.1f} times as fast"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
