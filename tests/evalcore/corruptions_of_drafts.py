"""The form and the cells of draft reports, spoilt: each with the finding that must name it."""

from __future__ import annotations

from corruption_helpers import (
    Change,
    drop,
    here,
    put,
    rename,
    there,
)
from report_helpers import Report

LAB = ("slices", "class:lab")


def all_cells(metric: str, field: str, value: object) -> Change:
    def change(report: Report) -> None:
        for cells_of in report["slices"].values():
            cells_of[metric][field] = value

    return change


DRAFTS = [
    there("no slices", drop("slices"), "unknown_report_kind", ""),
    here("slices a list", "wrong_type", "slices", []),
    there("no slice at all", put("slices", {}), "missing_key", "slices, overall and 22 more"),
    there("a slice gone", drop("slices", "class:lab"), "missing_key", "slices, class:lab"),
    here("a slice null", "wrong_type", "slices", "class:lab", None),
    there(
        "a slice renamed",
        rename("class:lab", "class:Jones", "slices"),
        "unknown_key",
        "slices, key number 23",
        1,
    ),
    there("a slice too many", put("slices", "age:90", {}), "unknown_key", "slices, key number 24"),
    there("a metric gone", drop(*LAB, "omission"), "missing_key", "slices, class:lab, omission"),
    there(
        "a metric too many",
        put(*LAB, "score", 0.9),
        "unknown_key",
        "slices, class:lab, key number 6",
    ),
    there(
        "a metric gone everywhere",
        lambda r: [s.pop("omission") for s in r["slices"].values()],
        "missing_key",
        "slices, overall and 22 more, omission",
    ),
    there(
        "a field gone",
        drop(*LAB, "omission", "ci95"),
        "missing_key",
        "slices, class:lab, omission, ci95",
    ),
    there(
        "a note in a cell",
        put(*LAB, "omission", "note", "Mrs Jones"),
        "unknown_key",
        "slices, class:lab, omission, key number 6",
    ),
    there("a key too many", put("author", "Mrs Jones"), "unknown_key", "key number 6"),
    there("no notice", drop("notice"), "missing_key", "notice"),
    here("notice cut", "wrong_notice", "notice", "Evaluation only."),
    here("notice null", "wrong_notice", "notice", None),
    here(
        "confirmation waived", "confirmation_not_required", "reviewer_confirmation_required", False
    ),
    here("confirmation 1", "confirmation_not_required", "reviewer_confirmation_required", 1),
    here("version 2", "wrong_schema_version", "schema_version", "openmed.ambient_drafts.v2"),
    here("minimum 1", "invalid_minimum_cell_size", "minimum_cell_size", 1),
    here("minimum 5.0", "invalid_minimum_cell_size", "minimum_cell_size", 5.0),
    here("minimum true", "invalid_minimum_cell_size", "minimum_cell_size", True),
    there(
        "minimum raised",
        put("minimum_cell_size", 8),
        "unsafe_cell",
        "slices, speaker:clinician, negation",
        2,
    ),
    here("rate rounded", "rate_not_of_counts", *LAB, "omission", "rate", 0.743),
    here("rate in per cent", "rate_not_of_counts", *LAB, "omission", "rate", 74.28571428571429),
    here("rate an int", "wrong_type", "slices", "speaker:caregiver", "misattribution", "rate", 0),
    there(
        "rates as text everywhere",
        all_cells("negation", "rate", "0.3"),
        "wrong_type",
        "slices, overall and 9 more, negation, rate",
        1,
    ),
    here(
        "interval of no width",
        "interval_not_of_counts",
        *LAB,
        "omission",
        "ci95",
        [52 / 70, 52 / 70],
    ),
    there(
        "interval turned round",
        lambda r: r["slices"]["class:lab"]["omission"]["ci95"].reverse(),
        "interval_not_of_counts",
        "slices, class:lab, omission, ci95",
    ),
    there(
        "lower end nearly 0",
        put("slices", "speaker:caregiver", "misattribution", "ci95", 0, 1e-13),
        "interval_not_of_counts",
        "slices, speaker:caregiver, misattribution, ci95",
    ),
    there(
        "lower end -0.0",
        put("slices", "speaker:caregiver", "misattribution", "ci95", 0, -0.0),
        "interval_not_of_counts",
        "slices, speaker:caregiver, misattribution, ci95",
    ),
    here("one end only", "wrong_type", *LAB, "omission", "ci95", [0.5]),
    there(
        "numerator changed",
        put(*LAB, "omission", "numerator", 50),
        "figures_not_of_counts",
        "slices, class:lab, omission",
    ),
    there(
        "denominator changed",
        put(*LAB, "omission", "denominator", 71),
        "figures_not_of_counts",
        "slices, class:lab, omission",
    ),
    there(
        "denominator of a zero changed",
        put("slices", "speaker:caregiver", "misattribution", "denominator", 17),
        "interval_not_of_counts",
        "slices, speaker:caregiver, misattribution, ci95",
        1,
    ),
    here("numerator over denominator", "invalid_counts", *LAB, "omission", "numerator", 71),
    here("numerator negative", "invalid_counts", *LAB, "omission", "numerator", -1),
    here("denominator 0", "invalid_counts", *LAB, "omission", "denominator", 0),
    here("numerator huge", "invalid_counts", *LAB, "omission", "denominator", 10**400),
    here("numerator a float", "wrong_type", *LAB, "omission", "numerator", 52.0),
    here("numerator true", "wrong_type", *LAB, "omission", "numerator", True),
    here(
        "count left in a suppressed cell",
        "figure_in_suppressed_cell",
        "slices",
        "class:other",
        "omission",
        "numerator",
        3,
    ),
    there(
        "all figures left, only marked suppressed",
        put(*LAB, "omission", "suppressed", True),
        "figure_in_suppressed_cell",
        "slices, class:lab, omission",
    ),
    there(
        "a family marked suppressed, figures left",
        all_cells("omission", "suppressed", True),
        "figure_in_suppressed_cell",
        "slices, overall and 9 more, omission",
    ),
    there(
        "nulls, not marked suppressed",
        put("slices", "class:other", "omission", "suppressed", False),
        "figure_missing",
        "slices, class:other, omission",
    ),
    here("rate null", "figure_missing", *LAB, "omission", "rate", None),
    here("suppressed a word", "wrong_type", *LAB, "omission", "suppressed", "false"),
]
