"""A simplex dictionary in exact arithmetic, and which variables it can make positive.

Rows read x_b = value - sum(coefficient * x_j) with all variables >= 0; basic
variables stand on the left, nonbasic ones on the right. (Chvatal, Linear
Programming, 1983, chapters 2 and 3; Bland's rule after steps of no length.)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

Number = int | Fraction
Row = dict[int, Number]

_PATIENCE = 30
"""Steps without length before Bland's rule takes over."""


def whole(number: Number) -> Number:
    """Return a fraction that is a whole number as an int, which is faster."""
    return number.numerator if number.denominator == 1 else number


def divide(number: Number, divisor: Number) -> Number:
    """Return the exact quotient."""
    if divisor == 1:
        return number
    return -number if divisor == -1 else whole(Fraction(number) / divisor)


class Dictionary:
    """A system of equations solved for its basic variables."""

    __slots__ = ("columns", "rows", "values")

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.values: dict[int, Number] = {}
        self.columns: dict[int, set[int]] = {}
        """Nonbasic variable -> the basic ones whose rows have it."""

    def __repr__(self) -> str:
        return "Dictionary(...)"

    def reduce(self, form: Row, value: Number = 0) -> tuple[Row, Number]:
        """Return sum(form) + value in nonbasic variables alone: coefficients and constant."""
        reduced: Row = {}
        for variable, factor in form.items():
            row = self.rows.get(variable)
            if row is None:
                _add(reduced, variable, factor)
                continue
            value += factor * self.values[variable]
            for other, coefficient in row.items():
                _add(reduced, other, -factor * coefficient)
        return reduced, whole(value)

    def add(self, form: Row, value: Number, basic: int) -> None:
        """Add the equation sum(form) = value, form in nonbasic variables, solved for ``basic``."""
        pivot = form.pop(basic)
        row = {variable: divide(number, pivot) for variable, number in form.items()}
        self._substitute(basic, row, divide(value, pivot), self.columns.pop(basic, set()))
        self._put(basic, row, divide(value, pivot))

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange a basic and a nonbasic variable."""
        row = self.rows.pop(leaving)
        value = self.values.pop(leaving)
        for variable in row:
            self.columns[variable].discard(leaving)
        pivot = row.pop(entering)
        new = {variable: divide(number, pivot) for variable, number in row.items()}
        new[leaving] = divide(1, pivot)
        value = divide(value, pivot)
        self._substitute(entering, new, value, self.columns.pop(entering))
        self._put(entering, new, value)

    def _put(self, basic: int, row: Row, value: Number) -> None:
        self.rows[basic] = row
        self.values[basic] = value
        for variable in row:
            self.columns.setdefault(variable, set()).add(basic)

    def _substitute(self, basic: int, row: Row, value: Number, where: Iterable[int]) -> None:
        items = list(row.items())
        columns = self.columns
        for other in where:
            target = self.rows[other]
            factor = target.pop(basic)
            self.values[other] = whole(self.values[other] - factor * value)
            for variable, coefficient in items:
                before = target.get(variable)
                if before is None:
                    target[variable] = whole(-factor * coefficient)
                    columns.setdefault(variable, set()).add(other)
                    continue
                after = before - factor * coefficient
                if after:
                    target[variable] = whole(after)
                else:
                    del target[variable]
                    columns[variable].discard(other)

    def make_feasible(self) -> bool:
        """Pivot until no value is negative; False if that cannot be.

        Minimises the sum of what is below 0 (the composite method).
        """
        stalled = 0
        while bad := [basic for basic, value in self.values.items() if value < 0]:
            slopes: Row = {}
            for basic in bad:
                for variable, coefficient in self.rows[basic].items():
                    _add(slopes, variable, coefficient)
            falling = {variable: slope for variable, slope in slopes.items() if slope < 0}
            if not falling:
                return False
            bland = stalled > _PATIENCE
            entering = min(falling) if bland else min(falling, key=lambda v: (falling[v], v))
            step, leaving = self._block(entering, falling[entering])
            stalled = stalled + 1 if step == 0 else 0
            self.pivot(leaving, entering)
        return True

    def _block(self, entering: int, slope: Number) -> tuple[Number, int]:
        """Return how far a variable can rise, and the row that stops it.

        What is not negative must not become so. What is negative may become 0 and
        pass it; the sum of these falls with ``slope`` until enough of them have.
        """
        first: tuple[Number, int] | None = None
        passed: list[tuple[Number, int, Number]] = []
        for basic in self.columns[entering]:
            coefficient = self.rows[basic][entering]
            value = self.values[basic]
            if value >= 0 and coefficient > 0:
                limit = (divide(value, coefficient), basic)
                if first is None or limit < first:
                    first = limit
            elif value < 0 and coefficient < 0:
                passed.append((divide(value, coefficient), basic, coefficient))
        for step, basic, coefficient in sorted(passed):
            if first is not None and first[0] <= step:
                return first
            slope -= coefficient
            if slope >= 0:
                return step, basic
        assert first is not None  # the slope is the sum of what was passed, and more
        return first


def forced_zeros(at: Dictionary) -> tuple[Dictionary, set[int]]:
    """Return the cone at a feasible vertex, and its variables that are 0 in all of it.

    The cone has the rows whose value is 0: near the vertex the others bound
    nothing. What is constant in the cone is constant in the whole polyhedron.
    """
    cone = Dictionary()
    for basic, row in at.rows.items():
        if at.values[basic] == 0:
            cone._put(basic, dict(row), 0)
    unproven = set(cone.rows).union(*cone.rows.values()) if cone.rows else set()
    while unproven:
        rays = _rays(cone, unproven)
        if not rays:
            break
        unproven -= rays
    return cone, unproven


def _rays(cone: Dictionary, wanted: set[int]) -> set[int]:
    """Return variables, wanted ones among them, that are positive on rays of the cone; or none."""
    patience = _PATIENCE
    while True:
        gains, _ = cone.reduce(dict.fromkeys(wanted, 1))
        rising = {variable: gain for variable, gain in gains.items() if gain > 0}
        if not rising:
            return set()
        found: set[int] = set()
        for variable in rising:
            rows = cone.columns.get(variable, set())
            if all(cone.rows[basic][variable] < 0 for basic in rows):
                found |= {variable, *rows}
        if found:
            return found
        patience -= 1
        entering = max(rising, key=lambda v: (rising[v], -v)) if patience > 0 else min(rising)
        blocked = [b for b in cone.columns[entering] if cone.rows[b][entering] > 0]
        cone.pivot(min(blocked), entering)


def _add(form: Row, variable: int, number: Number) -> None:
    total = form.get(variable, 0) + number
    if total:
        form[variable] = whole(total)
    else:
        form.pop(variable, None)
