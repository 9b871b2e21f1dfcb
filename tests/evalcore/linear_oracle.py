"""A linear programme solved slowly, in fractions, by the textbook's tableau."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Matrix = list[list[int]]


class Programme:
    """Ax = b, x >= 0, which must have a solution; Bland's rule throughout."""

    def __init__(self, matrix: Matrix, right: Sequence[int]) -> None:
        rows, columns = len(matrix), len(matrix[0])
        self._table = []
        for number, (row, value) in enumerate(zip(matrix, right, strict=True)):
            sign = -1 if value < 0 else 1
            artificial = [Fraction(int(number == other)) for other in range(rows)]
            numbers = [Fraction(sign * n) for n in row]
            self._table.append([*numbers, *artificial, Fraction(sign * value)])
        self._basis = [columns + number for number in range(rows)]
        assert self._run([Fraction(0)] * columns + [Fraction(-1)] * rows)
        for at in range(rows):
            if self._basis[at] >= columns:
                assert self._table[at][-1] == 0, "there is no solution"
                column = next((c for c in range(columns) if self._table[at][c]), None)
                if column is not None:
                    self._pivot(at, column)
        kept = [at for at in range(rows) if self._basis[at] < columns]
        self._table = [[*self._table[at][:columns], self._table[at][-1]] for at in kept]
        self._basis = [self._basis[at] for at in kept]

    def greatest(self, goal: Sequence[int]) -> Fraction | None:
        """Return the greatest value of a sum, None if it has no bound."""
        weights = [Fraction(n) for n in goal]
        if not self._run(weights):
            return None
        pairs = zip(self._basis, self._table, strict=True)
        return sum((weights[basic] * row[-1] for basic, row in pairs), Fraction(0))

    def only(self, goal: Sequence[int]) -> Fraction | None:
        """Return the one value of a sum, None if it can have several."""
        value = self.greatest(goal)
        least = self.greatest([-n for n in goal])
        return value if value is not None and least is not None and value == -least else None

    def _run(self, weights: list[Fraction]) -> bool:
        while True:
            used = [(weights[b], row) for b, row in zip(self._basis, self._table, strict=True)]
            used = [(weight, row) for weight, row in used if weight]
            for entering, weight in enumerate(weights):
                if weight > sum(w * row[entering] for w, row in used):
                    break
            else:
                return True
            limits = [
                (row[-1] / row[entering], self._basis[at], at)
                for at, row in enumerate(self._table)
                if row[entering] > 0
            ]
            if not limits:
                return False
            self._pivot(min(limits)[2], entering)

    def _pivot(self, at: int, column: int) -> None:
        by = self._table[at][column]
        chosen = self._table[at] = [number / by for number in self._table[at]]
        for other, row in enumerate(self._table):
            factor = row[column]
            if other != at and factor:
                self._table[other] = [
                    a - factor * b if b else a for a, b in zip(row, chosen, strict=True)
                ]
        self._basis[at] = column
