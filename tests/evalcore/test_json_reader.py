"""Strict JSON: what is refused, with which code, at which line and column, wherever reads end."""

from __future__ import annotations

import io
import json
import random
import threading
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import EvaluationError
from evalcore.io import json_reader
from evalcore.io.json_reader import JsonReader

LARGE = 1 << 18
CHUNKS = (4, 5, 6, 7, 8, 9, 11, 13, 16, 31, 32, 33, 40, 64, LARGE)
EMOJI = "\U0001f600"


def whole(reader: JsonReader) -> Any:
    reader.start()
    return reader.value()


def piece_by_piece(reader: JsonReader) -> Any:
    """The same document through members() and elements(), as far as these go."""
    return _piece(reader, 2) if reader.start() else None


def _piece(reader: JsonReader, levels: int) -> Any:
    first = reader.peek()
    if first == "{" and levels:
        return {key: _piece(reader, levels - 1) for key in reader.members()}
    if first == "[" and levels:
        return list(reader.elements())
    return reader.value()


WALKS = (whole, piece_by_piece)


def outcome(data: bytes, chunk: int = LARGE, walk: Any = whole) -> str:
    """The value's repr, or the code and the place."""
    with mock.patch.object(json_reader, "CHUNK", chunk):
        reader = JsonReader(io.BytesIO(data), len(data))
        try:
            value = walk(reader)
            reader.finish()
        except EvaluationError as error:
            return f"{error.code} {error.place}" if error.place else error.code
    return repr(value)


def assert_outcome(data: bytes | str, right: str) -> None:
    given_bytes = data.encode() if isinstance(data, str) else data
    for chunk in CHUNKS:
        assert outcome(given_bytes, chunk) == right, chunk
        assert outcome(given_bytes, chunk, piece_by_piece) == right, chunk


def at(code: str, line: int, column: int) -> str:
    return f"{code} line {line}, column {column}"


def assert_fault(data: bytes | str, code: str, line: int, column: int) -> None:
    assert_outcome(data, at(code, line, column))


# A string or a literal that never ends is at fault where it starts.
SYNTAX = [
    ("[", 1, 2),
    ("{", 1, 2),
    ("]", 1, 1),
    ("[1,]", 1, 4),
    ('{"a":1,}', 1, 8),
    ('{"a":[1,2\n,  \n ] }', 3, 2),
    ('[[{"a":1 , \n }]]', 2, 2),
    ("[1 2]", 1, 4),
    ("[,1]", 1, 2),
    ("[1,,2]", 1, 4),
    ("[1}", 1, 3),
    ("[[1}]", 1, 4),
    ('{"a":1]', 1, 7),
    ('{"a" 1}', 1, 6),
    ('{"a"}', 1, 5),
    ('{"a":}', 1, 6),
    ('{"a"::1}', 1, 6),
    ('{"a":1 "b":2}', 1, 8),
    ('{"a":1\n"b":2}', 2, 1),
    ("{a:1}", 1, 2),
    ("{1:1}", 1, 2),
    ("{'a':1}", 1, 2),
    ("{null:1}", 1, 2),
    ("['a']", 1, 2),
    ('"abc', 1, 1),
    ('["a","bc', 1, 6),
    ('["a","bc\\"]', 1, 6),
    ('{"a":1,"b', 1, 8),
    ('["\\q"]', 1, 3),
    ('["ab\\x41"]', 1, 5),
    ('["a\nb"]', 1, 4),
    ('["a\tb"]', 1, 4),
    ('["a\0b"]', 1, 4),
    ('["a\x1f"]', 1, 4),
    ("[01]", 1, 3),
    ("[-01]", 1, 4),
    ("[1.]", 1, 3),
    ("[1.e5]", 1, 3),
    ("[.5]", 1, 2),
    ("[+1]", 1, 2),
    ("[1e]", 1, 3),
    ("[1e+]", 1, 3),
    ("[-]", 1, 2),
    ("[- 1]", 1, 2),
    ("[0x10]", 1, 3),
    ("[1_000]", 1, 3),
    ("[１]", 1, 2),
    ("tru", 1, 1),
    ("[tru]", 1, 2),
    ("[nul", 1, 2),
    ("[True]", 1, 2),
    ("[undefined]", 1, 2),
    ("[truefalse]", 1, 6),
    ("[1,\u00a02]", 1, 4),
    ("[1,\x0b2]", 1, 4),
    ("\x0c[]", 1, 1),
    ("[]]", 1, 3),
    ("[] x", 1, 4),
    ("{}{}", 1, 3),
    ("{}\n\n{}", 3, 1),
    ("1 2", 1, 3),
    ("1.5 2.5", 1, 5),
    ("[1]\x1a", 1, 4),
    ("[] \0\0", 1, 4),
    ("/* */ []", 1, 1),
    ("[1] // x", 1, 5),
    ('["é€' + EMOJI + '" 1]', 1, 8),
    ("[1,\r2 3]", 1, 7),
    ("[1,\r\n2 3]", 2, 3),
    ("\r\n\r\n [1,\n\n  2 3]", 5, 5),
]


