"""The draft metrics and the review rates: what each counts, and its words, once (contract, 3, 4).

Every statement of a draft is of exactly one *kind*, and so is every fact that must appear
(scoring finds it: ``drafts/counts.py``, ``find_kinds``). A metric is which kinds it is counted
over and which of them are faults. From that follow its counts, what two metrics of a saved
report imply for each other, and what published metrics give away together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Kind(StrEnum):
    """What a statement, or a fact that must appear, turned out to be.

    Of a statement: its state, and whether a known fact that it cites has another *person*
    (speaker or experiencer), another *polarity*, both or neither. A supported one has neither,
    a contradicted one at least one of the two; ``UNKNOWN`` cites no known fact at all.
    """

    SUPPORTED = "supported"
    CONTRADICTED_PERSON = "contradicted person"
    CONTRADICTED_POLARITY = "contradicted polarity"
    CONTRADICTED_BOTH = "contradicted both"
    UNRESOLVED_PERSON = "unresolved person"
    UNRESOLVED_POLARITY = "unresolved polarity"
    UNRESOLVED_BOTH = "unresolved both"
    UNRESOLVED_NEITHER = "neither"
    UNKNOWN = "unknown"

    OMITTED = "omitted"
    COVERED = "covered"


class Source(StrEnum):
    """What a metric counts: whose slices its counts are in."""

    FACT = "fact"
    STATEMENT = "statement"


Kinds = tuple[Kind, ...]

CONTRADICTED: Kinds = (
    Kind.CONTRADICTED_PERSON,
    Kind.CONTRADICTED_POLARITY,
    Kind.CONTRADICTED_BOTH,
)
UNRESOLVED_FLAGGED: Kinds = (
    Kind.UNRESOLVED_PERSON,
    Kind.UNRESOLVED_POLARITY,
    Kind.UNRESOLVED_BOTH,
)
UNSUPPORTED_KNOWN: Kinds = (*CONTRADICTED, *UNRESOLVED_FLAGGED, Kind.UNRESOLVED_NEITHER)
KNOWN: Kinds = (Kind.SUPPORTED, *UNSUPPORTED_KNOWN)
"""Statements that cite at least one known fact."""

KINDS_OF: Mapping[Source, Kinds] = MappingProxyType(
    {
        Source.STATEMENT: (*KNOWN, Kind.UNKNOWN),
        Source.FACT: (Kind.OMITTED, Kind.COVERED),
    }
)
"""All kinds that there are."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One draft metric.

    ``sentence`` says what is counted and ``denominator_words`` over what;
    ``short_title`` and ``short_sentence`` stand where there is little room.
    """

    code: str
    title: str
    short_title: str
    sentence: str
    short_sentence: str
    source: Source
    denominator_words: str
    denominator: Kinds
    numerator: Kinds

    def __post_init__(self) -> None:
        if not set(self.numerator) < set(self.denominator) <= set(KINDS_OF[self.source]):
            raise ValueError(self.code)

    @property
    def rest(self) -> Kinds:
        """What is counted and no fault."""
        return tuple(kind for kind in self.denominator if kind not in self.numerator)

    @property
    def counting(self) -> str:
        """Over what it is counted, and whose its slices are, as a text for people."""
        return f"Counted over {self.denominator_words}. A slice is that of the {self.source}."


_ALL_STATEMENTS = "all statements of the drafts"
_CITING = "the statements that cite at least one known fact"

METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.code: metric
        for metric in (
            Metric(
                code="omission",
                title="Omission",
                short_title="Omission",
                sentence="Required facts left out or put in another section.",
                short_sentence="Facts left out or put elsewhere.",
                source=Source.FACT,
                denominator_words="the facts that must appear",
                denominator=KINDS_OF[Source.FACT],
                numerator=(Kind.OMITTED,),
            ),
            Metric(
                code="unsupported",
                title="Unsupported",
                short_title="Unsupp.",
                sentence="Statements that their citations do not fully support.",
                short_sentence="Not fully supported.",
                source=Source.STATEMENT,
                denominator_words=_ALL_STATEMENTS,
                denominator=KINDS_OF[Source.STATEMENT],
                numerator=(Kind.UNKNOWN, *UNSUPPORTED_KNOWN),
            ),
            Metric(
                code="contradiction",
                title="Contradiction",
                short_title="Contrad.",
                sentence="Statements whose citations all contradict them.",
                short_sentence="All citations contradict.",
                source=Source.STATEMENT,
                denominator_words=_ALL_STATEMENTS,
                denominator=KINDS_OF[Source.STATEMENT],
                numerator=CONTRADICTED,
            ),
            Metric(
                code="misattribution",
                title="Misattribution",
                short_title="Misattrib.",
                sentence="Statements with the wrong speaker or the wrong person.",
                short_sentence="Wrong speaker or person.",
                source=Source.STATEMENT,
                denominator_words=_CITING,
                denominator=KNOWN,
                numerator=(
                    Kind.CONTRADICTED_PERSON,
                    Kind.CONTRADICTED_BOTH,
                    Kind.UNRESOLVED_PERSON,
                    Kind.UNRESOLVED_BOTH,
                ),
            ),
            Metric(
                code="negation",
                title="Negation",
                short_title="Negation",
                sentence="Statements that deny what was said, or the reverse.",
                short_sentence="Denied what was said.",
                source=Source.STATEMENT,
                denominator_words=_CITING,
                denominator=KNOWN,
                numerator=(
                    Kind.CONTRADICTED_POLARITY,
                    Kind.CONTRADICTED_BOTH,
                    Kind.UNRESOLVED_POLARITY,
                    Kind.UNRESOLVED_BOTH,
                ),
            ),
        )
    }
)
"""Code -> metric, in the order in which metrics are shown."""

METRIC_CODES = tuple(METRICS)


class ReviewCount(StrEnum):
    """What the import of returns counts; ``DIFFERING`` drafts are those not agreed on."""

    DRAFTS = "drafts"
    AGREED = "agreed"
    DIFFERING = "differing"
    ADJUDICATED = "adjudicated"
    DECISIONS = "decisions"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Rate:
    """One review rate: ``sentence`` says what it is, ``counting`` what to know when reading it.

    ``unit`` names what the denominator counts.
    """

    code: str
    title: str
    sentence: str
    counting: str
    unit: str
    numerator: ReviewCount
    denominator: ReviewCount


RATES: Mapping[str, Rate] = MappingProxyType(
    {
        rate.code: rate
        for rate in (
            Rate(
                code="agreement",
                title="Agreement",
                sentence="How often all reviewers of a draft chose the same decision.",
                counting="Agreement on “unclear” counts too. Not corrected for chance.",
                unit="drafts",
                numerator=ReviewCount.AGREED,
                denominator=ReviewCount.DRAFTS,
            ),
            Rate(
                code="adjudication",
                title="Adjudication",
                sentence="How many of the drafts that disagree were adjudicated.",
                counting="A draft without adjudication still carries a typed reason.",
                unit="drafts that disagree",
                numerator=ReviewCount.ADJUDICATED,
                denominator=ReviewCount.DIFFERING,
            ),
            Rate(
                code="unclear",
                title="Unclear",
                sentence="How many single decisions were “unclear”.",
                counting="Counts decisions, not drafts: each draft has two or more.",
                unit="decisions",
                numerator=ReviewCount.UNCLEAR,
                denominator=ReviewCount.DECISIONS,
            ),
        )
    }
)
"""Code -> rate, in the order in which rates are shown."""

RATE_CODES = tuple(RATES)

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(number: int) -> str:
    """Return a number in words up to ten, else in digits."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


METRICS_IN_WORDS = f"{number_word(len(METRICS))} metrics"
RATES_IN_WORDS = f"{number_word(len(RATES))} rates"
