"""What draft reports of small families give away, by trying every table.

All statements and required facts here stand in one section, speaker and experiencer and in
a few classes; of a class these nine counts matter: statements, unsupported, with a known
citation, misattributed, negated, both of these, contradicted, required facts, omitted
(contract, section 3). A *table* has nine counts for each class. Every table that follows the
rules of ``is_table`` is that of a study: ``test_disclosure_oracle`` makes them from facts.

A count is given away as ``disclosure_oracle`` says, in each of the spans present, earlier and
added, and in each class and overall. That a metric is hidden says that one of its nonempty
slices is unsafe, or that all are empty.

**All tables.** A report that shows unsupported or contradiction shows how many statements
each slice has, 0 in those that are empty, and the other counts of statements are at most
that. Where the last report hides both, further statements may be anywhere, and the reasons
for hiding them with them: ``ELSEWHERE`` stands for a class and section that is not shown, with
up to two statements. Of statements without a known citation, which nothing bounds then, up to
``minimum`` are tried in a class: with more, every count that they belong to is at least the
minimum, as it is with as many, and what else follows from them only asks for one. The
tables tried are fewer than all only if both pairs of metrics are hidden; then nothing is said
of a count that is the same in all (``complete`` is false). If the last report hides omission,
facts elsewhere can be the reason, and of facts one more of each kind is tried in a class,
which proves of each count that belongs to them that it is not certain if it is not: a covered
one needs a supported statement.

**Which finding tells a count.** ``NEEDED`` lists for each count sets of metrics: findings that
name the slice must name one of each set. Unsupported and contradiction have the same
denominator, misattribution and negation too: either stands for it. A metric that is named
with a slice is unfounded if no count needs it there that is given away.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from evalcore.figures.suppression import family_cells
from evalcore.metrics import METRICS
from evalcore.vocabulary import DRAFTS_SCHEMA, MAX_CITATIONS, NOTICE, SLICES

Nine = tuple[int, int, int, int, int, int, int, int, int]
Table = tuple[Nine, ...]
"""Nine counts of each class."""

EMPTY: Nine = (0, 0, 0, 0, 0, 0, 0, 0, 0)
CLASSES = ("class:lab", "class:vital")
SINGLE = ("section:plan", "speaker:patient", "experiencer:patient")
"""The slices that everything stands in."""

CELLS = {
    "omission": (8, 7),
    "unsupported": (1, 0),
    "contradiction": (6, 0),
    "misattribution": (3, 2),
    "negation": (4, 2),
}
"""Where numerator and denominator of a metric stand among the nine."""

_U, _C, _M, _G, _O = (
    frozenset([name])
    for name in ("unsupported", "contradiction", "misattribution", "negation", "omission")
)
_D, _K = _U | _C, _M | _G
NEEDED = {
    "statements": (_D,),
    "unsupported": (_U,),
    "supported": (_U,),
    "contradicted": (_C,),
    "not contradicted": (_C,),
    "known": (_K,),
    "misattributed": (_M,),
    "not misattributed": (_M,),
    "negated": (_G,),
    "not negated": (_G,),
    "unsupported, not contradicted": (_U, _C),
    "without known citation": (_D, _K),
    "known, unsupported": (_U, _K),
    "known, unresolved": (_U, _C, _K),
    "known, unsupported, right person": (_U, _M),
    "known, unsupported, right polarity": (_U, _G),
    "other person only": (_M, _G),
    "other polarity only": (_M, _G),
    "both": (_M, _G),
    "either": (_M, _G),
    "neither": (_U, _M, _G),
    "either, unresolved": (_C, _M, _G),
    "known, not contradicted": (_C, _K),
    "facts": (_O,),
    "omitted": (_O,),
    "covered": (_O,),
    "contradicted, misattributed": (_C, _M),
    "contradicted, right person": (_C, _M),
    "misattributed, not contradicted": (_C, _M),
    "contradicted, negated": (_C, _G),
    "contradicted, right polarity": (_C, _G),
    "negated, not contradicted": (_C, _G),
}


def counts(of: Nine) -> tuple[int, ...]:
    """Return the counts that the nine tell, in the order of ``NEEDED``."""
    d, u, k, m, g, b, c, facts, omitted = of
    supported, either = d - u, m + g - b
    wrong = k - supported
    return (
        *(d, u, supported, c, d - c, k, m, k - m, g, k - g, u - c, d - k, wrong, wrong - c),
        *(wrong - m, wrong - g, m - b, g - b, b, either, wrong - either, either - c, k - c),
        *(facts, omitted, facts - omitted),
    )


def crossed(tables: Sequence[Nine]) -> tuple[int, ...]:
    """Return what contradiction shares with misattribution, then with negation, and does not.

    Of several tables that add up. The nine leave open which of the flagged statements are
    contradicted; a count that is not the same either way is -1.
    """
    found: list[int] = []
    for at, other in ((3, 4), (4, 3)):
        least = most = 0
        for of in tables:
            flagged, without = of[at], of[other] - of[5]
            least += max(0, of[6] - without)
            most += min(of[6], flagged)
        contradicted, flagged = (sum(of[n] for of in tables) for n in (6, at))
        if least == most:
            found += [least, contradicted - least, flagged - least]
        else:
            found += [-1] * 3
    return tuple(found)


def is_table(of: Nine) -> bool:
    """Tell whether statements and facts of one class can have these counts.

    A contradicted statement has another person or another polarity, a supported one
    neither; a covered fact is cited by a supported statement of its class.
    """
    d, u, k, m, g, b, c, facts, omitted = of
    supported, either = d - u, m + g - b
    return (
        0 <= supported <= k <= d
        and 0 <= b <= min(m, g)
        and 0 <= c <= either <= k - supported
        and 0 <= omitted <= facts
        and facts - omitted <= MAX_CITATIONS * supported
    )


def all_nines(most: int) -> Iterator[Nine]:
    """Yield all counts of a class with up to so many statements, and no facts."""
    for nine in product(*[range(most + 1)] * 7, (0,), (0,)):
        if is_table(nine):
            yield nine


def drawn(rng: random.Random, most: int) -> Table:
    """Return a table with up to so many statements of a few kinds, 0 of them often."""
    kinds = [
        (1, 0, 1, 0, 0, 0, 0, 0, 0),  # supported
        (1, 1, 0, 0, 0, 0, 0, 0, 0),  # without known citation
        *((1, 1, 1, *how, c, 0, 0) for how in ((1, 0, 0), (0, 1, 0), (1, 1, 1)) for c in (0, 1)),
        (1, 1, 1, 0, 0, 0, 0, 0, 0),
    ]
    chosen = rng.sample(kinds, rng.randint(1, 4))
    classes = []
    for _ in CLASSES:
        numbers = [rng.choice([0, 0, most, most, most + 1, rng.randint(0, most)]) for _ in chosen]
        nine = [
            sum(n * kind[at] for n, kind in zip(numbers, chosen, strict=True)) for at in range(9)
        ]
        nine[8] = rng.choice([0, 0, most, rng.randint(0, most)])
        nine[7] = nine[8] + (rng.choice([0, most, most + 1]) if nine[0] > nine[1] else 0)
        classes.append(tuple(nine))
    return tuple(classes)


def shown(table: Table, minimum: int) -> tuple[tuple[tuple[int, int], ...] | None, ...]:
    """Return the cells of each metric that is shown, of each class and overall, else None."""
    families = []
    for numerator, denominator in CELLS.values():
        cells = [(nine[numerator], nine[denominator]) for nine in (*table, add(*table))]
        unsafe = any(_unsafe(*cell, minimum) for cell in cells if cell[1])
        families.append(None if unsafe or not any(cells[-1]) else tuple(cells))
    return tuple(families)


def add(*tables: Sequence[int]) -> Nine:
    """Return sums, count by count."""
    return tuple(map(sum, zip(*tables, strict=True)))  # type: ignore[return-value]


def report(table: Table, minimum: int, hidden: Sequence[str] = ()) -> dict[str, Any]:
    """Return the draft report of a table; ``hidden`` are hidden though they need not be."""
    whole = add(*table)
    slices = {"overall": whole, **dict.fromkeys(SINGLE, whole)}
    slices |= dict(zip(CLASSES, table, strict=False))
    families = {}
    for metric, (numerator, denominator) in CELLS.items():
        family = dict.fromkeys(SLICES, (0, 0))
        for name, nine in slices.items():
            family[name] = nine[numerator], nine[denominator]
        families[metric] = family_cells(family, 10**9 if metric in hidden else minimum)
    return {
        "schema_version": DRAFTS_SCHEMA,
        "minimum_cell_size": minimum,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
        "slices": {name: {m: families[m][name] for m in METRICS} for name in SLICES},
    }


@dataclass(frozen=True)
class Seen:
    """What a report shows: metric -> (numerator, denominator) of each class."""

    minimum: int
    cells: Mapping[str, Sequence[tuple[int, int]]]

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Seen:
        cells = {}
        for metric in CELLS:
            if not all(row[metric]["suppressed"] for row in report["slices"].values()):
                family = [report["slices"][name][metric] for name in CLASSES]
                cells[metric] = [(c["numerator"] or 0, c["denominator"] or 0) for c in family]
        return cls(report["minimum_cell_size"], cells)

    def hidden(self) -> list[str]:
        return [metric for metric in CELLS if metric not in self.cells]

    def known(self, position: int, number: int) -> int | None:
        """Return one of the nine counts of a class, if a cell shows it."""
        for metric, places in CELLS.items():
            if metric in self.cells and position in places:
                return self.cells[metric][number][places.index(position)]
        return None


def options(
    seen: Seen, number: int, most: Nine, facts: Sequence[tuple[int, int]] = ()
) -> Iterator[Nine]:
    """Yield all nine counts of a class that fit what is shown, none above ``most``.

    ``facts`` are the required and the omitted facts that are tried, all that fit if empty.
    """

    def tried(position: int, low: int, high: int) -> Sequence[int]:
        known = seen.known(position, number)
        high = min(high, most[position])
        if known is None:
            return range(low, high + 1)
        return [known] if low <= known <= high else []

    facts = facts or [(f, o) for f in tried(7, 0, most[7]) for o in tried(8, 0, f)]
    for d in tried(0, 0, most[0]):
        for u in tried(1, 0, d):
            for k in tried(2, d - u, d):
                wrong = k - (d - u)
                for m in tried(3, 0, wrong):
                    for g in tried(4, 0, wrong):
                        for b in range(max(0, m + g - wrong), min(m, g) + 1):
                            for c in tried(6, 0, m + g - b):
                                for f, o in facts:
                                    nine = d, u, k, m, g, b, c, f, o
                                    if is_table(nine):
                                        yield nine


Key = tuple[str, int, int]
"""Span, number of the class (the last is overall), number of the count."""

Step = tuple[Nine, ...]
"""Of one class: present; or present, earlier, added."""


class Answer:
    """What the present report gives away, alone or with an earlier one.

    ``live``: (span, slice, count) -> value, if it is the same in all tables that fit, above 0
    and below the minimum; slices by number, the last is overall. ``None`` in place of an
    answer: there are too many tables.
    """

    def __init__(
        self,
        reports: Sequence[Seen],
        *,
        seed: int = 1,
        most_steps: int = 6000,
        most_tried: int = 200_000,
    ) -> None:
        """``reports``: the present one, and perhaps an earlier one."""
        self._most_tried = most_tried
        self.reports = reports
        self.live: dict[Key, int] | None = None
        self.fits = 0
        self.complete = True
        self._rng = random.Random(seed)
        present = reports[0]
        self._open = not {"unsupported", "contradiction"} & present.cells.keys()
        all_open = self._open and not {"misattribution", "negation"} & present.cells.keys()
        self._facts = "omission" in present.cells
        self.complete = not all_open
        same = len(reports) > 1 and self._look_alike()
        self.too_many = False
        if same:
            self._try(most_steps, same=True)
        if not self.fits and not self.too_many:
            self._try(most_steps, same=False)

    def _look_alike(self) -> bool:
        one, other = (seen.cells for seen in self.reports)
        shared = one.keys() & other.keys()
        return bool(shared) and all(one[metric] == other[metric] for metric in shared)

    def _try(self, most_steps: int, *, same: bool) -> None:
        elsewhere = self._elsewhere(same)
        steps = []
        for number in range(len(CLASSES)):
            found = self._steps(number, same, most_steps)
            if found is None:
                self.too_many = True
                return
            steps.append(found)
        for one in (*steps, elsewhere):
            self._rng.shuffle(one)
        for tried, chosen in enumerate(product(elsewhere, *steps)):
            if self.live is not None and not self.live:
                return
            if tried == self._most_tried:
                self.complete = False
                return
            if self._reasons(chosen, same):
                self.fits += 1
                self._note(chosen)

    def _steps(self, number: int, same: bool, most: int) -> list[Step] | None:
        """Return all counts of a class in each span, or None if there are more than ``most``."""
        tried = 0
        present = self.reports[0]
        minimum = max(seen.minimum for seen in self.reports)
        known = present.known(0, number)
        if known is None:
            shown = [seen.known(at, number) or 0 for seen in self.reports for at in (0, 2)]
            known = max(1, *shown) + minimum * len(self.reports)
        facts = present.known(7, number)
        limits: Nine = (known,) * 7 + (facts or 0,) * 2  # type: ignore[assignment]
        before, after = self._hidden_facts(number)
        steps: list[Step] = []
        for last in options(present, number, limits, after):
            if len(self.reports) == 1:
                steps.append((last,))
                if len(steps) > most:
                    return None
                continue
            for first in options(self.reports[1], number, last, before):
                tried += 1
                if tried > 20 * most or len(steps) > most:
                    return None
                added = tuple(b - a for a, b in zip(first, last, strict=True))
                if is_table(added) and not (same and any(added)):  # type: ignore[arg-type]
                    steps.append((last, first, added))  # type: ignore[arg-type]
        return steps

    def _hidden_facts(self, number: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return the facts that are tried before and after, if the present report hides them."""
        if self._facts:
            return [], []
        if len(self.reports) == 1:
            return [], [(0, 0)]
        one_more = [(0, 0), (1, 1), (1, 0)]
        facts, omitted = (self.reports[1].known(at, number) for at in (7, 8))
        before = one_more if facts is None or omitted is None else [(facts, omitted)]
        return before, sorted({(f + a, o + b) for f, o in before for a, b in one_more})

    def _elsewhere(self, same: bool) -> list[Step]:
        """Statements in a class and a section of their own, where those are not shown."""
        none = (EMPTY,) * (3 if len(self.reports) > 1 else 1)
        if not self._open:
            return [none]
        present = self.reports[0]
        cited = 0 if {"misattribution", "negation"} & present.cells.keys() else 2
        nines = list(options(Seen(2, {}), 0, (2, 2, cited, cited, cited, cited, cited, 0, 0)))
        if len(self.reports) == 1:
            return [(nine,) for nine in nines]
        earlier = self.reports[1]
        found: list[Step] = []
        for last in nines:
            for first in nines:
                added = tuple(b - a for a, b in zip(first, last, strict=True))
                shown = {i for metric in earlier.cells for i in CELLS[metric]}
                if any(first[i] for i in shown) or not is_table(added):  # type: ignore[arg-type]
                    continue
                if not (same and any(added)):
                    found.append((last, first, added))  # type: ignore[arg-type]
        return found

    def _reasons(self, chosen: Sequence[Step], same: bool) -> bool:
        """Tell whether each metric that is hidden is unsafe somewhere, or empty."""
        bound = self._facts or (same and "omission" in self.reports[1].cells)
        for which, seen in enumerate(self.reports):
            nines = [step[which] for step in chosen]
            slices = [*nines, add(*nines), add(*nines[1:])]
            for metric in seen.hidden():
                if metric == "omission" and not bound:
                    continue  # facts elsewhere are reason enough
                numerator, denominator = CELLS[metric]
                cells = [(nine[numerator], nine[denominator]) for nine in slices]
                nonempty = [cell for cell in cells if cell[1]]
                if nonempty and not any(_unsafe(*cell, seen.minimum) for cell in nonempty):
                    return False
        return True

    def _note(self, chosen: Sequence[Step]) -> None:
        places = [*([step] for step in chosen[1:]), chosen]
        if self.live is None:
            limits = [seen.minimum for seen in self.reports]
            limits.append(max(limits))
            self.live = {
                (SPANS[number], at, which): value
                for at, steps in enumerate(places)
                for number in range(len(chosen[0]))
                for which, value in enumerate(_all_counts(steps, number))
                if 0 < value < limits[number]
            }
            return
        asked = {(span, at) for span, at, _ in self.live}
        values = {(s, at): _all_counts(places[at], SPANS.index(s)) for s, at in asked}
        self.live = {
            (span, at, which): value
            for (span, at, which), value in self.live.items()
            if values[span, at][which] == value
        }


