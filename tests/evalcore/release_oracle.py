"""Slow and independent: what published cells determine, by trying all small tables.

A study here has statements and facts in two sections and two classes and no more, so
that five slices differ: overall, section:plan, section:other, class:lab, class:vital.
(The speaker and the experiencer are the same throughout.) All whole numbers of
statements of each kind that fit what is published are tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from evalcore.suppression import family_cells
from evalcore.vocabulary import DRAFTS_SCHEMA, METRICS, NOTICE, SLICES

PAIRS = (("section:plan", "section:other"), ("class:lab", "class:vital"))
SAME_AS_OVERALL = ("speaker:patient", "experiencer:patient")
FOUR = (*PAIRS[0], *PAIRS[1])

# kind of a statement -> (supported, contradicted, cites a known fact, other person, other polarity)
KINDS = {
    "supported": (1, 0, 1, 0, 0),
    "unknown": (0, 0, 0, 0, 0),
    "contradicted person": (0, 1, 1, 1, 0),
    "contradicted polarity": (0, 1, 1, 0, 1),
    "contradicted both": (0, 1, 1, 1, 1),
    "unresolved person": (0, 0, 1, 1, 0),
    "unresolved polarity": (0, 0, 1, 0, 1),
    "unresolved both": (0, 0, 1, 1, 1),
    "unresolved": (0, 0, 1, 0, 0),
}
Vector = tuple[int, ...]
"""How many statements there are of each kind."""

_S, _C, _K, _M, _G = (tuple(kind[n] for kind in KINDS.values()) for n in range(5))
_D = (1,) * len(KINDS)


def dot(weights: Sequence[int], vector: Vector) -> int:
    return sum(a * b for a, b in zip(weights, vector, strict=True))


def _minus(one: Sequence[int], *others: Sequence[int]) -> tuple[int, ...]:
    return tuple(a - sum(b) for a, b in zip(one, zip(*others, strict=True), strict=True))


SHOWN = {
    "unsupported": (_minus(_D, _S), _D),
    "contradiction": (_C, _D),
    "misattribution": (_M, _K),
    "negation": (_G, _K),
}

# what the issue names: numerators, denominators, complements and differences between them
COUNTS = {
    "statements": _D,
    "unsupported": _minus(_D, _S),
    "supported": _S,
    "contradicted": _C,
    "not contradicted": _minus(_D, _C),
    "known": _K,
    "misattributed": _M,
    "not misattributed": _minus(_K, _M),
    "negated": _G,
    "not negated": _minus(_K, _G),
    "unsupported, not contradicted": _minus(_D, _S, _C),
    "without known citation": _minus(_D, _K),
    "known, unsupported": _minus(_K, _S),
    "unresolved with known citation": _minus(_K, _S, _C),
    "known, unsupported, right person": _minus(_K, _S, _M),
    "known, unsupported, right polarity": _minus(_K, _S, _G),
    "other person only": tuple(m * (1 - g) for m, g in zip(_M, _G, strict=True)),
    "other polarity only": tuple(g * (1 - m) for m, g in zip(_M, _G, strict=True)),
    "both": tuple(m * g for m, g in zip(_M, _G, strict=True)),
    "either": tuple(max(m, g) for m, g in zip(_M, _G, strict=True)),
    "neither": tuple(k - s - max(m, g) for k, s, m, g in zip(_K, _S, _M, _G, strict=True)),
    "flagged, unresolved": tuple(max(m, g) - c for m, g, c in zip(_M, _G, _C, strict=True)),
}


@dataclass
class Study:
    """The statements of a study: (section slice, class slice) -> vector."""

    cells: dict[tuple[str, str], Vector] = field(default_factory=dict)

    def slice(self, name: str) -> Vector:
        chosen = [v for key, v in self.cells.items() if name == "overall" or name in key]
        return tuple(map(sum, zip(*chosen, strict=True)))

    def plus(self, other: Study) -> Study:
        return Study(
            {
                key: tuple(map(sum, zip(v, other.cells[key], strict=True)))
                for key, v in self.cells.items()
            }
        )


Seven = tuple[int, ...]
"""What matters of a slice: (D, U, K, M, G, B, C); B are both misattributed and negated."""


def seven(vector: Vector) -> Seven:
    return tuple(
        dot(w, vector) for w in (_D, COUNTS["unsupported"], _K, _M, _G, COUNTS["both"], _C)
    )


def some_vector(of: Seven) -> Vector:
    """Return statements that have these seven counts."""
    d, u, k, m, g, b, c = of
    flagged = (m - b, g - b, b)
    contradicted = []
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

MOST_COMBINATIONS = 400_000


def determined(reports: Sequence[dict[str, Any]], most: int) -> dict[Answer, set[int]] | None:
    """Return the values that each count can have, in all tables that fit one or two reports.

    Of two, the first cohort is contained in the second. ``most`` statements are tried
    in a slice whose statements are not shown. None: too many tables to try.
    """
    by_slice = {}
    for name in FOUR:
        found = [list(options(shown_counts(one, name), most)) for one in reports]
        size = 1
        for one in found:
            size *= len(one)
        if size > MOST_COMBINATIONS:
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


def random_study(rng: random.Random, sizes: Sequence[int], kinds: Sequence[int]) -> Study:
    """A study whose cells have one of these sizes for each of these kinds, at random."""
    return Study(
        {
            (section, kind): tuple(
                rng.choice(sizes) if number in kinds else 0 for number in range(len(KINDS))
            )
            for section in PAIRS[0]
            for kind in PAIRS[1]
        }
    )


def report(study: Study, minimum: int, hidden: Sequence[str] = ()) -> dict[str, Any]:
    """The draft report; further metrics are hidden as if a cell of theirs were unsafe."""
    families = {}
    for metric in METRICS:
        counts = dict.fromkeys(SLICES, (0, 0))
        if metric in SHOWN:
            for name in ("overall", *FOUR, *SAME_AS_OVERALL):
                of = "overall" if name in SAME_AS_OVERALL else name
                counts[name] = tuple(dot(w, study.slice(of)) for w in SHOWN[metric])
        families[metric] = family_cells(counts, 10**9 if metric in hidden else minimum)
    return {
        "schema_version": DRAFTS_SCHEMA,
        "minimum_cell_size": minimum,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
        "slices": {s: {m: families[m][s] for m in METRICS} for s in SLICES},
    }
