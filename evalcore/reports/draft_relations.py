"""What the definitions of the draft metrics imply between their counts.

A metric's denominator, numerator and rest are sets of kinds of which each fact or statement
is exactly one (metrics.py). So in every slice a count is no larger than that of a set that
contains its own, the counts of two sets apart no larger together than that of a set that
contains both, and a count no larger than those of two sets that cover its own together.

Of the statements of a slice let D be all, U the unsupported, C the contradicted, K those that
cite a known fact, M and N those of K with misattribution and with negation; S = D - U. All
that the five metrics imply is

    C <= U <= D, K <= D, S + max(C, M, N) <= K, C <= M + N

A fact is covered by a supported statement of its own section, class, speaker
and experiencer, and a statement has at most 64 citations: in every slice the
covered facts are at most 64 S. Each relation holds in every slice, and what a
slice leaves open has one total, however the statements are partitioned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from ..figures.suppression import Counts
from ..metrics import METRICS, Kind, Kinds, Metric
from ..vocabulary import MAX_CITATIONS, PARTITIONS, SLICES
from .inconsistencies import Inconsistencies

_PARTITIONS = (SLICES[:1], *PARTITIONS.values())

_TWO = "The {}s are the same as in {}, but their number is not."
_KNOWN = "More statements cite a known fact than there are statements."
_CONTRADICTED = "There are more contradicted statements than {} ones."
_PERSON = "There are contradicted statements without another person or another polarity."
_SUPPORTED = "There are more supported statements than statements that cite a known fact."
_BESIDE = "Supported statements and those counted here are more than cite a known fact."
_MANY_COVERED = "More facts are covered than the supported statements of this slice can cite."
_NOT_BOTH = "This and {} cannot be right together."
_TOTAL = "The slices of two partitions leave no number of statements that suits both."

Range = tuple[int, int]
Sets = tuple[frozenset[Kind], ...]


@dataclass(frozen=True, slots=True, repr=False)
class _Slice:
    """The counts of one slice by what they count; as above, None where they are not shown."""

    shown: frozenset[str]
    counts: dict[frozenset[Kind], int]
    d: int | None
    u: int | None
    c: int | None
    k: int | None
    m: int | None
    n: int | None
    covered: int | None

    @property
    def least_supported(self) -> int:
        """The supported statements, or as many as there must be."""
        if self.d is not None and self.u is not None:
            return self.d - self.u
        return -(-(self.covered or 0) // MAX_CITATIONS)

    @property
    def most_supported(self) -> int | None:
        """The supported statements, or as many as there can be; None without a bound."""
        if self.d is not None and self.u is not None:
            return self.d - self.u
        bounds = [] if self.d is None else [self.d - (self.c or 0)]
        if self.k is not None:
            bounds += [self.k - (other or 0) for other in (self.c, self.m, self.n)]
        return min(bounds, default=None)


def check_relations(
    counts: dict[str, dict[str, Counts]], hidden: list[str], minimum: int, found: Inconsistencies
) -> None:
    """Note counts of different metrics that cannot all be right.

    ``counts`` has the reliable counts of the metrics that are shown, empty
    slices as (0, 0); ``hidden`` names the metrics that are suppressed as a whole.
    """
    before = bool(found)
    slices = {}
    for name in SLICES:
        one = _slice({metric: of[name] for metric, of in counts.items() if name in of}, name, found)
        if one is not None and _check_slice(one, name, found):
            slices[name] = one
    if len(slices) == len(SLICES):
        _check_totals(slices, found)
    if not before and not found:
        for metric in hidden:
            if not _may_be_unsafe(metric, list(slices.values()), minimum):
                found.add("suppressed_without_reason", ("slices", metric))


def _slice(pairs: dict[str, Counts], name: str, found: Inconsistencies) -> _Slice | None:
    """Return a slice's counts, or None if two metrics disagree on what they count."""
    first: dict[frozenset[Kind], str] = {}
    for metric, pair in pairs.items():
        before = first.setdefault(frozenset(METRICS[metric].denominator), metric)
        if pair[1] != pairs[before][1]:
            path = ("slices", name, metric, "denominator")
            message = _TWO.format(METRICS[metric].source, before)
            found.add("denominators_differ", path, message, vary=1)
            return None
    counts: dict[frozenset[Kind], int] = {}
    for code, (numerator, denominator) in pairs.items():
        metric_parts = (denominator, numerator, denominator - numerator)
        counts |= zip(map(frozenset, _parts(METRICS[code])), metric_parts, strict=True)
    return _Slice(frozenset(pairs), counts, *map(counts.get, (_D, _U, _C, _K, _M, _N, _COVERED)))


