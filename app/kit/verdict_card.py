"""What the verdicts of the two checks share: icon and words on a tint, buttons beside or below."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.kit.card import Card, CardTone, Tone
from app.kit.icon_mark import IconMark
from app.kit.icons import IconName
from app.kit.theme import Theme

_NARROW = 760
_HIGH = 10_000  # more than any text needs
_LOOKS: dict[str, tuple[CardTone, IconName, Tone]] = {
    "good": ("good", IconName.CHECK_CIRCLE, "good"),
    "warning": ("warning", IconName.WARNING, "warning"),
    "bad": ("bad", IconName.ALERT, "bad"),
    "waiting": ("sunken", IconName.CLOCK, "second"),
}


class _Title(QLabel):
    """A line that wraps; it is as high as the longest that it may say needs."""

    longest = ""

    def heightForWidth(self, width: int) -> int:
        flags = int(Qt.TextFlag.TextWordWrap)
        room = self.fontMetrics().boundingRect(0, 0, width, _HIGH, flags, self.longest)
        return max(super().heightForWidth(width), room.height() + 1 if self.longest else 0)


class VerdictCard(Card):
    """An icon, a line and what it means; a narrow one has its buttons below."""

    def __init__(self, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(theme, parent, tone="sunken")
        self._mark = IconMark(theme, IconName.CLOCK, size=28)
        self.title = _Title()
        # next to the detail, where more lines are kept than it needs
        self.title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self.title.setProperty("type", "title")
        self.detail = QLabel()
        self.detail.setProperty("type", "body")
        for label in (self.title, self.detail):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)

    def lay_out(self, buttons: Iterable[QWidget]) -> None:
        """Put mark, words and buttons in their places."""
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addStretch(1)
        texts.addWidget(self.title)
        texts.addWidget(self.detail)
        texts.addStretch(1)
        left = QHBoxLayout()
        left.setSpacing(18)
        left.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignVCenter)
        left.addLayout(texts, 1)
        right = QHBoxLayout()
        right.setSpacing(8)
        right.addStretch(1)
        for button in buttons:
            right.addWidget(button)
        self._lines.setContentsMargins(24, 14, 16, 14)
        self._lines.setSpacing(10)
        self._lines.addLayout(left, 1)
        self._lines.addLayout(right)

    def show_look(self, look: str, size: int = 28) -> None:
        """Show "good", "warning", "bad" or "waiting" by tint and icon, the icon ``size`` px."""
        card, icon, tone = _LOOKS[look]
        self.set_tone(card)
        self._mark.show_state(icon, tone, size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
