"""Markers planted in every value, key and name of an input; none comes out anywhere."""

from __future__ import annotations

import copy
import gc
import hashlib
import json
import logging
import pickle
import threading
import traceback
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import as_drafts, make_study, of_evalcore

from evalcore import (
    AmbientDraft,
    DraftRevision,
    DraftTally,
    EvaluationError,
    Place,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    read_drafts,
    read_review_return,
    recognise,
    tally_reviews,
)
from evalcore.cli.main import main
from evalcore.io import json_reader
from evalcore.io.files import check_output, write_atomically

Document = dict[str, Any]
Change = Callable[[Document], object]
Find = Callable[[Document], Document]

# A person's name wherever text may stand, even in names of folders and files.
PERSON = "Zanzibar-Quux"


class Plant:
    """Hands out distinct values; none of them may ever be seen again."""

    def __init__(self) -> None:
        self.planted: list[str] = [PERSON]

    def text(self, what: str) -> str:
        self.planted.append(f"{PERSON}-{what}-{len(self.planted)}")
        return self.planted[-1]

    def opaque(self) -> str:
        self.planted.append(hashlib.sha256(f"planted {len(self.planted)}".encode()).hexdigest())
        return self.planted[-1]

    def digest(self, text: str) -> str:
        self.planted.append(hashlib.sha256(text.encode()).hexdigest())
        return self.planted[-1]


def fact(plant: Plant, citations: list[str]) -> Document:
    return {
        "fact_id": plant.opaque(),
        "proposition": plant.opaque(),
        "section": "plan",
        "fact_class": "symptom",
        "speaker": "patient",
        "experiencer": "caregiver",
        "negated": True,
        "required": True,
        "citations": citations,
    }


def encounter(plant: Plant) -> Document:
    text = plant.text("draft text")
    truth = [fact(plant, []) for _ in range(2)]
    return {
        "case": {plant.text("key in a case"): [plant.text("case"), {plant.text("key"): 1}]},
        "blinded_case_id": plant.opaque(),
        "text_digest": plant.digest(text),
        "transcript": [plant.text("transcript"), {"who": plant.text("speaker")}],
        "truth": truth,
        "statements": [fact(plant, [row["fact_id"], plant.opaque()]) for row in truth],
        "roles": [plant.text("role")],
        "draft_text": text,
    }


def drafts_document(plant: Plant) -> Document:
    return {
        "schema_version": "openmed.ambient_drafts.v1",
        "notice": plant.text("notice"),
        "encounters": [encounter(plant) for _ in range(2)],
    }


def return_document(plant: Plant, drafts: Document) -> Document:
    rows = []
    for row in drafts["encounters"]:
        fields = ("blinded_case_id", "text_digest", "truth", "statements")
        revision = as_drafts([{key: row[key] for key in fields}])[0].revision
        plant.planted.append(revision)
        for _ in range(2):
            rows.append(
                {
                    "blinded_case_id": row["blinded_case_id"],
                    "draft_revision": revision,
                    "reviewer_id": plant.opaque(),
                    "decision": "accept",
                    "reason": None,
                    "adjudicated": False,
                }
            )
    return {"schema_version": "openmed.ambient_draft_reviews.v1", "rows": rows}


def strings(thing: object, found: set[str], seen: set[int]) -> None:
    """Collect every text that can be reached from a thing without leaving the evaluator."""
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, types.ModuleType | type):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            found.add(one)
        elif isinstance(one, bytes | bytearray):
            found.add(bytes(one).decode("latin-1"))
        elif isinstance(one, types.FrameType):
            if of_evalcore(one):
                waiting.append(one.f_locals)
        elif isinstance(one, types.GeneratorType):
            waiting.append(one.gi_frame)
        elif isinstance(one, types.FunctionType):
            waiting.append(one.__closure__)
        else:
            waiting += gc.get_referents(one)


