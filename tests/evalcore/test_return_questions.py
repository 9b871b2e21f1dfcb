"""Who made the rows: what is asked of the coordinator, and keeps nothing from being imported."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from command_helpers import run
from eval_helpers import as_drafts, encounter_row, hexid, payload_of, review_row, write_json

from evalcore import import_ambient_reviews
from evalcore.returns.check import CheckResult, check_payloads, check_returns
from evalcore.service.returns import ReturnService

Row = dict[str, Any]
STUDY = [encounter_row(number) for number in range(1, 41)]
DRAFTS = as_drafts(STUDY)
WORDS = random.Random(7).choices(["accept", "revise"], k=len(STUDY))


def rows(who: str, drafts: range = range(1, 41), words: list[str] = WORDS) -> list[Row]:
    return [
        review_row(STUDY[n - 1], DRAFTS[n - 1].revision, who, decision=words[n - 1]) for n in drafts
    ]


def turned(who: str, *numbers: int) -> list[Row]:
    """The rows of one who decides otherwise on these drafts, settled by the committee."""
    made = rows(who)
    for number in numbers:
        made[number - 1]["decision"] = "unclear"
    return made


def settled(*files: list[Row]) -> list[list[Row]]:
    """The same with a reason in all rows of a draft on which the reviewers differ."""
    said: dict[str, set[str]] = {}
    for row in [row for file in files for row in file]:
        said.setdefault(row["blinded_case_id"], set()).add(row["decision"])
    return [
        [
            {**row, "reason": "other"} if len(said[row["blinded_case_id"]]) > 1 else row
            for row in file
        ]
        for file in files
    ]


def check(*files: list[Row]) -> CheckResult:
    return check_payloads(DRAFTS, [payload_of(file) for file in files])


def asked(result: CheckResult) -> list[str]:
    assert all(p.owner == "coordinator" for p in result.problems)
    return [problem.code for problem in result.problems]


def test_one_reviewers_answers_under_two_aliases_are_asked_about() -> None:
    result = check(rows("a"), rows("b"))
    assert result.ready and asked(result) == ["same_answers"]
    (question,) = result.problems
    assert question.message == (
        "File 2 has the decisions of file 1, row by row, under another reviewer."
    )
    assert question.rows == tuple((2, number) for number in range(1, 41))


def test_in_another_order_and_in_several_files() -> None:
    result = check(rows("a"), rows("b", range(30, 41)), rows("b", range(1, 30))[::-1])
    assert result.ready and asked(result) == ["same_answers"]
    assert result.problems[0].message.startswith("Files 2 and 3 have the decisions of file 1,")
    together = check([*rows("a"), *rows("b")])
    assert together.problems[0].message.startswith("Two reviewers in file 1 have the same")


def test_three_aliases_are_two_questions() -> None:
    result = check(rows("a"), rows("b"), rows("c"))
    assert [p.message[:36] for p in result.problems] == [
        "File 2 has the decisions of file 1, ",
        "File 3 has the decisions of file 1, ",
    ]


@pytest.mark.parametrize(
    "other",
    [
        turned("b", 17),
        rows("b", words=["accept"] * 40),
    ],
    ids=["one differs", "many differ"],
)
def test_whoever_differs_once_is_not_asked_about(other: list[Row]) -> None:
    result = check(*settled(rows("a"), other))
    assert result.ready and asked(result) == []


def test_one_decision_throughout_says_nothing() -> None:
    one = ["accept"] * 40
    assert asked(check(rows("a", words=one), rows("b", words=one))) == []


def test_fewer_than_20_shared_drafts_say_nothing() -> None:
    def three(shared: int) -> CheckResult:
        first, rest = range(1, shared + 1), range(shared + 1, 41)
        return check(*settled(rows("a"), rows("b", first), turned("c", 1, *rest)))

    assert asked(three(19)) == []
    assert asked(three(20)) == ["same_answers"]


def test_a_reviewer_of_few_drafts_may_be_the_committee() -> None:
    committee = rows("k", range(1, 2))
    result = check(*settled(turned("a", 1), turned("b", 2), committee))
    assert result.ready and asked(result) == ["committee_row"]
    (question,) = result.problems
    assert question.rows == ((3, 1),)
    assert "never counts as a reviewer" in question.hint


def test_as_the_second_reviewer_of_a_draft_too() -> None:
    committee = rows("k", range(40, 41))
    result = check(*settled(turned("a", 2), rows("b", range(1, 40)), committee))
    assert result.ready and asked(result) == ["committee_row"]


def test_more_than_a_tenth_or_a_draft_of_nobody_else_is_a_reviewer() -> None:
    both = settled(turned("a", 1), turned("b", 2), rows("k", range(1, 5)))
    assert asked(check(*both)) == ["committee_row"]
    assert asked(check(*settled(turned("a", 1), turned("b", 2), rows("k", range(1, 6))))) == []
    parts = settled(
        turned("a", 1)[:39], turned("b", 2), rows("k", range(40, 41)), rows("l", range(40, 41))
    )
    assert asked(check(*parts)) == ["committee_row", "committee_row"]
    without = settled(turned("a", 1)[:39], turned("b", 2)[:39], *parts[2:])
    assert asked(check(*without)) == []


def test_a_return_that_is_not_whole_is_not_asked_about(tmp_path: Path) -> None:
    paths = [
        write_json(tmp_path / f"{n}.json", payload_of(file))
        for n, file in enumerate(settled(turned("a", 1), turned("b", 2), rows("k")))
    ]
    broken = paths[2].read_text()
    for end in (broken.index("}") + 3, broken.index("}", 1200) + 3):
        paths[2].write_text(broken[:end])
        codes = {problem.code for problem in check_returns(DRAFTS, paths).problems}
        assert codes == {"invalid_json", "blocked"}
    unread = [{**row, "reviewer_id": row["reviewer_id"] + " "} for row in rows("k")]
    codes = {p.code for p in check(*settled(turned("a", 1), turned("b", 2), unread)).problems}
    assert "committee_row" not in codes


def test_a_study_of_many_reviewers_with_few_drafts_each_is_not_asked_about() -> None:
    files = [rows(f"{n}{who}", range(n, n + 4)) for n in range(1, 41, 4) for who in "ab"]
    assert asked(check(*files)) == []


def test_the_command_is_ready_and_says_it(tmp_path: Path) -> None:
    write_json(tmp_path / "drafts.json", {"encounters": STUDY})
    for who in "ab":
        write_json(tmp_path / f"{who}.json", payload_of(rows(who)))
    done = run(tmp_path, "check", "drafts.json", "a.json", "b.json")
    assert (done.status, done.err) == (0, b"")
    text = done.out.decode()
    assert (
        "\nReady to import\n" in text and "Look at the files here (1 problem)\n- File 2 has" in text
    )
    done = run(tmp_path, "check", "drafts.json", "a.json", "b.json", "--json", "-")
    told = json.loads(done.out)
    assert done.status == 0 and told["ready"] is True
    assert [problem["code"] for problem in told["problems"]] == ["same_answers"]
    assert run(tmp_path, "reviews", "drafts.json", "a.json", "b.json").status == 0
    assert import_ambient_reviews(payload_of(rows("a") + rows("b")), DRAFTS)["rates"]


def test_the_window_is_told_and_the_combined_file_is_ready_too(tmp_path: Path) -> None:
    paths = [write_json(tmp_path / f"{who}.json", payload_of(rows(who))) for who in "ab"]
    service = ReturnService()
    files = [(n, n, str(path)) for n, path in enumerate(paths, 1)]
    revisions = tuple(check_returns_drafts())
    answer = service.check(revisions, files, lambda *_: None, _Never())
    assert answer.check.ready is True
    assert "Look here first: File 2 has the decisions of file 1" in answer.check.detail
    assert [file.state for file in answer.check.files] == ["no problem"] * 2
    combined = tmp_path / "combined.json"
    assert service.save_combined(str(combined), [], ready=True).check.ready is True
    assert check_returns(DRAFTS, [combined]).ready


def check_returns_drafts() -> list[Any]:
    from evalcore import DraftRevision

    return [DraftRevision(draft.blinded_case_id, draft.revision) for draft in DRAFTS]


class _Never:
    def is_set(self) -> bool:
        return False


def test_nothing_of_a_file_is_in_a_question() -> None:
    for result in (
        check(rows("a"), rows("b")),
        check(*settled(turned("a", 1), rows("k", range(1, 2)))),
    ):
        for problem in result.problems:
            words = problem.message + problem.hint
            for value in (hexid("reviewer a")[:8], *set(WORDS)):
                assert value not in words
