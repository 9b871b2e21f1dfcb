"""What lies over a page while its file is read: which file, how far, with real bytes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.kit.card import Card
from app.kit.progress_bar import ProgressBar
from app.kit.theme import Theme

MEGABYTE = 1_000_000


def bytes_text(done: int, total: int) -> str:
    """Return "86 of 204 MB", or kilobytes where a file is small."""
    unit, name = (MEGABYTE, "MB") if total >= 10 * MEGABYTE else (1000, "KB")
    return f"{done // unit:,} of {max(total // unit, 1):,} {name}"


class ReadingCard(Card):
    """Centred over its parent; hidden until ``show_progress``."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, raised=True)
        self._over = parent
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setProperty("type", "heading")
        self._amount = QLabel(self)
        self._amount.setProperty("type", "body")
        self._bar = ProgressBar(self)
        note = QLabel(
            "Figures appear when all of it is done.\nYou can go on with the other pages meanwhile.",
            self,
        )
        note.setProperty("type", "caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 24)
        layout.setSpacing(8)
        for widget in (self._title, self._amount, self._bar, note):
            layout.addWidget(widget)
        self.setFixedWidth(440)
        self.hide()

    def show_progress(self, title: str, amount: str, done: int, total: int) -> None:
        """Say what is being done, and how far it is in words and as a bar."""
        self._title.setText(title)
        self._amount.setText(amount)
        self._bar.show_progress(done, total)
        self.adjustSize()
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Centre the card in its parent."""
        room = self._over.size()
        self.move((room.width() - self.width()) // 2, (room.height() - self.height()) // 2)
