"""Two files are copies when their rows hold the same, in any order, right or wrong."""

from __future__ import annotations

from typing import Any

import pytest
from eval_helpers import payload_of

from evalcore import DraftRevision
from evalcore.returns.check import check_payloads

DRAFT = DraftRevision("a" * 64, "b" * 64)
ROW: dict[str, Any] = {
    "blinded_case_id": "a" * 64,
    "draft_revision": "b" * 64,
    "reviewer_id": "c" * 64,
    "decision": "accept",
    "reason": None,
    "adjudicated": False,
}


def copied(first: object, second: object) -> bool:
    """Whether the second of two files, each with this row and a good one, is told as a copy."""
    files = [payload_of([first, ROW]), payload_of([ROW, second])]
    problems = check_payloads([DRAFT], files).problems
    return any(problem.code == "same_content" and problem.file == 2 for problem in problems)


@pytest.mark.parametrize(
    "row",
    [
        ROW,
        {**ROW, "decision": "Accept"},
        {**ROW, "adjudicated": 1},
        {**ROW, "reason": {"a": 1, "b": [2]}},
        {**ROW, "note": "x"},
        {**ROW, "note": 1.5},
        {"blinded_case_id": "a" * 64},
        {"x": {"y": {}}},
        [1],
        "text",
        None,
    ],
    ids=repr,
)
def test_the_same_row_is_a_copy_in_whatever_order_its_keys_are(row: Any) -> None:
    turned = dict(reversed(row.items())) if isinstance(row, dict) else row
    assert copied(row, turned)
    nested = {**ROW, "reason": {"b": [2], "a": 1}}
    assert copied({**ROW, "reason": {"a": 1, "b": [2]}}, nested)


@pytest.mark.parametrize(
    "first, second",
    [
        ({"decision": "Accept"}, {"decision": "ACCEPT"}),
        ({"adjudicated": 1}, {"adjudicated": True}),
        ({"adjudicated": 1}, {"adjudicated": 1.0}),
        ({"adjudicated": 1}, {"adjudicated": "1"}),
        ({"adjudicated": -1}, {"adjudicated": -2}),
        ({"reason": []}, {"reason": [[]]}),
        ({"note": "x"}, {"remark": "x"}),
        ({"note": True}, {"note": 1}),
        ({"note": None}, {"note": ""}),
        ({"note": "x"}, {}),
    ],
    ids=repr,
)
def test_another_value_is_no_copy(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert not copied({**ROW, **first}, {**ROW, **second})
