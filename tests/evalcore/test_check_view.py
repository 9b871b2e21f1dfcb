"""The return check as it is shown: texts, order, each file's state, and what can be done."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from eval_helpers import hexid, payload_of, plain
from test_return_check_across import ALL, drafts, rows

from evalcore.returns.check import Returns, judge, returns_of
from evalcore.returns.settled import NOTHING_SETTLED, Settled
from evalcore.service.return_view import (
    AsideWay,
    aside_ways,
    check_view,
    decided_drafts,
    problem_rows,
)

Row = dict[str, Any]


def read(*files: Any) -> Returns:
    """Returns over ten drafts; a file is its rows, or anything else as a whole."""
    payloads = [payload_of(copy.deepcopy(f)) if isinstance(f, list) else f for f in files]
    return returns_of(drafts(10), payloads)


def view(returns: Returns, settled: Settled = NOTHING_SETTLED) -> Row:
    found: Row = plain(check_view(judge(returns, settled), settled))
    return found


def shown(returns: Returns, settled: Settled = NOTHING_SETTLED) -> list[Row]:
    found: list[Row] = plain(problem_rows(judge(returns, settled).problems))
    return found


def one(returns: Returns, words: str) -> Row:
    (found,) = [row for row in shown(returns) if words in row["message"]]
    return found


def spoilt(who: str, *changes: tuple[int, str, Any]) -> list[Row]:
    """A reviewer's rows with values changed: row from 1, field, value."""
    made = rows(who, *ALL)
    for number, field, value in changes:
        made[number - 1][field] = value
    return made


def choices(returns: Returns, words: str) -> dict[str, AsideWay]:
    problem = judge(returns).problems[one(returns, words)["id"]]
    found = aside_ways(returns, problem)
    assert len({way.choice.key for way in found}) == len(found), "a key stands for two choices"
    return {way.choice.label: way for way in found}


# the verdict


def test_ready_says_how_much_was_checked() -> None:
    ready = view(read(rows("a", *ALL), rows("b", *ALL)))
    assert (ready["ready"], ready["verdict"]) == (True, "Ready to import")
    assert ready["detail"].startswith("2 return files, 20 rows. ")
    assert ready["counts"] == {"reviewer": 0, "committee": 0, "coordinator": 0}
    assert (ready["aside"], ready["all_compared"]) == ([], True)


@pytest.mark.parametrize(
    ("files", "verdict", "counts"),
    [
        (
            [spoilt("a", (1, "decision", "yes"), (2, "decision", "yes"), (2, "reason", "x")), "b"],
            "Not ready: 2 rows to send back",
            (3, 0),
        ),
        (
            ["a", spoilt("b", (3, "decision", "revise"))],
            "Not ready: 1 draft for adjudication",
            (0, 1),
        ),
        (["a", "b", "a"], "Not ready: 1 thing to look at here", (0, 0)),
        (["a", "b", [7]], "Not ready: 1 row to send back", (1, 0)),
        (["a", "b", {"schema_version": 1}], "Not ready: 1 file to send back", (1, 0)),
    ],
)
def test_the_verdict_says_what_is_to_be_done(
    files: list[Any], verdict: str, counts: tuple[int, int]
) -> None:
    found = view(read(*(rows(f, *ALL) if isinstance(f, str) else f for f in files)))
    assert (found["ready"], found["verdict"]) == (False, verdict)
    assert (found["counts"]["reviewer"], found["counts"]["committee"]) == counts
    here = found["counts"]["coordinator"]
    assert (f"{here} thing" in found["detail"]) == (here > 0)
    assert found["detail"].endswith("Original files are never changed.")


def test_the_counts_are_those_of_the_list() -> None:
    returns = read(spoilt("a", (1, "decision", "yes"), (4, "decision", "revise")), rows("b", *ALL))
    turns = [row["turn"] for row in shown(returns)]
    assert view(returns)["counts"] == {
        turn: turns.count(turn) for turn in ("reviewer", "committee", "coordinator")
    }
    assert [row["id"] for row in shown(returns)] == list(range(len(turns)))


# the files


def test_each_files_state_counts_its_own_problems_alone() -> None:
    """What lies between files is no file's own: blinded reviewers cannot know that they differ."""
    returns = read(
        spoilt("a", (2, "decision", "revise")),
        spoilt("b", (1, "decision", "yes"), (3, "adjudicated", 1)),
        rows("a", *ALL)[:3] + rows("c", *ALL),
    )
    states = view(returns)["files"]
    assert [(s["number"], s["rows"], s["aside"]) for s in states] == [
        (1, 10, 0),
        (2, 10, 0),
        (3, 13, 0),
    ]
    assert (states[0]["state"], states[0]["tone"]) == ("no problem", "good")
    assert (states[1]["state"], states[1]["tone"]) == ("2 problems", "bad")
    assert states[2]["tone"] == "warning" and "problem" in states[2]["state"]


