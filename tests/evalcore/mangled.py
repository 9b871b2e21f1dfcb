"""Return files as they really come back: what was done to a good one, and what must be said.

The study has six drafts; file 1 is a good return of one reviewer, file 2 that
of another, mangled. On draft 1 they differ, with a reason; elsewhere they agree.
"""

from __future__ import annotations

import copy
import io
import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eval_helpers import as_drafts, encounter_row, hexid, payload_of, review_row

Row = dict[str, Any]
Expected = tuple[int | None, str | None, str, str]
"""Row, field, code, turn of a problem of file 2."""

STUDY = [encounter_row(number) for number in range(1, 7)]
DRAFTS = as_drafts(STUDY)
MARKER = "Mrs-Marker-1931"
"""Planted where a file holds free text; no message may have it."""


def good(reviewer: str) -> Row:
    rows = []
    for number, (encounter, draft) in enumerate(zip(STUDY, DRAFTS, strict=True), 1):
        row = review_row(encounter, draft.revision, reviewer)
        if number == 1:
            decision = "accept" if reviewer == "a" else "revise"
            row |= {"decision": decision, "reason": "other", "adjudicated": True}
        rows.append(row)
    return payload_of(rows)


@dataclass(frozen=True)
class Mangled:
    content: bytes
    expected: tuple[Expected, ...]
    blocked: bool = False
    says: str = ""
    """What the first message must have in it."""


ALL: dict[str, Mangled] = {}


def text_of(payload: Any) -> str:
    return json.dumps(payload, indent=1)


def whole(
    name: str, content: bytes | str, code: str, says: str, turn: str = "reviewer", **more: Any
) -> None:
    """A file with one problem as a whole, whose rows cannot be read."""
    data = content.encode() if isinstance(content, str) else content
    expected = ((None, more.get("field"), code, turn),)
    ALL[name] = Mangled(data, expected, more.get("blocked", True), says)


def rows(
    name: str, change: Callable[[list[Any]], object], *expected: Expected, **more: Any
) -> None:
    """A file whose rows were changed."""
    payload = copy.deepcopy(good("b"))
    change(payload["rows"])
    ALL[name] = Mangled(text_of(payload).encode(), expected, **more)


def value(
    name: str, field: str, new: Any, code: str, says: str, blocked: bool = False, row: int = 3
) -> None:
    """A file with one wrong value, given or made from the right one."""

    def change(all_rows: list[Row]) -> None:
        old = all_rows[row - 1][field]
        all_rows[row - 1][field] = new(old) if callable(new) else new

    rows(name, change, (row, field, code, "reviewer"), blocked=blocked, says=says)


def archive(*names: str, first: bytes = b"") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        if first:
            made.writestr("mimetype", first)
        for name in names:
            made.writestr(name, "x" * 100)
    return data.getvalue()


def compound(stream: str) -> bytes:
    """An OLE compound file with one stream in its directory ([MS-CFB])."""
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    header[30:32] = struct.pack("<H", 9)
    header[48:52] = struct.pack("<I", 2)
    return bytes(header) + b"\0" * 1024 + stream.encode("utf-16-le") + b"\0" * 400


GOOD = text_of(good("b"))
TABLE = "blinded_case_id,draft_revision,reviewer_id,decision,reason,adjudicated\n" + "".join(
    ",".join(map(str, row.values())) + "\n" for row in good("b")["rows"]
)
MAIL = f"From: {MARKER} <a@example.org>\nTo: b@example.org\nSubject: my return\n\n{GOOD}"

