"""Drafts files: every field of the format, the place of every fault, and reading piece by piece."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import as_draft, cites, encounter_row, fact_row, hexid

from evalcore import (
    AmbientDraft,
    Cancelled,
    DraftRevision,
    DraftTally,
    EvaluationError,
    Place,
    read_drafts,
)
from evalcore.io import json_reader

SCHEMA = "openmed.ambient_drafts.v1"
Document = dict[str, Any]


@pytest.fixture
def document() -> Document:
    """Two encounters of two facts and two statements each; faults are put into the second."""
    encounters = []
    for name in ("one", "two"):
        truth = [fact_row(f"{name} {n}") for n in (1, 2)]
        statements = [cites(fact, f"{name} {n}") for n, fact in enumerate(truth)]
        encounters.append(encounter_row(name, truth=truth, statements=statements))
    return {
        "schema_version": SCHEMA,
        "synthetic": True,
        "notice": "Made up.",
        "encounters": encounters,
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "drafts.json"


def read(path: Path, document: object) -> list[AmbientDraft]:
    """The drafts as objects; a tally that takes them from the file must know the same ones."""
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    drafts = list(read_drafts(path))
    assert tallied(path).revisions == tuple(
        DraftRevision(draft.blinded_case_id, draft.revision) for draft in drafts
    )
    return drafts


def tallied(path: Path) -> DraftTally:
    tally = DraftTally()
    tally.add_all(read_drafts(path))
    return tally


def fault(path: Path, document: object) -> tuple[str, Place | None]:
    """What is told of a file by whoever makes objects of it, and by a tally."""
    with pytest.raises(EvaluationError) as caught:
        read(path, document)
    assert str(caught.value) == caught.value.code
    with pytest.raises(EvaluationError) as again:
        tallied(path)
    assert (again.value.code, again.value.place) == (caught.value.code, caught.value.place)
    return caught.value.code, caught.value.place


LISTS = ("truth", "statements")
HEX_FIELDS = ("blinded_case_id", "text_digest")
REQUIRED = ("fact_id", "proposition", "section", "fact_class", "speaker", "experiencer")
A = "a" * 64
NOT_HEX: list[Any] = [None, True, 1, "", "A" * 64, "a" * 63, "a" * 65, A + "\n", " " + A, "g" * 64]
NOT_HEX += ["\uff11" * 64, "0x" + "a" * 62, [A], {A: A}]
NOT_A_WORD: list[Any] = [
    None,
    False,
    0,
    "",
    "Plan",
    "plan ",
    "PATIENT",
    "nurse",
    "pl\u0430n",
    ["plan"],
    {},
]
NOT_A_BOOL: list[Any] = [None, 0, 1, 1.0, "true", "", [], [True], {}]
NOT_CITATIONS: list[Any] = [None, "", A, 0, True, {}, {A: 1}, [hexid(n) for n in range(65)]]

WRONG: dict[str, tuple[str, list[Any]]] = {
    "fact_id": ("invalid_opaque_identifier", NOT_HEX),
    "proposition": ("invalid_opaque_identifier", NOT_HEX),
    "section": ("invalid_controlled_code", NOT_A_WORD),
    "fact_class": ("invalid_controlled_code", NOT_A_WORD),
    "speaker": ("invalid_controlled_code", NOT_A_WORD),
    "experiencer": ("invalid_controlled_code", NOT_A_WORD),
    "negated": ("invalid_boolean", NOT_A_BOOL),
    "required": ("invalid_boolean", NOT_A_BOOL),
    "citations": ("invalid_citations", NOT_CITATIONS),
}


@pytest.mark.parametrize("where", LISTS)
@pytest.mark.parametrize("field", WRONG)
def test_wrong_value_of_a_fact(path: Path, document: Document, where: str, field: str) -> None:
    code, values = WRONG[field]
    for value in values:
        document["encounters"][1][where][1][field] = value
        place = Place(encounter=2, list=where, row=2, field=field)
        assert fault(path, document) == (code, place), value


@pytest.mark.parametrize("where", LISTS)
def test_wrong_citations(path: Path, document: Document, where: str) -> None:
    place = Place(encounter=2, list=where, row=2, field="citations")
    fact = document["encounters"][1][where][1]
    for value in NOT_HEX:
        fact["citations"] = [hexid("fine"), value]
        assert fault(path, document) == ("invalid_opaque_identifier", place), value
    fact["citations"] = [A, hexid("other"), A]
    assert fault(path, document) == ("duplicate_citation", place)


def test_citations_at_the_limit_and_over(path: Path, document: Document) -> None:
    statement = document["encounters"][1]["statements"][1]
    statement["citations"] = [hexid(n) for n in range(64)]
    assert read(path, document)[1].statements[1].citations == tuple(statement["citations"])
    statement["citations"].append(hexid(64))
    assert fault(path, document)[0] == "invalid_citations"


@pytest.mark.parametrize("where", LISTS)
@pytest.mark.parametrize("field", REQUIRED)
def test_missing_field_of_a_fact(path: Path, document: Document, where: str, field: str) -> None:
    del document["encounters"][1][where][1][field]
    place = Place(encounter=2, list=where, row=2, field=field)
    assert fault(path, document) == ("missing_field", place)


def renamed(row: Document, old: str, new: str) -> Document:
    return {new if key == old else key: value for key, value in row.items()}


@pytest.mark.parametrize("where", LISTS)
@pytest.mark.parametrize(
    "name", ["", "Speaker", "speaker ", "note", "fact-id", "_", "\u0455peaker"]
)
def test_unknown_field_of_a_fact_by_its_position_alone(
    path: Path, document: Document, where: str, name: str
) -> None:
    facts = document["encounters"][1][where]
    good = facts[1]
    facts[1] = {**good, name: None}
    place = Place(encounter=2, list=where, row=2, field=len(good) + 1)
    assert fault(path, document) == ("unknown_field", place)
    facts[1] = {name: good["speaker"], **good}
    assert fault(path, document)[1] == Place(encounter=2, list=where, row=2, field=1)
    facts[1] = renamed(good, "speaker", name)
    assert fault(path, document)[0] in ("unknown_field", "missing_field")


@pytest.mark.parametrize("where", LISTS)
def test_what_is_no_list_of_facts(path: Path, document: Document, where: str) -> None:
    encounter = document["encounters"][1]
    good = encounter[where]
    no_lists: list[Any] = [None, True, 3, "", "[]", {}, {"1": good[0]}]
    for value in no_lists:
        encounter[where] = value
        place = Place(encounter=2, list=where)
        assert fault(path, document) == ("invalid_fact_collection", place), value
    no_facts: list[Any] = [None, False, 1, "", [], [good[0]]]
    for value in no_facts:
        encounter[where] = [good[0], value]
        place = Place(encounter=2, list=where, row=2)
        assert fault(path, document) == ("invalid_fact_record", place), value
    encounter[where] = [good[0], good[1], {**good[0]}]
    place = Place(encounter=2, list=where, row=3, field="fact_id")
    assert fault(path, document) == ("duplicate_fact_identifier", place)


def test_what_truth_and_statements_must_be(path: Path, document: Document) -> None:
    encounter = document["encounters"][1]
    good = copy.deepcopy(encounter)
    encounter["truth"] = []
    assert fault(path, document) == ("invalid_encounter_truth", Place(encounter=2, list="truth"))
    encounter["truth"] = [good["truth"][0], {**good["truth"][1], "citations": [A]}]
    place = Place(encounter=2, list="truth", row=2, field="citations")
    assert fault(path, document) == ("invalid_encounter_truth", place)
    encounter["truth"] = [{**fact, "required": False, "citations": []} for fact in good["truth"]]
    encounter["statements"] = []
    assert read(path, document)[1].statements == ()
    encounter["statements"] = [good["statements"][0], {**good["statements"][1], "required": False}]
    place = Place(encounter=2, list="statements", row=2, field="required")
    assert fault(path, document) == ("invalid_draft_statement", place)
    # an identifier may stand in both lists, and a citation may be unknown
    same = {**good["statements"][1], "fact_id": good["truth"][0]["fact_id"], "citations": [A]}
    encounter["statements"] = [same]
    assert read(path, document)[1].statements[0].citations == (A,)


@pytest.mark.parametrize("where", LISTS)
def test_ten_thousand_facts(path: Path, where: str) -> None:
    facts = [fact_row(n, citations=[]) for n in range(10_000)]
    encounter = {**encounter_row(statements=[]), where: facts}
    assert len(getattr(read(path, {"encounters": [encounter]})[0], where)) == 10_000
    facts.append(fact_row("one more"))
    place = Place(encounter=1, list=where)
    assert fault(path, {"encounters": [encounter]}) == ("invalid_fact_collection", place)


@pytest.mark.parametrize("field", [*HEX_FIELDS, *LISTS])
def test_missing_field_of_an_encounter(path: Path, document: Document, field: str) -> None:
    del document["encounters"][1][field]
    assert fault(path, document) == ("missing_field", Place(encounter=2, field=field))


@pytest.mark.parametrize("field", HEX_FIELDS)
def test_wrong_identifier_of_an_encounter(path: Path, document: Document, field: str) -> None:
    for value in NOT_HEX:
        document["encounters"][1][field] = value
        place = Place(encounter=2, field=field)
        assert fault(path, document) == ("invalid_opaque_identifier", place), value


def test_unknown_field_of_an_encounter(path: Path, document: Document) -> None:
    good = document["encounters"][1]
    document["encounters"][1] = {**good, "case": 1, "Case": 2}
    assert fault(path, document) == ("unknown_field", Place(encounter=2, field=6))
    document["encounters"][1] = {"revision": A, **good}
    assert fault(path, document) == ("unknown_field", Place(encounter=2, field=1))


def test_what_is_no_encounter(path: Path, document: Document) -> None:
    encounters = document["encounters"]
    no_encounters: list[Any] = [None, True, 1, "", [], [encounters[1]]]
    for value in no_encounters:
        document["encounters"] = [encounters[0], value]
        assert fault(path, document) == ("invalid_draft_record", Place(encounter=2)), value
    document["encounters"] = [encounters[0], {}]
    assert fault(path, document)[0] == "missing_field"
    document["encounters"] = [*encounters, encounters[0]]
    place = Place(encounter=3, field="blinded_case_id")
    assert fault(path, document) == ("duplicate_encounter", place)
    no_lists: list[Any] = [None, True, 1, "", {}, {"1": encounters[0]}]
    for value in no_lists:
        document["encounters"] = value
        assert fault(path, document) == ("invalid_drafts_schema", Place(field="encounters")), value
    document["encounters"] = []
    assert fault(path, document)[0] == "empty_encounter_collection"
    del document["encounters"]
    assert fault(path, document) == ("missing_field", Place(field="encounters"))


HEADER: dict[str, list[Any]] = {
    "schema_version": [
        None,
        1,
        "",
        SCHEMA + " ",
        SCHEMA.upper(),
        [SCHEMA],
        "openmed.ambient_drafts.v2",
    ],
    "synthetic": [None, 1, 0, "true", []],
    "notice": [None, True, 1, ["x"], {}],
}


@pytest.mark.parametrize("field", HEADER)
def test_header(path: Path, document: Document, field: str) -> None:
    good = read(path, document)
    for value in HEADER[field]:
        for first in ((field, "encounters"), ("encounters", field)):
            changed = {**document, field: value}
            ordered = {key: changed[key] for key in dict.fromkeys((*first, *changed))}
            assert fault(path, ordered) == ("invalid_drafts_schema", Place(field=field)), value
    del document[field]
    assert read(path, document) == good


def test_unknown_header_field(path: Path, document: Document) -> None:
    for name in ("", "Encounters", "case", "version", "draft_text"):
        values: list[Any] = [None, 1, -2.5, "x", [1.5], {"a": []}]
        for value in values:
            changed = {**document, name: value}
            assert fault(path, changed) == ("unknown_field", Place(field=5))
            assert fault(path, {name: value, **document}) == ("unknown_field", Place(field=1))


def test_any_order_of_keys(path: Path, document: Document) -> None:
    right = read(path, document)
    assert right == [as_draft(row) for row in document["encounters"]]
    for keys in itertools.permutations(document):
        assert read(path, {key: document[key] for key in keys}) == right
    document["encounters"] = [
        {key: row[key] for key in reversed(row)} for row in document["encounters"]
    ]
    for row in document["encounters"]:
        for where in LISTS:
            row[where] = [dict(reversed(fact.items())) for fact in row[where]]
    assert read(path, document) == right


def test_defaults_left_out_or_written_out_are_one_revision(path: Path, document: Document) -> None:
    written = copy.deepcopy(document)
    for row in written["encounters"]:
        for fact in row["truth"]:
            fact |= {"negated": False, "required": True, "citations": []}
        for fact in row["statements"]:
            fact |= {"negated": False}
    assert [d.revision for d in read(path, document)] == [d.revision for d in read(path, written)]


def nested(levels: int) -> Any:
    value: Any = "in"
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


LOCAL: list[Any] = [None, True, 0, -1.5e300, "", "\ud800", [], {}, [[], {"truth": [1]}], 10**400]
LOCAL += [{"blinded_case_id": 1, "encounters": [1], "rows": [], "": {"": ""}}, nested(61)]


@pytest.mark.parametrize("key", ["case", "transcript", "roles"])
def test_local_keys_are_dropped(path: Path, document: Document, key: str) -> None:
    right = read(path, document)
    good = document["encounters"][0]
    for value in LOCAL:
        document["encounters"][0] = {**good, key: value}
        assert read(path, document) == right
        document["encounters"][0] = {key: value, **good}
        assert read(path, document) == right
    document["encounters"][0] = {**good, key: nested(62)}
    assert fault(path, document)[0] == "too_deep"


def test_local_keys_must_be_json_all_the_same(path: Path, document: Document) -> None:
    document["encounters"][1]["case"] = "HERE"
    text = json.dumps(document)
    column = text.index('"HERE"') + 1
    spoiled = {"NaN": "invalid_number", '{"b":1,"b":1}': "duplicate_key", "[1,,2]": "invalid_json"}
    for value, code in spoiled.items():
        found, place = fault(path, text.replace('"HERE"', value))
        assert (found, place and place.line) == (code, 1)
        assert place is not None
        assert place.column is not None
        assert column <= place.column < column + len(value)


@pytest.mark.parametrize("text", ["", "x", 'Zoë \U0001f600\r\n\t"\\\0', "é", "e\u0301", " " * 5])
def test_draft_text_has_its_digest(path: Path, document: Document, text: str) -> None:
    encounter = document["encounters"][1]
    good = encounter | {"text_digest": hashlib.sha256(text.encode()).hexdigest()}
    for first in (good | {"draft_text": text}, {"draft_text": text} | good):
        document["encounters"][1] = first
        for ascii_only in (True, False):
            read(path, json.dumps(document, ensure_ascii=ascii_only))
    document["encounters"][1] = good | {"draft_text": text + " "}
    place = Place(encounter=2, field="text_digest")
    assert fault(path, document) == ("text_digest_mismatch", place)


def test_draft_text_that_has_no_utf8_form(path: Path, document: Document) -> None:
    encounter = document["encounters"][1]
    for text in ("\ud800", "a\udfffb", "\ude00\ud83d"):
        for errors in ("replace", "ignore", "surrogatepass"):
            digest = hashlib.sha256(text.encode("utf-8", errors)).hexdigest()
            encounter |= {"draft_text": text, "text_digest": digest}
            assert fault(path, document)[0] == "text_digest_mismatch"


@pytest.mark.parametrize("text", [None, True, 0, 1.5, [], ["x"], {}, {"draft_text": "x"}])
def test_draft_text_that_is_no_string_has_no_digest(
    path: Path, document: Document, text: Any
) -> None:
    document["encounters"][1]["draft_text"] = text
    assert len(read(path, document)) == 2


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_any_size_of_read(
    path: Path,
    document: Document,
    encoding: str,
    indent: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = read(path, document)
    path.write_text(json.dumps(document, indent=indent), encoding=encoding)
    for chunk in (4, 5, 7, 64, 1000):
        monkeypatch.setattr(json_reader, "CHUNK", chunk)
        assert list(read_drafts(path)) == right


# Progress and cancelling.


@pytest.fixture
def study(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that takes many reads."""
    monkeypatch.setattr(json_reader, "CHUNK", 512)
    path.write_text(json.dumps({"encounters": [encounter_row(n) for n in range(40)]}))
    return path


