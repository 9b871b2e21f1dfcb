"""The metrics of draft reports, spoilt with cells that agree with themselves."""

from __future__ import annotations

from corruption_helpers import (
    NULLS,
    Change,
    both,
    cell,
    cells,
    here,
    put,
    there,
)
from report_helpers import Report

# One joint position of the clean report: what is added here keeps every sum right.
HERE = ("overall", "section:subjective", "class:lab", "speaker:patient", "experiencer:patient")
THERE = ("overall", "section:plan", "class:vital", "speaker:caregiver", "experiencer:caregiver")


def hide(metric: str) -> Change:
    def change(report: Report) -> None:
        for cells_of in report["slices"].values():
            cells_of[metric] = dict(NULLS)

    return change


def nothing_unsupported(report: Report) -> None:
    """All statements supported, and yet contradiction hidden."""
    for cells_of in report["slices"].values():
        if cells_of["unsupported"]["denominator"] is not None:
            total = cells_of["unsupported"]["denominator"]
            cells_of["unsupported"] = cell(0, total)
            cells_of["misattribution"] = cells_of["negation"] = cell(0, total)
    hide("contradiction")(report)


def everything_unsupported(report: Report) -> None:
    for cells_of in report["slices"].values():
        total = cells_of["unsupported"]["denominator"]
        if total is not None:
            cells_of["unsupported"] = cell(total, total)


def crossed(report: Report) -> None:
    """Every slice could be right, but sections and classes need other contradicted statements."""
    names = ("section:subjective", "section:plan", "class:lab", "class:vital")
    small = {
        "unsupported": (10, 10, 10, 10),
        "contradiction": (10, 0, 10, 0),
        # by section the contradicted ones have another person, by class another polarity
        "misattribution": (10, 0, 0, 10),
        "negation": (0, 10, 10, 0),
    }
    for metric, numbers in small.items():
        counts = dict(zip(names, numbers, strict=True))
        whole = sum(numbers[:2])
        for name in report["slices"]:
            number = counts.get(name)
            if name in ("overall", "speaker:patient", "experiencer:patient"):
                report["slices"][name][metric] = cell(whole, 40)
            elif number is not None:
                report["slices"][name][metric] = cell(number, 20)
            else:
                report["slices"][name][metric] = dict(NULLS)
    hide("omission")(report)


LAB = ("slices", "class:lab")


FAMILIES = [
    there(
        "one slice hidden",
        put(*LAB, "omission", dict(NULLS)),
        "half_suppressed_family",
        "slices, class, omission",
    ),
    there(
        "one slice hidden in each partition",
        both(*(put("slices", name, "omission", dict(NULLS)) for name in HERE[1:])),
        "partition_differs",
        "slices, overall, omission",
    ),
    here("overall hidden", "half_suppressed_family", "slices", "overall", "omission", dict(NULLS)),
    there(
        "a partition hidden",
        both(
            *(
                put("slices", f"section:{s}", "negation", dict(NULLS))
                for s in ("subjective", "plan")
            )
        ),
        "half_suppressed_family",
        "slices, section, negation",
    ),
    there(
        "a small cell shown",
        put("slices", "class:other", "omission", cell(1, 3)),
        "unsafe_cell",
        "slices, class:other, omission",
        1,
    ),
    there(
        "a small complement shown",
        both(cells("omission", 15, 0, "class:lab"), cells("omission", -15, 0, "class:vital")),
        "unsafe_cell",
        "slices, class:lab, omission",
    ),
    there(
        "a slice larger, its figures with it",
        cells("omission", 5, 5, "class:lab"),
        "partition_differs",
        "slices, class, omission",
    ),
    there(
        "overall larger, its figures with it",
        cells("omission", 5, 5, "overall"),
        "partition_differs",
        "slices, overall, omission",
    ),
    there(
        "an event moved within a partition and lost",
        cells("negation", -1, 0, "speaker:patient"),
        "partition_differs",
        "slices, speaker, negation, numerator",
    ),
    there(
        "statements of one metric alone",
        cells("contradiction", 0, 6, *HERE),
        "denominators_differ",
        "slices, overall and 4 more, contradiction, denominator",
    ),
    there(
        "citing statements of one metric alone",
        cells("negation", 0, 6, *HERE),
        "denominators_differ",
        "slices, overall and 4 more, negation, denominator",
    ),
    there(
        "more contradicted than unsupported",
        cells("contradiction", 15, 0, *THERE),
        "larger_than_containing",
        "slices, speaker:caregiver, contradiction, numerator",
        1,
    ),
    there(
        "more citing than there are",
        both(cells("negation", 0, 60, *HERE), cells("misattribution", 0, 60, *HERE)),
        "larger_than_containing",
        "slices, overall and 4 more, misattribution, denominator",
    ),
    there(
        "supported statements that cite nothing",
        cells("unsupported", -13, 0, *THERE),
        "larger_than_containing",
        "slices, speaker:caregiver, unsupported, numerator",
        1,
    ),
    there(
        "supported and of another person",
        cells("misattribution", 8, 0, *THERE),
        "metrics_disagree",
        "slices, speaker:caregiver, misattribution, numerator",
    ),
    there(
        "contradicted without another person or polarity",
        cells("contradiction", 1, 0, *THERE),
        "metrics_disagree",
        "slices, overall and 4 more, contradiction, numerator",
    ),
    there(
        "covered by nothing",
        everything_unsupported,
        "metrics_disagree",
        "slices, overall and 9 more, omission, numerator",
    ),
    there(
        "sections and classes that do not fit",
        crossed,
        "metrics_disagree",
        "slices, misattribution and negation",
    ),
    there(
        "hidden for no reason",
        nothing_unsupported,
        "suppressed_without_reason",
        "slices, contradiction",
    ),
]
