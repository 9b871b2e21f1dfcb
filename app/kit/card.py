"""Rounded containers, the tinted tile for an icon, and an icon with a word."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Colours, Theme

CardTone = Literal["surface", "sunken", "good", "warning", "bad"]
Tone = Literal["text", "second", "muted", "accent", "good", "warning", "bad"]


def tone_colour(colours: Colours, tone: Tone) -> str:
    """The ink of a tone, "#RRGGBB"."""
    inks: dict[Tone, str] = {
        "text": colours.text,
        "second": colours.text_second,
        "muted": colours.text_muted,
        "accent": colours.accent,
        "good": colours.good,
        "warning": colours.warning,
        "bad": colours.bad,
    }
    return inks[tone]


class Card(QFrame):
    """A rounded panel; give it a layout. ``raised`` adds a faint shadow and a border."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        tone: CardTone = "surface",
        raised: bool = False,
    ) -> None:
        super().__init__(parent)
        self._tone: CardTone = tone
        self._raised = raised
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def set_tone(self, tone: CardTone) -> None:
        self._tone = tone
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, radius = self._theme.colours, self._theme.sizes.card_radius
        fills: dict[CardTone, str] = {
            "surface": colours.surface,
            "sunken": colours.sunken,
            "good": colours.good_tint,
            "warning": colours.warning_tint,
            "bad": colours.bad_tint,
        }
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._raised:
            box.adjust(0, 0, 0, -4)
            painter.setPen(Qt.PenStyle.NoPen)
            for spread, alpha in ((2.0, 10), (1.0, 12), (0.0, 14)):
                painter.setBrush(QColor(0, 0, 0, alpha))
                shadow = box.adjusted(0, 1, 0, 1.5 + spread)
                painter.drawRoundedRect(shadow, radius, radius)
        border = self._tone in ("surface", "sunken")
        painter.setPen(QPen(QColor(colours.hairline), 1) if border else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fills[self._tone]))
        painter.drawRoundedRect(box, radius, radius)
        painter.end()


class IconTile(QWidget):
    """An icon on a tinted square or circle, ``size`` px; decoration, so it has no name."""

    def __init__(
        self,
        theme: Theme,
        icon_name: IconName,
        parent: QWidget | None = None,
        *,
        size: int = 48,
        round_: bool = False,
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self._size = size
        self._round = round_
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(self.sizeHint())
        self.update()

    def set_icon_name(self, name: IconName) -> None:
        self._icon_name = name
        self.update()

    def sizeHint(self) -> QSize:
        size = self._theme.px(self._size)
        return QSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        radius = box.width() / 2 if self._round else float(self._theme.sizes.card_radius)
        side = self._theme.px(24)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.icon_tint))
        painter.drawRoundedRect(box, radius, radius)
        spot = QRectF((box.width() - side) / 2, (box.height() - side) / 2, side, side)
        paint_icon(painter, self._icon_name, self._theme.colours.accent, spot)
        painter.end()


class IconText(QLabel):
    """An icon and a word beside it, in one tone: a state is never colour alone."""

    def __init__(
        self,
        theme: Theme,
        icon_name: IconName,
        text: str,
        parent: QWidget | None = None,
        *,
        tone: Tone = "second",
        kind: Literal["caption", "body"] = "caption",
        strong: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("type", kind)
        self.setProperty("strong", strong)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.show_state(icon_name, text, tone)

    def show_state(self, icon_name: IconName, text: str, tone: Tone) -> None:
        """Change the icon, the word and the tone together."""
        self._icon_name, self._tone = icon_name, tone
        self.setText(text)
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self._polish()
        self.set_theme(self._theme)

    def _polish(self) -> None:
        if self.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            self.style().unpolish(self)
            self.style().polish(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        side = theme.px(theme.sizes.icon)
        self.setContentsMargins(side + theme.sizes.grid, 0, 0, 0)
        self.setMinimumHeight(side)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.px(self._theme.sizes.icon)
        top = 0.0 if self.wordWrap() else (self.height() - side) / 2
        painter = QPainter(self)
        ink = tone_colour(self._theme.colours, self._tone)
        paint_icon(painter, self._icon_name, ink, QRectF(0, top, side, side))
        painter.end()
