"""The notice at the top of the window and of every dialog that shows figures."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme
from evalcore.vocabulary import NOTICE

_MARGIN = 16
_GAP = 7
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


class Banner(QLabel):
    """The notice, word for word, in white on the banner's colour; it has no way to close.

    32 px high; higher where the text is larger or has to wrap, and never elided.
    ``type_size`` is in pixels before the theme's text scale: 13 in the window
    and in dialogs, 24 on a projector.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, type_size: int = 13) -> None:
        super().__init__(NOTICE, parent)
        self._type_size = type_size
        self._placed = False
        self.setObjectName("banner")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(NOTICE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.font(self._type_size, 600))
        self._fit()

    def text_rect(self, width: int) -> QRect:
        """Where the text goes when the banner is ``width`` px wide (height included)."""
        metrics = QFontMetricsF(self._own_font())
        room = max(1, width - 2 * _MARGIN - self._icon_size() - _GAP)
        text = ceil(metrics.horizontalAdvance(self.text())) + 1
        height = self._text_height(metrics, min(text, room))
        if text > room:  # The narrowest block with as many lines, so that they are even.
            text = room
            while text > 16 and self._text_height(metrics, text - 8) == height:
                text -= 8
        left = (width - text - self._icon_size() - _GAP) // 2 + self._icon_size() + _GAP
        total = max(self._theme.sizes.banner, height + round(1.12 * self._own_font().pixelSize()))
        return QRect(left, 0, text, total)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.text_rect(width).height()

    def sizeHint(self) -> QSize:
        text = QFontMetricsF(self._own_font()).horizontalAdvance(self.text())
        width = ceil(text) + 2 * _MARGIN + self._icon_size() + _GAP + 1
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._placed = True
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        where, size = self.text_rect(self.width()), self._icon_size()
        where.setHeight(self.height())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.colours.banner))
        spot = QRectF(where.left() - _GAP - size, (self.height() - size) / 2, size, size)
        paint_icon(painter, IconName.SHIELD, self._theme.colours.on_banner, spot)
        painter.setPen(QColor(self._theme.colours.on_banner))
        painter.setFont(self._own_font())
        painter.drawText(where, _WRAPPED, self.text())
        painter.end()

    def _own_font(self) -> QFont:
        return self._theme.font(self._type_size, 600)

    def _icon_size(self) -> int:
        return round(1.2 * self._theme.px(self._type_size))

    def _text_height(self, metrics: QFontMetricsF, width: int) -> int:
        box = metrics.boundingRect(QRectF(0, 0, width, 10_000), _WRAPPED, self.text())
        return ceil(box.height())

    def _fit(self) -> None:
        # Not every container asks for the height that goes with a width.
        width = self.width() if self._placed else self.sizeHint().width()
        height = self.heightForWidth(width)
        if not self.minimumHeight() == self.maximumHeight() == height:
            self.setFixedHeight(height)