whole("xlsx", archive("[Content_Types].xml", "xl/workbook.xml"), "xlsx_file", "Excel")
whole("xlsx cut off", archive("xl/workbook.xml", "xl/a.xml")[:-120], "xlsx_file", "Excel")
whole("xls", compound("Workbook"), "xls_file", "Excel")
whole(
    "ods",
    archive("content.xml", first=b"application/vnd.oasis.opendocument.spreadsheet"),
    "ods_file",
    "OpenDocument spreadsheet",
)
whole("docx", archive("[Content_Types].xml", "word/document.xml"), "word_file", "Word")
whole("doc", compound("WordDocument"), "word_file", "Word")
whole("locked workbook", compound("EncryptedPackage"), "office_file", "password")
whole("outlook mail", compound("__substg1.0_0037001F"), "mail_file", "mail")
whole("csv", TABLE, "csv_file", "CSV")
whole("csv with semicolons", "sep=;\n" + TABLE.replace(",", ";"), "csv_file", "CSV")
whole("csv as UTF-16", TABLE.replace(",", "\t").encode("utf-16"), "csv_file", "CSV")
whole("csv without names", TABLE.split("\n", 1)[1], "csv_file", "CSV")
whole("rtf", "{\\rtf1\\ansi " + GOOD + "}", "rtf_file", "RTF")
whole("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "pdf_file", "PDF")
whole("mail", MAIL, "mail_file", "mail")
whole("zip", archive("return-2.json"), "zip_file", "zip")
whole("7z", b"7z\xbc\xaf\x27\x1c\0\4" + b"\0" * 40, "zip_file", "archive")
whole("web page", "<!DOCTYPE html><html><body>" + GOOD, "web_page", "web page")
whole("picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "picture_file", "picture")
whole("empty", b"", "empty_file", "empty")
whole("white space", b"\xef\xbb\xbf \n\n", "empty_file", "empty")
whole("latin-1", GOOD.replace("other", "\xfcber").encode("latin-1"), "invalid_encoding", "UTF-8")
whole("cut off", GOOD[:-300], "invalid_json", "breaks off")
whole("cut off between", GOOD[: GOOD.rindex("{")], "invalid_json", "breaks off")
whole("text after the end", GOOD + MARKER, "invalid_json", "not JSON. Line")
whole("a word", MARKER, "invalid_json", "Line 1, column 1")
whole("single quotes", GOOD.replace('"', "'"), "invalid_json", "not JSON. Line 2")
whole("key twice", GOOD.replace('"reason"', '"decision"', 1), "duplicate_key", "twice")
whole("NaN", GOOD.replace("false", "NaN", 1), "invalid_number", "number")
whole("too deep", GOOD.replace("null", "[" * 70 + "]" * 70, 1), "too_deep", "64")
whole("drafts", text_of({"encounters": STUDY}), "wrong_file_kind", "drafts file", "coordinator")
whole(
    "claims",
    text_of({"claims": [], "evidence": []}),
    "wrong_file_kind",
    "claims file",
    "coordinator",
)
REPORT = {"schema_version": payload_of([])["schema_version"], "notice": "x", "rates": {}}
whole("review report", text_of(REPORT), "wrong_file_kind", "review report", "coordinator")
whole(
    "draft report",
    text_of({"notice": "x", "slices": {}}),
    "wrong_file_kind",
    "report",
    "coordinator",
)
whole("other JSON", text_of({MARKER: [1, 2]}), "unknown_file_kind", "not a review return")
whole("JSON list", text_of([1, 2, MARKER]), "unknown_file_kind", "not a review return")
whole("number", "7", "unknown_file_kind", "not a review return")
whole(
    "rows an object",
    text_of({**good("b"), "rows": {"1": good("b")["rows"][0]}}),
    "invalid_review_schema",
    "not a list",
    field="rows",
)
whole(
    "no rows",
    text_of({"schema_version": good("b")["schema_version"]}),
    "invalid_review_schema",
    "missing",
    field="rows",
)
whole(
    "curly quotes", GOOD.replace('"', "”"), "curly_quotes", "curly quotation marks", blocked=False
)
whole(
    "curly quotes in pairs",
    GOOD.replace(' "', " “").replace('",', "”,").replace('":', "”:"),
    "curly_quotes",
    "curly",
    blocked=False,
)
whole(
    "trailing comma in a row",
    GOOD.replace("false\n", "false,\n", 1),
    "trailing_comma",
    "comma",
    blocked=False,
)
whole(
    "trailing comma in the list", GOOD[:-4] + ",\n ]\n}", "trailing_comma", "comma", blocked=False
)
ALL["curly quotes and trailing comma"] = Mangled(
    (GOOD[:-4] + ",\n ]\n}").replace('"', "“").encode(),
    ((None, None, "curly_quotes", "reviewer"), (None, None, "trailing_comma", "reviewer")),
)
whole(
    "no schema", text_of({"rows": good("b")["rows"]}), "invalid_review_schema", "missing",
    field="schema_version", blocked=False,
)  # fmt: skip
whole(
    "another schema",
    text_of({**good("b"), "schema_version": "openmed.ambient_draft_reviews.v2"}),
    "invalid_review_schema",
    "schema version",
    field="schema_version",
    blocked=False,
)
whole(
    "another top-level key",
    text_of({**good("b"), MARKER: MARKER}),
    "invalid_review_schema",
    "its 3rd",
    blocked=False,
)
whole(
    "rows alone", text_of(good("b")["rows"]), "invalid_review_schema", "stand alone", blocked=False
)

IDENTIFIER = "invalid_opaque_identifier"
CODE = "invalid_controlled_code"
STATUS = "invalid_review_status"
KEYS = "unblinded_or_invalid_review"
STALE = "stale_or_unknown_review"

for name in ("blinded_case_id", "draft_revision", "reviewer_id"):
    # the draft is told by alias or revision, and what is in capitals can be read
    unread = name == "reviewer_id"
    value(f"{name} in capitals", name, str.upper, IDENTIFIER, "capital", unread)
    value(f"{name} with spaces", name, lambda old: f" {old}\n", IDENTIFIER, "spaces", unread)
    value(f"{name} both", name, lambda old: f"{old.upper()} ", IDENTIFIER, "spaces", unread)
    unread = name != "blinded_case_id"
    value(f"{name} cut", name, lambda old: old[:63], IDENTIFIER, "64 digits", unread)
    value(f"{name} as number", name, "1.2E+63", IDENTIFIER, "spreadsheet", unread)
    value(f"{name} as float", name, 1.2e63, IDENTIFIER, "spreadsheet", unread)
    value(f"{name} null", name, None, IDENTIFIER, "empty", unread)
    value(f"{name} a name", name, MARKER, IDENTIFIER, "not an identifier", unread)
    value(f"{name} a list", name, lambda old: [old], IDENTIFIER, "not text", unread)

value("Accept", "decision", "Accept", CODE, "capital letter", True)
value("ACCEPT with a space", "decision", " ACCEPT", CODE, "capital letter", True)
value("accept with a space", "decision", "accept ", CODE, "spaces", True)
value("decision empty", "decision", "", CODE, "Nothing", True)
value("decision null", "decision", None, CODE, "Nothing", True)
value("decision another word", "decision", MARKER, CODE, "not in the list", True)
value("decision a flag", "decision", True, CODE, "not text", True)
value("decision a number", "decision", 1, CODE, "number", True)
value("reason empty", "reason", "", CODE, "instead of null", True)
value("reason null as text", "reason", "null", CODE, "nothing", True)
value("reason n/a", "reason", "N/A", CODE, "nothing", True)
value("reason in capitals", "reason", "Other", CODE, "capital letter", True, row=1)
value("reason free text", "reason", MARKER, CODE, "not in the list", True)
value("reason false", "reason", False, CODE, "not text", True)
value("TRUE as text", "adjudicated", "TRUE", STATUS, "spreadsheet", True, row=1)
value("false as text", "adjudicated", "false", STATUS, "spreadsheet", True)
value("adjudicated 0", "adjudicated", 0, STATUS, "0 or 1", True)
value("adjudicated 1", "adjudicated", 1, STATUS, "0 or 1", True, row=1)
value("adjudicated null", "adjudicated", None, STATUS, "Nothing", True)
value("adjudicated yes", "adjudicated", "yes", STATUS, "neither", True)
value("old revision", "draft_revision", hexid("old"), STALE, "changed after", True)
value(
    "revision of another draft",
    "draft_revision",
    DRAFTS[4].revision,
    STALE,
    "do not belong together",
    True,
)

rows("not an object", lambda r: r.__setitem__(2, MARKER), (3, None, KEYS, "reviewer"), blocked=True)
rows("a null row", lambda r: r.append(None), (7, None, KEYS, "reviewer"), blocked=True)
rows(
    "field missing", lambda r: r[2].pop("reason"), (3, "reason", KEYS, "reviewer"), blocked=True,
    says="missing",
)  # fmt: skip
rows(
    "another field", lambda r: r[2].update({MARKER: MARKER}), (3, None, KEYS, "reviewer"),
    says="the row's 7th",
)  # fmt: skip
rows(
    "name of a field in capitals",
    lambda r: r[2].update({"Decision ": r[2].pop("decision")}),
    (3, "decision", KEYS, "reviewer"),
    says="spelt",
)
rows(
    "field missing in every row",
    lambda r: [row.pop("adjudicated") for row in r],
    (None, "adjudicated", KEYS, "reviewer"),
    blocked=True,
    says="6 rows",
)
rows(
    "another field in every row",
    lambda r: [row.update({f"{MARKER}{n}": n}) for n, row in enumerate(r)],
    (None, None, KEYS, "reviewer"),
    says="6 rows",
)
rows(
    "FALSE in five rows",
    lambda r: [row.update(adjudicated="FALSE") for row in r[1:]],
    (None, "adjudicated", STATUS, "reviewer"),
    blocked=True,
    says="5 rows",
)
rows(
    "two faults in a row, one in another",
    lambda r: (r[1].update(decision="Accept", adjudicated=0), r[4].update(decision="Accept")),
    (2, "decision", CODE, "reviewer"),
    (2, "adjudicated", STATUS, "reviewer"),
    (5, "decision", CODE, "reviewer"),
    blocked=True,
)
rows(
    "every revision old",
    lambda r: [row.update(draft_revision=hexid(n)) for n, row in enumerate(r)],
    (None, None, "wrong_drafts_file", "coordinator"),
    blocked=True,
    says="6 rows",
)
rows(
    "of another study",
    lambda r: [
        row.update(blinded_case_id=hexid(n), draft_revision=hexid(-n)) for n, row in enumerate(r)
    ],
    (None, None, "wrong_drafts_file", "coordinator"),
    blocked=True,
    says="6 rows",
)
rows(
    "a withdrawn case",
    lambda r: r.append({**r[0], "blinded_case_id": hexid(0), "draft_revision": hexid(1)}),
    (7, "blinded_case_id", STALE, "coordinator"),
    says="not in the drafts file",
)
rows(
    "a row twice",
    lambda r: r.append(dict(r[2])),
    (7, "reviewer_id", "duplicate_reviewer", "coordinator"),
    says="Draft 3",
)
rows(
    "a row twice with two decisions",
    lambda r: r.append({**r[2], "decision": "unclear"}),
    (7, "reviewer_id", "duplicate_reviewer", "coordinator"),
    blocked=True,
)
rows(
    "pasted twice",
    lambda r: r.extend([dict(row) for row in r]),
    (None, None, "duplicate_reviewer", "coordinator"),
    says="twice",
)