def test_a_file_with_one_problem_and_one_that_is_set_aside() -> None:
    returns = read(spoilt("a", (1, "decision", "yes")), rows("b", *ALL), rows("c", *ALL))
    states = view(returns, NOTHING_SETTLED.file_aside(3))["files"]
    assert [s["state"] for s in states] == ["1 problem", "no problem", "set aside"]
    assert (states[2]["tone"], states[2]["aside"]) == ("waiting", 10)


# what is set aside and recorded


def test_what_is_set_aside_is_said_by_file_and_rows() -> None:
    returns = read(*(rows(who, *ALL) for who in "abcd"))
    settled = NOTHING_SETTLED.file_aside(3).rows_aside([(3, 1), (1, 4), (4, 2), (4, 3), (4, 4)])
    settled = settled.rows_aside([(2, n) for n in (1, 3, 5, 7, 9)])
    parts = view(returns, settled)["aside"]
    assert [(part["id"], part["file"], part["label"]) for part in parts] == [
        (0, 3, "File 3, all of its 10 rows"),
        (1, 1, "File 1, row 4"),
        (2, 2, "File 2, 5 rows"),
        (3, 4, "File 4, rows 2 to 4"),
    ]
    assert all(part["detail"] for part in parts)
    assert view(returns, settled)["rows"] == 40 - 10 - 1 - 5 - 3


def test_what_was_decided_is_in_words_by_draft_and_in_no_check() -> None:
    returns = read(spoilt("a", (2, "decision", "revise")), rows("b", *ALL))
    reason = ("guideline_ambiguity", True)
    said = decided_drafts([(2, reason, "", False), (7, (None, False), "answers", True)])
    assert [(one.draft, one.text, one.in_file) for one in said] == [
        (2, "Guideline ambiguity, adjudicated", False),
        (7, "No reason", True),
    ]
    assert [one.changed for one in said] == ["", "what its reviewers say has changed since"]
    before, after = (
        view(returns, s) for s in (NOTHING_SETTLED, NOTHING_SETTLED.record(2, *reason))
    )
    assert before.keys() == after.keys() and "uideline" not in json.dumps(after)


# the numbers of one screen


FAULTS: list[Any] = [
    spoilt("b", (1, "decision", "yes"), (2, "reason", "x"), (2, "decision", "x")),
    spoilt("b", *((n, "adjudicated", "TRUE") for n in ALL)),
    spoilt("b", (3, "decision", "revise")),
    spoilt("b", (4, "reason", "other"), (4, "adjudicated", True)),
    spoilt("b", (5, "draft_revision", hexid("old"))),
    rows("b", *ALL)[:6],
    [*rows("b", *ALL), *rows("b", 3)],
    [*rows("b", *ALL), *rows("b", 77)],
    {"schema_version": 1, "rows": rows("b", *ALL)},
    {"schema_version": 1, "rows": spoilt("b", (6, "decision", "yes"))},
    "not a return",
    [7],
]


@pytest.mark.parametrize("more", [[], *([fault] for fault in FAULTS)])
@pytest.mark.parametrize("fault", FAULTS)
def test_the_numbers_of_one_screen_add_up(fault: Any, more: list[Any]) -> None:
    returns = read(rows("a", *ALL), fault, *more)
    problems = judge(returns).problems
    seen = view(returns)
    own = sum(file["problems"] for file in seen["files"])
    between = sum(problem.file is None for problem in problems)
    assert sum(seen["counts"].values()) == len(shown(returns)) == own + between
    numbers = [int(n) for n in re.findall(r"[0-9]+", seen["verdict"] + " " + seen["detail"])]
    back = [p for p in problems if p.owner == "reviewer"]
    files = {p.file for p in back}
    whole = {p.file for p in back if not p.rows}
    wanted: list[int] = []
    if whole:
        wanted = [len(files)]
    elif files:
        bad = {pair for p in back for pair in p.rows}
        wanted = [len(bad), *([len(files)] if len(files) > 1 else [])]
    committee = {draft for p in problems if p.owner == "committee" for draft in p.drafts}
    wanted += [len(committee)] if committee else []
    here = seen["counts"]["coordinator"]
    wanted += [] if wanted else [here]
    part = {pair for p in back for pair in p.rows if pair[0] not in whole}
    wanted += [len(part), len({file for file, _ in part})] if part else []
    wanted += [len(whole)] if whole else []
    wanted += [here] if here else []
    assert numbers == wanted
    assert len({file for file, _ in part}) + len(whole) == len(files)


