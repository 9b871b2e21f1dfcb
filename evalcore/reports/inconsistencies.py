"""What does not agree in a saved report: one inconsistency, the codes, and their collection."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

REPORT_CODES = MappingProxyType(
    {
        # the form of any report
        "unknown_report_kind": "This is no report of this program, or its main part is gone.",
        "wrong_type": "What stands here is of another type than the report has there.",
        "missing_key": "This part of the report is missing.",
        "unknown_key": "There is a key that the report does not have.",
        "wrong_schema_version": "The version of the format is another one.",
        "wrong_notice": "The notice is not the one that every report must carry.",
        "confirmation_not_required": "The report must say that a person's review is required.",
        "invalid_minimum_cell_size": "The minimum cell size must be a whole number of at least 2.",
        # figures
        "invalid_counts": "Such a count is not possible here.",
        "rate_not_of_counts": "The rate is not that of its counts.",
        "interval_not_of_counts": "The interval is not that of its counts.",
        "figures_not_of_counts": "Neither the rate nor the interval is that of its counts.",
        "figure_in_suppressed_cell": "A suppressed cell must not hold a figure.",
        "figure_missing": "A figure is missing in a cell that is not suppressed.",
        "unsafe_cell": "A figure is shown that the minimum cell size does not allow.",
        # families of a draft report
        "half_suppressed_family": "Some figures of this metric are suppressed and others shown; "
        "a metric is suppressed as a whole.",
        "partition_differs": "The slices do not add up to the overall figure.",
        "suppressed_without_reason": "This is suppressed, although what is shown leaves no "
        "reason for it.",
        "denominators_differ": "Two metrics that count the same statements have different "
        "denominators here.",
        "larger_than_containing": "A count is larger than one that contains it.",
        "metrics_disagree": "The counts of the metrics cannot all be right.",
        # reviews
        "rates_disagree": "The counts of the review rates cannot all be right.",
        # claims
        "wrong_suite": "The name of the evaluation is another one.",
        "invalid_n_resamples": "The number of resamples is not possible.",
        "invalid_alpha": "Alpha must be a number above 0 and below 1.",
        "invalid_seed": "The seed is not possible.",
        "evaluation_too_large": "So many claims and resamples are not evaluated.",
        "too_many_claims": "There are more claims than are evaluated.",
        "settings_differ": "A setting of the intervals is not the same everywhere in the report.",
        "invalid_claim_class": "This is no class of claims.",
        "class_differs": "The class is not the one under which it stands.",
        "class_order": "The assessments are not in the order of their classes.",
        "invalid_state": "This is none of the four states.",
        "state_differs": "The state cannot follow from the evidence that was counted.",
        "review_required_differs": "Whether review is required does not follow from the state.",
        "counts_differ": "The count does not agree with the other counts beside it.",
        "class_sum_differs": "The classes do not add up to the overall count.",
        "assessments_differ": "The counts are not those of the assessments.",
        "wrong_degenerate": "An interval is degenerate for fewer than two claims, and only then.",
        "interval_excludes_rate": "The interval does not hold its rate, or leaves 0 to 1.",
        "bound_not_possible": "No resample of so many claims has such a rate.",
        "interval_not_of_draws": "The interval is not the one that this seed draws.",
        "invalid_evidence_digest": "This is no digest of evidence.",
        "evidence_differs": "What is said of the evidence does not agree.",
        "invalid_claims_report": "The report is not one that the evaluator would write.",
    }
)
"""Every code of an inconsistency, with a sentence for a person."""

Path = tuple[str, ...]
"""The parts of a place, outermost first: known names and positions, never text of the file."""

_FEW = 2


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """One thing in a saved report that does not agree.

    ``place`` is where, such as "slices, class:lab, omission, ci95" ("" is the
    whole report). All three texts are the program's own: no figure and no text
    of the file is in them.
    """

    code: str
    place: str
    message: str


class Inconsistencies:
    """Collects them; many of one kind become one that names the first place."""

    def __init__(self) -> None:
        # a dict keeps the order in which the kinds were met
        self._groups: dict[tuple[Any, ...], list[tuple[Path, int | None]]] = {}

    def __bool__(self) -> bool:
        return bool(self._groups)

    def add(
        self, code: str, path: Path, message: str | None = None, *, vary: int | None = None
    ) -> None:
        """Note one. Those that differ in path[vary] alone are of one kind."""
        alike = path if vary is None else (*path[:vary], None, *path[vary + 1 :])
        text = REPORT_CODES[code] if message is None else message
        self._groups.setdefault((code, text, alike), []).append((path, vary))

    def result(self) -> tuple[Inconsistency, ...]:
        """Return them in the order in which their kinds were first met."""
        found = []
        for (code, message, _), places in self._groups.items():
            if len(places) <= _FEW:
                found += [Inconsistency(code, ", ".join(path), message) for path, _ in places]
                continue
            path, vary = places[0]
            at = vary or 0
            several = and_more(path[at], len(places)) if path else ""
            place = ", ".join((*path[:at], several, *path[at + 1 :]))
            found.append(Inconsistency(code, place, message))
        return tuple(found)


def and_more(first: str, number: int) -> str:
    """Return the name of the first of a number of places."""
    return first if number == 1 else f"{first} and {number - 1} more"


def members(
    value: object,
    names: Collection[str],
    path: Path,
    found: Inconsistencies,
    *,
    vary: int | None = None,
) -> dict[str, Any] | None:
    """Return an object with these keys, or None if it is none; note what is missing or unknown.

    Keys that are missing are not in what is returned; nor are unknown ones.
    An unknown key is named by its position: it could be anybody's name.
    """
    if type(value) is not dict:
        found.add("wrong_type", path, vary=vary)
        return None
    missing = [name for name in names if name not in value]
    if missing:
        found.add("missing_key", (*path, and_more(missing[0], len(missing))), vary=vary)
    unknown = [at for at, key in enumerate(value, 1) if type(key) is not str or key not in names]
    if unknown:
        place = and_more(f"key number {unknown[0]}", len(unknown))
        found.add("unknown_key", (*path, place), vary=vary)
    return {name: value[name] for name in names if name in value}


def constant(
    given: dict[str, Any],
    name: str,
    right: object,
    code: str,
    found: Inconsistencies,
    path: Path = (),
) -> None:
    """Note a value that is there and is not the one right value, or not of its very type."""
    if name in given and (type(given[name]) is not type(right) or given[name] != right):
        found.add(code, (*path, name))
