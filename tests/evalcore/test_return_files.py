"""Reading return files for the check: encodings, progress, cancelling, copies, the command."""

from __future__ import annotations

import json
import threading
import tracemalloc
from pathlib import Path

import pytest
from eval_helpers import carried_by_error, hexid, write_json
from mangled import ALL, DRAFTS, GOOD, good

from evalcore import Cancelled
from evalcore.cli.check import check_json, check_text
from evalcore.returns.check import CheckResult, check_returns, verdict
from evalcore.returns.slip import correction_slip


def check(folder: Path, *contents: bytes | str) -> CheckResult:
    paths = [write_json(folder / "return-a.json", good("a"))]
    for number, content in enumerate(contents):
        paths.append(folder / f"{number}.json")
        paths[-1].write_bytes(content.encode() if isinstance(content, str) else content)
    return check_returns(DRAFTS, paths)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_that_are_read(encoding: str, tmp_path: Path) -> None:
    assert check(tmp_path, GOOD.encode(encoding)).ready


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_rows_behind_curly_quotes_are_checked_too(encoding: str, tmp_path: Path) -> None:
    text = GOOD.replace('"accept"', '"Accept"', 1).replace('"', "“")
    result = check(tmp_path, text.encode(encoding))
    told = [(p.row, p.code) for p in result.problems]
    assert told[:2] == [(None, "curly_quotes"), (2, "invalid_controlled_code")]


def test_rows_before_the_end_of_a_file_that_breaks_off_are_checked(tmp_path: Path) -> None:
    result = check(tmp_path, GOOD.replace('"accept"', '"Accept"', 1)[:-200])
    assert [(p.row, p.code) for p in result.problems] == [
        (None, "invalid_json"),
        (2, "invalid_controlled_code"),
        (None, "blocked"),
    ]


def test_copies_of_what_cannot_be_read_are_told_once(tmp_path: Path) -> None:
    book = ALL["xlsx"].content
    result = check(tmp_path, book, book, book + b"\0")
    assert [(p.file, p.code) for p in result.problems] == [
        (2, "xlsx_file"),
        (3, "same_content"),
        (4, "xlsx_file"),
        (None, "blocked"),
    ]


def test_progress_is_in_bytes_of_all_files(tmp_path: Path) -> None:
    paths = [write_json(tmp_path / f"{who}.json", good(who)) for who in "ab"]
    seen: list[tuple[int, int]] = []
    check_returns(DRAFTS, paths, progress=lambda read, total: seen.append((read, total)))
    total = sum(path.stat().st_size for path in paths)
    assert {pair[1] for pair in seen} == {total}
    assert [read for read, _ in seen] == sorted(read for read, _ in seen)
    assert seen[-1][0] == total and seen[0][0] < total


def test_cancelling_leaves_nothing_in_the_error(tmp_path: Path) -> None:
    paths = [write_json(tmp_path / f"{who}.json", good(who)) for who in "ab"]
    token = threading.Event()
    with pytest.raises(Cancelled) as caught:
        check_returns(DRAFTS, paths, progress=lambda *_: token.set(), cancel=token)
    assert not carried_by_error(caught.value, hexid("reviewer a"))


def test_the_commands_json_and_text(tmp_path: Path) -> None:
    folder = tmp_path / "Mrs-Marker"
    folder.mkdir()
    result = check(folder, ALL["Accept"].content, ALL["pdf"].content)
    assert json.loads(check_json(result)) == result.to_dict()
    names = [folder / "return-a.json", folder / f"{hexid('b')}.json", folder / "x.pdf"]
    text = check_text(result, names)
    assert verdict(result) == "Not ready: 2 files to send back"
    assert verdict(result) in text and "file 2, row 3, decision: " in text
    assert "File 3 (x.pdf): not read" in text
    assert "Marker" not in text and hexid("b")[:12] not in text
    assert verdict(check(tmp_path, GOOD)) == "Ready to import"


# a row or a file with very many unknown names


def named(count: int) -> dict[str, int]:
    return {f"k{number}": number for number in range(count)}


def test_the_first_unknown_fields_of_a_row_are_named_and_the_rest_are_counted(
    tmp_path: Path,
) -> None:
    payload = good("b")
    payload["rows"][2].update(named(1_234))
    messages = [p.message for p in check(tmp_path, json.dumps(payload)).problems]
    field = "A field is there that a review row does not have: the row's"
    assert messages == [
        *(f"{field} {nth}." for nth in ("7th", "8th", "9th", "10th", "11th")),
        "The row has 1,229 more fields that a review row does not have.",
    ]


def test_the_first_unknown_parts_of_a_file_are_named_and_the_rest_are_counted(
    tmp_path: Path,
) -> None:
    result = check(tmp_path, json.dumps({**good("b"), **named(6)}))
    part = "The file has a part that the format does not have: its"
    assert [p.message for p in result.problems] == [
        *(f"{part} {nth}." for nth in ("3rd", "4th", "5th", "6th", "7th")),
        "The file has 1 more part that the format does not have.",
    ]
    slip = correction_slip(result, 2)
    assert "1 more part" in slip and slip.count("a part that the format") == 5


def test_a_misspelt_field_is_found_behind_any_number_of_unknown_ones(tmp_path: Path) -> None:
    payload = good("b")
    row = payload["rows"][2]
    decision = row.pop("decision")
    row.update(named(500), **{"Decision ": decision})
    fields = [p.field for p in check(tmp_path, json.dumps(payload)).problems]
    assert fields.count("decision") == 1 and len(fields) == 7


@pytest.mark.parametrize("where", ["row", "file"])
def test_very_many_unknown_names_take_memory_as_reading_alone_does(
    where: str, tmp_path: Path
) -> None:
    payload = good("b")
    (payload["rows"][2] if where == "row" else payload).update(named(40_000))
    text = json.dumps(payload)
    path = tmp_path / "many.json"
    path.write_text(text)
    tracemalloc.start()
    try:
        json.loads(text)
        alone = tracemalloc.get_traced_memory()[1]
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        result = check_returns(DRAFTS, [path])
        assert tracemalloc.get_traced_memory()[1] - before < 3 * alone
    finally:
        tracemalloc.stop()
    assert len([p for p in result.problems if "does not have" in p.message]) == 6
