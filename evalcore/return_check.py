"""The return check: every problem of every return file, with its place and whose turn it is."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .ambient_drafts import AmbientDraft, DraftRevision
from .errors import value_free
from .files import StrPath
from .json_reader import CancelToken, Progress
from .return_across import ByDraft, check_across
from .return_duplicates import copies, copy_problem, duplicate_problems, repeated
from .return_files import read_return_file
from .return_gathering import FileAlone, ReturnFile, read_payload
from .return_problems import Problem, counted, place_order
from .return_rows import ELSEWHERE, CurrentDrafts, ReturnRow, check_cancel
from .return_single import file_problems, row_problems, wrong_drafts
from .return_words import COORDINATOR
from .settled import NOTHING_SETTLED, Settled
from .vocabulary import MAX_REVIEW_ROWS


@dataclass(frozen=True, slots=True, repr=False)
class Returns:
    """The return files of a study as they were read, judged row by row; it prints none of it."""

    drafts: CurrentDrafts
    files: tuple[ReturnFile, ...]

    def __repr__(self) -> str:
        return "Returns(...)"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file's number, its rows that could be read, and how many of them were set aside."""

    file: int
    rows: int
    aside: int


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult:
    """What the check found. ``ready``: the import accepts the rows of all files together."""

    files: tuple[CheckedFile, ...]
    problems: tuple[Problem, ...]
    alone: Mapping[int, FileAlone]
    """What each file shows by itself, by its number: for the correction slip."""

    @property
    def ready(self) -> bool:
        return not self.problems

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
    problem. Raises EvaluationError as ``check_returns`` does.
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
    sizes = [_size(path) for path in paths]
    files = []
    for number, path in enumerate(paths, 1):
        check_cancel(cancel)
        report = _shifted(progress, sum(sizes[: number - 1]), sum(sizes))
        files.append(read_return_file(path, number, current, progress=report, cancel=cancel))
    return Returns(current, tuple(files))


@value_free
def returns_of(
    drafts: Iterable[AmbientDraft | DraftRevision], payloads: Iterable[object]
) -> Returns:
    """Return the same as ``read_returns`` for payloads."""
    current = CurrentDrafts(drafts)
    files = [read_payload(payload, n, current) for n, payload in enumerate(payloads, 1)]
    return Returns(current, tuple(files))


@value_free
def judge(
    returns: Returns, settled: Settled = NOTHING_SETTLED, *, cancel: CancelToken | None = None
) -> CheckResult:
    """Return the problems of what is not set aside, with the recorded reasons filled in."""
    rows = {file.number: counting_rows(file, settled) for file in returns.files}
    result_files = tuple(
        CheckedFile(file.number, len(file.rows), len(file.rows) - len(rows[file.number]))
        for file in returns.files
    )
    live = [file for file in returns.files if file.number not in settled.files]
    copy_of = copies(live, rows, cancel)
    problems = [copy_problem(file, earlier) for file, earlier in copy_of.items()]
    by_number = {file.number: file for file in live}
    for file in live:
        original = by_number.get(copy_of.get(file.number, 0))
        if original is None or original.faults != file.faults:
            problems += file_problems(file)
    distinct = [file for file in live if file.number not in copy_of]
    foreign, found = wrong_drafts(distinct, rows)
    problems += found
    for file in distinct:
        check_cancel(cancel)
        problems += row_problems(file, rows[file.number], file.number in foreign)
    counting = [row for file in distinct for row in rows[file.number]]
    total = sum(len(rows[file.number]) for file in live)
    told = any(problem.code == "too_many_rows" for problem in problems)
    if total > MAX_REVIEW_ROWS and not told:
        problems.append(_too_many(total))
    check_cancel(cancel)
    by_draft = ByDraft(len(returns.drafts), counting)
    problems += duplicate_problems(repeated(by_draft.here), counting, cancel)
    check_cancel(cancel)
    unread = [file.number for file in distinct if not file.whole]
    strangers = any(
        rows[number] and all(row.place == ELSEWHERE for row in rows[number]) for number in foreign
    )
    cut = {file.file for file in result_files if file.aside}
    problems += check_across(by_draft, settled.reasons, unread, strangers, cut, cancel)
    check_cancel(cancel)
    problems.sort(key=place_order)
    alone = {file.number: file.alone() for file in returns.files}
    return CheckResult(result_files, tuple(problems), alone)


def counting_rows(file: ReturnFile, settled: Settled) -> Sequence[ReturnRow]:
    """Return the rows of a file that are not set aside."""
    if file.number in settled.files:
        return ()
    if not any(number == file.number for number, _ in settled.rows):
        return file.rows
    return [row for row in file.rows if (row.file, row.number) not in settled.rows]


def _too_many(total: int) -> Problem:
    message = f"All files together have {counted(total, 'row')}; at most 100,000 are imported."
    hint = "Set aside what does not belong to this study."
    return Problem(None, None, None, "too_many_rows", COORDINATOR, (), (), message, hint)


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
