"""Messages as JSON, and back.

What comes from the other side is not trusted: nothing is taken but messages with exactly
their fields, of their types. Values are read a column at a time, which is one field of many
messages together: most of it then runs in C, and 100,000 problems hold nothing up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import chain, islice, starmap
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from .protocol import Crash, Message, Report


def dumps(value: object) -> str:
    """Return a message, or JSON types with messages in them, as one line of JSON."""
    return json.dumps(value, default=_fields_of)


def columns(messages: Sequence[Any]) -> list[list[Any]]:
    """Return messages of one class, for ``dumps``, as a list of values for each field."""
    names = messages[0].__match_args__
    return [[getattr(message, name) for message in messages] for name in names]


def decode(kind: type[Message], value: object) -> Message:
    """Return a message of this class from JSON types.

    Raises ValueError if ``value`` is not exactly that; the error has no value in it.
    """
    reader = _reader(kind)  # type: ignore[arg-type]  # every class is hashable
    return _read(kind, reader, [value])[0]


def decode_columns(kind: type[Message], given: list[Any]) -> list[Message]:
    """Return messages of this class from ``columns``; raises ValueError as ``decode`` does."""
    return _read(kind, lambda values: _made_of(kind, values), given)


def _read(kind: type[Message], reader: _Reader, values: list[Any]) -> list[Message]:
    try:
        return reader(values)
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"no {kind.__name__}") from None


def _fields_of(message: Any) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message.__match_args__}


_Reader = Callable[[list[Any]], list[Any]]
"""Makes a list of JSON types one of values of a type, or raises what ``_read`` catches."""


@cache
def _reader(kind: Hashable) -> _Reader:
    """Return the reader of a type; it is made when the first value of it comes."""
    origin, of = get_origin(kind), get_args(kind)
    if kind is str:
        return _texts
    if kind in (int, bool, NoneType):
        return _plain(kind)
    if kind == Report:
        return _plain(dict)
    if origin is Literal:
        return _words({str(word): str(word) for word in of})
    if origin in (UnionType, Union):
        (one,) = (option for option in of if option is not NoneType)
        return _optional(_reader(one))
    if origin is dict:
        return _mappings(_reader(of[1]))
    if origin is tuple and of[1:] == (...,):
        return _tuples(_reader(of[0]))
    if origin is tuple:
        return _rows([_reader(one) for one in of])
    return _messages(kind)


def _plain(kind: type) -> _Reader:
    only = {kind}

    def read(values: list[Any]) -> list[Any]:
        if not only.issuperset(map(type, values)):
            raise ValueError
        return values

    return read


_are_lists, _are_mappings = _plain(list), _plain(dict)


def _texts(values: list[Any]) -> list[Any]:
    return list(map(sys.intern, values))  # what repeats is held once


def _words(words: dict[str, str]) -> _Reader:
    return lambda values: list(map(words.__getitem__, values))


def _optional(one: _Reader) -> _Reader:
    def read(values: list[Any]) -> list[Any]:
        there = iter(one([value for value in values if value is not None]))
        return [None if value is None else next(there) for value in values]

    return read


def _mappings(one: _Reader) -> _Reader:
    def read(values: list[Any]) -> list[Any]:
        inner = iter(one(list(chain.from_iterable(map(dict.values, _are_mappings(values))))))
        return [{key: next(inner) for key in value} for value in values]

    return read


def _tuples(one: _Reader) -> _Reader:
    def read(values: list[Any]) -> list[Any]:
        inner = iter(one(list(chain.from_iterable(_are_lists(values)))))
        return [tuple(islice(inner, len(value))) for value in values]

    return read


def _rows(readers: list[_Reader]) -> _Reader:
    lengths = {len(readers)}

    def read(values: list[Any]) -> list[Any]:
        if not lengths.issuperset(map(len, _are_lists(values))):
            raise ValueError
        inner = [one([value[at] for value in values]) for at, one in enumerate(readers)]
        return list(zip(*inner, strict=True))

    return read


@cache
def _fields(kind: type) -> dict[str, _Reader]:
    hints = get_type_hints(kind)
    return {name: _reader(hints[name]) for name in kind.__match_args__}  # type: ignore[attr-defined]


def _messages(kind: Any) -> _Reader:
    fields = _fields(kind)
    lengths = {len(fields)}

    def read(values: list[Any]) -> list[Any]:
        if not lengths.issuperset(map(len, _are_mappings(values))):
            raise ValueError
        if not fields:
            return [kind() for _ in values]
        return _made_of(kind, [[value[name] for value in values] for name in fields])

    return read


def _made_of(kind: type, given: list[Any]) -> list[Any]:
    """Return messages of a class from a list of values for each of its fields."""
    readers = _fields(kind).values()
    read = [one(values) for one, values in zip(readers, _are_lists(given), strict=True)]
    made = list(starmap(kind, zip(*read, strict=True)))
    if kind is Crash and not all(crash.is_sound() for crash in made):
        raise ValueError
    return made
