"""What stands behind the cells of draft and review reports: counts, rules, and what is asked.

A *table* is the counts of one cohort; the increment from one cohort to a larger
one that contains it is a table too. Its counts are sums of *atoms*, which are
whole and not negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..metrics import (
    CONTRADICTED,
    KINDS_OF,
    METRICS,
    RATES,
    UNRESOLVED_FLAGGED,
    UNSUPPORTED_KNOWN,
    Kind,
    Kinds,
    ReviewCount,
    Source,
)
from ..vocabulary import MAX_CITATIONS, MAX_REVIEW_ROWS, PARTITIONS, SLICES

Sum = Mapping[str, int]
"""Atom -> coefficient."""

WHOLE = ""
"""The one slice of a review report."""


@dataclass(frozen=True, slots=True)
class Question:
    """A count that might be given away, and the metrics that it belongs to.

    ``topic`` groups what is told together. Counts of another ``unit`` are never the same.
    """

    count: Sum
    metrics: tuple[str, ...]
    topic: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The atoms of a table, the rules between them, and what a report shows.

    ``rules`` are sums that are 0, ``bounds`` sums that are not negative. Each atom adds
    up over every group of slices to the first slice. ``shown`` has numerator and
    denominator of each metric.
    ``single``: each metric is hidden for its one cell, and never without reason.
    ``least``: a sum that is at least 1 in every cohort.
    """

    atoms: tuple[str, ...]
    rules: tuple[Sum, ...]
    bounds: tuple[Sum, ...]
    slices: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    shown: Mapping[str, tuple[Sum, Sum]]
    questions: tuple[Question, ...]
    single: bool = False
    least: Sum | None = None

    def parts(self, metric: str) -> tuple[Sum, Sum, Sum]:
        """Return denominator, numerator and rest of a metric, which are unsafe if small."""
        return _parts(self.shown[metric])


@dataclass(frozen=True, slots=True, repr=False)
class Published:
    """What one report shows: metric -> slice -> (numerator, denominator); hidden metrics not."""

    minimum: int
    cells: Mapping[str, Mapping[str, tuple[int, int]]]


def published_drafts(report: Mapping[str, Any]) -> Published:
    """Return what a draft report shows; a null cell of a metric that is shown is 0 of 0."""
    slices = report["slices"]
    cells = {}
    for metric in METRICS:
        pairs = {name: _pair(slices[name][metric]) for name in SLICES}
        if any(pairs.values()):
            cells[metric] = {name: pair or (0, 0) for name, pair in pairs.items()}
    return Published(report["minimum_cell_size"], cells)


def published_reviews(report: Mapping[str, Any]) -> Published:
    """Return what a review report shows; each rate is shown or hidden by itself."""
    pairs = {name: _pair(report["rates"][name]) for name in RATES}
    cells = {name: {WHOLE: pair} for name, pair in pairs.items() if pair}
    return Published(report["minimum_cell_size"], cells)


def _pair(cell: Mapping[str, Any]) -> tuple[int, int] | None:
    return None if cell["suppressed"] else (cell["numerator"], cell["denominator"])


def total(*names: str) -> dict[str, int]:
    """Return a sum of atoms, each once."""
    return dict.fromkeys(map(str, names), 1)


def _without(kinds: Kinds, others: Kinds) -> Kinds:
    return tuple(kind for kind in kinds if kind not in others)


def _shared(kinds: Kinds, others: Kinds) -> Kinds:
    return tuple(kind for kind in kinds if kind in others)


def _parts(pair: tuple[Sum, Sum]) -> tuple[Sum, Sum, Sum]:
    """Return denominator, numerator and rest of (numerator, denominator)."""
    numerator, denominator = pair
    rest = {atom: n - numerator.get(atom, 0) for atom, n in denominator.items()}
    return denominator, numerator, {atom: n for atom, n in rest.items() if n}


_U, _C, _M, _G = "unsupported", "contradiction", "misattribution", "negation"
_MISATTRIBUTED, _NEGATED = (METRICS[code].numerator for code in (_M, _G))
_UNSUPPORTED = METRICS[_U].numerator
_FLAGGED = (*CONTRADICTED, *UNRESOLVED_FLAGGED)


def _part_questions(
    shown: Mapping[str, tuple[Sum, Sum]], told: Mapping[str, tuple[str, str]]
) -> list[Question]:
    """Return denominator, numerator and rest of each metric; what several share is asked once.

    ``told`` has topic and unit of the metrics that do not go with the others.
    """
    asked: dict[frozenset[tuple[str, int]], tuple[Sum, list[str]]] = {}
    for metric in shown:
        for count in _parts(shown[metric]):
            asked.setdefault(frozenset(count.items()), (count, []))[1].append(metric)
    return [
        Question(count, tuple(metrics), *told.get(metrics[0], ()))
        for count, metrics in asked.values()
    ]


def _across(kinds: Iterable[str], *metrics: str) -> Question:
    return Question(total(*kinds), metrics)


