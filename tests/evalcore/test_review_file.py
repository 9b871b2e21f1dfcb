"""Review return files as a whole, and files of another kind than the one that is asked for."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import (
    TESTS,
    as_drafts,
    encounter_row,
    hexid,
    payload_of,
    refusal,
    review_row,
)

from evalcore import (
    Cancelled,
    EvaluationError,
    Place,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    read_drafts,
    read_review_return,
    recognise,
)
from evalcore.io import json_reader

SCHEMA = "openmed.ambient_draft_reviews.v1"
ENCOUNTERS = [encounter_row(n) for n in range(6)]
DRAFTS = as_drafts(ENCOUNTERS)
ROWS = [
    review_row(row, draft.revision, who)
    for row, draft in zip(ENCOUNTERS, DRAFTS, strict=True)
    for who in "ab"
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "return.json"


def write(path: Path, document: object) -> Path:
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    return path


def fault(path: Path, document: object) -> tuple[str, Place | None]:
    with pytest.raises(EvaluationError) as caught:
        read_review_return(write(path, document))
    assert str(caught.value) == caught.value.code
    return caught.value.code, caught.value.place


def test_a_return_is_its_payload(path: Path) -> None:
    right = payload_of(ROWS)
    assert read_review_return(write(path, right)) == right
    assert read_review_return(write(path, dict(reversed(right.items())))) == right
    assert read_review_return(write(path, payload_of([]))) == payload_of([])


SCHEMAS: list[Any] = [None, True, 1, "", SCHEMA + "\n", SCHEMA.upper(), [SCHEMA], {SCHEMA: 1}]


@pytest.mark.parametrize("value", SCHEMAS)
def test_schema(path: Path, value: Any) -> None:
    for document in ({"schema_version": value, "rows": []}, {"rows": [], "schema_version": value}):
        place = Place(field="schema_version")
        assert fault(path, document) == ("invalid_review_schema", place)


@pytest.mark.parametrize("value", [None, True, 0, -2.5, "", "[]", {}, {"0": ROWS[0]}])
def test_rows_that_are_no_list(path: Path, value: Any) -> None:
    document = {"schema_version": SCHEMA, "rows": value}
    assert fault(path, document) == ("invalid_review_schema", Place(field="rows"))


def test_keys(path: Path) -> None:
    right = payload_of(ROWS)
    assert fault(path, {"rows": ROWS}) == (
        "invalid_review_schema",
        Place(field="schema_version"),
    )
    only_schema = {"schema_version": SCHEMA}
    assert fault(path, only_schema) == ("invalid_review_schema", Place(field="rows"))
    for name in ("", "Rows", "notice", "synthetic"):
        for value in (None, -2.5, [1.5], {"a": 1e10}):
            assert fault(path, {**right, name: value}) == (
                "invalid_review_schema",
                Place(field=3),
            )
            # a name that is plainly meant is told as such
            place = Place(field="rows" if name == "Rows" else 1)
            assert fault(path, {name: value, **right})[1] == place


def test_a_row_is_checked_by_the_import(path: Path) -> None:
    odd: list[Any] = [None, [], {}, {"note": 1}, -2.5, "x"]
    rows = read_review_return(write(path, payload_of(odd)))["rows"]
    assert rows == odd
    for number, row in enumerate(odd):
        payload = read_review_return(write(path, payload_of([*ROWS[:number], row])))
        with pytest.raises(EvaluationError) as caught:
            import_ambient_reviews(payload, DRAFTS)
        assert caught.value.code == "unblinded_or_invalid_review"
        assert caught.value.place is not None
        assert caught.value.place.row == number + 1


def test_a_hundred_thousand_rows_and_one_more(path: Path) -> None:
    start, row = f'{{"schema_version":"{SCHEMA}","rows":[', "null"
    rows = read_review_return(write(path, start + ",".join([row] * 100_000) + "]}"))["rows"]
    assert rows == [None] * 100_000
    too_many = start + ",".join([row] * 100_001) + "]}"
    assert fault(path, too_many) == ("invalid_review_schema", Place(row=100_001))


def test_far_too_many_rows_are_not_read(path: Path) -> None:
    start = f'{{"schema_version":"{SCHEMA}","rows":[' + "0," * 100_001
    path.write_text(start)
    os.truncate(path, 200_000_000)
    calls: list[int] = []
    with pytest.raises(EvaluationError) as caught:
        read_review_return(path, progress=lambda read, _: calls.append(read))
    assert caught.value.code == "invalid_review_schema"
    assert calls[-1] < 2_000_000


def test_json_faults_have_line_and_column(path: Path) -> None:
    text = json.dumps(payload_of(ROWS), indent=1)
    assert fault(path, text + "\n{}") == (
        "invalid_json",
        Place(line=text.count("\n") + 2, column=1),
    )
    first = '"adjudicated": false'
    twice = text.replace(first, f'{first},\n"adjudicated": false', 1)
    line = text[: text.index(first)].count("\n") + 2
    assert fault(path, twice) == ("duplicate_key", Place(line=line, column=1))
    twice = text.rstrip("}\n") + ',\n  "rows": []}'
    assert fault(path, twice) == ("duplicate_key", Place(line=twice.count("\n") + 1, column=3))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_any_size_of_read(path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others: list[Any] = [1, -2.5, 1.5e10, "é\U0001f600", None]
    right = payload_of([*ROWS, *others])
    path.write_text(json.dumps(right, indent=1, ensure_ascii=False), encoding=encoding)
    for chunk in (4, 5, 6, 7, 13, 64, 1000):
        monkeypatch.setattr(json_reader, "CHUNK", chunk)
        assert read_review_return(path) == right


def test_progress_and_cancel(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", 256)
    size = write(path, payload_of(ROWS)).stat().st_size
    calls: list[tuple[int, int]] = []
    read_review_return(path, progress=lambda *call: calls.append(call))
    done = [read for read, _ in calls]
    assert done == sorted(done)
    assert calls[-1] == (size, size)
    assert len(set(done)) > 10
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        read_review_return(path, progress=lambda *_: cancel.set(), cancel=cancel)
    again: list[int] = []
    with pytest.raises(Cancelled):
        read_review_return(path, progress=lambda read, _: again.append(read), cancel=cancel)
    assert again == []


# Kinds.

CLAIM = {"claim_id": "one", "claim_class": "lab"}
CLAIMS_VECTOR = json.loads(
    (TESTS / "vectors" / "claims" / "01-seed-example.json").read_text("utf-8")
)
KINDS: dict[str, list[Any]] = {
    "drafts": [
        {"encounters": ENCOUNTERS},
        {"synthetic": True, "notice": "x", "encounters": ENCOUNTERS, "schema_version": "old"},
        {"case": [1.5, {"rows": []}], "encounters": []},
        {"schema_version": "openmed.ambient_drafts.v1"},
    ],
    "reviews": [
        payload_of(ROWS),
        {"rows": [], "schema_version": SCHEMA},
        {"x": {"encounters": []}, "rows": 1},
        {"schema_version": SCHEMA},
    ],
    "claims": [
        {"claims": [CLAIM], "evidence": []},
        {"evidence": []},
        {"schema_version": 1, "approved_evidence": []},
        {"schema_version": 1, "claims": []},
    ],
    "draft_report": [evaluate_ambient_drafts(DRAFTS)],
    "review_report": [import_ambient_reviews(payload_of(ROWS), DRAFTS)],
    "claims_report": [CLAIMS_VECTOR["json"]],
}
DOCUMENTS = [(kind, document) for kind, documents in KINDS.items() for document in documents]
OTHER_JSON: list[Any] = [{}, [], [{"encounters": []}], [1.5], None, True, 0, -2.5, '"encounters"']
OTHER_JSON += [{"schema_version": 1}, {"schema_version": "x"}, {"a": 1.5, "b": {"encounters": []}}]
OTHER_JSON += [{"Encounters": []}, {"": {"": {"": []}}}]


@pytest.mark.parametrize("kind, document", DOCUMENTS)
@pytest.mark.parametrize("chunk", [4, 7, 1 << 18])
def test_kinds(
    path: Path, kind: str, document: Any, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", chunk)
    assert recognise(write(path, document)) == kind
    readers: dict[str, Callable[[], object]] = {
        "drafts": lambda: list(read_drafts(path)),
        "reviews": lambda: read_review_return(path),
    }
    for of_kind, reader in readers.items():
        if of_kind != kind:
            assert refusal(reader) == "wrong_file_kind"


@pytest.mark.parametrize("document", OTHER_JSON)
@pytest.mark.parametrize("chunk", [4, 5, 6, 1 << 18])
def test_other_json(path: Path, document: Any, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", chunk)
    write(path, document)
    for reader in (recognise, lambda given: list(read_drafts(given)), read_review_return):
        assert refusal(reader, path) == "unknown_file_kind"


def test_what_is_no_json_has_no_kind(path: Path) -> None:
    for text, code in (
        ("", "empty_file"),
        ("encounters", "invalid_json"),
        ("a,b\n1,2\n", "invalid_json"),
        ('{"a":1,"a":2}', "duplicate_key"),
        ('{"a":NaN}', "invalid_number"),
        ('{"a" "encounters":[]}', "invalid_json"),
        ("%PDF-1.7", "invalid_json"),
    ):
        for reader in (recognise, lambda given: list(read_drafts(given)), read_review_return):
            assert refusal(reader, write(path, text)) == code
    path.write_bytes(b"PK\x03\x04\x14\x00\x06\x00")
    assert refusal(recognise, path) in ("invalid_json", "invalid_encoding")


def test_a_kind_is_told_without_reading_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for few bytes only: a cancel token counts the reads."""

    class Counting:
        reads = 0

        def is_set(self) -> bool:
            self.reads += 1
            return False

    monkeypatch.setattr(json_reader, "CHUNK", 4096)
    path.write_text('{"notice": "x", "encounters": [')
    os.truncate(path, 200_000_000)
    token = Counting()
    assert recognise(path, cancel=token) == "drafts"
    assert 0 < token.reads < 10


def test_identifiers_that_differ(path: Path) -> None:
    """A return of other drafts is a good file; the import says what is wrong."""
    other = review_row(encounter_row("other"), hexid("x"), "a")
    payload = read_review_return(write(path, payload_of([other])))
    assert refusal(import_ambient_reviews, payload, DRAFTS) == "stale_or_unknown_review"
