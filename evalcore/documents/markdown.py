"""The committee's document as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..drafts.metrics import DraftReport
from ..returns.rates import ReviewReport
from .blocks import Block, Document, Heading, Items, Notice, Paragraph, Table
from .document import committee_document

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|#~])")


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
    return render_markdown(committee_document(drafts, reviews, claims))


def render_markdown(document: Document) -> str:
    """Return a document as Markdown with tables, without its plots."""
    parts = [
        _block(block)
        for block in document.blocks
        if not (isinstance(block, Paragraph) and block.for_plots)
    ]
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    match block:
        case Notice():
            return f"> **{_escaped(block.text)}**"
        case Heading():
            return f"{'#' * block.level} {_escaped(block.text)}"
        case Paragraph():
            text = _escaped(block.text)
            return f"**{text}**" if block.strong else text
        case Items():
            return "\n".join(f"- {_escaped(term)}: {_escaped(text)}" for term, text in block.items)
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    rules = ["---:" if column.figures else "---" for column in table.columns]
    lines = [_line([column.title for column in table.columns]), "| " + " | ".join(rules) + " |"]
    lines += [_line(row.cells) for row in table.rows]
    return f"{_escaped(table.caption)}\n\n" + "\n".join(lines)


def _line(cells: tuple[str, ...] | list[str]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |"


def _escaped(text: str) -> str:
    """Return a text that means itself in Markdown."""
    return _SPECIAL.sub(r"\\\1", text)
