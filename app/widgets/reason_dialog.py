"""Recording the committee's reason for a draft on which reviewers differ."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QRadioButton, QWidget

from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.check_dialog import CheckDialog
from evalcore.vocabulary import REASONS

REASON_WORDS = {code: code.replace("_", " ").capitalize() for code in REASONS}
_CAPTION = "The reviewers differ, which is nobody’s fault. Record here what the committee decided."
_NOTE = (
    "It is written into every row of this draft in the combined returns. "
    "The original files are never changed."
)


class ReasonDialog(CheckDialog):
    """One of the six typed reasons, and whether the draft was adjudicated.

    ``reason`` is the code of the one that is recorded, or None; ``recorded``
    tells whether there is anything to remove.
    """

    recorded = Signal(int, str, bool)
    """Draft, code of the reason, adjudicated."""
    removed = Signal(int)

    def __init__(
        self,
        theme: Theme,
        draft: int,
        parent: QWidget | None = None,
        *,
        reason: str | None = None,
        adjudicated: bool = False,
        recorded: bool = False,
    ) -> None:
        super().__init__(theme, f"Reason for draft {draft}", _CAPTION, parent)
        self._draft = draft
        inner = self.add_scrolled()
        self.choices = {code: QRadioButton(words) for code, words in REASON_WORDS.items()}
        for code, choice in self.choices.items():
            choice.setChecked(code == reason)
            choice.toggled.connect(self._choose)
            inner.addWidget(choice)
        inner.addSpacing(10)
        self.adjudicated = QCheckBox("This draft was adjudicated")
        self.adjudicated.setChecked(adjudicated)
        inner.addWidget(self.adjudicated)
        inner.addStretch(1)
        self.add_note(_NOTE)
        self.remove_button = Button(theme, "Remove")
        self.remove_button.setToolTip("Take back the reason that is recorded for this draft.")
        self.remove_button.setVisible(recorded)
        cancel = Button(theme, "Cancel")
        self.record_button = Button(theme, "Record", primary=True)
        self.record_button.setDefault(True)
        self.remove_button.clicked.connect(self._remove)
        cancel.clicked.connect(self.reject)
        self.record_button.clicked.connect(self._record)
        self.footer.addWidget(self.remove_button)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.record_button)
        self._choose()
        self.choices[self.chosen() or REASONS[0]].setFocus()

    def chosen(self) -> str | None:
        """Return the code of the reason that is chosen; None before there is one."""
        return next((code for code, choice in self.choices.items() if choice.isChecked()), None)

    def _choose(self) -> None:
        self.record_button.setEnabled(self.chosen() is not None)

    def _record(self) -> None:
        if (reason := self.chosen()) is not None:
            self.recorded.emit(self._draft, reason, self.adjudicated.isChecked())
            self.accept()

    def _remove(self) -> None:
        self.removed.emit(self._draft)
        self.accept()
