"""What people really send instead of a return file, told by its first and last bytes."""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterator
from typing import BinaryIO

from .errors import Place
from .json_reader import CancelToken
from .return_rows import check_cancel

_EDGE = 1 << 16
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = re.compile(
    r"(From|To|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Content-Type"
    r"|Delivered-To|Reply-To|DKIM-Signature|X-[A-Za-z-]+): ?\S",
    re.IGNORECASE,
)
_CURLY = "“”„‟″«»"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_CLOSED_AFTER_COMMA = re.compile(r",\s*[}\]]")
_LAST_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)


def foreign_kind(file: BinaryIO, size: int) -> str | None:
    """Return the code of the other kind of file that this is, or None if it is none known."""
    file.seek(0)
    head = file.read(_EDGE)
    if head.startswith(_OLE):
        return _old_office(file, head)
    if head.startswith(_ARCHIVES):
        file.seek(max(0, size - _EDGE))
        return _archive(head, file.read(_EDGE))
    if b"%PDF-" in head[:1024]:
        return "pdf_file"
    if head.lstrip().startswith(b"{\\rtf"):
        return "rtf_file"
    if head.startswith(_PICTURES):
        return "picture_file"
    return _foreign_text(decode(head).lstrip())


def decode(data: bytes) -> str:
    """Return the text of data, by its byte-order mark if it has one; bad bytes become "�"."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return data.decode("utf-32", "replace")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _archive(head: bytes, tail: bytes) -> str:
    """Tell by the names of its members (ZIP specification, 4.3.7 and 4.3.12)."""
    names = [_name(tail, at.start(), 28, 46) for at in re.finditer(b"PK\x01\x02", tail)]
    if b"PK\x05\x06" not in tail:  # cut off before its directory
        names = [_name(head, at.start(), 26, 30) for at in re.finditer(b"PK\x03\x04", head)]
    if b"application/vnd.oasis.opendocument.spreadsheet" in head[:200]:
        return "ods_file"
    if b"application/vnd.oasis.opendocument.text" in head[:200]:
        return "word_file"
    if any(name.startswith(b"xl/") for name in names):
        return "xlsx_file"
    if any(name.startswith(b"word/") for name in names):
        return "word_file"
    return "zip_file"


def _name(data: bytes, at: int, length: int, start: int) -> bytes:
    count = int.from_bytes(data[at + length : at + length + 2], "little")
    return data[at + start : at + start + count]


def _old_office(file: BinaryIO, head: bytes) -> str:
    """Tell by the names in the directory of the compound file ([MS-CFB], 2.2 and 2.6)."""
    sector_bytes = 1 << min(int.from_bytes(head[30:32], "little"), 16)
    first = int.from_bytes(head[48:52], "little")
    file.seek((first + 1) * sector_bytes)
    names = file.read(_EDGE) + head
    for name, code in (
        ("Workbook", "xls_file"),
        ("Book", "xls_file"),
        ("WordDocument", "word_file"),
        ("__substg1.0_", "mail_file"),
    ):
        if name.encode("utf-16-le") in names:
            return code
    return "office_file"


def _foreign_text(text: str) -> str | None:
    start = text[:200].lower()
    if start.startswith(("<!doctype html", "<html", "<?xml", "<svg")):
        return "web_page"
    lines = [line for line in text.splitlines()[:40] if line.strip()]
    if not lines or start[0] in "{[":
        return None
    headers = sum(_HEADER.match(line) is not None for line in lines)
    if headers >= 2 and (_HEADER.match(lines[0]) or lines[0].startswith("From ")):
        return "mail_file"
    if lines[0].lower().startswith("sep=") or "blinded_case_id" in lines[0]:
        return "csv_file"
    for separator in ",;\t|":
        counts = {line.count(separator) for line in lines[:3]}
        if len(lines) > 1 and len(counts) == 1 and min(counts) >= 2:
            return "csv_file"
    return None


def kind_of_fault(text: str, place: Place) -> str:
    """Return the kind of a fault of the JSON at a place; ``cut_off``: the text ends too early."""
    index = _index(text, place)
    rest = text[index:].strip()
    if rest[:1] and rest[:1] in _CURLY:
        return "curly_quotes"
    if _CLOSED_AFTER_COMMA.match(rest) or (
        rest[:1] in ("}", "]") and text[max(0, index - _EDGE) : index].rstrip().endswith(",")
    ):
        return "trailing_comma"
    unfinished = rest[:1] == '"' and not _STRING.match(rest)
    return "cut_off" if unfinished or not rest or rest.isalnum() else "not_json"


def repairs(
    text: str, kind: str, cancel: CancelToken | None
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what an editor may have done to a JSON text, with the text as it was before."""
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


def _index(text: str, place: Place) -> int:
    """Return the index of a line and column, both from 1."""
    index = 0
    for _ in range((place.line or 1) - 1):
        index = text.find("\n", index) + 1
    return index + (place.column or 1) - 1
