"""What several files say together: one problem a cause, and nothing guessed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from eval_helpers import hexid, payload_of

from evalcore import DraftRevision, EvaluationError
from evalcore.returns.check import CheckResult, check_payloads, judge, returns_of
from evalcore.returns.problems import named
from evalcore.returns.settled import NOTHING_SETTLED

Row = dict[str, Any]


def drafts(count: int) -> list[DraftRevision]:
    return [DraftRevision(hexid(f"c{n}"), hexid(f"r{n}")) for n in range(1, count + 1)]


def rows(who: str, *numbers: int, **changes: Any) -> list[Row]:
    base = {"reviewer_id": hexid(who), "decision": "accept", "reason": None, "adjudicated": False}
    return [
        {"blinded_case_id": hexid(f"c{n}"), "draft_revision": hexid(f"r{n}"), **base, **changes}
        for n in numbers
    ]


def check(count: int, *files: list[Any]) -> CheckResult:
    return check_payloads(drafts(count), [payload_of(copy.deepcopy(file)) for file in files])


def told(result: CheckResult) -> list[tuple[Any, ...]]:
    return [(p.code, p.owner, p.file, p.row, p.drafts) for p in result.problems]


ALL = range(1, 11)


def test_drafts_with_no_or_one_reviewer_are_one_problem_each() -> None:
    result = check(10, rows("a", *range(1, 9)), rows("b", *range(1, 7)))
    none, one, blocked = sorted(result.problems, key=lambda p: (p.code == "blocked", p.code))
    assert (none.code, none.drafts, none.rows) == ("incomplete_review_import", (9, 10), ())
    assert (one.code, one.drafts) == ("too_few_reviewers", (7, 8))
    assert {none.owner, one.owner} == {"coordinator"} and {none.file, one.file} == {None}
    assert one.rows == ((1, 7), (1, 8))
    assert (blocked.code, blocked.drafts) == ("blocked", (7, 8, 9, 10))


def few_message(result: CheckResult) -> str:
    (found,) = [p.message for p in result.problems if p.code == "too_few_reviewers"]
    return found


def test_a_file_that_lacks_drafts_is_named() -> None:
    whole = rows("a", *ALL)
    one = few_message(check(10, whole, rows("b", 1, 2, 3, 4, 5, 6, 7, 9, 10)))
    assert one == "Draft 8 has one review alone. File 2 has no row for it."
    several = few_message(check(10, whole, rows("b", *range(1, 8))))
    assert several == (
        "3 drafts have one review alone: drafts 8 to 10. File 2 has no row for them."
    )
    both = few_message(check(10, rows("a", *range(2, 11)), rows("b", *range(1, 9))))
    assert both.endswith(
        ": drafts 1, 9 and 10. File 1 has no row for draft 1. File 2 has no row "
        "for drafts 9 and 10."
    )


def test_no_file_is_named_where_it_is_not_certain_or_usual() -> None:
    whole = rows("a", *ALL)
    shared = few_message(check(10, whole, rows("b", *range(1, 6)), rows("c", *range(6, 10))))
    assert shared == "Draft 10 has one review alone."
    same_file = few_message(check(10, [*whole, *rows("b", *range(1, 8))]))
    assert same_file.endswith("drafts 8 to 10.")
    lost = [*rows("b", *range(1, 8)), None]
    assert few_message(check(10, whole, lost)).endswith("drafts 8 to 10.")
    returns = returns_of(drafts(10), [payload_of(whole), payload_of(rows("b", *ALL))])
    aside = judge(returns, NOTHING_SETTLED.rows_aside([(2, 8), (2, 9)]))
    assert few_message(aside) == "2 drafts have one review alone: drafts 8 and 9."


def test_no_file_at_all() -> None:
    assert told(check(3))[0] == (
        "incomplete_review_import", "coordinator", None, None, (1, 2, 3),
    )  # fmt: skip


def test_a_faulty_row_is_not_told_again_as_a_draft_without_reviewers() -> None:
    bad = rows("b", *ALL)
    bad[2] = None
    bad[4]["blinded_case_id"] = "five"
    bad[6]["draft_revision"] = hexid("old")
    bad[7]["reviewer_id"] = "B"
    result = check(10, rows("a", *ALL), bad)
    assert {p.code for p in result.problems if p.owner == "coordinator"} == {"blocked"}
    assert len(result.problems) == 5


def test_more_is_missing_than_the_faulty_rows_can_be() -> None:
    result = check(10, rows("a", *ALL), [*rows("b", 1, 2), None])
    few = [p for p in result.problems if p.code == "too_few_reviewers"]
    assert [p.drafts for p in few] == [tuple(range(3, 11))]


def test_a_file_that_cannot_be_read_hides_no_other_problem_and_blocks_the_rest() -> None:
    first = rows("a", *ALL)
    first[0]["decision"] = "revise"
    second = rows("b", *range(1, 6))
    second[1]["decision"] = "Accept"
    payloads = [payload_of(first), payload_of(second), "xlsx"]
    result = check_payloads(drafts(10), payloads)
    assert told(result)[:-1] == [
        ("invalid_controlled_code", "reviewer", 2, 2, (2,)),
        ("unknown_file_kind", "reviewer", 3, None, ()),
        ("awaiting_reason", "committee", None, None, (1,)),
    ]
    assert result.problems[-1].drafts == (2, *range(6, 11))
    assert "file 3" in result.problems[-1].message


def test_the_later_of_two_rows_is_told_and_both_are_named() -> None:
    again = rows("a", 4, decision="revise")
    result = check(10, rows("a", *ALL), rows("b", *ALL), again)
    problem = result.problems[0]
    assert (problem.file, problem.row, problem.drafts) == (3, 1, (4,))
    assert problem.rows == ((1, 4), (3, 1)) and problem.code == "duplicate_reviewer"
    # which of her two decisions counts is not for the program to say
    assert [p.code for p in result.problems] == ["duplicate_reviewer", "blocked"]


def test_a_newer_version_is_one_problem() -> None:
    newer = rows("a", *range(1, 9))
    newer[0]["decision"] = "unclear"
    result = check(10, rows("a", *ALL), rows("b", *ALL), newer)
    problem = result.problems[0]
    assert (problem.code, problem.file, problem.row) == ("newer_version", 3, None)
    assert problem.drafts == tuple(range(1, 9)) and "file 1?" in problem.message
    assert [p.code for p in result.problems] == ["newer_version", "blocked"]


def test_saved_progress_beside_its_originals_is_one_problem() -> None:
    parts = [rows("a", *ALL), rows("b", *ALL)]
    parts[0][2]["decision"] = "revise"
    progress = copy.deepcopy(parts[0] + parts[1])
    for row in progress:
        if row["blinded_case_id"] == hexid("c3"):
            row["reason"] = "other"
    result = check(10, *parts, progress)
    assert [(p.code, p.file) for p in result.problems] == [("newer_version", 3), ("blocked", None)]
    assert "files 1 and 2" in result.problems[0].message


def test_the_same_content_in_another_order_and_with_the_same_faults() -> None:
    bad = rows("b", *ALL)
    bad[3]["decision"] = "Accept"
    result = check(10, rows("a", *ALL), bad, bad[::-1])
    assert told(result)[:2] == [
        ("invalid_controlled_code", "reviewer", 2, 4, (4,)),
        ("same_content", "coordinator", 3, None, ()),
    ]
    assert len(result.problems) == 3


def test_an_empty_return_is_no_problem() -> None:
    assert check(10, rows("a", *ALL), [], rows("b", *ALL), []).ready


def test_every_row_of_all_files_stale_is_one_problem() -> None:
    old = {"draft_revision": hexid("old")}
    result = check(10, rows("a", *ALL, **old), rows("b", *ALL, **old))
    assert told(result)[0] == ("wrong_drafts_file", "coordinator", None, None, tuple(ALL))
    assert [p.code for p in result.problems] == ["wrong_drafts_file", "blocked"]


def test_returns_of_another_study_are_one_problem() -> None:
    result = check(10, rows("a", *range(20, 40)), rows("b", *range(20, 40)))
    assert [p.code for p in result.problems] == ["wrong_drafts_file", "blocked"]


def test_one_old_review_is_the_reviewers() -> None:
    stale = rows("b", *ALL)
    stale[5]["draft_revision"] = hexid("old")
    result = check(10, rows("a", *ALL), stale)
    assert told(result)[0] == ("stale_or_unknown_review", "reviewer", 2, 6, (6,))


def test_what_goes_to_the_committee() -> None:
    first, second = rows("a", *ALL), rows("b", *ALL)
    for row in second[:4]:
        row["decision"] = "revise"
    first[1]["reason"] = second[1]["reason"] = "other"
    first[2]["reason"] = "other"
    first[3]["reason"] = second[3]["reason"] = "other"
    first[3]["adjudicated"] = True
    first[4]["reason"] = "other"
    second[5]["adjudicated"] = True
    result = check(10, first, second)
    assert [(p.code, p.field, p.drafts, p.rows) for p in result.problems] == [
        ("awaiting_reason", "reason", (1,), ((1, 1), (2, 1))),
        ("inconsistent_reason", "reason", (3,), ((1, 3), (2, 3))),
        ("inconsistent_adjudication", "adjudicated", (4,), ((1, 4), (2, 4))),
        ("agreed_case_with_reason", "reason", (5,), ((1, 5),)),
        ("agreed_case_with_reason", "adjudicated", (6,), ((2, 6),)),
    ]
    assert {p.owner for p in result.problems} == {"committee"}


def test_agreement_with_a_reason_waits_for_a_file_that_cannot_be_read() -> None:
    """The reviewer of that file may have differed."""
    first, second = (rows(who, 1, reason="other") for who in "ab")
    result = check_payloads(drafts(1), [payload_of(first), payload_of(second), None])
    assert [p.code for p in result.problems] == ["unknown_file_kind", "blocked"]


def test_too_many_rows_together_and_in_one_file() -> None:
    count = 50_001
    current = [DraftRevision(f"{n:064x}", hexid("r")) for n in range(count)]
    files = [
        [
            {
                "blinded_case_id": draft.blinded_case_id,
                "draft_revision": draft.revision,
                "reviewer_id": hexid(who),
                "decision": "accept",
                "reason": None,
                "adjudicated": False,
            }
            for draft in current
        ]
        for who in "ab"
    ]
    together = check_payloads(current, [payload_of(file) for file in files])
    assert told(together) == [("too_many_rows", "coordinator", None, None, ())]
    alone = check_payloads(current, [payload_of(files[0] + files[1])])
    assert told(alone)[0] == ("too_many_rows", "reviewer", 1, None, ())


def test_drafts_are_checked_as_the_import_does() -> None:
    wrong: Any
    for wrong in (drafts(2) * 2, [None], None):
        with pytest.raises(EvaluationError, match=r"^invalid_current_drafts$"):
            check_payloads(wrong, [])
    with pytest.raises(EvaluationError, match=r"^incomplete_review_import$"):
        check_payloads([], [])


def test_nothing_prints_a_value() -> None:
    from evalcore.returns.check import returns_of

    returns = returns_of(drafts(1), [payload_of(rows("a", 1))])
    result = check(1, rows("a", 1))
    things: list[object] = [returns, result, returns.files, returns.files[0].rows, returns.drafts]
    for thing in (*things, result.problems):
        assert hexid("a")[:12] not in repr(thing) and hexid("c1")[:12] not in repr(thing)
        assert "accept" not in repr(thing)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([4], "draft 4"),
        ([4, 5], "drafts 4 and 5"),
        ([1, 4, 5, 6], "drafts 1 and 4 to 6"),
        (list(range(1, 40, 2)), "drafts 1, 3, 5, 7, 9, 11, 13 and 13 more"),
    ],
)
def test_how_drafts_are_named(numbers: list[int], said: str) -> None:
    assert named("draft", numbers) == said
