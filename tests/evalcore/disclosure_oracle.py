"""What review reports give away, by trying every study: no equation is solved here.

A *study* is six counts that add up when drafts are added: drafts that all call unclear,
other drafts on which all agree, drafts that are adjudicated, other drafts on which
reviewers differ, rows, rows that say unclear. Every count of a report follows from them.

A count is *certain* if it is the same in every study, of whatever size, that gives what
is published; a later study is an earlier one and what was added to it. It is *given away*
if it is certain, above 0 and below the minimum of its report (of the difference of two
reports: of the larger minimum). All cells that are shown are 0 or at least the minimum,
so what is given away is hidden.

**All sizes.** Where the last report shows a rate, it bounds the study: agreement shows the
drafts; unclear shows the rows, of which each draft has at least ``low``; adjudication alone
shows that there are at least ``minimum`` drafts that differ, so agreement can be hidden for
fewer than ``minimum`` agreed ones alone. All studies up to that bound are tried. Where it
shows nothing, two studies that differ prove that a count is not certain, and studies up to
``MOST`` drafts are tried for that; nothing is said of a count that is the same in these.

**Which finding tells a count.** A finding names metrics and no count. Each count belongs to
the metrics that ``COUNTS`` lists for it: a rate's numerator, denominator and rest to the
rate, drafts that differ to agreement (its rest) and to adjudication (its denominator), the
agreed drafts by what they say to agreement and unclear. A count is told if findings of the
kind ``small_count`` name all of its metrics, or all of those of a count that is certainly of
the same drafts or rows. A finding is right if every metric that it names has a count that is
given away. Counts that the present reports give away alone need findings with ``earlier``
false; what else they give away with an earlier one, and what the earlier one did not give
away alone, with ``earlier`` true.

**The same figures.** Two reports that show the same wherever both show something are taken
for reports of one study, where that can be (docs: "What it takes somebody to know").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from evalcore.returns.rates import ReviewTally

Study = tuple[int, int, int, int, int, int]
Shown = tuple[tuple[int, int] | None, tuple[int, int] | None, tuple[int, int] | None]
"""Numerator and denominator of agreement, adjudication and unclear; None is suppressed."""

NOTHING: Study = (0, 0, 0, 0, 0, 0)
HIDDEN: Shown = (None, None, None)

_A, _J, _U = frozenset(["agreement"]), frozenset(["adjudication"]), frozenset(["unclear"])
COUNTS = {
    "drafts": _A,
    "agreed": _A,
    "differing": _A | _J,
    "adjudicated": _J,
    "not adjudicated": _J,
    "rows": _U,
    "unclear rows": _U,
    "clear rows": _U,
    "agreed unclear": _A | _U,
    "agreed clear": _A | _U,
}
RATES = ("agreement", "adjudication", "unclear")
MOST_DRAFTS_OF = (20, 8, 6)
"""So many drafts are quickly tried if numbers of reviewers differ by 0, 1 or 2."""
METRICS = tuple(COUNTS.values())
# what each count is made of: if it and another differ in parts that are 0, they are the same
_PARTS = (
    {"agreed unclear", "agreed clear", "adjudicated", "not adjudicated"},
    {"agreed unclear", "agreed clear"},
    {"adjudicated", "not adjudicated"},
    {"adjudicated"},
    {"not adjudicated"},
    {"unclear rows", "clear rows"},
    {"unclear rows"},
    {"clear rows"},
    {"agreed unclear"},
    {"agreed clear"},
)


def counts(study: Study) -> tuple[int, ...]:
    """Return all counts that are asked for, in the order of ``COUNTS``."""
    unclear, clear, adjudicated, other, rows, said = study
    agreed, differing = unclear + clear, adjudicated + other
    return (
        *(agreed + differing, agreed, differing, adjudicated, other),
        *(rows, said, rows - said, unclear, clear),
    )


@cache
def of_size(drafts: int, low: int, high: int) -> tuple[Study, ...]:
    """Return all studies of so many drafts, each with ``low`` to ``high`` reviewers."""
    found = set()
    for unclear in range(drafts + 1):
        for clear in range(drafts + 1 - unclear):
            differing = drafts - unclear - clear
            for rows_unclear in range(low * unclear, high * unclear + 1):
                for rows_clear in range(low * clear, high * clear + 1):
                    for rows_differing in range(low * differing, high * differing + 1):
                        rows = rows_unclear + rows_clear + rows_differing
                        # one reviewer or more of each does not say unclear
                        for more in range(rows_differing - differing + 1):
                            for adjudicated in range(differing + 1):
                                other = differing - adjudicated
                                said = rows_unclear + more
                                found.add((unclear, clear, adjudicated, other, rows, said))
    return tuple(sorted(found))


def shown(study: Study, minimum: int) -> Shown:
    """Return what the report of a study shows (contract, sections 3 and 4)."""
    unclear, clear, adjudicated, other, rows, said = study
    agreed, differing = unclear + clear, adjudicated + other
    return (
        _cell(agreed, agreed + differing, minimum),
        _cell(adjudicated, differing, minimum),
        _cell(said, rows, minimum),
    )


def _cell(numerator: int, denominator: int, minimum: int) -> tuple[int, int] | None:
    rest = denominator - numerator
    unsafe = denominator < minimum or 0 < numerator < minimum or 0 < rest < minimum
    return None if unsafe else (numerator, denominator)


def report(study: Study, minimum: int) -> dict[str, Any]:
    """Return the report itself."""
    unclear, clear, adjudicated, other, rows, said = study
    drafts = unclear + clear + adjudicated + other
    return dict(ReviewTally(drafts, unclear + clear, adjudicated, rows, said).report(minimum))


def most_drafts(cells: Shown, minimum: int, low: int) -> int | None:
    """Return how many drafts the study of a report can have at most; None: any number."""
    agreement, adjudication, unclear = cells
    if agreement is not None:
        return agreement[1]
    if unclear is not None:
        return unclear[1] // low
    return None if adjudication is None else adjudication[1] + minimum - 1


Live = dict[tuple[str, int], int]
"""Span ("earlier", "present" or "added") and number of a count -> its value, if it is certain."""

_STARTS = {"earlier": 0, "present": 10, "added": 20}


def _left(live: Live, study: Study, span: str) -> Iterator[tuple[tuple[str, int], int]]:
    values = counts(study)
    for key, value in live.items():
        if key[0] != span or values[key[1]] == value:
            yield key, value


@dataclass
class Group:
    """All studies, or all pairs of nested ones, that give the same reports."""

    first: Sequence[Study]
    """Present; or present, earlier, added: one of the studies or pairs."""
    live: Live
    """What is the same in all of them."""

    @classmethod
    def of(cls, *studies: Study) -> Group:
        return cls(
            studies,
            {
                (span, number): value
                for span, study in zip(("present", "earlier", "added"), studies, strict=False)
                for number, value in enumerate(counts(study))
            },
        )

    @classmethod
    def of_all(cls, studies: Sequence[Study]) -> Group:
        """Return the group of single studies, at least one."""
        group = cls.of(studies[0])
        for study in studies[1:]:
            group.add(study)
        return group

    def add(self, *studies: Study) -> None:
        """Take in another."""
        for span, study in zip(("present", "earlier", "added"), studies, strict=False):
            if self.live:
                self.live = dict(_left(self.live, study, span))


Singles = dict[Shown, Group]
Pairs = dict[tuple[Shown, Shown], Group]


def singles(drafts: int, low: int, high: int, minimum: int) -> Singles:
    """Return what is shown of all studies of 1 to so many drafts, with what is certain."""
    groups: Singles = {}
    for size in range(1, drafts + 1):
        for study in of_size(size, low, high):
            key = shown(study, minimum)
            if key in groups:
                groups[key].add(study)
            else:
                groups[key] = Group.of(study)
    return groups


def fitting(cells: Shown, minimum: int, low: int, high: int, most: int) -> list[Study]:
    """Return the studies of up to ``most`` drafts whose report shows this."""
    bound = most_drafts(cells, minimum, low)
    sizes = range(1, (most if bound is None else min(bound, most)) + 1)
    return [s for size in sizes for s in of_size(size, low, high) if shown(s, minimum) == cells]


def pair(
    before: Shown, now: Shown, low: int, high: int, earlier: int, present: int, most: int
) -> Group | None:
    """Return all pairs of nested studies that give two reports, None if there is none.

    ``before`` and ``now`` are what they show, ``earlier`` and ``present`` their minimums.
    """
    firsts = fitting(before, earlier, low, high, most)
    groups: dict[bool, Group] = {}
    sizes: dict[int, frozenset[Study]] = {}
    for whole in fitting(now, present, low, high, most):
        for first in firsts:
            added = tuple(b - a for a, b in zip(first, whole, strict=True))
            size = sum(added[:4])
            if min(added) < 0 or (size == 0 and any(added)):
                continue
            if size and added not in sizes.setdefault(size, frozenset(of_size(size, low, high))):
                continue
            for same in {False, size == 0}:
                if same in groups:
                    groups[same].add(whole, first, added)
                else:
                    groups[same] = Group.of(whole, first, added)
    return groups.get(look_alike(before, now), groups.get(False))


def pairs(drafts: int, low: int, high: int, earlier: int, present: int) -> Pairs:
    """Return the same of all pairs whose larger study has up to so many drafts."""
    by_size = [
        [(study, shown(study, earlier)) for study in of_size(size, low, high)]
        for size in range(1, drafts + 1)
    ]
    last = {
        study: shown(study, present)
        for size in range(1, drafts + 1)
        for study in of_size(size, low, high)
    }
    groups: Pairs = {}
    same: Pairs = {}
    for size, studies in enumerate(by_size, 1):
        more = [NOTHING, *(s for n in range(1, drafts - size + 1) for s in of_size(n, low, high))]
        for study, cells in studies:
            for added in more:
                whole = tuple(map(sum, zip(study, added, strict=True)))
                key = cells, last[whole]
                group = groups.get(key)
                if group is None:
                    groups[key] = Group.of(whole, study, added)
                elif group.live:
                    group.add(whole, study, added)
                if added == NOTHING:
                    if key in same:
                        same[key].add(whole, study, added)
                    else:
                        same[key] = Group.of(whole, study, added)
    for key, group in same.items():
        if look_alike(*key):
            groups[key] = group
    return groups


def look_alike(one: Shown, other: Shown) -> bool:
    """Tell whether two reports show the same, and something, wherever both show something."""
    both = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return bool(both) and all(a == b for a, b in both)


def given_away(live: Live, minimums: dict[str, int]) -> set[tuple[str, int]]:
    """Return what is certain, above 0 and below the minimum of its span."""
    return {key for key, value in live.items() if 0 < value < minimums[key[0]]}


def named(findings: Iterable[Any], earlier: bool) -> set[str]:
    """Return the metrics of all findings of small counts, with an earlier report or without."""
    return {
        metric
        for one in findings
        if one.kind == "small_count" and one.earlier is earlier
        for metric in one.metrics
    }


def untold(away: Iterable[tuple[str, int]], live: Live, named: set[str]) -> list[tuple[str, int]]:
    """Return what is given away and not told by findings that name these metrics."""
    names = tuple(COUNTS)
    missed = []
    for span, number in away:
        nil = {names[n] for (where, n), value in live.items() if where == span and not value}
        alike = [n for n, parts in enumerate(_PARTS) if parts - nil == _PARTS[number] - nil]
        if not any(METRICS[n] <= named for n in alike):
            missed.append((span, number))
    return missed


def unfounded(away: Iterable[tuple[str, int]], named: set[str]) -> set[str]:
    """Return the metrics that findings name and that no count belongs to that is given away."""
    return named - {metric for _, number in away for metric in METRICS[number]}
