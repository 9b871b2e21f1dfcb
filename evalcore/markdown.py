"""One Markdown document for people, from the reports that are there."""

from __future__ import annotations

from .ambient_reviews import ReviewReport
from .descriptions import (
    AGREEMENT_SENTENCE,
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
    drafts: DraftReport | None = None, reviews: ReviewReport | None = None
) -> str:
    """Return the document: the notice first, then the parts whose report is given.

    The same reports give the same text. It holds no date, path, file name or
    identifier, and no count outside the tables.
    """
    parts = [f"> **{NOTICE}**"]
    if drafts is not None:
        parts += _draft_part(drafts)
    if reviews is not None:
        parts += _review_part(reviews)
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


def _figure_columns(cell: Cell) -> str:
    figures = cell_figures(cell)
    if figures is None:
        return f"| {SUPPRESSED} | {SUPPRESSED} | {SUPPRESSED} |"
    return f"| {figures.rate} | {figures.interval} | {figures.count} |"
