"""What the pages of figures have in common: a title row, and a page that may be empty."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.plain_text import as_it_is
from app.theme import Theme
from app.widgets.empty_state import EmptyState
from app.widgets.reading_card import ReadingCard, bytes_text

SAVED = "Saved report"
_LONGEST = 28
"""Characters of the name of a saved report; a longer one loses its middle."""
_ROOM = "0" * 125
"""As wide as a page with room for that name in its title row."""


class Page(QStackedWidget):
    """Either an empty state with one button, or the content, with a card while reading."""

    open_requested = Signal()

    def __init__(self, theme: Theme, empty: EmptyState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.empty = empty
        self.content = QWidget(self)
        self.reading = ReadingCard(theme, self.content)
        self.saved = QLabel("", self.content)
        self.saved.setTextFormat(Qt.TextFormat.PlainText)
        self.saved.setProperty("pill", "warning")
        self.saved.hide()
        self._saved = "", ""
        self.body = QVBoxLayout(self.content)
        self.body.setSpacing(0)
        self.set_margin(theme.sizes.margin)
        self.addWidget(empty)
        self.addWidget(self.content)
        empty.activated.connect(self._on_activated)

    def set_margin(self, margin: int) -> None:
        """Set the margin at both sides, in px."""
        self.body.setContentsMargins(margin, 10, margin, 12)

    def mark_saved(self, text: str, name: str = "") -> None:
        """Say that what is shown is a saved report; "" for none. ``name`` tells which."""
        self._saved = text, name
        self.saved.setVisible(bool(text))
        self.saved.setToolTip(as_it_is(f"From {name}") if name else "")
        self.saved.setAccessibleName(f"{text}, from {name}" if name else text)
        self._show_saved()

    def _show_saved(self) -> None:
        """Name the saved report where there is room; else its tool tip does."""
        text, name = self._saved
        if name and self.width() >= self.saved.fontMetrics().horizontalAdvance(_ROOM):
            part = _LONGEST // 2
            short = name if len(name) <= _LONGEST else f"{name[:part]}…{name[-part:]}"
            text = text.replace(SAVED, f"{SAVED} {short}", 1)
        self.saved.setText(text)

    def show_empty(self, sentence: str, detail: str) -> None:
        """Say what to open."""
        self.empty.set_texts(sentence, detail)
        self.reading.hide()
        self.setCurrentWidget(self.empty)

    def _on_activated(self) -> None:
        self.open_requested.emit()

    def show_content(self) -> None:
        """Show the figures."""
        self.reading.hide()
        self.setCurrentWidget(self.content)

    def show_reading(self, name: str, done: int, total: int) -> None:
        """Show placeholders, and how far the reading is."""
        amount = bytes_text(done, total) if total else "Starting"
        self.show_working(f"Reading {name}", amount, done, total)

    def show_working(self, title: str, amount: str, done: int, total: int) -> None:
        """Show what is being done over the content, and how far it is."""
        self.setCurrentWidget(self.content)
        self.reading.show_progress(title, amount, done, total)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reading.place()
        self._show_saved()


def title_row(title: str, subtitle: str, *controls: QWidget) -> tuple[QHBoxLayout, QLabel]:
    """Return a row of title over subtitle and controls at its right, and the subtitle's label."""
    name = QLabel(title)
    name.setProperty("type", "title")
    below = QLabel(subtitle)
    below.setProperty("type", "caption")
    texts = QVBoxLayout()
    texts.setSpacing(2)
    texts.addWidget(name)
    texts.addWidget(below)
    row = QHBoxLayout()
    row.setSpacing(12)
    row.addLayout(texts, 1)
    for control in controls:
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
    return row, below
