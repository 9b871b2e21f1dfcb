"""The line at the bottom: what is being done, how far, Cancel; else that all is ready."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.card import IconText
from app.widgets.progress_bar import ProgressBar


class StatusRow(QFrame):
    """Progress with Cancel while work is done."""

    cancel_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", "status")
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
        layout.addStretch(1)
        layout.addWidget(self._offline)
        self.set_theme(theme)
        self.show_ready()

    def set_theme(self, theme: Theme) -> None:
        self.setFixedHeight(max(theme.sizes.status, theme.px(34)))

    def show_ready(self, text: str = "Ready") -> None:
        """Nothing is being done."""
        self._text.show_state(IconName.CHECK_CIRCLE, text, "second")
        self._set_busy(False)

    def show_working(self, text: str, done: int, total: int) -> None:
        """Say what is being done and how far; total 0: it cannot be told yet."""
        self._text.show_state(IconName.CLOCK, text, "accent")
        self.progress_bar.show_progress(done, total, unknown=not total)
        self._per_cent.setText(f"{100 * done // total} %" if total else "")
        self._set_busy(True)

    def set_narrow(self, narrow: bool) -> None:
        """Make room where the window is narrow."""
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
