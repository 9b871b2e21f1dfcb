"""One value of a row, and what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import islice
from typing import Any

from ..given import plain_mapping
from ..vocabulary import DECISIONS, REASONS, is_opaque
from .problems import Facts, Fault, joined

ROW_FIELDS = (
    "blinded_case_id",
    "draft_revision",
    "reviewer_id",
    "decision",
    "reason",
    "adjudicated",
)

_BLANKS = " \t\r\n\f\v"
_MARKS = "\"'“”‘’„‚«»‹›`´.,;"
_UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})
_ALIKE = str.maketrans("авеосрхуіјѕԁԛԝАВЕОСРХІЈЅ", "abeocpxyijsdqwABEOCPXIJS")
"""Letters of the Cyrillic alphabet that look like Latin ones."""
_E_NOTATION = re.compile(r"[0-9]+([.,][0-9]+)?[eE][+-]?[0-9]+")
_SEPARATORS = re.compile("[^a-z0-9]+")
_HEX = re.compile(r"[0-9a-fA-F]+")
_NOTHING = frozenset({"null", "none", "nil", "n/a", "na", "nan", "#n/a", "-", "–"})
_LONGEST = 1 << 12
"""Longer texts are no identifier and no word, whatever stands in them."""
_LONGEST_NAME = 64
_SPELT_FIELDS = 2
"""An object with so many fields of a review row, in any spelling, is one."""
_HEADINGS = 3
"""A row in which so many fields hold the name of a field is a heading."""

_ALIKE_LETTER = "a letter of another alphabet that looks like the right one"
_BLANKS_INSIDE = "spaces or line ends inside"
_CAPITAL = "a capital letter"

ABSENT = object()
"""Stands for the value of a field that a row does not have; that is a fault of its own."""


MOST_UNKNOWN = 5
"""So many unknown fields are named by their position; the rest are one fault, with their count."""


def read_identifier(value: object, field: str, faults: list[Fault]) -> str:
    """Return the identifier that is there or was plainly meant, else ""."""
    if is_opaque(value):
        return value
    meant = ""
    facts: Facts = ()
    if value is ABSENT:
        return meant
    if value is None or value == "":
        kind = "empty_identifier"
    elif type(value) is int or type(value) is float:
        kind = "number_for_identifier"
    elif type(value) is not str:
        kind = "identifier_is_no_text"
    else:
        core, found = peeled(value)
        digits = "".join(core.split())
        plain = _letters(digits)
        if is_opaque(plain.lower()):
            meant = plain.lower()
            found += [_ALIKE_LETTER] * (plain != digits)
            found += [_BLANKS_INSIDE] * (digits != core)
            found += [_CAPITAL] * (plain != meant)
            kind, facts = "identifier_with_more", (("traces", joined(found)),)
        elif not core:
            kind = "empty_identifier"
        elif _E_NOTATION.fullmatch(core):
            kind = "number_for_identifier"
        else:
            kind = "identifier_length" if _HEX.fullmatch(core) else "no_identifier"
    faults.append(Fault(kind, field, facts))
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
        faults.append(Fault("empty_word", field))
    elif type(value) is int or type(value) is float:
        faults.append(Fault("number_for_word", field))
    elif type(value) is not str:
        faults.append(Fault("word_is_no_text", field))
    else:
        faults.append(_faulty_word(value, field, words))
    return ""


def _faulty_word(value: str, field: str, words: tuple[str, ...]) -> Fault:
    core, found = peeled(value)
    if not core:
        return Fault("empty_reason" if field == "reason" else "empty_word", field)
    plain = _letters(core)
    found += [_ALIKE_LETTER] * (plain != core)
    if plain not in words:
        if plain.lower() in words:
            found.append(_CAPITAL)
        elif folded(plain) in map(folded, words):
            found.append("another spelling than that of the format")
        elif field == "reason" and core.lower() in _NOTHING:
            return Fault("nothing_as_text", field)
        else:
            return Fault("unknown_word", field)
    return Fault("word_with_more", field, (("traces", joined(found)),))


def peeled(value: str) -> tuple[str, list[str]]:
    """Return a value without what stands around it or invisibly in it, and in words what it was."""
    if len(value) > _LONGEST:
        return value.strip(_BLANKS), []
    seen = "".join([c for c in value if c in _BLANKS or not is_unseen(c)])
    core = seen.strip(_BLANKS + _MARKS) or seen.strip(_BLANKS)
    before, _, after = seen.partition(core) if core else (seen, "", "")
    around = before + after
    found = {
        "something invisible in it": seen != value,
        "quotation marks or a full stop around it": any(c in _MARKS for c in around),
        "spaces or line ends around it": any(c in _BLANKS for c in around),
    }
    return core, [trace for trace, there in found.items() if there]


def is_unseen(character: str) -> bool:
    """Tell whether a character has no shape of its own (a blank has none either)."""
    if " " < character < "\x7f":
        return False
    return (
        character in _UNSEEN_LETTERS
        or "\ufe00" <= character <= "\ufe0f"
        or unicodedata.category(character) in _UNSEEN_CATEGORIES
    )


def _letters(text: str) -> str:
    """Return the text with the Latin letters and digits that its characters look like."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_ALIKE)


def folded(name: str) -> str:
    """Return what spellings of one name share: no case, blanks, hyphens or underscores."""
    if name.isascii():
        return _SEPARATORS.sub("", name.lower())
    return "".join([c for c in _letters(name).lower() if c.isalnum() and not is_unseen(c)])


_FOLDED = {folded(name): name for name in ROW_FIELDS}
_ENVELOPE = {folded(name): name for name in ("schema_version", "rows")}


def field_meant(name: object) -> str | None:
    """Return the field of a row that a name is a spelling of, or None."""
    return _FOLDED.get(folded(name)) if type(name) is str and len(name) < _LONGEST_NAME else None


def envelope_key(name: object) -> str | None:
    """Return the part of a return, ``schema_version`` or ``rows``, that a name is a spelling of."""
    if type(name) is not str or len(name) >= _LONGEST_NAME:
        return None
    return _ENVELOPE.get(folded(name))


def is_row(value: object) -> bool:
    """Tell whether a JSON value is a review row, however its fields are spelt."""
    row = plain_mapping(value)
    if row is None:
        return False
    keys = islice(row, 64)
    return sum(field_meant(key) is not None for key in keys) >= _SPELT_FIELDS


def no_review(row: Mapping[Any, Any]) -> str | None:
    """Return why a row is no review at all: "empty_row", "heading_row", or None.

    A spreadsheet leaves rows without a value, and one with the names of its columns.
    """
    texts = [value for value in row.values() if type(value) is str]
    blank = all(value is None or value is False or type(value) is str for value in row.values())
    if blank and not any(peeled(text)[0] for text in texts):
        return "empty_row"
    headings = sum(field_meant(text) is not None for text in texts)
    return "heading_row" if headings >= _HEADINGS else None


def read_flag(value: object, faults: list[Fault]) -> bool | None:
    """Return the flag if it is one, else None."""
    if type(value) is bool:
        return value
    if value is ABSENT:
        return None
    if value is None or value == "":
        kind = "empty_flag"
    elif type(value) is int or type(value) is float:
        kind = "number_for_flag"
    elif type(value) is not str:
        kind = "flag_is_no_text"
    else:
        core = _letters(peeled(value)[0]).lower()
        kind = "flag_as_text" if core in ("true", "false") else "no_flag" if core else "empty_flag"
    faults.append(Fault(kind, "adjudicated"))
    return None
