"""The percentile bootstrap interval of a rate (contract, section 5; Efron 1979).

The draws are those of ``random.Random(seed).randrange(n)``, one after the other.
``randrange`` takes the top k bits of one 32-bit output word of the Mersenne
twister, k = n.bit_length(), and takes the next word when the value is n or more
(CPython's ``Random._randbelow_with_getrandbits``). ``getrandbits(32 * m)`` gives
the next m words as one integer, the first in its lowest bits; here thousands of
words are handled at once as *lanes* of such an integer. What is left of a draw
is its flag, one byte, so memory does not grow with the number of draws.
"""

from __future__ import annotations

import math
import random
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter

from .. import claims_vocabulary as words
from ..errors import Cancelled, EvaluationError
from ..io.json_reader import CancelToken

WORDS = 1 << 13
"""Words handled at once, some 0.3 ms of work: how often a cancel is looked for."""

_FEW_DRAWS = 1 << 10
"""Up to here one call a word costs less than the tables."""

_MOST_BY_ROWS = (1 << 15) - 1
"""Up to this many flags an index is a byte and 7 bits more, and ``_by_rows`` serves."""


def check_settings(n_resamples: object, alpha: object, seed: object) -> None:
    """Refuse settings out of bounds: types are exact, a bool is no int, alpha is a float.

    Raises EvaluationError ``invalid_n_resamples``, ``invalid_alpha``, ``invalid_seed``.
    """
    if type(n_resamples) is not int or not 1 <= n_resamples <= words.MAX_RESAMPLES:
        raise EvaluationError("invalid_n_resamples")
    if type(alpha) is not float or not 0.0 < alpha < 1.0:
        raise EvaluationError("invalid_alpha")
    if type(seed) is not int or not -words.HUGE_INTEGER < seed < words.HUGE_INTEGER:
        raise EvaluationError("invalid_seed")


def rate_interval(
    flags: bytes,
    *,
    n_resamples: int,
    alpha: float,
    seed: int,
    advance: Callable[[int], object] | None = None,
    cancel: CancelToken | None = None,
) -> tuple[float, float]:
    """Return (lower, upper) for the rate of 1 among flags, each byte 0 or 1.

    Percentile bootstrap: a resample is len(flags) draws with replacement; of the
    sorted rates of ``n_resamples`` resamples those of rank ceil(q / 100 *
    n_resamples) are taken, q = 100 * alpha / 2 and 100 * (1 - alpha / 2), and the
    interval is widened to hold the rate itself. Fewer than two flags: zero width
    (no flags: 0.0). ``advance`` is called with the draws made since the last
    call. Raises Cancelled within a millisecond or so of ``cancel`` being set.
    """
    n = len(flags)
    ones = flags.count(1)
    point = ones / n if n else 0.0
    if not needs_draws(flags):
        return point, point
    counts = sorted(resample_counts(flags, n_resamples, seed, advance=advance, cancel=cancel))
    lower = counts[_rank(100.0 * (alpha / 2.0), n_resamples) - 1] / n
    upper = counts[_rank(100.0 * (1.0 - alpha / 2.0), n_resamples) - 1] / n
    return min(lower, point), max(upper, point)


def needs_draws(flags: bytes) -> bool:
    """Tell whether resamples can differ at all; if not, every rate is the point."""
    return 0 < flags.count(1) < len(flags)


def _rank(q: float, n_resamples: int) -> int:
    return max(1, min(n_resamples, math.ceil(q / 100.0 * n_resamples)))


def resample_counts(
    flags: bytes,
    n_resamples: int,
    seed: int,
    *,
    advance: Callable[[int], object] | None = None,
    cancel: CancelToken | None = None,
) -> list[int]:
    """Return the number of 1 in each resample of flags (one or more), in the order drawn."""
    n = len(flags)
    rng = random.Random(seed)
    if n * n_resamples <= _FEW_DRAWS:
        few = [_one_by_one(flags, rng.getrandbits) for _ in range(n_resamples)]
        if advance is not None:
            advance(n * n_resamples)
        return few
    drawn = (_by_rows if n <= _MOST_BY_ROWS else _by_index)(flags, rng)
    counts: list[int] = []
    count, missing = 0, n  # of the resample that is under way
    for size, ones, spell in drawn:
        if cancel is not None and cancel.is_set():
            raise Cancelled
        if size < missing:
            count += ones
            missing -= size
        else:
            part = spell()
            counts.append(count + part.count(1, 0, missing))
            left = (size - missing) % n
            starts = range(missing, size - left, n)
            counts.extend([part.count(1, start, start + n) for start in starts])
            count, missing = part.count(1, size - left), n - left
        if advance is not None:
            advance(size)
        if len(counts) >= n_resamples:
            break
    return counts[:n_resamples]


