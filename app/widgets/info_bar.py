"""A line below the command row for what just went wrong; it can be closed and blocks nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import IconButton
from app.widgets.card import IconText


class InfoBar(QWidget):
    """Shows the latest message, with how many there were since it was last closed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("infoBar")
        self._count = 0
        self._text = IconText(theme, IconName.ALERT, "", self, tone="bad", kind="body")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._more = QLabel(self)
        self._more.setProperty("type", "caption")
        close = IconButton(theme, "Close this message", IconName.CLOSE, self)
        close.clicked.connect(self.clear)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 6, 16, 6)
        layout.addWidget(self._text, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._more)
        layout.addWidget(close)
        self.hide()

    def text(self) -> str:
        """What is shown."""
        return self._text.text()

    def show_fault(self, text: str) -> None:
        """Say what could not be done."""
        self._count += 1
        self._text.show_state(IconName.ALERT, text, "bad")
        self._set_panel("fault")
        self._show()

    def show_done(self, text: str) -> None:
        """Say what has been done."""
        self._count = 1
        self._text.show_state(IconName.CHECK_CIRCLE, text, "good")
        self._set_panel("done")
        self._show()

    def clear_done(self) -> None:
        """Hide what was done, when the user goes on; a fault stays until it is closed."""
        if self.property("panel") == "done":
            self.clear()

    def clear(self) -> None:
        """Hide the line and forget what it said."""
        self._count = 0
        self._text.setText("")
        self.hide()

    def _set_panel(self, name: str) -> None:
        self.setProperty("panel", name)
        self.style().unpolish(self)
        self.style().polish(self)

    def _show(self) -> None:
        self._more.setText(f"and {self._count - 1} before it" if self._count > 1 else "")
        self.setAccessibleName(self._text.text())
        self.show()
