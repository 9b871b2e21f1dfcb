"""Studies with returns in several files, what happens to them, and who mends what is told."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from eval_helpers import hexid, payload_of
from eval_strategies import _VALUES as VALUES
from hypothesis import strategies as st

from evalcore import DraftRevision
from evalcore.returns.problems import Problem
from evalcore.vocabulary import DECISIONS, REASONS

Row = dict[str, Any]

_MORE: dict[str, list[Any]] = {
    "decision": [" accept", "REVISE", "unclear ", 1],
    "reason": ["Other", "null", "evidence quality", "other"],
    "adjudicated": ["TRUE", "FALSE", 1.0, "yes"],
    "reviewer_id": [hexid("w0").upper(), f" {hexid('w1')}", hexid("w1"), 1e63],
    "blinded_case_id": [hexid("c1").upper(), hexid("c1")[:-1], hexid("c1")],
    "draft_revision": [hexid("r1"), hexid("r1").upper(), hexid("r1") + " "],
}


@dataclass
class Cell:
    """A row as it stands in its file, with the row that it should be (None: none at all)."""

    now: Any
    right: Row | None


@dataclass
class Study:
    drafts: list[DraftRevision]
    files: list[list[Cell]]
    headers: list[Any]
    """What stands for a whole file instead of its rows, or None."""
    right: list[Row]
    """All rows that a whole study has."""

    def payloads(self) -> list[Any]:
        return [
            copy.deepcopy(payload_of([cell.now for cell in file]) if header is None else header)
            for file, header in zip(self.files, self.headers, strict=True)
        ]


@st.composite
def whole_studies(draw: st.DrawFn) -> Study:
    """A study whose returns can be imported: one file a reviewer, or one of all."""
    count = draw(st.integers(1, 7))
    drafts = [DraftRevision(hexid(f"c{n}"), hexid(f"r{n}")) for n in range(count)]
    reviewers = draw(st.integers(2, 3))
    files: list[list[Cell]] = [[] for _ in range(reviewers)]
    right = []
    for draft in drafts:
        decisions = [draw(st.sampled_from(DECISIONS)) for _ in range(reviewers)]
        split = len(set(decisions)) > 1
        reason = draw(st.sampled_from(REASONS)) if split else None
        adjudicated = split and draw(st.booleans())
        for number, decision in enumerate(decisions):
            row = {
                "blinded_case_id": draft.blinded_case_id,
                "draft_revision": draft.revision,
                "reviewer_id": hexid(f"w{number}"),
                "decision": decision,
                "reason": reason,
                "adjudicated": adjudicated,
            }
            right.append(row)
            files[number].append(Cell(dict(row), row))
    files = [draw(st.permutations(file)) for file in files]
    if draw(st.integers(0, 4)) == 0:
        files = [[cell for file in files for cell in file]]
    return Study(drafts, files, [None] * len(files), right)


@st.composite
def spoiled_studies(draw: st.DrawFn) -> Study:
    """The same with up to three things done to it."""
    study = draw(whole_studies())
    for _ in range(draw(st.integers(0, 3))):
        file = draw(st.sampled_from(study.files))
        what = draw(st.integers(0, 11))
        place = draw(st.integers(0, max(0, len(file) - 1)))
        cell = file[place] if file else Cell({}, None)
        row = cell.now if type(cell.now) is dict else {}
        if what == 0 and file:
            del file[place]
        elif what == 1 and file:
            draw(st.sampled_from(study.files)).append(copy.deepcopy(cell))
        elif what == 2:
            row.pop(draw(st.sampled_from(sorted(VALUES))), None)
        elif what == 3:
            row["comment"] = "x"
        elif what == 4:
            file.append(Cell(draw(st.sampled_from([None, [], "row", {}])), None))
        elif what == 5 and file:
            study.files.append(copy.deepcopy(file))
            study.headers.append(None)
        elif what == 6 and file:
            newer = copy.deepcopy(file)
            if type(newer[0].now) is dict:
                newer[0].now["decision"] = draw(st.sampled_from(DECISIONS))
            study.files.append(newer)
            study.headers.append(None)
        elif what == 7:
            wrong = [
                None,
                [],
                {},
                {"rows": []},
                {"encounters": []},
                "text",
                {**payload_of([]), 1: 2},
            ]
            study.headers[study.files.index(file)] = draw(st.sampled_from(wrong[1:]))
        elif what == 8:
            field = draw(st.sampled_from(sorted(VALUES)))
            new = draw(st.sampled_from(VALUES[field] + _MORE[field]))
            for one in file:
                if type(one.now) is dict:
                    one.now[field] = copy.deepcopy(new)
        elif row:
            field = draw(st.sampled_from(sorted(VALUES)))
            row[field] = copy.deepcopy(draw(st.sampled_from(VALUES[field] + _MORE[field])))
    return study


def mend(study: Study, problems: tuple[Problem, ...]) -> Study:
    """Do what the problems ask for, and nothing else: ``blocked`` asks for nothing."""
    study = copy.deepcopy(study)
    dropped: set[tuple[int, int]] = set()
    cells = {
        (number, row): cell
        for number, file in enumerate(study.files, 1)
        for row, cell in enumerate(file, 1)
    }
    late = []
    for problem in problems:
        if problem.code == "same_content":
            dropped |= {pair for pair in cells if pair[0] == problem.file}
            study.headers[(problem.file or 0) - 1] = None
        elif problem.code == "newer_version":
            dropped |= {pair for pair in problem.rows if pair[0] != problem.file}
        elif problem.code == "duplicate_reviewer":
            dropped |= set(problem.rows if problem.row is None else problem.rows[-1:])
        elif problem.owner == "committee" or problem.code.startswith(("too_few", "incomplete")):
            late.append(problem)
        elif not problem.rows and problem.file is not None and problem.code != "blocked":
            study.headers[problem.file - 1] = None
        elif problem.code != "blocked":
            for pair in problem.rows:
                if not _mend_row(cells[pair], problem):
                    dropped.add(pair)
    for problem in late:
        if problem.owner == "committee":
            for pair in problem.rows:
                _settle(cells[pair].now, problem)
        else:
            study.files.append(_missing(study, problem, dropped))
            study.headers.append(None)
    for number, file in enumerate(study.files, 1):
        file[:] = [cell for row, cell in enumerate(file, 1) if (number, row) not in dropped]
    return study


def _mend_row(cell: Cell, problem: Problem) -> bool:
    """Put right what is told of the row and leave the rest; False if the row is to go."""
    if cell.right is None:
        return False
    if type(cell.now) is not dict:
        cell.now = dict(cell.right)
    elif problem.code in ("wrong_drafts_file", "stale_or_unknown_review"):
        for field in ("blinded_case_id", "draft_revision"):
            cell.now[field] = cell.right[field]
    elif problem.field is None:
        cell.now = {key: value for key, value in cell.now.items() if key in cell.right}
    else:
        cell.now[problem.field] = cell.right[problem.field]
    return True


def _settle(row: Row, problem: Problem) -> None:
    agreed = problem.code == "agreed_case_with_reason"
    if problem.field == "reason":
        row["reason"] = None if agreed else "label_definition"
    else:
        row["adjudicated"] = False


def _missing(study: Study, problem: Problem, dropped: set[tuple[int, int]]) -> list[Cell]:
    """The rows of the reviewers who are not there yet, or else of new ones."""
    new = []
    for number in problem.drafts:
        draft = study.drafts[number - 1]
        there = [
            cell.now["reviewer_id"]
            for file in study.files
            for cell in file
            if type(cell.now) is dict
            and cell.now.get("blinded_case_id") == draft.blinded_case_id
            and type(cell.now.get("reviewer_id")) is str
        ]
        rows = [row for row in study.right if row["blinded_case_id"] == draft.blinded_case_id]
        new += [Cell(dict(row), row) for row in rows if row["reviewer_id"] not in there]
        if not [row for row in rows if row["reviewer_id"] not in there]:
            row = {**rows[0], "reviewer_id": hexid(f"new {number}")}
            new.append(Cell(row, dict(row)))
    return new
