"""What the committee's form saved, read strictly: located codes, and never a value."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from eval_helpers import hexid
from form_helpers import committee_draft

from evalcore import EvaluationError
from evalcore.forms.committee import committee_workbook
from evalcore.io.containers import table_rows
from evalcore.io.workbook import letters
from evalcore.returns.committee import is_committee_file, read_committee

Row = dict[str, Any]
SECRET = "Mrs Secret"


def decision(number: int, **changes: Any) -> Row:
    row = {
        "draft": number,
        "draft_revision": hexid(f"revision {number}"),
        "token": hexid(f"token {number}"),
        "reason": "evidence_quality",
        "adjudicated": True,
    }
    return row | changes


def saved(*rows: Any, **changes: Any) -> Row:
    given = {"schema_version": "review_desk.committee.v1", "round": hexid("round")}
    return given | {"decisions": list(rows)} | changes


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def test_decisions_are_read() -> None:
    given = saved(decision(12), decision(3, reason=None, adjudicated=False))
    for data in (
        as_bytes(given),
        b"\xef\xbb\xbf" + as_bytes(given),
        json.dumps(given).encode("utf-16"),
        zipped(as_bytes(given)),
        b"Subject: answers\nFrom: x@example.org\n\n" + as_bytes(given),
    ):
        assert is_committee_file(data)
        found = read_committee(data)
        assert found.round == hexid("round")
        assert [(one.draft, one.reason, one.adjudicated) for one in found.decisions] == [
            (12, "evidence_quality", True),
            (3, None, False),
        ]
        assert found.decisions[0].token == hexid("token 12")
        assert found.decisions[0].draft_revision == hexid("revision 12")
        assert hexid("token 12") not in repr(found) + repr(found.decisions[0])


def zipped(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("answers.json", data)
    return out.getvalue()


def without(row: Row, field: str) -> Row:
    return {key: value for key, value in row.items() if key != field}


FAULTS: dict[str, tuple[Any, str, str]] = {
    "a list": ([decision(1)], "invalid_committee_schema", ""),
    "no schema": (without(saved(), "schema_version"), "missing_field", "field schema_version"),
    "another schema": (saved(schema_version=SECRET), "invalid_committee_schema", "schema_version"),
    "no round": (without(saved(), "round"), "missing_field", "field round"),
    "an empty round": (saved(decision(1), round=""), "invalid_committee_schema", "field round"),
    "a round that is none": (saved(round=[SECRET]), "invalid_committee_schema", "field round"),
    "a long round": (saved(round=SECRET * 50), "invalid_committee_schema", "field round"),
    "no decisions": (without(saved(), "decisions"), "missing_field", "field decisions"),
    "decisions that are none": (saved(decisions=SECRET), "invalid_committee_schema", "decisions"),
    "one part more": (saved() | {SECRET: 1}, "unknown_field", "field number 4"),
    "no object": (saved(decision(1), SECRET), "invalid_committee_schema", "row 2"),
    "one field more": (saved(decision(1) | {SECRET: 1}), "unknown_field", "row 1, field number 6"),
    "one field less": (saved(without(decision(1), "token")), "missing_field", "row 1, field token"),
    "a draft 0": (saved(decision(0)), "invalid_committee_schema", "row 1, field draft"),
    "a draft true": (saved(decision(1, draft=True)), "invalid_committee_schema", "field draft"),
    "a draft as text": (saved(decision(1, draft="1")), "invalid_committee_schema", "field draft"),
    "no revision": (
        saved(decision(1, draft_revision=SECRET)),
        "invalid_opaque_identifier",
        "row 1, field draft_revision",
    ),
    "no token": (saved(decision(1, token=7)), "invalid_opaque_identifier", "row 1, field token"),
    "another reason": (saved(decision(1, reason=SECRET)), "invalid_controlled_code", "reason"),
    "a reason that is none": (saved(decision(1, reason=[])), "invalid_controlled_code", "reason"),
    "adjudicated as text": (
        saved(decision(1, adjudicated="true")),
        "invalid_boolean",
        "row 1, field adjudicated",
    ),
    "adjudicated alone": (saved(decision(1, reason=None)), "agreed_case_with_reason", "row 1"),
    "a draft twice": (
        saved(decision(1), decision(2), decision(1)),
        "duplicate_encounter",
        "row 3, field draft",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_a_code_and_a_place_without_a_value(name: str) -> None:
    given, code, place = FAULTS[name]
    with pytest.raises(EvaluationError) as caught:
        read_committee(as_bytes(given))
    assert caught.value.code == code
    assert place in str(caught.value.place)
    assert SECRET not in str(caught.value) + str(caught.value.place)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "empty_file"),
        (as_bytes(saved(decision(1)))[:-9], "invalid_json"),
        (b'{"round": "a", "round": "b"}', "duplicate_key"),
        (b'{"round": ' + b"[" * 99 + b"]" * 99 + b"}", "too_deep"),
    ],
)
def test_what_is_no_json_is_refused_as_everywhere(data: bytes, code: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        read_committee(data)
    assert caught.value.code == code


def test_other_files_are_none_of_the_committees() -> None:
    for data in (
        b"",
        b"{}",
        b'{"schema_version": "openmed.ambient_draft_reviews.v1"}',
        b"PK\x03\x04",
    ):
        assert not is_committee_file(data)
    assert is_committee_file(as_bytes(saved(decision(1)))[:-9]), "broken, it still is"


# ---- the workbook


def answered(answers: dict[int, tuple[str, str]], change: Callable[[str], str] = str) -> bytes:
    """The workbook as a spreadsheet program fills it in, by number of draft."""
    drafts = [committee_draft(n, "accept", "revise") for n in (4, 9, 12)]
    made = committee_workbook(hexid("round"), "March", drafts, shuffle=random.Random(1))
    rows = table_rows(made, lambda cells: "token" in cells)
    assert rows is not None
    heading, *others = rows
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    for row in others:
        words = answers.get(int(str(row.cells[0])), ("", ""))
        for name, word in zip(("Reason", "Adjudicated"), words, strict=True):
            if word:
                place = f"{letters(heading.cells.index(name) + 1)}{row.number}"
                cell = f'<c r="{place}" t="str"><v>{word}</v></c>'
                sheet, count = re.subn(f'<c r="{place}" s="3"/>', cell, sheet)
                assert count == 1
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in parts.items():
            whole = change(sheet).encode() if name == "xl/worksheets/sheet1.xml" else data
            archive.writestr(name, whole)
    return out.getvalue()


def test_the_workbook_comes_back() -> None:
    data = answered({4: ("other", "yes"), 12: ("no_reason", "no")})
    assert is_committee_file(data)
    found = read_committee(data)
    assert found.round == hexid("round")
    assert [(one.draft, one.reason, one.adjudicated) for one in found.decisions] == [
        (4, "other", True),
        (12, None, False),
    ]
    assert found.decisions[1].token == hexid("token 12")
    assert read_committee(answered({})).decisions == ()


@pytest.mark.parametrize(
    "words, code, field",
    [
        (("other", ""), "missing_field", "adjudicated"),
        (("", "no"), "missing_field", "reason"),
        (("Secret", "no"), "invalid_controlled_code", "reason"),
        (("other", "TRUE"), "invalid_controlled_code", "adjudicated"),
        (("no_reason", "yes"), "agreed_case_with_reason", "adjudicated"),
    ],
)
def test_half_a_decision_of_a_workbook_is_told(
    words: tuple[str, str], code: str, field: str
) -> None:
    with pytest.raises(EvaluationError) as caught:
        read_committee(answered({9: words}))
    assert (caught.value.code, str(caught.value.place)) == (code, f"row 7, field {field}")


def test_a_workbook_of_two_rounds_is_none() -> None:
    def two(sheet: str) -> str:
        return sheet.replace(hexid("round"), hexid("other round"), 1)

    with pytest.raises(EvaluationError) as caught:
        read_committee(answered({4: ("other", "no"), 9: ("other", "no")}, two))
    assert (caught.value.code, str(caught.value.place)) == (
        "invalid_committee_schema",
        "row 7, field round",
    )
