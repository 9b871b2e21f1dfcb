"""Choosing which rows to leave out of the import."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLabel, QRadioButton, QWidget

from app.kit.buttons import Button
from app.kit.dialog import CheckDialog
from app.kit.theme import Theme
from evalcore.service.protocol import Choice

_NOTE = (
    "Rows that are set aside are left out of the import and of the combined returns. "
    "Their file stays unchanged, and they can be put back at any time."
)


class AsideDialog(CheckDialog):
    """The ways to set aside what a problem is about."""

    chosen = Signal(str)
    """The key of the choice."""

    def __init__(
        self,
        theme: Theme,
        message: str,
        choices: Sequence[Choice],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, "What to set aside", message, parent)
        inner = self.add_scrolled()
        inner.setSpacing(0)
        self._group = QButtonGroup(self)
        self.choices: dict[str, QRadioButton] = {}
        reach = theme.sizes.focus_gap + theme.sizes.focus_ring  # the ring leaves the detail clear
        for choice in choices:
            button = QRadioButton(choice.label)
            button.setAccessibleDescription(choice.detail)
            button.toggled.connect(self._choose)
            detail = QLabel(choice.detail)
            detail.setProperty("type", "caption")
            detail.setTextFormat(Qt.TextFormat.PlainText)
            detail.setWordWrap(True)
            detail.setIndent(theme.px(16) + 10)
            self._group.addButton(button)
            self.choices[choice.key] = button
            inner.addWidget(button)
            inner.addSpacing(reach)
            inner.addWidget(detail)
            inner.addSpacing(12)
        inner.addStretch(1)
        self.add_note(_NOTE)
        cancel = Button(theme, "Cancel")
        self.aside_button = Button(theme, "Set aside", primary=True)
        self.aside_button.setDefault(True)
        cancel.clicked.connect(self.reject)
        self.aside_button.clicked.connect(self._set_aside)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.aside_button)
        buttons = list(self.choices.values())
        if len(buttons) == 1:
            buttons[0].setChecked(True)
        self._choose()
        (buttons[0] if buttons else cancel).setFocus()

    def _choose(self) -> None:
        self.aside_button.setEnabled(self._group.checkedButton() is not None)

    def _set_aside(self) -> None:
        for key, button in self.choices.items():
            if button.isChecked():
                self.chosen.emit(key)
        self.accept()
