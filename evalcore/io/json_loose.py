"""Strict JSON from a file, with the elements of a list first scanned loosely, some at a time.

Who knows what the elements must look like can tell that nothing slipped
through, for less than it costs to be strict on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from .json_reader import CancelToken, JsonReader, Progress
from .json_scanner import NOT_SCANNED, scan_loosely

_BATCH = 1 << 16
"""Characters of small elements that are handled together."""

_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*")


class LooseReader(JsonReader):
    """A JsonReader that also gives elements from loose scans (see ``scan``)."""

    def __init__(
        self,
        file: BinaryIO,
        size: int,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        super().__init__(file, size, progress=progress, cancel=cancel)
        # where the elements of the last batch stand in the buffer, and the last one's size
        self._spans: list[tuple[int, int]] = []
        self._usual = 0

    def loose_batches(self) -> Iterator[list[Any]]:
        """Yield the elements of the next list, some at a time, from loose scans (see ``scan``).

        That is faster than ``elements``. Until the next ones are asked for,
        ``count`` tells about their text, and ``again`` scans one strictly.
        """
        self._open("[")
        if self.peek() == "]":
            self._close()
            return
        while True:
            yield self._loose_batch()
            self._at = self._spans[-1][1]
            comma = _COMMA.match(self._text, self._at)
            if comma and comma.end() < len(self._text):
                self._at = comma.end()
            elif self._closes("]"):
                return
            else:
                self.peek()

    def _loose_batch(self) -> list[Any]:
        usual = self._usual + min(self._usual, _BATCH)
        if len(self._text) - self._at < usual:
            self._more(usual)  # rather than scan an element that breaks off
        text, at = self._text, self._at
        values: list[Any] = []
        last = min(at + _BATCH, len(text) - usual)
        self._spans = []
        while at <= last or not values:
            try:
                value, end = scan_loosely(text, at)
            except NOT_SCANNED:
                break
            if type(value) is not dict:
                break
            values.append(value)
            self._spans.append((at, end))
            comma = _COMMA.match(text, end)
            if not comma or comma.end() == len(text):
                break
            at = comma.end()
        if not values:
            values.append(self._value(True))
            self._spans.append((self._value_at, self._at))
        self._usual = self._spans[-1][1] - self._spans[-1][0]
        return values

    def count(self, part: str, index: int | None = None) -> int:
        """Return how often a part stands in the text of the last batch, or of one element."""
        if index is None:
            return self._text.count(part, self._spans[0][0], self._spans[-1][1])
        return self._text.count(part, *self._spans[index])

    def again(self, index: int) -> Any:
        """Return one element of the last batch from a strict scan, or raise its fault."""
        self._at = self._spans[index][0]
        return self._value(False)
