"""What was settled here: rows set aside and reasons recorded, in words and with a button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from app.kit.card import Card, Tone
from app.kit.icons import IconName
from app.kit.settled_row import SettledRow
from app.kit.theme import Theme
from evalcore.service.protocol import AsidePart, Check

NOTHING = "Nothing is set aside or recorded here."
_NARROW = 700
_ROW = 36  # of two lines


def aside_text(aside: Sequence[AsidePart]) -> str:
    """Return "File 5, all of its 60 rows", or how many more files there are."""
    more = len(aside) - 1
    if not more:
        return aside[0].label
    return f"{aside[0].label}, and of {more:,} more {'file' if more == 1 else 'files'}"


REASONS_TITLE = "Reasons and adjudication"
SHOW_REASONS = "Show…"
"""What was decided about drafts is folded until she asks: its number may tell a hidden figure."""


def saved_text(check: Check) -> tuple[str, Tone]:
    """Return what a file holds of what was recorded here, and the tone of that."""
    if check.unsaved:
        return "Not saved yet.", "warning"
    if check.unkept:
        return "Some can be saved only when their drafts are looked at again.", "warning"
    return ("Saved." if check.recorded else ""), "second"


def reasons_detail(check: Check) -> tuple[str, Tone]:
    """Return where reasons come from, what of them is saved, and the tone of that."""
    saved, tone = saved_text(check)
    away = "Some are of drafts that are not in this drafts file." if check.gone else ""
    source = "Recorded here." if check.recorded else ""
    if check.carried:
        source = "In the file, and recorded here." if check.recorded else "In the file."
    return " ".join(part for part in (source, saved, away) if part), tone


class SettledStrip(Card):
    """Below the problems: what was set aside and recorded, while returns are not ready.

    It has its place before anything is settled, so that it moves nothing when something is.
    """

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
        self._nothing = QLabel()
        self._nothing.setProperty("type", "caption")
        self._lines.addWidget(self._nothing, 1)
        self.show_check(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        self._lines.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._lines.setSpacing(8 if narrow else self._theme.sizes.margin)
        rows, px = 2 if narrow else 1, self._theme.px
        self.setMinimumHeight(rows * px(_ROW) + (rows - 1) * 8 + 16)

    def show_check(self, check: Check | None) -> None:
        """Show what a check says was settled; nothing where nothing was."""
        aside = check.aside if check else ()
        reasons = check is not None and bool(check.recorded or check.carried)
        self._nothing.setVisible(not aside and not reasons)
        self._nothing.setText("" if check is None else NOTHING)
        self.aside.setVisible(bool(aside))
        self.reasons.setVisible(reasons)
        if aside:
            button = "Put back" if len(aside) == 1 else "Review…"
            detail = "Set aside by you. The file stays as it is."
            self.aside.show_texts(aside_text(aside), detail, "second", button)
        if check and reasons:
            self.reasons.show_texts(REASONS_TITLE, *reasons_detail(check), SHOW_REASONS)
