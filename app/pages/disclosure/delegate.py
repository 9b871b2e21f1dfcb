"""Rows of the disclosure check: as those of the return check, but a finding is never cut short."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.tables.problem_rows import PADDING, ProblemsDelegate
from app.tables.roles import ProblemCell, ProblemPart

_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_TALLEST = 1 << 20
_EDGES = 12


class FindingsDelegate(ProblemsDelegate):
    """Wraps what a finding is about and what it says; a row is as high as that needs."""

    def needed_height(self, cell: ProblemCell, width: int) -> int:
        """Return the height of a row whose message has ``width`` px."""
        if cell.part is ProblemPart.HEADING:
            return self.heading_height()
        room = QRect(0, 0, max(width - PADDING, 1), _TALLEST)
        lines = ((self._strong(), cell.text), (self._small(), cell.detail))
        needed = sum(self._wrapped(font, room, text).height() for font, text in lines)
        return max(needed + self._theme.px(_EDGES), self.row_height())

    def _paint_texts(self, painter: QPainter, rect: QRect, cell: ProblemCell) -> None:
        if cell.part is not ProblemPart.MESSAGE:
            top = rect.top() + self._theme.px(_EDGES) // 2
            self._paint_icon(painter, cell, rect, top + QFontMetrics(self._strong()).height() / 2)
            return
        colours, font = self._theme.colours, self._strong()
        room = rect.adjusted(0, self._theme.px(_EDGES) // 2, -PADDING, 0)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        painter.drawText(room, _WRAPPED, cell.text)
        room.setTop(room.top() + self._wrapped(font, room, cell.text).height())
        painter.setFont(self._small())
        painter.setPen(QColor(colours.text_second))
        painter.drawText(room, _WRAPPED, cell.detail)

    def _strong(self) -> QFont:
        return self._theme.font(weight=600, tabular=True)

    def _wrapped(self, font: QFont, room: QRect, text: str) -> QRect:
        if not text:
            return QRect()
        tall = QRect(0, 0, room.width(), _TALLEST)
        return QFontMetrics(font).boundingRect(tall, _WRAPPED, text)
