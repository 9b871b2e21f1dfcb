"""The return check: every problem of every return file, with its place and whose turn it is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ..drafts.records import AmbientDraft, DraftRevision
from ..errors import Place, value_free
from ..given import items_of
from ..io.files import StrPath
from ..io.json_reader import CancelToken, Progress
from ..vocabulary import MAX_REVIEW_ROWS
from .across import ByDraft, check_across
from .problems import (
    COMMITTEE,
    COORDINATOR,
    REVIEWER,
    Fault,
    Problem,
    counted,
    found,
    pairs,
    place_order,
)
from .reader import FileAlone, ReturnFile, read_payload, read_return_file
from .reviewers import copies, duplicate_problems, question_problems, repeated
from .rows import ELSEWHERE, CurrentDrafts, ReturnRow, check_cancel
from .settled import NOTHING_SETTLED, Settled

_MANY = 5
"""So many rows with the same fault are one cause (a spreadsheet column), and one problem."""

_NO_REVIEW = ("empty_row", "heading_row")
_OF_ANOTHER_TIME = ("stale", "unknown_draft")


@dataclass(frozen=True, slots=True, repr=False)
class Returns:
    """The return files of a study as they were read, judged row by row; it prints none of it."""

    drafts: CurrentDrafts
    files: tuple[ReturnFile, ...]

    def __repr__(self) -> str:
        return "Returns(...)"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file's number, its rows that could be read, and how many of them were set aside.

    ``whole``: it was read to its end, so that these are all its rows.
    """

    file: int
    rows: int
    aside: int
    whole: bool


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult:
    """What the check found. ``ready``: the import accepts the rows of all files together.

    What is only to be asked (``return_questions``) is a problem, and leaves them ready.
    """

    files: tuple[CheckedFile, ...]
    problems: tuple[Problem, ...]
    alone: Mapping[int, FileAlone]
    """What each file shows by itself, by its number: for the correction slip."""

    @property
    def ready(self) -> bool:
        return all(problem.only_asked for problem in self.problems)

    def __repr__(self) -> str:
        return f"CheckResult(ready={self.ready}, ...)"

    def to_dict(self) -> dict[str, Any]:
        """Return ready, files and problems as JSON types."""
        return {
            "ready": self.ready,
            "files": [{"file": file.file, "rows": file.rows} for file in self.files],
            "problems": [problem.to_dict() for problem in self.problems],
        }


