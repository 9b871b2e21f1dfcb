"""What a return file holds, key by key and row by row, with every fault of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from .file_kinds import KIND_OF_KEY, REVIEWS
from .return_rows import CurrentDrafts, ReturnRow, judge_row
from .return_values import Fault
from .vocabulary import DRAFTS_SCHEMA, MAX_REVIEW_ROWS, REVIEWS_SCHEMA


@dataclass(frozen=True, slots=True)
class FileFault:
    """What is wrong with a file as a whole; it holds no value."""

    code: str
    kind: str
    field: str | None = None
    line: int | None = None
    column: int | None = None
    position: int = 0


@dataclass(frozen=True, slots=True)
class FileAlone:
    """What one file shows by itself, without any value: how many rows, and the faults."""

    rows: int
    faults: tuple[FileFault, ...]
    row_faults: Mapping[Fault, tuple[int, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class ReturnFile:
    """A return file as it was read; it prints nothing of its rows.

    ``row_faults``: the rows that have each fault, by number. ``whole`` is False
    when rows may be missing here because the file could not be read to its end.
    """

    number: int
    rows: tuple[ReturnRow, ...]
    faults: tuple[FileFault, ...]
    row_faults: Mapping[Fault, tuple[int, ...]]
    whole: bool
    digest: bytes | None = None

    def __repr__(self) -> str:
        return "ReturnFile(...)"

    def alone(self) -> FileAlone:
        return FileAlone(len(self.rows), self.faults, self.row_faults)


class Stop(Exception):
    """Nothing more of this file can be used; the fault has been noted."""


class Gathering:
    """What has been found so far in one file."""

    def __init__(self, number: int, drafts: CurrentDrafts) -> None:
        self._number = number
        self._drafts = drafts
        self._rows: list[ReturnRow] = []
        self._row_faults: defaultdict[Fault, list[int]] = defaultdict(list)
        self._has_rows = False
        self._schema: object = None
        self._keys: set[object] = set()
        self.faults: list[FileFault] = []

    def add_rows(self, raw_rows: Iterable[object]) -> None:
        for number, raw in enumerate(raw_rows, len(self._rows) + 1):
            if number > MAX_REVIEW_ROWS:
                self.stop("too_many_rows", "too_many_rows")
            row, faults = judge_row(raw, self._number, number, self._drafts)
            self._rows.append(row)
            for fault in faults:
                self._row_faults[fault].append(number)

    def start_rows(self, is_list: bool) -> None:
        if not is_list:
            self.fault("invalid_review_schema", "rows_type", "rows")
        self._has_rows = is_list

    def header(self, key: object, value: object, position: int) -> None:
        """Take a top-level key other than rows."""
        self._keys.add(key)
        if key == "schema_version":
            self._schema = value
            if type(value) is not str or value != REVIEWS_SCHEMA:
                self.fault("invalid_review_schema", "schema", "schema_version")
        else:
            self.faults.append(FileFault("invalid_review_schema", "unknown_key", position=position))

    def other_kind(self, key: object) -> None:
        """Stop if this key belongs to another kind of our files."""
        kind = KIND_OF_KEY.get(key, REVIEWS) if type(key) is str else REVIEWS
        if kind != REVIEWS and "rows" not in self._keys:
            self.faults.clear()
            self.stop("wrong_file_kind", kind)

    def rows_key(self) -> None:
        self._keys.add("rows")

    def end_of_keys(self) -> None:
        if "rows" not in self._keys:
            if type(self._schema) is str and self._schema == DRAFTS_SCHEMA:
                self.faults.clear()
                self.stop("wrong_file_kind", "drafts")
            if self._schema != REVIEWS_SCHEMA:
                self.faults.clear()
                self.stop("unknown_file_kind", "unknown")
            self.fault("invalid_review_schema", "missing_key", "rows")
        if "schema_version" not in self._keys:
            self.fault("invalid_review_schema", "missing_key", "schema_version")

    def bare_rows(self) -> None:
        self._has_rows = True
        self.fault("invalid_review_schema", "bare_rows")

    def fault(self, code: str, kind: str, field: str | None = None) -> None:
        self.faults.append(FileFault(code, kind, field))

    def stop(self, code: str, kind: str) -> NoReturn:
        self._has_rows = False
        self.fault(code, kind)
        raise Stop

    def result(self, whole: bool, digest: bytes | None = None) -> ReturnFile:
        return ReturnFile(
            self._number,
            tuple(self._rows),
            tuple(self.faults),
            {fault: tuple(rows) for fault, rows in self._row_faults.items()},
            # a faulty file without a row may have lost them
            whole and self._has_rows and bool(self._rows or not self.faults),
            digest,
        )


def read_payload(payload: object, number: int, drafts: CurrentDrafts) -> ReturnFile:
    """Check what a return file holds, already read: any JSON value."""
    found = Gathering(number, drafts)
    try:
        if isinstance(payload, Mapping):
            for position, (key, value) in enumerate(payload.items(), 1):
                found.other_kind(key)
                if key == "rows":
                    found.rows_key()
                    found.start_rows(type(value) is list)
                    found.add_rows(value if type(value) is list else ())
                else:
                    found.header(key, value, position)
            found.end_of_keys()
        elif type(payload) is list and payload and is_row(payload[0]):
            found.bare_rows()
            found.add_rows(payload)
        else:
            found.stop("unknown_file_kind", "unknown")
    except Stop:
        return found.result(False)
    return found.result(True)


def is_row(first: object) -> bool:
    """Tell whether a bare list starts as rows do, so that its wrapper was lost."""
    return isinstance(first, Mapping) and "blinded_case_id" in first
