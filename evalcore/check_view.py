"""The return check as a window shows it: texts and numbers, no value of any file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from .check_command import verdict
from .combined_returns import older_rows, rows_of_reviewer, rows_of_unknown_drafts
from .return_check import CheckResult, Returns
from .return_problems import Pairs, Problem, counted, joined, ranges
from .return_words import COMMITTEE, COORDINATOR, REVIEWER
from .settled import Reason, Settled

_MOST_RANGES = 3
_TONES = {REVIEWER: "bad", COMMITTEE: "warning", COORDINATOR: "warning"}


def check_view(
    result: CheckResult,
    settled: Settled,
    unsaved: bool,
    carried: Mapping[int, Reason] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return verdict, counts, each file's state, what is set aside and the recorded reasons.

    ``carried`` are the reasons that a saved file among the returns has, by draft.
    """
    turns = [problem.turn for problem in result.problems]
    counts = {turn: turns.count(turn) for turn in (REVIEWER, COMMITTEE, COORDINATOR)}
    rows = sum(file.rows - file.aside for file in result.files)
    files = len(result.files) - len(settled.files)
    if result.ready:
        detail = (
            f"{counted(files, 'return file')}, {counted(rows, 'row')}. "
            "Save them as one file for the study’s importer."
        )
    else:
        here = counts[COORDINATOR]
        look = f"{counted(here, 'thing')} to look at here. " if here else ""
        detail = f"{look}Original files are never changed."
    return {
        "ready": result.ready,
        "verdict": verdict(result),
        "detail": detail,
        "counts": counts,
        "rows": rows,
        "files": _file_states(result, settled),
        "aside": aside_parts(result, settled),
        "reasons": [
            {
                "draft": draft,
                "text": _in_words(reason),
                "adjudicated": adjudicated,
                "in_file": carried.get(draft) == (reason, adjudicated),
            }
            for draft, (reason, adjudicated) in sorted(settled.reasons.items())
        ],
        "unsaved": unsaved,
    }


