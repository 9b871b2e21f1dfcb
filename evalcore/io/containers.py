"""What returns come in: tables, archives and mails. Everything stays in memory, within limits.

A container says how something is carried, never what it says. What is not plainly one of
these, or holds more or less than one return, is left as it is: None.
"""

from __future__ import annotations

import csv
import email
import email.policy
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.parsers import expat

MOST_BYTES = 1 << 26
"""Of what is unpacked: 64 MB."""
MOST_FILES = 100
MOST_CELLS = 2_000_000
_MOST_COLUMNS = 16_384
_MOST_ROWS = 1_048_576

Cell = str | int | float | bool | None


class _Refused(Exception):
    """It is none of ours, or more than is read."""


@dataclass(frozen=True, slots=True, repr=False)
class SheetRow:
    """A row of a table: its number as the person sees it, and its cells."""

    number: int
    cells: tuple[Cell, ...]


IsHeading = Callable[[tuple[Cell, ...]], bool]


def unpacked(data: bytes, depth: int = 0) -> bytes | None:
    """Return the one file that an archive or a mail holds, or None.

    GZIP, ZIP (not encrypted, its names are not used) and ``.eml``; companion files and
    empty ones are passed over. A workbook is a ZIP too, and is returned as it is.
    """
    try:
        if data.startswith(b"\x1f\x8b"):
            return _gunzipped(data)
        if data.startswith(b"PK\x03\x04"):
            return _unzipped(data)
        if depth == 0 and (mail := _attachment(data)) is not None:
            inner = unpacked(mail, 1)
            return mail if inner is None else inner
    except (_Refused, OSError, EOFError, zlib.error, zipfile.BadZipFile, ValueError, KeyError):
        pass
    except (NotImplementedError, RuntimeError, IndexError, LookupError):
        pass  # encrypted, or packed in a way that is not known
    return None


def table_rows(data: bytes, is_heading: IsHeading) -> list[SheetRow] | None:
    """Return the rows of a table from its heading on, or None if it is no table with one."""
    try:
        if data.startswith(b"PK\x03\x04"):
            return _from_workbook(data, is_heading)
        return _from_text(data, is_heading)
    except (_Refused, OSError, EOFError, zlib.error, zipfile.BadZipFile, ValueError, KeyError):
        return None
    except (NotImplementedError, RuntimeError, IndexError, LookupError, csv.Error):
        return None
    except expat.ExpatError:
        return None


# archives


def _gunzipped(data: bytes) -> bytes:
    unpack = zlib.decompressobj(31)
    found = unpack.decompress(data, MOST_BYTES + 1)
    if len(found) > MOST_BYTES or not unpack.eof:
        raise _Refused
    return found