@pytest.mark.parametrize("text, line, column", SYNTAX, ids=[ascii(row[0]) for row in SYNTAX])
def test_syntax_faults(text: str, line: int, column: int) -> None:
    assert_fault(text, "invalid_json", line, column)
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert_fault(text.encode(encoding), "invalid_json", line, column)


# What is wrong in the same place within a longer document.
ONE_VALUE = [row for row in SYNTAX if row[0][0] in "[{" and row[0] != "[]]"]


@pytest.mark.parametrize("text, line, column", ONE_VALUE, ids=[ascii(row[0]) for row in ONE_VALUE])
def test_syntax_faults_far_into_a_file(text: str, line: int, column: int) -> None:
    before = "[\n" + '"' + "x" * 70 + '",\n'
    assert_fault(before + text, "invalid_json", line + 2, column)


@pytest.mark.parametrize("escape", ['"\\u12g4"', '"\\u"', '"\\u 123"', '"\\uD83"'])
def test_an_escape_cut_short_is_at_fault_within_the_escape(escape: str) -> None:
    text = f'["ok", {escape}]'
    places = {outcome(text.encode(), chunk, walk) for chunk in CHUNKS for walk in WALKS}
    assert len(places) == 1
    assert places <= {at("invalid_json", 1, column) for column in (9, 10)}


DUPLICATES = [
    ('{"a":1,"a":1}', 1, 8),
    ('{"a":1,"\\u0061":1}', 1, 8),
    ('{"\\u0061":1,"a":1}', 1, 13),
    ('{"":1,"":2}', 1, 7),
    ('{"é":1,\n"\\u00E9":2}', 2, 1),
    (f'{{"{EMOJI}":1,"\\ud83d\\ude00":2}}', 1, 8),
    ('{"\\ud800":1, "\\uD800":2}', 1, 14),
    ('{"a\\/":1,"a/":2}', 1, 10),
    ('{"x":{"a":1,"b":2,"a":3}}', 1, 19),
    ('[{"a":{"a":{"a":1}}}, {"b":[{"c":{}, "c":[]}]}]', 1, 38),
    ('[[{"a":1}, {"a":1}], {"a":"\\"a\\":", "a":2}]', 1, 37),
    ('{"a":"a","b":["a","a"],"c":{"a":"a"},"b":0}', 1, 38),
    ('{"a":' + "1" * 400 + ',"a":2}', 1, 407),
    ('{"long key ' + "k" * 90 + '":1,\n "long key ' + "k" * 90 + '":2}', 2, 2),
]


@pytest.mark.parametrize(
    "text, line, column", DUPLICATES, ids=[ascii(d[0])[:40] for d in DUPLICATES]
)
def test_a_key_twice(text: str, line: int, column: int) -> None:
    assert_fault(text, "duplicate_key", line, column)


def test_keys_that_only_look_alike_are_two_keys() -> None:
    for text in ('{"a":1,"A":1,"a ":1}', '{"é":1,"e\u0301":2}', '{"1":1,"01":2,"1.0":3}'):
        assert_outcome(text, repr(json.loads(text)))


NUMBERS = ["NaN", "-NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E+400", "1" * 4301]
NUMBERS += ["0." + "1" * 4300, "-" + "9" * 4301, "1" * 400 + "e1"]


