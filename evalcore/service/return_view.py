"""The return check as a window shows it: texts and numbers, no value of any file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..returns.check import CheckResult, Returns, to_send_back, verdict
from ..returns.combined import older_rows, rows_of_reviewer, rows_of_unknown_drafts
from ..returns.decisions import ANSWERS, DRAFT, GONE
from ..returns.problems import (
    COMMITTEE,
    COORDINATOR,
    REVIEWER,
    Pairs,
    Problem,
    counted,
    joined,
    ranges,
)
from ..returns.settled import NOTHING_SETTLED, Reason, Settled
from .protocol import Action, AsidePart, Check, CheckedFile, Choice, DecidedDraft, Tone
from .protocol import Problem as ShownProblem

_MOST_RANGES = 3
_NOT_COMPARED = ("blocked", "incomplete_review_import", "too_few_reviewers")
"""While one of these is there, it is not known of all drafts whether reviewers agree."""
_CHANGED = {
    "": "",
    DRAFT: "the draft has changed since",
    ANSWERS: "what its reviewers say has changed since",
    GONE: "not in this drafts file",
}
_TONES: dict[str, Tone] = {REVIEWER: "bad", COMMITTEE: "warning", COORDINATOR: "warning"}


class AsideWay(NamedTuple):
    """A way to set aside what a problem is about: rows, a whole file, or putting a file back."""

    choice: Choice
    rows: Pairs = ()
    file: int | None = None
    back: int | None = None


def check_view(
    result: CheckResult,
    settled: Settled,
    *,
    recorded: bool = False,
    carried: bool = False,
    gone: bool = False,
    unsaved: bool = False,
    unkept: bool = False,
) -> Check:
    """Return verdict, counts of problems, each file's state, what is set aside, and the rest.

    What was decided about drafts is not in it, nor how many they are: see ``decided_drafts``.
    """
    turns = [problem.owner for problem in result.problems]
    counts = {turn: turns.count(turn) for turn in (REVIEWER, COMMITTEE, COORDINATOR)}
    return Check(
        ready=result.ready,
        verdict=verdict(result),
        detail=_ready_detail(result, settled) if result.ready else _detail(result, counts),
        counts=counts,
        all_compared=not any(problem.code in _NOT_COMPARED for problem in result.problems),
        rows=sum(file.rows - file.aside for file in result.files),
        files=_file_states(result, settled),
        aside=aside_parts(result, settled),
        recorded=recorded,
        carried=carried,
        gone=gone,
        unsaved=unsaved,
        unkept=unkept,
    )


def decided_drafts(
    decided: Iterable[tuple[int, Reason, str, bool]],
) -> tuple[DecidedDraft, ...]:
    """Return what was decided about each draft, in words: for the list that she asks for.

    ``decided`` has draft, reason, what has changed since, and whether a file carries it.
    """
    return tuple(
        DecidedDraft(
            draft,
            text=f"{_in_words(reason)}{', adjudicated' if adjudicated else ''}",
            changed=_CHANGED[changed],
            gone=changed == GONE,
            in_file=in_file,
        )
        for draft, (reason, adjudicated), changed, in_file in decided
    )


def _ready_detail(result: CheckResult, settled: Settled) -> str:
    left = [f for f in result.files if f.file not in settled.files and f.aside < max(f.rows, 1)]
    rows, every = sum(f.rows - f.aside for f in result.files), sum(f.rows for f in result.files)
    if len(left) == len(result.files) and rows == every:
        what = f"{counted(len(left), 'return file')}, {counted(rows, 'row')}."
    else:
        what = (
            f"{len(left):,} of {counted(len(result.files), 'return file')}, "
            f"{rows:,} of {counted(every, 'row')}; the rest is set aside."
        )
    detail = f"{what} Save them as one file for the study’s importer."
    for question in result.problems[:1]:
        more = len(result.problems) - 1
        detail += f" Look here first: {question.message} {question.hint}"
        detail += f" And {more:,} more like it." if more else ""
    return detail


def _detail(result: CheckResult, counts: Mapping[str, int]) -> str:
    here = counts[COORDINATOR]
    look = f"{counted(here, 'thing')} to look at here. " if here else ""
    whole, rows = to_send_back(result)
    back = []
    if rows:
        files = counted(len({file for file, _ in rows}), "file")
        back.append(f"{counted(len(rows), 'row')} of {files}")
    if whole:
        back.append(f"{counted(len(whole), 'file')} as a whole")
    send = f"To send back: {joined(back)}. " if back else ""
    return f"{send}{look}Original files are never changed."


def problem_rows(problems: Iterable[Problem]) -> tuple[ShownProblem, ...]:
    """Return what a list of problems shows, one record a problem, in the check's order."""
    return tuple(_problem_row(number, problem) for number, problem in enumerate(problems))


