"""Reading a drafts file, one encounter at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from ..errors import Cancelled, EvaluationError, Place, value_free
from ..io.file_kinds import DRAFTS, require_kind
from ..io.files import StrPath, open_regular
from ..io.json_loose import LooseReader
from ..io.json_reader import CancelToken, JsonReader, Progress
from ..vocabulary import DRAFTS_SCHEMA, MAX_FACTS
from .encounter import Encounters
from .encounter_rows import ENCOUNTER_KEYS, REQUIRED_KEYS, quick_encounters
from .records import AmbientDraft, AmbientFact

_FACT_FIELDS = tuple(field.name for field in fields(AmbientFact))
_FACT_REQUIRED = _FACT_FIELDS[:6]
_FACT_KEYS = frozenset(_FACT_FIELDS)
_T = TypeVar("_T")


def read_drafts(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> DraftsInFile:
    """Yield the drafts of a drafts file, in order; one encounter is held at a time.

    ``progress(read, total)`` is called in bytes as the file is read; ``cancel``
    is looked at once an encounter. What the file's local keys hold is dropped
    as it is read.

    Raises EvaluationError with a code of the contract's section 1 or 4 and the
    place: line and column, or encounter, list, row and field. Drafts that were
    yielded before say nothing about the rest: use them only when all was read.
    """
    return DraftsInFile(path, progress, cancel)


class DraftsInFile(Iterator[AmbientDraft]):
    """The drafts of a file; a tally takes them without an object for each fact."""

    def __init__(
        self, path: StrPath, progress: Progress | None, cancel: CancelToken | None
    ) -> None:
        self._given = path, progress, cancel
        self._drafts: Generator[AmbientDraft, None, None] | None = None

    def __repr__(self) -> str:
        return "DraftsInFile(...)"

    @value_free
    def __next__(self) -> AmbientDraft:
        if self._drafts is None:
            self._drafts = _read(*self._given, _strict)
        return next(self._drafts)

    def close(self) -> None:
        """Close the file."""
        if self._drafts is not None:
            self._drafts.close()

    def encounters(self) -> Iterator[Encounters]:
        """Yield what scoring needs of the drafts that were not yielded yet.

        The frames of a fault hold what was read: call it where faults are made value-free.
        """
        if self._drafts is not None:
            return (draft.encounters() for draft in self)
        return _read(*self._given, _quick)


def _read(
    path: StrPath,
    progress: Progress | None,
    cancel: CancelToken | None,
    read: Callable[[LooseReader], Iterator[_T]],
) -> Generator[_T, None, None]:
    require_kind(path, DRAFTS, cancel)
    with open_regular(path) as (file, size):
        reader = LooseReader(file, size, progress=progress, cancel=cancel)
        reader.start()
        seen = set()
        for position, key in enumerate(reader.members(), 1):
            seen.add(key)
            if key != "encounters":
                _check_header(key, reader.value(), position)
                continue
            if reader.first() != "[":
                raise EvaluationError("invalid_drafts_schema", Place(field=key))
            empty = True
            for one in read(reader):
                empty = False
                yield one
                del one
                if cancel is not None and cancel.is_set():
                    raise Cancelled
            if empty:
                raise EvaluationError("empty_encounter_collection", Place(field=key))
        reader.finish()
    if "encounters" not in seen:
        raise EvaluationError("missing_field", Place(field="encounters"))


def _strict(reader: JsonReader) -> Iterator[AmbientDraft]:
    aliases = set()
    for number, raw in enumerate(reader.elements(), 1):
        draft = _draft(raw, number)
        aliases.add(draft.blinded_case_id)
        if len(aliases) != number:
            place = Place(encounter=number, field="blinded_case_id")
            raise EvaluationError("duplicate_encounter", place)
        yield draft


def _quick(reader: LooseReader) -> Iterator[Encounters]:
    """Yield the same, some at a time; an alias that stands twice is the tally's business."""
    number = 0
    for raws in reader.loose_batches():
        found = quick_encounters(raws, reader.count)
        if found is not None:
            number += len(raws)
            del raws  # two large encounters need not be held at once
            yield found
            del found
            continue
        for index, raw in enumerate(raws):
            number += 1
            found = quick_encounters([raw], partial(reader.count, index=index))
            yield found or _draft(reader.again(index), number).encounters()


def _check_header(key: str, value: object, position: int) -> None:
    if key == "schema_version":
        if type(value) is not str or value != DRAFTS_SCHEMA:
            raise EvaluationError("invalid_drafts_schema", Place(field=key))
    elif key == "synthetic":
        if type(value) is not bool:
            raise EvaluationError("invalid_drafts_schema", Place(field=key))
    elif key == "notice":
        if type(value) is not str:
            raise EvaluationError("invalid_drafts_schema", Place(field=key))
    else:
        raise EvaluationError("unknown_field", Place(field=position))


def _draft(raw: object, encounter: int) -> AmbientDraft:
    if type(raw) is not dict:
        raise EvaluationError("invalid_draft_record", Place(encounter=encounter))
    _check_keys(raw, REQUIRED_KEYS, ENCOUNTER_KEYS, Place(encounter=encounter))
    text = raw.get("draft_text")
    if type(text) is str and _text_digest(text) != raw["text_digest"]:
        raise EvaluationError(
            "text_digest_mismatch", Place(encounter=encounter, field="text_digest")
        )
    try:
        return AmbientDraft(
            raw["blinded_case_id"],
            raw["text_digest"],
            _facts(raw["truth"], encounter, "truth"),
            _facts(raw["statements"], encounter, "statements"),
        )
    except EvaluationError as error:
        fault = error
    raise EvaluationError(fault.code, _within(encounter, fault.place))


def _facts(raw: object, encounter: int, name: str) -> tuple[AmbientFact, ...]:
    if type(raw) is not list or len(raw) > MAX_FACTS:
        raise EvaluationError("invalid_fact_collection", Place(list=name))
    facts = []
    for row, fields_ in enumerate(raw, 1):
        if type(fields_) is not dict:
            raise EvaluationError("invalid_fact_record", Place(list=name, row=row))
        _check_keys(fields_, _FACT_REQUIRED, _FACT_KEYS, Place(list=name, row=row))
        citations = fields_.get("citations")
        if type(citations) is list:
            fields_["citations"] = tuple(citations)
        try:
            facts.append(AmbientFact(**fields_))
            continue
        except EvaluationError as error:
            fault = error
        field = fault.place.field if fault.place else None
        raise EvaluationError(fault.code, Place(list=name, row=row, field=field))
    return tuple(facts)


def _within(encounter: int, place: Place | None) -> Place:
    return replace(place or Place(), encounter=encounter)


def _check_keys(
    raw: dict[str, Any], required: tuple[str, ...], known: frozenset[str], place: Place
) -> None:
    """Refuse a missing field by its name and an unknown one by its position alone."""
    if raw.keys() != known:
        for position, key in enumerate(raw, 1):
            if key not in known:
                raise EvaluationError("unknown_field", replace(place, field=position))
        for key in required:
            if key not in raw:
                raise EvaluationError("missing_field", replace(place, field=key))


def _text_digest(text: str) -> str | None:
    """Return the SHA-256 of the text's UTF-8 form, or None if it has none (a lone surrogate)."""
    try:
        return hashlib.sha256(text.encode("utf-8")).hexdigest()
    except UnicodeEncodeError:
        return None
