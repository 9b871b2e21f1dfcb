"""Taking in the rows of an evaluation: counted, checked, sorted, with an eye on the caller."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from .. import claims_vocabulary as words
from ..errors import Cancelled, EvaluationError, Place
from ..given import items_of
from ..io.json_reader import CancelToken, Progress
from .claims import ApprovedEvidence, SummaryClaim

_ROWS_BETWEEN_LOOKS = 256
"""How many rows are handled between two looks at the cancel token."""

_ROWS_SORTED_AT_ONCE = 1 << 13

_DRAWS_BETWEEN_REPORTS = 1 << 16


class Watch:
    """Looks at the cancel token and reports progress, neither too often."""

    def __init__(self, progress: Progress | None, cancel: CancelToken | None) -> None:
        self._progress = progress
        self._cancel = cancel
        self._done = 0
        self._reported = 0
        self.total = 0

    def look(self) -> None:
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        for number, item in enumerate(items):
            if number % _ROWS_BETWEEN_LOOKS == 0:
                self.look()
            yield item

    def sort(self, items: list[Any], *fields: str) -> list[Any]:
        """Return items sorted by fields; a part at a time, so that a cancel is seen soon."""
        key = attrgetter(*fields)
        parts = []
        for start in range(0, len(items), _ROWS_SORTED_AT_ONCE):
            self.look()
            parts.append(sorted(items[start : start + _ROWS_SORTED_AT_ONCE], key=key))
        return list(self.each(heapq.merge(*parts, key=key)))

    def advance(self, draws: int) -> None:
        self._done += draws
        if self._done - self._reported >= _DRAWS_BETWEEN_REPORTS or not draws:
            self._reported = self._done
            if self._progress is not None:
                self._progress(min(self._done, self.total), self.total)

    def finish(self) -> None:
        self._done = self.total
        self.advance(0)


class Kind:
    """What claims and evidence differ in when they are collected."""

    def __init__(
        self,
        record: type[Any],
        rebuild: Callable[[Any], object],
        name: str,
        list_name: str,
        limit: int,
        too_many: str,
    ) -> None:
        self.record = record
        self.rebuild = rebuild
        self.identifier = attrgetter(f"{name}_id")
        self.list_name = list_name
        self.limit = limit
        self.too_many = too_many
        self.invalid_collection = f"invalid_{name}_collection"
        self.invalid_record = f"invalid_{name}_record"
        self.duplicate = f"duplicate_{name}_identifier"


CLAIMS = Kind(
    SummaryClaim,
    lambda c: SummaryClaim(c.claim_id, c.claim_class, c.claim_key, c.evidence_ids, c.summary_id),
    "claim",
    "claims",
    words.MAX_CLAIMS,
    "too_many_claims",
)
EVIDENCE = Kind(
    ApprovedEvidence,
    lambda e: ApprovedEvidence(
        e.evidence_id, e.relation, e.approved, e.claim_id, e.claim_key, e.claim_class
    ),
    "evidence",
    "evidence",
    words.MAX_EVIDENCE,
    "too_many_evidence_rows",
)


def collect(source: object, kind: Kind, watch: Watch) -> list[Any]:
    """Return the rows of source as checked records; duplicates and excess are refused."""
    found: dict[str, Any] = {}
    for position, row in enumerate(watch.each(_read(source, kind)), 1):
        if position > kind.limit:
            raise EvaluationError(kind.too_many)
        if type(row) is kind.record:
            made = row if _is_unchanged(row, kind) else None
        elif isinstance(row, Mapping):
            made = kind.record.from_mapping(row, position=position)
        else:
            made = None
        place = Place(list=kind.list_name, row=position)
        if made is None:
            raise EvaluationError(kind.invalid_record, place)
        identifier = kind.identifier(made)
        if identifier in found:
            raise EvaluationError(kind.duplicate, place)
        found[identifier] = made
    return list(found.values())


def _is_unchanged(row: object, kind: Kind) -> bool:
    """Tell whether a typed record still is what its constructor made of it."""
    try:
        return bool(kind.rebuild(row) == row)
    except (EvaluationError, AttributeError):
        return False


def _read(source: object, kind: Kind) -> Iterator[Any]:
    """Yield the rows; what is no collection of rows becomes a code."""
    place = Place(list=kind.list_name)
    if isinstance(source, str | Mapping | bytes | bytearray | memoryview):
        raise EvaluationError(kind.invalid_collection, place)
    return items_of(source, kind.invalid_collection, lambda _: place)
