"""The line at the bottom: what is being done, how far, Cancel; else that all is ready.

Each part keeps its place while another comes, goes or says something else.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.kit.buttons import Button
from app.kit.card import IconText
from app.kit.icons import IconName
from app.kit.info_bar import InfoBar
from app.kit.progress_bar import ProgressBar
from app.kit.theme import Theme

_TEXT, _NARROW_TEXT = 260, 170  # of what is being done, whatever it is called


class StatusRow(QFrame):
    """Progress with Cancel while work is done, and the message where there is one."""

    cancel_requested = Signal()

    def __init__(self, theme: Theme, info: InfoBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", "status")
        self._narrow = False
        self._text = IconText(theme, IconName.CHECK_CIRCLE, "Ready", self)
        self.progress_bar = ProgressBar(self)
        self.progress_bar.setObjectName("progressBar")
        self.progress_bar.setFixedWidth(260)
        self._per_cent = QLabel(self)
        self._per_cent.setProperty("strong", True)
        self.cancel_button = Button(theme, "Cancel", self, small=True)
        self.cancel_button.setObjectName("cancelButton")
        self.cancel_button.clicked.connect(self.cancel_requested)
        self._offline = IconText(
            theme, IconName.LOCK, "Works offline. Nothing leaves this computer.", self
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(14)
        layout.addWidget(self._text)
        layout.addWidget(self.progress_bar)
        layout.addWidget(self._per_cent)
        layout.addWidget(self.cancel_button)
        right = QHBoxLayout()
        right.setContentsMargins(0, 2, 0, 2)
        right.addStretch(1)
        right.addWidget(self._offline)
        right.addWidget(info, 1_000)
        layout.addLayout(right, 1)
        info.shown.connect(lambda shown: self._offline.setVisible(not shown))
        self.set_theme(theme)
        self.show_ready()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(max(theme.sizes.status, theme.px(34)))
        self.ensurePolished()
        self._per_cent.setFixedWidth(self._per_cent.fontMetrics().horizontalAdvance("100 % "))

    def show_ready(self, text: str = "Ready") -> None:
        """Nothing is being done."""
        self._text.setMinimumWidth(0)
        self._text.show_state(IconName.CHECK_CIRCLE, text, "second")
        self._set_busy(False)

    def show_working(self, text: str, done: int, total: int) -> None:
        """Say what is being done and how far; total 0: it cannot be told yet."""
        inner = self._text.contentsMargins().left()
        middle = Qt.TextElideMode.ElideMiddle
        room = self._theme.px(_NARROW_TEXT if self._narrow else _TEXT)
        fitting = self._text.fontMetrics().elidedText(text, middle, room - inner)
        self._text.show_state(IconName.CLOCK, fitting, "accent")
        self._text.setMinimumWidth(room)
        self.progress_bar.show_progress(done, total, unknown=not total)
        self._per_cent.setText(f"{100 * done // total} %" if total else "")
        self._set_busy(True)

    def set_narrow(self, narrow: bool) -> None:
        """Make room where the window is narrow."""
        self._narrow = narrow
        self.progress_bar.setFixedWidth(140 if narrow else 260)
        self._offline.setText(
            "Works offline." if narrow else "Works offline. Nothing leaves this computer."
        )

    def _set_busy(self, busy: bool) -> None:
        self.progress_bar.setVisible(busy)
        self._per_cent.setVisible(busy)
        if not busy and self.cancel_button.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.cancel_button.setVisible(busy)
