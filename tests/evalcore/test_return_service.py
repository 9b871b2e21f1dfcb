"""The returns that are open, settled step by step: what counts, what is kept, what is saved."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import as_drafts, encounter_row, hexid, payload_of, plain, review_row, write_json

from evalcore import DraftRevision, EvaluationError, import_ambient_reviews, read_drafts
from evalcore.errors import Cancelled
from evalcore.returns.check import check_returns
from evalcore.returns.reader import read_review_return
from evalcore.service.codec import dumps
from evalcore.service.protocol import (
    Checked,
    Choice,
    DecidedDraft,
    Decision,
    ForgetGone,
    ForgetReason,
    PutBack,
    RecordReason,
    SetAside,
)
from evalcore.service.returns import ReturnService

Row = dict[str, Any]

STUDY = [encounter_row(number) for number in range(1, 11)]
DRAFTS = as_drafts(STUDY)
REVISIONS = tuple(DraftRevision(d.blinded_case_id, d.revision) for d in DRAFTS)
OTHER = ("other", True)


def rows(who: str, **decisions: str) -> list[Row]:
    """A review of each draft by one reviewer; ``d2="revise"`` for another decision on draft 2."""
    return [
        review_row(encounter, draft.revision, who, decision=decisions.get(f"d{number}", "accept"))
        for number, (encounter, draft) in enumerate(zip(STUDY, DRAFTS, strict=True), 1)
    ]


class Desk:
    """A service with files in a folder; a file keeps its number and, unless changed, its stamp."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.service = ReturnService()
        self.numbers: dict[str, int] = {}
        self.stamps: dict[str, int] = {}
        self.last = Checked(None)
        # They differ on drafts 2 and 7, and cannot know it.
        self.write("a", rows("a", d2="revise"))
        self.write("b", rows("b", d7="revise"))

    def write(self, name: str, content: list[Row]) -> Path:
        self.stamps[name] = self.stamps.get(name, 0) + 1
        return write_json(self.path(name), payload_of(content))

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def check(
        self, *names: str, revisions: Sequence[DraftRevision] = REVISIONS, cancel: Any = None
    ) -> Checked:
        files = [
            (
                self.numbers.setdefault(name, len(self.numbers) + 1),
                self.stamps.get(name, 0),
                str(self.path(name)),
            )
            for name in names
        ]
        cancel = cancel or threading.Event()
        self.last = self.service.check(tuple(revisions), files, lambda done, total: None, cancel)
        return self.last

    def settle(self, decision: Decision) -> Checked:
        self.last = self.service.settle(decision)
        return self.last

    def record(self, draft: int, reason: str | None = "other", adjudicated: bool = True) -> Checked:
        return self.settle(RecordReason(draft, reason, adjudicated))

    def forget(self, draft: int) -> Checked:
        return self.settle(ForgetReason(draft))

    def choices(self, problem: int) -> tuple[Choice, ...]:
        return self.service.choices(problem).choices

    def aside(self, problem: int, label: str) -> Checked:
        """Set aside what the choice of that label says, as the window does."""
        (key,) = [one.key for one in self.choices(problem) if one.label == label]
        return self.settle(SetAside(problem, key))

    def save(self, name: str, *, ready: bool = False) -> Checked:
        path = self.path(name)
        self.last = self.service.save_combined(str(path), [], ready=ready)
        self.stamps[name] = self.stamps.get(name, 0) + 1
        return self.last

    # what the last answer says

    def is_ready(self) -> bool:
        """Whether the returns are ready; then, and only then, there are rates."""
        ready = bool(self.last.check.ready)
        assert (self.service.tally is not None) == ready
        assert (self.last.problems == ()) == ready
        return ready

    @property
    def waiting(self) -> list[int]:
        return [p.draft for p in self.last.problems if p.turn == "committee"]

    @property
    def reasons(self) -> dict[int, tuple[str, bool]]:
        """The reasons in force, as the list says that she asks for."""
        known = [one for one in self.listed() if not one.changed]
        parts = {one.draft: str(one.text).partition(", ") for one in known}
        return {n: (reason, also == "adjudicated") for n, (reason, _, also) in parts.items()}

    def listed(self) -> tuple[DecidedDraft, ...]:
        return self.service.reasons().reasons

    @property
    def again(self) -> list[int]:
        """The drafts whose decision is to be looked at again."""
        return [p.draft for p in self.last.problems if "was decided" in p.message]

    def is_unsaved(self) -> bool:
        return bool(self.last.check.unsaved)

    def problem(self, words: str) -> int:
        (found,) = [p.id for p in self.last.problems if words in p.message]
        return int(found)

    def rates(self) -> Any:
        assert self.service.tally is not None
        return self.service.tally.report(2)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def imported(*paths: Path) -> Any:
    """What the study's importer makes of files."""
    payloads = [read_review_return(path) for path in paths]
    together = {**payloads[0], "rows": [row for one in payloads for row in one["rows"]]}
    return import_ambient_reviews(together, DRAFTS, minimum_cell_size=2)


