"""Which of several reports can contain which, by what both of them show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Counts = Mapping[tuple[str, str, str], int]
"""(metric, slice, what is counted) -> count, of all that one report shows."""


def falling(first: Counts, last: Counts) -> list[tuple[str, str]]:
    """Return metric and slice of every count that is smaller in the last report."""
    return [key[:2] for key, count in first.items() if key in last and last[key] < count]


def arrange(reports: Sequence[Counts]) -> list[list[int]]:
    """Return chains of positions, each report containing the one before it as far as is shown.

    A report goes behind all that it can contain. Taking reports as contained in
    each other wherever that can be is the careful side: it gives most away.
    """
    chains: list[list[int]] = []
    order = sorted(range(len(reports)), key=lambda n: max(reports[n].values(), default=0))
    for number in order:
        for chain in chains:
            at = _place(number, chain, reports)
            if at is not None:
                chain.insert(at, number)
                break
        else:
            chains.append([number])
    return chains


def _place(number: int, chain: Sequence[int], reports: Sequence[Counts]) -> int | None:
    """Return the last place in a chain where a report fits, or None."""
    fits = [not falling(reports[one], reports[number]) for one in chain]
    held = [not falling(reports[number], reports[one]) for one in chain]
    for at in range(len(chain), -1, -1):
        if all(fits[:at]) and all(held[at:]):
            return at
    return None