def texts_of(error: BaseException) -> set[str]:
    """All that an exception carries: itself, its causes, its notes, locals of our frames."""
    found: set[str] = set()
    seen: set[int] = set()
    chain: list[BaseException | None] = [error]
    while chain:
        one = chain.pop()
        if one is None or id(one) in seen:
            continue
        chain += [one.__cause__, one.__context__]
        found |= {str(one), repr(one), *traceback.format_exception_only(one)}
        found |= {str(getattr(one, "place", None)), repr(getattr(one, "place", None))}
        strings([one.args, vars(one)], found, seen)
        trace = one.__traceback__
        while trace is not None:
            strings(trace.tb_frame, found, seen)
            trace = trace.tb_next
        seen.add(id(one))
    return found


def assert_nothing_in(texts: set[str], planted: list[str]) -> None:
    together = "\n".join(texts)
    leaked = [marker[:30] for marker in planted if marker in together or marker[:12] in together]
    assert not leaked


@pytest.fixture(autouse=True)
def _no_output(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> Iterator[None]:
    """Nothing is logged and nothing is printed; a warning is an error in all tests."""
    caplog.set_level(logging.DEBUG)
    yield
    assert caplog.records == []
    assert "".join(capfd.readouterr()) == ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / f"{PERSON} folder"
    folder.mkdir()
    return folder


def all_drafts(path: Any, **keywords: Any) -> list[AmbientDraft]:
    return list(read_drafts(path, **keywords))


def refused(call: Callable[[], object], planted: list[str]) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        call()
    error = caught.value
    assert_nothing_in(texts_of(error), planted)
    assert error.__cause__ is None
    assert error.__context__ is None
    assert not hasattr(error, "__notes__")
    assert str(error) == error.code
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.place) == (error.code, error.place)
    if isinstance(error.place, Place) and isinstance(error.place.field, str):
        assert error.place.field in KNOWN_FIELDS
    return error


KNOWN_FIELDS = {*encounter(Plant()), *fact(Plant(), []), "schema_version", "synthetic", "notice"}
KNOWN_FIELDS |= {
    "encounters",
    "rows",
    *return_document(Plant(), drafts_document(Plant()))["rows"][0],
}


def second(document: Document) -> Document:
    found: Document = document["encounters"][1]
    return found


def fact_of(name: str) -> Find:
    return lambda document: second(document)[name][1]


def row(payload: Document) -> Document:
    found: Document = payload["rows"][1]
    return found


def put(find: Find, field: str, value: object) -> Change:
    return lambda document: find(document).update({field: value})


def drop(find: Find, field: str) -> Change:
    return lambda document: find(document).pop(field)


ODD: list[Any] = [PERSON, [PERSON], {PERSON: PERSON}, "f" * 63 + "X", None]
ENCOUNTER_FIELDS = ("blinded_case_id", "text_digest", "truth", "statements")
FACT_FIELDS = tuple(fact(Plant(), []))
DRAFTS_CHANGES: dict[str, Change] = {
    "schema": lambda d: d.update(schema_version=PERSON),
    "synthetic": lambda d: d.update(synthetic=PERSON),
    "notice": lambda d: d.update(notice=[PERSON]),
    "header key": lambda d: d.update({PERSON: PERSON}),
    "no encounters": lambda d: d.update(encounters=[]),
    "encounters": lambda d: d.update(encounters=PERSON),
    "encounter": lambda d: d["encounters"].append(PERSON),
    "encounter key": lambda d: second(d).update({PERSON: PERSON}),
    "text": lambda d: second(d).update(draft_text=PERSON),
    "surrogate": lambda d: second(d).update(draft_text=PERSON + "\ud800"),
    "twice": lambda d: d["encounters"].append(d["encounters"][0]),
    "no truth": lambda d: second(d).update(truth=[]),
    "a fact twice": lambda d: second(d)["truth"].append(second(d)["truth"][0]),
    "fact": lambda d: second(d)["truth"].append(PERSON),
    "cited": lambda d: second(d)["truth"][1].update(citations=[d["encounters"][0]["text_digest"]]),
    "optional": lambda d: second(d)["statements"][1].update(required=False),
    "same citation": lambda d: second(d)["statements"][1]["citations"].extend(
        second(d)["statements"][1]["citations"]
    ),
    "many citations": lambda d: second(d)["statements"][1].update(citations=[PERSON] * 65),
    "too deep": lambda d: second(d).update(case=json.loads("[" * 70 + f'"{PERSON}"' + "]" * 70)),
}
for _field in ENCOUNTER_FIELDS:
    DRAFTS_CHANGES[f"{_field} missing"] = drop(second, _field)
    for _n, _odd in enumerate(ODD):
        DRAFTS_CHANGES[f"{_field} {_n}"] = put(second, _field, _odd)
