"""Claims reports as people and programs spoil them, each with the finding that must name it."""

from __future__ import annotations

from corruption_helpers import CUSTOM, DIGEST, Change, both, drop, here, put, rename, there
from report_helpers import Report

LAB_RESULT = ("by_claim_class", "lab")
VITAL = ("by_claim_class", "vital")


def swap_rows(one: int, other: int) -> Change:
    def change(report: Report) -> None:
        rows = report["assessments"]
        rows[one], rows[other] = rows[other], rows[one]

    return change


CLAIMS = [
    there("no classes", drop("by_claim_class"), "unknown_report_kind", ""),
    there("no overall", drop("overall"), "missing_key", "overall"),
    there("a class gone", drop(*LAB_RESULT), "missing_key", "by_claim_class, lab"),
    there(
        "a custom class gone",
        drop("by_claim_class", CUSTOM),
        "missing_key",
        "by_claim_class, custom class",
    ),
    there(
        "a class in clear text",
        rename(CUSTOM, "family matters", "by_claim_class"),
        "invalid_claim_class",
        "by_claim_class, key number 4",
        1,
    ),
    there(
        "claim ids added",
        put("assessments", 0, "claim_id", "x"),
        "unknown_key",
        "assessments, row 1, key number 7",
    ),
    there("a key added", put("author", "x"), "unknown_key", "key number 18"),
    here("schema 2", "wrong_schema_version", "schema_version", 2),
    here("schema true", "wrong_schema_version", "schema_version", True),
    here("schema 1.0", "wrong_schema_version", "schema_version", 1.0),
    here("another suite", "wrong_suite", "suite", "summary"),
    here("disclaimer gone soft", "wrong_notice", "disclaimer", "For information."),
    here("review waived", "confirmation_not_required", "human_review_required", False),
    here("no resamples", "invalid_n_resamples", "n_resamples", 0),
    here("alpha 1.0", "invalid_alpha", "alpha", 1.0),
    here("alpha an int", "invalid_alpha", "alpha", 0),
    here("seed a float", "invalid_seed", "seed", 7.0),
    there(
        "seed another", put("seed", 8), "interval_not_of_draws", "overall, bootstrap_ci, lower", 1
    ),
    here("alpha another at the head", "settings_differ", "alpha", 0.1),
    here(
        "resamples another in one class",
        "settings_differ",
        *LAB_RESULT,
        "bootstrap_ci",
        "n_resamples",
        1000,
    ),
    here("resamples another at the head", "settings_differ", "n_resamples", 100000),
    here("one more supported", "counts_differ", *LAB_RESULT, "counts", "supported", 6),
    here(
        "a count of a custom class", "counts_differ", "by_claim_class", CUSTOM, "uncited_count", 1
    ),
    here("claim count", "counts_differ", "overall", "claim_count", 44),
    here("count at the head", "counts_differ", "claim_count", 44),
    here("reviews at the head", "counts_differ", "review_required_count", 0),
    here("unsupported at the head", "counts_differ", "unsupported_count", 5),
    here("rate at the head", "rate_not_of_counts", "unsupported_rate", 0.1),
    here("rate of a class", "rate_not_of_counts", *LAB_RESULT, "unsupported_rate", 0.64),
    here("point of a class", "rate_not_of_counts", *LAB_RESULT, "bootstrap_ci", "point", 0.64),
    here("rate an int", "wrong_type", *VITAL, "unsupported_rate", 0),
    here("count negative", "invalid_counts", *LAB_RESULT, "counts", "uncited", -1),
    here("count true", "wrong_type", *VITAL, "counts", "supported", True),
    here("class under another", "class_differs", *LAB_RESULT, "claim_class", "vital"),
    here("overall named otherwise", "class_differs", "overall", "claim_class", "lab"),
    here(
        "single claim not degenerate",
        "wrong_degenerate",
        *VITAL,
        "bootstrap_ci",
        "degenerate",
        False,
    ),
    here("degenerate 1", "wrong_type", *VITAL, "bootstrap_ci", "degenerate", 1),
    here(
        "interval beside its rate",
        "interval_excludes_rate",
        *LAB_RESULT,
        "bootstrap_ci",
        "lower",
        10 / 14,
    ),
    here("interval over 1", "interval_excludes_rate", *LAB_RESULT, "bootstrap_ci", "upper", 1.5),
    here(
        "a bound of no resample", "bound_not_possible", *LAB_RESULT, "bootstrap_ci", "lower", 0.43
    ),
    here(
        "width where all are alike",
        "bound_not_possible",
        "by_claim_class",
        CUSTOM,
        "bootstrap_ci",
        "lower",
        13 / 14,
    ),
    here(
        "a bound that was not drawn",
        "interval_not_of_draws",
        *LAB_RESULT,
        "bootstrap_ci",
        "lower",
        7 / 14,
    ),
    here(
        "a bound one bit off",
        "bound_not_possible",
        *LAB_RESULT,
        "bootstrap_ci",
        "lower",
        0.4285714285714286,
    ),
    there("an assessment gone", drop("assessments", 0), "assessments_differ", "assessments"),
    here("an assessment null", "wrong_type", "assessments", 2, None),
    here("state reworded", "invalid_state", "assessments", 2, "state", "ok"),
    there(
        "state another",
        put("assessments", 0, "state", "unresolved"),
        "assessments_differ",
        "assessments",
    ),
    here("state impossible", "state_differs", "assessments", 0, "state", "uncited"),
    here(
        "review not required", "review_required_differs", "assessments", 0, "review_required", False
    ),
    here("review required 1", "wrong_type", "assessments", 0, "review_required", 1),
    here("class of an assessment", "invalid_claim_class", "assessments", 0, "claim_class", "Jones"),
    there("assessments out of order", swap_rows(0, 42), "class_order", "assessments, row 2"),
    here(
        "more approved than cited", "invalid_counts", "assessments", 1, "approved_evidence_count", 2
    ),
    here(
        "more matching than approved",
        "invalid_counts",
        "assessments",
        1,
        "matching_evidence_count",
        1,
    ),
    here(
        "cited more than allowed", "invalid_counts", "assessments", 1, "cited_evidence_count", 513
    ),
    there(
        "supported with a row that does not match",
        put("assessments", 29, "matching_evidence_count", 1),
        "state_differs",
        "assessments, row 30, state",
    ),
    there(
        "less evidence than approved",
        put("evidence_count", 3),
        "evidence_differs",
        "approved_evidence_count",
    ),
    here("too little approved for a claim", "evidence_differs", "approved_evidence_count", 1),
    here("too little approved for all states", "evidence_differs", "approved_evidence_count", 3),
    here("evidence a float", "wrong_type", "evidence_count", 5.0),
    here("evidence over the limit", "invalid_counts", "evidence_count", 200001),
    here("digest cut", "invalid_evidence_digest", "evidence_digest", DIGEST[:-1]),
    here("digest upper case", "invalid_evidence_digest", "evidence_digest", DIGEST.upper()),
    here(
        "digest of nothing",
        "evidence_differs",
        "evidence_digest",
        "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
    ),
    there(
        "sums without assessments",
        both(
            put("assessments", 0, None),
            lambda r: r["by_claim_class"].update(
                vital={**r["by_claim_class"]["lab"], "claim_class": "vital"}
            ),
        ),
        "class_sum_differs",
        "overall, counts",
        1,
    ),
]