@pytest.mark.parametrize(
    ("files", "known"),
    [
        (["a"], False),
        (["a", "b"], True),
        (["a", "not a return"], False),
        (["a", rows("b", *ALL)[:9]], False),
        (["a", spoilt("b", (1, "decision", "yes"))], False),
        (["a", "b", "b"], True),
    ],
)
def test_it_is_told_whether_the_reviewers_of_every_draft_were_compared(
    files: list[Any], known: bool
) -> None:
    made = [rows(f, *ALL) if f in ("a", "b") else f for f in files]
    assert view(read(*made))["all_compared"] is known


def test_ready_says_what_of_the_list_is_in_it() -> None:
    returns = read(*(rows(who, *ALL) for who in "abc"))
    settled = NOTHING_SETTLED.file_aside(3).rows_aside([])
    assert view(returns, settled)["detail"].startswith(
        "2 of 3 return files, 20 of 30 rows; the rest is set aside. "
    )
    settled = NOTHING_SETTLED.rows_aside([(3, number) for number in ALL])
    assert view(returns, settled)["detail"].startswith("2 of 3 return files, 20 of 30 rows;")
    settled = NOTHING_SETTLED.rows_aside([(3, 1)])
    assert view(returns, settled)["detail"].startswith("3 of 3 return files, 29 of 30 rows;")


def test_a_file_without_a_row_is_not_said_to_have_none() -> None:
    returns = read(rows("a", *ALL), rows("b", *ALL), "not a return")
    parts = view(returns, NOTHING_SETTLED.file_aside(3))["aside"]
    assert [part["label"] for part in parts] == ["File 3, the whole file"]


# one problem


def test_a_rows_problem_says_where_it_is_and_offers_a_slip() -> None:
    found = one(read(rows("a", *ALL), spoilt("b", (4, "decision", "Accept"))), "capital")
    assert (found["turn"], found["file_text"], found["row_text"]) == ("reviewer", "File 2", "4")
    assert (found["field"], found["tone"]) == ("decision", "bad")
    assert found["actions"] == ["slip", "aside"]
    assert found["order"] == [2, 4] and found["files"] == [2]


def test_a_problem_of_the_whole_file_says_so() -> None:
    found = one(read(rows("a", *ALL), {"schema_version": 1, "rows": []}), "schema version")
    assert (found["file_text"], found["row_text"], tuple(found["order"])) == (
        "File 2",
        "whole file",
        (2, 0),
    )
    assert found["actions"] == ["slip", "aside"]


def test_a_field_missing_in_every_row_is_one_problem_with_its_rows() -> None:
    bare = [{k: v for k, v in row.items() if k != "reason"} for row in rows("b", *ALL)]
    found = one(read(rows("a", *ALL), bare), "missing")
    assert (found["file_text"], found["row_text"], tuple(found["order"])) == (
        "File 2",
        "1 to 10",
        (2, 1),
    )


def test_many_scattered_rows_are_counted() -> None:
    changes = [(n, "reviewer_id", None) for n in (1, 3, 5, 7, 9)]
    returns = read(rows("a", *ALL), spoilt("b", *changes))
    texts = [row["row_text"] for row in shown(returns) if row["field"] == "reviewer_id"]
    assert texts == ["5 rows"] or texts == ["1", "3", "5", "7", "9"]


def test_a_draft_for_adjudication_names_all_its_rows_and_asks_for_a_reason() -> None:
    others = [number for number in ALL if number not in (2, 9)]
    returns = read(spoilt("a", (2, "decision", "revise")), rows("b", 9, 2, *others))
    found = one(returns, "Draft 2: the reviewers differ")
    assert (found["turn"], found["tone"], found["draft"]) == ("committee", "warning", 2)
    assert (found["file_text"], found["row_text"], tuple(found["order"])) == (
        "Files 1, 2",
        "2 and 2",
        (1, 2),
    )
    assert found["actions"] == ["reason", "aside"], "no slip: nobody can know that they differ"


def test_what_was_not_checked_can_only_wait() -> None:
    found = one(read(rows("a", *ALL), "no return"), "Not checked yet")
    assert (found["turn"], found["tone"], found["actions"]) == ("coordinator", "info", [])
    assert shown(read(rows("a", *ALL), "no return"))[-1]["id"] == found["id"], "it comes last"


def test_missing_reviews_concern_no_file() -> None:
    found = one(read(rows("a", *ALL[:8]), rows("b", *ALL[:8])), "no review")
    assert (found["file_text"], found["row_text"], found["files"]) == ("", "", [])
    assert (tuple(found["order"]), found["draft"], found["actions"]) == ((0, 0), None, [])


