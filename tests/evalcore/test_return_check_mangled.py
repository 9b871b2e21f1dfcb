"""Every mangled file gets exactly the problems that it has, and no other file any."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from eval_helpers import write_json
from mangled import ALL, DRAFTS, MARKER, Mangled, good

from evalcore.returns.check import CheckResult, check_returns
from evalcore.returns.slip import correction_slip


def checked(mangled: Mangled, folder: Path) -> CheckResult:
    path = folder / "return-2.json"
    path.write_bytes(mangled.content)
    return check_returns(DRAFTS, [write_json(folder / "return-1.json", good("a")), path])


@pytest.mark.parametrize("mangled", ALL.values(), ids=ALL.keys())
def test_exactly_its_problems(mangled: Mangled, tmp_path: Path) -> None:
    result = checked(mangled, tmp_path)
    told = [problem for problem in result.problems if problem.code != "blocked"]
    assert [(p.row, p.field, p.code, p.owner) for p in told] == list(mangled.expected)
    assert {p.file for p in told} == {2}
    assert not result.ready
    blocked = [p for p in result.problems if p.code == "blocked"]
    assert len(blocked) == mangled.blocked
    assert mangled.says in told[0].message
    for problem in result.problems:
        words = problem.message + problem.hint
        assert MARKER not in words and not re.search(r"[0-9a-f]{12}", words)
        assert problem.hint.endswith(".")
        if problem.row is not None:
            assert (problem.file, problem.row) in problem.rows


@pytest.mark.parametrize("mangled", ALL.values(), ids=ALL.keys())
def test_the_slip_says_what_the_reviewer_must_do_and_no_more(
    mangled: Mangled, tmp_path: Path
) -> None:
    result = checked(mangled, tmp_path)
    slip = correction_slip(result, 2)
    back = [problem for problem in result.problems if problem.owner == "reviewer"]
    if not back:
        changed = {"wrong_drafts_file"} & {problem.code for problem in result.problems}
        assert not slip or changed
    headings = [line for line in slip.splitlines() if line.startswith(("Row", "The file", "Every"))]
    for problem in back:
        about = [line for line in headings if problem.field is None or problem.field in line]
        assert about
        assert problem.row is None or [one for one in about if f" {problem.row}" in one]
    assert MARKER not in slip and not re.search(r"[0-9a-f]{12}", slip)
    assert not [line for line in slip.splitlines() if len(line) > 72]
    assert correction_slip(result, 1) == ""


def test_the_good_files_are_ready(tmp_path: Path) -> None:
    paths = [write_json(tmp_path / f"{who}.json", good(who)) for who in "ab"]
    result = check_returns(DRAFTS, paths)
    assert result.ready and result.to_dict() == {
        "ready": True,
        "files": [{"file": 1, "rows": 6}, {"file": 2, "rows": 6}],
        "problems": [],
    }


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    first = write_json(tmp_path / "a.json", good("a"))
    (tmp_path / "folder").mkdir()
    result = check_returns(DRAFTS, [first, tmp_path / "folder", tmp_path / "none.json"])
    told = [(p.file, p.row, p.code) for p in result.problems]
    assert told == [
        (2, None, "not_a_regular_file"),
        (3, None, "unreadable_file"),
        (None, None, "blocked"),
    ]


def test_all_mangled_files_at_once_hide_nothing_of_each_other(tmp_path: Path) -> None:
    paths = []
    for number, mangled in enumerate(ALL.values()):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(mangled.content)
    result = check_returns(DRAFTS, paths)
    for number, mangled in enumerate(ALL.values(), 1):
        told = {(p.row, p.field, p.code, p.owner) for p in result.problems if p.file == number}
        own = {e for e in mangled.expected if e[3] == "reviewer"}
        copied = {code for _, _, code, _ in told} & {"same_content"}
        assert own <= told or copied, list(ALL)[number - 1]
    assert sum(problem.code == "blocked" for problem in result.problems) == 1
