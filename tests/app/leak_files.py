"""The part of the leak scan that reads what was written: any file, and what is packed in a PDF."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from html import unescape
from pathlib import Path

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_RANGE = re.compile(r"<([0-9A-F]{4})> <[0-9A-F]{4}> (?:<([0-9A-F]{4})>|\[([^]]*)\])")
_HEX = re.compile(r"<([0-9A-Fa-f]+)>")
_TITLE = re.compile(rb"\(\xfe\xff(.*?)\)", re.DOTALL)


def texts_of(path: Path) -> Iterator[bytes | str]:
    """Yield a file as it is, and as a reader of its format has it."""
    data = path.read_bytes()
    yield data
    if data.startswith(b"%PDF"):
        yield from texts_of_pdf(data)
    else:
        text = data.decode("utf-8", "replace")
        yield unescape(text)
        yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)


def texts_of_pdf(data: bytes) -> Iterator[bytes | str]:
    """Yield what is packed, the document's own properties, and the text of each page.

    Qt writes a text as numbers of glyphs; each font has a table from these to
    characters. A page is read with the table of each font in turn, so what one
    font says is among what is yielded.
    """
    for title in _TITLE.findall(data):
        yield title.decode("utf-16-be", "replace")
    plain = [_unpacked(stream) for stream in _STREAM.findall(data)]
    yield from plain
    tables = [_table(each.decode("latin-1")) for each in plain if b"begincmap" in each]
    for page in plain:
        if b" Tf" in page:
            runs = "".join(_HEX.findall(page.decode("latin-1")))
            glyphs = [int(runs[start : start + 4], 16) for start in range(0, len(runs), 4)]
            for table in tables:
                # a printer's font has tabs for spaces
                yield "".join(table.get(glyph, "") for glyph in glyphs).replace("\t", " ")


def _unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return stream


def _table(text: str) -> dict[int, str]:
    """Return the characters by glyph of one font."""
    found: dict[int, str] = {}
    for first, one, more in _RANGE.findall(text.partition("beginbfrange")[2]):
        for number, character in enumerate([one] if one else _HEX.findall(more)):
            found[int(first, 16) + number] = chr(int(character, 16))
    return found
