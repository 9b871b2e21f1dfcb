"""Strict JSON from a file, with the elements of a large list one by one.

The buffer holds no more than the value in hand and what one read brought.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Protocol

from ..errors import Cancelled, EvaluationError, Place
from .json_scanner import scan

CHUNK = 1 << 18
"""Bytes read at a time."""

_MARGIN = 32
"""A fault this close to the end of the buffer may only be a value cut in two."""

_SPACE = re.compile(r"[ \t\n\r]*")

Progress = Callable[[int, int], object]
"""Called with (bytes read, bytes in all)."""


class CancelToken(Protocol):
    """What a caller passes to be able to cancel; ``threading.Event`` is one."""

    def is_set(self) -> bool: ...


class JsonReader:
    """Reads one JSON document from an open binary file, front to back.

    Every fault is an EvaluationError with line and column: ``empty_file``,
    ``invalid_encoding``, ``invalid_json``, ``duplicate_key``, ``invalid_number``,
    ``too_deep`` or ``unreadable_file``; Cancelled when the token is set.
    """

    def __init__(
        self,
        file: BinaryIO,
        size: int,
        *,
        progress: Progress | None = None,
        cancel: CancelToken | None = None,
    ) -> None:
        self._file = file
        self._size = size
        self._read = 0
        self._progress = progress
        self._cancel = cancel
        self._decoder: codecs.IncrementalDecoder | None = None
        self._text = ""
        self._at = 0
        self._value_at = 0
        self._ended = False
        self._depth = 0
        # characters of the document before the first one of _text
        self._dropped = 0

    def peek(self) -> str:
        """Return the first character of the next token, or "" at the end of the file."""
        while True:
            found = _SPACE.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def start(self) -> str:
        """Return the document's first character; ``empty_file`` if there is none."""
        first = self.peek()
        if not first:
            raise EvaluationError("empty_file")
        return first

    def first(self) -> str:
        """Return the first character of the value that must follow here."""
        found = self.peek()
        if not found:
            raise self._fault("invalid_json")  # the file breaks off
        return found

    def finish(self) -> None:
        """Check that nothing follows the document."""
        if self.peek():
            raise self._fault("invalid_json")

    def value(self) -> Any:
        """Return the next value, whole."""
        self.peek()
        return self._value(False)

    def _value(self, loose: bool) -> Any:
        while True:
            end, code, result = scan(self._text, self._at, self._depth, self._ended, loose)
            cut = not self._ended and end > len(self._text) - _MARGIN
            if code is None:
                # a number near the end of the buffer may go on in the file: 1|0, 1.|5, 1e+|5
                if end + 2 < len(self._text) or isinstance(result, str | dict | list):
                    break
                if not self._more():
                    break
            elif loose and not cut:
                loose = False  # of several faults the strict scan tells the first
            elif not cut or not self._more():
                raise self._fault(code, end)
        # reading on has moved the value to the start of the buffer, if it did anything
        self._value_at = self._at
        self._at = end
        return result

    def members(self) -> Iterator[str]:
        """Yield the keys of the next object; the caller takes each value before the next key."""
        seen: set[str] = set()
        self._open("{")
        if self.peek() == "}":
            self._close()
            return
        while True:
            if self.peek() != '"':
                raise self._fault("invalid_json")
            key = self.value()
            if key in seen:
                raise self._fault("duplicate_key", self._value_at)
            seen.add(key)
            self._expect(":")
            yield key
            if self._closes("}"):
                return

    def elements(self) -> Iterator[Any]:
        """Yield the elements of the next list, each whole."""
        self._open("[")
        if self.peek() == "]":
            self._close()
            return
        while True:
            yield self.value()
            if self._closes("]"):
                return

    def _position(self, at: int) -> Place:
        """Return line and column of an index into the buffer; the reader is of no use then.

        Lines are counted for a fault alone: what is no longer in the buffer is read again.
        """
        line = column = 1
        for text in (*self._read_again(), self._text[:at]):
            lines = text.count("\n")
            line += lines
            column = len(text) - text.rfind("\n") if lines else column + len(text)
        return Place(line=line, column=column)

    def _open(self, bracket: str) -> None:
        self._expect(bracket)
        self._depth += 1

    def _close(self) -> None:
        self._at += 1
        self._depth -= 1

    def _closes(self, bracket: str) -> bool:
        """Step over the comma before the next element, or over the closing bracket."""
        following = self.peek()
        if following == bracket:
            self._close()
            return True
        self._expect(",")
        return False

    def _expect(self, character: str) -> None:
        if self.peek() != character:
            raise self._fault("invalid_json")
        self._at += 1

    def _more(self, wanted: int = 0) -> bool:
        """Read on, dropping what has been taken; return False at the end of the file.

        As much is read as is left over, so that a value of any size is scanned
        a number of times that grows with the logarithm of its size alone; or, if
        that is more, what is ``wanted`` in the buffer.
        """
        if self._ended:
            return False
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled
        self._text = self._text[self._at :]
        self._dropped += self._at
        self._at = 0
        left = len(self._text)
        self._text += self._decode(self._chunk(max(CHUNK, wanted - left if wanted else left)))
        return True

    def _chunk(self, size: int) -> bytes:
        try:
            data = self._file.read(size)
        except OSError:
            data = None
        if data is None:
            raise EvaluationError("unreadable_file")
        self._read += len(data)
        if self._progress is not None:
            self._progress(self._read, max(self._read, self._size))
        return data

    def _decode(self, data: bytes) -> str:
        self._ended = not data
        first = self._decoder is None
        if self._decoder is None:
            self._decoder = codecs.getincrementaldecoder(_encoding(data))()
        try:
            text = self._decoder.decode(data, self._ended)
            # the decoder for UTF-8 keeps a mark that breaks off, and says nothing
            if not (self._ended and self._decoder.getstate()[0]):
                return text
            good = ""
        except UnicodeDecodeError as error:
            good = error.object[: error.start].decode(error.encoding, "ignore")
        # those for UTF-16 and UTF-32 count their mark in
        self._text += good.removeprefix("\ufeff") if first else good
        raise self._fault("invalid_encoding", len(self._text))

    def _fault(self, code: str, at: int | None = None) -> EvaluationError:
        return EvaluationError(code, self._position(self._at if at is None else at))

    def _read_again(self) -> Iterator[str]:
        """Yield the text before the buffer, in parts."""
        left = self._dropped
        if left:
            self._file.seek(0)
            self._decoder = self._progress = None
        while left and (data := self._chunk(CHUNK)):
            if self._cancel is not None and self._cancel.is_set():
                raise Cancelled
            if self._decoder is None:
                self._decoder = codecs.getincrementaldecoder(_encoding(data))("replace")
            text = self._decoder.decode(data)[:left]
            left -= len(text)
            yield text


def _encoding(start: bytes) -> str:
    """Tell the encoding from a byte-order mark (Unicode 16, 23.8); UTF-8 without one."""
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if b"\0" in start[:2]:
        raise EvaluationError("invalid_encoding", Place(line=1, column=1))
    return "utf-8-sig"
