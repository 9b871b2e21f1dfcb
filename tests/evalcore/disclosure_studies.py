"""Small studies for the disclosure check, and their draft reports.

A study here has statements and facts in two sections and two classes and no more, so
that five slices differ: overall, section:plan, section:other, class:lab, class:vital.
The speaker and the experiencer are the same throughout.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalcore.figures.suppression import family_cells
from evalcore.metrics import METRICS
from evalcore.vocabulary import DRAFTS_SCHEMA, NOTICE, SLICES

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

# numerators, denominators, complements, differences between them, and what two share
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
    "known, not contradicted": _minus(_K, _C),
}

# which of the flagged statements are contradicted, the counts above leave open
CROSSED = {
    "contradicted, misattributed": tuple(c * m for c, m in zip(_C, _M, strict=True)),
    "contradicted, right person": tuple(c * (1 - m) for c, m in zip(_C, _M, strict=True)),
    "misattributed, not contradicted": tuple(m * (1 - c) for c, m in zip(_C, _M, strict=True)),
    "contradicted, negated": tuple(c * g for c, g in zip(_C, _G, strict=True)),
    "contradicted, right polarity": tuple(c * (1 - g) for c, g in zip(_C, _G, strict=True)),
    "negated, not contradicted": tuple(g * (1 - c) for c, g in zip(_C, _G, strict=True)),
}


@dataclass
class Study:
    """(section slice, class slice) -> statements of each kind, and (omitted, covered) facts."""

    cells: dict[tuple[str, str], Vector] = field(default_factory=dict)
    facts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def slice(self, name: str) -> Vector:
        return _of_slice(self.cells, name) or (0,) * len(KINDS)

    def omission(self, name: str) -> tuple[int, int]:
        omitted, covered = _of_slice(self.facts, name) or (0, 0)
        return omitted, omitted + covered

    def plus(self, other: Study) -> Study:
        return Study(_sums(self.cells, other.cells), _sums(self.facts, other.facts))


def _of_slice(cells: Mapping[tuple[str, str], Any], name: str) -> Any:
    chosen = [vector for key, vector in cells.items() if name == "overall" or name in key]
    return tuple(map(sum, zip(*chosen, strict=True)))


def _sums(one: Mapping[Any, Vector], other: Mapping[Any, Vector]) -> dict[Any, Any]:
    result: dict[Any, Any] = dict(one)
    for key, vector in other.items():
        result[key] = tuple(map(sum, zip(result.get(key, (0,) * len(vector)), vector, strict=True)))
    return result


def statements(**kinds: int) -> Vector:
    """A vector from the kinds that there are; an underscore stands for a space."""
    named = {name.replace("_", " "): number for name, number in kinds.items()}
    assert named.keys() <= KINDS.keys()
    return tuple(named.get(name, 0) for name in KINDS)


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
        for name in ("overall", *FOUR, *SAME_AS_OVERALL):
            of = "overall" if name in SAME_AS_OVERALL else name
            if metric in SHOWN:
                numerator, denominator = (dot(w, study.slice(of)) for w in SHOWN[metric])
                counts[name] = numerator, denominator
            else:
                counts[name] = study.omission(of)
        families[metric] = family_cells(counts, 10**9 if metric in hidden else minimum)
    return {
        "schema_version": DRAFTS_SCHEMA,
        "minimum_cell_size": minimum,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
        "slices": {s: {m: families[m][s] for m in METRICS} for s in SLICES},
    }
