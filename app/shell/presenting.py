"""The presentation for the projector: shown on demand, it follows what the window shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.engine.disclosure import Part, Standing
from app.engine.disclosure_checker import DisclosureChecker
from app.engine.session import Session
from app.kit.theme import Theme

if TYPE_CHECKING:
    from app.shell.projector.window import Presentation


CLOSED = (
    "The presentation was closed: its figures changed, and the disclosure check has something to "
    "say about the new ones."
)


class Presenting(QObject):
    """At most one presentation, of the draft metrics; it names no file.

    Other figures than those that the user let out are shown if the disclosure check is
    clear; while it runs the former stay, and if it has something to say it closes.
    """

    closed = Signal(str)
    """Why the presentation was closed."""

    def __init__(
        self, session: Session, checker: DisclosureChecker, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._checker = checker
        self._theme = theme
        self._window = window
        self._shown: Presentation | None = None
        self._report: object = None
        session.reports_changed.connect(self._follow)
        checker.changed.connect(self._follow)

    def present(self) -> None:
        """Show the draft metrics very large."""
        if self._session.reports.drafts is None:
            return
        if self._shown is None:
            from app.shell.projector.window import Presentation

            self._shown = Presentation(self._theme, self._window)
            self._shown.left.connect(self._on_left)
        self._show_report()
        self._shown.present()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours of what is shown."""
        self._theme = theme
        if self._shown is not None:
            self._shown.set_theme(theme)

    def _follow(self) -> None:
        if self._shown is None:
            return
        drafts = self._session.reports.drafts
        state = self._checker.state.about((Part.DRAFTS,))
        if drafts is None:
            self._shown.close()
        elif drafts == self._report:
            return
        elif state.passes:
            self._show_report()
        elif state.standing is not Standing.CHECKING:
            self._shown.close()
            self.closed.emit(CLOSED)

    def _show_report(self) -> None:
        reports = self._session.reports
        self._report = reports.drafts
        if self._shown is not None and reports.drafts is not None:
            self._shown.set_report(
                reports.drafts,
                "From a saved report" if reports.drafts_saved else "From the drafts file",
            )
            self._checker.note_published((reports.drafts,))

    def _on_left(self) -> None:
        if self._shown is not None:
            self._shown.deleteLater()
        self._shown = self._report = None
