"""Slow and independent: what published cells determine, by trying all small tables.

All whole numbers of statements of each kind that fit what is published are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from disclosure_studies import COUNTS, FOUR, PAIRS, SHOWN, Vector, dot

from evalcore.vocabulary import SLICES

Seven = tuple[int, ...]
"""What matters of a slice: (D, U, K, M, G, B, C); B are both misattributed and negated."""


def some_vector(of: Seven) -> Vector:
    """Return statements that have these seven counts."""
    d, u, k, m, g, b, c = of
    flagged = (m - b, g - b, b)
    contradicted: list[int] = []
    for most in flagged:
        contradicted.append(min(most, c - sum(contradicted)))
    unresolved = [most - n for most, n in zip(flagged, contradicted, strict=True)]
    return (d - u, d - k, *contradicted, *unresolved, k - (d - u) - sum(flagged))


def is_table(of: Seven) -> bool:
    """Whether statements can have these seven counts (contract, section 3)."""
    d, u, k, m, g, b, c = of
    supported, flagged = d - u, m + g - b
    return (
        0 <= supported <= k <= d
        and 0 <= b <= min(m, g)
        and flagged <= k - supported
        and 0 <= c <= flagged
    )


def options(counts: dict[str, tuple[int, int]], most: int) -> Iterator[Seven]:
    """Yield all seven counts that fit what is shown of a slice: metric -> counts."""

    def tried(known: int | None, low: int, high: int) -> Sequence[int]:
        if known is None:
            return range(low, high + 1)
        return [known] if low <= known <= high else []

    def shown(*metrics: str, of: int) -> int | None:
        return next((counts[metric][of] for metric in metrics if metric in counts), None)

    for d in tried(shown("unsupported", "contradiction", of=1), 0, most):
        for u in tried(shown("unsupported", of=0), 0, d):
            for k in tried(shown("misattribution", "negation", of=1), d - u, d):
                rest = k - (d - u)
                for m in tried(shown("misattribution", of=0), 0, rest):
                    for g in tried(shown("negation", of=0), 0, rest):
                        for b in range(max(0, m + g - rest), min(m, g) + 1):
                            for c in tried(shown("contradiction", of=0), 0, m + g - b):
                                yield d, u, k, m, g, b, c


def shown_counts(report: dict[str, Any], name: str) -> dict[str, tuple[int, int]]:
    """Return metric -> counts of a slice, for metrics that are shown; 0 of 0 if it is empty."""
    result = {}
    for metric in SHOWN:
        cells = {s: report["slices"][s][metric] for s in SLICES}
        if any(not cell["suppressed"] for cell in cells.values()):
            cell = cells[name]
            result[metric] = (cell["numerator"] or 0, cell["denominator"] or 0)
    return result


Answer = tuple[str, str, str]
"""Span ("first", "last" or "increment"), slice, name of a count."""

MOST_OPTIONS = 300
MOST_COMBINATIONS = 20_000


def determined(reports: Sequence[dict[str, Any]], most: int) -> dict[Answer, set[int]] | None:
    """Return the values that each count can have, in all tables that fit one or two reports.

    Of two, the first cohort is contained in the second. ``most`` statements are tried
    in a slice whose statements are not shown. None: too many tables to try.
    """
    by_slice = {}
    for name in FOUR:
        every = (options(shown_counts(one, name), most) for one in reports)
        found = [list(islice(one, MOST_OPTIONS + 1)) for one in every]
        if any(len(one) > MOST_OPTIONS for one in found):
            return None
        if len(found) == 1:
            by_slice[name] = found[0]
        else:
            by_slice[name] = [
                (*first, *more)
                for first in found[0]
                for last in found[1]
                if is_table(more := tuple(b - a for a, b in zip(first, last, strict=True)))
            ]
    wholes = []
    for one, other in PAIRS:
        if len(by_slice[one]) * len(by_slice[other]) > MOST_COMBINATIONS:
            return None
        wholes.append({_add(a, b) for a in by_slice[one] for b in by_slice[other]})
    possible = wholes[0] & wholes[1]
    values: dict[Answer, set[int]] = {}
    for whole in possible:
        _note(values, "overall", whole)
    for one, other in PAIRS:
        for a in by_slice[one]:
            for b in by_slice[other]:
                if _add(a, b) in possible:
                    _note(values, one, a)
                    _note(values, other, b)
    return values


def _add(one: Vector, other: Vector) -> Vector:
    return tuple(map(sum, zip(one, other, strict=True)))


@cache
def _named(table: Seven) -> tuple[tuple[str, int], ...]:
    vector = some_vector(table)
    return tuple((name, dot(weights, vector)) for name, weights in COUNTS.items())


def _note(values: dict[Answer, set[int]], name: str, tables: Vector) -> None:
    spans = {"first": tables[:7]}
    if len(tables) > 7:
        spans |= {"increment": tables[7:], "last": _add(tables[:7], tables[7:])}
    for span, table in spans.items():
        for count, value in _named(table):
            values.setdefault((span, name, count), set()).add(value)
