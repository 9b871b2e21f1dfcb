"""Recording what the committee decided about a draft: a reason, or that there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QRadioButton, QWidget

from app.kit.buttons import Button
from app.kit.dialog import CheckDialog
from app.kit.theme import Theme
from evalcore.vocabulary import REASONS

REASON_WORDS = {code: code.replace("_", " ").capitalize() for code in REASONS}
NO_REASON = "No reason, and not adjudicated"
_CAPTIONS = {
    "reason": "The reviewers differ, which is nobody’s fault. "
    "Record here what the committee decided.",
    "none": "The reviewers agree, and yet a reason or an adjudication stands in some rows. "
    "Record here that there is none, if the committee says so.",
    "": "It is not known yet whether the reviewers of this draft agree.",
}
_WHY = {
    "reason": "The reviewers differ: one of the six reasons is needed.",
    "none": "The reviewers agree: a draft like this has no reason, and nothing to adjudicate.",
    "": "Nothing can be recorded before the other problems of its rows are mended.",
}
"""Why the rest cannot be chosen, by what can settle the draft."""
_NOTE = (
    "It is written into every row of this draft in the combined returns. "
    "The original files are never changed."
)


class ReasonDialog(CheckDialog):
    """The six typed reasons, whether the draft was adjudicated, and that there is no reason.

    Of these it offers what can settle the draft (``can``: "reason", "none" or "" for
    nothing) and says why the rest is disabled. ``reason`` and ``adjudicated`` are what
    was decided, ``decided`` whether there is anything to remove, ``again`` whether it
    was decided for something else than there is now: then nothing is chosen beforehand.
    """

    recorded = Signal(int, object, bool)
    """Draft, code of the reason (None: there is none), adjudicated."""
    removed = Signal(int)

    def __init__(
        self,
        theme: Theme,
        draft: int,
        parent: QWidget | None = None,
        *,
        can: str = "reason",
        reason: str | None = None,
        adjudicated: bool = False,
        decided: bool = False,
        again: bool = False,
    ) -> None:
        super().__init__(theme, f"Reason for draft {draft}", _CAPTIONS[can], parent)
        self._draft = draft
        inner = self.add_scrolled()
        self.choices = {code: QRadioButton(words) for code, words in REASON_WORDS.items()}
        for code, word in self.choices.items():
            word.setChecked(can == "reason" and code == reason and not again)
            word.toggled.connect(self._choose)
            inner.addWidget(word)
        inner.addSpacing(10)
        self.no_reason = QRadioButton(NO_REASON)
        self.no_reason.toggled.connect(self._choose)
        inner.addWidget(self.no_reason)
        inner.addSpacing(10)
        self.adjudicated = QCheckBox("This draft was adjudicated")
        self.adjudicated.setChecked(can == "reason" and adjudicated and not again)
        inner.addWidget(self.adjudicated)
        inner.addSpacing(10)
        why = QLabel(_WHY[can])
        why.setProperty("type", "caption")
        why.setTextFormat(Qt.TextFormat.PlainText)
        why.setWordWrap(True)
        inner.addWidget(why)
        inner.addStretch(1)
        given: list[QAbstractButton] = [*self.choices.values(), self.adjudicated]
        for choice in given:
            choice.setEnabled(can == "reason")
        self.no_reason.setEnabled(can == "none")
        for choice in (*given, self.no_reason):
            choice.setAccessibleDescription("" if choice.isEnabled() else _WHY[can])
        if can:
            self.add_note(_NOTE)
        self.remove_button = Button(theme, "Drop" if again else "Remove")
        self.remove_button.setToolTip("Take back what is recorded for this draft.")
        self.remove_button.setVisible(decided)
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
        self.no_reason.setChecked(can == "none")
        self._choose()
        if can == "reason":
            self.choices[self.chosen() or REASONS[0]].setFocus()
        else:
            (self.no_reason if can else cancel).setFocus()

    def chosen(self) -> str | None:
        """Return the code of the reason that is chosen; None before there is one."""
        return next((code for code, choice in self.choices.items() if choice.isChecked()), None)

    def _choose(self) -> None:
        self.record_button.setEnabled(self.chosen() is not None or self.no_reason.isChecked())

    def _record(self) -> None:
        self.recorded.emit(self._draft, self.chosen(), self.adjudicated.isChecked())
        self.accept()

    def _remove(self) -> None:
        self.removed.emit(self._draft)
        self.accept()
