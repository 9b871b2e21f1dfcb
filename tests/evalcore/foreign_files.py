"""Files that people send or choose instead of ours, made here: code -> variants by name.

Each variant is the file's name, its bytes, and a part of what must be said of it.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile

MARKER = "Mrs-Marker-1931"
"""Planted where a file holds text; nothing that is said may have it."""

ROW = {
    "blinded_case_id": "a" * 64,
    "draft_revision": "b" * 64,
    "reviewer_id": "c" * 64,
    "decision": "accept",
    "reason": None,
    "adjudicated": False,
}
RETURN = {"schema_version": "openmed.ambient_draft_reviews.v1", "rows": [ROW, ROW]}
TEXT = json.dumps(RETURN, indent=1)


def archive(*names: str, mimetype: str = "") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        if mimetype:
            made.writestr("mimetype", mimetype)
        for name in names:
            made.writestr(name, MARKER * 20)
    return data.getvalue()


def compound(stream: str) -> bytes:
    """An OLE compound file with one stream in its directory ([MS-CFB])."""
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    header[30:32] = struct.pack("<H", 9)
    header[48:52] = struct.pack("<I", 2)
    return bytes(header) + b"\0" * 1024 + stream.encode("utf-16-le") + b"\0" * 400


def tar() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as made:
        one = tarfile.TarInfo("return.json")
        one.size = len(TEXT)
        made.addfile(one, io.BytesIO(TEXT.encode()))
    return data.getvalue()


def apple_double(size: int = 0) -> bytes:
    """AppleDouble: magic, version, filler, and no or one entry (RFC 1740)."""
    return b"\0\5\x16\7\0\2\0\0" + b"Mac OS X        " + b"\0\2" + b"\0" * (60 + size)


PAGE = f"<html><head><title>{MARKER}</title></head><body><form></form></body></html>"
MAIL = f"From: {MARKER} <a@example.org>\r\nTo: b@example.org\r\nSubject: return\r\n\r\n{TEXT}"
XLSX = archive("[Content_Types].xml", "xl/workbook.xml")
ODF = "application/vnd.oasis.opendocument."

FILES: dict[str, dict[str, tuple[str, bytes, str]]] = {
    "xlsx_file": {
        "as JSON": ("drafts.xlsx.json", XLSX, "Excel"),
        "cut off": ("return.json", archive("xl/workbook.xml", "xl/a.xml")[:-150], "Excel"),
        "binary": ("r.xlsb", archive("[Content_Types].xml", "xl/workbook.bin"), "workbook"),
    },
    "xls_file": {"old": ("return.json", compound("Workbook"), "Excel")},
    "ods_file": {"ods": ("r.json", archive("content.xml", mimetype=ODF + "spreadsheet"), "ods")},
    "word_file": {
        "docx": ("r.json", archive("word/document.xml"), "Word"),
        "doc": ("return.doc", compound("WordDocument"), "Word"),
        "odt": ("r.json", archive("content.xml", mimetype=ODF + "text"), "Word"),
    },
    "office_file": {
        "locked": ("return.json", compound("EncryptedPackage"), "password"),
        "slides": ("r.json", archive("ppt/presentation.xml"), "office"),
        "Numbers": ("r.numbers", archive("Index/Document.iwa"), "office"),
        "odp": ("r.json", archive("content.xml", mimetype=ODF + "presentation"), "office"),
    },
    "zip_file": {
        "zip": ("return.json", archive("return-2.json"), "archive"),
        "gzip": ("r2.json.gz", gzip.compress(TEXT.encode()), "archive"),
        "gzip as JSON": ("r2.json", gzip.compress(TEXT.encode()), "archive"),
        "bzip2": ("r2.json", bz2.compress(TEXT.encode()), "archive"),
        "xz": ("r2.json", lzma.compress(TEXT.encode()), "archive"),
        "7z": ("r2.json", b"7z\xbc\xaf\x27\x1c\0\4" + b"\0" * 40, "archive"),
        "tar": ("r2.json", tar(), "archive"),
    },
    "pdf_file": {
        "pdf": ("return.json", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
        "after text": ("return.pdf", b"\r\n\r\n%PDF-1.4\n1 0 obj", "PDF"),
    },
    "rtf_file": {"rtf": ("return.json", b"{\\rtf1\\ansi Mrs-Marker-1931}", "RTF")},
    "csv_file": {
        "commas": ("r.csv", b"blinded_case_id,decision,reason\na,accept,\nb,revise,\n", "CSV"),
        "semicolons": ("r.csv", b"Case ID;Decision;Reason\r\na;accept;\r\nb;revise;\r\n", "CSV"),
        "UTF-16": ("r.json", "blinded_case_id\tdecision\na\tb\n".encode("utf-16"), "CSV"),
    },
    "picture_file": {
        "png": ("return.json", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "picture"),
        "jpeg": ("scan.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF" + b"\1" * 40, "picture"),
        "heic": ("scan.json", b"\0\0\0\x18ftypheic\0\0\0\0", "picture"),
        "webp": ("scan.json", b"RIFF\x10\0\0\0WEBPVP8 ", "picture"),
        "bmp": ("scan.json", b"BM\x10\0\0\0\0\0\0\0\x36\0\0\0", "picture"),
    },
    "media_file": {
        "mp3": ("r.json", b"ID3\4\0\0\0\0\0\0", "sound"),
        "mp4": ("r.json", b"\0\0\0\x20ftypisom\0\0\2\0", "film"),
        "wav": ("r.json", b"RIFF\x24\0\0\0WAVEfmt ", "sound"),
    },
    "web_page": {
        "doctype": ("return.json", f"<!DOCTYPE html>\n{PAGE}".encode(), "web page"),
        "bare": ("return.html", PAGE.encode(), "web page"),
        "comment first": (
            "return.json",
            f"<!-- saved from url=(0042)https://example.org/ -->\n{PAGE}".encode(),
            "web page",
        ),
        "blank lines first": ("return.json", f"\r\n\r\n\t {PAGE}".encode(), "web page"),
        "byte-order mark": ("return.json", f"\ufeff\n<!-- x -->{PAGE}".encode(), "web page"),
        "UTF-16": ("return.json", PAGE.encode("utf-16"), "web page"),
        "XHTML": ("return.json", f'<?xml version="1.0"?>\n{PAGE}'.encode(), "web page"),
        "capitals": ("return.json", PAGE.upper().encode(), "web page"),
        "head alone": ("return.json", b"<meta charset='utf-8'><p>Sign in", "web page"),
    },
    "xml_file": {
        "xml": ("return.json", b'<?xml version="1.0"?><returns><row/></returns>', "XML"),
        "comment": ("return.xml", b"<!-- made --><returns/>", "XML"),
        "svg": ("return.json", b"<svg xmlns='x'></svg>", "XML"),
    },
    "yaml_file": {
        "mapping": ("r.yaml", b"schema_version: x\nrows:\n- blinded_case_id: a\n", "YAML"),
        "rows": ("r.json", b"- blinded_case_id: a\n  decision: accept\n", "YAML"),
    },
    "mail_file": {
        "eml": ("mail.eml", MAIL.encode(), "mail"),
        "received first": ("m.json", f"Received: by x;\r\n Mon\r\n{MAIL}".encode(), "mail"),
        "mbox": ("return.json", f"From a@example.org Mon\n{MAIL}".encode(), "mail"),
        "msg": ("return.msg", compound("__substg1.0_0037001F"), "mail"),
        "msg by name": ("return.msg", compound("Other"), "mail"),
    },
    "winmail_file": {"winmail": ("winmail.dat", b"\x78\x9f\x3e\x22\x01\0\1\2", "winmail.dat")},
    "encrypted_file": {
        "pgp": ("r.json", b"-----BEGIN PGP MESSAGE-----\n\nhQEM", "encrypted"),
        "smime": ("smime.p7m", b"\x30\x82\x10\x00\x06\x09\x2a\x86", "encrypted"),
    },
    "program_file": {"exe": ("return.json", b"MZ\x90\0\3\0\0\0\4\0", "program")},
    "database_file": {"sqlite": ("r.json", b"SQLite format 3\0\x10\0\1\1", "database")},
    "interrupted_save": {
        "all": ("return.json", bytes(len(TEXT)), "interrupted"),
        "one": ("return.json", b"\0", "interrupted"),
        "a block": ("return.json", bytes(4096), "interrupted"),
        "half": ("return.json", TEXT.encode()[: len(TEXT) // 2] + bytes(len(TEXT)), "interrupted"),
        "after good JSON": ("return.json", TEXT.encode() + bytes(512), "interrupted"),
        "one after good JSON": ("return.json", TEXT.encode() + b"\0", "interrupted"),
        "a gap": (
            "return.json",
            TEXT.encode()[:80] + bytes(600) + TEXT.encode()[80:],
            "interrupted",
        ),
        "with a byte-order mark": ("return.json", TEXT.encode("utf-16") + bytes(64), "interrupted"),
    },
    "companion_file": {
        "AppleDouble": ("._return-2.json", apple_double(), "“._”"),
        "larger": ("._return-2.json", apple_double(4000), "“._”"),
        "named otherwise": ("return-2.json", apple_double(), "“._”"),
        "empty": ("._return-2.json", b"", "“._”"),
        "short": ("._return-2.json", b"\0\5", "“._”"),
        "of an archive": ("__MACOSX/return-2.json", b"\0\5\x16\7\0", "“._”"),
    },
    "system_file": {
        "DS_Store": (".DS_Store", b"\0\0\0\1Bud1\0\0\x10\0", "folder"),
        "empty": ("desktop.ini", b"", "folder"),
        "Thumbs.db": ("Thumbs.db", compound("Catalog"), "folder"),
        "desktop.ini": ("x.json", b"[.ShellClassInfo]\r\nIconIndex=1\r\n", "folder"),
    },
    "lock_file": {
        "Excel": ("~$return.xlsx", b"\x05Marker" + b" " * 50 + b"\0" * 100, "open"),
        "LibreOffice": (".~lock.return.json#", b",Mrs-Marker-1931,host,01.01.2026;", "open"),
    },
    "partial_download": {
        "Chrome": ("return.json.crdownload", TEXT.encode()[:100], "not finished"),
        "Firefox": ("return.json.part", b"", "not finished"),
        "Edge": ("x.partial", TEXT.encode()[:10], "not finished"),
    },
    "cloud_file": {
        "iCloud": (".return.json.icloud", b"bplist00\xd3\1\2", "cloud"),
        "Google": ("return.gsheet", b'{"doc_id": "Mrs-Marker-1931"}', "cloud"),
    },
    "shortcut_file": {
        "lnk": ("return.json.lnk", b"L\0\0\0\x01\x14\2\0\0\0\0\0\xc0", "shortcut"),
        "lnk as JSON": ("return.json", b"L\0\0\0\x01\x14\2\0\0\0\0\0\xc0", "shortcut"),
        "url": ("r.json", b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "shortcut"),
        "webloc": ("return.webloc", b"bplist00\xd1\1\2", "shortcut"),
    },
}

HERE = {
    "companion_file",
    "system_file",
    "lock_file",
    "partial_download",
    "cloud_file",
    "shortcut_file",
}
"""Codes of what the coordinator puts right by herself."""

ALL = {
    f"{code}, {name}": (code, *one) for code, kind in FILES.items() for name, one in kind.items()
}