def problem_rows(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return what a list of problems shows, one record a problem, in the check's order."""
    return [_problem_row(number, problem) for number, problem in enumerate(problems)]


def aside_parts(result: CheckResult, settled: Settled) -> list[dict[str, Any]]:
    """Return what is set aside: whole files, and the single rows of each file."""
    parts = []
    rows_of = {file.file: file.rows for file in result.files}
    for file in sorted(settled.files):
        parts.append(
            {"file": file, "label": f"File {file}, all of its {rows_of.get(file, 0):,} rows"}
        )
    for file in sorted({file for file, _ in settled.rows} - settled.files):
        rows = sorted(row for number, row in settled.rows if number == file)
        parts.append({"file": file, "label": f"File {file}, {_rows_text(rows)}"})
    return [
        {"id": number, "detail": "Left out of the import; the file stays as it is.", **part}
        for number, part in enumerate(parts)
    ]


def aside_choices(returns: Returns, problem: Problem) -> list[dict[str, Any]]:
    """Return the ways to set aside what a problem is about; ``rows`` None is the whole file."""
    choices: list[dict[str, Any]] = []

    def add(key: str, label: str, detail: str, **what: Any) -> None:
        choices.append({"key": key, "label": label, "detail": detail, **what})

    if older := older_rows(problem):
        files = joined([f"file {n}" for n in sorted({file for file, _ in older})])
        text = f"The rows of {files} that another version repeats: {counted(len(older), 'row')}."
        add("older", "The older version", text, rows=older)
    unknown = rows_of_unknown_drafts(returns)
    if unknown and set(problem.rows) & set(unknown):
        text = f"{counted(len(unknown), 'row')} in all files; for a case that was withdrawn."
        add("unknown", "All rows of drafts that are not in the drafts file", text, rows=unknown)
    pairs = problem.rows or (((problem.file, problem.row),) if problem.file and problem.row else ())
    if pairs and len(pairs) <= _MOST_RANGES:
        for file, row in pairs:
            add(
                f"row-{file}-{row}",
                f"Row {row} of file {file}",
                "This row alone.",
                rows=((file, row),),
            )
    elif pairs and not older:
        add("rows", "These rows", f"{counted(len(pairs), 'row')} in all.", rows=pairs)
    met: list[Pairs] = []
    for file, row in pairs[:2]:
        same = rows_of_reviewer(returns, file, row)
        if len(same) > 1 and same not in met:
            met.append(same)
            text = f"{counted(len(same), 'row')} in all files; for a reviewer who was replaced."
            label = f"All rows of the reviewer of row {row} in file {file}"
            add(f"reviewer-{file}-{row}", label, text, rows=same)
    files_of = sorted({file for file, _ in pairs} | ({problem.file} if problem.file else set()))
    for file in files_of[:4]:
        rows = len(returns.files[file - 1].rows)
        add(f"file-{file}", f"All of file {file}", f"{counted(rows, 'row')}.", file=file)
    return choices


def _problem_row(number: int, problem: Problem) -> dict[str, Any]:
    files = sorted({file for file, _ in problem.rows})
    if problem.file is not None and problem.file not in files:
        files = [problem.file]
    actions = []
    if problem.turn == REVIEWER:
        actions.append("slip")
    if problem.turn == COMMITTEE and len(problem.drafts) == 1:
        actions.append("reason")
    if files and problem.code != "blocked":
        actions.append("aside")
    return {
        "id": number,
        "turn": problem.turn,
        "files": files,
        "file_text": _files_text(problem.file, files),
        "row_text": _row_text(problem, files),
        "field": problem.field or "",
        "message": problem.message,
        "hint": problem.hint,
        "draft": problem.drafts[0] if len(problem.drafts) == 1 else None,
        "actions": actions,
        "order": _order(problem),
        "tone": "info" if problem.code == "blocked" else _TONES[problem.turn],
    }


def _order(problem: Problem) -> tuple[int, int]:
    """Return the file and row that a problem is sorted by: its own, or the first of its rows."""
    if problem.row is not None:
        return problem.file or 0, problem.row
    own = [pair for pair in problem.rows if problem.file in (None, pair[0])]
    return min(own, default=(problem.file or 0, 0))


def _files_text(file: int | None, files: Sequence[int]) -> str:
    if file is not None:
        return f"File {file}"
    if not files:
        return ""
    if len(files) == 1:
        return f"File {files[0]}"
    if len(files) > _MOST_RANGES:
        return f"{len(files)} files"
    return f"Files {', '.join(map(str, files))}"


def _row_text(problem: Problem, files: Sequence[int]) -> str:
    if problem.row is not None and len(problem.rows) < 2:
        return str(problem.row)
    if problem.rows and len(files) == 1:
        return _short(sorted(row for _, row in problem.rows))
    if 0 < len(problem.rows) <= _MOST_RANGES:
        return joined([str(row) for _, row in problem.rows])
    if problem.rows:
        return f"{len(problem.rows):,} rows"
    return "whole file" if problem.file is not None else ""


def _short(rows: Sequence[int]) -> str:
    parts = ranges(rows)
    return joined(parts) if len(parts) <= _MOST_RANGES else f"{len(rows):,} rows"


def _rows_text(rows: Sequence[int]) -> str:
    return (
        f"row {rows[0]}"
        if len(rows) == 1
        else f"rows {_short(rows)}".replace(f"rows {len(rows):,} rows", f"{len(rows):,} rows")
    )


def _file_states(result: CheckResult, settled: Settled) -> list[dict[str, Any]]:
    found: dict[int, list[Problem]] = {}
    for problem in result.problems:
        if problem.file is not None:  # what lies between files is no file's own problem
            found.setdefault(problem.file, []).append(problem)
    return [
        {
            "number": file.file,
            "rows": file.rows,
            "aside": file.aside,
            "problems": len(found.get(file.file, ())),
            **_file_state(file.file in settled.files, found.get(file.file, [])),
        }
        for file in result.files
    ]


def _file_state(aside: bool, problems: Sequence[Problem]) -> dict[str, str]:
    if aside:
        return {"state": "set aside", "tone": "waiting"}
    if not problems:
        return {"state": "no problem", "tone": "good"}
    bad = any(problem.turn == REVIEWER for problem in problems)
    tone = "bad" if bad else "warning"
    return {"state": counted(len(problems), "problem"), "tone": tone}


def _in_words(code: str | None) -> str:
    return code.replace("_", " ").capitalize() if code else "No reason"
