"""Fonts and lines of text on paper. Lengths are tenths of a point throughout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QRawFont,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

BODY, SMALL, TABLE, HEAD = 100, 90, 95, 90
"""Sizes of type; nothing is smaller than SMALL."""

REGULAR, MEDIUM, STRONG = 400, 500, 600

_DIGITS = "0123456789"
_LETTERS = "".join(map(chr, range(32, 127))) + "–“”‘’"
_PARTS = re.compile(r"\d+|\D+")


class TypeCase:
    """The fonts of one document, each made once; for one thread."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._fonts: dict[tuple[int, int, bool], QFont] = {}
        self._metrics: dict[tuple[int, int, bool], QFontMetricsF] = {}

    def font(self, size: int, weight: int = REGULAR, *, tabular: bool = False) -> QFont:
        """Return a font; ``tabular``: for digits of one width, and for digits alone.

        Contextual forms and ligatures are glyphs that have no character of their
        own, so that a text with them could not be copied from a PDF. They are off.
        """
        key = (size, weight, tabular)
        if key not in self._fonts:
            font = QFont(self._family)
            font.setPixelSize(size)
            font.setWeight(QFont.Weight(weight))
            font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
            for feature in ("calt", "liga"):
                font.setFeature(QFont.Tag(feature), 0)
            if tabular:
                font.setFeature(QFont.Tag("tnum"), 1)
            self._fonts[key] = font
        return self._fonts[key]

    def metrics(self, size: int, weight: int = REGULAR, *, tabular: bool = False) -> QFontMetricsF:
        """Return the metrics of ``font``."""
        key = (size, weight, tabular)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(self.font(size, weight, tabular=tabular))
        return self._metrics[key]

    def baseline(self, size: int, height: float) -> float:
        """Return how far below the top of a line its baseline is, text being in its middle."""
        metrics = self.metrics(size)
        return (height + metrics.capHeight()) / 2

    def width(self, text: str, size: int, weight: int = REGULAR) -> float:
        """Return the width of a text as ``draw_figures`` sets it."""
        return sum(
            self.metrics(size, weight, tabular=part.isdecimal()).horizontalAdvance(part)
            for part in _PARTS.findall(text)
        )

    def draw_figures(
        self,
        painter: QPainter,
        at: QPointF,
        text: str,
        size: int,
        weight: int = REGULAR,
        colour: str = "#000000",
    ) -> None:
        """Draw a text with digits of one width; ``at`` is the left end of its baseline."""
        painter.setPen(QColor(colour))
        x = at.x()
        for part in _PARTS.findall(text):
            painter.setFont(self.font(size, weight, tabular=part.isdecimal()))
            painter.drawText(QPointF(x, at.y()), part)
            x += self.metrics(size, weight, tabular=part.isdecimal()).horizontalAdvance(part)

    def letters(self) -> dict[int, int]:
        """Return other characters with the same glyph as one that is drawn, with the latter.

        A PDF tells what its glyphs mean, for search and copies, and a font may
        give one glyph several characters; Qt names any of them, as a tabulator
        for a space, or a private code for a tabular digit.
        """
        every = [code for code in range(9, 0x10000) if not 0xD800 <= code < 0xE000]
        raw = QRawFont.fromFont(self.font(BODY))
        glyphs = raw.glyphIndexesForString("".join(map(chr, every)))
        drawn = {raw.glyphIndexesForString(letter)[0]: ord(letter) for letter in _LETTERS}
        for digit in _DIGITS:
            layout = QTextLayout(digit, self.font(BODY, tabular=True))
            layout.beginLayout()
            layout.createLine()
            layout.endLayout()
            drawn |= {
                glyph: ord(digit) for run in layout.glyphRuns() for glyph in run.glyphIndexes()
            }
        drawn.pop(0, None)
        return {
            code: drawn[glyph]
            for code, glyph in zip(every, glyphs, strict=True)
            if glyph in drawn and drawn[glyph] != code
        }


@dataclass(frozen=True, slots=True)
class Run:
    """A part of running text with a weight of its own."""

    text: str
    weight: int = REGULAR


class TextBlock:
    """Running text broken into lines of a width, which stand at its left or right."""

    def __init__(
        self,
        case: TypeCase,
        runs: Sequence[Run],
        size: int,
        width: float,
        leading: float = 1.4,
        *,
        right: bool = False,
    ) -> None:
        self._layout = QTextLayout("".join(run.text for run in runs), case.font(size))
        formats, start = [], 0
        for run in runs:
            part = QTextLayout.FormatRange()
            part.start, part.length = start, len(run.text)
            part.format = QTextCharFormat()
            part.format.setFont(case.font(size, run.weight))
            formats.append(part)
            start += len(run.text)
        self._layout.setFormats(formats)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        if right:
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._layout.setTextOption(option)
        height = leading * size
        self._layout.beginLayout()
        count = 0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            shift = case.baseline(size, height) - line.ascent()
            line.setPosition(QPointF(0.0, count * height + shift))
            count += 1
        self._layout.endLayout()
        self.height = count * height

    def draw(self, painter: QPainter, at: QPointF, colour: str) -> None:
        """Draw the lines; ``at`` is the top left corner."""
        painter.setPen(QColor(colour))
        self._layout.draw(painter, at)


def bound(text: str) -> str:
    """Return a text in which "%" stays with its number."""
    return text.replace(" %", "\u00a0%")
