"""Which sums of whole numbers >= 0 a set of linear equations determines, exactly.

A sum is determined iff it is constant on the polyhedron A x = b, x >= 0: iff it
is a combination of the equations once the variables that are 0 everywhere are
left out. (Schrijver, Theory of Linear and Integer Programming, 1986, section
8.2: implicit equalities and the affine hull.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from fractions import Fraction

from .release_simplex import Dictionary, Row, forced_zeros

Form = Mapping[int, int]
"""Variable -> coefficient, none of them 0."""

_MOST_VISITS = 12
"""How often bounds are drawn from one equation; the rest is left to the simplex method."""


class LinearSystem:
    """Equations between variables that are numbered from 0, whole and not negative."""

    def __init__(self) -> None:
        self._equations: list[tuple[Form, int]] = []
        self._bounded: list[Form] = []
        self._low: list[int] = []
        self._high: list[int | None] = []
        self._at = Dictionary()
        self._cone = Dictionary()
        self._zeros: set[int] = set()
        self._equal = Dictionary()

    def __repr__(self) -> str:
        return "LinearSystem(...)"

    def variable(self) -> int:
        """Return the number of a new variable."""
        self._low.append(0)
        self._high.append(None)
        return len(self._low) - 1

    def equate(self, form: Form, value: int) -> None:
        """Add the equation sum of coefficient * variable = value."""
        self._equations.append((form, value))

    def bound(self, form: Form) -> None:
        """Add the rule that a sum is not negative."""
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
        if not self._eliminate() or not self._at.make_feasible():
            return False
        self._cone, self._zeros = forced_zeros(self._at)
        for basic in self._zeros & self._cone.rows.keys():
            row = self._free(self._cone.rows[basic])
            if row:
                self._equal.add(row, 0, min(row))
        return True

    def some(self) -> list[int | Fraction]:
        """Return one solution, a number for each variable."""
        solution: list[int | Fraction] = [
            low if low == high else 0 for low, high in zip(self._low, self._high, strict=True)
        ]
        for variable, value in self._at.values.items():
            number = Fraction(value, self._at.scales[variable])
            solution[variable] = number.numerator if number.denominator == 1 else number
        return solution

    def value(self, form: Form) -> int | None:
        """Return what a sum must be, or None if that is not determined."""
        fixed = sum(n * self._low[v] for v, n in form.items() if self._is_fixed(v))
        free = {v: n for v, n in form.items() if not self._is_fixed(v)}
        rest, constant, scale = self._at.reduce(free)
        rest, _, _ = self._cone.reduce(rest)
        # a fraction: no whole numbers suit, so nobody published this
        return None if self._free(rest) or constant % scale else fixed + constant // scale

    def _free(self, form: Row) -> Row:
        """Leave out what is 0 everywhere, and resolve what is equal everywhere."""
        return self._equal.reduce({v: n for v, n in form.items() if v not in self._zeros})[0]

    def _is_fixed(self, variable: int) -> bool:
        return self._low[variable] == self._high[variable]

    def _holds(self, form: Form) -> bool:
        """Tell whether the bounds of the variables alone make a sum not negative."""
        least = 0
        for variable, factor in form.items():
            bound = self._low[variable] if factor > 0 else self._high[variable]
            if bound is None:
                return False
            least += factor * bound
        return least >= 0

    def _tighten(self) -> bool:
        """Draw bounds from each equation until nothing changes; False if they cross."""
        where: list[list[int]] = [[] for _ in self._low]
        for number, (form, _) in enumerate(self._equations):
            for variable in form:
                where[variable].append(number)
        waiting = deque(range(len(self._equations)))
        queued = [True] * len(self._equations)
        visits = [0] * len(self._equations)
        while waiting:
            number = waiting.popleft()
            queued[number] = False
            visits[number] += 1
            changed = self._bound(*self._equations[number])
            if changed is None:
                return False
            for variable in changed:
                for other in where[variable]:
                    if not queued[other] and visits[other] < _MOST_VISITS:
                        queued[other] = True
                        waiting.append(other)
        return True

    def _bound(self, form: Form, value: int) -> list[int] | None:
        """Draw bounds from one equation; return the variables that changed, None if they cross."""
        low, high = self._low, self._high
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
        if (not open_low and least > value) or (not open_high and most < value):
            return None
        if open_low > 1 and open_high > 1:
            return []
        changed = []
        for variable, factor in form.items():
            below, above = low[variable], high[variable]
            new_low, new_high = below, above
            unbounded = above is None
            # the rest of the sum is at least / at most this, or not bounded
            if factor > 0:
                rest_low = None if open_low else least - factor * below
                bounded = open_high == unbounded
                rest_high = most - (0 if above is None else factor * above) if bounded else None
                if rest_low is not None:
                    new_high = (value - rest_low) // factor
                if rest_high is not None:
                    new_low = -((rest_high - value) // factor)
            else:
                rest_high = None if open_high else most - factor * below
                bounded = open_low == unbounded
                rest_low = least - (0 if above is None else factor * above) if bounded else None
                if rest_high is not None:
                    new_high = (rest_high - value) // -factor
                if rest_low is not None:
                    new_low = -((value - rest_low) // -factor)
            new_low = max(new_low, below)
            if new_high is None or (above is not None and above < new_high):
                new_high = above
            if new_high is not None and new_high < new_low:
                return None
            if new_low != below or new_high != above:
                low[variable], high[variable] = new_low, new_high
                changed.append(variable)
        return changed

    def _eliminate(self) -> bool:
        """Solve each equation for one of its variables, a likely large one; False if none can be.

        The shortest come first: they tie few variables together.
        """
        weights = [
            (low + high) if high is not None else 2 * low + 1_000_000
            for low, high in zip(self._low, self._high, strict=True)
        ]
        for form, value in sorted(self._equations, key=lambda one: len(one[0])):
            left = {v: n for v, n in form.items() if not self._is_fixed(v)}
            value -= sum(n * self._low[v] for v, n in form.items() if self._is_fixed(v))
            row, constant, scale = self._at.reduce(left)
            if row:
                basic = max(row, key=lambda v: (weights[v], -v))
                self._at.add(row, value * scale - constant, basic)
            elif value * scale != constant:
                return False
        return True
