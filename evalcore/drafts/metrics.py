"""The draft metrics over the 23 slices, draft by draft into a tally."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from itertools import starmap
from typing import TypedDict

from ..errors import EvaluationError, Place, value_free
from ..figures.suppression import Cell, check_minimum_cell_size, family_cells, smallest_count
from ..given import items_of
from ..metrics import METRICS
from ..vocabulary import DEFAULT_MINIMUM_CELL_SIZE, DRAFTS_SCHEMA, NOTICE, SLICES
from .counts import DraftCounts
from .encounter import Encounters
from .reader import DraftsInFile
from .records import AmbientDraft, DraftRevision, known_revision


class DraftReport(TypedDict):
    """The draft report; ``slices`` is slice -> metric -> cell, all of both."""

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

    __slots__ = ("_counts", "_revision_of")

    def __init__(self) -> None:
        self._counts = DraftCounts()
        self._revision_of: dict[str, str] = {}

    def __repr__(self) -> str:
        return "DraftTally(...)"

    @property
    def revisions(self) -> tuple[DraftRevision, ...]:
        """Alias and revision of every draft, in the order in which they were added."""
        return tuple(starmap(known_revision, self._revision_of.items()))

    @value_free
    def add(self, draft: AmbientDraft) -> None:
        """Score one draft.

        Raises EvaluationError ``invalid_draft_record`` (no AmbientDraft) or
        ``duplicate_encounter`` (a second one of its alias); ``place.encounter``
        is its position from 1.
        """
        if type(draft) is not AmbientDraft:
            raise EvaluationError("invalid_draft_record", self._place_of_next(1))
        self._add(draft.encounters())

    @value_free
    def add_all(self, drafts: Iterable[AmbientDraft]) -> None:
        """Score drafts one after the other; those of ``read_drafts`` without making objects.

        Raises EvaluationError as ``add`` does, also for an iterable that raises
        something else. What came before the fault has been added then.
        """
        if isinstance(drafts, DraftsInFile):
            with _paused_collector():
                for encounters in drafts.encounters():
                    self._add(encounters)
                    del encounters  # before the next are read
            return
        for draft in items_of(drafts, "invalid_draft_record", self._place_of_next):
            self.add(draft)

    def _place_of_next(self, _: int) -> Place:
        return Place(encounter=len(self._revision_of) + 1)

    def _add(self, encounters: Encounters) -> None:
        known = self._revision_of
        new = set(encounters.aliases)
        if len(new) < len(encounters.aliases) or not known.keys().isdisjoint(new):
            raise EvaluationError("duplicate_encounter", self._place_of_repeated(encounters))
        self._counts.add(encounters)
        known.update(zip(encounters.aliases, encounters.revisions(), strict=True))

    def _place_of_repeated(self, encounters: Encounters) -> Place:
        seen = set(self._revision_of)
        number = len(seen)
        for alias in encounters.aliases:
            number += 1
            if alias in seen:
                break
            seen.add(alias)
        return Place(encounter=number, field="blinded_case_id")

    @value_free
    def report(self, minimum_cell_size: int = DEFAULT_MINIMUM_CELL_SIZE) -> DraftReport:
        """Return the draft report of all drafts added so far.

        Raises EvaluationError ``invalid_minimum_cell_size`` or, without any
        draft, ``empty_encounter_collection``.
        """
        check_minimum_cell_size(minimum_cell_size)
        if not self._revision_of:
            raise EvaluationError("empty_encounter_collection")
        families = {
            metric: family_cells(self._counts.slices(metric), minimum_cell_size)
            for metric in METRICS
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
            smallest = smallest_count(self._counts.slices(metric).values())
            encounters = [count for count in self._counts.encounters(metric).values() if count]
            if smallest is not None and smallest >= minimum_cell_size > min(encounters):
                named.append(metric)
        return tuple(named)

    def hiding_minimums(self) -> tuple[int, ...]:
        """Return the minimum cell sizes, ascending, from which on a metric more is suppressed.

        They follow from counts that may be suppressed: for use within evalcore alone.
        """
        smallest = {smallest_count(self._counts.slices(metric).values()) for metric in METRICS}
        return tuple(sorted(count + 1 for count in smallest if count is not None))


@contextlib.contextmanager
def _paused_collector() -> Iterator[None]:
    """Keep the cycle collector from looking through what is read, again and again.

    What comes out of JSON has no cycles: it is gone with its last reference. The
    collector would take a tenth of the time for nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


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
    tally.add_all(drafts)
    return tally.report(minimum_cell_size)
