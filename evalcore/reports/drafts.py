"""Checking a saved draft report: its cells, its families, its metrics against each other."""

from __future__ import annotations

from typing import Any

from ..figures.suppression import Counts
from ..metrics import METRICS
from ..vocabulary import DRAFTS_SCHEMA, PARTITIONS, SLICES
from .cells import Seen, check_cell, check_heading
from .draft_relations import check_relations
from .inconsistencies import Inconsistencies, members

DRAFT_KEYS = (
    "schema_version",
    "minimum_cell_size",
    "notice",
    "reviewer_confirmation_required",
    "slices",
)
OVERALL = "overall"

Family = dict[str, Seen]
"""Slice -> what its cell says; slices and metrics that are missing are not in it."""


def check_draft_report(report: object, found: Inconsistencies) -> None:
    """Note all that does not agree in a draft report."""
    given = members(report, DRAFT_KEYS, (), found)
    if given is None:
        return
    minimum = check_heading(given, DRAFTS_SCHEMA, found)
    if "slices" not in given:
        return
    slices = members(given["slices"], SLICES, ("slices",), found)
    if slices is None:
        return
    families = _families(slices, minimum, found)
    usable: dict[str, dict[str, Counts]] = {}
    hidden: list[str] = []
    for metric, family in families.items():
        shown = any(seen.counts is not None for seen in family.values())
        if shown:
            usable[metric] = _check_family(metric, family, found)
        elif len(family) == len(SLICES) and all(seen.sound for seen in family.values()):
            hidden.append(metric)
    check_relations(usable, hidden, minimum, found)


def _families(slices: dict[str, Any], minimum: int, found: Inconsistencies) -> dict[str, Family]:
    families: dict[str, Family] = {metric: {} for metric in METRICS}
    for name, value in slices.items():
        cells = members(value, METRICS, ("slices", name), found, vary=1)
        for metric, cell in (cells or {}).items():
            path = ("slices", name, metric)
            families[metric][name] = check_cell(cell, path, minimum, found)
    for metric, family in families.items():
        unsafe = [name for name, seen in family.items() if seen.unsafe]
        for name in unsafe:
            found.add("unsafe_cell", ("slices", name, metric), vary=1)
    return families


def _check_family(metric: str, family: Family, found: Inconsistencies) -> dict[str, Counts]:
    """Check that the slices of a shown metric add up; return the counts that can be relied on.

    In a metric that is shown a null cell must be an empty slice, so the other
    slices of its partition are the whole.
    """
    counts = {name: seen.counts or (0, 0) for name, seen in family.items() if seen.sound}
    if OVERALL not in counts:
        return counts
    if family[OVERALL].counts is None:
        found.add("half_suppressed_family", ("slices", OVERALL, metric))
        del counts[OVERALL]
        return counts
    overall = counts[OVERALL]
    sums = {}
    for partition, names in PARTITIONS.items():
        if all(name in counts for name in names):
            parts = [counts[name] for name in names]
            sums[partition] = (sum(n for n, _ in parts), sum(d for _, d in parts))
    wrong = {partition: pair for partition, pair in sums.items() if pair != overall}
    if len(wrong) == len(PARTITIONS) and len(set(wrong.values())) == 1:
        pair = next(iter(wrong.values()))
        found.add("partition_differs", ("slices", OVERALL, metric, *_field(pair, overall)))
        del counts[OVERALL]
        return counts
    for partition, pair in wrong.items():
        events, observations = overall[0] - pair[0], overall[1] - pair[1]
        nulls = any(family[name].counts is None for name in PARTITIONS[partition])
        if nulls and observations > 0 and 0 <= events <= observations:
            found.add("half_suppressed_family", ("slices", partition, metric))
        else:
            path = ("slices", partition, metric, *_field(pair, overall))
            found.add("partition_differs", path)
        for name in PARTITIONS[partition]:
            del counts[name]
    return counts


def _field(one: Counts, other: Counts) -> tuple[str, ...]:
    """Name the one count in which two pairs differ, if it is only one."""
    if one[1] == other[1]:
        return ("numerator",)
    return ("denominator",) if one[0] == other[0] else ()
