"""The commands that export: which of them can be used now, and what each exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.actions import AGREEMENT, CLAIMS, METRICS, PAGES, Actions
from app.session import Session
from app.theme import Theme
from app.window_pages import WindowPages

if TYPE_CHECKING:
    from app.exporter import Exporter


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
        self._exporter = exporter
        actions.export_json.triggered.connect(self._json)
        actions.export_markdown.triggered.connect(lambda: exporter().markdown())
        actions.export_html.triggered.connect(lambda: exporter().html())
        actions.export_pdf.triggered.connect(lambda: exporter().pdf("A4"))
        actions.export_letter.triggered.connect(lambda: exporter().pdf("Letter"))
        actions.print.triggered.connect(lambda: exporter().print(theme()))
        actions.export_claims_markdown.triggered.connect(lambda: exporter().claims("markdown"))

    def update(self) -> None:
        """Enable what can be exported, and name the report that JSON is of."""
        reports = self._session.reports
        number = self._report()
        report = {METRICS: reports.drafts, AGREEMENT: reports.reviews, CLAIMS: reports.claims}[
            number
        ]
        shown = (reports.drafts, reports.reviews, reports.claims)
        self._actions.show_export(
            PAGES[number],
            json=report is not None,
            document=any(report is not None for report in shown),
            claims=reports.claims is not None,
        )

    def _report(self) -> int:
        """Return the page whose report is in view."""
        page = self._pages.currentIndex()
        return page if page in (AGREEMENT, CLAIMS) else METRICS

    def _json(self) -> None:
        number = self._report()
        if number == AGREEMENT:
            self._exporter().review_json()
        elif number == CLAIMS:
            self._exporter().claims("json")
        else:
            self._exporter().draft_json()
