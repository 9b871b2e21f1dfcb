"""The committee's document: what it says, in order, once for all forms it is written in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..claims.view import claims_figures, is_informative
from ..claims_vocabulary import CLAIM_STATES, DISCLAIMER
from ..descriptions import (
    AGREEMENT_SENTENCE,
    CLAIMS_EVERYONE_SENTENCE,
    CLAIMS_INTERVAL_SENTENCE,
    CLAIMS_REVIEW_SENTENCE,
    CLAIMS_SENTENCES,
    CLAIMS_SUPPRESSION_SENTENCE,
    CONFIRMATION_SENTENCE,
    COUNTS_SENTENCE,
    CUSTOM_CLASSES_SENTENCE,
    EVERYONE_SENTENCE,
    INTERVAL_SENTENCE,
    KIND_SENTENCES,
    OVERLAP_SENTENCE,
    PLOT_SENTENCES,
    REVIEW_COUNTS_SENTENCE,
    REVIEW_EVERYONE_SENTENCE,
    REVIEW_INDEPENDENCE_SENTENCE,
    REVIEW_INTERVAL_SENTENCE,
    REVIEW_SUPPRESSED_SENTENCE,
    SUPPRESSED_SENTENCE,
    slice_group,
    slice_label,
)
from ..drafts.metrics import DraftReport
from ..figures.suppression import Cell
from ..figures.text import SUPPRESSED, cell_figures
from ..metrics import METRICS, RATES
from ..returns.rates import ReviewReport
from ..vocabulary import NOTICE, SLICES
from .blocks import (
    Axis,
    Block,
    Column,
    Document,
    Heading,
    Items,
    Mark,
    Notice,
    Paragraph,
    Row,
    Table,
    choose_axis,
)

TITLE = "Evaluation report"
LANGUAGE = "en-GB"

_FIGURES = (Column("Rate, %"), Column("95 % interval"), Column("Count"))
_WHOLE = Axis(1.0, 0.2)


def committee_document(
    drafts: DraftReport | None = None,
    reviews: ReviewReport | None = None,
    claims: Mapping[str, Any] | None = None,
) -> Document:
    """Return the document of the reports that are given: the notice first, then a part each.

    ``claims`` is what ``claims_view`` gives: neither digest nor class token.

    The same reports give the same document. It holds no date, path, file name
    or identifier, and no count outside the tables.
    """
    parts: list[tuple[str, str, list[Block]]] = []
    if drafts is not None:
        parts.append(("Draft metrics", KIND_SENTENCES["drafts"], _draft_part(drafts)))
    if reviews is not None:
        parts.append(("Review agreement", KIND_SENTENCES["reviews"], _review_part(reviews)))
    if claims is not None:
        parts.append(("Unsupported claims", KIND_SENTENCES["claims"], _claims_part(claims)))
    blocks: list[Block] = [Notice(NOTICE), Heading(1, TITLE)]
    if parts:
        blocks.append(Heading(2, "What was evaluated"))
        blocks.append(Items(tuple((title, kind) for title, kind, _ in parts)))
    blocks.append(Paragraph(CONFIRMATION_SENTENCE, strong=True))
    for title, _, part in parts:
        plots = any(isinstance(block, Table) and block.axis for block in part)
        blocks.append(Heading(2, title))
        blocks += [b for b in part if plots or not (isinstance(b, Paragraph) and b.for_plots)]
    return Document(TITLE, LANGUAGE, tuple(_numbered(blocks)))


def _numbered(blocks: Iterable[Block]) -> Iterator[Block]:
    number = 0
    for block in blocks:
        if isinstance(block, Table):
            number += 1
            block = replace(block, caption=f"Table {number}. {block.caption}")
        yield block


def _draft_part(report: DraftReport) -> list[Block]:
    overall = [
        _cell_row((METRICS[metric].title,), report["slices"]["overall"][metric])
        for metric in METRICS
    ]
    blocks: list[Block] = [
        _minimum(report["minimum_cell_size"], COUNTS_SENTENCE),
        Paragraph(OVERLAP_SENTENCE),
        _table("All metrics, overall", (Column("Metric", figures=False), *_FIGURES), overall),
        Heading(3, "How to read these metrics"),
        Items(
            (
                ("Suppressed", SUPPRESSED_SENTENCE),
                ("Interval", INTERVAL_SENTENCE),
                ("0 % and 100 %", EVERYONE_SENTENCE),
            )
        ),
        Paragraph(PLOT_SENTENCES["drafts"], for_plots=True),
    ]
    columns = (Column("Group", figures=False), Column("Slice", figures=False), *_FIGURES)
    for metric in METRICS:
        rows = [
            _cell_row(
                (slice_group(name), slice_label(name)),
                report["slices"][name][metric],
                overall=name == SLICES[0],
            )
            for name in SLICES
        ]
        blocks += [
            Heading(3, METRICS[metric].title),
            Paragraph(f"{METRICS[metric].sentence} {METRICS[metric].counting}"),
            _table(f"{METRICS[metric].title}, overall and by slice", columns, rows, heads=2),
        ]
    return blocks


def _review_part(report: ReviewReport) -> list[Block]:
    columns = (Column("Rate", figures=False), *_FIGURES, Column("Counted over", figures=False))
    rows = [
        _cell_row((RATES[name].title,), report["rates"][name], after=(RATES[name].unit,))
        for name in RATES
    ]
    return [
        _minimum(report["minimum_cell_size"], REVIEW_COUNTS_SENTENCE),
        Table(
            "Agreement, adjudication and unclear decisions",
            columns,
            tuple(rows),
            1,
            _WHOLE if any(row.mark for row in rows) else None,
        ),
        Items(
            tuple(
                (RATES[name].title, f"{RATES[name].sentence} {RATES[name].counting}")
                for name in RATES
            )
        ),
        Heading(3, "How to read these rates"),
        Items(
            (
                ("More reviewers", AGREEMENT_SENTENCE),
                ("Suppressed", REVIEW_SUPPRESSED_SENTENCE),
                ("Interval", f"{REVIEW_INTERVAL_SENTENCE} {REVIEW_INDEPENDENCE_SENTENCE}"),
                ("0 % and 100 %", REVIEW_EVERYONE_SENTENCE),
            )
        ),
        Paragraph(PLOT_SENTENCES["reviews"], for_plots=True),
    ]


def _claims_part(view: Mapping[str, Any]) -> list[Block]:
    level = f"{100 * (1 - view['alpha']):.4g} %"
    label = Column("Claim class", figures=False)
    states = (label, Column("Claims"), *(Column(state.capitalize()) for state in CLAIM_STATES))
    rates = (label, Column("Unsupported, %"), Column(f"{level} interval"), Column("Count"))
    counted = [_states_row(row, number == 0) for number, row in enumerate(view["rows"])]
    rated = [_claims_row(row, number == 0) for number, row in enumerate(view["rows"])]
    return [
        Paragraph(DISCLAIMER),
        Paragraph(f"{CLAIMS_SUPPRESSION_SENTENCE} {CLAIMS_REVIEW_SENTENCE}"),
        Heading(3, "States of the claims"),
        Table("Claims by class and state", states, tuple(counted), 1, None),
        Items(tuple((state.capitalize(), CLAIMS_SENTENCES[state]) for state in CLAIM_STATES)),
        Heading(3, "Unsupported rate"),
        Paragraph(CLAIMS_SENTENCES["rate"]),
        _table("Unsupported claims, overall and by class", rates, rated),
        Heading(3, "How to read these figures"),
        Items(
            (
                (
                    "Interval",
                    f"Bootstrap, {level}, {view['n_resamples']:,} resamples, seed "
                    f"{view['seed']}. {CLAIMS_INTERVAL_SENTENCE}",
                ),
                ("0 % and 100 %", CLAIMS_EVERYONE_SENTENCE),
                ("Custom classes", CUSTOM_CLASSES_SENTENCE),
            )
        ),
        Paragraph(PLOT_SENTENCES["claims"], for_plots=True),
    ]


def _minimum(size: int, counts: str) -> Paragraph:
    return Paragraph(f"Minimum cell size: {size}. {counts}")


def _table(caption: str, columns: tuple[Column, ...], rows: list[Row], *, heads: int = 1) -> Table:
    marks = [row.mark for row in rows if row.mark is not None]
    reference = rows[0].mark if rows and rows[0].overall else None
    axis = choose_axis(marks, reference) if marks else None
    return Table(caption, columns, tuple(rows), heads, axis)


def _cell_row(
    heads: tuple[str, ...], cell: Cell, *, after: tuple[str, ...] = (), overall: bool = False
) -> Row:
    figures = cell_figures(cell)
    if figures is None:
        return Row((*heads, *3 * (SUPPRESSED,), *after), overall=overall)
    cells = (*heads, figures.rate, figures.interval, figures.count, *after)
    return Row(cells, _mark(cell), overall)


def _states_row(row: Mapping[str, Any], overall: bool) -> Row:
    counts = (str(row[name]) for name in ("claims", *CLAIM_STATES))
    return Row((str(row["label"]), *counts), overall=overall)


def _claims_row(row: Mapping[str, Any], overall: bool) -> Row:
    figures = cell_figures(row["unsupported"]) if row["claims"] else None
    count = figures.count if figures else ""
    cells = (str(row["label"]), *claims_figures(row), count)
    return Row(cells, _mark(row["unsupported"]) if is_informative(row) else None, overall)


def _mark(cell: Cell) -> Mark | None:
    figures, rate, ends = cell_figures(cell), cell["rate"], cell["ci95"]
    if figures is None or rate is None or ends is None:
        return None
    words = f"{figures.rate} %, interval from {figures.lower} to {figures.upper} %"
    return Mark(ends[0], rate, ends[1], words)
