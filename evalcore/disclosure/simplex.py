"""A simplex dictionary in exact arithmetic, and which variables it can make positive.

Rows read scale * x_b + sum(coefficient * x_j) = value in whole numbers, scale > 0 and
all variables >= 0; x_b is basic, the x_j are nonbasic. (Chvatal, Linear Programming,
1983, chapters 2 and 3; Bland's rule after steps of no length.)
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from fractions import Fraction
from functools import partial
from math import gcd, lcm

from .steps import Steps

Row = dict[int, int]
"""Variable -> coefficient, none of them 0."""

_FINE = 1 << 16
_PATIENCE = 30
"""Steps without length before Bland's rule takes over."""


class Dictionary:
    """A system of equations solved for its basic variables."""

    __slots__ = ("_own_columns", "_own_rows", "columns", "rows", "scales", "steps", "values")

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.rows: dict[int, Row] = {}
        self.scales: dict[int, int] = {}
        self.values: dict[int, int] = {}
        self.columns: dict[int, set[int]] = {}
        """Nonbasic variable -> the basic ones whose rows have it."""
        self._own_rows: set[int] | None = None
        self._own_columns: set[int] | None = None
        """Those that no copy shares; None: all. The others are copied before they change."""

    def __repr__(self) -> str:
        return "Dictionary(...)"

    def copy(self) -> Dictionary:
        """Return the same system, to be changed by itself."""
        other = Dictionary(self.steps)
        other.rows = dict(self.rows)
        other.scales = dict(self.scales)
        other.values = dict(self.values)
        other.columns = dict(self.columns)
        for one in (self, other):
            one._own_rows, one._own_columns = set(), set()
        self.steps.take(len(self.rows) // 2)
        return other

    def _row(self, basic: int) -> Row:
        """Return a row to be changed."""
        row = self.rows[basic]
        if self._own_rows is not None and basic not in self._own_rows:
            row = self.rows[basic] = dict(row)
            self._own_rows.add(basic)
        return row

    def _column(self, variable: int) -> set[int]:
        """Return the column of a nonbasic variable, to be changed."""
        column = self.columns.get(variable)
        if column is None:
            column = self.columns[variable] = set()
        elif self._own_columns is None or variable in self._own_columns:
            return column
        else:
            column = self.columns[variable] = set(column)
        if self._own_columns is not None:
            self._own_columns.add(variable)
        return column

    def reduce(self, form: Row) -> tuple[Row, int, int]:
        """Return a sum in nonbasic variables alone: scale * sum = coefficients + constant."""
        scale = lcm(*(self.scales[v] for v in form if v in self.scales))
        reduced: Row = {}
        constant = 0
        for variable, factor in form.items():
            row = self.rows.get(variable)
            if row is None:
                _add(reduced, variable, factor * scale)
                continue
            times = factor * (scale // self.scales[variable])
            constant += times * self.values[variable]
            self.steps.take(len(row))
            for other, coefficient in row.items():
                _add(reduced, other, -times * coefficient)
        return reduced, constant, scale

    def add(self, form: Row, value: int, basic: int) -> None:
        """Add the equation sum(form) = value, form in nonbasic variables, solved for ``basic``."""
        self._solve(form, value, basic, self.columns.pop(basic, set()))

    def pivot(self, leaving: int, entering: int) -> None:
        """Exchange a basic and a nonbasic variable."""
        row = dict(self.rows.pop(leaving))
        value = self.values.pop(leaving)
        for variable in row:
            self._column(variable).discard(leaving)
        row[leaving] = self.scales.pop(leaving)
        self._solve(row, value, entering, self.columns.pop(entering))

    def _solve(self, row: Row, value: int, basic: int, where: Iterable[int]) -> None:
        """Put in an equation solved for ``basic``, also in the rows that have it."""
        divisor = gcd(value, *row.values())
        if row[basic] < 0:
            divisor = -divisor
        if divisor != 1:
            value //= divisor
            row = {variable: number // divisor for variable, number in row.items()}
        scale = row.pop(basic)
        self._substitute(basic, row, value, scale, where)
        self.put(basic, row, value, scale)

    def put(self, basic: int, row: Row, value: int, scale: int) -> None:
        """Put in a row whose variables are nonbasic in all others too."""
        self.rows[basic] = row
        self.values[basic] = value
        self.scales[basic] = scale
        if self._own_rows is not None:
            self._own_rows.add(basic)
        for variable in row:
            self._column(variable).add(basic)

    def _substitute(
        self, basic: int, row: Row, value: int, scale: int, where: Iterable[int]
    ) -> None:
        items = list(row.items())
        for other in where:
            self.steps.take(len(items))
            target = self._row(other)
            factor = target.pop(basic)
            common = gcd(scale, factor)
            times, factor = scale // common, factor // common
            if times != 1:
                for variable in target:
                    target[variable] *= times
                self.scales[other] *= times
            self.values[other] = times * self.values[other] - factor * value
            for variable, coefficient in items:
                before = target.get(variable)
                if before is None:
                    target[variable] = -factor * coefficient
                    self._column(variable).add(other)
                    continue
                after = before - factor * coefficient
                if after:
                    target[variable] = after
                else:
                    del target[variable]
                    self._column(variable).discard(other)
            if self.scales[other] != 1:
                self._shorten(other)

    def _shorten(self, basic: int) -> None:
        row = self._row(basic)
        divisor = gcd(self.scales[basic], self.values[basic], *row.values())
        if divisor != 1:
            self.scales[basic] //= divisor
            self.values[basic] //= divisor
            for variable in row:
                row[variable] //= divisor

    def make_feasible(self) -> bool:
        """Pivot until no value is negative; False if that cannot be.

        Minimises the sum of what is below 0 (the composite method).
        """
        stalled = 0
        while bad := [basic for basic, value in self.values.items() if value < 0]:
            whole = lcm(*(self.scales[basic] for basic in bad))
            slopes: Row = {}
            for basic in bad:
                times = whole // self.scales[basic]
                for variable, coefficient in self.rows[basic].items():
                    slopes[variable] = slopes.get(variable, 0) + times * coefficient
            falling = {variable: slope for variable, slope in slopes.items() if slope < 0}
            if not falling:
                return False
            bland = stalled > _PATIENCE
            entering = min(falling) if bland else min(falling, key=partial(self._worth, falling))
            step, leaving = self._block(entering, falling[entering], whole)
            stalled = stalled + 1 if step == 0 else 0
            self.pivot(leaving, entering)
        return True

    def _worth(self, falling: Row, variable: int) -> tuple[int, int]:
        """Return how much a variable that rises brings for each row that it changes."""
        return _FINE * falling[variable] // (1 + len(self.columns[variable])), variable

    def _block(self, entering: int, slope: int, whole: int) -> tuple[Fraction, int]:
        """Return how far a variable can rise, and the row that stops it.

        What is not negative must not become so. What is negative may become 0 and
        pass it; the sum of these falls with ``slope`` until enough of them have.
        """
        first: tuple[Fraction, int] | None = None
        passed: list[tuple[Fraction, int, int]] = []
        for basic in self.columns[entering]:
            coefficient = self.rows[basic][entering]
            value = self.values[basic]
            if value >= 0 and coefficient > 0:
                limit = (Fraction(value, coefficient), basic)
                if first is None or limit < first:
                    first = limit
            elif value < 0 and coefficient < 0:
                rise = -coefficient * (whole // self.scales[basic])
                passed.append((Fraction(value, coefficient), basic, rise))
        for step, basic, rise in sorted(passed):
            if first is not None and first[0] <= step:
                return first
            slope += rise
            if slope >= 0:
                return step, basic
        assert first is not None  # the slope is the sum of what was passed, and more
        return first


def forced_zeros(at: Dictionary, positive: Set[int] = frozenset()) -> tuple[Dictionary, set[int]]:
    """Return the cone at a feasible vertex, and its variables that are 0 in all of it.

    The cone has the rows whose value is 0: near the vertex the others bound
    nothing. What is constant in the cone is constant in the whole polyhedron.
    Variables that are known to be ``positive`` somewhere are not looked at.
    """
    cone = Dictionary(at.steps)
    for basic, row in at.rows.items():
        if at.values[basic] == 0:
            cone.put(basic, dict(row), 0, at.scales[basic])
    unproven = set(cone.rows).union(*cone.rows.values()) if cone.rows else set()
    unproven -= positive
    for variable in list(cone.columns):
        rows = cone.columns[variable]
        if all(cone.rows[basic][variable] < 0 for basic in rows):
            unproven -= {variable, *rows}
    zeros: set[int] = set()
    while unproven:
        wanted = min(unproven)
        ray, held = _ray(cone, wanted)
        unproven -= ray | held
        zeros |= held
    return cone, zeros


def _ray(cone: Dictionary, wanted: int) -> tuple[set[int], set[int]]:
    """Return variables that are positive on a ray of the cone, the wanted one among them.

    Or, if it is 0 in all of the cone, the variables that are seen to be 0 with it.
    """
    patience = _PATIENCE
    while True:
        gains, _, _ = cone.reduce({wanted: 1})
        rising = [variable for variable, gain in gains.items() if gain > 0]
        if not rising:
            return set(), {wanted, *gains}
        for variable in rising:
            rows = cone.columns.get(variable, set())
            if all(cone.rows[basic][variable] < 0 for basic in rows):
                return {variable, *rows}, set()
        patience -= 1
        # the pivot that changes least; then Bland's rule, which comes to an end
        quick = patience > 0
        entering = min(rising, key=lambda v: (len(cone.columns[v]), v) if quick else (0, v))
        blocked = [b for b in cone.columns[entering] if cone.rows[b][entering] > 0]
        cone.pivot(
            min(blocked, key=lambda b: (len(cone.rows[b]), b) if quick else (0, b)), entering
        )


def _add(form: Row, variable: int, number: int) -> None:
    total = form.get(variable, 0) + number
    if total:
        form[variable] = total
    else:
        form.pop(variable, None)
