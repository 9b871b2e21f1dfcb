"""Scoring: what each statement and each truth fact adds to the counts of the five metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from itertools import islice
from operator import or_

from .encounter import CLASS, NEGATED, PERSON, REQUIRED, SECTION, SLICE_BITS, Coded, Encounters
from .suppression import Counts
from .vocabulary import METRICS, SLICES

# What a statement is counted for, as bits beside those of its codes (encounter.py).
_UNSUPPORTED, _CONTRADICTED, _KNOWN, _OTHER_PERSON, _OTHER_POLARITY = (
    1 << (SLICE_BITS + 2 + place) for place in range(5)
)
_ALL = 0
_STATEMENT_METRICS = {
    # metric -> bits of a statement that counts, bit of one that is a fault
    "unsupported": (_ALL, _UNSUPPORTED),
    "contradiction": (_ALL, _CONTRADICTED),
    "misattribution": (_KNOWN, _OTHER_PERSON),
    "negation": (_KNOWN, _OTHER_POLARITY),
}
_SENSE = NEGATED | PERSON


class DraftCounts:
    """Counts by the bits of facts: they are few, however many drafts are added."""

    __slots__ = ("_covered", "_encounters", "_slices", "_statements", "_truth")

    def __init__(self) -> None:
        self._truth: Counter[int] = Counter()
        self._covered: Counter[int] = Counter()
        self._statements: Counter[int] = Counter()
        self._slices: dict[str, dict[str, Counts]] = {}
        # in how many drafts there is something in each slice that counts
        required, said, known = _SliceCounts(), _SliceCounts(), _SliceCounts()
        self._encounters = dict(zip(METRICS, (required, said, said, known, known), strict=True))

    def __repr__(self) -> str:
        return "DraftCounts(...)"

    def add(self, encounters: Encounters) -> None:
        """Score some drafts (contract, section 3)."""
        self._slices.clear()
        truth, said = encounters.truth, encounters.statements
        bits = [coded[0] for coded in truth.coded]
        facts = zip(truth.ids, zip(bits, truth.propositions, strict=True), strict=True)
        statements = zip(said.coded, said.propositions, said.citations, strict=True)
        covered: list[int] = []
        outcomes: list[int] = []
        said_of: list[int] = []
        known_of: list[int] = []
        for true, size in zip(encounters.truth_sizes, encounters.statement_sizes, strict=True):
            truth_of = dict(islice(facts, true))
            if not size:
                continue  # nothing is said, so nothing covered
            named, said_bits, known_bits = _score(truth_of, islice(statements, size), outcomes)
            covered += [truth_of[fact_id][0] for fact_id in named]
            said_of.append(said_bits)
            known_of.append(known_bits)
        self._truth.update(bits)
        self._covered.update(covered)
        self._statements.update(outcomes)
        required = iter([fact if fact & REQUIRED else 0 for fact in bits])
        required_of = [reduce(or_, islice(required, size)) for size in encounters.truth_sizes]
        self._encounters["omission"].add(required_of)
        self._encounters["unsupported"].add(said_of)
        self._encounters["negation"].add(known_of)

    def slices(self, metric: str) -> dict[str, Counts]:
        """Return (numerator, denominator) of all slices of a metric."""
        if metric not in self._slices:
            self._slices[metric] = self._summed(metric)
        return self._slices[metric]

    def _summed(self, metric: str) -> dict[str, Counts]:
        if metric == "omission":
            required = {b: n for b, n in self._truth.items() if b & REQUIRED}
            observations = by_slice(required)
            events = by_slice({b: n - self._covered[b] for b, n in required.items()})
        else:
            counts, fault = _STATEMENT_METRICS[metric]
            observed = {b: n for b, n in self._statements.items() if b & counts == counts}
            observations = by_slice(observed)
            events = by_slice({b: n for b, n in observed.items() if b & fault})
        return {name: (events[name], observations[name]) for name in SLICES}

    def encounters(self, metric: str) -> dict[str, int]:
        """Return how many drafts each slice of a metric rests on."""
        return self._encounters[metric].counts()


def _score(
    truth: Mapping[str, tuple[int, str]],
    statements: Iterable[tuple[Coded, str, Sequence[str]]],
    outcomes: list[int],
) -> tuple[set[str], int, int]:
    """Append what each statement of a draft counts for.

    ``truth`` has the bits and the proposition of each truth fact, by its identifier.
    Returns the identifiers of covered facts, all bits of the statements together,
    and all bits of those that cite a fact of the truth.
    """
    covered: set[str] = set()
    said_bits = known_bits = 0
    for (bits, _, _, _), proposition, citations in statements:
        supports = contradicts = known = differing = 0
        for cited in citations:
            if cited not in truth:
                continue
            known = _KNOWN
            fact_bits, fact_proposition = truth[cited]
            differs = bits ^ fact_bits
            differing |= differs
            if fact_proposition == proposition and not differs & CLASS:
                if differs & _SENSE:
                    contradicts += 1
                else:
                    supports += 1
        outcome = bits | known
        if supports and supports == len(citations):
            if differing & SECTION:
                citations = [one for one in citations if not (bits ^ truth[one][0]) & SECTION]
            covered.update(citations)
        elif contradicts and contradicts == len(citations):
            outcome |= _UNSUPPORTED | _CONTRADICTED
        else:
            outcome |= _UNSUPPORTED
        if differing & _SENSE:
            if differing & PERSON:
                outcome |= _OTHER_PERSON
            if differing & NEGATED:
                outcome |= _OTHER_POLARITY
        outcomes.append(outcome)
        said_bits |= outcome
        if known:
            known_bits |= outcome
    return covered, said_bits, known_bits


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
