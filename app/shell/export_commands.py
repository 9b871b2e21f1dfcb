"""The commands that export: which of them can be used now, and what each exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.engine.disclosure import Part
from app.engine.session import Session
from app.kit.theme import Theme
from app.shell.actions import Actions
from app.shell.formats import FORMATS, Format, Scope
from app.shell.pages import PAGES
from app.shell.window_pages import WindowPages

if TYPE_CHECKING:
    from app.shell.exporter import Exporter


class ExportCommands(QObject):
    """JSON is of the report in view, the documents are of everything shown."""

    def __init__(
        self,
        actions: Actions,
        pages: WindowPages,
        session: Session,
        exporter: Callable[[], Exporter],
        theme: Callable[[], Theme],
    ) -> None:
        super().__init__(pages)
        self._actions = actions
        self._pages = pages
        self._session = session
        actions.export_in_view.triggered.connect(lambda: exporter().export(self._in_view()))
        actions.print.triggered.connect(lambda: exporter().print(theme()))
        for one in FORMATS:
            if one.key in actions.export_as:
                actions.export_as[one.key].triggered.connect(
                    lambda _=False, one=one: exporter().export(one)
                )

    def update(self) -> None:
        """Enable what can be exported, and name the report in view."""
        reports = self._session.reports
        shown = {
            Part.DRAFTS: reports.drafts,
            Part.REVIEWS: reports.reviews,
            Part.CLAIMS: reports.claims,
        }
        self._actions.show_export(
            self._in_view(), [part for part, report in shown.items() if report is not None]
        )

    def _in_view(self) -> Format:
        """Return the format of the report whose page is in view, else of the draft metrics."""
        part = PAGES[self._pages.currentIndex()].part or Part.DRAFTS
        return next(one for one in FORMATS if one.scope is Scope.IN_VIEW and part in one.parts)
