"""Linear equations between whole numbers that are not negative, exactly.

A sum is determined already by the rational solutions iff it is constant on the
polyhedron A x = b, x >= 0: iff it is a combination of the equations once the variables
that are 0 everywhere are left out. (Schrijver, Theory of Linear and Integer Programming,
1986, section 8.2: implicit equalities and the affine hull.) What whole numbers determine
beyond that is found in ``release_whole``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .simplex import Dictionary, Row, forced_zeros
from .steps import Steps

Form = Mapping[int, int]
"""Variable -> coefficient, none of them 0."""

Lows = list[int]
Highs = list[int | None]
"""Bounds of each variable; None: no bound."""

Number = int | Fraction

_MOST_VISITS = 12
"""How often bounds are drawn from one equation; the rest is left to the simplex method."""


class Demand(NamedTuple):
    """What a sum must be at least and, unless None, at most."""

    form: Form
    low: int
    high: int | None

    def span(self, low: Lows, high: Highs) -> tuple[int | None, int | None]:
        """Return what the sum is at least and at most within bounds; None: not bounded."""
        least: int | None = 0
        most: int | None = 0
        for variable, factor in self.form.items():
            below: int | None = low[variable]
            above = high[variable]
            if factor < 0:
                below, above = above, below
            least = None if least is None or below is None else least + factor * below
            most = None if most is None or above is None else most + factor * above
        return least, most

    def value(self, solution: Sequence[int]) -> int:
        """Return what the sum is in a solution."""
        return sum(factor * solution[variable] for variable, factor in self.form.items())

    def distance(self, solution: Sequence[int]) -> int:
        """Return how far a solution is from meeting the demand; 0: it does."""
        value = self.value(solution)
        return max(0, self.low - value, value - self.high if self.high is not None else 0)


class Expression(NamedTuple):
    """A sum as far as it is not determined: free variable -> coefficient, and the rest."""

    free: dict[int, Number]
    constant: Number


class LinearSystem:
    """Equations between variables that are numbered from 0, whole and not negative."""

    def __init__(self, steps: Steps | None = None) -> None:
        self.steps = steps or Steps()
        self._equations: list[Demand] = []
        self._where: list[list[int]] = []
        self._bounded: list[Form] = []
        self.low: Lows = []
        self.high: Highs = []
        """Bounds that follow for every whole solution."""
        self.at = Dictionary(self.steps)
        """The equations solved at a vertex; variables that the bounds fix are not in it."""
        self._cone = Dictionary(self.steps)
        self._zeros: set[int] = set()
        self._equal = Dictionary(self.steps)
        self._known: dict[int, Expression] = {}
        self._closely = False

    def __repr__(self) -> str:
        return "LinearSystem(...)"

    def variable(self) -> int:
        """Return the number of a new variable."""
        self.low.append(0)
        self.high.append(None)
        return len(self.low) - 1

    def equate(self, form: Form, value: int) -> None:
        """Add the equation sum of coefficient * variable = value."""
        self.steps.take(len(form))
        self._equations.append(Demand(form, value, value))

    def bound(self, form: Form) -> None:
        """Add the rule that a sum is not negative."""
        self.steps.take(len(form))
        self._bounded.append(form)

    def solve(self) -> bool:
        """Prepare for questions; False if no numbers suit all equations."""
        if not self._tighten():
            return False
        needed = [form for form in self._bounded if not self._holds(form)]
        for form in needed:
            self.equate({**form, self.variable(): -1}, 0)
        if needed and not self._tighten():
            return False
        return self._eliminate() and self.at.make_feasible()

    def look_closer(self, solutions: Iterable[Sequence[int]]) -> None:
        """Find what is 0 in all fractions, which ``expression`` leaves out.

        It is done but once. What is not 0 in one of these solutions is passed over.
        """
        if self._closely:
            return
        self._closely = True
        positive = {v for one in solutions for v, value in enumerate(one) if value}
        self._cone, self._zeros = forced_zeros(self.at, positive)
        for basic in self._zeros & self._cone.rows.keys():
            row = self._free(self._cone.rows[basic])[0]
            if row:
                self._equal.add(row, 0, min(row))

    def value(self, form: Form) -> int | None:
        """Return what a sum must be in all rational solutions, or None if that is not determined.

        A fraction: no whole numbers suit, so nobody published this.
        """
        free, constant = self.expression(form)
        return None if free or constant.denominator != 1 else constant.numerator

    def expression(self, form: Form) -> Expression:
        """Return a sum in as few variables as can be: it is determined if there are none."""
        self.look_closer(())
        free: dict[int, Number] = {}
        constant: Number = 0
        for variable, factor in form.items():
            if self.is_fixed(variable):
                constant += factor * self.low[variable]
                continue
            known = self._known.get(variable)
            if known is None:
                known = self._known[variable] = self._express(variable)
            constant += factor * known.constant
            add_to(free, known.free, factor)
        return Expression(free, constant)

    def _express(self, variable: int) -> Expression:
        rest, constant, scale = self.at.reduce({variable: 1})
        whole = scale
        rest, _, scale = self._cone.reduce(rest)
        whole *= scale
        rest, scale = self._free(rest)
        whole *= scale
        free = {one: _number(factor, whole) for one, factor in rest.items()}
        return Expression(free, _number(constant, self.at.scales.get(variable, 1)))

    def _free(self, form: Row) -> tuple[Row, int]:
        """Leave out what is 0 everywhere, and resolve what is equal everywhere."""
        row, _, scale = self._equal.reduce({v: n for v, n in form.items() if v not in self._zeros})
        return row, scale

    def is_fixed(self, variable: int) -> bool:
        """Tell whether the bounds leave a variable one number."""
        return self.low[variable] == self.high[variable]

    def require(self, at: Dictionary, demand: Demand, fresh: int) -> int:
        """Add a demand to a dictionary; variables that it needs count down from ``fresh``.

        Returns the next of these numbers.
        """
        form = {v: n for v, n in demand.form.items() if not self.is_fixed(v)}
        fixed = sum(n * self.low[v] for v, n in demand.form.items() if self.is_fixed(v))
        row, constant, scale = at.reduce(form)
        if demand.low == demand.high:
            value = scale * (demand.low - fixed) - constant
            if row:
                at.add(row, value, min(row, key=lambda v: (len(at.columns.get(v, ())), v)))
            elif value:
                at.put(fresh, {}, -1, 1)  # it never can be: nothing raises the value
            return fresh - 1
        # the sum is low + fresh; fresh + the next one is high - low
        at.add({**row, fresh: -scale}, scale * (demand.low - fixed) - constant, fresh)
        if demand.high is not None:
            row, constant, scale = at.reduce({fresh: 1})
            value = scale * (demand.high - demand.low) - constant
            at.add({**row, fresh - 1: scale}, value, fresh - 1)
        return fresh - 2

    def _holds(self, form: Form) -> bool:
        """Tell whether the bounds of the variables alone make a sum not negative."""
        least, _ = Demand(form, 0, None).span(self.low, self.high)
        return least is not None and least >= 0

    def _tighten(self) -> bool:
        """Draw bounds from each equation until nothing changes; False if they cross."""
        self._where = [[] for _ in self.low]
        for number, (form, _, _) in enumerate(self._equations):
            for variable in form:
                self._where[variable].append(number)
        return self._draw(self.low, self.high, range(len(self._equations))) is not None

    def narrow(self, low: Lows, high: Highs, demands: Sequence[Demand]) -> set[int] | None:
        """Tighten bounds by demands and what follows from them.

        Returns the variables whose bounds changed, None if they cross.
        """
        changed: set[int] = set()
        for _ in range(_MOST_VISITS):
            here: set[int] = set()
            for demand in demands:
                found = _bound(demand, low, high)
                self.steps.take(len(demand.form))
                if found is None:
                    return None
                here.update(found)
            if not here:
                break
            seeds = dict.fromkeys(number for v in sorted(here) for number in self._where[v])
            more = self._draw(low, high, seeds)
            if more is None:
                return None
            changed |= here | more
        return changed

    def _draw(self, low: Lows, high: Highs, seeds: Iterable[int]) -> set[int] | None:
        """Draw bounds from equations until nothing changes.

        Returns the variables whose bounds changed, None if they cross.
        """
        waiting = deque(seeds)
        queued = set(waiting)
        visits: dict[int, int] = {}
        all_changed: set[int] = set()
        while waiting:
            number = waiting.popleft()
            queued.discard(number)
            visits[number] = visits.get(number, 0) + 1
            self.steps.take(len(self._equations[number].form))
            changed = _bound(self._equations[number], low, high)
            if changed is None:
                return None
            all_changed.update(changed)
            for variable in changed:
                for other in self._where[variable]:
                    if other not in queued and visits.get(other, 0) < _MOST_VISITS:
                        queued.add(other)
                        waiting.append(other)
        return all_changed

    def _eliminate(self) -> bool:
        """Solve each equation for one of its variables, a likely large one; False if none can be.

        The shortest come first: they tie few variables together.
        """
        weights = [
            (low + high) if high is not None else 2 * low + 1_000_000
            for low, high in zip(self.low, self.high, strict=True)
        ]
        for form, value, _ in sorted(self._equations, key=lambda one: len(one.form)):
            left = {v: n for v, n in form.items() if not self.is_fixed(v)}
            value -= sum(n * self.low[v] for v, n in form.items() if self.is_fixed(v))
            row, constant, scale = self.at.reduce(left)
            if row:
                basic = max(row, key=lambda v: (weights[v], -v))
                self.at.add(row, value * scale - constant, basic)
            elif value * scale != constant:
                return False
        return True


def add_to(free: dict[int, Number], other: Mapping[int, Number], factor: Number) -> None:
    """Add a multiple of a sum to another; what becomes 0 is left out."""
    for variable, number in other.items():
        total = free.get(variable, 0) + factor * number
        if total:
            free[variable] = total
        else:
            free.pop(variable, None)


def _number(numerator: int, denominator: int) -> Number:
    if denominator == 1:
        return numerator
    number = Fraction(numerator, denominator)
    return number.numerator if number.denominator == 1 else number


def _bound(demand: Demand, low: Lows, high: Highs) -> list[int] | None:
    """Draw bounds from a demand; return the variables that changed, None if they cross."""
    form, wanted_low, wanted_high = demand
    least = most = 0  # of the sum, as far as it is bounded
    open_low = open_high = 0  # terms without a bound below, above
    for variable, factor in form.items():
        below, above = low[variable], high[variable]
        if factor > 0:
            least += factor * below
            if above is None:
                open_high += 1
            else:
                most += factor * above
        else:
            most += factor * below
            if above is None:
                open_low += 1
            else:
                least += factor * above
    if wanted_high is not None and not open_low and least > wanted_high:
        return None
    if not open_high and most < wanted_low:
        return None
    if (open_low > 1 or wanted_high is None) and open_high > 1:
        return []
    changed = []
    for variable, factor in form.items():
        below, above = low[variable], high[variable]
        new_low, new_high = below, above
        unbounded = above is None
        size = abs(factor)
        # the rest of the sum is at least / at most this, or not bounded
        if factor > 0:
            rest_low = None if open_low else least - factor * below
            bounded = open_high == unbounded
            rest_high = most - (0 if above is None else factor * above) if bounded else None
            if rest_low is not None and wanted_high is not None:
                new_high = (wanted_high - rest_low) // size
            if rest_high is not None:
                new_low = -((rest_high - wanted_low) // size)
        else:
            rest_high = None if open_high else most - factor * below
            bounded = open_low == unbounded
            rest_low = least - (0 if above is None else factor * above) if bounded else None
            if rest_high is not None:
                new_high = (rest_high - wanted_low) // size
            if rest_low is not None and wanted_high is not None:
                new_low = -((wanted_high - rest_low) // size)
        new_low = max(new_low, below)
        if new_high is None or (above is not None and above < new_high):
            new_high = above
        if new_high is not None and new_high < new_low:
            return None
        if new_low != below or new_high != above:
            low[variable], high[variable] = new_low, new_high
            changed.append(variable)
    return changed
