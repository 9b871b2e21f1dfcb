"""The correction slip: what one file's reviewer is asked for, from that file alone."""

from __future__ import annotations

import textwrap

from .check import CheckResult
from .problems import REVIEWER, Fault, joined, ranges
from .reader import FileAlone

_WIDTH = 72
_START = (
    "Your review return could not be imported yet. Please correct the points below, "
    "save the file again and send it back."
)


def correction_slip(result: CheckResult, file: int) -> str:
    """Return plain text to paste into a mail to the file's reviewer; "" if there is nothing.

    It is made from the file and the current drafts, never from another file:
    whether other reviewers disagreed, agreed or were first cannot be read from
    it, nor what is set aside. It holds no alias, digest or value.
    """
    alone = result.alone[file]
    points = _of_file(alone) + _of_rows(alone)
    if not points:
        return ""
    return "\n\n".join([textwrap.fill(_START, _WIDTH), *points]) + "\n"


def _of_file(alone: FileAlone) -> list[str]:
    points = []
    for fault in alone.faults:
        if fault.owner == REVIEWER:
            heading = f"The file, {fault.field}" if fault.field else "The file"
            points.append(_point(heading, fault.asked))
    return points


def _of_rows(alone: FileAlone) -> list[str]:
    points: list[tuple[tuple[int, ...], str]] = []
    for fault, numbers in alone.row_faults.items():
        if fault.owner == REVIEWER:
            heading = _heading(numbers, alone.rows, fault)
            points.append((numbers, _point(heading, fault.asked)))
    points.sort(key=lambda point: point[0][0])
    return [text for _, text in points]


def _heading(numbers: tuple[int, ...], rows: int, fault: Fault) -> str:
    if len(numbers) == 1:
        where = f"Row {numbers[0]}"
    elif len(numbers) == rows:
        where = f"Every row ({rows:,} rows)"
    else:
        where = f"Rows {joined(ranges(numbers))}"
    return f"{where}, {fault.field}" if fault.field else where


def _point(heading: str, asked: str) -> str:
    indent = "   "
    body = textwrap.fill(asked, _WIDTH, initial_indent=indent, subsequent_indent=indent)
    return f"{textwrap.fill(heading, _WIDTH)}\n{body}"
