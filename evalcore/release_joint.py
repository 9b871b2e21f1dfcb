"""One system of equations for several releases, and the small counts that it determines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from .release_linear import LinearSystem
from .release_tables import Model, Published, Question, Sum

_MOST_CASES = 81
"""With more, why rates are hidden is left out of account."""

_Table = dict[str, dict[str, int]]
"""Slice -> atom -> variable."""

_Case = tuple[int, Sum, int]
"""A report, one of its counts, and the least that it is; it is below the minimum."""

_FormKey = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A table: the cohort of report ``last``, or what it has more than report ``first``."""

    first: int | None
    last: int


@dataclass(frozen=True, slots=True, repr=False)
class Given:
    """A count that is given away: what it counts (``number`` of the question), not how much.

    ``again``: the same facts or statements as one that came before, by another name.
    """

    span: Span
    slice: str
    number: int
    question: Question
    again: bool


class Joint:
    """The cohorts of several reports of one kind.

    ``chains`` has lists of positions in ``reports``: in a chain each cohort contains
    the one before. All chains end with the same report. With ``alike``, reports of a
    chain that differ in nothing that both show are of one cohort: figures that are
    all the same are taken for the same data, at another minimum cell size.
    """

    def __init__(
        self,
        model: Model,
        reports: Sequence[Published],
        chains: Sequence[Sequence[int]],
        *,
        alike: bool = False,
    ) -> None:
        self.model = model
        self.alike = False
        """Whether some reports are taken to be of one cohort."""
        self._may_be_alike = alike
        self._reports = reports
        self._chains = chains
        self.partial = False
        """Whether it was left out of account why rates are hidden."""
        # the tables of each chain; their variables have the same numbers in all systems
        self._steps: list[list[_Table]] = []
        self._systems: list[LinearSystem] = []
        for cases in self._cases():
            system = self._build(cases)
            if system.solve():
                self._systems.append(system)
        self.possible = bool(self._systems)

    def __repr__(self) -> str:
        return "Joint(...)"

    def _cases(self) -> Iterator[tuple[_Case, ...]]:
        """Yield the ways in which the rates that are hidden can be unsafe.

        The denominator, the numerator or the rest is below the minimum; a numerator
        or a rest of 0 is safe (contract, section 3).
        """
        ways: list[list[_Case]] = []
        for number in sorted({number for chain in self._chains for number in chain}):
            if not self._reports[number].cells:
                continue  # nothing ties its counts to others
            for metric, (numerator, denominator) in self.model.shown.items():
                if self.model.single and metric not in self._reports[number].cells:
                    rest = {a: n - numerator.get(a, 0) for a, n in denominator.items()}
                    rest = {atom: n for atom, n in rest.items() if n}
                    ways.append(
                        [(number, denominator, 0), (number, numerator, 1), (number, rest, 1)]
                    )
        if 3 ** len(ways) > _MOST_CASES:
            ways, self.partial = [], True
        yield from product(*ways)

    def _build(self, cases: Sequence[_Case]) -> LinearSystem:
        """Return the equations between the counts of all chains."""
        system = LinearSystem()
        self._steps = []
        for chain in self._chains:
            steps = [self._table(system) for _ in chain]
            self._steps.append(steps)
            self._publish(system, chain, steps)
            if self._may_be_alike:
                self._same(system, chain, steps)
            for number, form, least in cases:
                if number in chain:
                    self._assume(system, steps[: chain.index(number) + 1], number, form, least)
        self._join(system)
        return system

    def _assume(
        self, system: LinearSystem, steps: Sequence[_Table], number: int, form: Sum, least: int
    ) -> None:
        name, most = self.model.slices[0], self._reports[number].minimum - 1
        above, below = system.variable(), system.variable()
        variables = {step[name][atom]: n for step in steps for atom, n in form.items()}
        system.equate({**variables, above: -1}, least)
        system.equate({above: 1, below: 1}, most - least)

    def _table(self, system: LinearSystem) -> _Table:
        """Add the counts of one table with their rules."""
        model = self.model
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

    def _publish(self, system: LinearSystem, chain: Sequence[int], steps: Sequence[_Table]) -> None:
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
                system.equate(
                    {
                        step[key[0]][atom]: n
                        for step in steps[start : at + 1]
                        for atom, n in form.items()
                    },
                    count - less,
                )
                before[key] = at + 1, count

    def _same(self, system: LinearSystem, chain: Sequence[int], steps: Sequence[_Table]) -> None:
        """Let there be nothing between two reports of a chain that show the same."""
        for first, last in combinations(range(len(chain)), 2):
            one, other = (self._reports[chain[at]].cells for at in (first, last))
            shared = one.keys() & other.keys()
            if shared and all(one[metric] == other[metric] for metric in shared):
                self.alike = True
                for step in steps[first + 1 : last + 1]:
                    for variable in step[self.model.slices[0]].values():
                        system.equate({variable: 1}, 0)

    def _join(self, system: LinearSystem) -> None:
        """Make the report that ends all chains the same in all."""
        for steps in self._steps[1:]:
            for name in self.model.slices:
                for atom in self.model.atoms:
                    form = {step[name][atom]: 1 for step in self._steps[0]}
                    form |= {step[name][atom]: -1 for step in steps}
                    system.equate(form, 0)

    def given_away(self) -> Iterator[Given]:
        """Yield every count that is determined, above 0 and below the minimum of its report.

        Of an increment it is the larger minimum of its two reports.
        """
        some = self._systems[0].some()
        for span, steps in self._spans():
            minimum = max(
                self._reports[n].minimum for n in (span.first, span.last) if n is not None
            )
            for name in self.model.slices:
                tables = [step[name] for step in steps]
                values = {
                    atom: sum(some[table[atom]] for table in tables) for atom in self.model.atoms
                }
                found: list[Question] = []
                for number, question in enumerate(self.model.questions):
                    count = sum(n * values[atom] for atom, n in question.count.items())
                    if not 0 < count < minimum or self._value(tables, question.count) is None:
                        continue
                    again = any(self._is_same(tables, one.count, question.count) for one in found)
                    found.append(question)
                    yield Given(span, name, number, question, again)

    def _spans(self) -> Iterator[tuple[Span, list[_Table]]]:
        seen = set()
        for chain, steps in zip(self._chains, self._steps, strict=True):
            for at, number in enumerate(chain):
                if number not in seen:
                    yield Span(None, number), steps[: at + 1]
                seen.add(number)
            for first, last in combinations(range(len(chain)), 2):
                yield Span(chain[first], chain[last]), steps[first + 1 : last + 1]

    def _value(self, tables: Sequence[dict[str, int]], form: Sum) -> int | None:
        variables = {table[atom]: n for table in tables for atom, n in form.items()}
        first, *others = self._systems
        value = first.value(variables)
        if value is None or any(one.value(variables) != value for one in others):
            return None
        return value

    def _is_same(self, tables: Sequence[dict[str, int]], one: Sum, other: Sum) -> bool:
        """Tell whether two counts differ in atoms alone that are 0."""
        atoms = {**one, **other}
        differing = [atom for atom in atoms if one.get(atom, 0) != other.get(atom, 0)]
        return all(self._value(tables, {atom: 1}) == 0 for atom in differing)
