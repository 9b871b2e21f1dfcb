"""The document of two reports side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..descriptions import slice_group, slice_label
from ..figures.text import SUPPRESSED, cell_figures
from ..metrics import METRICS, RATES
from ..vocabulary import NOTICE, SLICES
from .blocks import Block, Column, Document, Heading, Items, Notice, Paragraph, Row, Table
from .document import LANGUAGE

TITLE = "Two reports side by side"
_MINUS = "\N{MINUS SIGN}"
_OVERLAP = {
    "yes": "Some encounters are in both reports. So a difference stands without an interval: the "
    "two are not independent, and how they depend is not known.",
    "no": "No encounter is in both reports. The interval of a difference takes the two for "
    "independent samples.",
    "unknown": "It is not known whether encounters are in both reports. The interval of a "
    "difference takes the two for independent samples; with shared encounters it does not hold.",
}
_READING = (
    (
        "Difference",
        "The later rate minus the earlier, in percentage points, with its 95 % interval "
        "(Newcombe’s hybrid score interval from the two Wilson intervals).",
    ),
    (
        "What it does not tell",
        "Reviewers who are the same in both, and statements of one encounter, are correlated, "
        "which the interval leaves out. There are many slices, and the intervals are not "
        "corrected for that: some will lie off zero by chance. Why a rate differs is not told.",
    ),
    ("Suppressed", "Where one of the two is suppressed, the difference is suppressed as well."),
)


def comparison_document(
    comparison: Mapping[str, Any], *, earlier_label: str = "", later_label: str = ""
) -> Document:
    """Return the document of ``compare_reports``; the labels are what the user typed."""
    blocks: list[Block] = [Notice(NOTICE), Heading(1, TITLE)]
    items = [
        (name, _side(comparison[key], label))
        for name, key, label in (
            ("Earlier", "earlier", earlier_label),
            ("Later", "later", later_label),
        )
    ]
    blocks.append(Items(tuple(items)))
    rows = comparison["rows"]
    if comparison["kind"] == "claims":
        blocks.append(Paragraph("Claims stand side by side without a difference."))
        blocks.append(_claims(rows))
        return Document(TITLE, LANGUAGE, tuple(blocks))
    blocks.append(Paragraph(_OVERLAP[comparison["overlap"]]))
    blocks += [Heading(2, "How to read it"), Items(_READING)]
    if comparison["kind"] == "reviews":
        blocks += [Heading(2, "Review agreement")]
        titles = [(RATES[row["rate"]].title,) for row in rows]
        blocks.append(_table("The rates of both reports", ("Rate",), titles, rows))
        return Document(TITLE, LANGUAGE, tuple(blocks))
    for metric in METRICS:
        own = {row["slice"]: row for row in rows if row["metric"] == metric}
        labels = [(slice_group(name), slice_label(name)) for name in SLICES]
        title = METRICS[metric].title
        blocks += [Heading(2, title), Paragraph(METRICS[metric].sentence)]
        ordered = [own[name] for name in SLICES]
        blocks.append(_table(f"{title} in both reports", ("Group", "Slice"), labels, ordered))
    return Document(TITLE, LANGUAGE, tuple(blocks))


def _side(settings: Mapping[str, Any], label: str) -> str:
    if "minimum_cell_size" in settings:
        told = f"minimum cell size {settings['minimum_cell_size']}"
    else:
        told = (
            f"{settings['n_resamples']:,} resamples, alpha {settings['alpha']:g}, "
            f"seed {settings['seed']}"
        )
    return f"{label}; {told}" if label else told


def _table(
    caption: str,
    heads: tuple[str, ...],
    labels: Iterable[tuple[str, ...]],
    rows: Iterable[Mapping[str, Any]],
) -> Table:
    columns = (
        *(Column(head, figures=False) for head in heads),
        *(Column(title) for title in ("Earlier, %", "Count", "Later, %", "Count")),
        *(Column(title) for title in ("Difference", "95 % interval")),
    )
    made = [
        Row((*label, *_cell(row["earlier"]), *_cell(row["later"]), *_apart(row["difference"])))
        for label, row in zip(labels, rows, strict=True)
    ]
    return Table(caption, columns, tuple(made), heads=len(heads), axis=None)


def _claims(rows: Iterable[Mapping[str, Any]]) -> Table:
    columns = (
        Column("Class", figures=False),
        *(Column(title) for title in ("Earlier, %", "Interval", "Count")),
        *(Column(title) for title in ("Later, %", "Interval", "Count")),
    )
    made = [
        Row((row["claim_class"], *_with_interval(row["earlier"]), *_with_interval(row["later"])))
        for row in rows
    ]
    return Table("Unsupported claims", columns, tuple(made), heads=1, axis=None)


def _with_interval(cell: Any) -> tuple[str, str, str]:
    figures = None if cell is None else cell_figures(cell)
    if figures is None:
        return ("", "", "" if cell is None else "no claims")
    return figures.rate, figures.interval, figures.count


def _cell(cell: Any) -> tuple[str, str]:
    if cell["suppressed"]:
        return SUPPRESSED, SUPPRESSED
    figures = cell_figures(cell)
    return ("", "empty") if figures is None else (figures.rate, figures.count)


def _apart(apart: Mapping[str, Any]) -> tuple[str, str]:
    if apart["suppressed"]:
        return SUPPRESSED, SUPPRESSED
    if apart["estimate"] is None:
        return "", ""
    estimate = points(apart["estimate"])
    if apart["ci95"] is None:
        return estimate, "none"
    return estimate, " to ".join(map(points, apart["ci95"]))


def points(fraction: float) -> str:
    """Return a difference in percentage points with its sign: "+3.2", "−0.4", "0.0"."""
    rounded = round(1000 * fraction) / 10
    if rounded == 0:
        return "0.0"
    return f"{'+' if rounded > 0 else _MINUS}{abs(rounded):.1f}"
