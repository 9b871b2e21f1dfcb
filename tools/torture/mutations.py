"""Files that went wrong: changes of the structure and of the bytes, all drawn from one seed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tools.torture.studies import SECRET

_HEX = "0123456789abcdef" * 4

# What stands in the file as it is, where a value should: no value of json has these forms.
_RAW = (
    "1e400",
    "-1e400",
    "1E+5",
    "-0",
    "-0.0",
    "01",
    "1.",
    ".5",
    "NaN",
    "-Infinity",
    "5.0",
    "1" * 400,
    "9" * 4300,
    "9" * 4301,
    "1" * 10_000,
    "0." + "3" * 10_000,
    "1e" + "0" * 5000 + "1",
    '"\\ud800"',
    '"\\udfff\\ud800"',
    f'"{SECRET}\\u0000"',
    '"\\u000a"',
    '"\n"',
    '"\\x"',
    "'x'",
    "True",
    "undefined",
    "/*x*/null",
    "",
    "[" * 65 + "]" * 65,
    "[" * 66 + '"x"' + "]" * 66,
    "[" * 3000 + "]" * 3000,
    '{"a":' * 70 + "1" + "}" * 70,
    "[" * 500,
)

_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    5,
    2**31,
    2**63,
    10**40,
    0.5,
    1e308,
    -1e-320,
    "",
    " ",
    "0",
    "true",
    "null",
    f"{SECRET}Value",
    f"{SECRET}\u202eback",
    f"{SECRET}\nline",
    f"{SECRET}\x1b[31m",
    "ﬀ",
    "a" * 64,
    _HEX,
    _HEX.upper(),
    _HEX + "\n",
    _HEX[:-1],
    "０" * 64,
    "sha256:" + _HEX,
    "class_" + _HEX[:16],
    [],
    {},
    [[]],
    [None],
    [{}],
    {"": None},
    {f"{SECRET}Key": f"{SECRET}Value"},
    ["x"] * 600,
    f"{SECRET}" * 2000,
    "other",
    "accept",
    "overall",
    "openmed.ambient_drafts.v1",
    "openmed.ambient_draft_reviews.v1",
)


class _Raw:
    """A piece of text that stands where a value should."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Pairs:
    """An object whose keys may stand twice."""

    def __init__(self, items: list[tuple[Any, Any]]) -> None:
        self.items = items


_Place = tuple[Any, int]
"""A list or object, and a position in it."""


def mutant(good: bytes, others: list[bytes], rng: Random) -> bytes:
    """Return what one to three accidents make of a good file; seldom nothing changes."""
    roll = rng.random()
    data = good
    if roll < 0.65:
        tree = _tree(good)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            tree = _change(tree, rng)
        data = _text(tree, rng).encode("utf-8", "surrogatepass")
    if roll > 0.55:
        for _ in range(rng.choice((1, 1, 2, 3))):
            data = rng.choice(_BYTES)(data, others, rng)
    return data


def _tree(data: bytes) -> Any:
    return json.loads(data, object_pairs_hook=lambda pairs: _Pairs(pairs))


def _places(node: Any) -> Iterator[_Place]:
    children = node if isinstance(node, list) else []
    if isinstance(node, _Pairs):
        children = [value for _, value in node.items]
    for position, child in enumerate(children):
        yield node, position
        yield from _places(child)


def _get(place: _Place) -> Any:
    node, position = place
    return node.items[position][1] if isinstance(node, _Pairs) else node[position]


def _put(place: _Place, value: Any) -> None:
    node, position = place
    if isinstance(node, _Pairs):
        node.items[position] = node.items[position][0], value
    else:
        node[position] = value


def _change(tree: Any, rng: Random) -> Any:
    places = list(_places(tree))
    if not places or rng.random() < 0.02:
        return rng.choice(([tree], tree, rng.choice(_VALUES)))
    # the outer levels of a file are few, and as worth a change as all its leaves
    if rng.random() < 0.25:
        places = [(node, at) for node, at in places if node is tree] or places
    place = rng.choice(places)
    node, at = place
    items = node.items if isinstance(node, _Pairs) else node
    match rng.randrange(12):
        case 0 | 1:
            _put(place, rng.choice(_VALUES))
        case 2:
            _put(place, _Raw(rng.choice(_RAW)))
        case 3:
            del items[at]
        case 4:
            items.insert(rng.randrange(len(items) + 1), items[at])
        case 5:
            _put(place, copy.deepcopy(_get(rng.choice(places))))
        case 6:
            other = rng.randrange(len(items))
            items[at], items[other] = items[other], items[at]
        case 7 if isinstance(node, _Pairs):
            key = rng.choice((f"{SECRET}Field", "", "id", "claims", "rows", "case", "a" * 3000))
            items[at] = key, items[at][1]
        case 8 if isinstance(node, _Pairs):
            items.append((f"{SECRET}More", rng.choice(_VALUES)))
        case 9:
            _put(place, _near(_get(place), rng))
        case 10:
            for _ in range(rng.choice((1, 2, 65))):
                _put(place, [_get(place)])
        case _:
            for _ in range(rng.randrange(1, 40)):
                items.append(items[at])
    return tree


