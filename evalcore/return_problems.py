"""One problem of the returns, and how numbers are said in its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

Pairs = tuple[tuple[int, int], ...]


class Problem(NamedTuple):
    """One problem; it holds no value of any file.

    ``file`` and ``row`` count from 1 (None: no single one), ``drafts`` are
    numbers in the drafts file, ``rows`` pairs of file and row. ``turn`` is
    "reviewer", "committee" or "coordinator".
    """

    file: int | None
    row: int | None
    field: str | None
    code: str
    turn: str
    drafts: tuple[int, ...]
    rows: Pairs
    message: str
    hint: str

    def __repr__(self) -> str:
        return f"Problem({self.code}, ...)"

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as JSON types."""
        return {
            "file": self.file,
            "row": self.row,
            "field": self.field,
            "code": self.code,
            "turn": self.turn,
            "drafts": list(self.drafts),
            "rows": [list(pair) for pair in self.rows],
            "message": self.message,
            "hint": self.hint,
        }


def place_order(problem: Problem) -> tuple[bool, bool, int, int, tuple[int, ...]]:
    """Sort by file and row, then what is no file's alone by draft; ``blocked`` last."""
    blocked = problem.code == "blocked"
    return blocked, problem.file is None, problem.file or 0, problem.row or 0, problem.drafts[:1]


def pairs(rows: Iterable[Any]) -> Pairs:
    """Return file and row of each, in order."""
    return tuple(sorted({(row.file, row.number) for row in rows}))


def counted(number: int, thing: str) -> str:
    """Return "1 row", "7 rows", "1,000 rows"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def named(thing: str, numbers: Sequence[int], most: int = 8) -> str:
    """Return "draft 4", "drafts 4 to 7 and 9", or with "and 12 more" after a few."""
    if len(numbers) == 1:
        return f"{thing} {numbers[0]}"
    parts = ranges(numbers)
    if len(parts) > most:
        shown = parts[: most - 1]
        left = len(numbers) - sum(_length(part) for part in shown)
        parts = [*shown, f"{left:,} more"]
    return f"{thing}s {joined(parts)}"


def ranges(numbers: Sequence[int]) -> list[str]:
    """Return sorted numbers with three or more in a row as "4 to 7"."""
    numbers = sorted(set(numbers))
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return [f"{numbers[0]} to {numbers[-1]}"]
    parts: list[str] = []
    run: list[int] = []
    for number in [*numbers, 0]:
        if run and number != run[-1] + 1:
            if len(run) > 2:
                parts.append(f"{run[0]} to {run[-1]}")
            else:
                parts += map(str, run)
            run = []
        run.append(number)
    return parts


def joined(parts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _length(part: str) -> int:
    first, _, last = part.partition(" to ")
    return int(last) - int(first) + 1 if last else 1
