"""What people really send or choose instead of one of our files: ``foreign_words`` has the words.

The bytes tell; a name tells only where there is nothing to read.
"""

from __future__ import annotations

import codecs
import os
import re
from typing import BinaryIO

from .files import StrPath
from .foreign_words import FOREIGN

EDGE = 1 << 16
"""Bytes at the start and at the end of a file that are looked at."""

LARGEST_LOOKED_INTO = 1 << 26
"""Bytes of a broken file that are read whole, to say what is wrong and whether it is a copy."""

_ARCHIVES = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh"),
    *(b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"MSCF", b"\x1f\x9d"),
)
_STARTS = {
    b"\x00\x05\x16\x07": "companion_file",
    b"\x00\x05\x16\x00": "companion_file",
    b"\x00\x00\x00\x01Bud1": "system_file",
    b"\x78\x9f\x3e\x22": "winmail_file",
    b"L\0\0\0\x01\x14\x02\0": "shortcut_file",
    b"SQLite format 3\0": "database_file",
    b"\x89PNG": "picture_file",
    b"\xff\xd8\xff": "picture_file",
    b"GIF8": "picture_file",
    b"II*\0": "picture_file",
    b"MM\0*": "picture_file",
    b"8BPS": "picture_file",
    b"ID3": "media_file",
    b"OggS": "media_file",
    b"fLaC": "media_file",
    b"\x1aE\xdf\xa3": "media_file",
    b"\x7fELF": "program_file",
}
_BOXES = {b"heic": "picture_file", b"heix": "picture_file", b"mif1": "picture_file"}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = re.compile(
    r"(From|To|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Content-Type"
    r"|Delivered-To|Reply-To|Cc|Sender|DKIM-Signature|ARC-[A-Za-z-]+|X-[A-Za-z0-9-]+): ?\S",
    re.IGNORECASE,
)
_PAGE = re.compile(r"<(!doctype html|html|head|body|title|form|script|meta)\b", re.IGNORECASE)
_YAML = re.compile(r"(---|-? *(schema_version|rows|encounters|blinded_case_id): *\S*)\s*")
_LONG_GAP = bytes(512)

_NAMES = (
    (re.compile(r"\._."), "companion_file"),
    (re.compile(r"~\$.|\.~lock\..*#$"), "lock_file"),
    (
        re.compile(r"(\.ds_store|\.localized|thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r?)$"),
        "system_file",
    ),
    (
        re.compile(r".*\.(crdownload|part|partial|download|opdownload|filepart|!ut)$"),
        "partial_download",
    ),
    (re.compile(r".*\.(icloud|gdoc|gsheet|gslides|gform|cloud|cloudf)$"), "cloud_file"),
    (re.compile(r".*\.(lnk|url|webloc|desktop|symlink)$"), "shortcut_file"),
    (re.compile(r"winmail[^/]*\.dat$"), "winmail_file"),
    (re.compile(r".*\.(eml|msg|emlx|mbox)$"), "mail_file"),
    (re.compile(r".*\.(p7m|p7s|gpg|pgp|asc|age)$"), "encrypted_file"),
)

_TEXT_OR_NOT = ("partial_download", "cloud_file")
"""Kinds whose files can begin as JSON does."""
_NAME_SAYS_MORE = (("office_file", "mail_file"), ("shortcut_file", "cloud_file"))


def foreign_kind(file: BinaryIO, size: int, path: StrPath) -> str | None:
    """Return the code of the other kind of file that this is, or None if it is none known."""
    file.seek(0)
    head = file.read(EDGE)
    name = _kind_of_name(path)
    if name not in _TEXT_OR_NOT and decode(head[:1024]).lstrip()[:1] in ("{", "["):
        name = None  # whatever its name, there is JSON in it, or was
    if name is not None and name != "mail_file" and (FOREIGN[name].empty or not head):
        return name
    found = _kind_of_bytes(file, size, head)
    if found is None and head:
        found = _kind_of_text(decode(head))
    if (found, name) in _NAME_SAYS_MORE:
        return name
    if found is None and _is_interrupted(file, size, head):
        found = "interrupted_save" if name is None else name
    return found or name


