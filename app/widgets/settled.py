"""What was settled here: rows set aside and reasons recorded, in words and with a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.card import Card, Tone
from app.widgets.icon_mark import IconMark

_MOST_DRAFTS = 4
_NARROW = 700


def aside_text(aside: Sequence[dict[str, Any]]) -> str:
    """Return "File 5, all of its 60 rows", or how many parts there are."""
    if len(aside) == 1:
        return str(aside[0]["label"])
    return f"{aside[0]['label']} and {len(aside) - 1:,} more"


def reasons_text(reasons: Sequence[dict[str, Any]]) -> str:
    """Return "Draft 17: Clinical interpretation", or "2 drafts: 17 and 41"."""
    if len(reasons) == 1:
        return f"Draft {reasons[0]['draft']}: {reasons[0]['text']}"
    numbers = [str(reason["draft"]) for reason in reasons]
    shown = numbers if len(numbers) <= _MOST_DRAFTS else numbers[: _MOST_DRAFTS - 1]
    last = shown.pop() if len(shown) == len(numbers) else f"{len(numbers) - len(shown):,} more"
    return f"{len(reasons):,} drafts: {', '.join(shown)} and {last}"


def reasons_heading(reasons: Sequence[dict[str, Any]]) -> str:
    """Return where the reasons come from: a saved file that was opened, or from here."""
    in_files = sum(reason["in_file"] for reason in reasons)
    if not in_files:
        return "Reasons recorded here"
    if in_files == len(reasons):
        return "Reasons in the file"
    return f"Reasons: {in_files:,} in the file, {len(reasons) - in_files:,} recorded here"


def saved_text(unsaved: bool) -> tuple[str, Tone]:
    """Return whether the recorded reasons are saved, and the tone of that."""
    return ("Not saved yet.", "warning") if unsaved else ("Saved.", "second")


class SettledRow(QWidget):
    """An icon, a line, a second line and a small button."""

    pressed = Signal()

    def __init__(self, theme: Theme, icon_name: IconName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel()
        self._label.setProperty("strong", True)
        self._detail = QLabel()
        self._detail.setProperty("type", "caption")
        for line in (self._label, self._detail):
            line.setTextFormat(Qt.TextFormat.PlainText)
            line.setWordWrap(True)
        self.button = Button(theme, "", small=True)
        self.button.clicked.connect(lambda: self.pressed.emit())
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(self._label)
        texts.addWidget(self._detail)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        self._mark = IconMark(theme, icon_name)
        row.addWidget(self._mark)
        row.addLayout(texts, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_icon(self, icon_name: IconName) -> None:
        self._mark.show_state(icon_name, "second", 16)

    def show_texts(self, label: str, detail: str, tone: Tone, button: str) -> None:
        self._label.setText(label)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        place = Qt.AlignmentFlag.AlignTop if detail else Qt.AlignmentFlag.AlignVCenter
        self._row.setAlignment(self._mark, place)
        self._detail.setProperty("tone", tone)
        self._detail.style().unpolish(self._detail)
        self._detail.style().polish(self._detail)
        self.button.setText(button)
        self.button.setAccessibleName(button)
        self.button.setAccessibleDescription(label)

    def texts(self) -> tuple[str, str]:
        return self._label.text(), self._detail.text()


class SettledStrip(Card):
    """Below the problems: what was set aside and recorded, while returns are not ready."""

    aside_pressed = Signal()
    reasons_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, tone="sunken")
        self.aside = SettledRow(theme, IconName.ARCHIVE)
        self.reasons = SettledRow(theme, IconName.SCALES)
        self.aside.pressed.connect(self.aside_pressed)
        self.reasons.pressed.connect(self.reasons_pressed)
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(12, 8, 8, 8)
        self._lines.addWidget(self.aside, 1)
        self._lines.addWidget(self.reasons, 1)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._lines.setSpacing(8 if narrow else self._theme.sizes.margin)

    def show_check(self, check: dict[str, Any] | None) -> None:
        """Show what a check says was settled; nothing where nothing was."""
        aside = check["aside"] if check else []
        reasons = check["reasons"] if check else []
        self.setVisible(bool(aside or reasons))
        self.aside.setVisible(bool(aside))
        self.reasons.setVisible(bool(reasons))
        if aside:
            button = "Put back" if len(aside) == 1 else "Review…"
            detail = "Set aside by you. The file stays as it is."
            self.aside.show_texts(aside_text(aside), detail, "second", button)
        if check and reasons:
            words, tone = saved_text(check["unsaved"])
            button = "Change…" if len(reasons) == 1 else "Review…"
            text = reasons_text(reasons)
            heading = reasons_heading(reasons)
            self.reasons.show_texts(text, f"{heading}. {words}", tone, button)
