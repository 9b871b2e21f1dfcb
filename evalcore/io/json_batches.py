"""Strict JSON from a file, with the elements of a list of small objects many at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .json_reader import JsonReader
from .json_scanner import MAX_DIGITS

_ONE_BY_ONE = 1000
"""So many elements are read singly where those at hand could not be taken together."""


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError
    return int(digits)


def _real(digits: str) -> float:
    number = float(digits)
    if len(digits) > MAX_DIGITS or number in (float("inf"), float("-inf")):
        raise ValueError
    return number


def _constant(_: str) -> float:
    raise ValueError


_raw_decode = json.JSONDecoder(
    parse_int=_integer, parse_float=_real, parse_constant=_constant
).raw_decode


class BatchReader(JsonReader):
    """A JsonReader that also takes what stands in the buffer at once."""

    def batches(self) -> Iterator[list[Any]]:
        """Yield the elements of the next list, as ``elements`` reads them, in lists of some."""
        self._open("[")
        if self.peek() == "]":
            self._close()
            return
        singly = 0
        while True:
            self.peek()
            end = self._text.rfind("}", self._at) + 1
            if end and not singly:
                batch = self._together(end)
                singly = 0 if batch else _ONE_BY_ONE
            else:
                batch = []
                singly = max(0, singly - 1)
            yield batch or [self.value()]
            if self._closes("]"):
                return

    def _together(self, end: int) -> list[Any]:
        """Return the flat objects that the text holds up to the last brace; none if not sure.

        That text is a list if brackets are put around it:
        the list itself may have ended before, and a brace in a string or in an
        object within one leaves no proper JSON. The C scanner lets a key twice
        and any depth pass. But a pair has a colon in the text, and each key that
        stands twice is missing in its dict; where colons and keys are as many
        there is none, nor an object within another that has any pair.
        """
        try:
            batch, taken = _raw_decode(f"[{self._text[self._at : end]}]")
        except (ValueError, RecursionError):
            return []
        if type(batch) is not list or set(map(type, batch)) != {dict}:
            return []
        end = self._at + taken - 2  # less the two brackets; the list's own is taken later
        if self._text.count(":", self._at, end) != sum(map(len, batch)):
            return []
        if self._text.find("[", self._at, end) >= 0:
            return []
        self._value_at, self._at = self._at, end
        return batch
