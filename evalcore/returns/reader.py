"""Reading returns: what each file holds, key by key and row by row, with every fault of it."""

from __future__ import annotations

import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from ..errors import Cancelled, EvaluationError, Place, value_free
from ..given import plain_mapping
from ..io.file_kinds import DRAFTS, KIND_OF_KEY, REVIEWS
from ..io.files import StrPath, open_regular
from ..io.foreign_kinds import LARGEST_LOOKED_INTO
from ..io.foreign_words import FOREIGN
from ..io.json_batches import BatchReader
from ..io.json_reader import CancelToken, Progress
from ..vocabulary import DRAFTS_SCHEMA, MAX_REVIEW_ROWS, REVIEWS_SCHEMA
from .diagnosis import WHOLE_FILE, diagnose, repairs
from .problems import PROBLEMS, Fault, counted, nth
from .rows import CurrentDrafts, ReturnRow, judge_row, no_row
from .values import MOST_UNKNOWN, envelope_key, is_row


@dataclass(frozen=True, slots=True)
class FileAlone:
    """What one file shows by itself, without any value: how many rows, and the faults."""

    rows: int
    faults: tuple[Fault, ...]
    row_faults: Mapping[Fault, tuple[int, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class ReturnFile:
    """A return file as it was read; it prints nothing of its rows.

    ``row_faults``: the rows that have each fault, by number. ``whole`` is False
    when rows may be missing here because the file could not be read to its end.
    """

    number: int
    rows: tuple[ReturnRow, ...]
    faults: tuple[Fault, ...]
    row_faults: Mapping[Fault, tuple[int, ...]]
    whole: bool
    digest: bytes | None = None

    def __repr__(self) -> str:
        return "ReturnFile(...)"

    @property
    def holds_no_answer(self) -> bool:
        """Whether it is a file of the system or of a program, which never holds any."""
        return any(one.kind in FOREIGN and FOREIGN[one.kind].empty for one in self.faults)

    def alone(self) -> FileAlone:
        return FileAlone(len(self.rows), self.faults, self.row_faults)


class Stop(Exception):
    """Nothing more of this file can be used; the fault has been noted."""


class _Envelope:
    """What has been found so far around the rows of one file; rows are kept by a subclass."""

    def __init__(self) -> None:
        self.has_rows = False
        self.faults: list[Fault] = []
        self._schema: object = None
        self._keys: set[object] = set()
        self._unknown = 0

    def add_rows(self, raw_rows: list[Any]) -> None:
        raise NotImplementedError

    def start_rows(self, is_list: bool) -> None:
        if not is_list:
            self.fault("rows_type", "rows")
        self.has_rows = is_list

    def part(self, key: object) -> object:
        """Return which part of the file a top-level key is: a misspelt one is told, and taken."""
        meant = envelope_key(key)
        if meant is None or meant in self._keys:
            return None if meant is not None else key
        if meant != key:
            self.fault("misspelt_part", meant)
        return meant

    def header(self, key: object, value: object, position: int) -> None:
        """Take a part other than rows."""
        if key == "schema_version":
            self._keys.add(key)
            self._schema = value
            if type(value) is not str or value != REVIEWS_SCHEMA:
                self.fault("schema", "schema_version")
        else:
            self._unknown += 1
            if self._unknown <= MOST_UNKNOWN:
                self.fault("unknown_part", place=Place(field=position), nth=nth(position))

    def other_kind(self, key: object) -> None:
        """Stop if this key belongs to another kind of our files."""
        kind = KIND_OF_KEY.get(key, REVIEWS) if type(key) is str else REVIEWS
        if kind != REVIEWS and "rows" not in self._keys:
            self.faults.clear()
            self.stop(kind)

    def rows_key(self) -> None:
        self._keys.add("rows")

    def end_of_keys(self) -> None:
        if (more := self._unknown - MOST_UNKNOWN) > 0:
            self.fault("more_unknown_parts", more=counted(more, "more part"))
        if "rows" not in self._keys:
            if type(self._schema) is str and self._schema == DRAFTS_SCHEMA:
                self.faults.clear()
                self.stop(DRAFTS)
            if self._schema != REVIEWS_SCHEMA:
                self.faults.clear()
                self.stop("unknown_file_kind")
            self.fault("missing_part", "rows")
        if "schema_version" not in self._keys:
            self.fault("missing_part", "schema_version")

    def bare_rows(self) -> None:
        self.has_rows = True
        self.fault("bare_rows")

    def fault(
        self, kind: str, field: str | None = None, place: Place | None = None, **facts: str
    ) -> None:
        self.faults.append(Fault(kind, field, tuple(facts.items()), place=place))

    def stop(self, kind: str, place: Place | None = None) -> NoReturn:
        self.has_rows = False
        self.fault(kind, place=place)
        raise Stop

    def check_count(self, rows: int) -> None:
        """Stop at more rows than may be imported."""
        if rows > MAX_REVIEW_ROWS:
            self.stop("too_many_rows", Place(row=MAX_REVIEW_ROWS + 1))


class _RawRows(_Envelope):
    """The rows as they stand in the file."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Any] = []

    def add_rows(self, raw_rows: list[Any]) -> None:
        self.rows += raw_rows
        self.check_count(len(self.rows))


class _JudgedRows(_Envelope):
    """The rows as the checks between them need them, each judged by itself."""

    def __init__(self, number: int, drafts: CurrentDrafts, left_out: object = None) -> None:
        super().__init__()
        self._number = number
        self._drafts = drafts
        self._left_out = left_out
        self._rows: list[ReturnRow] = []
        self._row_faults: defaultdict[Fault, list[int]] = defaultdict(list)

    def add_rows(self, raw_rows: Iterable[object]) -> None:
        for number, raw in enumerate(raw_rows, len(self._rows) + 1):
            if number > MAX_REVIEW_ROWS:
                self.check_count(number)
            if raw is self._left_out and raw is not None:
                self._rows.append(no_row(self._number, number))
                continue
            row, faults = judge_row(raw, self._number, number, self._drafts)
            self._rows.append(row)
            for fault in faults:
                self._row_faults[fault].append(number)

    def result(self, whole: bool, digest: bytes | None = None) -> ReturnFile:
        return ReturnFile(
            self._number,
            tuple(self._rows),
            tuple(self.faults),
            {fault: tuple(rows) for fault, rows in self._row_faults.items()},
            # a faulty file without a row may have lost them
            whole and self.has_rows and bool(self._rows or not self.faults),
            digest,
        )


def read_payload(
    payload: object, number: int, drafts: CurrentDrafts, *, left_out: object = None
) -> ReturnFile:
    """Check what a return file holds, already read: any JSON value.

    The row ``left_out`` (that very object) is no row: it keeps the numbers of those below it.
    """
    found = _JudgedRows(number, drafts, left_out)
    try:
        mapping = plain_mapping(payload)
        if mapping is not None:
            for position, (key, value) in enumerate(mapping.items(), 1):
                found.other_kind(key)
                part = found.part(key)
                if part == "rows":
                    found.rows_key()
                    found.start_rows(type(value) is list)
                    found.add_rows(value if type(value) is list else ())
                else:
                    found.header(part, value, position)
            found.end_of_keys()
        elif type(payload) is list and payload and is_row(payload[0]):
            found.bare_rows()
            found.add_rows(payload)
        else:
            found.stop("unknown_file_kind")
    except Stop:
        return found.result(False)
    return found.result(True)


def read_return_file(
    path: StrPath,
    number: int,
    drafts: CurrentDrafts,
    *,
    closely: bool = True,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> ReturnFile:
    """Read a return file and check all of it that can be read. Raises Cancelled alone.

    ``closely``: say what a file that is no proper return is, read on in it where the damage is
    plain, and take its digest.
    """
    try:
        with open_regular(path) as (file, size):
            return _read_open(path, file, size, number, drafts, closely, progress, cancel)
    except Cancelled:
        raise
    except EvaluationError as error:
        found = _JudgedRows(number, drafts)
        found.faults.append(_coded(error.code, error.code))
    return found.result(False)


def read_return_bytes(
    name: str,
    data: bytes,
    number: int,
    drafts: CurrentDrafts,
    *,
    cancel: CancelToken | None = None,
) -> ReturnFile:
    """Check a return of which the bytes are at hand, as ``read_return_file`` does a file."""
    return _read_open(name, io.BytesIO(data), len(data), number, drafts, True, None, cancel)


def _read_open(
    path: StrPath,
    file: BinaryIO,
    size: int,
    number: int,
    drafts: CurrentDrafts,
    closely: bool,
    progress: Progress | None,
    cancel: CancelToken | None,
) -> ReturnFile:
    found = _JudgedRows(number, drafts)
    reader = BatchReader(file, size, progress=progress, cancel=cancel)
    whole, fault = _outcome(reader, found)
    if fault is not None and closely:
        return _diagnosed(path, file, size, fault, found, number, drafts, cancel)
    if fault is not None:
        found.faults.insert(0, _coded(fault.code, fault.code, fault.place))
    return found.result(whole, _digest(file, size, cancel) if closely else None)


def _outcome(reader: BatchReader, found: _Envelope) -> tuple[bool, EvaluationError | None]:
    """Read; return whether that went to the end, and what is to be looked into closely."""
    try:
        _read(reader, found)
        return True, None
    except Stop:
        if found.faults[-1].kind == "unknown_file_kind":
            return False, EvaluationError(found.faults.pop().code)
        return False, None
    except Cancelled:
        raise
    except EvaluationError as fault:
        return False, fault


def _read(reader: BatchReader, found: _Envelope) -> None:
    first = reader.start()
    if first == "{":
        for position, key in enumerate(reader.members(), 1):
            found.other_kind(key)
            part = found.part(key)
            if part != "rows":
                found.header(part, reader.value(), position)
                continue
            found.rows_key()
            is_list = reader.peek() == "["
            found.start_rows(is_list)
            if is_list:
                for batch in reader.batches():
                    found.add_rows(batch)
            else:
                reader.value()
        reader.finish()
        found.end_of_keys()
        return
    if first == "[":
        is_rows = None
        for batch in reader.batches():
            if is_rows is None:
                is_rows = is_row(batch[0])
                if is_rows:
                    found.bare_rows()
            if is_rows:
                found.add_rows(batch)
        reader.finish()
        if is_rows:
            return
    else:
        reader.value()
        reader.finish()
    found.stop("unknown_file_kind")


def _diagnosed(
    path: StrPath,
    file: BinaryIO,
    size: int,
    fault: EvaluationError,
    found: _JudgedRows,
    number: int,
    drafts: CurrentDrafts,
    cancel: CancelToken | None,
) -> ReturnFile:
    """Say what a file that is no proper return is; read on in it where the damage is plain."""
    told = diagnose(path, file, size, fault, cancel)
    own = _coded(told.kind, told.code, told.place)
    for kinds, mended in repairs(told.text, told.kind, cancel):
        again = _JudgedRows(number, drafts)
        if _can_be_read(mended, again, cancel):
            named = [own if kind == own.kind else Fault(kind) for kind in kinds]
            again.faults = named + [one for one in again.faults if one.kind != "bare_rows"]
            return again.result(True, _digest(file, size, cancel))
    digest = _digest(file, size, cancel) if size else None
    if told.code in FOREIGN or told.kind in WHOLE_FILE:
        found = _JudgedRows(number, drafts)
    found.faults.append(own)
    return found.result(False, digest)


def _coded(kind: str, code: str, place: Place | None = None) -> Fault:
    """Return the fault at which a reader stopped; one that nobody foresaw has the last words."""
    kind = kind if kind in PROBLEMS else "unknown_file_kind"
    return Fault(kind, code_read=code, place=place)


def _can_be_read(text: str, found: _JudgedRows, cancel: CancelToken | None) -> bool:
    data = text.encode("utf-8", "replace")
    try:
        _read(BatchReader(io.BytesIO(data), len(data), cancel=cancel), found)
    except Cancelled:
        raise
    except (Stop, EvaluationError):
        return False
    return True


def _digest(file: BinaryIO, size: int, cancel: CancelToken | None) -> bytes | None:
    """Return the SHA-256 of a file, to know it again; None if it is very large or fails."""
    if size > LARGEST_LOOKED_INTO:
        return None
    digest = hashlib.sha256()
    try:
        file.seek(0)
        while data := file.read(1 << 20):
            digest.update(data)
            if cancel is not None and cancel.is_set():
                raise Cancelled
    except OSError:
        return None
    return digest.digest()


@value_free
def read_review_return(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> dict[str, Any]:
    """Return the payload of one review return file: ``schema_version`` and ``rows``.

    The file as a whole is checked here (JSON, kind, keys, schema, at most
    100,000 rows); its rows are checked by the import, against the drafts.
    Raises EvaluationError with a code of section 1, or ``invalid_review_schema``.
    """
    found = _RawRows()
    with open_regular(path) as (file, size):
        try:
            _read(BatchReader(file, size, progress=progress, cancel=cancel), found)
        except Stop:
            pass
    for fault in found.faults:
        raise fault.refusal()
    return {"schema_version": REVIEWS_SCHEMA, "rows": found.rows}
