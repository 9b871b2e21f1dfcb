"""One Markdown document for people, from the reports that are there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .ambient_reviews import ReviewReport
from .claims_view import claims_figures
from .claims_vocabulary import DISCLAIMER, STATES
from .descriptions import (
    AGREEMENT_SENTENCE,
    CLAIMS_INTERVAL_SENTENCE,
    CLAIMS_SENTENCES,
    CLAIMS_SUPPRESSION_SENTENCE,
    CONFIRMATION_SENTENCE,
    COUNTS_SENTENCE,
    INTERVAL_SENTENCE,
    METRIC_COUNTS,
    METRIC_SENTENCES,
    METRIC_TITLES,
    RATE_COUNTS,
    RATE_SENTENCES,
    RATE_TITLES,
    RATE_UNITS,
    REVIEW_COUNTS_SENTENCE,
    REVIEW_INTERVAL_SENTENCE,
    REVIEW_SUPPRESSED_SENTENCE,
    SUPPRESSED_SENTENCE,
    slice_group,
    slice_label,
)
from .draft_metrics import DraftReport
from .figures import SUPPRESSED, cell_figures
from .suppression import Cell
from .vocabulary import METRICS, NOTICE, REVIEW_RATES, SLICES


def markdown_document(
    drafts: DraftReport | None = None,
    reviews: ReviewReport | None = None,
    claims: Mapping[str, Any] | None = None,
) -> str:
    """Return the document: the notice first, then the parts whose report is given.

    ``claims`` is what ``claims_view`` gives: neither digest nor class token.

    The same reports give the same text. It holds no date, path, file name or
    identifier, and no count outside the tables.
    """
    parts = [f"> **{NOTICE}**"]
    if drafts is not None:
        parts += _draft_part(drafts)
    if reviews is not None:
        parts += _review_part(reviews)
    if claims is not None:
        parts += _claims_part(claims)
    return "\n\n".join([*parts, CONFIRMATION_SENTENCE]) + "\n"


def _draft_part(report: DraftReport) -> list[str]:
    parts = [
        "# Draft metrics",
        f"Minimum cell size: {report['minimum_cell_size']}. {COUNTS_SENTENCE}",
    ]
    for metric in METRICS:
        lines = [
            "| Group | Slice | Rate, % | 95 % interval | Count |",
            "| --- | --- | ---: | ---: | ---: |",
        ]
        for name in SLICES:
            label = f"| {slice_group(name)} | {slice_label(name)} "
            lines.append(label + _figure_columns(report["slices"][name][metric]))
        parts += [
            f"## {METRIC_TITLES[metric]}",
            f"{METRIC_SENTENCES[metric]} {METRIC_COUNTS[metric]}",
            "\n".join(lines),
        ]
    return [*parts, "## How to read these metrics", SUPPRESSED_SENTENCE, INTERVAL_SENTENCE]


def _review_part(report: ReviewReport) -> list[str]:
    lines = [
        "| Rate | Rate, % | 95 % interval | Count | Counted over |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for name in REVIEW_RATES:
        figures = _figure_columns(report["rates"][name])
        lines.append(f"| {RATE_TITLES[name]} {figures} {RATE_UNITS[name]} |")
    meanings = [
        f"- {RATE_TITLES[name]}: {RATE_SENTENCES[name]} {RATE_COUNTS[name]}"
        for name in REVIEW_RATES
    ]
    return [
        "# Review agreement",
        f"Minimum cell size: {report['minimum_cell_size']}. {REVIEW_COUNTS_SENTENCE}",
        "\n".join(lines),
        "\n".join(meanings),
        "## How to read these rates",
        AGREEMENT_SENTENCE,
        REVIEW_SUPPRESSED_SENTENCE,
        REVIEW_INTERVAL_SENTENCE,
    ]


def _claims_part(view: Mapping[str, Any]) -> list[str]:
    level = f"{100 * (1 - view['alpha']):.4g} %"
    lines = [
        "| Claim class | Claims | Supported | Contradicted | Unresolved | Uncited "
        f"| Unsupported, % | {level} interval |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in view["rows"]:
        counts = [row[name] for name in ("claims", *STATES)]
        rate, interval = claims_figures(row)
        lines.append("| " + " | ".join(map(str, (row["label"], *counts, rate, interval))) + " |")
    meanings = [f"- {state.capitalize()}: {CLAIMS_SENTENCES[state]}" for state in STATES]
    unsupported = view["rows"][0]["unsupported"]["numerator"]
    return [
        "# Unsupported claims",
        DISCLAIMER,
        f"Bootstrap intervals, {level}, {view['n_resamples']:,} resamples, seed {view['seed']}. "
        f"Claims that need review by a person: {unsupported:,}.",
        "\n".join(lines),
        "\n".join([*meanings, f"- Unsupported: {CLAIMS_SENTENCES['rate']}"]),
        "## How to read these figures",
        CLAIMS_INTERVAL_SENTENCE,
        CLAIMS_SUPPRESSION_SENTENCE,
    ]


def _figure_columns(cell: Cell) -> str:
    figures = cell_figures(cell)
    if figures is None:
        return f"| {SUPPRESSED} | {SUPPRESSED} | {SUPPRESSED} |"
    return f"| {figures.rate} | {figures.interval} | {figures.count} |"
