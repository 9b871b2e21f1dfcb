"""The message about what just went wrong or was done, in a place of the status row that is kept.

So it moves nothing when it comes or goes, and covers nothing that can be clicked.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.kit.buttons import Button, IconButton
from app.kit.card import IconText
from app.kit.icons import IconName
from app.kit.messages import tell_message
from app.kit.theme import Theme

_LINES = 2
_HIGH = 10_000  # more than any text needs


class InfoBar(QWidget):
    """Shows the latest message, with how many there were since it was last closed."""

    shown = Signal(bool)
    """Whether there is a message now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("infoBar")
        self._count = 0
        self._whole = ""
        self._text = IconText(theme, IconName.ALERT, "", self, tone="bad")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._more = QLabel(self)
        self._more.setProperty("type", "caption")
        close = IconButton(theme, "Close this message", IconName.CLOSE, self)
        close.clicked.connect(self.clear)
        self.all_button = Button(theme, "Read all…", self, link=True, small=True)
        self.all_button.clicked.connect(lambda: tell_message(self.window(), self._whole))
        self.setTabOrder(self.all_button, close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 4, 0)
        layout.setSpacing(8)
        layout.addWidget(self._text, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._more)
        layout.addWidget(self.all_button)
        layout.addWidget(close)
        self.hide()

    def text(self) -> str:
        """What is said, also where there is no room for all of it."""
        return self._whole

    def show_fault(self, text: str) -> None:
        """Say what could not be done."""
        self._count += 1
        self._text.show_state(IconName.ALERT, text, "bad")
        self._set_panel("fault")
        self._show(text)

    def show_done(self, text: str) -> None:
        """Say what has been done."""
        self._count = 1
        self._text.show_state(IconName.CHECK_CIRCLE, text, "good")
        self._set_panel("done")
        self._show(text)

    def clear_done(self) -> None:
        """Hide what was done, when the user goes on; a fault stays until it is closed."""
        if self.property("panel") == "done":
            self.clear()

    def clear(self) -> None:
        """Hide the message and forget what it said."""
        self._count = 0
        self._whole = ""
        self._text.setText("")
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(not self.isHidden())

    def _set_panel(self, name: str) -> None:
        self.setProperty("panel", name)
        self.style().unpolish(self)
        self.style().polish(self)

    def _show(self, text: str) -> None:
        self._whole = text
        self._more.setText(f"and {self._count - 1} before it" if self._count > 1 else "")
        self._more.setVisible(self._count > 1)
        self.setAccessibleName(text)
        self.show()
        self._fit()

    def _fit(self) -> None:
        """Show two lines of it at most, with a way to read the rest."""
        self.all_button.setVisible(not self._fits(self._whole))
        short = self._whole
        if self.all_button.isVisibleTo(self):
            fitting, too_long = 0, len(self._whole)
            while too_long - fitting > 1:
                middle = (fitting + too_long) // 2
                if self._fits(f"{self._whole[:middle]}…"):
                    fitting = middle
                else:
                    too_long = middle
            short = f"{self._whole[:fitting].rstrip()}…"
        if self._text.text() != short:
            self._text.setText(short)

    def _fits(self, text: str) -> bool:
        layout = self.layout()
        others = [w for w in self.findChildren(QWidget) if w is not self._text and not w.isHidden()]
        margins = 0 if layout is None else layout.contentsMargins().left()
        used = sum(w.sizeHint().width() + 8 for w in others) + margins + 4
        room = self.width() - used - self._text.contentsMargins().left()
        metrics, flags = self._text.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
        needed = metrics.boundingRect(0, 0, max(room, 1), _HIGH, flags, text).height()
        return needed <= _LINES * metrics.lineSpacing()
