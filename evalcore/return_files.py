"""Reading one return file for the check: every fault of the file and of its rows."""

from __future__ import annotations

import hashlib
import io
from typing import BinaryIO

from .errors import Cancelled, EvaluationError, Place
from .files import StrPath, open_regular
from .json_batches import BatchReader
from .json_reader import CancelToken, Progress
from .return_gathering import FileFault, Gathering, ReturnFile, Stop, is_row
from .return_rows import CurrentDrafts
from .return_sniff import decode, foreign_kind, kind_of_fault, repairs

_LARGEST_LOOKED_INTO = 1 << 26
"""Bytes of a broken file that are read whole, to say what is wrong and whether it is a copy."""


def read_return_file(
    path: StrPath,
    number: int,
    drafts: CurrentDrafts,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> ReturnFile:
    """Read a return file and check all of it that can be read. Raises Cancelled alone."""
    found = Gathering(number, drafts)
    try:
        with open_regular(path) as (file, size):
            reader = BatchReader(file, size, progress=progress, cancel=cancel)
            try:
                _read(reader, found)
                return found.result(True)
            except Stop:
                pass
            except Cancelled:
                raise
            except EvaluationError as fault:
                return _diagnosed(file, size, fault, found, number, drafts, cancel)
            return found.result(False, _digest(file, size, cancel))
    except Cancelled:
        raise
    except EvaluationError as fault:
        found.fault(fault.code, fault.code)
    return found.result(False)


def _read(reader: BatchReader, found: Gathering) -> None:
    first = reader.start()
    if first == "{":
        for position, key in enumerate(reader.members(), 1):
            found.other_kind(key)
            if key != "rows":
                found.header(key, reader.value(), position)
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
    found.stop("unknown_file_kind", "unknown")


def _diagnosed(
    file: BinaryIO,
    size: int,
    fault: EvaluationError,
    found: Gathering,
    number: int,
    drafts: CurrentDrafts,
    cancel: CancelToken | None,
) -> ReturnFile:
    """Say what a file that is no proper JSON is; read on in it where the damage is plain."""
    place = fault.place or Place()
    kind = fault.code
    try:
        foreign = foreign_kind(file, size) if fault.code != "empty_file" else None
        if foreign is None and fault.code == "invalid_json" and size <= _LARGEST_LOOKED_INTO:
            file.seek(0)
            text = decode(file.read())
            kind = kind_of_fault(text, place)
            for kinds, mended in repairs(text, kind, cancel):
                again = Gathering(number, drafts)
                if _can_be_read(mended, again, cancel):
                    again.faults[:0] = [FileFault(name, name) for name in kinds]
                    return again.result(True)
        digest = _digest(file, size, cancel) if size else None
    except OSError:
        foreign, digest, kind = None, None, "unreadable_file"
    if foreign is not None:
        found = Gathering(number, drafts)
        found.fault(foreign, foreign)
    elif kind in ("curly_quotes", "trailing_comma"):
        found.faults.append(FileFault(kind, kind, None, place.line, place.column))
    else:
        found.faults.append(FileFault(fault.code, kind, None, place.line, place.column))
    return found.result(False, digest)


def _can_be_read(text: str, found: Gathering, cancel: CancelToken | None) -> bool:
    data = text.encode("utf-8", "replace")
    try:
        _read(BatchReader(io.BytesIO(data), len(data), cancel=cancel), found)
    except Cancelled:
        raise
    except (Stop, EvaluationError):
        return False
    return True


def _digest(file: BinaryIO, size: int, cancel: CancelToken | None) -> bytes | None:
    """Return the SHA-256 of a broken file, to tell copies; None if it is very large or fails."""
    if size > _LARGEST_LOOKED_INTO:
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
