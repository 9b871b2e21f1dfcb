"""One system of equations for several releases, and the small counts that it determines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import NamedTuple

from .linear import Demand, Expression, LinearSystem, Number, add_to
from .steps import OutOfSteps, Steps
from .tables import Model, Published, Question, Sum
from .whole import Solution, WholeSearch

_Table = dict[str, dict[str, int]]
"""Slice -> atom -> variable."""

_Free = frozenset[tuple[int, Number]]
"""What of a count is not determined by fractions: variables with coefficients."""

_FIRST = 3
"""What part of all steps the first solution may take."""

_PARTS = (250, 4)
"""What part of all steps a question may take: little at first, then what is left more."""

_FormKey = tuple[tuple[str, int], ...]


Key = tuple[int | None, int, str, int]
"""First and last report of a span, slice, number of a question."""


@dataclass(frozen=True, slots=True)
class Span:
    """A table: the cohort of report ``last``, or what it has more than report ``first``."""

    first: int | None
    last: int


@dataclass(frozen=True, slots=True, repr=False)
class Given:
    """A count that is given away: what it counts (``number`` of the question), not how much."""

    span: Span
    slice: str
    number: int
    question: Question

    @property
    def key(self) -> Key:
        """What is counted where."""
        return self.span.first, self.span.last, self.slice, self.number


class _Asked(NamedTuple):
    """A count of the steps ``start`` to ``end`` of a chain, slice and question by number."""

    chain: int
    start: int
    end: int
    slice: int
    question: int


class Joint:
    """The cohorts of several reports of one kind.

    ``chains`` has lists of positions in ``reports``: in a chain each cohort contains
    the one before. All chains end with the same report. With ``alike``, reports of a
    chain that differ in nothing that both show are of one cohort: figures that are
    all the same are taken for the same data, at another minimum cell size. Metrics
    that are hidden are so for a reason, but in the reports ``unreasoned``.
    """

    def __init__(
        self,
        model: Model,
        reports: Sequence[Published],
        chains: Sequence[Sequence[int]],
        *,
        alike: bool = False,
        unreasoned: Collection[int] = (),
        steps: Steps | None = None,
    ) -> None:
        self.model = model
        self.alike = False
        """Whether some reports are taken to be of one cohort."""
        self.undecided: list[Given] = []
        """What was left open for want of steps, once ``given_away`` was gone through."""
        self._may_be_alike = alike
        self._reports = reports
        self._chains = chains
        self._tables: list[list[_Table]] = []
        """The tables of each chain: the first cohort, and what each next one has more."""
        self._counting = steps or Steps()
        self._system = LinearSystem(self._counting)
        self._build()
        self._expressions: dict[tuple[int, int, int, int], Expression] = {}
        self._solutions: list[Solution] = []
        self.possible = self._system.solve()
        if self.possible:
            self._search = WholeSearch(self._system, list(self._choices(unreasoned)))
            try:
                with self._counting.search(_FIRST):
                    self._solutions = self._search.first()
                self.possible = bool(self._solutions)
            except OutOfSteps:
                pass  # it may be possible
        self.found = bool(self._solutions)
        """Whether a whole solution was found; if not, nothing can be given away."""

    def __repr__(self) -> str:
        return "Joint(...)"

    def _choices(self, unreasoned: Collection[int]) -> Iterator[list[Demand]]:
        """Yield for each metric that is hidden the ways in which it can be unsafe.

        The denominator, the numerator or the rest of a slice is below the minimum; a
        numerator or a rest of 0 is safe, and so is an empty slice (contract, section
        3). Where the first slice is unsafe, so is one of each group; all can be empty.
        """
        slices = self.model.slices[1:] or self.model.slices
        seen = set()
        for chain, steps in zip(self._chains, self._tables, strict=True):
            for at, number in enumerate(chain):
                if number in seen or number in unreasoned:
                    continue
                seen.add(number)
                most = self._reports[number].minimum - 1
                for metric in self.model.shown:
                    if metric in self._reports[number].cells:
                        continue
                    parts = self.model.parts(metric)
                    tables = [step[self.model.slices[0]] for step in steps[: at + 1]]
                    ways = [Demand(_form(tables, parts[0]), 0, 0)]
                    for name in slices:
                        tables = [step[name] for step in steps[: at + 1]]
                        ways += [Demand(_form(tables, part), 1, most) for part in parts]
                    yield ways

    def _build(self) -> None:
        """Write down the equations between the counts of all chains."""
        for chain in self._chains:
            steps = [self._table() for _ in chain]
            self._tables.append(steps)
            self._publish(chain, steps)
            if self._may_be_alike:
                self._same(chain, steps)
            if self.model.least is not None and steps:
                form = _form([steps[0][self.model.slices[0]]], self.model.least)
                self._system.equate({**form, self._system.variable(): -1}, 1)
        self._join()

    def _table(self) -> _Table:
        """Add the counts of one table with their rules."""
        model, system = self.model, self._system
        table = {name: {atom: system.variable() for atom in model.atoms} for name in model.slices}
        for name in model.slices:
            for rule in model.rules:
                system.equate({table[name][atom]: n for atom, n in rule.items()}, 0)
            for rule in model.bounds:
                system.bound({table[name][atom]: n for atom, n in rule.items()})
        for atom in model.atoms:
            for group in model.groups:
                parts = {table[name][atom]: 1 for name in group}
                system.equate({**parts, table[model.slices[0]][atom]: -1}, 0)
        return table

    def _publish(self, chain: Sequence[int], steps: Sequence[_Table]) -> None:
        """Add what the reports of a chain show: each count less that of the report before it."""
        before: dict[tuple[str, _FormKey], tuple[int, int]] = {}
        for at, number in enumerate(chain):
            known: dict[tuple[str, _FormKey], tuple[Sum, int]] = {}
            for metric, slices in self._reports[number].cells.items():
                for name, counts in slices.items():
                    for form, count in zip(self.model.shown[metric], counts, strict=True):
                        known[name, tuple(sorted(form.items()))] = form, count
            for key, (form, count) in known.items():
                start, less = before.get(key, (0, 0))
                tables = [step[key[0]] for step in steps[start : at + 1]]
                self._system.equate(_form(tables, form), count - less)
                before[key] = at + 1, count

    def _same(self, chain: Sequence[int], steps: Sequence[_Table]) -> None:
        """Let there be nothing between two reports of a chain that show the same."""
        for first, last in combinations(range(len(chain)), 2):
            one, other = (self._reports[chain[at]].cells for at in (first, last))
            shared = one.keys() & other.keys()
            if shared and all(one[metric] == other[metric] for metric in shared):
                self.alike = True
                for step in steps[first + 1 : last + 1]:
                    for variable in step[self.model.slices[0]].values():
                        self._system.equate({variable: 1}, 0)

    def _join(self) -> None:
        """Make the report that ends all chains the same in all."""
        for steps in self._tables[1:]:
            for name in self.model.slices:
                for atom in self.model.atoms:
                    form = {step[name][atom]: 1 for step in self._tables[0]}
                    form |= {step[name][atom]: -1 for step in steps}
                    self._system.equate(form, 0)

    def given_away(
        self, only: Collection[Key] | None = None, without: Collection[Key] = ()
    ) -> Iterator[Given]:
        """Yield every count that is determined, above 0 and below the minimum of its report.

        Of an increment it is the larger minimum of its two reports. Determined is what is
        the same in all whole solutions. Only these counts are asked for, ``without`` those.
        """
        if not self.found:
            return
        asked = self._asked(only, without)
        decided = self._certain(asked)
        for one in asked:
            if decided[one] is None:
                self.undecided.append(self._given(one))
            elif decided[one]:
                yield self._given(one)

    def distinct(self, given: Iterable[Given]) -> list[Given]:
        """Leave out what counts the same as one that came before, by another name."""
        kept: dict[tuple[Span, str], list[Given]] = {}
        for one in given:
            before = kept.setdefault((one.span, one.slice), [])
            if not any(self._is_same(one, other) for other in before):
                before.append(one)
        return [one for alike in kept.values() for one in alike]

    def _given(self, one: _Asked) -> Given:
        chain = self._chains[one.chain]
        span = Span(chain[one.start - 1] if one.start else None, chain[one.end - 1])
        number = one.question
        return Given(span, self.model.slices[one.slice], number, self.model.questions[number])

    def _certain(self, asked: Sequence[_Asked]) -> dict[_Asked, bool | None]:
        """Tell of each count whether it is the same in all solutions; None: not decided."""
        decided: dict[_Asked, bool | None] = {}
        groups: dict[_Free, list[_Asked]] = {}
        self._system.look_closer(self._solutions)
        for one in asked:
            free = self._expression(one)
            if free:
                # those with the same variable part are decided alike
                groups.setdefault(frozenset(free.items()), []).append(one)
            else:
                decided[one] = True
        for part in _PARTS:
            for key in list(groups):
                if key in groups:
                    self._search_for(key, groups, part, decided)
        for left in groups.values():
            decided.update(dict.fromkeys(left))
        return decided

    def _search_for(
        self,
        key: _Free,
        groups: dict[_Free, list[_Asked]],
        part: int,
        decided: dict[_Asked, bool | None],
    ) -> None:
        """Take counts out of the groups that are decided by other solutions, or for want of any."""
        form = self._form(groups[key][0])
        try:
            with self._counting.search(part):
                others = self._search.another(form, _value(form, self._solutions[0]))
        except OutOfSteps:
            return
        if not others:
            decided.update(dict.fromkeys(groups.pop(key), True))
        for other in others:
            for gone in [gone for gone, of in groups.items() if self._differs(of[0], other)]:
                decided.update(dict.fromkeys(groups.pop(gone), False))

    def _differs(self, one: _Asked, other: Solution) -> bool:
        form = self._form(one)
        return _value(form, other) != _value(form, self._solutions[0])

    def _expression(self, one: _Asked) -> dict[int, Number]:
        """Return what of a count is not determined by fractions, in as few variables as can be."""
        free: dict[int, Number] = {}
        for step in range(one.start, one.end):
            key = one.chain, step, one.slice, one.question
            known = self._expressions.get(key)
            if known is None:
                table = self._tables[one.chain][step][self.model.slices[one.slice]]
                form = _form([table], self.model.questions[one.question].count)
                known = self._expressions[key] = self._system.expression(form)
            add_to(free, known.free, 1)
        return free

    def _form(self, one: _Asked) -> dict[int, int]:
        steps = self._tables[one.chain][one.start : one.end]
        tables = (step[self.model.slices[one.slice]] for step in steps)
        return _form(tables, self.model.questions[one.question].count)

    def _minimum(self, one: _Asked) -> int:
        chain = self._chains[one.chain]
        ends = [chain[one.start - 1], chain[one.end - 1]] if one.start else [chain[one.end - 1]]
        return max(self._reports[number].minimum for number in ends)

    def _asked(self, only: Collection[Key] | None, without: Collection[Key]) -> list[_Asked]:
        """Return the counts that are small and the same in all solutions that are known."""
        firsts, *others = (self._totals(one) for one in self._solutions)
        slices, questions = range(len(self.model.slices)), range(len(self.model.questions))
        asked = []
        for chain, start, end in self._spans():
            least = self._minimum(_Asked(chain, start, end, 0, 0))
            for name in slices:
                for number in questions:
                    first = firsts[chain][name][number]
                    value = first[end] - first[start]
                    if not 0 < value < least or any(
                        other[chain][name][number][end] - other[chain][name][number][start] != value
                        for other in others
                    ):
                        continue
                    one = _Asked(chain, start, end, name, number)
                    if only is not None or without:
                        key = self._given(one).key
                        if key in without or (only is not None and key not in only):
                            continue
                    asked.append(one)
        return asked

    def _totals(self, solution: Solution) -> list[list[list[list[int]]]]:
        """Return by chain, slice and question the counts of the cohorts, 0 before the first."""
        totals = []
        for steps in self._tables:
            self._counting.take(len(steps) * len(self.model.questions))
            by_slice = []
            for name in self.model.slices:
                atoms = {
                    atom: [0, *accumulate(solution[step[name][atom]] for step in steps)]
                    for atom in self.model.atoms
                }
                by_slice.append(
                    [
                        [
                            sum(n * atoms[atom][at] for atom, n in question.count.items())
                            for at in range(len(steps) + 1)
                        ]
                        for question in self.model.questions
                    ]
                )
            totals.append(by_slice)
        return totals

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Yield chain, first and last step, of each cohort once and of each increment."""
        seen = set()
        for number, chain in enumerate(self._chains):
            for at, report in enumerate(chain, 1):
                if report not in seen:
                    yield number, 0, at
                seen.add(report)
            for first, last in combinations(range(1, len(chain) + 1), 2):
                yield number, first, last

    def _is_same(self, one: Given, other: Given) -> bool:
        """Tell whether two counts of a span differ in atoms alone that are 0."""
        if one.question.unit != other.question.unit:
            return False
        mine, others = one.question.count, other.question.count
        tables = [step[one.slice] for step in self._steps_of(one.span)]
        return all(
            self._system.value(_form(tables, {atom: 1})) == 0
            for atom in {**mine, **others}
            if mine.get(atom, 0) != others.get(atom, 0)
        )

    def _steps_of(self, span: Span) -> list[_Table]:
        for chain, steps in zip(self._chains, self._tables, strict=True):
            if span.last in chain and (span.first is None or span.first in chain):
                start = 0 if span.first is None else chain.index(span.first) + 1
                return steps[start : chain.index(span.last) + 1]
        raise ValueError


def _form(tables: Iterable[dict[str, int]], count: Sum) -> dict[int, int]:
    return {table[atom]: n for table in tables for atom, n in count.items()}


def _value(form: Mapping[int, int], solution: Solution) -> int:
    return sum(n * solution[variable] for variable, n in form.items())
