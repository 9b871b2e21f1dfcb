"""Which problems are shown, in which order, under which headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from app.models.problem_records import HEADINGS, TURNS, ProblemRecord

_LONGEST = 8
_NUMBERS = re.compile(r"\d+").sub


class ProblemList:
    """Sorts and filters records in groups, one a turn; keeps what was asked for."""

    def __init__(self) -> None:
        self.rows: list[ProblemRecord | str] = []
        """What is shown: a record, or the turn whose heading stands there."""
        self.heading_rows: list[int] = []
        self.counted: dict[str, str] = {}
        """Of each heading that is shown: "2 files"."""
        self.slips: frozenset[int] = frozenset()
        """The first problem of each file whose slip can be asked for."""
        self.longest: dict[str, list[str]] = {}
        self._records: list[ProblemRecord] = []
        self._groups: list[list[ProblemRecord]] = [[] for _ in TURNS]
        self._kinds: dict[str, int] = {}
        self._turn: str | None = None
        self._file: int | None = None
        self._sorting = ("file_text", False)

    def set_records(self, records: list[ProblemRecord]) -> None:
        self._records = sorted(records, key=attrgetter("order"))
        self._kinds = {}
        for name in ("file_text", "row_text", "field"):
            texts = set(map(attrgetter(name), records))
            self.longest[name] = sorted(texts, key=len)[-_LONGEST:]
        self._arrange()

    def choose(self, turn: str | None, file: int | None) -> None:
        """Show the problems of one turn, of one file; None: of all."""
        self._turn, self._file = turn, file
        self._choose()

    def sort(self, name: str, backwards: bool) -> None:
        """Sort by a field; file and row are sorted by place, messages by kind."""
        self._sorting = (name, backwards)
        self._arrange()

    def counts(self, file: int | None) -> dict[str, int]:
        """Return how many problems each turn has, in one file or in all."""
        return {
            turn: len(group) if file is None else sum(file in record.files for record in group)
            for turn, group in zip(TURNS, self._groups, strict=True)
        }

    def problem(self, number: int) -> ProblemRecord | None:
        """Return the problem of a number, shown or not."""
        return next((record for record in self._records if record.id == number), None)

    def row_like(self, wanted: ProblemRecord) -> int | None:
        """Return the row of the same problem, whatever its number is now."""
        for row, record in enumerate(self.rows):
            if not isinstance(record, str) and record[1:7] == wanted[1:7]:
                return row
        return None

    def _arrange(self) -> None:
        name, backwards = self._sorting
        if name == "file_text":
            ranked = self._records[::-1] if backwards else self._records
        else:
            ranked = sorted(self._records, key=self._key(name), reverse=backwards)
        groups: dict[str, list[ProblemRecord]] = {turn: [] for turn in TURNS}
        for record in ranked:
            groups[record.turn].append(record)
        self._groups = list(groups.values())
        self._choose()

    def _key(self, name: str) -> Callable[[ProblemRecord], Any]:
        if name == "row_text":
            return lambda record: record.order[1]
        if name != "message":
            return attrgetter(name)
        if not self._kinds:  # Without numbers, so that problems of one kind stand together.
            kinds = {m: _NUMBERS("", m) for m in {record.message for record in self._records}}
            ranks = {kind: rank for rank, kind in enumerate(sorted(set(kinds.values())))}
            self._kinds = {message: ranks[kind] for message, kind in kinds.items()}
        ranked = self._kinds
        return lambda record: ranked[record.message]

    def _choose(self) -> None:
        self.rows, self.heading_rows, self.counted = [], [], {}
        for turn, group in zip(TURNS, self._groups, strict=True):
            if self._turn not in (None, turn):
                continue
            file = self._file
            chosen = group if file is None else [r for r in group if file in r.files]
            if chosen:
                self.heading_rows.append(len(self.rows))
                self.rows.append(turn)
                self.rows += chosen
                self.counted[turn] = _counted(turn, chosen)
        first: dict[int, int] = {}
        for record in self.rows:
            if not isinstance(record, str) and "slip" in record.actions:
                first.setdefault(record.files[0], record.id)
        self.slips = frozenset(first.values())


def _counted(turn: str, records: list[ProblemRecord]) -> str:
    name = HEADINGS[turn].counted
    if name == "file":
        number = len({file for files in {record.files for record in records} for file in files})
    elif name == "draft":
        drafts = {record.draft for record in records if record.draft is not None}
        number = len(drafts) + sum(record.draft is None for record in records)
    else:
        number = len(records)
    return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"
