"""Which problems are shown, in which order, under which headings.

There may be 100,000. So they stay as they came, and what is sorted and filtered are
numbers of problems. Taking them in goes in steps, between which the window can
do other things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from app.pages.returns.problem_records import HEADINGS, TURNS
from evalcore.service.protocol import Problem

STEP = 1_000
"""Problems that are taken in at once: a few milliseconds."""

_LONGEST = 8
_NO_FILE = 1 << 29
_NUMBERS = re.compile(r"\d+").sub
_TEXTS = ("file_text", "row_text", "field", "message", "hint")

Texts = dict[str, tuple[dict[str, int], list[int]]]
"""Of field and message: what there is of it with its number, and the number of each problem."""


class _Taken:
    """Problems that are being taken in."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        self.groups: list[list[int]] = [[] for _ in TURNS]
        """Of each turn, the places of its problems, sorted by their place in the files."""
        self.rows: list[int] = []
        self.texts: Texts = {"field": ({}, []), "message": ({}, [])}
        self.longest: dict[str, list[str]] = {name: [] for name in _TEXTS}
        self.slip_files: list[int] = []
        """Of each problem, the file whose slip it is in, or 0."""
        self.of_files: dict[int, set[int]] = {}
        """Of each file, the places of the problems that it has a part in."""
        self.concerned: dict[str, tuple[set[int], set[int], list[int]]] = {
            turn: (set(), set(), []) for turn in TURNS
        }
        """Of each turn, its files, its drafts, and the places of its problems of no one draft."""

    def steps(self) -> Iterator[None]:
        files: list[int] = []
        kinds: dict[str, str] = {}
        (fields, of_fields), (messages, of_messages) = self.texts["field"], self.texts["message"]
        of_turn = {turn: group.append for turn, group in zip(TURNS, self.groups, strict=True)}
        for start in range(0, len(self.problems), STEP):
            part = self.problems[start : start + STEP]
            for place, problem in enumerate(part, start):
                file, row = problem.order
                files.append(file or _NO_FILE)
                self.rows.append(row)
                slip = "slip" in problem.actions
                self.slip_files.append(problem.files[0] if slip else 0)
                of_files, of_drafts, of_none = self.concerned[problem.turn]
                of_files.update(problem.files)
                for number in problem.files:
                    self.of_files.setdefault(number, set()).add(place)
                if (draft := problem.draft) is None:
                    of_none.append(place)
                else:
                    of_drafts.add(draft)
                of_turn[problem.turn](place)
                field, message = problem.field, problem.message
                kind = kinds.get(message)
                if kind is None:  # without numbers, so that problems of one kind stand together
                    kind = kinds[message] = _NUMBERS("", message)
                of_fields.append(fields.setdefault(field, len(fields)))
                of_messages.append(messages.setdefault(kind, len(messages)))
            for name in _TEXTS:
                known = {getattr(problem, name) for problem in part}.union(self.longest[name])
                self.longest[name] = sorted(known, key=len)[-_LONGEST:]
            yield
        for group in self.groups:
            group.sort(key=self.rows.__getitem__)
            yield
            group.sort(key=files.__getitem__)
            yield


