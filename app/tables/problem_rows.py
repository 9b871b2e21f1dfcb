"""Rows of the return check: headings of groups, and problems with two lines and a button."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.icons import paint_icon
from app.kit.theme import Theme
from app.tables.file_roles import Tone
from app.tables.roles import ProblemCell, ProblemPart, ProblemRole

PADDING = 8
"""From a cell's text to its right edge, in px; at its left there is none."""
_EDGE = 4
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ProblemsDelegate(QStyledItemDelegate):
    """Paints one cell from its role.

    ``folded``: file and row share a cell and so do field and hint, where the
    table is narrow. ``short``: buttons have short words.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folded = False
        self.short = False
        self.hovered_row = -1
        """The row whose button is under the mouse."""
        self.pressed_row = -1
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def row_height(self) -> int:
        return self._theme.px(43)

    def heading_height(self) -> int:
        return self._theme.px(38)

    def icon_width(self) -> int:
        """The width of the column of icons."""
        return self._theme.px(36)

    def button_width(self, text: str) -> int:
        """The width of a button with an icon and a text."""
        px = self._theme.px
        words = QFontMetrics(self._button_font()).horizontalAdvance(text)
        return words + px(16) + px(8) + 2 * px(11) + 2

    def button_rect(self, cell: QRect, record: ProblemCell) -> QRect:
        """Return where the button of a cell is; empty if it has none."""
        if record.part is not ProblemPart.ACTION or record.icon is None:
            return QRect()
        width = self.button_width(self._button_text(record))
        height = self._theme.px(28)
        top = cell.top() + (cell.height() - height) // 2
        return QRect(cell.right() - _EDGE - width + 1, top, width, height)

    def is_cut(self, cell: ProblemCell, width: int) -> bool:
        """Tell whether a line of a cell is too long for a cell of this width."""
        font = self._theme.font(weight=600, tabular=True)
        lines = ((cell.text, font), (self._detail(cell), self._small()))
        room = width - PADDING
        return any(QFontMetrics(font).horizontalAdvance(text) > room for text, font in lines)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell: ProblemCell = index.data(ProblemRole.CELL)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cell.part is ProblemPart.HEADING:
            self._paint_heading(painter, option.rect, cell)
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_ground(painter, option.rect, cell, selected)
            if cell.part is ProblemPart.ACTION:
                self._paint_button(painter, option.rect, cell, index.row())
            else:
                self._paint_texts(painter, option.rect, cell)
        painter.restore()

    def _paint_heading(self, painter: QPainter, rect: QRect, cell: ProblemCell) -> None:
        theme, colours = self._theme, self._theme.colours
        painter.fillRect(rect, QColor(colours.surface))
        bar = rect.adjusted(0, theme.px(4), 0, -theme.px(4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.sunken))
        painter.drawRoundedRect(bar, theme.sizes.radius, theme.sizes.radius)
        self._paint_icon(painter, cell, bar, bar.center().y() + 0.5)
        left = bar.left() + self.icon_width()
        right = bar.right() - theme.px(12)
        right -= self._write(painter, bar, left, right, cell.count, self._small(500), at_right=True)
        right -= theme.px(12)
        left += self._write(painter, bar, left, right, cell.text, theme.font(weight=600))
        left += theme.px(12)
        self._write(painter, bar, left, right, cell.detail, self._small())

    def _write(
        self,
        painter: QPainter,
        bar: QRect,
        left: int,
        right: int,
        text: str,
        font: QFont,
        *,
        at_right: bool = False,
    ) -> int:
        """Write into what is left of a heading and return the width that it took."""
        metrics = QFontMetrics(font)
        strong = font.weight() == QFont.Weight.DemiBold
        painter.setFont(font)
        colours = self._theme.colours
        painter.setPen(QColor(colours.text if strong else colours.text_second))
        fitting = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(right - left, 0))
        box = QRect(left, bar.top(), max(right - left, 0), bar.height())
        painter.drawText(box, _RIGHT if at_right else _LEFT, fitting)
        return metrics.horizontalAdvance(fitting)

    def _paint_ground(
        self, painter: QPainter, rect: QRect, cell: ProblemCell, selected: bool
    ) -> None:
        colours = self._theme.colours
        painter.fillRect(rect, QColor(colours.selection if selected else colours.surface))
        if cell.last or selected or cell.part is ProblemPart.ICON:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(colours.hairline), 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_texts(self, painter: QPainter, rect: QRect, cell: ProblemCell) -> None:
        """Two lines, centred; what has one line stands on the first."""
        colours, part = self._theme.colours, cell.part
        strong = part in (ProblemPart.FILE, ProblemPart.MESSAGE)
        font = self._theme.font(weight=600 if strong else 400, tabular=True)
        first, second = QFontMetrics(font).height(), QFontMetrics(self._small()).height()
        top = rect.top() + (rect.height() - first - second) // 2
        line = QRect(rect.left(), top, rect.width() - PADDING, first)
        if part is ProblemPart.ICON:
            self._paint_icon(painter, cell, rect, top + first / 2)
            return
        self._line(painter, line, cell.text, font, colours.text_second if cell.muted else None)
        below = QRect(line.left(), top + first, line.width(), second)
        self._line(painter, below, self._detail(cell), self._small(), colours.text_second)

    def _detail(self, cell: ProblemCell) -> str:
        if not (self.folded and cell.folded):
            return cell.detail
        field = cell.part is ProblemPart.MESSAGE
        return f"{cell.folded}: {cell.detail}" if field and cell.detail else cell.folded

    def _line(self, painter: QPainter, box: QRect, text: str, font: QFont, ink: str | None) -> None:
        if not text:
            return
        painter.setFont(font)
        painter.setPen(QColor(ink or self._theme.colours.text))
        elide = Qt.TextElideMode.ElideRight
        fitting = QFontMetrics(font).elidedText(text, elide, box.width())
        painter.drawText(box, int(_LEFT | Qt.TextFlag.TextDontClip), fitting)

    def _paint_icon(self, painter: QPainter, cell: ProblemCell, rect: QRect, middle: float) -> None:
        if cell.icon is None:
            return
        colours, side = self._theme.colours, self._theme.px(16)
        heading = cell.part is ProblemPart.HEADING
        ink = {Tone.BAD: colours.bad, Tone.WARNING: colours.warning}.get(
            cell.tone, colours.accent if heading else colours.text_second
        )
        left = rect.left() + (self.icon_width() - side) / 2
        paint_icon(painter, cell.icon, ink, QRectF(left, middle - side / 2, side, side))

    def _paint_button(self, painter: QPainter, rect: QRect, cell: ProblemCell, row: int) -> None:
        box = self.button_rect(rect, cell)
        if cell.icon is None:
            return
        theme, colours = self._theme, self._theme.colours
        fill = colours.surface
        if row == self.hovered_row:
            fill = colours.selection if row == self.pressed_row else colours.metric_tint
        painter.setPen(QPen(QColor(colours.control_border), 1))
        painter.setBrush(QColor(fill))
        edge = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, theme.sizes.radius, theme.sizes.radius)
        side, left = theme.px(16), box.left() + theme.px(11) + 1
        spot = QRectF(left, box.top() + (box.height() - side) / 2, side, side)
        paint_icon(painter, cell.icon, colours.text, spot)
        painter.setFont(self._button_font())
        painter.setPen(QColor(colours.text))
        text = box.adjusted(theme.px(11) + 1 + side + theme.px(8), 0, 0, 0)
        painter.drawText(text, int(_LEFT | Qt.TextFlag.TextDontClip), self._button_text(cell))

    def _button_text(self, cell: ProblemCell) -> str:
        return cell.folded if self.short else cell.text

    def _button_font(self) -> QFont:
        return self._small(500)

    def _small(self, weight: int = 400) -> QFont:
        return self._theme.font(self._theme.sizes.caption, weight)
