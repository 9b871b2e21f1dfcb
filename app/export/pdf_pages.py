"""The committee's document on pages of paper, ready to be painted on any device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPageSize, QPainter, QPen

from app.export.pdf_flow import Chunk, Piece, pages
from app.export.pdf_table import TablePieces
from app.export.pdf_type import BODY, MEDIUM, SMALL, STRONG, Run, TextBlock, TypeCase, bound
from app.kit.theme import LIGHT, font_family
from evalcore.documents.blocks import Block, Document, Heading, Items, Notice, Paragraph, Table

PageName = Literal["A4", "Letter"]

PAGE_SIZES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
RESOLUTION = 720
"""Units of the pages per inch: a tenth of a point."""

_SIDE, _TOP, _BOTTOM = 480.0, 780.0, 600.0
_BAND, _BAND_TOP = 240.0, 340.0
_HEADINGS = {1: (240, 0.0), 2: (160, 260.0), 3: (120, 220.0)}
"""Level: size of type, and room above."""


class PaperDocument:
    """The pages of a document at one paper size; each can be painted any number of times.

    Made and painted in one thread. Needs the application object, and that
    ``app.kit.theme.font_family`` was called before in the thread of the window.
    """

    def __init__(
        self, document: Document, page: PageName = "A4", check: Callable[[], None] = lambda: None
    ) -> None:
        size = QPageSize(PAGE_SIZES[page]).sizePoints()
        self.width, self.height = 10.0 * size.width(), 10.0 * size.height()
        self._inner = self.width - 2 * _SIDE
        self._case = TypeCase(font_family())
        self._title = document.title
        self._notices = [block.text for block in document.blocks if isinstance(block, Notice)]
        self._pages = pages(
            self._chunks([block for block in document.blocks if not isinstance(block, Notice)]),
            self.height - _TOP - _BOTTOM,
            check,
        )

    @property
    def count(self) -> int:
        """How many pages there are."""
        return len(self._pages)

    def letters(self) -> dict[int, int]:
        """Return what ``pdf_file.settled`` needs so that text can be copied."""
        return self._case.letters()

    def paint(self, painter: QPainter, number: int) -> None:
        """Paint a page, counted from 0, with its upper left corner at the origin."""
        self._paint_notice(painter)
        for top, piece in self._pages[number]:
            piece.draw(painter, _TOP + top)
        self._paint_foot(painter, number)

    def _paint_notice(self, painter: QPainter) -> None:
        band = QRectF(_SIDE, _BAND_TOP, self._inner, _BAND)
        painter.fillRect(band, QColor(LIGHT.banner))
        for text in self._notices:
            width = self._case.width(text, BODY, STRONG)
            at = QPointF(
                band.center().x() - width / 2, band.top() + self._case.baseline(BODY, _BAND)
            )
            self._case.draw_figures(painter, at, text, BODY, STRONG, LIGHT.on_banner)

    def _paint_foot(self, painter: QPainter, number: int) -> None:
        y = self.height - 440.0
        painter.setPen(QPen(QColor(LIGHT.hairline), 6.0))
        painter.drawLine(QLineF(_SIDE, y, self.width - _SIDE, y))
        text = f"Page {number + 1} of {self.count}"
        x = self.width - _SIDE - self._case.width(text, SMALL)
        for left, words in ((_SIDE, self._title), (x, text)):
            self._case.draw_figures(
                painter, QPointF(left, y + 150.0), words, SMALL, colour=LIGHT.text_second
            )

    def _chunks(self, blocks: list[Block]) -> Iterator[Chunk]:
        """Yield what belongs together: a heading, or several, and all up to the next."""
        chunk: list[Piece] = []
        fresh = False
        before: Block | None = None
        for block in blocks:
            if isinstance(block, Heading) and not isinstance(before, Heading):
                if chunk:
                    yield Chunk(chunk, fresh)
                chunk, fresh = [], block.level == 2
            pieces = list(self._pieces(block))
            if isinstance(before, Table) and not isinstance(block, Heading):
                pieces[0] = replace(pieces[0], gap=130.0)
            chunk += pieces
            before = block
        if chunk:
            yield Chunk(chunk, fresh)

    def _pieces(self, block: Block) -> Iterator[Piece]:
        match block:
            case Heading():
                size, gap = _HEADINGS[block.level]
                runs = [Run(bound(block.text), STRONG)]
                yield self._text(runs, size, gap=gap, keep=True, leading=1.2)
            case Paragraph() if block.strong:
                yield self._call(block.text)
            case Paragraph():
                size = SMALL if block.for_plots else BODY
                colour = LIGHT.text_second if block.for_plots else LIGHT.text
                yield self._text([Run(bound(block.text))], size, gap=70.0, colour=colour)
            case Items():
                yield from self._items(block)
            case Table():
                yield from TablePieces(self._case, block, _SIDE, self._inner).pieces()

    def _text(
        self,
        runs: list[Run],
        size: int,
        *,
        gap: float,
        keep: bool = False,
        leading: float = 1.4,
        colour: str = LIGHT.text,
    ) -> Piece:
        block = TextBlock(self._case, runs, size, self._inner, leading)

        def draw(painter: QPainter, top: float) -> None:
            block.draw(painter, QPointF(_SIDE, top), colour)

        return Piece(block.height, draw, gap, keep)

    def _items(self, block: Items) -> Iterator[Piece]:
        """Yield terms and what they mean, side by side."""
        metrics = self._case.metrics(BODY, STRONG)
        terms = [bound(f"{term}:").replace(" ", "\u00a0") for term, _ in block.items]
        column = max(metrics.horizontalAdvance(term) for term in terms) + 120.0
        for term, (_, text) in zip(terms, block.items, strict=True):
            head = TextBlock(self._case, [Run(term, STRONG)], BODY, column)
            body = TextBlock(self._case, [Run(bound(text))], BODY, self._inner - column)
            draw = partial(_draw_pair, head, body, column)
            yield Piece(max(head.height, body.height), draw, gap=50.0)

    def _call(self, text: str) -> Piece:
        """Return a text that must not be overlooked, in a box."""
        pad = 100.0
        runs = [Run(bound(text), MEDIUM)]
        block = TextBlock(self._case, runs, BODY, self._inner - 2 * pad - 30.0)
        height = block.height + 2 * 80.0

        def draw(painter: QPainter, top: float) -> None:
            painter.fillRect(QRectF(_SIDE, top, self._inner, height), QColor(LIGHT.metric_tint))
            painter.fillRect(QRectF(_SIDE, top, 30.0, height), QColor(LIGHT.accent))
            block.draw(painter, QPointF(_SIDE + 30.0 + pad, top + 80.0), LIGHT.text)

        return Piece(height, draw, gap=120.0)


def _draw_pair(
    head: TextBlock, body: TextBlock, column: float, painter: QPainter, top: float
) -> None:
    head.draw(painter, QPointF(_SIDE, top), LIGHT.text)
    body.draw(painter, QPointF(_SIDE + column, top), LIGHT.text)
