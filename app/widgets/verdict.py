"""The verdict of the return check: one line, what it rests on, and how to save."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.card import Card, CardTone, Tone
from app.widgets.icon_mark import IconMark

_NARROW = 760
_LOOKS: dict[str, tuple[CardTone, IconName, Tone]] = {
    "good": ("good", IconName.CHECK_CIRCLE, "good"),
    "warning": ("warning", IconName.WARNING, "warning"),
    "bad": ("bad", IconName.ALERT, "bad"),
    "waiting": ("sunken", IconName.CLOCK, "second"),
}


class Verdict(Card):
    """Icon and words on a tint; "Save combined returns…" can be pressed when ready."""

    save_progress = Signal()
    save_combined = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, tone="sunken")
        self.setObjectName("verdict")
        self._mark = IconMark(theme, IconName.CLOCK, size=28)
        self.title = QLabel()
        self.detail = QLabel()
        self.detail.setProperty("type", "body")
        for label in (self.title, self.detail):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.progress_button = Button(theme, "Save progress…")
        self.progress_button.setToolTip(
            "Keep the recorded reasons in one file, and go on from there later."
        )
        self.combined_button = Button(theme, "Save combined returns…", icon_name=IconName.SAVE)
        self.progress_button.clicked.connect(lambda: self.save_progress.emit())
        self.combined_button.clicked.connect(lambda: self.save_combined.emit())
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
        buttons.addWidget(self.progress_button)
        buttons.addWidget(self.combined_button)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setSpacing(10)
        self._lines.addLayout(left, 1)
        self._lines.addLayout(buttons)
        self.show_check(None)

    def show_check(self, check: dict[str, Any] | None) -> None:
        """Show the verdict of a check; None: that it is not there yet."""
        ready = check is not None and bool(check["ready"])
        if check is None:
            look = "waiting"
        elif ready:
            look = "good"
        else:
            look = "bad" if check["counts"]["reviewer"] else "warning"
        card, icon, tone = _LOOKS[look]
        self.set_tone(card)
        self._mark.show_state(icon, tone, 36 if ready else 28)
        self.title.setText(check["verdict"] if check else "Not checked yet")
        self.detail.setText(
            check["detail"] if check else "All problems appear together when the check is done."
        )
        self.title.setProperty("type", "display" if ready else "title")
        self.progress_button.setVisible(not ready)
        self.progress_button.setEnabled(check is not None)
        self.combined_button.setEnabled(ready)
        self.combined_button.setToolTip("" if ready else "This can be done when all is ready.")
        self.combined_button.setProperty("primary", ready)
        for widget in (self.title, self.combined_button):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.combined_button.set_theme(self._theme)
        inner = 22 if ready else 14
        self._lines.setContentsMargins(24, inner, 16 if not ready else 24, inner)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
