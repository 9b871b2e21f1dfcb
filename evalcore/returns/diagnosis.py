"""What a file that cannot be used is instead, in the same words in every command and the window."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from ..advice import Worded
from ..errors import Cancelled, EvaluationError, Place
from ..io.file_kinds import (
    CLAIMS,
    CLAIMS_REPORT,
    DRAFT_REPORT,
    DRAFTS,
    KIND_OF_KEY,
    REPORT_KINDS,
    REVIEW_REPORT,
    REVIEWS,
    recognise,
)
from ..io.files import StrPath, open_regular
from ..io.foreign_kinds import LARGEST_LOOKED_INTO, decode, foreign_kind
from ..io.foreign_words import FOREIGN
from ..io.json_reader import CancelToken, JsonReader
from .problems import INSIDE_KINDS, NOTHING_AROUND, PROBLEMS, TEXT, WORD_KINDS
from .rows import check_cancel
from .values import envelope_key, is_row, is_unseen

WHOLE_FILE = frozenset({"json_lines", "two_documents", "text_before"})
"""Kinds of fault that are of the whole file: what was found before them is not told."""

SAVED_REPORT = "report"
"""What ``wanted`` is where a saved report of any of the three kinds is taken."""

_TAKES = {
    DRAFTS: "Choose a drafts file here; its main part is “encounters”.",
    REVIEWS: "Choose a review return here; its main part is “rows”.",
    CLAIMS: "Choose claims files here; their main parts are “claims” and “evidence”.",
    SAVED_REPORT: "Saved reports are taken here: choose the JSON that an export wrote.",
    None: "Choose a drafts, review return or claims file, or a saved report.",
}
_IS = {
    DRAFTS: "This is a drafts file.",
    REVIEWS: "This is a review return.",
    CLAIMS: "This is a claims file.",
    DRAFT_REPORT: "This is a saved draft report.",
    REVIEW_REPORT: "This is a saved review report.",
    CLAIMS_REPORT: "This is a saved claims report.",
}
_OF_TEXT = ("invalid_json", "invalid_encoding", "invalid_number", "empty_file")
_OF_KIND = ("unknown_file_kind", "wrong_file_kind")

_CURLY = "“”„‟″«»"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_CLOSED_AFTER_COMMA = re.compile(r",\s*[}\]]")
_LAST_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_BETWEEN = re.compile(r"[\s,\x1e]*")
_WORD_THERE = re.compile(r"[+-]?[^\W\d]\w*")
_NAME_THERE = re.compile(r"[^\W\d][\w$ -]*\s*:")
_LONGEST_ESCAPE = 6
_LEVELS = 3
"""So deep something of ours is looked for within something else."""


@dataclass(frozen=True, slots=True, repr=False)
class Diagnosis:
    """A file's fault: its code, its kind (a key of PROBLEMS), where, and its text.

    ``text`` is "" where it was not looked at; it is never shown.
    """

    code: str
    kind: str
    place: Place | None
    text: str = ""

    def __repr__(self) -> str:
        return f"Diagnosis({self.code}, ...)"


def diagnose(
    path: StrPath, file: BinaryIO, size: int, fault: EvaluationError, cancel: CancelToken | None
) -> Diagnosis:
    """Return what is wrong with an open file whose text or kind was found at fault.

    Raises Cancelled alone.
    """
    plain = Diagnosis(fault.code, fault.code, fault.place)
    if fault.code not in (*_OF_TEXT, *_OF_KIND):
        return plain
    try:
        foreign = foreign_kind(file, size, path)
        if foreign is not None:
            return Diagnosis(foreign, foreign, None)
        if size > LARGEST_LOOKED_INTO or fault.code in ("invalid_encoding", "empty_file"):
            return plain
        if fault.code in _OF_KIND:
            return _of_kind(file, size, fault, cancel)
        file.seek(0)
        text = decode(file.read())
    except Cancelled:
        raise
    except EvaluationError as error:
        return Diagnosis(error.code, error.code, None)
    return _of_text(text, fault, cancel)


def _of_text(text: str, fault: EvaluationError, cancel: CancelToken | None) -> Diagnosis:
    place = fault.place or Place()
    several = _kind_of_several(text, cancel) if fault.code == "invalid_json" else None
    if several is not None:
        kind, index = several
        second = None if kind == "json_lines" else _place_of(text, index)
        return Diagnosis(fault.code, kind, second, text)
    kind = _kind_of_fault(text, place)
    if fault.code == "invalid_number":
        kind = kind if kind in WORD_KINDS.values() else fault.code
    # a kind that has a code of its own in the check is told by that
    code = PROBLEMS[kind].code if PROBLEMS[kind].importer_code else fault.code
    return Diagnosis(code, kind, place, text)


def _of_kind(
    file: BinaryIO, size: int, fault: EvaluationError, cancel: CancelToken | None
) -> Diagnosis:
    """Look into JSON that is none of ours, or not the one that was wanted."""
    if fault.code == "wrong_file_kind":
        return Diagnosis(fault.code, fault.code, fault.place)
    reader = JsonReader(file, size, cancel=cancel)
    file.seek(0)
    try:
        value = None
        if reader.start():
            value = reader.value()
            reader.finish()
    except EvaluationError as error:
        if error.code != "invalid_json":
            return Diagnosis(error.code, error.code, error.place)
        file.seek(0)
        return _of_text(decode(file.read()), error, cancel)
    kind = _kind_of_value(value) or "unknown_file_kind"
    return Diagnosis(fault.code, kind, fault.place)


def named(path: StrPath, fault: EvaluationError, wanted: str | None = None) -> EvaluationError:
    """Return the fault of a file with words for what the file shows; ``wanted``: what is taken.

    It is the fault itself where there is no more to say. A code of FOREIGN takes the place of
    one of the text: such a file has no line and column.
    """
    if fault.code not in (*_OF_TEXT, *_OF_KIND):
        return fault
    try:
        with open_regular(path) as (file, size):
            told = diagnose(path, file, size, fault, None)
        kind = recognise(path) if fault.code == "wrong_file_kind" else None
    except EvaluationError:
        return fault
    if told.code in FOREIGN:
        return EvaluationError(told.code)
    wanted = SAVED_REPORT if wanted in REPORT_KINDS else wanted
    takes = _TAKES[wanted]
    if kind is not None:
        return Worded(fault.code, told.place, f"{_IS[kind]} {takes}")
    record = PROBLEMS.get(told.kind)
    if record is not None and record.found_in == TEXT:
        message, hint = record.words()
        holds = SAVED_REPORT if record.holds in REPORT_KINDS else record.holds
        if holds is not None and wanted not in (None, holds):
            hint = takes
        elif told.kind in INSIDE_KINDS.values():
            hint = f"{NOTHING_AROUND} {takes}"
        return Worded(record.importer_code or told.code, told.place, f"{message} {hint}")
    if told.code == "unknown_file_kind":
        return Worded(told.code, told.place, f"This is JSON, but none of our files. {takes}")
    return EvaluationError(told.code, told.place)


def _kind_of_fault(text: str, place: Place) -> str:
    """Return the kind of a fault of the JSON at a place; ``invalid_json`` if it has no words here.

    ``cut_off``: the text ends too early.
    """
    index = _index(text, place)
    before = text[max(0, index - (1 << 16)) : index].rstrip()
    rest = text[index:].strip()
    found = _kind_of_mark(before, rest, text[index : index + 1])
    if found:
        return found
    word = _WORD_THERE.match(rest)
    if word and word.group() in WORD_KINDS and before:
        return WORD_KINDS[word.group()]
    unfinished = rest[:1] == '"' and not _STRING.match(rest)
    if unfinished or not rest or (rest.isalnum() and before and before[-1] not in "}]"):
        return "cut_off"
    inside = before[-1:] in set(":,[{")
    if inside and before[-1:] in "{," and _NAME_THERE.match(rest):
        return "bare_name"
    if inside and (word or rest.startswith(("#N/A", "#REF!", "#VALUE!"))):
        return "bare_word"
    if rest[:1] in set('"{[') and before[-1:] in set('"}]') and not inside:
        return "missing_comma"
    if not before and rest[:1] not in set("{[") and _begins_later(rest):
        return "text_before"
    return "invalid_json"


def _kind_of_mark(before: str, rest: str, at: str) -> str | None:
    if rest[:1] and rest[:1] in _CURLY:
        return "curly_quotes"
    if _CLOSED_AFTER_COMMA.match(rest) or (rest[:1] in set("}]") and before.endswith(",")):
        return "trailing_comma"
    if rest[:1] and rest[:1] in "'‘’‚`":
        return None if rest.startswith("```") else "single_quotes"
    if rest.startswith(("//", "/*", "# ", "##", "#\n", "#!", "<!--")):
        return "comment"
    if rest and at in ("\n", "\r", "\t") and before.count('"') % 2:
        return "line_end"
    if at and at not in " \t\r\n" and is_unseen(at):
        return "unseen"
    if rest[:1] in ("=", ";"):
        return "separator"
    if at == "\\" and before.count('"') % 2:
        return "backslash" if len(rest) > _LONGEST_ESCAPE else "cut_off"
    return None


def _begins_later(text: str) -> bool:
    start = text.find("{")
    return start >= 0 and any(
        f'"{key}"' in text[start:] for key in ("schema_version", "blinded_case_id", *KIND_OF_KEY)
    )


def _documents(text: str, cancel: CancelToken | None = None) -> tuple[Any, list[tuple[int, int]]]:
    """Return the first of the JSON texts that stand one after another, and where each stands.

    Blanks, line ends and commas may stand between them. The last is left out if it is broken.
    """
    decoder = json.JSONDecoder()
    first: Any = None
    spans: list[tuple[int, int]] = []
    at = _after(text, 0)
    while at < len(text):
        if len(spans) % 1024 == 0:
            check_cancel(cancel)
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        if not spans:
            first = value
        spans.append((at, end))
        at = _after(text, end)
    else:
        return first, spans
    return first, [*spans, (at, at)] if spans else []


def _after(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _kind_of_several(text: str, cancel: CancelToken | None = None) -> tuple[str, int] | None:
    """Return ``json_lines`` or ``two_documents`` with the index of the second text, or None."""
    first, spans = _documents(text, cancel)
    if len(spans) < 2 or text[spans[1][0] : spans[1][0] + 1] not in ("{", "["):
        return None
    return ("json_lines" if is_row(first) else "two_documents"), spans[1][0]


def _kind_of_value(value: object, levels: int = _LEVELS) -> str | None:
    """Return what of ours a JSON value of no known kind is, or holds; None if nothing."""
    parts: list[object] = []
    if type(value) is dict:
        if is_row(value):
            return "one_row"
        if levels == _LEVELS and any(envelope_key(key) for key in value):
            return "envelope_spelling"
        parts = list(value.values())
    elif type(value) is list:
        if any(map(is_row, value[:3])):
            return "bare_rows"
        parts = value[:3]
    if not levels:
        return None
    for part in parts:
        kinds = (
            [KIND_OF_KEY[key] for key in part if key in KIND_OF_KEY] if type(part) is dict else []
        )
        if kinds:
            return INSIDE_KINDS[kinds[0]]
        if (found := _kind_of_value(part, levels - 1)) is not None:
            return INSIDE_KINDS[REVIEWS] if found in ("bare_rows", "one_row") else found
    return None


def repairs(
    text: str, kind: str, cancel: CancelToken | None
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what an editor may have done to a JSON text, with the text as it was before."""
    if kind == "json_lines":
        _, spans = _documents(text, cancel)
        yield ("json_lines",), f"[{','.join([text[at:end] for at, end in spans])}]"
    if kind == "trailing_comma":
        yield ("trailing_comma",), _without_last_commas(text, cancel)
    straight = text
    for quote in _CURLY:
        check_cancel(cancel)
        straight = straight.replace(quote, '"')
    if straight != text and kind != "cut_off":
        yield ("curly_quotes",), straight
        yield ("curly_quotes", "trailing_comma"), _without_last_commas(straight, cancel)


def _without_last_commas(text: str, cancel: CancelToken | None) -> str:
    strings = itertools.count(1)

    def kept(found: re.Match[str]) -> str:
        if next(strings) % 4096 == 0:
            check_cancel(cancel)
        return found.group(1) or ""

    return _LAST_COMMA.sub(kept, text)


def _place_of(text: str, index: int) -> Place:
    """Return line and column of an index, both from 1."""
    return Place(line=text.count("\n", 0, index) + 1, column=index - text.rfind("\n", 0, index))


def _index(text: str, place: Place) -> int:
    """Return the index of a line and column, both from 1."""
    index = 0
    for _ in range((place.line or 1) - 1):
        index = text.find("\n", index) + 1
    return index + (place.column or 1) - 1