class ProblemList:
    """Sorts and filters problems in groups, one a turn; keeps what was asked for."""

    def __init__(self) -> None:
        self.heading_rows: list[int] = []
        self.counted: dict[str, str] = {}
        """Of each heading that is shown: "2 files"."""
        self.slips: frozenset[int] = frozenset()
        """The first problem of each file whose slip can be asked for."""
        self._turn: str | None = None
        self._file: int | None = None
        self._sorting = ("file_text", False)
        self.clear()

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, row: int) -> Problem | str:
        """Return what a row shows: a record, or the turn whose heading stands there."""
        place = self._shown[row]
        if place < 0:
            return TURNS[-1 - place]
        return self._problems[place]

    def is_heading(self, row: int) -> bool:
        """Whether a row is a heading."""
        return self._shown[row] < 0

    def clear(self) -> None:
        """Forget the problems, not what was asked for."""
        self._problems: Sequence[Problem] = ()
        self._shown: list[int] = []
        """What is shown: places in the problems; -1, -2, -3 for the turns' headings."""
        self._groups: list[list[int]] = [[] for _ in TURNS]
        self._ranked = self._groups
        """The groups, sorted as asked for."""
        self._rows: list[int] = []
        self._texts: Texts = {}
        self._slip_files: list[int] = []
        self._of_files: dict[int, set[int]] = {}
        self._all_counted: dict[str, dict[str, int]] = {}
        self.longest: dict[str, list[str]] = {}
        self._taken = _Taken(())
        self._choose()

    def take(self, problems: Sequence[Problem]) -> Iterator[None]:
        """Take in other problems step by step.

        When the iterator has ended, ``show_taken`` shows them in place of those before.
        """
        self._taken = _Taken(problems)
        return self._taken.steps()

    def show_taken(self) -> None:
        """Show what was taken in."""
        taken = self._taken
        self._problems, self._groups, self._rows = taken.problems, taken.groups, taken.rows
        self._texts, self.longest = taken.texts, taken.longest
        self._slip_files, self._of_files = taken.slip_files, taken.of_files
        self._all_counted = {
            turn: {"file": len(files), "draft": len(drafts) + len(none)}
            for turn, (files, drafts, none) in taken.concerned.items()
        }
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
            turn: len(self._of_file(group, file))
            for turn, group in zip(TURNS, self._groups, strict=True)
        }

    def problem(self, number: int) -> Problem | None:
        """Return the problem of a number, shown or not."""
        return next((p for p in self._problems if p.id == number), None)

    @property
    def problems(self) -> Sequence[Problem]:
        """The problems that were taken in, shown or not."""
        return self._problems

    def rows_like(self, wanted: Iterable[Problem]) -> dict[Problem, int]:
        """Return the rows of the same problems, whatever their numbers are now."""
        same = {_sameness(record): record for record in wanted}
        messages = {record.message for record in same.values()}
        rows: dict[Problem, int] = {}
        for row, place in enumerate(self._shown):
            if place >= 0 and self._problems[place].message in messages:
                record = same.get(_sameness(self._problems[place]))
                if record is not None:
                    rows.setdefault(record, row)
        return rows

    def _of_file(self, group: list[int], file: int | None) -> list[int]:
        if file is None:
            return group
        places = self._of_files.get(file, set())
        return [place for place in group if place in places]

    def _arrange(self) -> None:
        name, backwards = self._sorting
        if name == "file_text":
            self._ranked = [group[::-1] if backwards else group for group in self._groups]
        else:
            ranks = self._rows if name == "row_text" else self._ranks(name)
            self._ranked = [
                sorted(group, key=ranks.__getitem__, reverse=backwards) for group in self._groups
            ]
        self._choose()

    def _ranks(self, name: str) -> list[int]:
        """Return a number for each problem, in the order of its text."""
        numbers, of_problems = self._texts.get(name, ({}, []))
        ranks = [0] * len(numbers)
        for rank, text in enumerate(sorted(numbers)):
            ranks[numbers[text]] = rank
        return list(map(ranks.__getitem__, of_problems))

    def _choose(self) -> None:
        self.heading_rows, self.counted = [], {}
        self._shown = []
        first: dict[int, int] = {}
        for number, turn in enumerate(TURNS):
            if self._turn not in (None, turn):
                continue
            chosen = self._of_file(self._ranked[number], self._file)
            if chosen:
                self.heading_rows.append(len(self._shown))
                self._shown.append(-1 - number)
                self._shown += chosen
                self.counted[turn] = self._counted(turn, chosen)
                of_file = map(self._slip_files.__getitem__, chosen)
                for place, file in zip(chosen, of_file, strict=True):
                    if file and file not in first:
                        first[file] = self._problems[place].id
        self.slips = frozenset(first.values())

    def _counted(self, turn: str, chosen: list[int]) -> str:
        name = HEADINGS[turn].counted
        problems = map(self._problems.__getitem__, chosen)
        if self._file is None and name in self._all_counted[turn]:
            number = self._all_counted[turn][name]
        elif name == "file":
            number = len({file for problem in problems for file in problem.files})
        elif name == "draft":
            drafts = [problem.draft for problem in problems]
            number = len({*drafts} - {None}) + drafts.count(None)
        else:
            number = len(chosen)
        return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"


def _sameness(problem: Problem) -> tuple[object, ...]:
    """Return what a problem is known by, whatever its number is."""
    where = problem.turn, problem.files, problem.file_text, problem.row_text, problem.field
    return *where, problem.message
