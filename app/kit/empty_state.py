"""What a page shows when there is nothing to show: one sentence and one button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.card import IconTile
from app.kit.icons import IconName
from app.kit.theme import Theme


class EmptyState(QWidget):
    """A tinted icon, a sentence that says what to open, a second line and one button."""

    activated = Signal()
    """The button was pressed."""

    def __init__(
        self,
        theme: Theme,
        icon_name: IconName,
        sentence: str,
        detail: str = "",
        button: str = "",
        parent: QWidget | None = None,
        *,
        button_icon: IconName | None = IconName.FOLDER_OPEN,
    ) -> None:
        super().__init__(parent)
        self._tile = IconTile(theme, icon_name, self, size=64, round_=True)
        self._sentence = _centred(self, "title")
        self._detail = _centred(self, "body")
        self.button = Button(theme, button, self, icon_name=button_icon, primary=True)
        self.button.setVisible(bool(button))
        self.button.clicked.connect(lambda: self.activated.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(0)
        layout.addStretch(1)
        centre = Qt.AlignmentFlag.AlignHCenter
        layout.addWidget(self._tile, 0, centre)
        layout.addSpacing(20)
        layout.addWidget(self._sentence)
        layout.addSpacing(8)
        layout.addWidget(self._detail)
        layout.addSpacing(20)
        layout.addWidget(self.button, 0, centre)
        layout.addStretch(1)
        self.set_texts(sentence, detail)

    def set_texts(self, sentence: str, detail: str = "") -> None:
        """Change the sentence and the line below it; an empty line takes no room."""
        self._sentence.setText(sentence)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))

    def set_button(self, text: str, icon_name: IconName) -> None:
        """Change what the button says, also to a screen reader, and its icon."""
        self.button.setText(text)
        self.button.setAccessibleName(text)
        self.button.set_icon_name(icon_name)

    def texts(self) -> tuple[str, str]:
        return self._sentence.text(), self._detail.text()


def _centred(parent: QWidget, kind: str) -> QLabel:
    label = QLabel(parent)
    label.setProperty("type", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return label
