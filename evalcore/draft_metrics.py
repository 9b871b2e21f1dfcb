"""The five draft metrics over the 23 slices, draft by draft into a tally."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from .ambient_drafts import AmbientDraft, AmbientFact, DraftRevision
from .errors import EvaluationError, Place, value_free
from .suppression import Cell, Counts, check_minimum_cell_size, family_cells, smallest_count
from .vocabulary import DEFAULT_MINIMUM_CELL_SIZE, DRAFTS_SCHEMA, METRICS, NOTICE, SLICES


class DraftReport(TypedDict):
    """The draft report; ``slices`` is slice -> metric -> cell, all 23 and all 5."""

    schema_version: str
    minimum_cell_size: int
    notice: str
    reviewer_confirmation_required: bool
    slices: dict[str, dict[str, Cell]]


class DraftTally:
    """The counts of all drafts added so far, and their revisions.

    It keeps counts by section, class, speaker and experiencer together and two
    identifiers a draft, and shows none of them: figures come out of ``report``
    alone, suppressed.
    """

    __slots__ = ("_counts", "_encounters", "_revisions")

    def __init__(self) -> None:
        # metric -> (section, class, speaker, experiencer) -> [events, observations]
        self._counts: dict[str, dict[tuple[str, str, str, str], list[int]]]
        self._counts = {metric: {} for metric in METRICS}
        # metric -> slice -> drafts with an observation in it
        self._encounters = {metric: dict.fromkeys(SLICES, 0) for metric in METRICS}
        self._revisions: dict[str, DraftRevision] = {}

    def __repr__(self) -> str:
        return "DraftTally(...)"

    @property
    def revisions(self) -> tuple[DraftRevision, ...]:
        """Alias and revision of every draft, in the order in which they were added."""
        return tuple(self._revisions.values())

    @value_free
    def add(self, draft: AmbientDraft) -> None:
        """Score one draft.

        Raises EvaluationError ``invalid_draft_record`` (no AmbientDraft) or
        ``duplicate_encounter`` (a second one of its alias); ``place.encounter``
        is its position from 1.
        """
        encounter = len(self._revisions) + 1
        if type(draft) is not AmbientDraft:
            raise EvaluationError("invalid_draft_record", Place(encounter=encounter))
        if draft.blinded_case_id in self._revisions:
            place = Place(encounter=encounter, field="blinded_case_id")
            raise EvaluationError("duplicate_encounter", place)
        self._score(draft)
        self._revisions[draft.blinded_case_id] = DraftRevision(
            draft.blinded_case_id, draft.revision
        )

    @value_free
    def report(self, minimum_cell_size: int = DEFAULT_MINIMUM_CELL_SIZE) -> DraftReport:
        """Return the draft report of all drafts added so far.

        Raises EvaluationError ``invalid_minimum_cell_size`` or, without any
        draft, ``empty_encounter_collection``.
        """
        check_minimum_cell_size(minimum_cell_size)
        if not self._revisions:
            raise EvaluationError("empty_encounter_collection")
        families = {
            metric: family_cells(self._slices(metric), minimum_cell_size) for metric in METRICS
        }
        return DraftReport(
            schema_version=DRAFTS_SCHEMA,
            minimum_cell_size=minimum_cell_size,
            notice=NOTICE,
            reviewer_confirmation_required=True,
            slices={s: {m: families[m][s] for m in METRICS} for s in SLICES},
        )

    @value_free
    def few_encounters(self, minimum_cell_size: int) -> tuple[str, ...]:
        """Name the metrics that are shown at that minimum but rest on too few encounters.

        The minimum counts facts and statements; here the drafts are counted: a
        metric is named if a nonempty slice of it rests on fewer than the minimum.
        Raises EvaluationError ``invalid_minimum_cell_size``.
        """
        check_minimum_cell_size(minimum_cell_size)
        named = []
        for metric in METRICS:
            smallest = smallest_count(self._slices(metric).values())
            encounters = [count for count in self._encounters[metric].values() if count]
            if smallest is not None and smallest >= minimum_cell_size > min(encounters):
                named.append(metric)
        return tuple(named)

    def hiding_minimums(self) -> tuple[int, ...]:
        """Return the minimum cell sizes, ascending, from which on a metric more is suppressed.

        They follow from counts that may be suppressed: for use within evalcore alone.
        """
        smallest = {smallest_count(self._slices(metric).values()) for metric in METRICS}
        return tuple(sorted(count + 1 for count in smallest if count is not None))

    def _score(self, draft: AmbientDraft) -> None:
        touched: dict[str, set[_Key]] = {metric: set() for metric in METRICS}
        truth = {fact.fact_id: fact for fact in draft.truth}
        covered: set[str] = set()
        for statement in draft.statements:
            known = [truth[c] for c in statement.citations if c in truth]
            supports = contradicts = 0
            for fact in known:
                if (
                    fact.proposition != statement.proposition
                    or fact.fact_class != statement.fact_class
                ):
                    continue
                if (
                    fact.negated is not statement.negated
                    or fact.speaker != statement.speaker
                    or fact.experiencer != statement.experiencer
                ):
                    contradicts += 1
                else:
                    supports += 1
            cited = len(statement.citations)
            supported = cited > 0 and supports == cited
            contradicted = cited > 0 and contradicts == cited
            if supported:
                covered.update(f.fact_id for f in known if f.section == statement.section)
            touched["unsupported"].add(self._count("unsupported", statement, not supported))
            touched["contradiction"].add(self._count("contradiction", statement, contradicted))
            if known:
                other_person = any(
                    f.speaker != statement.speaker or f.experiencer != statement.experiencer
                    for f in known
                )
                other_polarity = any(f.negated is not statement.negated for f in known)
                touched["misattribution"].add(
                    self._count("misattribution", statement, other_person)
                )
                touched["negation"].add(self._count("negation", statement, other_polarity))
        for fact in draft.truth:
            if fact.required:
                touched["omission"].add(self._count("omission", fact, fact.fact_id not in covered))
        for metric, keys in touched.items():
            for name in {name for key in keys for name in _slices_of(key)}:
                self._encounters[metric][name] += 1

    def _count(self, metric: str, fact: AmbientFact, event: bool) -> _Key:
        key = (fact.section, fact.fact_class, fact.speaker, fact.experiencer)
        counts = self._counts[metric].get(key)
        if counts is None:
            counts = self._counts[metric][key] = [0, 0]
        counts[0] += event
        counts[1] += 1
        return key

    def _slices(self, metric: str) -> dict[str, Counts]:
        events = dict.fromkeys(SLICES, 0)
        observations = dict.fromkeys(SLICES, 0)
        for key, counts in self._counts[metric].items():
            for name in _slices_of(key):
                events[name] += counts[0]
                observations[name] += counts[1]
        return {name: (events[name], observations[name]) for name in SLICES}


_Key = tuple[str, str, str, str]
"""Section, class, speaker and experiencer."""


def _slices_of(key: _Key) -> tuple[str, ...]:
    section, fact_class, speaker, experiencer = key
    return (
        "overall",
        f"section:{section}",
        f"class:{fact_class}",
        f"speaker:{speaker}",
        f"experiencer:{experiencer}",
    )


@value_free
def evaluate_ambient_drafts(
    drafts: Iterable[AmbientDraft], *, minimum_cell_size: int = DEFAULT_MINIMUM_CELL_SIZE
) -> DraftReport:
    """Return the draft report of all drafts (contract, section 3): a dict of JSON types.

    ``drafts`` may be an iterator; one draft is held at a time. Raises
    EvaluationError with the codes of ``DraftTally.add`` and ``DraftTally.report``.
    """
    check_minimum_cell_size(minimum_cell_size)
    tally = DraftTally()
    if not isinstance(drafts, Iterable):
        raise EvaluationError("invalid_draft_record")
    for draft in drafts:
        tally.add(draft)
    return tally.report(minimum_cell_size)