def _near(value: Any, rng: Random) -> Any:
    """Return a value that is almost the same."""
    if isinstance(value, bool):
        return rng.choice((not value, int(value), str(value).lower()))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, float(value), str(value)))
    if isinstance(value, float):
        return rng.choice((value * (1 + 1e-15), value + 1e-9, -value, round(value), str(value)))
    if isinstance(value, str):
        return rng.choice(
            (value.upper(), value + " ", value[:-1], value + "\0", [value], "​" + value)
        )
    if isinstance(value, list):
        return value[: len(value) // 2]
    return rng.choice((None, _Raw("null ")))


def _text(tree: Any, rng: Random) -> str:
    gap = rng.choice(("", "", " ", "\n", "\r\n\t"))
    ascii_only = rng.random() < 0.5

    def write(node: Any) -> str:
        if isinstance(node, _Raw):
            return node.text
        if isinstance(node, list):
            return f"[{gap}" + f",{gap}".join(map(write, node)) + f"{gap}]"
        if isinstance(node, dict):
            node = _Pairs(list(node.items()))
        if isinstance(node, _Pairs):
            pairs = (f"{write(key)}:{gap}{write(value)}" for key, value in node.items)
            return "{" + gap + f",{gap}".join(pairs) + gap + "}"
        return json.dumps(node, ensure_ascii=ascii_only)

    return write(tree)


_Bytes = Callable[[bytes, list[bytes], Random], bytes]


def _cut(data: bytes, others: list[bytes], rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _beheaded(data: bytes, others: list[bytes], rng: Random) -> bytes:
    return data[rng.randrange(len(data) + 1) :]


def _flipped(data: bytes, others: list[bytes], rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4, 30))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _piece(data: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 2, 7, 40, 300)))


def _without(data: bytes, others: list[bytes], rng: Random) -> bytes:
    start, end = _piece(data, rng)
    return data[:start] + data[end:]


def _twice(data: bytes, others: list[bytes], rng: Random) -> bytes:
    start, end = _piece(data, rng)
    return data[:end] + data[start:end] * rng.choice((1, 1, 3, 200)) + data[end:]


_BITS = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"\xef\xbb\xbf",
    b"\xe2\x80\x9c",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\r",
    b"\x1a",
    b"1e999",
    b"-",
    b"NaN",
    b"//x\n",
    b"<<<<<<< HEAD\n",
)


def _inserted(data: bytes, others: list[bytes], rng: Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    bit = rng.choice((*_BITS, rng.randbytes(rng.choice((1, 8, 100)))))
    return data[:start] + bit + data[start:]


def _spliced(data: bytes, others: list[bytes], rng: Random) -> bytes:
    other = rng.choice(others)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :]


def _joined(data: bytes, others: list[bytes], rng: Random) -> bytes:
    return rng.choice((data + data, data + rng.choice(others), b"[" + data + b"]", data + b"x"))


def _encoded(data: bytes, others: list[bytes], rng: Random) -> bytes:
    names = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-7")
    text = data.decode("utf-8", "replace")
    made = text.encode(rng.choice((*names, "utf-8-sig")))
    return made[: len(made) - rng.choice((0, 0, 1, 3))]


def _straight_or_curly(data: bytes, others: list[bytes], rng: Random) -> bytes:
    curly = data.replace(b'"', rng.choice(("“", "„", "«")).encode())
    return rng.choice((curly, data.replace(b"\n}", b",\n}"), data.replace(b"\n", b"\r\n")))


def _nothing_but(data: bytes, others: list[bytes], rng: Random) -> bytes:
    return rng.choice(
        (
            b"",
            b" \n",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"{}",
            b"[]",
            b"null",
            b"0",
            b'"x"',
            b"{",
            b"\0",
        )
    )


_BYTES: tuple[_Bytes, ...] = (
    _cut,
    _cut,
    _beheaded,
    _flipped,
    _flipped,
    _without,
    _without,
    _twice,
    _inserted,
    _inserted,
    _spliced,
    _joined,
    _encoded,
    _straight_or_curly,
    _nothing_but,
)
