"""Review reports as people and programs spoil them, each with the finding that must name it."""

from __future__ import annotations

from corruption_helpers import NULLS, both, cell, drop, here, put, there

REVIEWS = [
    here("rates null", "wrong_type", "rates", None),
    there("a rate gone", drop("rates", "unclear"), "missing_key", "rates, unclear"),
    there("kappa added", put("rates", "kappa", 0.4), "unknown_key", "rates, key number 4"),
    there("reasons added", put("reasons", {"other": 3}), "unknown_key", "key number 6"),
    here("schema of drafts", "wrong_schema_version", "schema_version", "openmed.ambient_drafts.v1"),
    there(
        "notice with a space",
        lambda r: r.update(notice=r["notice"] + " "),
        "wrong_notice",
        "notice",
    ),
    here(
        "confirmation text", "confirmation_not_required", "reviewer_confirmation_required", "true"
    ),
    here("minimum null", "invalid_minimum_cell_size", "minimum_cell_size", None),
    here("rate 1", "wrong_type", "rates", "unclear", "rate", 1),
    here("rate better", "rate_not_of_counts", "rates", "agreement", "rate", 0.9),
    there(
        "figures of other counts",
        put("rates", "agreement", "numerator", 30),
        "figures_not_of_counts",
        "rates, agreement",
    ),
    here("unsafe", "unsafe_cell", "rates", "adjudication", cell(3, 15)),
    there(
        "more agreement",
        put("rates", "agreement", cell(25, 35)),
        "rates_disagree",
        "rates, adjudication, denominator",
    ),
    there(
        "more that differ",
        put("rates", "adjudication", cell(6, 20)),
        "rates_disagree",
        "rates, adjudication, denominator",
    ),
    there(
        "fewer reviews than two a draft",
        put("rates", "unclear", cell(8, 69)),
        "rates_disagree",
        "rates, unclear, denominator",
    ),
    there(
        "more unclear than can be",
        put("rates", "unclear", cell(61, 75)),
        "rates_disagree",
        "rates, unclear, numerator",
    ),
    there(
        "an odd one in pairs",
        both(
            put("rates", "agreement", cell(35, 35)),
            put("rates", "adjudication", dict(NULLS)),
            put("rates", "unclear", cell(9, 70)),
        ),
        "rates_disagree",
        "rates, unclear, numerator",
    ),
    there(
        "more reviews than can be imported",
        put("rates", "unclear", cell(8, 100_001)),
        "invalid_counts",
        "rates, unclear, denominator",
    ),
    there(
        "few reviews where agreement is hidden",
        both(put("rates", "agreement", dict(NULLS)), put("rates", "unclear", cell(8, 31))),
        "rates_disagree",
        "rates, unclear, denominator",
    ),
    there(
        "a figure left in",
        put("rates", "unclear", {**NULLS, "rate": 0.5}),
        "figure_in_suppressed_cell",
        "rates, unclear, rate",
    ),
]