for _list in ("truth", "statements"):
    DRAFTS_CHANGES[f"{_list} key"] = put(fact_of(_list), PERSON, 1)
    for _field in FACT_FIELDS:
        if _field not in ("negated", "required", "citations"):
            DRAFTS_CHANGES[f"{_list} {_field} missing"] = drop(fact_of(_list), _field)
        for _n, _odd in enumerate(ODD):
            DRAFTS_CHANGES[f"{_list} {_field} {_n}"] = put(fact_of(_list), _field, _odd)


@pytest.mark.parametrize("name", DRAFTS_CHANGES)
def test_refused_drafts(name: str, folder: Path) -> None:
    plant = Plant()
    document = drafts_document(plant)
    DRAFTS_CHANGES[name](document)
    path = folder / f"{PERSON}.json"
    path.write_text(json.dumps(document))
    refused(lambda: list(read_drafts(path)), plant.planted)
    refused(lambda: evaluate_ambient_drafts(read_drafts(path)), plant.planted)
    refused(lambda: read_review_return(path), plant.planted)


SPOILED: dict[str, Callable[[str], str]] = {
    "cut": lambda text: text[:-40],
    "cut in a string": lambda text: text[: text.rindex(PERSON) + 3],
    "text after": lambda text: f'{text} "{PERSON}"',
    "no comma": lambda text: text.replace(', "transcript"', ' "transcript"'),
    "a word": lambda text: text.replace('"plan"', PERSON),
    "a number": lambda text: text.replace('"plan"', f'["{PERSON}", 1e999]'),
    "many digits": lambda text: text.replace('"plan"', "123456789012" * 400),
    "no number": lambda text: text.replace('"plan"', "-Infinity"),
    "a key twice": lambda text: text.replace('"roles"', f'"{PERSON}": 1, "{PERSON}": 2, "roles"'),
    "a header twice": lambda text: text[:-1] + f', "{PERSON}": 1, "{PERSON}": 2}}',
    "an escape": lambda text: text.replace(PERSON, PERSON + "\\x"),
    "a line": lambda text: text.replace(PERSON, PERSON + "\n"),
    "bytes": lambda text: text.replace(PERSON, PERSON + "\udcff"),
    "nothing but text": lambda text: PERSON,
    "another kind": lambda text: json.dumps({PERSON: PERSON}),
    "brackets": lambda text: "[" * 100_000,
}


