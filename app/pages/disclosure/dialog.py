"""The second step of an export where the disclosure check has something to say."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from app.engine.disclosure import DisclosureState, detail_of, verdict_of
from app.kit.buttons import Button
from app.kit.dialog import EDGE, CheckDialog
from app.kit.theme import Theme
from app.pages.disclosure.model import FindingsModel
from app.pages.disclosure.table import FindingsTable

READ = "I have read this"
WIDTH = 640
"""Of the dialog, in px at normal text."""
_HIGHEST = 280


class DisclosureDialog(CheckDialog):
    """What was found, in words. Nothing goes out before the tick and the button.

    Escape cancels; Enter presses the button that has the focus, and nothing else.
    ``deed`` is what the last button does: "Export", "Print".
    """

    look_requested = Signal()
    """The page of the disclosure check is to be shown instead."""

    def __init__(
        self, theme: Theme, deed: str, state: DisclosureState, compared: int, parent: QWidget
    ) -> None:
        super().__init__(theme, verdict_of(state), detail_of(state, compared), parent)
        self.setObjectName("disclosureDialog")
        self._deed = deed
        self.model = FindingsModel(self)
        self.table = FindingsTable(theme, self.model, self)
        self.table.setObjectName("disclosureDialogFindings")
        self.lines.addWidget(self.table, 1)
        self.read = QCheckBox(READ)
        self.read.toggled.connect(self._update)
        self.lines.addSpacing(6)
        self.lines.addWidget(self.read)
        self.look_button = Button(theme, "Go to the disclosure check")
        self.cancel_button = Button(theme, "Cancel")
        self.go_button = Button(theme, f"{deed} all the same")
        self.look_button.clicked.connect(self._look)
        self.cancel_button.clicked.connect(self.reject)
        self.go_button.clicked.connect(self.accept)
        for button in (self.look_button, self.cancel_button, self.go_button):
            button.setAutoDefault(True)  # so that Enter presses it while it has the focus
        self.footer.addWidget(self.look_button)
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel_button)
        self.footer.addWidget(self.go_button)
        self.show_disclosure(state, compared)
        (self.table if self.table.isVisibleTo(self) else self.cancel_button).setFocus()

    def show_disclosure(self, state: DisclosureState, compared: int) -> None:
        """Show where the check stands now; what was ticked was about another answer."""
        self._passes = state.passes
        self.setWindowTitle(verdict_of(state))
        self.heading.setText(verdict_of(state))
        self.caption.setText(detail_of(state, compared))
        self.model.set_state(state)
        self.table.setVisible(self.model.rowCount() > 0)
        px = self._theme.px
        needed = self.table.whole_height(px(WIDTH) - 2 * EDGE)
        self.table.setMinimumHeight(min(needed, px(_HIGHEST)))
        self.read.setChecked(False)
        self.read.setVisible(not state.passes)
        text = self._deed if state.passes else f"{self._deed} all the same"
        self.go_button.setText(text)
        self.go_button.setAccessibleName(text)
        self._update()
        if self.isVisible():
            self.fit(WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # a dialog would press its first button, far from the focus
        else:
            super().keyPressEvent(event)

    def _update(self) -> None:
        self.go_button.setEnabled(self._passes or self.read.isChecked())

    def _look(self) -> None:
        self.look_requested.emit()
        self.reject()