_Part = tuple[int, int, Callable[[], bytes]]
"""Some draws: how many, how many flags 1 among them, and a function that gives all flags."""


def _one_by_one(flags: bytes, next_bits: Callable[[int], int]) -> int:
    """Return the number of 1 in one resample."""
    n = len(flags)
    bits = n.bit_length()
    count = 0
    for _ in range(n):
        index = next_bits(bits)
        while index >= n:
            index = next_bits(bits)
        count += flags[index]
    return count


class _Lanes:
    """The next WORDS words of a generator, each in a lane of 32 bits."""

    def __init__(self, n: int, rng: random.Random) -> None:
        self.bits = n.bit_length()
        self._rng = rng
        self._index = _repeat((1 << self.bits) - 1, 4)
        self._excess = _repeat((1 << self.bits) - n, 4)
        self._carry = _repeat(1 << self.bits, 4)

    def next(self) -> tuple[int, int]:
        """Return (indices, refusals): lanes of k bits; lanes with bit k set if the index is >= n.

        n is at most 2^k, so index + (2^k - n) carries into bit k just then.
        """
        words = self._rng.getrandbits(32 * WORDS)
        indices = (words >> (32 - self.bits)) & self._index
        return indices, (indices + self._excess) & self._carry


def _repeat(value: int, width: int) -> int:
    """Return value in WORDS lanes of width bytes."""
    return int.from_bytes(value.to_bytes(width, "little") * WORDS, "little")


def _by_rows(flags: bytes, rng: random.Random) -> Iterator[_Part]:
    """Yield the flags drawn, for up to _MOST_BY_ROWS of them.

    An index is low + 256 * (row + 8 * group). ``bytes.translate`` of all low
    bytes gives, for one group, the flags of its 8 rows as 8 bits. The group's
    bits then choose among these bytes, the row's bit within the byte.
    """
    n = len(flags)
    lanes = _Lanes(n, rng)
    groups = [_group_table(flags[start : start + 2048]) for start in range(0, n, 2048)]
    # a refusal is bit 7 of the high byte, which no row has
    row_bit = bytes(1 << (high & 7) for high in range(128)) + bytes(128)
    ones = _repeat(1, 1)
    while True:
        indices, refusals = lanes.next()
        data = (indices | (refusals << (15 - lanes.bits))).to_bytes(4 * WORDS, "little")
        low, high = data[0::4], data[1::4]
        highs = int.from_bytes(high, "little")
        chosen = [int.from_bytes(low.translate(table), "little") for table in groups]
        bit = 3
        while len(chosen) > 1:
            mask = ((highs >> bit) & ones) * 255
            pairs = zip(chosen[0::2], chosen[1::2], strict=False)
            last = chosen[-1:] if len(chosen) % 2 else []
            chosen = [zero ^ ((zero ^ one) & mask) for zero, one in pairs] + last
            bit += 1
        found = chosen[0] & int.from_bytes(high.translate(row_bit), "little")
        refused = (highs >> 7) & ones
        spell = partial(_spell_rows, found, refused)
        yield WORDS - refused.bit_count(), found.bit_count(), spell


def _group_table(flags: bytes) -> bytes:
    """Return for each low byte the flags of up to 8 rows of 256, row r as bit r."""
    table = 0
    for row in range(8):
        table |= int.from_bytes(flags[256 * row : 256 * (row + 1)], "little") << row
    return table.to_bytes(256, "little")


_ANY_BIT = b"\0" + b"\1" * 255


def _spell_rows(found: int, refused: int) -> bytes:
    """Return the flags of lanes with one bit or none; two bits mark a refused lane."""
    return (found | refused * 3).to_bytes(WORDS, "little").translate(_ANY_BIT, b"\3")


def _by_index(flags: bytes, rng: random.Random) -> Iterator[_Part]:
    """Yield the flags drawn, one look-up each in C, for any number of them below 2^32."""
    n = len(flags)
    lanes = _Lanes(n, rng)
    # no table value is 0: sum() would have to guess whether a number has digits at all
    table = flags.translate(_PLUS_ONE) + b"\3" * ((1 << n.bit_length()) - n)
    while True:
        indices, refusals = lanes.next()
        values = array("I", indices.to_bytes(4 * WORDS, "little"))
        if sys.byteorder == "big":
            values.byteswap()
        found = itemgetter(*values.tolist())(table)
        refused = refusals.bit_count()
        ones = sum(found) - WORDS - 2 * refused
        yield WORDS - refused, ones, partial(_spell_found, found)


_PLUS_ONE = bytes([1, 2]) + bytes(254)
_MINUS_ONE = bytes([0, 0, 1]) + bytes(253)


def _spell_found(found: tuple[int, ...]) -> bytes:
    return bytes(found).translate(_MINUS_ONE, b"\3")
