"""What is changed in how a return is written, and never in what it says.

Each kind is listed once. A value is repaired only if the format has exactly one thing that it
can mean by these kinds; whatever needs a judgement goes back, or to the committee.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ..vocabulary import DECISIONS, REASONS, is_opaque
from .values import field_meant, no_review, peeled

FIELD_NAMES, BLANKS, INVISIBLE, QUOTES, CASE = (
    *("field_names", "blanks", "invisible", "quotes", "letter_case"),
)
FLAGS, NOTHING, EMPTY_ROWS, HEADING_ROWS = "flags", "nothing", "empty_rows", "heading_rows"
COMMENTS, COMMAS, CURLY, PYTHON = "comments", "trailing_commas", "curly_quotes", "python_words"


class Repair(NamedTuple):
    """A kind of repair: what is there, and what it becomes."""

    sentence: str
    becomes: str


REPAIRS = {
    FIELD_NAMES: Repair("Names of fields in another spelling.", "The names of the format."),
    BLANKS: Repair("Blanks around a word, or around or inside an identifier.", "Without them."),
    INVISIBLE: Repair("Something invisible in a value.", "Without it."),
    QUOTES: Repair("Quotation marks or a full stop around a value.", "Without them."),
    CASE: Repair("Capital letters.", "Lower case."),
    FLAGS: Repair("True or false as text, as a spreadsheet writes it.", "true or false."),
    NOTHING: Repair("Empty, or a word for nothing, as a reason.", "null."),
    EMPTY_ROWS: Repair("Empty rows.", "Left out."),
    HEADING_ROWS: Repair("The heading as a row.", "Left out."),
    COMMENTS: Repair("Comments in the JSON.", "Left out."),
    COMMAS: Repair("A comma before a closing bracket.", "Left out."),
    CURLY: Repair("Typographic quotation marks as those of JSON.", "Straight ones."),
    PYTHON: Repair("Python's True, False or None.", "true, false or null."),
}
"""Every kind of repair, in the order in which they are offered."""

TRUE_WORDS = frozenset(
    {
        *("true", "wahr", "vrai", "verdadero", "vero", "verdadeiro", "waar", "sant", "sand"),
        *("sann", "tosi", "prawda", "pravda", "igaz", "истина", "doğru", "adevărat"),
    }
)
FALSE_WORDS = frozenset(
    {
        *("false", "falsch", "faux", "falso", "onwaar", "falskt", "falsk", "usann", "epätosi"),
        *("fałsz", "nepravda", "hamis", "ложь", "yanliş", "fals"),
    }
)
"""How spreadsheets write true and false, case folded; the documentation lists them."""

_TRACES = {
    "something invisible in it": INVISIBLE,
    "quotation marks or a full stop around it": QUOTES,
    "spaces or line ends around it": BLANKS,
}
_NOTHING_WORDS = ("null", "none")
_IDENTIFIERS = ("blinded_case_id", "draft_revision", "reviewer_id")
LEFT_OUT: dict[str, Any] = {}
"""Stands where a row was left out, so that all others keep their numbers."""


_TOKENS = re.compile(
    r'("(?:[^"\\]|\\.)*")|(//[^\n]*|/\*.*?\*/|\#[^\n]*)|\b(True|False|None)\b|(,)(?=\s*[}\]])',
    re.DOTALL,
)
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}
_MARKS = str.maketrans(dict.fromkeys("“”„‟″", '"'))


def repaired_text(text: str) -> tuple[str, set[str]]:
    """Return a JSON text without what no JSON has, and the kinds of repair that this takes."""
    kinds: set[str] = set()
    straight = text
    if '"' not in text and (straight := text.translate(_MARKS)) != text:
        kinds.add(CURLY)

    def meant(found: re.Match[str]) -> str:
        string, comment, word, comma = found.groups()
        if comment:
            kinds.add(COMMENTS)
        elif word:
            kinds.add(PYTHON)
            return _PYTHON_WORDS[word]
        elif comma:
            kinds.add(COMMAS)
        return string or ""

    plain = _TOKENS.sub(meant, straight)
    # a comma may stand before a comment that stands before a bracket
    return _TOKENS.sub(meant, plain), kinds


class Repaired(NamedTuple):
    """Rows with the chosen repairs made, and how many rows each kind that is left would change."""

    rows: list[Any]
    offered: Counter[str]


def repaired(rows: Iterable[Any], chosen: Collection[str]) -> Repaired:
    """Return the rows with the chosen kinds of repair made, and what else is offered."""
    made: list[Any] = []
    offered: Counter[str] = Counter()
    for row in rows:
        if not isinstance(row, dict) or row is LEFT_OUT:
            made.append(row)
            continue
        why = no_review(row) if row else None
        if why is not None:
            kind = EMPTY_ROWS if why == "empty_row" else HEADING_ROWS
            made.append(LEFT_OUT if kind in chosen else row)
            offered[kind] += kind not in chosen
            continue
        mended, left = _row(row, chosen)
        made.append(mended)
        offered.update(left)
    return Repaired(made, +offered)


def _row(row: Mapping[Any, Any], chosen: Collection[str]) -> tuple[dict[Any, Any], set[str]]:
    """Return a row with what is chosen made, and the kinds that it needs besides."""
    left: set[str] = set()
    named: dict[Any, Any] = {}
    for key, value in row.items():
        meant = field_meant(key)
        if meant is None or meant == key or meant in row or meant in named:
            named[key] = value
        elif FIELD_NAMES in chosen:
            named[meant] = value
        else:
            named[key] = value
            left.add(FIELD_NAMES)
    for key, value in named.items():
        field = field_meant(key)
        if field is None:
            continue
        mended, kinds = _value(field, value)
        if kinds and kinds <= set(chosen):
            named[key] = mended
        else:
            left |= kinds - set(chosen)
    return named, left


def _value(field: str, value: object) -> tuple[object, set[str]]:
    """Return what a value plainly means, and the kinds of repair that lead there."""
    if type(value) is not str:
        return value, set()
    core, traces = peeled(value)
    kinds = {_TRACES[trace] for trace in traces}
    if field == "adjudicated":
        word = core.casefold()
        if word in TRUE_WORDS or word in FALSE_WORDS:
            return word in TRUE_WORDS, {FLAGS}
        return value, set()
    if field in _IDENTIFIERS:
        digits = "".join(core.split())
        if not is_opaque(digits.lower()):
            return value, set()
        kinds |= {BLANKS} if digits != core else set()
        kinds |= {CASE} if digits != digits.lower() else set()
        return digits.lower(), kinds
    if field == "reason" and (not core or core.lower() in _NOTHING_WORDS):
        return None, {NOTHING}
    words = DECISIONS if field == "decision" else REASONS
    if core in words:
        return core, kinds
    if core.lower() in words:
        return core.lower(), kinds | {CASE}
    return value, set()
