"""A received file as rows: what it came in is taken off, and repairs that were chosen are made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

from ..io.containers import Cell, SheetRow, table_rows, unpacked
from ..io.foreign_kinds import LARGEST_LOOKED_INTO
from ..io.json_reader import CancelToken
from ..vocabulary import REVIEWS_SCHEMA
from .reader import ReturnFile, read_payload, read_return_bytes
from .repairs import LEFT_OUT, repaired, repaired_text
from .rows import CurrentDrafts, check_cancel
from .values import field_meant

_LEAST_HEADINGS = 3
_ENVELOPE = frozenset({"schema_version", "rows"})


class Incoming(NamedTuple):
    """A received file that was read, and how many rows each kind of repair would change."""

    file: ReturnFile
    offered: Counter[str]


def read_incoming(
    name: str,
    data: bytes,
    number: int,
    drafts: CurrentDrafts,
    chosen: Collection[str] = (),
    *,
    cancel: CancelToken | None = None,
) -> Incoming:
    """Read what was received, with the chosen kinds of repair made. Raises Cancelled alone.

    Archives, mails and tables are taken as they are; rows keep the table's own numbers.
    """
    inner = unpacked(data)
    carried = inner is not None
    data = data if inner is None else inner
    check_cancel(cancel)
    rows = _table(data)
    if rows is None and not carried:
        plain = read_return_bytes(name, data, number, drafts, cancel=cancel)
        if not (plain.faults or plain.row_faults):
            return Incoming(plain, Counter())
    offered: Counter[str] = Counter()
    payload: object = {"schema_version": REVIEWS_SCHEMA, "rows": rows}
    if rows is None:
        payload, kinds = _json(data)
        rows = _rows_of(payload)
        if rows is not None and not kinds <= set(chosen):
            offered.update(dict.fromkeys(kinds - set(chosen), len(rows)))
            rows = None
    if rows is None or not isinstance(payload, dict):
        plain = read_return_bytes(name, data, number, drafts, cancel=cancel)
        return Incoming(plain, offered)
    made = repaired(rows, chosen)
    whole = {**payload, "rows": made.rows}
    file = read_payload(whole, number, drafts, left_out=LEFT_OUT)
    return Incoming(file, made.offered)


def _is_heading(cells: tuple[Cell, ...]) -> bool:
    fields = {field_meant(cell) for cell in cells} - {None}
    return len(fields) >= _LEAST_HEADINGS


def _table(data: bytes) -> list[Any] | None:
    """Return the rows of a table as objects; what stands at and above its heading is left out."""
    found = table_rows(data, _is_heading)
    if found is None:
        return None
    heading, *below = found
    columns = {
        place: field
        for place, cell in enumerate(heading.cells)
        if (field := field_meant(cell)) is not None
    }
    rows: list[Any] = [LEFT_OUT] * heading.number
    for row in below:
        rows += [LEFT_OUT] * (row.number - 1 - len(rows))
        rows.append(_as_object(row, columns))
    while rows and rows[-1] is LEFT_OUT:
        rows.pop()
    return rows


def _as_object(row: SheetRow, columns: dict[int, str]) -> dict[str, Any]:
    if not any(cell not in (None, "") for cell in row.cells):
        return LEFT_OUT
    cells = dict(enumerate(row.cells))
    made: dict[str, Any] = {field: cells.get(place) for place, field in columns.items()}
    if made.get("decision", "none") in (None, ""):
        return LEFT_OUT  # a form that is not answered to its end: it is missing, not wrong
    if made.get("reason", "") == "":
        made["reason"] = None  # a cell cannot say null in another way
    return made


def _json(data: bytes) -> tuple[object, set[str]]:
    """Return what a JSON text holds, in whatever it is wrapped, and the repairs that it takes."""
    if len(data) > LARGEST_LOOKED_INTO:
        return None, set()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None, set()
    if (value := _loaded(text)) is not None:
        return _unwrapped(value), set()
    rows = [_loaded(line) for line in text.splitlines() if line.strip()]
    if _are_rows(rows):
        return {"schema_version": REVIEWS_SCHEMA, "rows": rows}, set()
    plain, kinds = repaired_text(text)
    return _unwrapped(_loaded(plain)), kinds


def _loaded(text: str) -> Any:
    """Return the value of a JSON text, None if it is not sound."""
    try:
        return json.loads(text, **_STRICTLY)
    except (ValueError, RecursionError):
        return None


def _unwrapped(value: object) -> object:
    """Return the envelope that stands in a value, or rows alone as one."""
    if isinstance(value, list) and _are_rows(value):
        return {"schema_version": REVIEWS_SCHEMA, "rows": value}
    if isinstance(value, dict) and not _ENVELOPE & value.keys():
        inside = [one for one in value.values() if isinstance(one, dict) and "rows" in one]
        if len(inside) == 1:
            return inside[0]
    return value


def _rows_of(payload: object) -> list[Any] | None:
    if isinstance(payload, dict) and isinstance(payload.get("rows"), list):
        rows: list[Any] = payload["rows"]
        return rows
    return None


def _are_rows(values: list[Any]) -> bool:
    return bool(values) and all(
        isinstance(one, dict) and sum(field_meant(key) is not None for key in one) >= 2
        for one in values
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(_: str) -> None:
    raise ValueError


_STRICTLY: dict[str, Any] = {"object_pairs_hook": _once, "parse_constant": _refuse}