# what metrics give away of each other; those of a fact have none
_ACROSS = (
    _across(_without(_UNSUPPORTED, CONTRADICTED), _U, _C),
    _across(_without(METRICS[_U].denominator, METRICS[_M].denominator), _U, _M),
    _across(UNSUPPORTED_KNOWN, _U, _M),
    _across(_without(UNSUPPORTED_KNOWN, CONTRADICTED), _U, _C, _M),
    _across(_without(UNSUPPORTED_KNOWN, _MISATTRIBUTED), _U, _M),
    _across(_without(UNSUPPORTED_KNOWN, _NEGATED), _U, _G),
    _across(_without(_MISATTRIBUTED, _NEGATED), _M, _G),
    _across(_without(_NEGATED, _MISATTRIBUTED), _M, _G),
    _across(_shared(_MISATTRIBUTED, _NEGATED), _M, _G),
    _across(_FLAGGED, _M, _G),
    _across((Kind.UNRESOLVED_NEITHER,), _U, _M, _G),
    _across(UNRESOLVED_FLAGGED, _C, _M, _G),
    _across(_without(METRICS[_M].denominator, CONTRADICTED), _C, _M),
    *(
        _across(kinds, _C, other)
        for other, numerator in ((_M, _MISATTRIBUTED), (_G, _NEGATED))
        for kinds in (
            _shared(CONTRADICTED, numerator),
            _without(CONTRADICTED, numerator),
            _without(numerator, CONTRADICTED),
        )
    ),
)


def _other_pairs() -> Iterator[Question]:
    """Yield what two metrics share and do not, for pairs that are not among those above."""
    for one, other in combinations(METRICS.values(), 2):
        pair = one.code, other.code
        if one.source is not other.source or any(set(pair) <= set(q.metrics) for q in _ACROSS):
            continue
        mine, others = one.numerator, other.numerator
        for kinds in (_shared(mine, others), _without(mine, others), _without(others, mine)):
            if kinds:
                yield _across(kinds, *pair)


_DRAFTS_SHOWN = {
    code: (total(*metric.numerator), total(*metric.denominator)) for code, metric in METRICS.items()
}
_FACTS = {code: ("truth", "") for code, one in METRICS.items() if one.source is Source.FACT}

DRAFT_TABLE = Model(
    atoms=tuple(total(*KINDS_OF[Source.STATEMENT], *KINDS_OF[Source.FACT])),
    rules=(),
    # a covered fact is cited by a supported statement of its own four slices
    bounds=({str(Kind.SUPPORTED): MAX_CITATIONS, str(Kind.COVERED): -1},),
    slices=SLICES,
    groups=tuple(PARTITIONS.values()),
    shown=_DRAFTS_SHOWN,
    questions=(*_part_questions(_DRAFTS_SHOWN, _FACTS), *_ACROSS, *_other_pairs()),
)


def review_table(fewest: int = 2, most: int | None = None) -> Model:
    """Return the table of reviews, of which each draft has ``fewest`` to ``most``; None: or more.

    A draft on which all agree has decisions that are all "unclear" or none; one on
    which they differ has at least one that is not (contract, section 4).
    """
    unclear = {"agreed unclear": fewest, "unclear in differing": 1}
    differing = total("adjudicated", "not adjudicated")
    clear = {"agreed clear": fewest, **differing, "more clear in differing": 1}
    rule = {
        "unclear in differing": 1,
        "more clear in differing": 1,
        "adjudicated": 1 - fewest,
        "not adjudicated": 1 - fewest,
    }
    agreed = ("agreed unclear", "agreed clear")
    atoms = [*agreed, *differing, "unclear in differing", "more clear in differing"]
    bounds: list[Sum] = []
    if most != fewest:
        unclear["more agreed unclear"] = clear["more agreed clear"] = 1
        rule["more in differing"] = -1
        atoms += ["more agreed unclear", "more agreed clear", "more in differing"]
        # no draft has more than the most, and one that there is not has none
        times = MAX_REVIEW_ROWS if most is None else most - fewest
        bounds = [
            {"agreed unclear": times, "more agreed unclear": -1},
            {"agreed clear": times, "more agreed clear": -1},
            {"adjudicated": times, "not adjudicated": times, "more in differing": -1},
        ]
    drafts = {**total(*agreed), **differing}
    sums: Mapping[ReviewCount, Sum] = {
        ReviewCount.DRAFTS: drafts,
        ReviewCount.AGREED: total(*agreed),
        ReviewCount.DIFFERING: differing,
        ReviewCount.ADJUDICATED: total("adjudicated"),
        ReviewCount.DECISIONS: {**unclear, **clear},
        ReviewCount.UNCLEAR: unclear,
    }
    shown = {code: (sums[rate.numerator], sums[rate.denominator]) for code, rate in RATES.items()}
    of_decisions = {
        code: ("", "decisions")
        for code, rate in RATES.items()
        if rate.denominator is ReviewCount.DECISIONS
    }
    return Model(
        atoms=tuple(atoms),
        rules=(rule,),
        bounds=tuple(bounds),
        least=drafts,
        slices=(WHOLE,),
        groups=(),
        shown=shown,
        questions=(
            *_part_questions(shown, of_decisions),
            Question(total("agreed unclear"), ("agreement", "unclear")),
            Question(total("agreed clear"), ("agreement", "unclear")),
        ),
        single=True,
    )
