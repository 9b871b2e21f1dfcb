"""What each file shows by itself, as problems: one a cause, however many rows it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .return_gathering import ReturnFile
from .return_problems import Problem, counted, pairs
from .return_rows import ReturnRow
from .return_values import Fault
from .return_words import COORDINATOR, file_words, row_words

_MANY = 5
"""So many rows with the same fault are one cause (a spreadsheet column), and one problem."""

_OF_ANOTHER_TIME = ("stale", "unknown_draft")


def file_problems(file: ReturnFile) -> Iterator[Problem]:
    """Yield the problems of a file as a whole."""
    for fault in file.faults:
        turn, message, hint, _ = file_words(fault)
        yield Problem(file.number, None, fault.field, fault.code, turn, (), (), message, hint)


def row_problems(
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
        if is_one_cause(len(numbers), len(rows)):
            yield _row_problem(file, fault, numbers, len(rows))
        else:
            for number in numbers:
                yield _row_problem(file, fault, (number,), len(rows))


def is_one_cause(faulty: int, rows: int) -> bool:
    """Tell whether so many rows of a file with the same fault are told as one."""
    return faulty >= _MANY or (faulty > 1 and faulty == rows)


def _row_problem(file: ReturnFile, fault: Fault, numbers: Sequence[int], rows: int) -> Problem:
    turn, message, hint, _ = row_words(fault)
    concerned = [file.rows[number - 1] for number in numbers]
    if len(numbers) > 1:
        every = "Every row: " if len(numbers) == rows else ""
        message = f"{message} {every}{counted(len(numbers), 'row')}."
    return Problem(
        file.number,
        numbers[0] if len(numbers) == 1 else None,
        fault.field,
        fault.code,
        turn,
        tuple(sorted({row.draft for row in concerned if row.draft})),
        tuple((file.number, number) for number in numbers),
        message,
        hint,
    )


def wrong_drafts(
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
        found = [row for row in rows[file.number] if row.number in past]
        if any(row.current for row in rows[file.number]):
            current.add(file.number)
        elif found:
            concerned[file.number] = found
    if not current and len(concerned) > 1:
        together = [row for found in concerned.values() for row in found]
        return frozenset(concerned), [_wrong(None, together)]
    alone = {number: found for number, found in concerned.items() if len(found) > 1}
    return frozenset(alone), [_wrong(number, found) for number, found in alone.items()]


def _wrong(file: int | None, rows: Sequence[ReturnRow]) -> Problem:
    where = "all files" if file is None else "this file"
    drafts = tuple(sorted({row.draft for row in rows if row.draft}))
    if drafts:
        message = f"No row of {where} is about a current draft: {counted(len(rows), 'row')}."
        hint = "Is this the right drafts file? If so, the drafts changed: ask for new reviews."
    else:
        message = f"No draft of {where} is in the drafts file: {counted(len(rows), 'row')}."
        hint = "Is this the right drafts file? If so, this return is of another study."
    code = "wrong_drafts_file"
    return Problem(file, None, None, code, COORDINATOR, drafts, pairs(rows), message, hint)
