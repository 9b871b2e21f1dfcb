"""A line about something that was decided, with a button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.card import Tone
from app.kit.icon_mark import IconMark
from app.kit.icons import IconName
from app.kit.theme import Theme


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
        if label != self._label.text():
            self.button.setDown(False)  # a press was meant for what stood here before
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