def _check_slice(one: _Slice, name: str, found: Inconsistencies) -> bool:
    """Note the first relation that does not hold; return whether all hold."""
    counts = one.counts
    for relation in _relations_between(one.shown):
        if sum(map(counts.__getitem__, relation.smaller)) > sum(
            map(counts.__getitem__, relation.larger)
        ):
            metric = next(metric for metric in relation.metrics if metric in one.shown)
            path = ("slices", name, metric, relation.field)
            found.add(relation.code, path, relation.message, vary=1)
            return False
    most = one.most_supported
    if one.covered is not None and most is not None and one.covered > MAX_CITATIONS * most:
        found.add(
            "metrics_disagree", ("slices", name, "omission", "numerator"), _MANY_COVERED, vary=1
        )
        return False
    return True


@dataclass(frozen=True, slots=True)
class Relation:
    """The counts of the ``smaller`` sets together are at most those of the ``larger``.

    If not, it is told at the first of ``metrics`` that is shown.
    """

    smaller: tuple[frozenset[Kind], ...]
    larger: tuple[frozenset[Kind], ...]
    code: str
    metrics: tuple[str, ...]
    field: str
    message: str


def _parts(metric: Metric) -> tuple[Kinds, Kinds, Kinds]:
    return metric.denominator, metric.numerator, metric.rest


_D, _U, _S = map(frozenset, _parts(METRICS["unsupported"]))
_K, _M, _ = map(frozenset, _parts(METRICS["misattribution"]))
_C, _N = (frozenset(METRICS[code].numerator) for code in ("contradiction", "negation"))
_COVERED = frozenset((Kind.COVERED,))
_CONTAINED, _DISAGREE = "larger_than_containing", "metrics_disagree"
_AT, _OF, _BY = ("contradiction",), ("misattribution", "negation"), ("unsupported",)

IN_WORDS = (
    Relation((_K,), (_D,), _CONTAINED, _OF, "denominator", _KNOWN),
    Relation((_C,), (_U,), _CONTAINED, _AT, "numerator", _CONTRADICTED.format("unsupported")),
    Relation((_C,), (_M, _N), _DISAGREE, _AT, "numerator", _PERSON),
    Relation((_S,), (_K,), _CONTAINED, _BY, "numerator", _SUPPORTED),
    Relation((_S, _C), (_K,), _DISAGREE, _AT, "numerator", _BESIDE),
    Relation((_S, _M), (_K,), _DISAGREE, _OF[:1], "numerator", _BESIDE),
    Relation((_S, _N), (_K,), _DISAGREE, _OF[1:], "numerator", _BESIDE),
    Relation((_C,), (_K,), _CONTAINED, _AT, "numerator", _CONTRADICTED.format("citing")),
)
"""Relations with a sentence of their own, in the order in which they are looked at."""


@cache
def _relations_between(shown: frozenset[str]) -> tuple[Relation, ...]:
    """Return those between counts that these metrics show."""
    known = {frozenset(kinds) for code in shown for kinds in _parts(METRICS[code])}
    return tuple(one for one in relations() if known.issuperset((*one.smaller, *one.larger)))


