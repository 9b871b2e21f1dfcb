"""The presentation for the projector: shown on demand, it follows what the window shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.theme import Theme

if TYPE_CHECKING:
    from app.widgets.presentation import Presentation


class Presenting(QObject):
    """At most one presentation, of the draft metrics; it names no file."""

    def __init__(self, session: Session, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._theme = theme
        self._window = window
        self._shown: Presentation | None = None
        self._report: object = None
        session.reports_changed.connect(self._follow)

    def present(self) -> None:
        """Show the draft metrics very large."""
        if self._session.reports.drafts is None:
            return
        if self._shown is None:
            from app.widgets.presentation import Presentation

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
        if self._session.reports.drafts is None:
            self._shown.close()
        elif self._session.reports.drafts is not self._report:
            self._show_report()

    def _show_report(self) -> None:
        reports = self._session.reports
        self._report = reports.drafts
        if self._shown is not None and reports.drafts is not None:
            self._shown.set_report(
                reports.drafts, "From a saved report" if reports.saved else "From the drafts file"
            )

    def _on_left(self) -> None:
        if self._shown is not None:
            self._shown.deleteLater()
        self._shown = self._report = None
