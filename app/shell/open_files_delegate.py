"""Rows of the file list: in full, or as a narrow rail."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme
from app.tables.file_roles import FileRole, Tone

_STATES = {
    Tone.WAITING: IconName.CLOCK,
    Tone.GOOD: IconName.CHECK_CIRCLE,
    Tone.WARNING: IconName.WARNING,
    Tone.BAD: IconName.ALERT,
}


class OpenFilesDelegate(QStyledItemDelegate):
    """Paints kind, short name, state and, on the row in hand, a cross to remove it."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rail = False
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(48, self._theme.px(48))

    def close_rect(self, row: QRect) -> QRect:
        """Return where the cross of a row is; empty in the rail."""
        side = self._theme.px(24)
        if self.rail:
            return QRect()
        return QRect(row.right() - side - 4, row.top() + 3, side, side)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, rect = self._theme.colours, option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        box = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selection if selected else colours.metric_tint))
            painter.drawRoundedRect(box, self._theme.sizes.radius, self._theme.sizes.radius)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), self._theme.sizes.focus_ring))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)
        if self.rail:
            self._paint_rail(painter, index, rect, selected)
        else:
            self._paint_row(painter, index, rect, selected, selected or hovered)
        painter.restore()

    def _ink(self, tone: Tone) -> str:
        colours = self._theme.colours
        return {
            Tone.WAITING: colours.text_second,
            Tone.GOOD: colours.good,
            Tone.WARNING: colours.warning,
            Tone.BAD: colours.bad,
        }[tone]

    def _paint_row(
        self,
        painter: QPainter,
        index: QModelIndex | QPersistentModelIndex,
        rect: QRect,
        selected: bool,
        closable: bool,
    ) -> None:
        colours, px = self._theme.colours, self._theme.px
        side = px(16)
        ink = colours.accent if selected else colours.text_second
        top = rect.top() + px(7)
        spot = QRectF(rect.left() + 12, top, side, side)
        paint_icon(painter, index.data(FileRole.ICON), ink, spot)
        left = rect.left() + 12 + side + 10
        close = self.close_rect(rect)
        room = (close.left() if closable else rect.right()) - left - 4
        font = self._theme.font(self._theme.sizes.body, 500)
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        name = QFontMetrics(font).elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRect(left, rect.top() + px(5), room, px(19)), middle, name)
        tone = index.data(FileRole.TONE)
        state = QRect(left, rect.top() + px(24), rect.right() - left - 4, px(18))
        small = px(14)
        painter.setFont(self._theme.font(self._theme.sizes.caption))
        text = str(index.data(FileRole.STATE_TEXT))
        lead, separator, rest = text.partition(" · ")
        if separator:
            painter.setPen(QColor(colours.text_second))
            painter.drawText(state, middle, f"{lead} ·")
            state.adjust(QFontMetrics(painter.font()).horizontalAdvance(f"{lead} · "), 0, 0, 0)
            text = rest
        icon_top = state.top() + (state.height() - small) / 2
        state_spot = QRectF(state.left(), icon_top, small, small)
        paint_icon(painter, _STATES[tone], self._ink(tone), state_spot)
        painter.setPen(QColor(self._ink(tone)))
        state.adjust(small + 5, 0, 0, 0)
        elided = QFontMetrics(painter.font()).elidedText(
            text, Qt.TextElideMode.ElideRight, state.width()
        )
        painter.drawText(state, middle, elided)
        if (progress := index.data(FileRole.PROGRESS)) is not None:
            self._paint_progress(painter, QRect(left, rect.bottom() - 5, room, 3), progress)
        if closable:
            inner = QRectF(close).adjusted(5, 5, -5, -5)
            paint_icon(painter, IconName.CLOSE, colours.text_second, inner)

    def _paint_rail(
        self,
        painter: QPainter,
        index: QModelIndex | QPersistentModelIndex,
        rect: QRect,
        selected: bool,
    ) -> None:
        colours, px = self._theme.colours, self._theme.px
        side = px(16)
        tone = index.data(FileRole.TONE)
        ink = colours.accent if selected else colours.text_second
        left = rect.center().x() - side - 3
        top = rect.top() + px(6)
        paint_icon(painter, index.data(FileRole.ICON), ink, QRectF(left, top, side, side))
        spot = QRectF(left + side + 7, top + 1, side - 2, side - 2)
        paint_icon(painter, _STATES[tone], self._ink(tone), spot)
        painter.setFont(self._theme.font(self._theme.sizes.caption, 500))
        painter.setPen(QColor(colours.text))
        box = QRect(rect.left(), rect.top() + px(25), rect.width(), px(18))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), index.data(FileRole.SHORT))

    def _paint_progress(self, painter: QPainter, where: QRect, per_cent: int) -> None:
        colours = self._theme.colours
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.hairline))
        painter.drawRoundedRect(QRectF(where), 1.5, 1.5)
        painter.setBrush(QColor(colours.accent))
        done = QRectF(where)
        done.setWidth(where.width() * per_cent / 100)
        painter.drawRoundedRect(done, 1.5, 1.5)