@cache
def relations() -> tuple[Relation, ...]:
    """Return those in words, and after them all that follow from the definitions."""
    where: dict[frozenset[Kind], list[str]] = {}
    for part in range(3):  # the rests last: what they imply is mostly implied by numerators
        for code, metric in METRICS.items():
            where.setdefault(frozenset(_parts(metric)[part]), []).append(code)
    denominators = {frozenset(metric.denominator) for metric in METRICS.values()}
    known = {(frozenset(one.smaller), frozenset(one.larger)) for one in IN_WORDS}
    own = [set(map(frozenset, _parts(metric))) for metric in METRICS.values()]
    found = list(IN_WORDS)

    def add(smaller: Sets, larger: Sets, code: str) -> None:
        if (frozenset(smaller), frozenset(larger)) in known:
            return
        if any(parts >= {*smaller, *larger} for parts in own):
            return  # they were taken from one cell
        told, *others = (where[kinds] for kinds in (*reversed(smaller), *larger))
        field = "denominator" if smaller[-1] in denominators else "numerator"
        titles = dict.fromkeys(METRICS[codes[0]].title for codes in others)
        message = _NOT_BOTH.format(" and ".join(titles))
        found.append(Relation(smaller, larger, code, tuple(told), field, message))

    for one, other in permutations(where, 2):
        if one < other:
            add((one,), (other,), _CONTAINED)
    for one, other in combinations(where, 2):
        for third in where:
            if not one & other and one | other <= third:
                add((one, other), (third,), _DISAGREE)
            if third < one | other and not (third <= one or third <= other):
                add((third,), (one, other), _DISAGREE)
    return tuple(found)


def _check_totals(slices: dict[str, _Slice], found: Inconsistencies) -> None:
    """Check what slices leave open: it has one total, whichever partition is summed.

    Three such numbers: statements with another person or another polarity (or
    both), contradicted ones with another person, those with another polarity.
    """
    for kind in range(3):
        ranges = []
        for names in _PARTITIONS:
            parts = [_open_ranges(slices[name]) for name in names]
            known = [part[kind] for part in parts if part is not None]
            if len(known) < len(parts) or any(low > high for low, high in known):
                return
            ranges.append((sum(low for low, _ in known), sum(high for _, high in known)))
        if max(low for low, _ in ranges) > min(high for _, high in ranges):
            found.add("metrics_disagree", ("slices", "misattribution and negation"), _TOTAL)
            return


def _open_ranges(one: _Slice) -> tuple[Range, Range, Range] | None:
    if one.k is None or one.m is None or one.n is None:
        return None
    rest = one.k - one.least_supported
    c = one.c or 0
    either = max(one.m, one.n, c), min(one.m + one.n, rest)
    if one.c is None:
        return either, (0, one.m), (0, one.n)
    person = max(0, c - min(one.n, rest - one.m)), min(c, one.m)
    polarity = max(0, c - min(one.m, rest - one.n)), min(c, one.n)
    return either, person, polarity


def _may_be_unsafe(metric: str, slices: list[_Slice], minimum: int) -> bool:
    """Tell whether a hidden metric can have a cell that may not be shown (or none at all)."""
    nonempty = False
    for one in slices:
        numerators = _hidden_range(metric, one)
        if numerators is None:
            return True
        (low, high), observations = numerators
        if observations == 0:
            continue
        nonempty = True
        small = max(low, 1) <= min(high, minimum - 1)
        nearly_all = max(low, observations - minimum + 1) <= min(high, observations - 1)
        if observations < minimum or small or nearly_all:
            return True
    return not nonempty


def _hidden_range(metric: str, one: _Slice) -> tuple[Range, int] | None:
    """Return the possible numerators of a hidden metric and its denominator, None if unknown."""
    d, u, k, m, n = one.d, one.u, one.k, one.m, one.n
    c = one.c or 0
    if metric in ("misattribution", "negation"):
        other = n if metric == "misattribution" else m
        if k is None:
            # nothing is unsupported: all statements cite known facts, none of them wrongly
            return ((0, 0), d) if d is not None and u == 0 else None
        return (0 if other is None else max(0, c - other), k - one.least_supported), k
    if metric == "contradiction" and u is not None and d is not None:
        bounds = [u] if k is None else [u, k - one.least_supported]
        if m is not None and n is not None:
            bounds.append(m + n)
        return (0, min(bounds)), d
    if metric == "unsupported" and d is not None:
        most = one.most_supported
        return (d - (d if most is None else most), d - one.least_supported), d
    return None
