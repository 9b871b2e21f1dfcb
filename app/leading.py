"""Which page comes first after files were opened from the start page."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.actions import CHECK, CLAIMS, METRICS
from app.open_files import FileKind, OpenFile
from app.session import Session
from app.window_pages import WindowPages

_START = 0


class Leading(QObject):
    """Leads from the start page to figures, and from there to returns that are not ready."""

    def __init__(self, pages: WindowPages, session: Session) -> None:
        super().__init__(pages)
        self._pages = pages
        self._session = session
        self._from_start = False
        session.file_read.connect(self._leave_start)

    def begin(self) -> None:
        """Files are about to be opened."""
        self._from_start = self._pages.currentIndex() == _START

    def show_what_matters(self) -> None:
        """All is read: returns that are not ready come first."""
        check = self._session.reports.check
        if self._from_start and check is not None and not check["ready"]:
            self._pages.setCurrentIndex(CHECK)
        self._from_start = False

    def _leave_start(self, file: OpenFile) -> None:
        if self._pages.currentIndex() == _START:
            of_claims = file.kind in (FileKind.CLAIMS, FileKind.CLAIMS_REPORT)
            self._pages.setCurrentIndex(CLAIMS if of_claims else METRICS)