# recorded by hand


def test_reasons_are_recorded_one_by_one_until_it_is_ready(desk: Desk) -> None:
    desk.check("a", "b")
    assert (desk.is_ready(), desk.waiting, desk.reasons, desk.is_unsaved()) == (
        False,
        [2, 7],
        {},
        False,
    )
    desk.record(2)
    assert (desk.is_ready(), desk.waiting, desk.is_unsaved()) == (False, [7], True)
    desk.record(7, "evidence_quality", False)
    assert desk.is_ready() and desk.is_unsaved()
    assert desk.reasons == {2: ("Other", True), 7: ("Evidence quality", False)}
    assert desk.rates()["rates"]["agreement"]["numerator"] == 8
    desk.forget(7)
    assert (desk.is_ready(), desk.waiting, desk.reasons) == (False, [7], {2: ("Other", True)})


def test_a_reason_that_is_none_changes_nothing(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    for reason, adjudicated in (("Other", True), (None, True), ("other", 1)):
        with pytest.raises(EvaluationError):
            desk.record(7, reason, adjudicated)  # type: ignore[arg-type]
    desk.check("a", "b")
    assert (desk.waiting, desk.reasons) == ([7], {2: ("Other", True)})


def test_nothing_is_settled_or_saved_before_a_check(desk: Desk, tmp_path: Path) -> None:
    for call in (
        lambda: desk.record(2),
        lambda: desk.service.slip(1),
        lambda: desk.choices(0),
        lambda: desk.save("out"),
        lambda: desk.service.save_drafts(str(tmp_path / "d.json"), str(desk.path("out")), []),
    ):
        with pytest.raises(EvaluationError):
            call()
    assert not desk.path("out").exists()


# saved and unsaved


def test_what_is_recorded_is_unsaved_until_it_is_saved(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.save("progress")
    assert (desk.is_unsaved(), desk.waiting) == (False, [7])
    desk.record(2)
    assert not desk.is_unsaved(), "the same reason again"
    desk.record(2, "other", False)
    assert desk.is_unsaved(), "another one"
    desk.record(2)
    assert not desk.is_unsaved(), "as it was saved"
    desk.forget(2)
    assert desk.is_unsaved(), "the file still has it"
    desk.save("progress")
    assert not desk.is_unsaved()


def test_nothing_recorded_is_nothing_unsaved(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.forget(2)
    assert not desk.is_unsaved()
    desk.save("progress")
    assert not desk.is_unsaved()


def test_a_save_that_fails_leaves_it_unsaved(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    before = desk.path("a").read_bytes()
    for path, inputs, ready in (
        (desk.path("a"), [str(desk.path("a"))], False),
        (desk.folder / "none" / "out.json", [], False),
        (desk.path("out"), [], True),  # not ready yet
    ):
        with pytest.raises(EvaluationError):
            desk.service.save_combined(str(path), inputs, ready=ready)
    assert desk.path("a").read_bytes() == before and not desk.path("out").exists()
    assert desk.check("a", "b").check.unsaved


# the combined file


def test_the_combined_file_is_what_the_importer_takes(desk: Desk) -> None:
    before = [desk.path(name).read_bytes() for name in "ab"]
    desk.check("a", "b")
    desk.record(2)
    desk.record(7, "evidence_quality", False)
    desk.save("combined", ready=True)
    assert not desk.is_unsaved()
    assert imported(desk.path("combined")) == desk.rates()
    assert check_returns(DRAFTS, [desk.path("combined")]).ready
    rows_ = json.loads(desk.path("combined").read_text())["rows"]
    given = {(row["blinded_case_id"], row["reason"], row["adjudicated"]) for row in rows_}
    assert (hexid("case 2"), "other", True) in given
    assert (hexid("case 7"), "evidence_quality", False) in given
    assert (hexid("case 1"), None, False) in given and len(given) == 10
    assert [desk.path(name).read_bytes() for name in "ab"] == before


def test_the_file_is_read_back_after_it_was_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that loses something, or another program that writes there meanwhile."""

    def write_less(path: str, data: bytes, inputs: list[str]) -> None:
        payload = json.loads(data)
        del payload["rows"][-1]
        Path(path).write_text(json.dumps(payload))

    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    monkeypatch.setattr("evalcore.service.returns.write_atomically", write_less)
    for ready in (True, False):
        with pytest.raises(EvaluationError, match=r"^written_file_differs$"):
            desk.service.save_combined(str(desk.path("out")), [], ready=ready)
    assert desk.check("a", "b").check.unsaved


def test_progress_holds_the_good_rows_alone_and_is_no_import_yet(desk: Desk) -> None:
    spoilt = rows("b", d7="revise")
    spoilt[4]["decision"] = "Accept"
    desk.write("b", spoilt)
    desk.check("a", "b")
    desk.record(2)
    desk.save("progress")
    rows_ = json.loads(desk.path("progress").read_text())["rows"]
    assert len(rows_) == 19
    with pytest.raises(EvaluationError, match=r"^returns_not_ready$"):
        desk.save("combined", ready=True)


# carried by a progress file


def progress(desk: Desk, *reasons: int) -> None:
    """Save progress with reasons for these drafts, and start again another day."""
    desk.check("a", "b")
    for draft in reasons:
        desk.record(draft)
    desk.save("progress")
    desk.service = ReturnService()


def test_a_progress_file_brings_its_reasons_back_saved(desk: Desk) -> None:
    progress(desk, 2)
    desk.check("progress")
    assert (desk.waiting, desk.reasons, desk.is_unsaved()) == ([7], {2: ("Other", True)}, False)
    desk.record(7)
    assert desk.is_ready() and desk.is_unsaved()
    desk.save("combined", ready=True)
    assert not desk.is_unsaved()
    assert imported(desk.path("combined")) == desk.rates()


def test_a_third_return_that_comes_later_asks_to_look_again(desk: Desk) -> None:
    """The committee did not know what the third reviewer says."""
    progress(desk, 2, 7)
    desk.write("c", rows("c"))
    for names in (("progress", "c"), ("c", "progress")):
        desk.check(*names)
        assert not desk.is_ready() and set(desk.waiting) == {2, 7} and desk.reasons == {}
        assert desk.service.draft(2).again
    desk.record(2)
    assert set(desk.waiting) == {7} and set(desk.reasons) == {2}
    desk.record(7, "evidence_quality", False)
    assert desk.is_ready()
    desk.save("combined", ready=True)
    assert imported(desk.path("combined")) == desk.rates()
    assert desk.rates()["rates"]["unclear"]["denominator"] == 30


def test_a_corrected_return_beside_progress_keeps_what_was_decided(desk: Desk) -> None:
    """It says the same as before; only what was wrong in it is mended."""
    spoilt = rows("b", d7="revise")
    spoilt[4]["decision"] = "Accept"
    desk.write("b", spoilt)
    progress(desk, 2, 7)
    desk.write("b", rows("b", d7="revise"))
    desk.check("progress", "b")
    desk.aside(desk.problem("newer version"), "The older version")
    assert desk.is_ready() and set(desk.reasons) == {2, 7}


@pytest.mark.parametrize(
    "other", [("evidence_quality", True), ("other", False), ("clinical_interpretation", False)]
)
def test_another_files_own_reason_against_a_carried_one_is_for_the_committee(
    desk: Desk, other: tuple[str, bool]
) -> None:
    progress(desk, 2, 7)
    late = rows("c")[1:3]
    late[0].update(reason=other[0], adjudicated=other[1])
    desk.write("c", late)
    for names in (("progress", "c"), ("c", "progress")):
        desk.check(*names)
        assert not desk.is_ready()
        assert set(desk.waiting) == {2}
        assert set(desk.reasons) == {7}
    desk.record(2)
    assert desk.is_ready(), "the coordinator has asked the committee"


def test_two_progress_files_that_say_different_things_win_neither(desk: Desk) -> None:
    progress(desk, 2)
    desk.write("c", rows("c", d2="revise")[:2])
    desk.write("d", rows("d")[:2])
    desk.check("c", "d")
    desk.record(2, "evidence_quality", False)
    desk.save("second")
    desk.service = ReturnService()
    for names in (("progress", "second"), ("second", "progress")):
        desk.check(*names)
        assert not desk.is_ready() and set(desk.waiting) == {2, 7} and desk.reasons == {}


def test_a_reason_in_one_reviewers_own_file_is_not_carried(desk: Desk) -> None:
    """One reviewer cannot speak for the others."""
    own = rows("a", d2="revise")
    own[1].update(reason="other", adjudicated=True)
    desk.write("a", own)
    desk.check("a", "b")
    assert not desk.is_ready() and desk.reasons == {}
    assert set(desk.waiting) == {2, 7}


def test_a_carried_reason_can_be_changed_by_hand(desk: Desk) -> None:
    progress(desk, 2, 7)
    desk.check("progress")
    assert desk.is_ready()
    desk.record(2, "evidence_quality", False)
    assert desk.is_ready() and desk.is_unsaved()
    desk.save("combined", ready=True)
    assert not desk.is_unsaved()
    desk.service = ReturnService()
    desk.check("combined")
    assert desk.reasons == {2: ("Evidence quality", False), 7: ("Other", True)}
    assert not desk.is_unsaved()


def test_a_carried_reason_can_be_removed(desk: Desk) -> None:
    """It counts no more, is not written again, and once saved nothing is unsaved."""
    progress(desk, 2, 7)
    desk.check("progress")
    desk.forget(2)
    assert (desk.is_ready(), desk.waiting, set(desk.reasons)) == (False, [2], {7})
    assert desk.is_unsaved()
    desk.check("progress")
    assert (desk.waiting, set(desk.reasons)) == ([2], {7}), "checked again"
    desk.save("later")
    assert not desk.is_unsaved()
    desk.service = ReturnService()
    desk.check("later")
    assert (desk.waiting, set(desk.reasons), desk.is_unsaved()) == ([2], {7}, False)


def test_a_removed_reason_can_be_recorded_again(desk: Desk) -> None:
    progress(desk, 2, 7)
    desk.check("progress")
    desk.forget(2)
    desk.record(2, "evidence_quality", True)
    assert desk.is_ready() and desk.reasons[2] == ("Evidence quality", True)
    desk.forget(2)
    assert not desk.is_ready() and 2 not in desk.reasons


def test_a_reason_removed_here_does_not_keep_a_later_progress_file_from_bringing_it(
    desk: Desk,
) -> None:
    progress(desk, 2)
    desk.check("a", "b")
    desk.record(2)
    desk.forget(2)
    desk.check("progress")
    assert (desk.waiting, desk.reasons, desk.is_unsaved()) == ([7], {2: ("Other", True)}, False)


def test_a_carried_reason_goes_with_its_file_and_a_recorded_one_stays(desk: Desk) -> None:
    progress(desk, 2)
    desk.check("progress")
    desk.record(7)
    desk.check("a", "b")
    assert (desk.waiting, set(desk.reasons)) == ([2], {7})
    desk.service.clear()
    assert desk.service.tally is None
    desk.check("a", "b")
    assert set(desk.reasons) == {7} and desk.is_unsaved()


# set aside and put back


def copy(desk: Desk, name: str, of: str) -> None:
    desk.path(name).write_bytes(desk.path(of).read_bytes())


def agreed(desk: Desk) -> None:
    desk.write("a", rows("a"))
    desk.write("b", rows("b"))


def test_a_file_is_set_aside_and_put_back(desk: Desk) -> None:
    agreed(desk)
    copy(desk, "again", "a")
    desk.check("a", "b", "again")
    assert not desk.is_ready()
    desk.aside(desk.problem("same content"), "All of file 3")
    assert desk.is_ready()
    (part,) = desk.last.check.aside
    assert (part.file, part.label) == (3, "File 3, all of its 10 rows")
    assert desk.last.check.files[2].state == "set aside"
    assert desk.last.check.rows == 20
    desk.save("combined", ready=True)
    assert imported(desk.path("combined")) == imported(desk.path("a"), desk.path("b"))
    desk.settle(PutBack(0))
    assert not desk.is_ready() and desk.last.check.aside == ()


def test_rows_are_set_aside_and_put_back_with_their_file(desk: Desk) -> None:
    gone = [*rows("a"), review_row(encounter_row(99), hexid("r99"), "a")]
    desk.write("a", gone)
    desk.write("b", rows("b"))
    desk.check("a", "b")
    desk.aside(
        desk.problem("not in the drafts file"), "All rows of drafts that are not in the drafts file"
    )
    assert desk.is_ready()
    assert [part.label for part in desk.last.check.aside] == ["File 1, row 11"]
    assert imported(desk.path("b"), _without_last(desk, "a")) == desk.rates()
    desk.settle(PutBack(0))
    assert not desk.is_ready()


def _without_last(desk: Desk, name: str) -> Path:
    payload = json.loads(desk.path(name).read_text())
    return write_json(desk.path("shorter"), {**payload, "rows": payload["rows"][:-1]})


def test_each_choice_sets_aside_what_its_label_says(desk: Desk) -> None:
    """In a combined file the two rows of a problem are of two reviewers: either can be replaced."""
    progress(desk, 2)
    desk.check("progress")
    problem = desk.problem("Draft 7")
    pairs = [(7, "a"), (17, "b")]
    labels = [one.label for one in desk.choices(problem)]
    keys = [one.key for one in desk.choices(problem)]
    assert len(set(keys)) == len(keys) and len(set(labels)) == len(labels)
    for row, _ in pairs:
        desk.check("progress")
        desk.aside(desk.problem("Draft 7"), f"All rows of the reviewer of row {row} in file 1")
        first = 1 if row == 7 else 11
        (part,) = desk.last.check.aside
        assert part.label == f"File 1, rows {first} to {first + 9}"
        desk.settle(PutBack(0))


def test_a_choice_counts_no_row_that_is_set_aside_already(desk: Desk) -> None:
    agreed(desk)
    gone = dict(rows("b")[0], blinded_case_id=hexid("withdrawn"))
    desk.write("b", [*rows("b"), gone])
    copy(desk, "again", "b")
    desk.check("a", "b", "again")
    desk.aside(desk.problem("same content"), "All of file 3")
    details = {one.label: one.detail for one in desk.choices(desk.problem("not in the"))}
    withdrawn = details["All rows of drafts that are not in the drafts file"]
    assert withdrawn == "1 row in all files; for a case that was withdrawn."
    replaced = details["All rows of the reviewer of row 11 in file 2"]
    assert replaced == "11 rows in all files; for a reviewer who was replaced."


def test_a_choice_is_of_the_problem_that_it_names(desk: Desk) -> None:
    """Two questions may be open before the first is answered."""
    first, second = rows("a"), rows("b")
    first[2]["decision"] = second[5]["decision"] = "unclear"
    desk.write("a", first)
    desk.write("b", second)
    desk.check("a", "b")
    one, other = desk.problem("Draft 3"), desk.problem("Draft 6")
    (key,) = [c.key for c in desk.choices(one) if c.label == "Row 3 of file 1"]
    desk.choices(other)
    desk.settle(SetAside(one, key))
    assert [part.label for part in desk.last.check.aside] == ["File 1, row 3"]


def test_to_put_back_what_is_back_already_is_no_error(desk: Desk) -> None:
    """A button pressed twice before the answer has come."""
    agreed(desk)
    copy(desk, "again", "a")
    desk.check("a", "b", "again")
    desk.aside(desk.problem("same content"), "All of file 3")
    desk.settle(PutBack(0))
    try:
        desk.settle(PutBack(0))
    except EvaluationError:
        desk.check("a", "b", "again")
    assert not desk.is_ready() and desk.last.check.aside == ()


# positions


def test_what_is_set_aside_moves_with_its_file(desk: Desk) -> None:
    agreed(desk)
    copy(desk, "again", "a")
    desk.path("broken").write_text("{")
    desk.check("broken", "a", "b", "again")
    desk.aside(desk.problem("same content"), "All of file 4")
    assert not desk.is_ready()
    desk.check("a", "b", "again")
    assert desk.is_ready() and [p.file for p in desk.last.check.aside] == [3]
    desk.check("again", "b", "a")
    assert desk.is_ready() and [p.file for p in desk.last.check.aside] == [1]
    desk.check("b", "a")
    assert desk.is_ready() and desk.last.check.aside == ()
    desk.numbers.pop("again")  # closed; opened again it has another number
    desk.check("b", "a", "again")
    assert desk.is_ready() and [p.file for p in desk.last.check.aside] == [3]


def test_what_is_set_aside_holds_on_to_the_bytes_of_its_file(desk: Desk) -> None:
    gone = [*rows("b"), review_row(encounter_row(99), hexid("r99"), "b")]
    desk.write("a", rows("a"))
    desk.write("b", gone)
    desk.check("a", "b")
    desk.aside(desk.problem("not in the drafts file"), "Row 11 of file 2")
    desk.check("b", "a")
    assert desk.is_ready()
    assert [p.label for p in desk.last.check.aside] == ["File 1, row 11"]
    desk.write("b", gone)
    desk.check("b", "a")
    assert desk.is_ready(), "written anew with the same bytes"
    desk.write("b", [*gone[:9], *gone[10:]])
    desk.check("b", "a")
    assert not desk.is_ready() and desk.last.check.aside == ()
    again = desk.problem("changed after rows of it were set aside")
    assert desk.last.problems[again].file_text == "File 1"
    desk.write("b", gone)
    desk.check("b", "a")
    assert desk.is_ready(), "it is what it was"


@pytest.mark.parametrize("label", ["All of file 3", "Nothing of it"])
def test_a_file_that_changed_is_set_aside_anew_or_counts(desk: Desk, label: str) -> None:
    agreed(desk)
    desk.write("c", rows("a"))
    desk.check("a", "b", "c")
    desk.aside(desk.problem("same content"), "All of file 3")
    desk.write("c", rows("c"))
    desk.check("a", "b", "c")
    assert [p.hint for p in desk.last.problems] == [
        "All of it counts now. Set aside again what should not, or say that it counts."
    ]
    desk.aside(0, label)
    assert desk.is_ready()
    assert [p.file for p in desk.last.check.aside] == [3] * (label != "Nothing of it")


# what a decision was made for


def newer(draft: int) -> list[DraftRevision]:
    """The drafts with another version of one."""
    return [
        DraftRevision(one.blinded_case_id, hexid("newer")) if number == draft else one
        for number, one in enumerate(REVISIONS, 1)
    ]


def reviewed_again(draft: int, who: str, decision: str) -> Row:
    return {**rows(who)[draft - 1], "draft_revision": hexid("newer"), "decision": decision}


def test_a_reason_does_not_stick_to_another_version_of_its_draft(desk: Desk) -> None:
    """Same alias, new text, new reviews that differ as the former did."""
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    assert desk.is_ready()
    for name, decision in (("a", "revise"), ("b", "accept")):
        content = rows(name, d7="revise") if name == "b" else rows(name)
        content[1] = reviewed_again(2, name, decision)
        desk.write(name, content)
    desk.check("a", "b", revisions=newer(2))
    assert not desk.is_ready() and desk.again == [2] and set(desk.reasons) == {7}
    message = desk.last.problems[0].message
    assert message == "Draft 2: the draft changed after this draft was decided."
    assert not desk.is_unsaved() or 7 in desk.reasons
    desk.save("progress")
    written = json.loads(desk.path("progress").read_text())["rows"]
    of_two = [r for r in written if r["blinded_case_id"] == REVISIONS[1].blinded_case_id]
    assert len(of_two) == 2 and all(r["reason"] is None for r in of_two)
    assert not any(r["adjudicated"] for r in of_two)
    with pytest.raises(EvaluationError, match=r"^returns_not_ready$"):
        desk.save("combined", ready=True)


def test_a_decision_to_look_at_again_is_recorded_anew_or_dropped(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    desk.write("c", rows("c", d2="unclear"))
    desk.check("a", "b", "c")
    assert (
        desk.again == [2, 7]
        and [one.changed for one in desk.listed()]
        == ["what its reviewers say has changed since"] * 2
    )
    assert plain(desk.service.draft(2)) == {
        "draft": 2,
        "can": "reason",
        "decided": True,
        "again": True,
        "reason": "other",
        "adjudicated": True,
    }
    desk.record(2, "label_definition", False)
    assert desk.again == [7] and desk.waiting == [7]
    desk.forget(7)
    assert desk.again == [] and desk.waiting == [7]
    desk.check("a", "b")
    assert set(desk.waiting) == {2, 7} and desk.again == [2]


def test_a_decision_holds_again_when_all_is_as_it_was(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    desk.write("c", rows("c"))
    for names, ready in ((("a", "b", "c"), False), (("a",), False), (("a", "b"), True)):
        desk.check(*names)
        assert desk.is_ready() is ready


@pytest.mark.parametrize("row", [0, 1])
def test_another_answer_alone_changes_what_a_decision_was_made_for(desk: Desk, row: int) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    changed = rows("b", d7="revise")
    changed[1].update([{"decision": "unclear"}, {"reason": "reviewer_error"}][row])
    desk.write("b", changed)
    desk.check("a", "b")
    assert desk.again == [2] and set(desk.reasons) == {7}


def test_a_form_that_is_mended_changes_nothing_that_was_decided(desk: Desk) -> None:
    """A spreadsheet wrote the flags as text; the corrected file says the same."""
    spoilt = rows("b", d7="revise")
    for row in spoilt:
        row["adjudicated"] = "FALSE"
    desk.write("b", spoilt)
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    desk.write("b", rows("b", d7="revise"))
    desk.check("a", "b")
    assert desk.is_ready() and set(desk.reasons) == {2, 7}


def test_a_draft_that_is_gone_is_told_with_its_decision(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    fewer = [one for number, one in enumerate(REVISIONS, 1) if number != 2]
    desk.check("a", "b", revisions=fewer)
    assert desk.last.check.gone and desk.last.check.unkept
    (one,) = desk.listed()
    assert (one.draft, one.changed) == (2, "not in this drafts file")
    desk.settle(ForgetGone(2))
    assert not desk.last.check.gone and not desk.last.check.unkept


# that there is no reason


def agreed_with_a_reason(desk: Desk) -> None:
    """All accept draft 4, and one row of it has a reason and a flag."""
    spoilt = rows("a")
    spoilt[3].update(reason="other", adjudicated=True)
    desk.write("a", spoilt)
    desk.write("b", rows("b"))


def test_that_there_is_no_reason_settles_a_draft_that_all_agree_on(desk: Desk) -> None:
    agreed_with_a_reason(desk)
    desk.check("a", "b")
    assert desk.waiting == [4, 4]
    assert desk.service.draft(4).can == "none"
    desk.record(4, None, False)
    assert desk.is_ready() and desk.is_unsaved()
    desk.save("progress")
    assert not desk.is_unsaved() and not desk.last.check.unkept
    of_four = [
        row
        for row in json.loads(desk.path("progress").read_text())["rows"]
        if row["blinded_case_id"] == REVISIONS[3].blinded_case_id
    ]
    assert [(row["reason"], row["adjudicated"]) for row in of_four] == [(None, False)] * 2
    desk.save("combined", ready=True)
    assert imported(desk.path("combined")) == desk.rates()


def test_that_there_is_no_reason_is_undone_alone(desk: Desk) -> None:
    agreed_with_a_reason(desk)
    changed = json.loads(desk.path("b").read_text())
    changed["rows"][7].update(reason="evidence_quality")
    write_json(desk.path("b"), changed)
    desk.check("a", "b")
    desk.record(4, None, False)
    desk.record(8, None, False)
    desk.save("progress")
    desk.forget(4)
    assert desk.waiting == [4, 4] and desk.reasons == {8: ("No reason", False)}
    assert desk.is_unsaved(), "the file still says it"


def test_no_reason_after_progress_is_opened_again_is_in_the_rows(desk: Desk) -> None:
    agreed_with_a_reason(desk)
    desk.check("a", "b")
    desk.record(4, None, False)
    desk.save("progress")
    desk.check("progress")
    assert desk.is_ready() and not desk.is_unsaved()
    desk.service = ReturnService()
    desk.check("progress")
    assert desk.is_ready() and not desk.is_unsaved() and desk.listed() == ()


@pytest.mark.parametrize(
    ("draft", "reason", "code"),
    [
        (4, ("other", False), "agreed_case_with_reason"),
        (2, (None, False), "inconsistent_reason"),
        (9, ("other", False), "too_few_reviewers"),
    ],
)
def test_what_cannot_settle_a_draft_is_refused_and_changes_nothing(
    desk: Desk, draft: int, reason: tuple[str | None, bool], code: str
) -> None:
    spoilt = rows("a", d2="revise")
    spoilt[3].update(reason="other")
    del spoilt[8]
    desk.write("a", spoilt)
    before = plain(desk.check("a", "b"))
    with pytest.raises(EvaluationError, match=f"^{code}$"):
        desk.record(draft, *reason)
    assert plain(desk.check("a", "b")) == before


def test_progress_holds_no_half_of_a_decision(desk: Desk) -> None:
    """One of its rows cannot be written yet: the file would carry a reason of one reviewer."""
    spoilt = rows("b", d7="revise")
    spoilt[1]["adjudicated"] = "FALSE"
    desk.write("b", spoilt)
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    desk.save("progress")
    reasons = [row["reason"] for row in json.loads(desk.path("progress").read_text())["rows"]]
    assert reasons.count("other") == 2
    assert not desk.is_unsaved() and desk.last.check.unkept


def test_recorded_reasons_follow_their_draft(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.record(7, "evidence_quality", False)
    turned = tuple(reversed(REVISIONS))
    desk.check("a", "b", revisions=turned)
    assert desk.is_ready()
    assert desk.reasons == {9: ("Other", True), 4: ("Evidence quality", False)}
    fewer = tuple(one for number, one in enumerate(REVISIONS, 1) if number != 2)
    desk.check("a", "b", revisions=fewer)
    assert desk.reasons == {6: ("Evidence quality", False)}


def test_saved_and_removed_reasons_follow_their_draft(desk: Desk) -> None:
    progress(desk, 2, 7)
    desk.check("progress")
    desk.forget(2)
    desk.check("progress", revisions=tuple(reversed(REVISIONS)))
    assert set(desk.reasons) == {4} and desk.waiting == [9]
    desk.service = ReturnService()
    desk.check("a", "b")
    desk.record(2)
    desk.save("later")
    desk.check("a", "b", revisions=tuple(reversed(REVISIONS)))
    assert set(desk.reasons) == {9} and not desk.is_unsaved()


# cancelled


class After:
    """A cancel token that is set once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_check_that_is_cancelled_leaves_no_stale_rates(desk: Desk) -> None:
    agreed(desk)
    desk.check("a", "b")
    assert desk.is_ready()
    stopped = 0
    for looks in range(200):
        try:
            desk.check("a", "b", cancel=After(looks))
        except Cancelled:
            stopped += 1
            assert desk.service.tally is None
            with pytest.raises(EvaluationError, match=r"^nothing_to_write$"):
                desk.service.slip(1)
            with pytest.raises(EvaluationError):
                desk.service.save_combined(str(desk.path("out")), [], ready=True)
            assert not desk.path("out").exists()
        else:
            break
    assert stopped > 5
    assert desk.is_ready()


def test_a_check_that_is_cancelled_loses_nothing_that_was_settled(desk: Desk) -> None:
    copy(desk, "again", "a")
    desk.check("a", "b", "again")
    desk.aside(desk.problem("same content"), "All of file 3")
    desk.record(2)
    desk.record(7)
    assert desk.is_ready()
    for looks in (0, 3, 8):
        with pytest.raises(Cancelled):
            desk.check("a", "b", "again", cancel=After(looks))
    desk.check("a", "b", "again")
    assert desk.is_ready() and set(desk.reasons) == {2, 7} and desk.is_unsaved()


def test_rates_are_gone_with_the_first_decision_that_makes_it_not_ready(desk: Desk) -> None:
    desk.check("a", "b")
    desk.record(2)
    desk.record(7)
    assert desk.is_ready()
    desk.forget(2)
    assert desk.service.tally is None


# the drafts for adjudication


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    return write_json(tmp_path / "drafts.json", {"encounters": STUDY})


def test_the_drafts_for_adjudication_are_those_that_are_listed(desk: Desk, drafts: Path) -> None:
    """As many as the list says beside the button; the committee is done with the others."""
    desk.check("a", "b")
    desk.record(2)
    assert desk.waiting == [7]
    answer = desk.service.save_drafts(str(drafts), str(desk.path("chosen")), [str(drafts)])
    assert answer.drafts == 1
    assert list(read_drafts(desk.path("chosen"))) == [DRAFTS[6]]
    assert desk.check("a", "b").check.unsaved, "the reason is not in it"


def test_without_drafts_for_adjudication_no_file_is_written(desk: Desk, drafts: Path) -> None:
    agreed(desk)
    desk.check("a", "b")
    with pytest.raises(EvaluationError, match=r"^nothing_to_write$"):
        desk.service.save_drafts(str(drafts), str(desk.path("chosen")), [])
    assert not desk.path("chosen").exists()


def changed(number: int) -> list[Row]:
    found = [dict(row) for row in STUDY]
    found[number - 1] = {**found[number - 1], "text_digest": hexid("new text")}
    return found


CHANGES = {
    "a draft that waits was changed": changed(2),
    "a draft was put before": [encounter_row("new"), *STUDY],
    "the order is another": list(reversed(STUDY)),
    "the last drafts are gone": STUDY[:5],
    "the first draft is gone": STUDY[1:],
}


@pytest.mark.parametrize("now", CHANGES.values(), ids=CHANGES)
def test_a_drafts_file_that_changed_is_refused(desk: Desk, drafts: Path, now: list[Row]) -> None:
    desk.check("a", "b")
    assert desk.waiting == [2, 7]
    write_json(drafts, {"encounters": now})
    with pytest.raises(EvaluationError, match=r"^file_changed$"):
        desk.service.save_drafts(str(drafts), str(desk.path("chosen")), [])
    assert not desk.path("chosen").exists()


def test_a_change_elsewhere_in_the_drafts_file_matters_not(desk: Desk, drafts: Path) -> None:
    desk.check("a", "b")
    write_json(drafts, {"encounters": [*changed(9), encounter_row("new")]})
    desk.service.save_drafts(str(drafts), str(desk.path("chosen")), [])
    assert list(read_drafts(desk.path("chosen"))) == [DRAFTS[1], DRAFTS[6]]


def test_a_drafts_file_that_is_broken_or_gone_is_refused(desk: Desk, drafts: Path) -> None:
    desk.check("a", "b")
    for spoil in (lambda: drafts.write_text('{"encounters": ['), drafts.unlink):
        spoil()
        with pytest.raises(EvaluationError):
            desk.service.save_drafts(str(drafts), str(desk.path("chosen")), [])
        assert not desk.path("chosen").exists()


def test_the_drafts_are_not_written_over_an_input(desk: Desk, drafts: Path) -> None:
    desk.check("a", "b")
    before = drafts.read_bytes()
    with pytest.raises(EvaluationError, match=r"^output_is_an_input$"):
        desk.service.save_drafts(str(drafts), str(drafts), [str(drafts)])
    assert drafts.read_bytes() == before


# nothing comes to light


def test_no_identifier_is_in_any_answer_and_nothing_prints_itself(desk: Desk, drafts: Path) -> None:
    copy(desk, "again", "a")
    answers = [desk.check("a", "b", "again"), desk.record(2)]
    answers += [desk.service.slip(1)]
    answers += [desk.service.choices(p.id) for p in desk.last.problems]
    text = dumps(answers)
    for number, encounter in enumerate(STUDY):
        for identifier in (
            encounter["blinded_case_id"],
            REVISIONS[number].revision,
            hexid("reviewer a"),
            hexid("reviewer b"),
        ):
            assert identifier[:12] not in text
    assert repr(desk.service) == "ReturnService(...)"
