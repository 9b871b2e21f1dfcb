"""Whole solutions of equations under choices, and what all of them have in common.

Branch and bound in depth: bounds are drawn from the equations, the rest is solved in
fractions, and where that gives a fraction, or breaks a choice, the ways out are tried.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd, lcm

from .linear import Demand, Form, Highs, LinearSystem, Lows
from .simplex import Dictionary, Row

Solution = list[int]
"""A number for each variable of the system."""

_WALKS = 4
"""How many of the last vertices are left by their edges in search of another solution."""
_TURNS = 12
"""Steps of no length that are made at a vertex for that."""
_SPREADS = 3
"""Solutions that are made of a vertex, in which as much as can be is another number."""
_DIVE = 3
"""From so many broken choices on it is tried first to mend all of them at once."""

_Place = tuple[int, int]
"""A choice and one of its demands."""


@dataclass(slots=True, repr=False)
class _Node:
    """A part of the solutions.

    Variables of ``at`` that are not of the system are negative, the next one is
    ``fresh``. ``left`` has for each choice the demands that may still be met; those
    that were ruled out are in ``never``.
    """

    at: Dictionary
    low: Lows
    high: Highs
    fresh: int
    left: list[tuple[int, ...]]
    never: tuple[Demand, ...]
    demands: list[Demand]


class WholeSearch:
    """The whole solutions of a system that was solved in fractions.

    Of each of the ``choices`` at least one demand must be met. All methods raise
    OutOfSteps when the search has taken as many steps as it may.
    """

    def __init__(self, system: LinearSystem, choices: Iterable[Sequence[Demand]]) -> None:
        self._system = system
        self._choices = []
        for choice in choices:
            system.steps.take(sum(len(one.form) for one in choice))
            possible = [one for one in choice if _can_be(one, system.low, system.high)]
            self._choices.append(possible)
        self._where: dict[int, list[int]] = {}
        """Variable -> the choices that it is in."""
        for number, choice in enumerate(self._choices):
            for variable in sorted({v for one in choice for v in one.form}):
                self._where.setdefault(variable, []).append(number)
        self._vertices: list[Dictionary] = []

    def __repr__(self) -> str:
        return "WholeSearch(...)"

    def first(self) -> list[Solution]:
        """Return some solutions; none if there is none."""
        return self._find([])

    def another(self, form: Form, value: int) -> list[Solution]:
        """Return solutions, a sum being another number in the first; none: it is that in all."""
        for at in reversed(self._vertices[-_WALKS:]):
            solution = self._beside(at, form, value)
            if solution is not None:
                return [solution]
        above, below = Demand(form, value + 1, None), Demand(_negative(form), 1 - value, None)
        return self._find([above]) or self._find([below])

    def _find(self, demands: Sequence[Demand]) -> list[Solution]:
        system = self._system
        left = [tuple(range(len(choice))) for choice in self._choices]
        root = _Node(system.at, system.low, system.high, -1, left, (), [])
        waiting: list[tuple[_Node, Sequence[Demand], Sequence[_Place]]] = [(root, demands, ())]
        while waiting:
            node = self._enter(*waiting.pop())
            if node is None:
                continue
            ways = self._fraction(node.at)
            if ways is None:
                solution = self._solution(node.at)
                places = self._broken(solution, node)
                if places is None:
                    self._vertices.append(node.at)
                    return [solution, *self._spread(node.at)]
                # what was tried in vain need not be looked at again
                for number in range(len(places) - 1, -1, -1):
                    choice, at = places[number]
                    waiting.append((node, [self._choices[choice][at]], places[:number]))
                dive = self._nearest(solution, node)
                if len(dive) >= _DIVE:
                    waiting.append((node, dive, ()))
            else:
                waiting += [(node, [way], ()) for way in reversed(ways)]
        return []

    def _enter(
        self, parent: _Node, demands: Sequence[Demand], without: Sequence[_Place]
    ) -> _Node | None:
        """Return the part of a node in which demands are met, or None if it is found empty."""
        low, high = list(parent.low), list(parent.high)
        self._system.steps.take(len(low) // 8)
        left = list(parent.left)
        never = (*parent.never, *(self._choices[choice][at] for choice, at in without))
        for choice, at in without:
            left[choice] = tuple(one for one in left[choice] if one != at)
        touched = {choice for choice, _ in without}
        if parent.at is self._system.at:
            touched.update(range(len(left)))
        all_demands = [*parent.demands, *demands]
        while True:
            changed = self._system.narrow(low, high, all_demands)
            if changed is None:
                return None
            touched |= {choice for variable in changed for choice in self._where.get(variable, ())}
            follows = self._decide(touched, left, low, high)
            if follows is None:
                return None
            follows += self._denied(never, low, high)
            more = [one for one in follows if one not in all_demands]
            if not more:
                break
            all_demands += more
            touched = set()
        dictionary, fresh = parent.at.copy(), parent.fresh
        for demand in all_demands[len(parent.demands) :]:
            fresh = self._system.require(dictionary, demand, fresh)
        while True:
            if not dictionary.make_feasible() or _is_indivisible(dictionary):
                return None
            self._system.steps.take(len(low) // 8)
            cuts = list(_cuts(dictionary, low, high))
            if not cuts:
                break
            for cut in cuts:
                fresh = self._system.require(dictionary, cut, fresh)
        return _Node(dictionary, low, high, fresh, left, never, all_demands)

    def _decide(
        self,
        touched: Iterable[int],
        left: list[tuple[int, ...]],
        low: Lows,
        high: Highs,
    ) -> list[Demand] | None:
        """Rule demands of choices out by the bounds; return what must be, None if none is left."""
        forced = []
        for number in touched:
            choice = self._choices[number]
            self._system.steps.take(sum(len(choice[one].form) for one in left[number]))
            kept = tuple(one for one in left[number] if _can_be(choice[one], low, high))
            left[number] = kept
            if not kept:
                return None
            if len(kept) == 1 and not _must_be(choice[kept[0]], low, high):
                forced.append(choice[kept[0]])
        return forced

    def _denied(self, never: Sequence[Demand], low: Lows, high: Highs) -> Iterator[Demand]:
        """Yield what follows from demands that are not met."""
        for one in never:
            self._system.steps.take(len(one.form))
            least, most = one.span(low, high)
            if one.high is None:
                continue
            if least is not None and one.low <= least <= one.high:
                yield Demand(one.form, one.high + 1, None)
            elif most is not None and one.low <= most <= one.high:
                yield Demand(_negative(one.form), 1 - one.low, None)

    def _fraction(self, at: Dictionary) -> list[Demand] | None:
        """Return the two ways round a fraction, the nearer one first; None: all are whole."""
        # variables that only a demand has are whole where those of the system are
        broken = [v for v, value in at.values.items() if v >= 0 and value % at.scales[v]]
        if not broken:
            return None
        variable = min(broken)
        below, rest = divmod(at.values[variable], at.scales[variable])
        ways = [Demand({variable: 1}, below + 1, None), Demand({variable: 1}, 0, below)]
        return ways if 2 * rest >= at.scales[variable] else ways[::-1]

    def _broken(self, solution: Solution, node: _Node) -> list[_Place] | None:
        """Return the ways to mend a choice that a solution breaks; None: it breaks none."""
        fewest: int | None = None
        for number, left in enumerate(node.left):
            choice = self._choices[number]
            self._system.steps.take(len(left))
            if all(choice[one].distance(solution) for one in left) and (
                fewest is None or len(left) < len(node.left[fewest])
            ):
                fewest = number
        if fewest is None:
            return None
        choice = self._choices[fewest]
        nearest = sorted(node.left[fewest], key=lambda one: choice[one].distance(solution))
        return [(fewest, one) for one in nearest]

    def _nearest(self, solution: Solution, node: _Node) -> list[Demand]:
        """Return what mends all choices that a solution breaks, most likely."""
        broken = [
            [self._choices[number][one] for one in left]
            for number, left in enumerate(node.left)
            if not self._is_met(number, solution)
        ]
        return [min(ways, key=lambda one: one.distance(solution)) for ways in broken]

    def _solution(self, at: Dictionary) -> Solution:
        solution = [
            low if low == high else 0
            for low, high in zip(self._system.low, self._system.high, strict=True)
        ]
        for variable, value in at.values.items():
            if variable >= 0:
                solution[variable] = value // at.scales[variable]
        self._system.steps.take(len(solution) // 8)
        return solution

    def _is_met(self, number: int, solution: Solution) -> bool:
        return any(not one.distance(solution) for one in self._choices[number])

    def _beside(self, at: Dictionary, form: Form, value: int) -> Solution | None:
        """Return a solution beside a vertex in which a sum is another number than ``value``."""
        free = {v: n for v, n in form.items() if not self._system.is_fixed(v)}
        for _ in range(_TURNS):
            gains, _, _ = at.reduce(free)
            turns: list[tuple[int, int, int]] = []
            for variable in gains:
                rows = at.columns.get(variable, set())
                self._system.steps.take(len(rows))
                length = _length(at, variable)
                short = [b for b in rows if at.values[b] < length * at.rows[b][variable]]
                if short:
                    turns += [(len(rows), variable, b) for b in short if at.values[b] == 0][:1]
                    continue
                solution = self._solution(at)
                for basic in rows:
                    if basic >= 0:
                        moved = at.values[basic] - length * at.rows[basic][variable]
                        solution[basic] = moved // at.scales[basic]
                if variable >= 0:
                    solution[variable] = length
                if Demand(form, value, value).distance(solution) and all(
                    self._is_met(number, solution) for number in range(len(self._choices))
                ):
                    return solution
            if not turns:
                return None
            _, entering, leaving = min(turns)
            at.pivot(leaving, entering)
        return None

    def _spread(self, at: Dictionary) -> Iterator[Solution]:
        """Yield solutions near a vertex in which many numbers are others than there."""
        for number in range(_SPREADS):
            rng = random.Random(number)
            solution = self._solution(at)
            slack = {b: value // at.scales[b] for b, value in at.values.items() if b < 0}
            for variable in sorted(at.columns, key=lambda v: (rng.random(), v)):
                if at.columns[variable]:
                    self._move(at, variable, rng.randint(1, 1 + number), solution, slack)
            yield solution

    def _move(
        self,
        at: Dictionary,
        variable: int,
        times: int,
        solution: Solution,
        slack: dict[int, int],
    ) -> None:
        """Change a solution along an edge, if it stays one."""
        rows = at.columns[variable]
        length = times * _length(at, variable)
        changes = {b: -length * at.rows[b][variable] // at.scales[b] for b in rows}
        changes[variable] = length
        self._system.steps.take(len(changes))
        if any(
            (solution[b] if b >= 0 else slack.get(b, 0)) + change < 0
            for b, change in changes.items()
        ):
            return
        touched = {choice for b in changes for choice in self._where.get(b, ())}
        for sign in (1, -1):
            for b, change in changes.items():
                if b >= 0:
                    solution[b] += sign * change
                else:
                    slack[b] = slack.get(b, 0) + sign * change
            if all(self._is_met(number, solution) for number in touched):
                return


def _length(at: Dictionary, variable: int) -> int:
    """Return by how much a variable must rise at least to leave all others whole."""
    where = at.columns.get(variable, ())
    return lcm(*(at.scales[b] // gcd(at.scales[b], at.rows[b][variable]) for b in where))


def _cuts(at: Dictionary, low: Lows, high: Highs) -> Iterator[Demand]:
    """Yield the bounds that a vertex with a fraction breaks: whole numbers keep them.

    Without them a fraction that a bound rules out can be moved from variable to variable,
    each of them without an upper bound, and the ways round it would never end.
    """
    if not any(v >= 0 and value % at.scales[v] for v, value in at.values.items()):
        return
    for variable in sorted(v for v in (*at.columns, *at.values) if v >= 0):
        value, scale = at.values.get(variable, 0), at.scales.get(variable, 1)
        if value < low[variable] * scale:
            yield Demand({variable: 1}, low[variable], None)
        above = high[variable]
        if above is not None and value > above * scale:
            yield Demand({variable: -1}, -above, None)


def _is_indivisible(at: Dictionary) -> bool:
    """Tell whether a row has no whole solution: a number divides all of it but its value."""
    for basic, value in at.values.items():
        scale = at.scales[basic]
        if value % scale:
            divisor = gcd(scale, *at.rows[basic].values())
            if divisor != 1 and value % divisor:
                return True
    return False


def _can_be(demand: Demand, low: Lows, high: Highs) -> bool:
    least, most = demand.span(low, high)
    if most is not None and most < demand.low:
        return False
    return demand.high is None or least is None or least <= demand.high


def _must_be(demand: Demand, low: Lows, high: Highs) -> bool:
    least, most = demand.span(low, high)
    if least is None or least < demand.low:
        return False
    return demand.high is None or (most is not None and most <= demand.high)


def _negative(form: Form) -> Row:
    return {variable: -factor for variable, factor in form.items()}