def _unzipped(data: bytes) -> bytes | None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if any(name == "[Content_Types].xml" for name in archive.namelist()):
            return None
        found = []
        for member in archive.infolist():
            own = member.filename.rsplit("/", 1)[-1]
            beside = own.startswith("._") or "__MACOSX/" in member.filename
            if not own or beside or own.lower() in (".ds_store", "thumbs.db"):
                continue
            found.append(member)
        if len(found) > MOST_FILES:
            raise _Refused
        contents = [content for member in found if (content := _member(archive, member))]
    if len(contents) != 1 or contents[0].startswith((b"PK\x03\x04", b"\x1f\x8b")):
        return contents[0] if len(contents) == 1 and _is_workbook(contents[0]) else None
    return contents[0]


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return what a member holds; what it says of its size is not believed."""
    if member.flag_bits & 1:
        raise _Refused
    with archive.open(member) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _Refused
    return data


def _is_workbook(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "xl/workbook.xml" in archive.namelist()


# mails

_MAIL = re.compile(
    rb"(From|To|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Content-Type"
    rb"|Delivered-To|X-[A-Za-z0-9-]+): ?\S",
    re.IGNORECASE,
)


def _attachment(data: bytes) -> bytes | None:
    """Return the one attachment of a mail, or the JSON in its text."""
    if not _MAIL.match(data):
        return None
    message = email.message_from_bytes(data, policy=email.policy.default)
    attached: list[bytes] = []
    texts: list[str] = []
    for position, part in enumerate(message.walk()):
        if position > MOST_FILES:
            raise _Refused
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        if not isinstance(content, bytes) or not content:
            continue
        name = part.get_filename() or ""
        if name and not name.startswith("._"):
            if not part.get_content_type().startswith(("image/", "application/pkcs7")):
                attached.append(content)
        elif part.get_content_type() == "text/plain":
            texts.append(content.decode(part.get_content_charset() or "utf-8", "replace"))
    if len(attached) == 1:
        return attached[0]
    if attached:
        return None
    for text in texts:
        start, end = text.find("{"), text.rfind("}")
        if 0 <= start < end:
            return text[start : end + 1].encode()
    return None


# tables as text


def _from_text(data: bytes, is_heading: IsHeading) -> list[SheetRow] | None:
    text = _decoded(data)
    if text is None or text.lstrip()[:1] in ("{", "[", "<", ""):
        return None
    first, _, rest = text.partition("\n")
    marks: tuple[str, ...] = (",", ";", "\t")
    skipped = 0
    if first.strip().strip('"').lower().startswith("sep="):
        marks = (first.strip().strip('"')[4:5] or ",",)
        text, skipped = rest, 1
    for mark in marks:
        rows = _separated(text, mark, skipped)
        if (found := _below_heading(rows, is_heading)) is not None:
            return found
    return None


def _decoded(data: bytes) -> str | None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    if data[1:2] == b"\0":
        return data.decode("utf-16-le")
    if b"\0" in data[:4096]:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _separated(text: str, mark: str, skipped: int) -> Iterator[SheetRow]:
    cells = 0
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    for number, row in enumerate(rows, 1 + skipped):
        cells += len(row)
        if cells > MOST_CELLS or number > _MOST_ROWS:
            raise _Refused
        yield SheetRow(number, tuple(row))


def _below_heading(rows: Iterator[SheetRow], is_heading: IsHeading) -> list[SheetRow] | None:
    """Return the heading and all rows below it; it is among the first rows that say anything."""
    said = 0
    for row in rows:
        if is_heading(row.cells):
            return [row, *rows]
        said += any(cell not in (None, "") for cell in row.cells)
        if said > 10:
            break
    return None


# workbooks

_PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"


def _from_workbook(data: bytes, is_heading: IsHeading) -> list[SheetRow] | None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        left = [MOST_BYTES]
        shared: list[str] = []
        if "xl/sharedStrings.xml" in names:
            shared = _shared_strings(_part(archive, "xl/sharedStrings.xml", left))
        sheets = sorted(
            (name for name in names if re.fullmatch(r"xl/worksheets/sheet[0-9]+\.xml", name)),
            key=lambda name: int(re.sub(r"\D", "", name)),
        )
        for name in sheets[:MOST_FILES]:
            rows = _sheet(_part(archive, name, left), shared)
            if (found := _below_heading(iter(rows), is_heading)) is not None:
                return found
    return None


def _part(archive: zipfile.ZipFile, name: str, left: list[int]) -> bytes:
    """Return a part of a workbook; all together may have so many bytes as are left."""
    with archive.open(name) as file:
        data = file.read(left[0] + 1)
    left[0] -= len(data)
    if left[0] < 0:
        raise _Refused
    return data


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise _Refused  # a workbook has no document type and no entity of its own

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    return parser


def _own(name: str) -> str:
    space, _, own = name.rpartition(" ")
    return own if space in (_MAIN, _STRICT) else ""


def _shared_strings(data: bytes) -> list[str]:
    found: list[str] = []
    texts: list[str] = []
    state = {"text": False, "phonetic": False}
    parser = _parser()

    def start(name: str, _: dict[str, str]) -> None:
        own = _own(name)
        if own == "si":
            texts.clear()
        state["phonetic"] = state["phonetic"] or own == "rPh"
        state["text"] = own == "t" and not state["phonetic"]

    def end(name: str) -> None:
        own = _own(name)
        state["text"] = False
        if own == "rPh":
            state["phonetic"] = False
        if own == "si":
            found.append("".join(texts))
            if len(found) > MOST_CELLS:
                raise _Refused

    def characters(text: str) -> None:
        if state["text"]:
            texts.append(text)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = characters
    parser.Parse(data, True)
    return found


class _Sheet:
    """Takes in the rows of a sheet; formulas by the value that was stored."""

    def __init__(self, shared: list[str]) -> None:
        self.rows: list[SheetRow] = []
        self._shared = shared
        self._cells: dict[int, Cell] = {}
        self._texts: list[str] = []
        self._row = self._column = self._count = 0
        self._kind = "n"
        self._in_text = False

    def start(self, name: str, given: dict[str, str]) -> None:
        own = _own(name)
        self._in_text = own in ("v", "t")
        if own == "row":
            number = given.get("r", "")
            self._row = int(number) if number.isdecimal() else self._row + 1
            if not 0 < self._row <= _MOST_ROWS:
                raise _Refused
            self._column = 0
            self._cells = {}
        elif own == "c":
            place = _PLACE.fullmatch(given.get("r", ""))
            self._column = _column(place[1]) if place else self._column + 1
            self._kind = given.get("t", "n")
            self._texts = []
            self._count += 1
            if self._count > MOST_CELLS or self._column > _MOST_COLUMNS:
                raise _Refused

    def end(self, name: str) -> None:
        own = _own(name)
        self._in_text = False
        if own == "c":
            self._cells[self._column] = _value(self._kind, "".join(self._texts), self._shared)
        elif own == "row" and self._cells:
            last = max(self._cells)
            values = tuple(self._cells.get(column) for column in range(1, last + 1))
            self.rows.append(SheetRow(self._row, values))

    def characters(self, text: str) -> None:
        if self._in_text:
            self._texts.append(text)


def _sheet(data: bytes, shared: list[str]) -> list[SheetRow]:
    sheet, parser = _Sheet(shared), _parser()
    parser.StartElementHandler, parser.EndElementHandler = sheet.start, sheet.end
    parser.CharacterDataHandler = sheet.characters
    parser.Parse(data, True)
    return sheet.rows


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _value(kind: str, text: str, shared: list[str]) -> Cell:
    match kind:
        case "s":
            return shared[int(text)] if text else None
        case "b":
            return text.strip() == "1"
        case "str" | "inlineStr" | "e":
            return text
    if not text:
        return None
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number
