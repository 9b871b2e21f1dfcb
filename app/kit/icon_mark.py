"""An icon that stands beside words which say the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.kit.card import Tone, tone_colour
from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme


class IconMark(QWidget):
    """An icon of ``size`` px in a tone; decoration, so it has no name."""

    def __init__(
        self,
        theme: Theme,
        icon_name: IconName,
        tone: Tone = "second",
        parent: QWidget | None = None,
        *,
        size: int = 16,
    ) -> None:
        super().__init__(parent)
        self._icon_name, self._tone, self._size = icon_name, tone, size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(self.sizeHint())
        self.update()

    def show_state(self, icon_name: IconName, tone: Tone, size: int) -> None:
        """Change the icon, its tone and its size in px together."""
        self._icon_name, self._tone, self._size = icon_name, tone, size
        self.set_theme(self._theme)

    def sizeHint(self) -> QSize:
        side = self._theme.px(self._size)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = tone_colour(self._theme.colours, self._tone)
        paint_icon(painter, self._icon_name, ink, QRectF(self.rect()))
        painter.end()