@pytest.mark.parametrize("number", NUMBERS, ids=[n[:12] for n in NUMBERS])
def test_numbers_that_are_none(number: str) -> None:
    # -NaN is no JSON in any dialect: a minus sign without digits
    code = "invalid_json" if number == "-NaN" else "invalid_number"
    assert_fault(number, code, 1, 1)
    assert_fault(f"[0,\n {number}]", code, 2, 2)
    assert_fault(f'{{"a":[{{"b":\n\n{number}}}]}}', code, 3, 1)
    # numbers that are fine, and strings, before it
    assert_fault(f'["NaN", 1e300, {"1" * 400}, {number}]', code, 1, 418)


def test_numbers_that_are_fine() -> None:
    numbers = ["0", "-0", "1e308", "-1.5E-10", "1e-999", "123456789012345678901234567890.25"]
    numbers += ["1" * 400, "9" * 4300, "0." + "1" * 4298, "1e+5", "-2.5"]
    for number in numbers:
        right = repr(json.loads(number))
        assert_outcome(number, right)
        assert_outcome(f"[{number}]", f"[{right}]")
        assert_outcome(f'{{"a":{number}, "b":[{number} ]}}', f"{{'a': {right}, 'b': [{right}]}}")


def nested(levels: int, kinds: str) -> tuple[str, int]:
    """A document of so many levels, and the column of its 65th bracket."""
    opening, closing, columns = "", "", []
    for level in range(levels):
        columns.append(len(opening) + 1)
        is_list = kinds[level % len(kinds)] == "["
        opening += "[" if is_list else '{"]}":'
        closing = ("]" if is_list else "}") + closing
    return opening + "null" + closing, columns[64] if levels > 64 else 0


@pytest.mark.parametrize("kinds", ["[", "{", "[{", "{[["])
def test_sixty_four_levels(kinds: str) -> None:
    text, _ = nested(64, kinds)
    assert_outcome(text, repr(json.loads(text)))
    for levels in (65, 66, 120, 900):
        text, column = nested(levels, kinds)
        assert_fault(text, "too_deep", 1, column)
    text, column = nested(65, kinds)
    assert_fault("\n\n" + text, "too_deep", 3, column)
    shallow = nested(60, kinds)[0]
    assert_outcome(f"[{shallow},{shallow}]", repr([json.loads(shallow)] * 2))
    # levels that were left again do not count
    members = {str(n): [[n]] for n in range(70)} | {"deep": json.loads(nested(63, kinds)[0])}
    assert_outcome(json.dumps(members), repr(members))


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000])
def test_endless_nesting_is_an_answer_and_no_crash(text: str) -> None:
    answers = [outcome(text.encode(), chunk) for chunk in (4096, LARGE)]
    worker = threading.Thread(target=lambda: answers.append(outcome(text.encode())))
    worker.start()
    worker.join()
    assert set(answers) == {at("too_deep", 1, 65 if text[0] == "[" else 321)}
    assert len(answers) == 3


BOM = "\ufeff"
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_with_a_mark(encoding: str) -> None:
    text = '{"a":"é€' + EMOJI + '",\n"b":[1.5,true]}'
    right = repr(json.loads(text))
    assert_outcome((BOM + text).encode(encoding), right)
    assert_outcome((BOM + BOM + text).encode(encoding), at("invalid_json", 1, 1))
    assert_outcome((BOM + text + BOM).encode(encoding), at("invalid_json", 2, 16))
    assert_outcome(BOM.encode(encoding), "empty_file")
    assert_outcome((BOM + " \r\n\t").encode(encoding), "empty_file")
    if encoding != "utf-8":
        assert_outcome(text.encode(encoding), at("invalid_encoding", 1, 1))


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r", "\t \r\n"])
def test_nothing_in_the_file(text: str) -> None:
    assert_outcome(text, "empty_file")


