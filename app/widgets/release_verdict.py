"""The verdict of the release check: an icon, a line, what it means, and what to compare with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.icons import IconName
from app.models.release import Badge, Release, Standing, badge_of, detail_of, verdict_of
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.card import Card, CardTone, Tone
from app.widgets.icon_mark import IconMark

_NARROW = 760
_LOOKS: dict[Badge, tuple[CardTone, IconName, Tone]] = {
    "good": ("good", IconName.CHECK_CIRCLE, "good"),
    "warning": ("warning", IconName.WARNING, "warning"),
    "bad": ("bad", IconName.ALERT, "bad"),
    "waiting": ("sunken", IconName.CLOCK, "second"),
}


class ReleaseVerdict(Card):
    """Icon and words on a tint, as the verdict of the return check."""

    compare_pressed = Signal()
    again_pressed = Signal()
    explain_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, tone="sunken")
        self.setObjectName("releaseVerdict")
        self._mark = IconMark(theme, IconName.CLOCK, size=28)
        self.title = QLabel()
        self.title.setProperty("type", "title")
        self.detail = QLabel()
        self.detail.setProperty("type", "body")
        for label in (self.title, self.detail):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.explain_button = Button(theme, "How to read this", icon_name=IconName.INFO, link=True)
        self.again_button = Button(theme, "Check again", icon_name=IconName.RELOAD)
        self.compare_button = Button(theme, "Compare with earlier reports…")
        self.explain_button.clicked.connect(lambda: self.explain_pressed.emit())
        self.again_button.clicked.connect(lambda: self.again_pressed.emit())
        self.compare_button.clicked.connect(lambda: self.compare_pressed.emit())
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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.explain_button, self.again_button, self.compare_button):
            buttons.addWidget(button)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(24, 14, 16, 14)
        self._lines.setSpacing(10)
        self._lines.addLayout(left, 1)
        self._lines.addLayout(buttons)
        self.show_release(Release(), 0)

    def show_release(self, release: Release, compared: int) -> None:
        """Show a verdict; ``compared`` earlier reports were taken in."""
        card, icon, tone = _LOOKS[badge_of(release)[1]]
        self.set_tone(card)
        self._mark.show_state(icon, tone, 28)
        self.title.setText(verdict_of(release))
        self.detail.setText(detail_of(release, compared))
        self.again_button.setVisible(release.standing is Standing.FAILED)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