@pytest.mark.parametrize("chunk", [64, 1 << 18])
@pytest.mark.parametrize("name", SPOILED)
def test_spoiled_files(
    name: str, chunk: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant = Plant()
    drafts = drafts_document(plant)
    rows = return_document(plant, drafts)
    rows["rows"][1]["section"] = "plan"
    rows["rows"][1] |= {"note": plant.text("note"), "transcript": PERSON, "roles": [PERSON]}
    monkeypatch.setattr(json_reader, "CHUNK", chunk)
    for document in (drafts, rows):
        path = folder / f"{PERSON}.json"
        text = SPOILED[name](json.dumps(document))
        if document is rows:  # the last bracket alone: what is before it is longer than a margin
            text = text.replace("adjudicated", "adjudicated" + PERSON)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        refused(partial(all_drafts, path), plant.planted)
        refused(partial(read_review_return, path), plant.planted)
        if name in ("nothing but text", "another kind", "brackets"):
            refused(partial(recognise, path), plant.planted)


REVIEW_FIELDS = ("blinded_case_id", "draft_revision", "reviewer_id", "decision", "reason")
REVIEW_CHANGES: dict[str, Change] = {
    "schema": lambda p: p.update(schema_version=PERSON),
    "key": lambda p: p.update({PERSON: PERSON}),
    "rows": lambda p: p.update(rows=PERSON),
    "row": lambda p: p["rows"].append(PERSON),
    "row key": lambda p: p["rows"][1].update({PERSON: PERSON}),
    "no rows": lambda p: p.update(rows=[]),
    "no row for one": lambda p: p.update(rows=p["rows"][:2]),
    "one row": lambda p: p["rows"].pop(),
    "same reviewer": lambda p: p["rows"].append(p["rows"][0]),
    "unknown": lambda p: p["rows"][1].update(blinded_case_id="ab" * 32),
    "stale": lambda p: p["rows"][1].update(draft_revision=p["rows"][2]["draft_revision"]),
    "no reason": lambda p: p["rows"][1].update(decision="revise"),
    "a reason": lambda p: p["rows"][1].update(reason="other"),
    "adjudicated": lambda p: p["rows"][1].update(adjudicated=True),
}
for _field in (*REVIEW_FIELDS, "adjudicated"):
    REVIEW_CHANGES[f"{_field} missing"] = drop(row, _field)
    for _n, _odd in enumerate(ODD[: 4 if _field == "reason" else 5]):
        REVIEW_CHANGES[f"{_field} {_n}"] = put(row, _field, _odd)


@pytest.mark.parametrize("name", REVIEW_CHANGES)
def test_refused_returns(name: str, folder: Path) -> None:
    plant = Plant()
    drafts = drafts_document(plant)
    payload = return_document(plant, drafts)
    (folder / "drafts.json").write_text(json.dumps(drafts))
    tally = DraftTally()
    for draft in read_drafts(folder / "drafts.json"):
        tally.add(draft)
    REVIEW_CHANGES[name](payload)
    path = folder / f"{PERSON}.json"
    path.write_text(json.dumps(payload))
    currents: list[Any] = [tally.revisions, all_drafts(folder / "drafts.json")]
    for current in currents:
        for call in (import_ambient_reviews, tally_reviews):
            refused(lambda: call(read_review_return(path), current), plant.planted)  # noqa: B023


def test_files_and_folders_that_cannot_be_used(folder: Path) -> None:
    target = folder / PERSON
    calls: list[Callable[[], object]] = []
    for path in (target, folder, f"{folder}\0", folder / "x" / PERSON, folder / (PERSON * 50)):
        calls += [
            partial(recognise, path),
            partial(all_drafts, path),
            partial(read_review_return, path),
        ]
    for path in (folder, f"{target}\0", target / "x" / PERSON):
        calls += [
            partial(write_atomically, path, PERSON.encode()),
            partial(check_output, path, [target]),
        ]
    for call in calls:
        with pytest.raises(EvaluationError) as caught:
            call()
        error = caught.value
        assert PERSON not in "".join([str(error), repr(error), repr(vars(error))])
        for one in (error.__cause__, error.__context__):
            assert one is None


def test_a_disk_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = Plant()
    path = folder / PERSON
    path.write_text(json.dumps(drafts_document(plant)))
    real = json_reader.JsonReader.value
    left = [12]

    def value(self: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise EvaluationError("unreadable_file")
        return real(self)

    for count in range(6):
        left[0] = count
        monkeypatch.setattr(json_reader.JsonReader, "value", value)
        refused(lambda: list(read_drafts(path)), plant.planted)
        monkeypatch.undo()


def test_cancelled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", 64)
    plant = Plant()
    drafts = drafts_document(plant)
    path = folder / PERSON
    path.write_text(json.dumps(drafts))
    other = folder / f"{PERSON} return"
    other.write_text(json.dumps(return_document(plant, drafts)))
    for size in range(1, 6000, 500):
        cancel = threading.Event()

        def progress(read: int, _: int, cancel: Any = cancel, size: int = size) -> None:
            if read >= size:
                cancel.set()

        for call in (partial(all_drafts, path), partial(read_review_return, other)):
            if size < other.stat().st_size // 2:
                cancel.clear()
                stopped = partial(call, progress=progress, cancel=cancel)
                assert refused(stopped, plant.planted).code == "cancelled"


# What comes out of runs that end well.


def all_strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from all_strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from all_strings(inner)
    elif isinstance(value, str):
        yield value


def pieces(texts: Iterator[str] | list[str]) -> set[str]:
    """Every 12 characters in a row."""
    return {text[at : at + 12] for text in texts for at in range(len(text) - 11)}


def large_study(folder: Path) -> tuple[list[Path], set[str]]:
    """A study with published cells, local keys in it; and all its identifiers and local texts."""
    plant = Plant()
    study = make_study().study(60, 14, 2, 5, True, 0)
    drafts = study["drafts"]
    paths = []
    for number, document in enumerate(study["returns"]):
        paths.append(folder / f"return-{number}.json")
        paths[-1].write_text(json.dumps(document))
    drafts["notice"] = plant.text("notice")
    for row in drafts["encounters"]:
        row |= {"case": {plant.text("key"): plant.text("case")}, "roles": [plant.text("role")]}
        row |= {"transcript": plant.text("transcript"), "draft_text": [plant.text("draft")]}
    (folder / "drafts.json").write_text(json.dumps(drafts))
    secrets = set(plant.planted)
    for document in (drafts, *study["returns"]):
        secrets |= {text for text in all_strings(document) if len(text) == 64}
    for draft in read_drafts(folder / "drafts.json"):
        secrets.add(draft.revision)
    return [folder / "drafts.json", *paths], pieces(sorted(secrets))


def test_reports_hold_nothing_of_their_inputs(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    paths, secrets = large_study(folder)
    capfd.readouterr()
    assert len(secrets) > 50_000
    given = [str(path) for path in paths]
    out = [folder / "report.json", folder / "report.md"]
    shown: list[str] = []
    for minimum in ("2", "5", "20"):
        size = ["--minimum-cell-size", minimum]
        for command in (["drafts", given[0]], ["reviews", *given]):
            assert main([*command, *size, "--json", str(out[0]), "--markdown", str(out[1])]) == 0
            shown += [path.read_text("utf-8") for path in out]
            assert main([*command, *size]) == 0
            printed = capfd.readouterr()
            assert (printed.out, printed.err) == (shown[-1], "")
            assert main([*command, *size, "--json", "-"]) == 0
            printed = capfd.readouterr()
            assert (printed.out, printed.err) == (shown[-2], "")
    published = [text for text in shown if '"suppressed": false' in text]
    assert len(published) >= 4
    assert not pieces(shown) & secrets
    assert not [text for text in shown if folder.name in text or "report.json" in text]


def test_objects_print_nothing(folder: Path) -> None:
    paths, secrets = large_study(folder)
    tally = DraftTally()
    drafts = list(read_drafts(paths[0]))
    for draft in drafts:
        tally.add(draft)
    rows = [row for path in paths[1:] for row in read_review_return(path)["rows"]]
    payload = {"schema_version": "openmed.ambient_draft_reviews.v1", "rows": rows}
    reviews = tally_reviews(payload, tally.revisions)
    facts = [fact for draft in drafts for fact in (*draft.truth, *draft.statements)]
    things: list[object] = [
        *drafts,
        *facts,
        *tally.revisions,
        tally,
        reviews,
        read_drafts(paths[0]),
    ]
    shown = [f"{thing!r} {thing}" for thing in things]
    assert not pieces(shown) & secrets
    # nor a count: the tallies show no digit at all
    assert not [c for c in f"{tally!r}{reviews!r}{drafts!r}{tally.revisions!r}" if c.isdigit()]
    # what the import needs is all that is kept
    assert {type(one) for one in tally.revisions} == {DraftRevision}
    found: set[str] = set()
    strings([tally.report(), reviews.report()], found, set())
    assert not pieces(sorted(found)) & secrets


@pytest.mark.parametrize("name", ["encounter key", "text", "truth fact_id 0", "twice", "too deep"])
def test_the_command_shows_a_short_name_alone(
    name: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plant = Plant()
    document = drafts_document(plant)
    good = copy.deepcopy(document)
    DRAFTS_CHANGES[name](document)
    path = folder / f"drafts {plant.opaque()}.json"
    path.write_text(json.dumps(document))
    returns = folder / f"{plant.opaque()}.json"
    returns.write_text(json.dumps(return_document(plant, good)))
    for command in (["drafts", str(path)], ["reviews", str(path), str(returns)]):
        assert main(command) == 2
        printed = capfd.readouterr()
        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith("file 1 (drafts ….json), ")
        assert_nothing_in({printed.err}, plant.planted)
