"""The committee's document as one HTML file: no scripts, nothing fetched, made to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..figures.text import SUPPRESSED
from .blocks import Block, Column, Document, Heading, Items, Notice, Paragraph, Row, Table
from .html_plots import axis_svg, row_svg
from .html_style import STYLE, print_notice

# Forbids all that this file does not have: scripts, pictures, fonts, forms, frames.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render_html(document: Document) -> str:
    """Return a document as HTML. Every text of it is escaped; the same document, the same text."""
    notices = [block.text for block in document.blocks if isinstance(block, Notice)]
    style = STYLE + "".join(print_notice(text, document.title) for text in notices)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{_text(document.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(document.title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        *(f"<header><p>{_text(text)}</p></header>" for text in notices),
        "<main>",
        *_body([block for block in document.blocks if not isinstance(block, Notice)]),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _body(blocks: list[Block]) -> Iterator[str]:
    """Yield the blocks, those below each heading but the title in a section of their own."""
    levels: list[int] = []
    number = 0
    for position, block in enumerate(blocks):
        number += 1
        if not isinstance(block, Heading):
            yield from _block(block, number)
            continue
        while levels and levels[-1] >= block.level:
            levels.pop()
            yield "</section>"
        if block.level > 1:
            kind = ' class="metric"' if _is_metric(blocks[position:]) else ""
            yield f'<section aria-labelledby="part-{number}"{kind}>'
            levels.append(block.level)
        yield f'<h{block.level} id="part-{number}">{_text(block.text)}</h{block.level}>'
    yield from ("</section>" for _ in levels)


def _is_metric(blocks: list[Block]) -> bool:
    """Tell whether a heading has a table that should stay with it on paper."""
    return any(isinstance(block, Table) for block in blocks[1:3]) and len(blocks) > 1


def _block(block: Block, number: int) -> Iterator[str]:
    match block:
        case Paragraph():
            kind = ' class="key"' if block.for_plots else ' class="strong"' if block.strong else ""
            yield f"<p{kind}>{_text(block.text)}</p>"
        case Items():
            yield "<ul>"
            for term, text in block.items:
                yield f"<li><strong>{_text(term)}:</strong> {_text(text)}</li>"
            yield "</ul>"
        case Table():
            yield from _table(block, number)


def _table(table: Table, number: int) -> Iterator[str]:
    kind = ' class="one"' if table.heads == 1 else ""
    yield f'<div class="scroll" role="group" aria-labelledby="table-{number}" tabindex="0">'
    yield f"<table{kind}>"
    yield f'<caption id="table-{number}">{_text(table.caption)}</caption>'
    heads = (f'<th scope="col"{_side(c)}>{_text(c.title)}</th>' for c in table.columns)
    plot = ""
    if table.axis is not None:
        axis = axis_svg(table.axis)
        plot = f'<th scope="col" class="plot"><span class="away">Plot</span>{axis}</th>'
    yield f"<thead><tr>{''.join(heads)}{plot}</tr></thead>"
    for group in table.groups():
        yield "<tbody>"
        for position, row in enumerate(group):
            kind = ' class="overall"' if row.overall else ""
            cells = [*_heads(table, row, len(group) if position == 0 else 0), *_cells(table, row)]
            yield f"<tr{kind}>{''.join(cells)}</tr>"
        yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _heads(table: Table, row: Row, group: int) -> Iterator[str]:
    """Yield the header cells of a row; ``group``: the rows of the group that it begins."""
    label = _text(row.cells[table.heads - 1])
    if table.heads == 1:
        yield f'<th scope="row">{label}</th>'
    elif not row.cells[0]:
        yield f'<th scope="row" colspan="2">{label}</th>'
    else:
        if group:
            yield f'<th scope="rowgroup" rowspan="{group}">{_text(row.cells[0])}</th>'
        yield f'<th scope="row">{label}</th>'


def _cells(table: Table, row: Row) -> Iterator[str]:
    for start, span, text in row.runs(table.heads):
        column = table.columns[start]
        if text == SUPPRESSED:
            yield f'<td class="n hidden" colspan="{span}">{_text(text)}</td>'
        else:
            kinds = ["n"] if column.figures else []
            kinds += ["rate"] if column.title.endswith(", %") else []
            kinds += ["why"] if text and not any(c.isdecimal() for c in text) else []
            names = f' class="{" ".join(kinds)}"' if kinds else ""
            yield f"<td{names}>{_text(text)}</td>"
    if table.axis is not None:
        words = row.mark.words if row.mark else f"No mark: {_why(row.cells)}"
        drawing = row_svg(table.axis, row.mark, row.overall, _text(words))
        yield f'<td class="plot">{drawing}</td>'


def _why(cells: tuple[str, ...]) -> str:
    """Return why a row has no mark: the text that stands for its interval."""
    words = (text for text in cells[1:] if text and not any(c.isdecimal() for c in text))
    return SUPPRESSED if SUPPRESSED in cells else next(words, "")


def _side(column: Column) -> str:
    return ' class="n"' if column.figures else ""


def _text(text: str) -> str:
    """Escape a text for HTML, quotes too; "%" stays with its number."""
    return escape(text, quote=True).replace(" %", "\u00a0%")
