"""One value of a row: what is wrong with it, and what was plainly meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .vocabulary import DECISIONS, REASONS, is_opaque

INVISIBLE = " \t\r\n\f\v\u00a0\u200b\u200c\u200d\u2060\ufeff"
_E_NOTATION = re.compile(r"[0-9]+([.,][0-9]+)?[eE][+-]?[0-9]+")
_NOTHING = frozenset({"null", "none", "nil", "n/a", "na", "nan", "#n/a", "-", "–"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One kind of fault; it holds no value. ``position`` is that of an unknown field, from 1."""

    code: str
    field: str | None
    kind: str
    position: int = 0


def read_identifier(values: Mapping[Any, Any], field: str, faults: list[Fault]) -> str:
    """Return the identifier that is there or was plainly meant, else ""."""
    if field not in values:
        return ""
    value = values[field]
    if is_opaque(value):
        return value
    meant = ""
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
            kind = "length" if re.fullmatch(r"[0-9a-fA-F]+", trimmed) else "characters"
    faults.append(Fault("invalid_opaque_identifier", field, kind))
    return meant


def read_word(values: Mapping[Any, Any], field: str, faults: list[Fault]) -> str | None:
    """Return the word (or the null of a reason) that is there or was plainly meant, else ""."""
    if field not in values:
        return ""
    value = values[field]
    words = DECISIONS if field == "decision" else REASONS
    if value is None and field == "reason":
        return None
    if type(value) is str and value in words:
        return value
    meant: str | None = ""
    if value is None:
        kind = "empty"
    elif type(value) is int or type(value) is float:
        kind = "number"
    elif type(value) is not str:
        kind = "type"
    else:
        trimmed = value.strip(INVISIBLE)
        joined = re.sub(r"[\s_-]+", "_", trimmed.lower())
        if not trimmed:
            kind, meant = "empty", None if field == "reason" else ""
        elif trimmed in words:
            kind, meant = "spaces", trimmed
        elif trimmed.lower() in words:
            kind, meant = "capitals", trimmed.lower()
        elif joined in words:
            kind, meant = "spelling", joined
        elif field == "reason" and trimmed.lower() in _NOTHING:
            kind, meant = "nothing", None
        else:
            kind = "word"
    faults.append(Fault("invalid_controlled_code", field, kind))
    return meant


def read_flag(values: Mapping[Any, Any], faults: list[Fault]) -> bool | None:
    if "adjudicated" not in values:
        return None
    value = values["adjudicated"]
    if type(value) is bool:
        return value
    meant = None
    if value is None or value == "":
        kind = "empty"
    elif type(value) is int or type(value) is float:
        kind, meant = "number", bool(value) if value in (0, 1) else None
    elif type(value) is not str:
        kind = "type"
    else:
        word = value.strip(INVISIBLE).lower()
        kind = "text" if word in ("true", "false") else "word"
        meant = word == "true" if kind == "text" else None
    faults.append(Fault("invalid_review_status", "adjudicated", kind))
    return meant
