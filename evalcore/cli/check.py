"""The check's output: JSON for machines, text for people. Reading arguments is the cli's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from json.encoder import encode_basestring_ascii as quoted

from ..documents.exports import json_bytes
from ..io.files import StrPath, short_name
from ..returns.check import CheckedFile, CheckResult, verdict
from ..returns.problems import (
    COMMITTEE,
    COORDINATOR,
    REVIEWER,
    Problem,
    counted,
    joined,
    named,
)
from ..vocabulary import NOTICE

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
    # code, field and owner are words of ours; only sentences could need an escape
    _, file, row, field, code, owner, drafts, rows, message, hint = problem
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
      "turn": "{owner}"
    }}"""


def check_text(result: CheckResult, paths: Sequence[StrPath]) -> str:
    """Return the verdict, then the problems by whose turn it is; files by their short names."""
    lines = [NOTICE, "", verdict(result)]
    if result.files:
        lines.append("")
    for file in result.files:
        lines.append(f"File {file.file} ({short_name(paths[file.file - 1])}): {_rows(file)}")
    for owner, title in _TITLES.items():
        found = [problem for problem in result.problems if problem.owner == owner]
        if found:
            lines += ["", f"{title} ({counted(len(found), 'problem')})"]
        for problem in found:
            lines.append(f"- {_place(problem)}{problem.message} {problem.hint}")
    return "\n".join(lines) + "\n"


def _rows(file: CheckedFile) -> str:
    if not file.whole:
        return f"{counted(file.rows, 'row')} read, more are not known" if file.rows else "not read"
    return counted(file.rows, "row")


def _place(problem: Problem) -> str:
    file, row, field, rows = problem.file, problem.row, problem.field, problem.rows
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
