"""What comes to a round: tables, archives, mails; and repairs that she confirms."""

from __future__ import annotations

import base64
import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from eval_helpers import CHECKOUT
from round_desk import Desk, Row, all_of

from evalcore.io.containers import table_rows, unpacked
from evalcore.returns.repairs import FALSE_WORDS, REPAIRS, TRUE_WORDS

FIELDS = (
    *("blinded_case_id", "draft_revision", "reviewer_id"),
    *("decision", "reason", "adjudicated"),
)
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A round in which one of two reviewers has answered."""
    made = Desk(tmp_path, 6)
    made.send("b.json", "b", all_of(6))
    return made


def mine(desk: Desk) -> list[Row]:
    return desk.rows("a", all_of(6))


def came(desk: Desk, name: str, data: bytes) -> int:
    path = desk.folder / name
    path.write_bytes(data)
    return desk.run("add", path)


def text_of(value: Any) -> str:
    return "" if value is None else str(value).upper() if type(value) is bool else str(value)


def as_csv(rows: list[Row], mark: str = ",", fields: tuple[str, ...] = FIELDS) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark, lineterminator="\r\n")
    writer.writerow(fields)
    writer.writerows([text_of(row[name]) for name in fields] for row in rows)
    return out.getvalue()


def as_workbook(rows: list[list[Any]], *, shared: bool = True, doctype: str = "") -> bytes:
    """A workbook as spreadsheet programs write it; None is no cell."""
    strings: list[str] = []
    lines = []
    for number, row in enumerate(rows, 1):
        cells = []
        for column, value in enumerate(row):
            place = f"{chr(65 + column)}{number}"
            if value is None:
                continue
            if type(value) is bool:
                cells.append(f'<c r="{place}" t="b"><v>{int(value)}</v></c>')
            elif type(value) is str and shared:
                strings.append(value)
                cells.append(f'<c r="{place}" t="s"><v>{len(strings) - 1}</v></c>')
            elif type(value) is str:
                inner = f"<is><t>{escape(value)}</t></is>"
                cells.append(f'<c r="{place}" t="inlineStr">{inner}</c>')
            else:
                cells.append(f'<c r="{place}"><v>{value}</v></c>')
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    sheet = (
        f'{doctype}<worksheet xmlns="{SHEET}"><sheetData>{"".join(lines)}</sheetData></worksheet>'
    )
    texts = "".join(f"<si><t>{escape(text)}</t></si>" for text in strings)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{SHEET}">{texts}</sst>')
        archive.writestr("xl/worksheets/sheet1.xml", sheet)
    return out.getvalue()


def table_of(rows: list[Row]) -> list[list[Any]]:
    return [list(FIELDS), *([row[name] for name in FIELDS] for row in rows)]


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_json", ".json"), data)
    return out.getvalue()


def mail(data: bytes, name: str) -> bytes:
    body = base64.encodebytes(data).decode()
    return (
        "From: a@example.org\r\nSubject: reviews\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="x"\r\n\r\n'
        "--x\r\nContent-Type: text/plain\r\n\r\nHere they are.\r\n"
        f'--x\r\nContent-Type: application/octet-stream; name="{name}"\r\n'
        f'Content-Disposition: attachment; filename="{name}"\r\n'
        f"Content-Transfer-Encoding: base64\r\n\r\n{body}\r\n--x--\r\n"
    ).encode()


def json_of(rows: list[Row]) -> bytes:
    return json.dumps({"schema_version": "openmed.ambient_draft_reviews.v1", "rows": rows}).encode()


PLAIN: dict[str, Callable[[list[Row]], bytes]] = {
    "gzip": lambda rows: gzip.compress(json_of(rows)),
    "zip": lambda rows: zipped(a_json=json_of(rows)),
    "zip with companions": lambda rows: zipped(
        **{"a.json": json_of(rows), "__MACOSX/._a.json": b"x", "empty.json": b""}
    ),
    "mail": lambda rows: mail(json_of(rows), "a.json"),
    "mail with a zip": lambda rows: mail(zipped(a_json=json_of(rows)), "a.zip"),
    "mail with the text": lambda rows: (
        b"From: a@example.org\r\nSubject: x\r\n\r\nDear all,\r\n" + json_of(rows) + b"\r\nBest"
    ),
    "rows alone": lambda rows: json.dumps(rows).encode(),
    "one row a line": lambda rows: "\n".join(map(json.dumps, rows)).encode(),
    "wrapped": lambda rows: b'{"data": ' + json_of(rows) + b"}",
    "workbook": lambda rows: as_workbook(table_of(rows)),
    "workbook with texts in cells": lambda rows: as_workbook(table_of(rows), shared=False),
    "workbook below a title": lambda rows: as_workbook(
        [["Our answers"], [None], [None], *table_of(rows)]
    ),
    "workbook with another column": lambda rows: as_workbook(
        [[*row, "note"] for row in table_of(rows)]
    ),
}


@pytest.mark.parametrize("how", PLAIN)
def test_a_container_needs_no_confirmation(desk: Desk, how: str) -> None:
    assert came(desk, "a.bin", PLAIN[how](mine(desk))) == 0, desk.out + desk.err
    assert len(desk.said()) == 12
    assert desk.status()["files"][1]["rows"] == 6


TABLES: dict[str, Callable[[list[Row]], bytes]] = {
    "commas": lambda rows: as_csv(rows).encode(),
    "semicolons": lambda rows: as_csv(rows, ";").encode("cp1252"),
    "tabs": lambda rows: as_csv(rows, "\t").encode("utf-16"),
    "with its mark": lambda rows: b"\xef\xbb\xbfsep=;\r\n" + as_csv(rows, ";").encode(),
    "columns turned round": lambda rows: as_csv(rows, fields=FIELDS[::-1]).encode(),
    "headings spelt otherwise": lambda rows: (
        as_csv(rows)
        .replace("blinded_case_id", "Blinded case ID")
        .replace("draft_revision", "draftRevision")
        .encode()
    ),
}


@pytest.mark.parametrize("how", TABLES)
def test_a_table_as_text_needs_true_and_false_repaired(desk: Desk, how: str) -> None:
    assert came(desk, "a.csv", TABLES[how](mine(desk))) == 1
    status = desk.status()
    assert [(one["kind"], one["rows"]) for one in status["repairs"]] == [("flags", 6)]
    assert {one["turn"] for one in status["outstanding"] if one["file"] == 2} == {"coordinator"}
    assert desk.run("repair", "--all") == 0, desk.out
    assert len(desk.said()) == 12
    assert desk.run("undo", "--decision", "1") == 1
    assert desk.run("repair", "flags", "--file", "2") == 0


def test_rows_have_the_numbers_of_the_table(desk: Desk) -> None:
    rows = mine(desk)
    rows[2]["decision"] = "perhaps"
    came(desk, "a.xlsx", as_workbook([["Our answers"], [None], *table_of(rows)]))
    (one,) = [one for one in desk.status()["outstanding"] if one["file"] == 2]
    assert one["rows"] == [6] and one["turn"] == "reviewer"


def spoil(field: str, change: Callable[[Any], Any]) -> Callable[[list[Row]], None]:
    def spoilt(rows: list[Row]) -> None:
        for row in rows[1:4]:
            row[field] = change(row[field])

    return spoilt


MEANT: dict[str, tuple[str, Callable[[list[Row]], None]]] = {
    "capital": ("letter_case", spoil("decision", str.title)),
    "capitals of an identifier": ("letter_case", spoil("reviewer_id", str.upper)),
    "blank": ("blanks", spoil("decision", lambda word: f" {word}\n")),
    "blanks inside": ("blanks", spoil("draft_revision", lambda word: f"{word[:9]} {word[9:]}")),
    "invisible": ("invisible", spoil("reviewer_id", lambda word: f"{word[:5]}\u200b{word[5:]}")),
    "quotes": ("quotes", spoil("decision", lambda word: f"“{word}”")),
    "full stop": ("quotes", spoil("decision", lambda word: f"{word}.")),
    "true as text": ("flags", spoil("adjudicated", lambda flag: "FALSCH")),
    "nothing": ("nothing", spoil("reason", lambda reason: "None")),
    "empty": ("nothing", spoil("reason", lambda reason: "")),
    "heading": (
        "heading_rows",
        lambda rows: rows.insert(0, dict(zip(FIELDS, FIELDS, strict=True))),
    ),
    "empty row": ("empty_rows", lambda rows: rows.append(dict.fromkeys(FIELDS, ""))),
}


@pytest.mark.parametrize("how", MEANT)
def test_what_keeps_the_meaning_is_repaired_and_nothing_else(desk: Desk, how: str) -> None:
    kind, spoilt = MEANT[how]
    rows = mine(desk)
    spoilt(rows)
    assert came(desk, "a.json", json_of(rows)) == 1
    kept = (desk.folder / "a.json").read_bytes()
    assert [one["kind"] for one in desk.status()["repairs"]] == [kind]
    assert desk.run("repair", kind) == 0, desk.out
    assert desk.status()["repairs"] == []
    assert {word for word, _, _ in desk.said().values()} == {"accept"}
    assert kept in desk.round.read_bytes(), "what was received is as it came"


def test_field_names_and_several_things_at_once(desk: Desk) -> None:
    rows = [{name.title().replace("_", " "): row[name] for name in FIELDS} for row in mine(desk)]
    for row in rows:
        row["Decision"] = f" {row['Decision'].upper()}. "
    assert came(desk, "a.json", json_of(rows)) == 1
    kinds = [one["kind"] for one in desk.status()["repairs"]]
    assert kinds == ["field_names", "blanks", "quotes", "letter_case"]
    assert desk.run("repair", "blanks", "quotes") == 1, "the case is still another"
    assert desk.run("repair", "--all") == 0
    assert len(desk.said()) == 12


TEXTS = {
    "trailing_commas": lambda text: text.replace("}]", "},]"),
    "comments": lambda text: text.replace('{"schema', '{ // mine\n"schema'),
    "python_words": lambda text: text.replace("null", "None").replace("false", "False"),
    "curly_quotes": lambda text: text.replace('"', "”"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_what_an_editor_did_to_the_json(desk: Desk, kind: str) -> None:
    text = TEXTS[kind](json_of(mine(desk)).decode())
    assert came(desk, "a.json", text.encode()) == 1
    assert [one["kind"] for one in desk.status()["repairs"]] == [kind]
    assert desk.run("repair", "--all") == 0, desk.out


JUDGED: dict[str, Callable[[list[Row]], None]] = {
    "another word": spoil("decision", lambda word: "ok"),
    "a number for a flag": spoil("adjudicated", lambda flag: 0),
    "a word for a flag": spoil("adjudicated", lambda flag: "no"),
    "another identifier": spoil("reviewer_id", lambda word: word[:-1]),
    "a letter that looks alike": spoil("decision", lambda word: word.replace("a", "а")),
    "nothing for a decision": spoil("decision", lambda word: ""),
    "no date for a reason": spoil("reason", lambda reason: "n/a"),
}


@pytest.mark.parametrize("how", JUDGED)
def test_what_needs_a_judgement_is_never_a_repair(desk: Desk, how: str) -> None:
    rows = mine(desk)
    JUDGED[how](rows)
    assert came(desk, "a.json", json_of(rows)) == 1
    assert desk.status()["repairs"] == []
    assert desk.run("repair", "--all") == 1
    assert desk.status()["decisions"] == []


def test_what_is_no_repair_is_refused(desk: Desk) -> None:
    assert desk.run("repair", "magic") == desk.run("repair") == 2
    assert desk.run("repair", "--all", "--file", "7") == 2
    assert "unknown_number" in desk.err


def bomb() -> bytes:
    return gzip.compress(bytes(70_000_000))


def encrypted() -> bytes:
    data = bytearray(zipped(a_json=b"{}" * 50))
    for at in (data.find(b"PK\x03\x04") + 6, data.find(b"PK\x01\x02") + 8):
        data[at] |= 1
    return bytes(data)


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
HOSTILE = {
    "bomb": bomb,
    "encrypted": encrypted,
    "two returns": lambda: zipped(a_json=b"{}", b_json=b"{}"),
    "many files": lambda: zipped(**{f"f{n}_json": b"{}" for n in range(150)}),
    "an archive in an archive": lambda: zipped(a_json=zipped(b_json=zipped(c_json=b"{}"))),
    "a broken archive": lambda: zipped(a_json=b"{}" * 99)[:80],
    "a path out": lambda: zipped(**{"../../etc/passwd": b"root"}),
    "entities": lambda: as_workbook([list(FIELDS)], doctype=LAUGHS),
    "no sheet": lambda: zipped(**{"[Content_Types].xml": b"<a/>"}),
    "a row far down": lambda: as_workbook([]).replace(b"sheetData", b"sheetDatb"),
    "half a gzip": lambda: gzip.compress(b"x" * 9999)[:-9],
    "a mail without anything": lambda: b"From: a@b\r\nSubject: x\r\n\r\nHello",
    "deep": lambda: b"[" * 100_000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_hostile_or_broken_is_kept_told_and_harmless(desk: Desk, what: str) -> None:
    before = sorted(path.name for path in desk.folder.iterdir())
    assert came(desk, "x.bin", HOSTILE[what]()) == 1
    assert desk.status()["files"][1]["rows"] == 0
    assert any(one["file"] == 2 for one in desk.status()["outstanding"])
    assert sorted(path.name for path in desk.folder.iterdir()) == sorted([*before, "x.bin"])
    assert desk.run("aside", "--file", "2") == 1


def test_tables_without_a_heading_are_none() -> None:
    assert table_rows(b"a,b,c\n1,2,3\n", lambda cells: "decision" in cells) is None
    assert table_rows(b'decision,"a\nb",c\n1,2,3\n', lambda cells: "decision" in cells) is not None
    assert unpacked(b"{}") is None


def test_words_for_true_and_false_are_apart() -> None:
    assert not TRUE_WORDS & FALSE_WORDS
    assert not {"0", "1", "yes", "no", "ja"} & (TRUE_WORDS | FALSE_WORDS)
    for words in (TRUE_WORDS, FALSE_WORDS):
        assert {word.casefold() for word in words} == words
    files = (CHECKOUT / "docs" / "files.md").read_text("utf-8").casefold()
    for word in (*TRUE_WORDS, *FALSE_WORDS, *REPAIRS):
        assert word in files, "the words are a closed list in the documentation"
    assert all(repair.sentence.endswith(".") for repair in REPAIRS.values())
