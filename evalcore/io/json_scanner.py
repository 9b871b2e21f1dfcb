"""One JSON value out of a text, strictly, and the index of what is wrong with it.

The C scanner of the standard library does the work. What it lets pass and this
program must not (a key twice, numbers that are none, nesting without end) is
found by hooks; only then a slow walk over the same text finds the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 64
"""Levels of nested objects and lists, the outermost included."""

MAX_DIGITS = 4300
"""Characters of one number; beyond, Python's own int conversion refuses as well."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+', re.DOTALL)


class _Refused(Exception):
    """A hook saw something that the C scanner lets pass."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Refused
    return made


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise _Refused
    return int(digits)


def _real(digits: str) -> float:
    number = float(digits)
    if len(digits) > MAX_DIGITS or number in (float("inf"), float("-inf")):
        raise _Refused
    return number


def _constant(_: str) -> float:
    raise _Refused


_raw_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_real, parse_constant=_constant
).raw_decode


NUMBER: Any = object()
"""What every number is in a loose scan: it equals nothing, so 1 cannot pass for true."""


def _loose_integer(digits: str) -> Any:
    if len(digits) > MAX_DIGITS:
        raise _Refused
    return NUMBER


def _loose_real(digits: str) -> Any:
    _real(digits)
    return NUMBER


_loose_decoder = json.JSONDecoder(
    parse_int=_loose_integer, parse_float=_loose_real, parse_constant=_constant
)
_loose_decode = _loose_decoder.raw_decode

scan_loosely: Callable[[str, int], tuple[Any, int]] = _loose_decoder.scan_once  # type: ignore[attr-defined]
"""Returns the value and its end as a loose ``scan`` does, or raises one of NOT_SCANNED."""
NOT_SCANNED = (ValueError, StopIteration, RecursionError, _Refused)


def colons(value: Any, levels: int) -> int:
    """Return how many colons the text of a loosely scanned value has, if none is escaped.

    They stand after the keys and in strings. Raises ValueError if the value has
    more than so many ``levels``.
    """
    if type(value) is str:
        return str.count(value, ":")
    if type(value) is not dict and type(value) is not list:
        return 0
    if not levels:
        raise ValueError
    total = 0
    if type(value) is dict:
        total = len(value) + sum([key.count(":") for key in value])
        value = value.values()
    return total + sum([colons(child, levels - 1) for child in value])


def scan(
    text: str, at: int, depth: int, ended: bool, loose: bool = False
) -> tuple[int, str | None, Any]:
    """Scan one value that starts at an index, ``depth`` levels down.

    Returns (its end, None, the value), or (index of the fault, code, None). A
    string without an end is at fault at the end of the text unless the text has
    ``ended``: the rest may follow. A ``loose`` scan lets keys pass that stand
    twice (the last one counts) and any depth, and its numbers are all NUMBER.
    """
    try:
        value, end = (_loose_decode if loose else _raw_decode)(text, at)
    except json.JSONDecodeError as error:
        unfinished = error.msg.startswith("Unterminated string") and not ended
        if unfinished:
            return len(text), "invalid_json", None
        at = error.pos
        if error.msg.startswith("Illegal trailing comma"):
            # Python 3.13 and later point at the comma, others at the bracket after it
            at += 1 + len(text[at + 1 :]) - len(text[at + 1 :].lstrip(" \t\n\r"))
        return at, "invalid_json", None
    except (_Refused, RecursionError):
        return _fault(text, at, depth)
    if not loose and _too_deep(value, depth):
        return _fault(text, at, depth)
    return end, None, value


def _fault(text: str, at: int, depth: int) -> tuple[int, str, None]:
    code, place = _locate(text, at, depth)
    return place, code, None


def _too_deep(value: Any, depth: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH - depth):
        if not level:
            return False
        level = [
            child
            for parent in level
            for child in (parent.values() if type(parent) is dict else parent)
            if type(child) is dict or type(child) is list
        ]
    return bool(level)


def _locate(text: str, start: int, depth: int) -> tuple[str, int]:
    """Find the first key twice, bad number or level too deep in well-formed text.

    Returns its code and index. The slow way; it runs once, on a file that is refused.
    """
    # one entry for each open object (its keys so far) and list (None)
    open_levels: list[set[str] | None] = []
    before = ""
    for token in _TOKEN.finditer(text, start):
        found = token.group()
        if found in "{[":
            open_levels.append(set() if found == "{" else None)
            if depth + len(open_levels) > MAX_DEPTH:
                return "too_deep", token.start()
        elif found in "}]":
            open_levels.pop()
        elif found[0] == '"':
            keys = open_levels[-1] if open_levels else None
            if keys is not None and before in "{,":
                key = json.loads(found)
                if key in keys:
                    return "duplicate_key", token.start()
                keys.add(key)
        elif found not in ",:" and not _is_number_or_word(found):
            return "invalid_number", token.start()
        before = found
    return "invalid_json", start


def _is_number_or_word(token: str) -> bool:
    if token in ("true", "false", "null"):
        return True
    if len(token) > MAX_DIGITS or token.strip("-") in ("NaN", "Infinity"):
        return False
    if token.removeprefix("-").isdecimal():
        return True
    try:
        return float(token) not in (float("inf"), float("-inf"))
    except ValueError:
        return False
