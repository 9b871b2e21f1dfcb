"""Nothing that the release check has something against goes out in one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.models.release import Standing
from app.releaser import Releaser
from app.theme import Theme

if TYPE_CHECKING:
    from app.widgets.release_dialog import ReleaseDialog


class ReleaseGuard(QObject):
    """Lets a deed pass, or asks about it first."""

    look_requested = Signal()

    def __init__(self, releaser: Releaser, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._releaser = releaser
        self._window = window
        self._theme = theme
        self._dialog: ReleaseDialog | None = None
        releaser.changed.connect(self._follow)

    def set_theme(self, theme: Theme) -> None:
        """Change the look of what is asked from now on, and of what is being asked."""
        self._theme = theme

    def ask(self, deed: str, go: Callable[[], None]) -> None:
        """Do it at once if the release check is clear, else after the user's second step.

        ``deed`` is a verb for the button: "Export", "Print", "Copy", "Present".
        """
        if self._releaser.release.passes:
            go()
            return
        from app.widgets.release_dialog import WIDTH, ReleaseDialog

        if self._dialog is not None:
            self._dialog.reject()
        shown = self._releaser
        dialog = ReleaseDialog(self._theme, deed, shown.release, shown.compared, self._window)
        self._dialog = dialog
        dialog.look_requested.connect(self.look_requested)
        dialog.finished.connect(self._forget)
        dialog.accepted.connect(go)
        dialog.open_fitted(WIDTH)

    def _follow(self) -> None:
        """Show the new answer; where nothing is open any more there is nothing to ask."""
        if self._dialog is None:
            return
        if self._releaser.release.standing is Standing.NOTHING:
            self._dialog.reject()
        else:
            self._dialog.show_release(self._releaser.release, self._releaser.compared)

    def _forget(self) -> None:
        self._dialog = None
