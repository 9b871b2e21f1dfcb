"""The verdict of the return check: one line, what it rests on, and how to save."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.kit.buttons import Button
from app.kit.icons import IconName
from app.kit.theme import Theme
from app.kit.verdict_card import VerdictCard
from evalcore.service.protocol import Check

_LONGEST = "Not ready: 99 rows and 9 files to send back, 99 drafts for adjudication"


class Verdict(VerdictCard):
    """Icon and words on a tint; "Save combined returns…" can be pressed when ready."""

    save_progress = Signal()
    save_combined = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("verdict")
        self.progress_button = Button(theme, "Save progress…")
        self.progress_button.setToolTip(
            "Keep the recorded reasons in one file, and go on from there later."
        )
        self.combined_button = Button(theme, "Save combined returns…", icon_name=IconName.SAVE)
        self.progress_button.clicked.connect(lambda: self.save_progress.emit())
        self.combined_button.clicked.connect(lambda: self.save_combined.emit())
        self.lay_out((self.progress_button, self.combined_button))
        self.show_check(None)

    def show_check(self, check: Check | None) -> None:
        """Show the verdict of a check; None: that it is not there yet."""
        ready = check is not None and check.ready
        if check is None:
            look = "waiting"
        elif ready:
            look = "good"
        else:
            look = "bad" if check.counts["reviewer"] else "warning"
        self.show_look(look, 36 if ready else 28)
        self.title.longest = "" if ready else _LONGEST
        self.title.setText(check.verdict if check else "Not checked yet")
        self.detail.setText(
            check.detail if check else "All problems appear together when the check is done."
        )
        self.title.setProperty("type", "display" if ready else "title")
        self.progress_button.setVisible(not ready)
        self.progress_button.setEnabled(check is not None)
        self.combined_button.setEnabled(ready)
        self.combined_button.setToolTip("" if ready else "This can be done when all is ready.")
        self.combined_button.setProperty("primary", ready)
        for widget in (self.title, self.combined_button):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.combined_button.set_theme(self._theme)
        inner = 22 if ready else 14
        self._lines.setContentsMargins(24, inner, 16 if not ready else 24, inner)