def test_problems_come_by_file_and_row_and_what_is_between_them_after() -> None:
    returns = read(
        spoilt("a", (9, "decision", "x"), (3, "reason", "x"), (5, "decision", "revise")),
        spoilt("b", (1, "adjudicated", "x"), (7, "decision", "revise")),
    )
    order = [(row["file_text"], row["row_text"]) for row in shown(returns)]
    assert order[:3] == [("File 1", "3"), ("File 1", "9"), ("File 2", "1")]
    assert [row["draft"] for row in shown(returns) if row["turn"] == "committee"] == [5, 7]


# setting aside


def test_the_older_version_can_be_set_aside() -> None:
    older = spoilt("b", (2, "decision", "unclear"))[:9]
    found = choices(read(rows("a", *ALL), older, rows("b", *ALL)), "newer version of file 2")
    assert found["The older version"].rows == tuple((2, n) for n in range(1, 10))
    assert "file 2" in found["The older version"].choice.detail
    assert "9 rows" in found["The older version"].choice.detail
    assert {"All of file 2", "All of file 3"} <= found.keys()


def test_rows_of_a_withdrawn_case_can_be_set_aside_in_all_files_at_once() -> None:
    returns = read(rows("a", *ALL, 77), rows("b", *ALL, 77))
    words = [row["message"] for row in shown(returns) if "not in the drafts file" in row["message"]]
    assert words
    problem = judge(returns).problems[
        next(row["id"] for row in shown(returns) if "not in the drafts file" in row["message"])
    ]
    (found,) = [way for way in aside_ways(returns, problem) if way.choice.key == "unknown"]
    assert found.rows == ((1, 11), (2, 11))
    assert "withdrawn" in found.choice.detail and found.choice.detail.startswith("2 rows ")


def test_a_replaced_reviewers_rows_can_be_set_aside_in_all_files() -> None:
    first = spoilt("a", (4, "decision", "revise"))
    returns = read(first[:5], first[5:], rows("b", *ALL))
    found = choices(returns, "Draft 4: the reviewers differ")
    assert found["Row 4 of file 1"].rows == ((1, 4),)
    label = "All rows of the reviewer of row 4 in file 1"
    assert found[label].rows == (*((1, n) for n in range(1, 6)), *((2, n) for n in range(1, 6)))
    assert found["All rows of the reviewer of row 4 in file 3"].rows == tuple(
        (3, n) for n in range(1, 11)
    )
    assert found["All of file 3"].choice.detail == "10 rows."


def test_two_reviewers_of_one_file_can_be_told_apart() -> None:
    """As in a combined or progress file."""
    returns = read(spoilt("a", (4, "decision", "revise")) + rows("b", *ALL))
    found = choices(returns, "Draft 4: the reviewers differ")
    for row, first in ((4, 1), (14, 11)):
        label = f"All rows of the reviewer of row {row} in file 1"
        assert found[label].rows == tuple((1, n) for n in range(first, first + 10))


def test_to_set_a_choice_aside_settles_the_problem() -> None:
    """Whatever is chosen: the problem as it was is not there any more."""
    returns = read(
        spoilt("a", (4, "decision", "revise"), (5, "reason", "x")),
        rows("b", *ALL, 77),
        spoilt("b", (1, "decision", "unclear")),
        rows("c", 1, 2),
        rows("d", *ALL),
        "no return",
    )
    tried = 0
    for problem in judge(returns).problems:
        if problem.code == "blocked":
            continue
        for way in aside_ways(returns, problem):
            settled = (
                NOTHING_SETTLED.file_aside(way.file)
                if way.file is not None
                else NOTHING_SETTLED.rows_aside(way.rows)
            )
            assert problem.to_dict() not in [p.to_dict() for p in judge(returns, settled).problems]
            tried += 1
    assert tried > 10


# privacy


def test_no_identifier_is_in_what_is_shown() -> None:
    bad = spoilt("b", (3, "decision", "Mrs Secret"), (4, "reviewer_id", "Mrs Secret"))
    bad[4]["Mrs Secret"] = "Mrs Secret"
    returns = read(rows("a", *ALL, 77), bad, rows("a", *ALL))
    said: list[Any] = [view(returns, NOTHING_SETTLED.rows_aside([(1, 11)])), shown(returns)]
    for problem in judge(returns).problems:
        said += [plain(way.choice) for way in aside_ways(returns, problem)]
    text = json.dumps(said)
    assert "Secret" not in text
    for name in ("a", "b", "c1", "r1", "c77", "r77"):
        assert hexid(name)[:12] not in text
