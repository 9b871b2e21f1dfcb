"""How a clean saved report is spoilt, and what must be found then."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from report_helpers import Report

from evalcore import wilson_interval

Change = Callable[[Report], object]
Entry = Callable[[str], "Corruption"]
NULLS = {"numerator": None, "denominator": None, "rate": None, "ci95": None, "suppressed": True}
DIGEST = "sha256:" + "0123456789abcdef" * 4
CUSTOM = "class_4cd7d5861d452fc3"
"""The token of the custom class in the claims report; no finding may show it."""


@dataclass(frozen=True)
class Corruption:
    """One change of a clean report of a kind, and the finding that it must give.

    ``others`` is how many findings more it may give.
    """

    name: str
    kind: str
    change: Change
    code: str
    place: str
    others: int = 0

    def spoil(self, report: Report) -> Report:
        spoilt = copy.deepcopy(report)
        self.change(spoilt)
        return spoilt


def at(report: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        report = report[step]
    return report


def put(*path: Any) -> Change:
    """Put the last of path where the others lead."""
    *steps, key, value = path

    def change(report: Report) -> None:
        at(report, tuple(steps))[key] = value

    return change


def drop(*path: Any) -> Change:
    def change(report: Report) -> None:
        del at(report, path[:-1])[path[-1]]

    return change


def rename(old: str, new: str, *path: Any) -> Change:
    def change(report: Report) -> None:
        thing = at(report, path)
        thing[new] = thing.pop(old)

    return change


def both(*changes: Change) -> Change:
    def change(report: Report) -> None:
        for one in changes:
            one(report)

    return change


def cell(numerator: int, denominator: int) -> dict[str, Any]:
    """A cell that agrees with itself."""
    return {
        "numerator": numerator,
        "denominator": denominator,
        "rate": numerator / denominator,
        "ci95": list(wilson_interval(numerator, denominator)),
        "suppressed": False,
    }


def cells(metric: str, events: int, observations: int, *slices: str) -> Change:
    """Add to the counts of a metric in some slices, rates and intervals with them."""

    def change(report: Report) -> None:
        for name in slices:
            old = report["slices"][name][metric]
            pair = old["numerator"] + events, old["denominator"] + observations
            report["slices"][name][metric] = cell(*pair)

    return change


def here(name: str, code: str, *path: Any) -> Entry:
    """A value put somewhere, named in that very place: the last of path is the value."""
    *steps, _ = path
    parts = []
    for before, step in zip([None, *steps], steps, strict=False):
        if before == "assessments":
            parts.append(f"row {step + 1}")
        else:
            parts.append("custom class 1" if step == CUSTOM else str(step))
    return there(name, put(*path), code, ", ".join(parts))


def there(name: str, change: Change, code: str, place: str, others: int = 0) -> Entry:
    """A change that is named in another place, or is more than one value."""
    return lambda kind: Corruption(name, kind, change, code, place, others)
