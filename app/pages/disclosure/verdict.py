"""The verdict of the disclosure check: an icon, a line, what it means, and what to compare with."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine.disclosure import DisclosureState, Standing, badge_of, detail_of, verdict_of
from app.kit.buttons import Button
from app.kit.icons import IconName
from app.kit.theme import Theme
from app.kit.verdict_card import VerdictCard


class DisclosureVerdict(VerdictCard):
    """Icon and words on a tint, as the verdict of the return check."""

    compare_pressed = Signal()
    again_pressed = Signal()
    explain_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("disclosureVerdict")
        self.explain_button = Button(theme, "How to read this", icon_name=IconName.INFO, link=True)
        self.again_button = Button(theme, "Check again", icon_name=IconName.RELOAD)
        self.compare_button = Button(theme, "Compare with earlier reports…")
        self.explain_button.clicked.connect(lambda: self.explain_pressed.emit())
        self.again_button.clicked.connect(lambda: self.again_pressed.emit())
        self.compare_button.clicked.connect(lambda: self.compare_pressed.emit())
        self.lay_out((self.explain_button, self.again_button, self.compare_button))
        self.show_disclosure(DisclosureState(), 0)

    def show_disclosure(self, state: DisclosureState, compared: int) -> None:
        """Show a verdict; ``compared`` earlier reports were taken in."""
        self.show_look(badge_of(state)[1])
        self.title.setText(verdict_of(state))
        self.detail.setText(detail_of(state, compared))
        self.again_button.setVisible(state.standing is Standing.FAILED)