def decode(data: bytes) -> str:
    """Return the text of data, by its byte-order mark if it has one; bad bytes become "�"."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return data.decode("utf-32", "replace")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _kind_of_name(path: StrPath) -> str | None:
    given = os.fspath(path)
    if "__MACOSX" in re.split(r"[/\\]", given)[:-1]:
        return "companion_file"
    name = os.path.basename(given).lower()
    return next((code for pattern, code in _NAMES if pattern.match(name)), None)


def _kind_of_bytes(file: BinaryIO, size: int, head: bytes) -> str | None:
    if head.startswith(_OLE):
        return _old_office(file, head)
    if head.startswith(_ARCHIVES) or head[257:262] == b"ustar":
        file.seek(max(0, size - EDGE))
        return _archive(head, file.read(EDGE))
    for start, code in _STARTS.items():
        if head.startswith(start):
            return code
    if head[4:8] == b"ftyp":
        return _BOXES.get(head[8:12], "media_file")
    if head.startswith(b"RIFF"):
        return "picture_file" if head[8:12] == b"WEBP" else "media_file"
    if head.startswith(b"BM") and head[6:10] == bytes(4):
        return "picture_file"
    if head.startswith(b"MZ") and b"\0" in head[:64]:
        return "program_file"
    if head.startswith(b"bplist00"):
        return "shortcut_file"
    if b"%PDF-" in head[:1024]:
        return "pdf_file"
    return None


def _archive(head: bytes, tail: bytes) -> str:
    """Tell by the names of its members (ZIP specification, 4.3.7 and 4.3.12)."""
    names = [_name(tail, at.start(), 28, 46) for at in re.finditer(b"PK\x01\x02", tail)]
    if b"PK\x05\x06" not in tail:  # cut off before its directory
        names = [_name(head, at.start(), 26, 30) for at in re.finditer(b"PK\x03\x04", head)]
    if b"application/vnd.oasis.opendocument.spreadsheet" in head[:200]:
        return "ods_file"
    if b"application/vnd.oasis.opendocument.text" in head[:200]:
        return "word_file"
    if b"application/vnd.oasis.opendocument." in head[:200]:
        return "office_file"
    for folder, code in (
        (b"xl/", "xlsx_file"),
        (b"word/", "word_file"),
        (b"ppt/", "office_file"),
        (b"Index/Document.iwa", "office_file"),
    ):
        if any(name.startswith(folder) for name in names):
            return code
    return "zip_file"


def _name(data: bytes, at: int, length: int, start: int) -> bytes:
    count = int.from_bytes(data[at + length : at + length + 2], "little")
    return data[at + start : at + start + count]


def _old_office(file: BinaryIO, head: bytes) -> str:
    """Tell by the names in the directory of the compound file ([MS-CFB], 2.2 and 2.6)."""
    sector_bytes = 1 << min(int.from_bytes(head[30:32], "little"), 16)
    first = int.from_bytes(head[48:52], "little")
    file.seek((first + 1) * sector_bytes)
    names = file.read(EDGE) + head
    for name, code in (
        ("Workbook", "xls_file"),
        ("Book", "xls_file"),
        ("WordDocument", "word_file"),
        ("__substg1.0_", "mail_file"),
        ("Catalog", "system_file"),
    ):
        if name.encode("utf-16-le") in names:
            return code
    return "office_file"


def _kind_of_text(whole: str) -> str | None:
    text = whole.lstrip("\ufeff \t\r\n\f\v\x1e")
    if text.startswith("{\\rtf"):
        return "rtf_file"
    if text[:1] == "<" and not text.startswith("<<"):
        return "web_page" if _PAGE.search(text) else "xml_file"
    if text.startswith(("[InternetShortcut]", "[Desktop Entry]")):
        return "shortcut_file"
    if text.startswith(("[.ShellClassInfo]", "[ViewState]")):
        return "system_file"
    if text.startswith(("-----BEGIN PGP", "-----BEGIN PKCS7", "age-encryption.org")):
        return "encrypted_file"
    lines = [line for line in text.splitlines()[:40] if line.strip()]
    if not lines or text[0] in "{[":
        return None
    if _YAML.fullmatch(lines[0]) and (len(lines) == 1 or ":" in lines[1]):
        return "yaml_file"
    headers = sum(_HEADER.match(line) is not None for line in lines)
    if headers >= 2 and (_HEADER.match(lines[0]) or lines[0].startswith("From ")):
        return "mail_file"
    if lines[0].lower().startswith("sep=") or (
        "blinded_case_id" in lines[0] and "{" not in lines[0]
    ):
        return "csv_file"
    for separator in ",;\t|":
        counts = {line.count(separator) for line in lines[:3]}
        if len(lines) > 1 and len(counts) == 1 and min(counts) >= 2:
            return "csv_file"
    return None


def _is_interrupted(file: BinaryIO, size: int, head: bytes) -> bool:
    """Tell whether null bytes stand where a file system promised text: at the end, or a gap.

    UTF-16 and UTF-32 have some in every character; there a null character is one of two or four.
    """
    wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or (
        b"\0" in head[:4] and head[:8].strip(b"\0") != b""
    )
    file.seek(max(0, size - EDGE))
    if file.read(EDGE).endswith(bytes(8) if wide else b"\0"):
        return size > 0
    if size > LARGEST_LOOKED_INTO:
        return False
    file.seek(0)
    return _LONG_GAP in file.read()
