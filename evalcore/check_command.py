"""The check's output: JSON for machines, text for people. Reading arguments is the cli's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from json.encoder import encode_basestring_ascii as quoted

from .exports import json_bytes
from .files import StrPath, short_name
from .return_check import CheckResult
from .return_problems import Problem, counted, joined, named
from .return_words import COMMITTEE, COORDINATOR, REVIEWER
from .vocabulary import NOTICE

_MOST_ROWS = 4
_NEXT, _LAST = "\n        ", "\n      "
_TITLES = {
    REVIEWER: "Send back to the reviewer",
    COMMITTEE: "For adjudication",
    COORDINATOR: "Look at the files here",
}


def check_json(result: CheckResult) -> bytes:
    """Return the result as JSON: sorted keys, indent 2, ASCII, one newline at the end.

    Problems can be many, and the standard library indents at the speed of Python
    alone. So they are put together here; a test compares with what it writes.
    """
    empty = json_bytes(replace(result, problems=()).to_dict() | {"ready": result.ready})
    if not result.problems:
        return empty
    # nothing but numbers stands around the list
    before, after = empty.decode("ascii").split('"problems": []')
    texts = list(map(_problem_json, result.problems))
    texts[0] = f'{before}"problems": [\n{texts[0]}'
    texts[-1] += f"\n  ]{after}"
    return ",\n".join(texts).encode("ascii")


def _problem_json(problem: Problem) -> str:
    # code, field and turn are words of ours; only sentences could need an escape
    file, row, field, code, turn, drafts, rows, message, hint = problem
    numbers = f",{_NEXT}".join(map(str, drafts))
    pairs = f",{_NEXT}".join([f"[\n          {a},\n          {b}\n        ]" for a, b in rows])
    return f"""\
    {{
      "code": "{code}",
      "drafts": {f"[{_NEXT}{numbers}{_LAST}]" if drafts else "[]"},
      "field": {"null" if field is None else f'"{field}"'},
      "file": {"null" if file is None else file},
      "hint": {quoted(hint)},
      "message": {quoted(message)},
      "row": {"null" if row is None else row},
      "rows": {f"[{_NEXT}{pairs}{_LAST}]" if rows else "[]"},
      "turn": "{turn}"
    }}"""


def check_text(result: CheckResult, paths: Sequence[StrPath]) -> str:
    """Return the verdict, then the problems by whose turn it is; files by their short names."""
    lines = [NOTICE, "", verdict(result)]
    if result.files:
        lines.append("")
    for file in result.files:
        lines.append(f"File {file.file} ({short_name(paths[file.file - 1])}): {_rows(file.rows)}")
    for turn, title in _TITLES.items():
        found = [problem for problem in result.problems if problem.turn == turn]
        if found:
            lines += ["", f"{title} ({len(found):,})"]
        for problem in found:
            lines.append(f"- {_place(problem)}{problem.message} {problem.hint}")
    return "\n".join(lines) + "\n"


def verdict(result: CheckResult) -> str:
    """Return the verdict in one line."""
    if result.ready:
        return "Ready to import"
    back = [problem for problem in result.problems if problem.turn == REVIEWER]
    rows: set[tuple[int, int]] = set()
    for problem in back:
        rows.update(problem.rows)
    files = {problem.file for problem in back if not problem.rows}
    drafts = {
        draft
        for problem in result.problems
        if problem.turn == COMMITTEE
        for draft in problem.drafts
    }
    to_send = [
        counted(len(things), name) for things, name in ((rows, "row"), (files, "file")) if things
    ]
    parts = [f"{joined(to_send)} to send back"] if to_send else []
    if drafts:
        parts.append(f"{counted(len(drafts), 'draft')} for adjudication")
    if not parts:
        here = [problem for problem in result.problems if problem.turn == COORDINATOR]
        parts.append(f"{counted(len(here), 'thing')} to look at here")
    return f"Not ready: {', '.join(parts)}"


def _rows(number: int) -> str:
    return counted(number, "row")


def _place(problem: Problem) -> str:
    file, row, field, _, _, _, rows, _, _ = problem
    where = "" if file is None else f"file {file}, "
    if row is not None:
        where += f"row {row}, "
    elif file is not None and rows:
        where += f"{named('row', [number for of, number in rows if of == file])}, "
    elif 0 < len(rows) <= _MOST_ROWS:
        where += f"{joined([f'file {of} row {number}' for of, number in rows])}, "
    if field is not None:
        where += f"{field}, "
    return f"{where[:-2]}: " if where else ""
