"""One system of equations for several releases, and the small counts that it determines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from .release_linear import LinearSystem
from .release_tables import Model, Published, Question, Sum

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
    the one before. All chains end with the same report.
    """

    def __init__(
        self, model: Model, reports: Sequence[Published], chains: Sequence[Sequence[int]]
    ) -> None:
        self.model = model
        self._reports = reports
        self._chains = chains
        self._system = LinearSystem()
        # slice -> atom -> variable, of each increment of each chain
        self._steps: list[list[dict[str, dict[str, int]]]] = []
        for chain in chains:
            self._steps.append([self._table() for _ in chain])
            self._publish(chain, self._steps[-1])
        self._join()
        self.possible = self._system.solve()

    def __repr__(self) -> str:
        return "Joint(...)"

    def _table(self) -> dict[str, dict[str, int]]:
        """Add the counts of one table with their rules."""
        model, system = self.model, self._system
        table = {name: {atom: system.variable() for atom in model.atoms} for name in model.slices}
        for name in model.slices:
            for rule in model.rules:
                system.equate({table[name][atom]: n for atom, n in rule.items()}, 0)
            for rule in model.bounds:
                system.bound({table[name][atom]: n for atom, n in rule.items()})
        for atom in model.linked:
            for group in model.groups:
                parts = {table[name][atom]: 1 for name in group}
                system.equate({**parts, table[model.slices[0]][atom]: -1}, 0)
        return table

    def _publish(self, chain: Sequence[int], steps: Sequence[dict[str, dict[str, int]]]) -> None:
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
                self._system.equate(
                    {
                        step[key[0]][atom]: n
                        for step in steps[start : at + 1]
                        for atom, n in form.items()
                    },
                    count - less,
                )
                before[key] = at + 1, count

    def _join(self) -> None:
        """Make the report that ends all chains the same in all."""
        for steps in self._steps[1:]:
            for name in self.model.slices:
                for atom in self.model.atoms:
                    form = {step[name][atom]: 1 for step in self._steps[0]}
                    form |= {step[name][atom]: -1 for step in steps}
                    self._system.equate(form, 0)

    def given_away(self) -> Iterator[Given]:
        """Yield every count that is determined, above 0 and below the minimum of its report.

        Of an increment it is the larger minimum of its two reports.
        """
        some = self._system.some()
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

    def _spans(self) -> Iterator[tuple[Span, list[dict[str, dict[str, int]]]]]:
        seen = set()
        for chain, steps in zip(self._chains, self._steps, strict=True):
            for at, number in enumerate(chain):
                if number not in seen:
                    yield Span(None, number), steps[: at + 1]
                seen.add(number)
            for first, last in combinations(range(len(chain)), 2):
                yield Span(chain[first], chain[last]), steps[first + 1 : last + 1]

    def _value(self, tables: Sequence[dict[str, int]], form: Sum) -> int | None:
        return self._system.value({table[atom]: n for table in tables for atom, n in form.items()})

    def _is_same(self, tables: Sequence[dict[str, int]], one: Sum, other: Sum) -> bool:
        """Tell whether two counts differ in atoms alone that are 0."""
        atoms = {**one, **other}
        differing = [atom for atom in atoms if one.get(atom, 0) != other.get(atom, 0)]
        return all(self._value(tables, {atom: 1}) == 0 for atom in differing)
