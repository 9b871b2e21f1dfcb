"""Reading what the committee's form saved: decisions on drafts, strictly and without values."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import EvaluationError, Place, value_free
from ..io.containers import Cell, SheetRow, table_rows, unpacked
from ..io.json_reader import JsonReader
from ..vocabulary import COMMITTEE_SCHEMA, MAX_REVIEW_ROWS, REASONS, is_opaque

LONGEST_ROUND = 200
"""Characters of what names the round."""
NO_REASON = "no_reason"
ADJUDICATED: Mapping[str, bool] = {"yes": True, "no": False}
"""The words of the workbook; the page saves true and false."""

HEADINGS = ("round", "draft_revision", "token")
"""Of the hidden columns of the workbook."""

_PARTS = ("schema_version", "round", "decisions")
_FIELDS = ("draft", "draft_revision", "token", "reason", "adjudicated")


@dataclass(frozen=True, slots=True, repr=False)
class CommitteeDecision:
    """What the committee says of one draft, and which rows it was shown (``token``)."""

    draft: int
    draft_revision: str
    token: str
    reason: str | None
    adjudicated: bool


@dataclass(frozen=True, slots=True, repr=False)
class CommitteeFile:
    """The decisions of one file; ``round`` is what its form was given for the round."""

    round: str
    decisions: tuple[CommitteeDecision, ...]


def is_committee_file(data: bytes) -> bool:
    """Tell whether bytes are a file of the committee's form, whole or broken."""
    inner = unpacked(data)
    inner = data if inner is None else inner
    if table_rows(inner, _is_heading) is not None:
        return True
    schema = f'"{COMMITTEE_SCHEMA}"'
    return any(schema.encode(encoding) in inner for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


@value_free
def read_committee(data: bytes) -> CommitteeFile:
    """Return the decisions of a file that the committee's form or workbook saved.

    In a workbook rows without a decision are passed over. Raises EvaluationError, located by
    row and field: as reading JSON does, ``invalid_committee_schema`` (the parts of the file,
    a draft's number), ``missing_field``, ``unknown_field``, ``invalid_opaque_identifier``,
    ``invalid_controlled_code``, ``invalid_boolean``, ``duplicate_encounter`` (a draft twice),
    and ``agreed_case_with_reason`` (adjudicated without a reason).
    """
    inner = unpacked(data)
    inner = data if inner is None else inner
    rows = table_rows(inner, _is_heading)
    return _from_json(inner) if rows is None else _from_rows(rows)


def _from_json(data: bytes) -> CommitteeFile:
    reader = JsonReader(io.BytesIO(data), len(data))
    if reader.start() != "{":
        _fault("invalid_committee_schema")
    given: dict[str, Any] = {}
    for position, key in enumerate(reader.members(), 1):
        if key not in _PARTS:
            _fault("unknown_field", field=position)
        given[key] = reader.value()
    reader.finish()
    for part in _PARTS:
        if part not in given:
            _fault("missing_field", field=part)
    if given["schema_version"] != COMMITTEE_SCHEMA:
        _fault("invalid_committee_schema", field="schema_version")
    decisions = given["decisions"]
    if not isinstance(decisions, list) or len(decisions) > MAX_REVIEW_ROWS:
        _fault("invalid_committee_schema", field="decisions")
    return _checked(given["round"], [(n, one) for n, one in enumerate(decisions, 1)])


def _from_rows(rows: list[SheetRow]) -> CommitteeFile:
    heading, *others = rows
    columns = {
        str(cell).strip().lower(): place
        for place, cell in reversed(list(enumerate(heading.cells)))
        if cell is not None
    }
    for name in ("round", *_FIELDS):
        if name not in columns:
            _fault("missing_field", row=heading.number, field=name)
    round_: Any = None
    found: list[tuple[int, Any]] = []
    for row in others:
        cells = {
            name: row.cells[columns[name]] if columns[name] < len(row.cells) else None
            for name in ("round", *_FIELDS)
        }
        if all(_is_empty(cells[name]) for name in ("reason", "adjudicated")):
            continue
        for name, cell in cells.items():
            if _is_empty(cell):
                _fault("missing_field", row=row.number, field=name)
        own = cells.pop("round")
        if round_ is not None and own != round_:
            _fault("invalid_committee_schema", row=row.number, field="round")
        round_ = own
        found.append((row.number, _as_saved(cells, row.number)))
    return _checked("" if round_ is None else round_, found) if found else CommitteeFile("", ())


def _as_saved(cells: dict[str, Cell], row: int) -> dict[str, Any]:
    """Return a row of the workbook as the page would have saved it."""
    word = str(cells["adjudicated"]).strip()
    if word not in ADJUDICATED:
        _fault("invalid_controlled_code", row=row, field="adjudicated")
    number, reason = cells["draft"], str(cells["reason"]).strip()
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, str) and number.strip().isascii() and number.strip().isdecimal():
        number = int(number.strip()[:18])
    return {
        **cells,
        "draft": number,
        "reason": None if reason == NO_REASON else reason,
        "adjudicated": ADJUDICATED[word],
    }


def _checked(round_: Any, rows: list[tuple[int, Any]]) -> CommitteeFile:
    if type(round_) is not str or not 1 <= len(round_) <= LONGEST_ROUND:
        _fault("invalid_committee_schema", field="round")
    seen: set[int] = set()
    decisions = []
    for number, row in rows:
        decision = _decision(row, number)
        if decision.draft in seen:
            _fault("duplicate_encounter", row=number, field="draft")
        seen.add(decision.draft)
        decisions.append(decision)
    return CommitteeFile(round_, tuple(decisions))


def _decision(row: Any, number: int) -> CommitteeDecision:
    if not isinstance(row, dict):
        _fault("invalid_committee_schema", row=number)
    for position, key in enumerate(row, 1):
        if key not in _FIELDS:
            _fault("unknown_field", row=number, field=position)
    for name in _FIELDS:
        if name not in row:
            _fault("missing_field", row=number, field=name)
    if type(row["draft"]) is not int or row["draft"] < 1:
        _fault("invalid_committee_schema", row=number, field="draft")
    for name in ("draft_revision", "token"):
        if not is_opaque(row[name]):
            _fault("invalid_opaque_identifier", row=number, field=name)
    reason = row["reason"]
    if reason is not None and (type(reason) is not str or reason not in REASONS):
        _fault("invalid_controlled_code", row=number, field="reason")
    if type(row["adjudicated"]) is not bool:
        _fault("invalid_boolean", row=number, field="adjudicated")
    if reason is None and row["adjudicated"]:
        _fault("agreed_case_with_reason", row=number, field="adjudicated")
    return CommitteeDecision(*(row[name] for name in _FIELDS))


def _is_heading(cells: tuple[Cell, ...]) -> bool:
    found = {str(cell).strip().lower() for cell in cells if cell is not None}
    return found.issuperset(HEADINGS)


def _is_empty(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _fault(code: str, *, row: int | None = None, field: str | int | None = None) -> NoReturn:
    raise EvaluationError(code, Place(row=row, field=field))
