"""What the pages of figures have in common: a title row, and a page that may be empty."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.kit.empty_state import EmptyState
from app.kit.plain_text import as_it_is, shortened
from app.kit.reading_card import ReadingCard, bytes_text
from app.kit.theme import Theme

_LONGEST, _LONGEST_NARROW = 36, 24
"""Characters of the names of files; longer ones lose their middle."""
_ROOM = "0" * 125
"""As wide as a page with room for all that its title row can say."""


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
        self._saved = self._name = ""
        self.source = QLabel("", self.content)
        self.source.setObjectName("source")
        self.source.setTextFormat(Qt.TextFormat.PlainText)
        self.source.setProperty("strong", True)
        self.body = QVBoxLayout(self.content)
        self.body.setSpacing(0)
        self.set_margin(theme.sizes.margin)
        self.addWidget(empty)
        self.addWidget(self.content)
        empty.activated.connect(self._on_activated)

    def set_margin(self, margin: int) -> None:
        """Set the margin at both sides, in px."""
        self.body.setContentsMargins(margin, 10, margin, 12)

    def mark_source(self, saved: str, name: str) -> None:
        """Say whose figures are shown, by ``name``, and that it is a saved report; "" for none."""
        self._saved, self._name = saved, name
        self.saved.setVisible(bool(saved))
        self.saved.setToolTip(saved)
        self.saved.setAccessibleName(saved)
        self.source.setToolTip(as_it_is(f"Figures of {name}") if name else "")
        self.source.setAccessibleName(f"Figures of {name}" if name else "")
        self._show_source()

    def _show_source(self) -> None:
        """Say it in full where there is room; else the tool tips do."""
        wide = self.width() >= self.saved.fontMetrics().horizontalAdvance(_ROOM)
        self.saved.setText(self._saved if wide else self._saved.partition(",")[0])
        self.source.setText(shortened(self._name, _LONGEST if wide else _LONGEST_NARROW))

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
        self._show_source()


def title_row(
    title: str, subtitle: str, source: QWidget, *controls: QWidget
) -> tuple[QHBoxLayout, QLabel]:
    """Return a row of title over subtitle and controls at its right, and the subtitle's label.

    ``source``, whose figures these are, stands beside the title.
    """
    name = QLabel(title)
    name.setProperty("type", "title")
    below = QLabel(subtitle)
    below.setProperty("type", "caption")
    texts = QVBoxLayout()
    texts.setSpacing(2)
    first = QHBoxLayout()
    first.setSpacing(10)
    first.addWidget(name)
    first.addWidget(source, 1, Qt.AlignmentFlag.AlignBottom)
    texts.addLayout(first)
    texts.addWidget(below)
    row = QHBoxLayout()
    row.setSpacing(12)
    row.addLayout(texts, 1)
    for control in controls:
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
    return row, below
