"""One value of a row, and what is wrong with it."""

from __future__ import annotations

import re
from typing import NamedTuple

from .vocabulary import DECISIONS, REASONS, is_opaque

INVISIBLE = " \t\r\n\f\v\u00a0\u200b\u200c\u200d\u2060\ufeff"
_E_NOTATION = re.compile(r"[0-9]+([.,][0-9]+)?[eE][+-]?[0-9]+")
_HEX = re.compile(r"[0-9a-fA-F]+")
_BETWEEN_WORDS = re.compile(r"[\s_-]+")
_NOTHING = frozenset({"null", "none", "nil", "n/a", "na", "nan", "#n/a", "-", "–"})

ABSENT = object()
"""Stands for the value of a field that a row does not have; that is a fault of its own."""


class Fault(NamedTuple):
    """One kind of fault; it holds no value. ``position`` is that of an unknown field, from 1."""

    code: str
    field: str | None
    kind: str
    position: int = 0


def read_identifier(value: object, field: str, faults: list[Fault]) -> str:
    """Return the identifier that is there or was plainly meant, else ""."""
    if is_opaque(value):
        return value
    meant = ""
    if value is ABSENT:
        return meant
    if value is None or value == "":
        kind = "empty"
    elif type(value) is int or type(value) is float:
        kind = "number"
    elif type(value) is not str:
        kind = "type"
    else:
        trimmed = value.strip(INVISIBLE)
        if is_opaque(trimmed.lower()):
            meant = trimmed.lower()
            kind = "spaces" if trimmed == meant else "capitals"
            if kind == "capitals" and trimmed != value:
                kind = "spaces_capitals"
        elif not trimmed:
            kind = "empty"
        elif _E_NOTATION.fullmatch(trimmed):
            kind = "number"
        else:
            kind = "length" if _HEX.fullmatch(trimmed) else "characters"
    faults.append(Fault("invalid_opaque_identifier", field, kind))
    return meant


def read_word(value: object, field: str, faults: list[Fault]) -> str | None:
    """Return the word (or the null of a reason) if it is a right one, else ""."""
    words = DECISIONS if field == "decision" else REASONS
    if type(value) is str and value in words:
        return value
    if value is None and field == "reason":
        return None
    if value is ABSENT:
        return ""
    if value is None:
        kind = "empty"
    elif type(value) is int or type(value) is float:
        kind = "number"
    elif type(value) is not str:
        kind = "type"
    else:
        kind = _kind_of_word(value.strip(INVISIBLE), field, words)
    faults.append(Fault("invalid_controlled_code", field, kind))
    return ""


def _kind_of_word(trimmed: str, field: str, words: tuple[str, ...]) -> str:
    if not trimmed:
        return "empty"
    if trimmed in words:
        return "spaces"
    if trimmed.lower() in words:
        return "capitals"
    if _BETWEEN_WORDS.sub("_", trimmed.lower()) in words:
        return "spelling"
    return "nothing" if field == "reason" and trimmed.lower() in _NOTHING else "word"


def read_flag(value: object, faults: list[Fault]) -> bool | None:
    """Return the flag if it is one, else None."""
    if type(value) is bool:
        return value
    if value is ABSENT:
        return None
    if value is None or value == "":
        kind = "empty"
    elif type(value) is int or type(value) is float:
        kind = "number"
    elif type(value) is not str:
        kind = "type"
    else:
        kind = "text" if value.strip(INVISIBLE).lower() in ("true", "false") else "word"
    faults.append(Fault("invalid_review_status", "adjudicated", kind))
    return None