def _all_counts(steps: Sequence[Step], number: int) -> tuple[int, ...]:
    """Return all counts that are asked for of one span, of classes together."""
    # the present cohort is the earlier one and what was added, if there is an earlier one
    parts = (1, 2) if number == 0 and len(steps[0]) > 1 else (number,)
    tables = [step[part] for step in steps for part in parts]
    return *_counts(add(*(step[number] for step in steps))), *crossed(tables)


_NEEDS = tuple(NEEDED.values())
SPANS = ("present", "earlier", "added")
_counts = lru_cache(100_000)(counts)


def named(findings: Iterable[Any], earlier: bool) -> list[set[str]]:
    """Return the metrics that findings name with each class and with overall, in order."""
    return [
        {
            metric
            for one in findings
            if one.kind == "small_count" and one.earlier is earlier and name in one.slices
            for metric in one.metrics
        }
        for name in (*CLASSES, "overall")
    ]


def untold(away: Iterable[Key], names: Sequence[set[str]]) -> list[Key]:
    """Return what is given away and not told by findings that name these metrics."""
    return [key for key in away if not all(one & names[key[1]] for one in _NEEDS[key[2]])]


def unfounded(away: Iterable[Key], names: Sequence[set[str]]) -> list[set[str]]:
    """Return the metrics that findings name with each class, and overall, without a need."""
    needed: list[set[str]] = [set() for _ in names]
    for _, at, which in away:
        needed[at].update(*_NEEDS[which])
    return [some - need for some, need in zip(names, needed, strict=True)]


def _unsafe(numerator: int, denominator: int, minimum: int) -> bool:
    rest = denominator - numerator
    return denominator < minimum or 0 < numerator < minimum or 0 < rest < minimum