def open_handles(path: Path) -> int:
    handles = Path("/proc/self/fd")
    if not handles.is_dir():
        pytest.skip("this system does not list open files")
    links = [os.path.realpath(handles / name) for name in os.listdir(handles)]
    return links.count(os.path.realpath(path))


def test_progress_grows_and_ends_at_the_total(study: Path) -> None:
    calls: list[tuple[int, int]] = []
    drafts = read_drafts(study, progress=lambda *call: calls.append(call))
    size = study.stat().st_size
    next(drafts)
    assert calls[-1][0] < size // 4  # the rest is not read yet
    assert len(list(drafts)) == 39
    done = [read for read, _ in calls]
    assert done == sorted(done)
    assert done[-1] == size
    assert {total for _, total in calls} == {size}
    assert len(set(done)) > 20


def test_one_encounter_larger_than_many_reads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", 16)
    facts = [fact_row(n) for n in range(300)]
    row = encounter_row(truth=facts, case="x" * 50_000)
    path.write_text(json.dumps({"encounters": [row]}))
    calls: list[int] = []
    draft, *others = read_drafts(path, progress=lambda read, _: calls.append(read))
    assert (len(draft.truth), others) == (300, [])
    # scanning anew after each small read would take more than 6,000 of them
    assert len(calls) < 60