BYTES = [
    (b'["\xc3\xa9\xff"]', 4),
    (b'["\xc3"]', 3),
    (b'["ab\xc3', 5),
    (b'["ab\xf0\x9f\x98', 5),
    (b'["\xc0\xaf"]', 3),
    (b'["\xe0\x80\xaf"]', 3),
    (b'["\xed\xa0\x80"]', 3),
    (b'["\xf4\x90\x80\x80"]', 3),
    (b'["\x80"]', 3),
    (b"\xff[]", 1),
    (b"\xef\xbb", 1),
    (b"[]\xe4", 3),
    (b'\xef\xbb\xbf["\xe4"]', 3),
    ('["Zoë"]'.encode("latin-1"), 5),
]
for _order, _unit in (("le", b"\x00\xd8"), ("be", b"\xd8\x00")):
    _start = (BOM + '["ab').encode(f"utf-16-{_order}")
    BYTES += [(_start + _unit + '"]'.encode(f"utf-16-{_order}"), 5), (_start + b"x", 5)]
    _start = (BOM + '["ab').encode(f"utf-32-{_order}")
    _unit = _unit + b"\0\0" if _order == "le" else b"\0\0" + _unit
    BYTES += [(_start + _unit, 5), (_start + b"\xff\xff\xff\xff", 5), (_start + b"x\0\0", 5)]


@pytest.mark.parametrize("data, column", BYTES, ids=[repr(row[0]) for row in BYTES])
def test_bytes_that_are_no_text(data: bytes, column: int) -> None:
    assert_fault(data, "invalid_encoding", 1, column)


def test_the_place_of_bad_bytes_counts_lines() -> None:
    assert_fault(b'[1,\r\n2,\n  "\xc3\xa9\xe9"]', "invalid_encoding", 3, 5)
    assert_fault(b"[1,\n" * 50 + b"\xe9", "invalid_encoding", 51, 1)


def test_lone_surrogate_escapes_are_strings() -> None:
    assert_outcome(
        '["\\ud800", "\\udc00x", {"\\ud83d":"\\ude00"}]',
        repr(["\ud800", "\udc00x", {"\ud83d": "\ude00"}]),
    )


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
spaces = st.sampled_from([None, 0, 1, "\t", " " * 40])
chunks = st.integers(4, 70)


@given(json_values, spaces, st.booleans(), st.sampled_from(ENCODINGS), chunks)
def test_valid_documents(value: Any, indent: Any, plain: bool, encoding: str, chunk: int) -> None:
    text = json.dumps(value, ensure_ascii=plain, indent=indent)
    data = (BOM + text).encode(encoding, "surrogatepass") if plain else text.encode()
    assert outcome(data, chunk) == outcome(data, chunk, piece_by_piece) == repr(value)


PIECES = ["NaN", "-Infinity", "1e999", "1.", "1.5e10", "1e+", "-", "0", "tru", '"', "\\", "\\u00"]
PIECES += ['"a"', '"a":', '"\\u0061":', "[", "]", "{", "}", ",", ":", " ", "\r\n", "\x1f", "é", BOM]
PIECES += ["1" * 33, "[" * 66, " " * 40, '{"a":1,"a":1}', EMOJI, '"\\ud83d']


# What json.loads lets pass and this program does not.
STRICTER = {"duplicate_key", "invalid_number", "too_deep"}


def syntax_fault(text: str) -> json.JSONDecodeError | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error
    return None


@given(json_values, spaces, st.randoms(use_true_random=False), chunks)
def test_spoiled_documents(value: Any, indent: Any, rng: random.Random, chunk: int) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    for _ in range(rng.randint(1, 3)):
        start = rng.randint(0, len(text))
        text = text[:start] + rng.choice(PIECES) + text[start + rng.choice((0, 0, 1, 2, 5)) :]
    text = text.removeprefix(BOM)
    data = text.encode()
    right = outcome(data)
    assert outcome(data, chunk) == right
    assert outcome(data, chunk, piece_by_piece) == outcome(data, LARGE, piece_by_piece)
    fault = syntax_fault(text)
    if fault is None:
        loaded = repr(json.loads(text))
        assert right == loaded or right.split()[0] in STRICTER
    else:
        assert right.split()[0] in {*STRICTER, "invalid_json", "empty_file"}
        # from Python 3.13 on json points at the comma, not at the bracket after it
        if right.startswith("invalid_json") and "trailing" not in fault.msg:
            assert right == at("invalid_json", fault.lineno, fault.colno)


def test_a_document_is_read_in_pieces_of_any_kind() -> None:
    """Every way to cut one document in two reads gives the same."""
    text = ' {"a" : [ -1.5e+10 , "\\ud83d\\ude00é" , null , true , { "b" : [ ] } ] , "c" : 0.5 } '
    data, right = text.encode(), repr(json.loads(text))
    for cut in range(4, len(data)):
        assert outcome(data, cut) == outcome(data, cut, piece_by_piece) == right
