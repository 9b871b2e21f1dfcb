"""What goes into an evaluation: its refusals, and that it holds one draft at a time."""

from __future__ import annotations

import gc
import json
import re
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import (
    as_draft,
    as_drafts,
    as_fact,
    encounter_row,
    fact_row,
    hexid,
    make_study,
    refusal,
    write_json,
)

from evalcore import (
    AmbientDraft,
    Cancelled,
    DraftTally,
    EvaluationError,
    evaluate_ambient_drafts,
    read_drafts,
)


@pytest.mark.parametrize("wrong", [None, {}, (), "x", 1, encounter_row(), as_fact(fact_row()), []])
def test_what_is_no_draft_is_refused(wrong: Any) -> None:
    good = as_draft(encounter_row())
    assert refusal(evaluate_ambient_drafts, [wrong]) == "invalid_draft_record"
    assert refusal(evaluate_ambient_drafts, (good, wrong)) == "invalid_draft_record"
    tally = DraftTally()
    assert refusal(tally.add, wrong) == "invalid_draft_record"


@pytest.mark.parametrize("empty", [[], (), iter(())], ids=["list", "tuple", "iterator"])
def test_no_drafts_are_refused(empty: Any) -> None:
    assert refusal(evaluate_ambient_drafts, empty) == "empty_encounter_collection"
    assert refusal(DraftTally().report) == "empty_encounter_collection"


def test_an_alias_twice_is_refused() -> None:
    first = as_draft(encounter_row(1))
    again = as_draft({**encounter_row(2), "blinded_case_id": first.blinded_case_id})
    other = as_draft(encounter_row(3))
    for drafts in ([first, first], [first, other, again]):
        assert refusal(evaluate_ambient_drafts, drafts) == "duplicate_encounter"


def test_a_refused_draft_leaves_the_tally_as_it_was() -> None:
    study = make_study().study(10, 5, 2, 6, True, 0)["drafts"]["encounters"]
    tally = DraftTally()
    for row in study:
        tally.add(as_draft(row))
    before, known = tally.report(2), tally.revisions
    changed = as_draft({**study[0], "text_digest": hexid("other")})
    assert refusal(tally.add, changed) == "duplicate_encounter"
    assert refusal(tally.add, study[0]) == "invalid_draft_record"
    assert tally.report(2) == before
    assert tally.revisions == known


@pytest.mark.parametrize("size", [1, 0, -1, -(10**20), True, False, 5.0, 2.5, "5", None, [5], b"5"])
def test_minimum_cell_sizes_that_are_none(size: Any) -> None:
    drafts = as_drafts([encounter_row()])
    code = "invalid_minimum_cell_size"
    assert refusal(evaluate_ambient_drafts, drafts, minimum_cell_size=size) == code
    tally = DraftTally()
    tally.add(drafts[0])
    assert refusal(tally.report, size) == code


def test_the_minimum_is_named_only() -> None:
    with pytest.raises(TypeError):
        evaluate_ambient_drafts([as_draft(encounter_row())], 5)  # type: ignore[misc]


def test_nothing_of_a_tally_or_its_records_is_printed() -> None:
    def texts(count: int) -> list[str]:
        tally = DraftTally()
        for number in range(count):
            tally.add(as_draft(encounter_row(number)))
        printed = [repr(tally), str(tally), f"{tally}"]
        printed += [text(tally.revisions[0]) for text in (repr, str, format)]
        return [re.sub("0x[0-9A-Fa-f]+", "", text) for text in printed]

    # Neither an identifier nor a count: the texts are the same whatever is in it.
    assert texts(1) == texts(7)
    draft = as_draft(encounter_row(0))
    for text in texts(1):
        assert draft.blinded_case_id not in text
        assert draft.revision not in text


def test_an_evaluation_holds_one_draft_at_a_time() -> None:
    truth = (as_fact(fact_row()),)
    held = []

    def stream() -> Iterator[AmbientDraft]:
        for number in range(12):
            held.append(sum(type(one) is AmbientDraft for one in gc.get_referrers(truth)))
            yield AmbientDraft(hexid(number), hexid("text"), truth, ())

    report = evaluate_ambient_drafts(stream(), minimum_cell_size=2)
    assert report["slices"]["overall"]["omission"]["denominator"] == 12
    assert max(held) <= 1
    assert not [one for one in gc.get_referrers(truth) if type(one) is AmbientDraft]


def big_study(path: Path, encounters: int, local_text: str) -> int:
    rows = [
        encounter_row(number, draft_text=None, transcript=[local_text])
        for number in range(encounters)
    ]
    write_json(path, {"encounters": rows})
    return path.stat().st_size


def test_reading_is_lazy_and_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    size = big_study(path, 200, "words " * 5000)
    seen: list[tuple[int, int]] = []
    drafts = read_drafts(path, progress=lambda done, total: seen.append((done, total)))
    next(drafts)
    assert all(done < size / 2 for done, _ in seen)
    assert sum(1 for _ in drafts) == 199
    assert {total for _, total in seen} == {size}
    numbers = [done for done, _ in seen]
    assert numbers == sorted(numbers)
    assert numbers[-1] == size
    assert len(set(numbers)) > 10


def test_reading_holds_one_encounter_and_never_the_file(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    size = big_study(path, 300, "words " * 4000)
    assert size > 7_000_000
    evaluate_ambient_drafts(read_drafts(path))
    tracemalloc.start()
    try:
        report = evaluate_ambient_drafts(read_drafts(path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert report["slices"]["overall"]["omission"]["denominator"] == 300
    assert peak < 3_000_000


def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    big_study(path, 60, "words " * 5000)
    cancel = threading.Event()
    drafts = read_drafts(path, cancel=cancel)
    next(drafts)
    cancel.set()
    with pytest.raises(Cancelled) as caught:
        for _ in drafts:
            pass
    assert isinstance(caught.value, EvaluationError)
    assert caught.value.code == "cancelled"
    assert list(drafts) == []
    with pytest.raises(Cancelled):
        next(read_drafts(path, cancel=cancel))
    assert len(list(read_drafts(path, cancel=threading.Event()))) == 60


def test_cancelling_stops_within_what_was_read_ahead(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    big_study(path, 30, "")
    cancel = threading.Event()
    drafts = read_drafts(path, cancel=cancel)
    next(drafts)
    cancel.set()
    more: list[AmbientDraft] = []
    with pytest.raises(Cancelled):
        more.extend(drafts)
    assert len(more) <= 1


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files here")
def test_an_iteration_that_is_left_closes_its_file(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    big_study(path, 50, "words " * 5000)

    def is_open() -> bool:
        links = [fd for fd in Path("/proc/self/fd").iterdir() if fd.is_symlink()]
        return any(fd.readlink() == path.resolve() for fd in links)

    drafts = read_drafts(path)
    next(drafts)
    assert is_open()
    del drafts
    gc.collect()
    assert not is_open()


def test_reports_are_json_and_the_same_each_time(tmp_path: Path) -> None:
    study = make_study().study(30, 6, 2, 7, True, 0)["drafts"]
    path = write_json(tmp_path / "drafts.json", study)
    first, second = (evaluate_ambient_drafts(read_drafts(path), minimum_cell_size=2) for _ in "ab")
    assert json.dumps(first) == json.dumps(second)
    assert json.loads(json.dumps(first)) == first
    assert list(first["slices"])[:2] == ["overall", "section:subjective"]