@value_free
def check_returns(
    drafts: Iterable[AmbientDraft | DraftRevision],
    paths: Sequence[StrPath],
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> CheckResult:
    """Return every problem of the return files, in the given order, against current drafts.

    ``progress(read, total)`` is called in bytes of all files. Raises
    EvaluationError ``invalid_current_drafts`` or ``incomplete_review_import``
    (no drafts), and Cancelled; a file never raises.
    """
    return judge(read_returns(drafts, paths, progress=progress, cancel=cancel), cancel=cancel)


@value_free
def check_payloads(
    drafts: Iterable[AmbientDraft | DraftRevision], payloads: Iterable[object]
) -> CheckResult:
    """Return the same for files that were read already.

    A payload is what one file holds, as ``json.load`` gives it: properly a
    mapping of ``schema_version`` and ``rows``, and any other value is told as a
    problem. Raises EvaluationError as ``check_returns`` does, and for payloads that
    cannot be iterated over ``invalid_review_schema``.
    """
    return judge(returns_of(drafts, payloads))


@value_free
def read_returns(
    drafts: Iterable[AmbientDraft | DraftRevision],
    paths: Sequence[StrPath],
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> Returns:
    """Read the return files once, for any number of ``judge``. Raises as ``check_returns``."""
    current = CurrentDrafts(drafts)
    paths = list(items_of(paths, "unreadable_file", lambda number: Place(file=number)))
    sizes = [_size(path) for path in paths]
    before, total = [0, *accumulate(sizes)], sum(sizes)
    files = []
    for number, path in enumerate(paths, 1):
        check_cancel(cancel)
        report = _shifted(progress, before[number - 1], total)
        files.append(read_return_file(path, number, current, progress=report, cancel=cancel))
    return Returns(current, tuple(files))


@value_free
def returns_of(
    drafts: Iterable[AmbientDraft | DraftRevision], payloads: Iterable[object]
) -> Returns:
    """Return the same as ``read_returns`` for payloads."""
    current = CurrentDrafts(drafts)
    given = items_of(payloads, "invalid_review_schema", lambda number: Place(file=number))
    files = [read_payload(payload, n, current) for n, payload in enumerate(given, 1)]
    return Returns(current, tuple(files))


@value_free
def judge(
    returns: Returns, settled: Settled = NOTHING_SETTLED, *, cancel: CancelToken | None = None
) -> CheckResult:
    """Return the problems of what is not set aside, with the recorded reasons filled in."""
    rows = {file.number: counting_rows(file, settled) for file in returns.files}
    result_files = tuple(
        CheckedFile(
            file.number, len(file.rows), len(file.rows) - len(rows[file.number]), file.whole
        )
        for file in returns.files
    )
    live = [file for file in returns.files if file.number not in settled.files]
    copy_of = copies(live, rows, cancel)
    problems = [
        found("same_content", file=file, earlier=earlier) for file, earlier in copy_of.items()
    ]
    by_number = {file.number: file for file in live}
    for file in live:
        original = by_number.get(copy_of.get(file.number, 0))
        if original is None or original.faults != file.faults:
            problems += _file_problems(file)
    distinct = [file for file in live if file.number not in copy_of]
    foreign, wrong = _wrong_drafts(distinct, rows)
    problems += wrong
    for file in distinct:
        check_cancel(cancel)
        problems += _row_problems(file, rows[file.number], file.number in foreign)
    counting = [row for file in distinct for row in rows[file.number]]
    total = sum(len(rows[file.number]) for file in live)
    told = any(problem.code == "too_many_rows" for problem in problems)
    if total > MAX_REVIEW_ROWS and not told:
        count = counted(total, "row")
        problems.append(found("too_many_rows_together", count=count))
    check_cancel(cancel)
    by_draft = ByDraft(len(returns.drafts), counting)
    problems += duplicate_problems(repeated(by_draft.here), counting, cancel)
    check_cancel(cancel)
    unread = [file.number for file in distinct if not file.whole]
    whole = not (unread or by_draft.nowhere or by_draft.maybe)
    problems += question_problems(by_draft.here, whole, cancel)
    if all(len({row.reviewer for row in rows}) > 1 for rows in by_draft.here[1:]):
        unread = [n for n in unread if not by_number[n].holds_no_answer]
    strangers = any(
        rows[number] and all(row.place == ELSEWHERE for row in rows[number]) for number in foreign
    )
    cut = {file.file for file in result_files if file.aside}
    problems += check_across(by_draft, settled, unread, strangers, cut, cancel)
    for number, all_of_it in settled.files_again.items():
        what = "it was" if all_of_it else "rows of it were"
        problems.append(found("file_changed_since", file=number, what=what))
    check_cancel(cancel)
    problems.sort(key=place_order)
    alone = {file.number: file.alone() for file in returns.files}
    return CheckResult(result_files, tuple(problems), alone)


def counting_rows(file: ReturnFile, settled: Settled) -> Sequence[ReturnRow]:
    """Return the rows of a file that are not set aside."""
    if file.number in settled.files:
        return ()
    if not settled.rows:
        return file.rows
    return [row for row in file.rows if (row.file, row.number) not in settled.rows]


# what each file shows by itself: one problem a cause, however many rows it has


def _file_problems(file: ReturnFile) -> Iterator[Problem]:
    """Yield the problems of a file as a whole."""
    for fault in file.faults:
        place = file.number, None, fault.field
        yield Problem(fault.kind, *place, fault.code, fault.owner, (), (), *fault.words)


def _row_problems(
    file: ReturnFile, rows: Sequence[ReturnRow], of_other_drafts: bool
) -> Iterator[Problem]:
    """Yield the problems of the rows that count; those of other drafts were told as a whole."""
    whole = len(rows) == len(file.rows)
    counting = None if whole else {row.number for row in rows}
    for fault, numbers in file.row_faults.items():
        if of_other_drafts and fault.kind in _OF_ANOTHER_TIME:
            continue
        if counting is not None:
            numbers = tuple(number for number in numbers if number in counting)
        if (numbers and fault.kind in _NO_REVIEW) or _is_one_cause(len(numbers), len(rows)):
            yield _row_problem(file, fault, numbers, len(rows))
        else:
            for number in numbers:
                yield _row_problem(file, fault, (number,), len(rows))


def _is_one_cause(faulty: int, rows: int) -> bool:
    """Tell whether so many rows of a file with the same fault are told as one."""
    return faulty >= _MANY or (faulty > 1 and faulty == rows)


def _row_problem(file: ReturnFile, fault: Fault, numbers: Sequence[int], rows: int) -> Problem:
    message, hint = fault.words
    concerned = [file.rows[number - 1] for number in numbers]
    if len(numbers) > 1:
        every = "Every row: " if len(numbers) == rows else ""
        message = f"{message} {every}{counted(len(numbers), 'row')}."
    return Problem(
        fault.kind,
        file.number,
        numbers[0] if len(numbers) == 1 else None,
        fault.field,
        fault.code,
        fault.owner,
        tuple(sorted({row.draft for row in concerned if row.draft})),
        tuple((file.number, number) for number in numbers),
        message,
        hint,
    )


def _wrong_drafts(
    files: Sequence[ReturnFile], rows: Mapping[int, Sequence[ReturnRow]]
) -> tuple[frozenset[int], list[Problem]]:
    """Return the files without any row of a current draft, and what to say about them.

    A single such row may be an old review or a withdrawn case; two and more,
    with no other, ask whether this is the right drafts file.
    """
    concerned: dict[int, list[ReturnRow]] = {}
    current = set()
    for file in files:
        past = {
            number
            for fault, numbers in file.row_faults.items()
            if fault.kind in _OF_ANOTHER_TIME
            for number in numbers
        }
        past_rows = [row for row in rows[file.number] if row.number in past]
        if any(row.current for row in rows[file.number]):
            current.add(file.number)
        elif past_rows:
            concerned[file.number] = past_rows
    if not current and len(concerned) > 1:
        together = [row for own in concerned.values() for row in own]
        return frozenset(concerned), [_wrong(None, together)]
    alone = {number: own for number, own in concerned.items() if len(own) > 1}
    return frozenset(alone), [_wrong(number, own) for number, own in alone.items()]


def _wrong(file: int | None, rows: Sequence[ReturnRow]) -> Problem:
    drafts = tuple(sorted({row.draft for row in rows if row.draft}))
    return found(
        "no_current_row" if drafts else "no_known_draft",
        file=file,
        drafts=drafts,
        rows=pairs(rows),
        where="all files" if file is None else "this file",
        count=counted(len(rows), "row"),
    )


# the verdict


def verdict(result: CheckResult) -> str:
    """Return the verdict in one line."""
    if result.ready:
        return "Ready to import"
    whole, rows = to_send_back(result)
    files = {file for file, _ in rows}
    drafts = {
        draft
        for problem in result.problems
        if problem.owner == COMMITTEE
        for draft in problem.drafts
    }
    parts = []
    if whole:
        parts.append(f"{counted(len(files | whole), 'file')} to send back")
    elif rows:
        of = f" of {counted(len(files), 'file')}" if len(files) > 1 else ""
        parts.append(f"{counted(len(rows), 'row')}{of} to send back")
    if drafts:
        parts.append(f"{counted(len(drafts), 'draft')} for adjudication")
    if not parts:
        here = [problem for problem in result.problems if problem.owner == COORDINATOR]
        parts.append(f"{counted(len(here), 'thing')} to look at here")
    return f"Not ready: {', '.join(parts)}"


def to_send_back(result: CheckResult) -> tuple[set[int], set[tuple[int, int]]]:
    """Return the files that are sent back as a whole, and the rows of other files."""
    back = [problem for problem in result.problems if problem.owner == REVIEWER]
    whole = {problem.file for problem in back if not problem.rows and problem.file is not None}
    rows = {pair for problem in back for pair in problem.rows if pair[0] not in whole}
    return whole, rows


def _size(path: StrPath) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    if progress is None:
        return None
    report = progress
    return lambda read, _: report(min(before + read, total), total)