def aside_parts(result: CheckResult, settled: Settled) -> tuple[AsidePart, ...]:
    """Return what is set aside: whole files, and the single rows of each file."""
    parts: list[tuple[int, str]] = []
    rows_of = {file.file: file.rows for file in result.files}
    for file in sorted(settled.files):
        rows_ = rows_of.get(file, 0)
        parts.append((file, f"all of its {counted(rows_, 'row')}" if rows_ else "the whole file"))
    single: dict[int, list[int]] = {}
    for file, row in sorted(settled.rows):
        if file not in settled.files:
            single.setdefault(file, []).append(row)
    parts += [(file, _rows_text(rows)) for file, rows in single.items()]
    detail = "Left out of the import; the file stays as it is."
    return tuple(
        AsidePart(number, file, f"File {file}, {what}", detail)
        for number, (file, what) in enumerate(parts)
    )


def aside_ways(
    returns: Returns, problem: Problem, settled: Settled = NOTHING_SETTLED
) -> list[AsideWay]:
    """Return the ways to set aside what a problem is about.

    Rows that are set aside already are in none of them, nor counted, but as rows of their file.
    """
    ways: list[AsideWay] = []

    def left(pairs: Pairs) -> Pairs:
        return tuple(pair for pair in pairs if not settled.leaves_out(*pair))

    def add(
        key: str,
        label: str,
        detail: str,
        *,
        rows: Pairs = (),
        file: int | None = None,
        back: int | None = None,
    ) -> None:
        ways.append(AsideWay(Choice(key, label, detail), rows, file, back))

    if older := older_rows(problem):
        files = joined([f"file {n}" for n in sorted({file for file, _ in older})])
        text = f"The rows of {files} that another version repeats: {counted(len(older), 'row')}."
        add("older", "The older version", text, rows=older)
    unknown = left(rows_of_unknown_drafts(returns))
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
        same = left(rows_of_reviewer(returns, file, row))
        if len(same) > 1 and same not in met:
            met.append(same)
            text = f"{counted(len(same), 'row')} in all files; for a reviewer who was replaced."
            label = f"All rows of the reviewer of row {row} in file {file}"
            add(f"reviewer-{file}-{row}", label, text, rows=same)
    files_of = sorted({file for file, _ in pairs} | ({problem.file} if problem.file else set()))
    for file in files_of[:4]:
        rows = len(returns.files[file - 1].rows)
        detail = f"{counted(rows, 'row')}." if rows else "No row of it could be read."
        add(f"file-{file}", f"All of file {file}", detail, file=file)
    if problem.kind == "file_changed_since":
        text = "All of the file counts, as it is now."
        add("back", "Nothing of it", text, back=problem.file)
    return ways


def _problem_row(number: int, problem: Problem) -> ShownProblem:
    files = sorted({file for file, _ in problem.rows})
    if problem.file is not None and problem.file not in files:
        files = [problem.file]
    one_draft = len(problem.drafts) == 1
    to_decide = problem.owner == COMMITTEE or problem.code == "look_again"
    actions: list[Action] = []
    if problem.owner == REVIEWER:
        actions.append("slip")
    if one_draft and to_decide:
        actions.append("reason")
    if files and problem.code != "blocked":
        actions.append("aside")
    return ShownProblem(
        id=number,
        turn=problem.owner,
        files=tuple(files),
        file_text=_files_text(problem.file, files),
        row_text=_row_text(problem, files),
        field=problem.field or "",
        message=problem.message,
        hint=problem.hint,
        draft=problem.drafts[0] if one_draft else None,
        actions=tuple(actions),
        order=_order(problem),
        tone="info" if problem.code == "blocked" else _TONES[problem.owner],
    )


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


def _short(rows: Sequence[int], before: str = "") -> str:
    """Return the rows by number, with what stands before them, or how many they are."""
    parts = ranges(rows)
    return f"{before}{joined(parts)}" if len(parts) <= _MOST_RANGES else f"{len(rows):,} rows"


def _rows_text(rows: Sequence[int]) -> str:
    if len(rows) == 1:
        return f"row {rows[0]}"
    return _short(rows, "rows ")


def _file_states(result: CheckResult, settled: Settled) -> tuple[CheckedFile, ...]:
    found: dict[int, list[Problem]] = {}
    for problem in result.problems:
        if problem.file is not None:  # what lies between files is no file's own problem
            found.setdefault(problem.file, []).append(problem)
    return tuple(
        CheckedFile(
            file.file,
            file.rows,
            file.aside,
            len(found.get(file.file, ())),
            *_file_state(file.file in settled.files, found.get(file.file, [])),
        )
        for file in result.files
    )


def _file_state(aside: bool, problems: Sequence[Problem]) -> tuple[str, Tone]:
    """Return the state in words. What lies between files is told on the page alone."""
    if aside:
        return "set aside", "waiting"
    if not problems:
        return "no problem", "good"
    bad = any(problem.owner == REVIEWER for problem in problems)
    return counted(len(problems), "problem"), "bad" if bad else "warning"


def _in_words(code: str | None) -> str:
    return code.replace("_", " ").capitalize() if code else "No reason"
