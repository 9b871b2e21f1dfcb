"""Nothing that the disclosure check has something against goes out in one step."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.engine.disclosure import Part, Standing
from app.engine.disclosure_checker import DisclosureChecker
from app.kit.theme import Theme

if TYPE_CHECKING:
    from app.pages.disclosure.dialog import DisclosureDialog


class DisclosureGuard(QObject):
    """Lets a deed pass, or asks about it first."""

    look_requested = Signal()

    def __init__(self, checker: DisclosureChecker, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._checker = checker
        self._window = window
        self._theme = theme
        self._dialog: DisclosureDialog | None = None
        self._parts: Collection[Part] = ()
        """What goes out once the dialog is accepted."""
        checker.changed.connect(self._follow)

    def set_theme(self, theme: Theme) -> None:
        """Change the look of what is asked from now on, and of what is being asked."""
        self._theme = theme

    def ask(self, deed: str, parts: Collection[Part], go: Callable[[], None]) -> None:
        """Do it at once if the disclosure check is clear, else after the user's second step.

        ``deed`` is a verb for the button: "Export", "Print", "Copy", "Present". Asked is
        about ``parts``, which go out, and about no other.
        """
        state = self._checker.state.about(parts)
        if state.passes:
            go()
            return
        from app.pages.disclosure.dialog import WIDTH, DisclosureDialog

        if self._dialog is not None:
            self._dialog.reject()
        dialog = DisclosureDialog(self._theme, deed, state, self._checker.compared, self._window)
        self._dialog, self._parts = dialog, parts
        dialog.look_requested.connect(self.look_requested)
        dialog.finished.connect(self._forget)
        dialog.accepted.connect(go)
        dialog.open_fitted(WIDTH)

    def _follow(self) -> None:
        """Show the new answer; where nothing is open any more there is nothing to ask."""
        if self._dialog is None:
            return
        if self._checker.state.standing is Standing.NOTHING:
            self._dialog.reject()
        else:
            state = self._checker.state.about(self._parts)
            self._dialog.show_disclosure(state, self._checker.compared)

    def _forget(self) -> None:
        self._dialog = None
