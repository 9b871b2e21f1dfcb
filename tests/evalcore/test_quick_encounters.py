"""The quick way from a drafts file into a tally: what it takes, what it must not take."""

from __future__ import annotations

import copy
import gc
import hashlib
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import oracle
import pytest
from eval_helpers import (
    as_draft,
    as_drafts,
    assert_same_report,
    carried_by_error,
    cites,
    encounter_row,
    fact_row,
    hexid,
    make_study,
)
from eval_strategies import studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import Cancelled, DraftTally, EvaluationError, evaluate_ambient_drafts, read_drafts
from evalcore.io import json_loose, json_reader

Row = dict[str, Any]
Change = Callable[[Row], Any]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "drafts.json"


@pytest.fixture
def strictly(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collects the elements that were looked at closely."""
    seen: list[int] = []
    real = json_loose.LooseReader.again

    def again(self: json_loose.LooseReader, index: int) -> Any:
        seen.append(index)
        return real(self, index)

    monkeypatch.setattr(json_loose.LooseReader, "again", again)
    return seen


def study(drafts: int = 30, seed: int = 5) -> list[Row]:
    rows: list[Row] = make_study().study(drafts, 6, 2, seed, True, 0)["drafts"]["encounters"]
    return rows


def tallied(path: Path) -> DraftTally:
    tally = DraftTally()
    tally.add_all(read_drafts(path))
    return tally


def defaults_left_out(row: Row) -> Row:
    fact = {key: value for key, value in row.items() if value is not True and value != []}
    return {key: value for key, value in fact.items() if value is not False or key == "required"}


def of_facts(change: Change) -> Change:
    return lambda row: {
        **row,
        "truth": [change(fact) for fact in row["truth"]],
        "statements": [change(fact) for fact in row["statements"]],
    }


def shuffled(row: Row) -> Row:
    keys = list(row)
    random.Random(str(row)).shuffle(keys)
    return {key: row[key] for key in keys}


def with_local(row: Row) -> Row:
    text = f"Dr: it's 12:30, “better” {row['blinded_case_id'][:4]}"
    local = {"case": None, "roles": ["a:b", {"c:d": ":"}], "transcript": [{"t": 1.5, "n": 2}]}
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {**local, **row, "draft_text": text, "text_digest": digest}


LAYOUTS: dict[str, tuple[Change, dict[str, Any], str]] = {
    "as made": (lambda row: row, {"indent": 1}, "utf-8"),
    "compact": (lambda row: row, {"separators": (",", ":")}, "utf-8"),
    "space before colons": (lambda row: row, {"separators": (" ,\n", " : ")}, "utf-8"),
    "left out": (of_facts(defaults_left_out), {}, "utf-8"),
    "other order": (lambda row: shuffled(of_facts(shuffled)(row)), {"indent": "\t"}, "utf-8"),
    "local": (with_local, {"ensure_ascii": False}, "utf-8"),
    "local in ASCII": (with_local, {}, "utf-8"),
    "mark": (lambda row: row, {}, "utf-8-sig"),
    "UTF-16": (with_local, {"ensure_ascii": False}, "utf-16"),
}


@pytest.mark.parametrize("chunk", [700, 1 << 18])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_taken_the_quick_way(
    path: Path, strictly: list[int], monkeypatch: pytest.MonkeyPatch, layout: str, chunk: int
) -> None:
    monkeypatch.setattr(json_reader, "CHUNK", chunk)
    change, options, encoding = LAYOUTS[layout]
    rows = [change(row) for row in study()]
    path.write_text(json.dumps({"encounters": rows}, **options), encoding=encoding)
    tally = tallied(path)
    for minimum in (2, 5):
        assert_same_report(tally.report(minimum), oracle.draft_report(rows, minimum))
    assert [one.revision for one in tally.revisions] == [oracle.revision(row) for row in rows]
    assert strictly == []


@given(studies(), st.integers(2, 9), st.integers(64, 3000))
@settings(max_examples=100)
def test_random_studies_in_pieces_of_any_size(rows: list[Row], minimum: int, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(json_reader, "CHUNK", chunk)
        path = Path(folder, "drafts.json")
        path.write_text(json.dumps({"encounters": rows}, indent=chunk % 3))
        report = evaluate_ambient_drafts(read_drafts(path), minimum_cell_size=minimum)
    assert_same_report(report, oracle.draft_report(rows, minimum))


A, B = "a" * 64, "b" * 64
QUOTE = '"'
# Values that could look right once they are put together with others.
TRICKS: dict[str, Change] = {
    "one for true": lambda fact: fact | {"required": 1},
    "zero for false": lambda fact: fact | {"negated": 0},
    "a real for true": lambda fact: fact | {"required": 1.0},
    "the word true": lambda fact: fact | {"required": "true"},
    "the word True": lambda fact: fact | {"required": "True"},
    "null for false": lambda fact: fact | {"negated": None},
    "two identifiers in one": lambda fact: fact | {"fact_id": f"{A}{B}", "proposition": ""},
    "two identifiers with a blank": lambda fact: fact | {"fact_id": f"{A} {B}", "proposition": ""},
    "a blank more and one less": lambda fact: fact | {"fact_id": A + " ", "proposition": "a" * 63},
    "a longer and a shorter one": lambda fact: fact | {"fact_id": A + "b", "proposition": "a" * 63},
    "a quote": lambda fact: fact | {"fact_id": "a" * 31 + QUOTE + "a" * 32},
    "a line end": lambda fact: fact | {"fact_id": "a" * 63 + "\n"},
    "one more, a line end": lambda fact: fact | {"fact_id": A + "\n"},
    "spaces between digits": lambda fact: fact | {"fact_id": "aa " * 21 + "a"},
    "capitals": lambda fact: fact | {"proposition": A.upper()},
    "other digits": lambda fact: fact | {"proposition": "\uff11" * 64},
    "text for its citations": lambda fact: fact | {"citations": A},
    "none for its citations": lambda fact: fact | {"citations": ""},
    "an object for its citations": lambda fact: fact | {"citations": {}},
    "an object of citations": lambda fact: fact | {"citations": {A: B}},
    "a list within": lambda fact: fact | {"citations": [[A]]},
    "a number within": lambda fact: fact | {"citations": [A, 7]},
    "a citation twice": lambda fact: fact | {"citations": [A, B, A]},
    "65 citations": lambda fact: fact | {"citations": [hexid(n) for n in range(65)]},
    "a role that ends a text": lambda fact: fact | {"speaker": 'patient"},"x":"'},
    "a list for a role": lambda fact: fact | {"speaker": ["patient"]},
    "an unknown key": lambda fact: fact | {"note": ""},
    "an unknown key for a default": lambda fact: {
        **{key: value for key, value in fact.items() if key != "negated"},
        "negate": False,
    },
    "a key that is not there": lambda fact: {k: v for k, v in fact.items() if k != "speaker"},
    "no object": list,
    "text": str,
}


def outcome(read: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(EvaluationError) as caught:
        read()
    return caught.value.code, str(caught.value.place)


@pytest.mark.parametrize("left_out", [False, True])
@pytest.mark.parametrize("where", ["truth", "statements"])
@pytest.mark.parametrize("trick", TRICKS)
def test_what_only_looks_right_is_refused_as_ever(
    path: Path, trick: str, where: str, left_out: bool
) -> None:
    rows = [row for row in study(9) if row["statements"]]
    if left_out:
        rows = [of_facts(defaults_left_out)(row) for row in rows]
    rows[3][where][-1] = TRICKS[trick](rows[3][where][-1])
    path.write_text(json.dumps({"encounters": rows}))
    code, place = outcome(lambda: tallied(path))
    assert (code, place) == outcome(lambda: list(read_drafts(path)))
    assert "encounter 4" in place


# A key twice, so that what is left after it is right.
TWICE = {
    "in a fact": ('"negated": ', '"negated": true, "negated": '),
    "escaped": ('"speaker": ', '"spe\\u0061ker": "patient", "speaker": '),
    "in an encounter": ('"truth": ', '"truth": [{}], "truth": '),
    "in a local value": ('"truth": ', '"case": {"a": 1, "a": 2}, "truth": '),
    "made up for by an escaped colon": (
        '"truth": ',
        '"case": "\\u003a", "roles": ["\\u003A"], "case": ":\\u003a", "truth": ',
    ),
    "made up for in a key": ('"truth": ', '"case": {"\\u003a": 1, "\\u003A": 2}, "truth": '),
}


@pytest.mark.parametrize("twice", TWICE)
def test_a_key_twice_is_found_by_its_colon(path: Path, twice: str) -> None:
    rows = [encounter_row(n, truth=[fact_row(n, negated=False)]) for n in range(5)]
    before, after = TWICE[twice]
    parts = json.dumps({"encounters": rows}).split(before)
    assert len(parts) > 4
    path.write_text(before.join(parts[:3]) + after + before.join(parts[3:]))
    code, place = outcome(lambda: tallied(path))
    assert code == "duplicate_key"
    assert (code, place) == outcome(lambda: list(read_drafts(path)))


def test_colons_that_are_no_keys_are_looked_at_and_pass(path: Path, strictly: list[int]) -> None:
    row = encounter_row(case={"a:b": [":", "\\u003", "::"]}, transcript="12:30")
    text = json.dumps({"encounters": [row]})
    path.write_text(text.replace('"12:30"', '"12\\u003a30"'))
    assert len(tallied(path).revisions) == 1
    assert strictly == [0]


def test_the_same_identifiers_in_another_encounter(path: Path, strictly: list[int]) -> None:
    rows = [{**encounter_row(1), "blinded_case_id": hexid(n)} for n in range(4)]
    path.write_text(json.dumps({"encounters": rows}))
    assert len(tallied(path).revisions) == 4
    assert strictly == []
    rows[2]["truth"] *= 2
    path.write_text(json.dumps({"encounters": rows}))
    assert outcome(lambda: tallied(path)) == (
        "duplicate_fact_identifier",
        "encounter 3, truth row 2, field fact_id",
    )


def test_an_alias_twice_far_apart_and_close_by(path: Path) -> None:
    rows = study(60)
    for second in (1, 2, 40, 59):
        again = copy.deepcopy(rows)
        again[second]["blinded_case_id"] = rows[0]["blinded_case_id"]
        path.write_text(json.dumps({"encounters": again}))
        place = f"encounter {second + 1}, field blinded_case_id"
        assert outcome(lambda: tallied(path)) == ("duplicate_encounter", place)
    tally = DraftTally()
    tally.add(as_draft(rows[0]))
    path.write_text(json.dumps({"encounters": rows}))
    assert outcome(lambda: tally.add_all(read_drafts(path)))[0] == "duplicate_encounter"


def test_drafts_that_were_taken_before_are_not_counted(path: Path) -> None:
    rows = study(12)
    path.write_text(json.dumps({"encounters": rows}))
    drafts = read_drafts(path)
    next(drafts)
    report = evaluate_ambient_drafts(drafts, minimum_cell_size=2)
    assert_same_report(report, oracle.draft_report(rows[1:], 2))


def test_a_list_of_drafts_can_be_added_as_well() -> None:
    rows = study(12)
    tally = DraftTally()
    tally.add_all(as_drafts(rows))
    assert_same_report(tally.report(2), oracle.draft_report(rows, 2))


def test_many_facts_and_citations(path: Path, strictly: list[int]) -> None:
    truth = [fact_row(n) for n in range(400)]
    said = [
        cites(fact, n, citations=[truth[(n + k) % 400]["fact_id"] for k in range(64)])
        for n, fact in enumerate(truth)
    ]
    rows = [encounter_row("large", truth=truth, statements=said), *study(3)]
    path.write_text(json.dumps({"encounters": rows}, indent=1))
    assert path.stat().st_size > 2_000_000
    assert tallied(path).revisions[0].revision == oracle.revision(rows[0])
    assert strictly == []


class Stop:
    """A cancel token that is set when it has been asked so often."""

    def __init__(self, left: int) -> None:
        self.left = left

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_tally_can_be_cancelled_while_it_reads(path: Path) -> None:
    path.write_text(json.dumps({"encounters": study(200)}, indent=1))
    stopped = 0
    for times in range(12):
        tally = DraftTally()
        try:
            tally.add_all(read_drafts(path, cancel=Stop(times)))
        except Cancelled:
            stopped += 1
        else:
            assert len(tally.revisions) == 200
    assert stopped > 4


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(path: Path, enabled: bool) -> None:
    path.write_text(json.dumps({"encounters": [encounter_row(), None]}))
    (gc.enable if enabled else gc.disable)()
    try:
        outcome(lambda: tallied(path))
        assert gc.isenabled() is enabled
    finally:
        gc.enable()


@pytest.mark.parametrize("trick", ["text", "capitals", "an unknown key", "65 citations"])
def test_a_fault_holds_nothing_of_the_encounter(path: Path, trick: str) -> None:
    row = encounter_row(case="Mrs Secret", transcript=["Secret"])
    row["statements"][0] = TRICKS[trick](row["statements"][0])
    path.write_text(json.dumps({"encounters": [encounter_row(2), row]}))
    with pytest.raises(EvaluationError) as caught:
        tallied(path)
    for marker in ("Secret", row["blinded_case_id"], row["truth"][0]["fact_id"], path.name):
        assert carried_by_error(caught.value, marker) == []
