"""Scoring: the kind of each statement and each truth fact, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import chain, islice
from operator import or_

from ..figures.suppression import Counts
from ..metrics import KINDS_OF, METRICS, Kind, Kinds, Source
from ..vocabulary import SLICES
from .encounter import CLASS, NEGATED, PERSON, REQUIRED, SECTION, SLICE_BITS, Coded, Encounters

# An outcome is the bits of a fact's codes (encounter.py) and, beside them, one bit for its kind.
_BIT = {
    kind: 1 << (SLICE_BITS + 2 + place)
    for kinds in KINDS_OF.values()
    for place, kind in enumerate(kinds)
}
_OMITTED, _COVERED = _BIT[Kind.OMITTED], _BIT[Kind.COVERED]
_SUPPORTED, _UNKNOWN = _BIT[Kind.SUPPORTED], _BIT[Kind.UNKNOWN]
# by what a known fact that is cited has of its own: nothing, a person, a polarity, both
_UNRESOLVED = (
    _BIT[Kind.UNRESOLVED_NEITHER],
    _BIT[Kind.UNRESOLVED_PERSON],
    _BIT[Kind.UNRESOLVED_POLARITY],
    _BIT[Kind.UNRESOLVED_BOTH],
)
_CONTRADICTED = (
    0,  # there is none: what contradicts differs in one or the other
    _BIT[Kind.CONTRADICTED_PERSON],
    _BIT[Kind.CONTRADICTED_POLARITY],
    _BIT[Kind.CONTRADICTED_BOTH],
)
_SENSE = NEGATED | PERSON


def _bits(kinds: Kinds) -> int:
    return sum(_BIT[kind] for kind in kinds)


class DraftCounts:
    """Counts by the bits of outcomes: they are few, however many drafts are added."""

    __slots__ = ("_encounters", "_outcomes", "_slices")

    def __init__(self) -> None:
        self._outcomes: dict[Source, Counter[int]] = {source: Counter() for source in Source}
        self._slices: dict[str, dict[str, Counts]] = {}
        # in how many drafts there is something in each slice that counts
        self._encounters = {
            (metric.source, _bits(metric.denominator)): _SliceCounts()
            for metric in METRICS.values()
        }

    def __repr__(self) -> str:
        return "DraftCounts(...)"

    def add(self, encounters: Encounters) -> None:
        """Score some drafts (contract, section 3)."""
        self._slices.clear()
        truth, said = encounters.truth, encounters.statements
        bits = [coded[0] for coded in truth.coded]
        facts = zip(truth.ids, zip(bits, truth.propositions, strict=True), strict=True)
        statements = zip(said.coded, said.propositions, said.citations, strict=True)
        outcomes: dict[Source, list[list[int]]] = {source: [] for source in Source}
        for true, size in zip(encounters.truth_sizes, encounters.statement_sizes, strict=True):
            of_facts, of_statements = find_kinds(
                dict(islice(facts, true)), islice(statements, size)
            )
            outcomes[Source.FACT].append(of_facts)
            outcomes[Source.STATEMENT].append(of_statements)
        for source, drafts in outcomes.items():
            self._outcomes[source].update(chain.from_iterable(drafts))
        for (source, kinds), counts in self._encounters.items():
            counts.add([reduce(or_, [o for o in d if o & kinds], 0) for d in outcomes[source]])

    def slices(self, metric: str) -> dict[str, Counts]:
        """Return (numerator, denominator) of all slices of a metric."""
        if metric not in self._slices:
            self._slices[metric] = self._summed(metric)
        return self._slices[metric]

    def _summed(self, code: str) -> dict[str, Counts]:
        metric = METRICS[code]
        events, observations = (
            by_slice({b: n for b, n in self._outcomes[metric.source].items() if b & kinds})
            for kinds in (_bits(metric.numerator), _bits(metric.denominator))
        )
        return {name: (events[name], observations[name]) for name in SLICES}

    def encounters(self, metric: str) -> dict[str, int]:
        """Return how many drafts each slice of a metric rests on."""
        one = METRICS[metric]
        return self._encounters[one.source, _bits(one.denominator)].counts()


def find_kinds(
    truth: Mapping[str, tuple[int, str]], statements: Iterable[tuple[Coded, str, Sequence[str]]]
) -> tuple[list[int], list[int]]:
    """Return the outcomes of a draft's truth facts and of its statements.

    ``truth`` has the bits and the proposition of each truth fact, by its identifier.
    A fact that need not appear is of no kind.
    """
    covered: set[str] = set()
    outcomes: list[int] = []
    for (bits, _, _, _), proposition, citations in statements:
        supports = contradicts = known = differing = 0
        for cited in citations:
            if cited not in truth:
                continue
            known = 1
            fact_bits, fact_proposition = truth[cited]
            differs = bits ^ fact_bits
            differing |= differs
            if fact_proposition == proposition and not differs & CLASS:
                if differs & _SENSE:
                    contradicts += 1
                else:
                    supports += 1
        if not known:
            outcomes.append(bits | _UNKNOWN)
        elif supports == len(citations):
            if differing & SECTION:
                citations = [one for one in citations if not (bits ^ truth[one][0]) & SECTION]
            covered.update(citations)
            outcomes.append(bits | _SUPPORTED)
        else:
            how = 0
            if differing & _SENSE:
                how = (1 if differing & PERSON else 0) + (2 if differing & NEGATED else 0)
            kinds = _CONTRADICTED if contradicts == len(citations) else _UNRESOLVED
            outcomes.append(bits | kinds[how])
    of_facts = [
        bits | (_COVERED if fact_id in covered else _OMITTED) if bits & REQUIRED else bits
        for fact_id, (bits, _) in truth.items()
    ]
    return of_facts, outcomes


def by_slice(count_of_bits: Mapping[int, int]) -> dict[str, int]:
    """Return the sum for each slice over all bits that lie in it."""
    total = dict.fromkeys(SLICES, 0)
    for bits, count in count_of_bits.items():
        for name in _slices_of(bits & _SLICES):
            total[name] += count
    return total


@cache
def _slices_of(bits: int) -> tuple[str, ...]:
    """Return the slices of bits; they are those of a fact, or half of a draft's: 4,591 at most."""
    named = (name for place, name in enumerate(SLICES[1:]) if bits >> place & 1)
    return SLICES[0], *named


_SLICES = (1 << SLICE_BITS) - 1
_HALF = SLICE_BITS // 2
_LOW = (1 << _HALF) - 1


class _SliceCounts:
    """Counts for each slice the drafts that have it among their bits.

    The bits of a draft are counted in two halves, so that there are at most 2 x 2,048 counts.
    """

    __slots__ = ("_all", "_high", "_low")

    def __init__(self) -> None:
        self._low: Counter[int] = Counter()
        self._high: Counter[int] = Counter()
        self._all = 0

    def add(self, drafts: list[int]) -> None:
        """Add some drafts: all bits of what counts in each, 0 for nothing."""
        drafts = [bits for bits in drafts if bits]
        self._low.update([bits & _LOW for bits in drafts])
        self._high.update([bits >> _HALF & _LOW for bits in drafts])
        self._all += len(drafts)

    def counts(self) -> dict[str, int]:
        total = by_slice(self._low)
        for bits, count in self._high.items():
            for name in _slices_of(bits << _HALF)[1:]:
                total[name] += count
        total[SLICES[0]] = self._all
        return total
