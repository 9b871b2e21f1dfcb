"""Which page comes first after files were opened from the start page."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.engine.open_files import FileKind, OpenFile
from app.engine.session import Session
from app.shell.pages import CHECK, CLAIMS, METRICS
from app.shell.window_pages import WindowPages

_START = 0


class Leading(QObject):
    """Leads from the start page to figures, and from there to returns that are not ready."""

    def __init__(self, pages: WindowPages, session: Session) -> None:
        super().__init__(pages)
        self._pages = pages
        self._session = session
        self._from_start = False
        self._led = _START
        """The page that was led to last."""
        session.file_read.connect(self._leave_start)

    def begin(self) -> None:
        """Files are about to be opened."""
        self._led = self._pages.currentIndex()
        self._from_start = self._led == _START

    def show_what_matters(self) -> None:
        """All is read: returns that are not ready come first."""
        check = self._session.reports.check
        stayed = self._pages.currentIndex() == self._led  # else she is at work elsewhere
        if self._from_start and stayed and check is not None and not check.ready:
            self._pages.setCurrentIndex(CHECK)
        self._from_start = False

    def _leave_start(self, file: OpenFile) -> None:
        if self._pages.currentIndex() == _START:
            of_claims = file.kind in (FileKind.CLAIMS, FileKind.CLAIMS_REPORT)
            self._led = CLAIMS if of_claims else METRICS
            self._pages.setCurrentIndex(self._led)