EARLY = ["[1,}", '{"a":1,"a":2}', "[NaN]", "[" * 65 + "]" * 65, "[\udcff]", "tru", '"\n', "1 2"]


@pytest.mark.parametrize("spoiled", EARLY)
def test_a_large_file_with_an_early_fault_is_not_read_on(
    path: Path, document: Document, spoiled: str
) -> None:
    document["encounters"][1]["case"] = "HERE"
    text = json.dumps(document).replace('"HERE"', spoiled)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    os.truncate(path, 200_000_000)  # a hole; it takes no room
    calls: list[int] = []
    with pytest.raises(EvaluationError) as caught:
        list(read_drafts(path, progress=lambda read, _: calls.append(read)))
    assert caught.value.place is not None
    assert caught.value.place.line == 1
    assert not calls or calls[-1] < 2_000_000
    assert open_handles(path) == 0


class Token:
    """A cancel token that is set when it has been asked so often."""

    def __init__(self, times: int) -> None:
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_cancelled_before(study: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    calls: list[int] = []
    drafts = read_drafts(study, progress=lambda read, _: calls.append(read), cancel=cancel)
    with pytest.raises(Cancelled):
        next(drafts)
    assert calls == []
    assert open_handles(study) == 0


def test_cancelled_at_any_time(study: Path) -> None:
    complete = 0
    for times in range(0, 200, 3):
        got = 0
        try:
            for _ in read_drafts(study, cancel=Token(times)):
                got += 1
        except Cancelled as stop:
            assert (stop.code, str(stop), stop.place) == ("cancelled", "cancelled", None)
        else:
            assert got == 40
            complete += 1
        assert open_handles(study) == 0
    assert 0 < complete < 60


def test_cancelled_between_two_drafts(study: Path) -> None:
    cancel = threading.Event()
    drafts = read_drafts(study, cancel=cancel)
    next(drafts)
    cancel.set()
    with pytest.raises(Cancelled):
        next(drafts)
    assert open_handles(study) == 0
    assert list(drafts) == []


def test_cancelled_within_one_large_value(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", 512)
    path.write_text(json.dumps({"encounters": [encounter_row(case="x" * 500_000)]}))
    cancel = threading.Event()
    calls: list[int] = []

    def progress(read: int, _: int) -> None:
        calls.append(read)
        if read > 20_000:
            cancel.set()

    with pytest.raises(Cancelled):
        list(read_drafts(path, progress=progress, cancel=cancel))
    assert calls[-1] < 200_000
    assert open_handles(path) == 0


def test_a_reader_that_is_left_closes_its_file(study: Path) -> None:
    drafts: Any = read_drafts(study)
    next(drafts)
    assert open_handles(study) == 1
    drafts.close()
    assert open_handles(study) == 0
    dropped = read_drafts(study)
    next(dropped)
    del dropped
    assert open_handles(study) == 0


def test_a_callback_that_raises_stops_the_reading(study: Path) -> None:
    def progress(read: int, total: int) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        list(read_drafts(study, progress=progress))
    assert open_handles(study) == 0
