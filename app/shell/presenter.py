"""Puts what the session knows on the pages, the file list and the status row."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.engine.open_files import FileKind, FileState, OpenFile
from app.engine.session import Session
from app.kit.info_bar import InfoBar
from app.kit.sentences import NO_CLAIMS, NO_DRAFTS, NO_RETURNS, NO_RETURNS_TO_CHECK
from app.kit.status_row import StatusRow
from app.shell.open_files_model import OpenFilesModel, fault_text
from app.shell.pages import AGREEMENT, CHECK, CLAIMS, METRICS
from app.shell.window_pages import WindowPages
from evalcore.service.protocol import Report

PAGES_OF_REPORTS = (CHECK, METRICS, AGREEMENT, CLAIMS)
_BUSY = (FileState.WAITING, FileState.READING)
NO_EVIDENCE = (
    "No evidence file is open, so every claim that cites something counts as unresolved. "
    "Open the evidence too."
)
_MANY = 100
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


class Presenter(QObject):
    """Listens to the session; decides what each page shows."""

    def __init__(
        self,
        session: Session,
        files: OpenFilesModel,
        pages: WindowPages,
        status: StatusRow,
        info: InfoBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._files = files
        self._pages = pages
        self._shown_problems: object = None
        self._told: int | None = None
        self._status = status
        self._info = info
        self._update = QTimer(self)
        self._update.setSingleShot(True)
        self._update.timeout.connect(self.update_files)
        pages.made.connect(self._fill)
        session.files_changed.connect(self._files_changed)
        session.reports_changed.connect(self.update_reports)
        session.file_failed.connect(self._say_failed)
        session.file_read.connect(self._take_back)
        session.files_lost.connect(info.show_fault)

    def _files_changed(self) -> None:
        """Show it; of many files once for all that changes in one go, not for each of them."""
        if len(self._session.files) > _MANY:
            self._update.start()
        else:
            self.update_files()

    def update_files(self) -> None:
        """Show the list, and on the pages what is being read."""
        session = self._session
        self._files.set_files(session.files, session.reports, session.in_view.marks(session.files))
        reading = session.reading
        if reading is not None:
            self._status.show_working(
                f"Reading {reading.name}", reading.bytes_read, reading.bytes_total
            )
        elif session.reporter.checking is not None:
            self._status.show_working("Checking the returns", *session.reporter.checking)
        elif session.reporter.scoring is not None:
            self._status.show_working("Scoring claims", *session.reporter.scoring)
        self._show_pages()

    def update_reports(self) -> None:
        """Show the figures, or that there are none."""
        session = self._session
        self._files.set_files(session.files, session.reports, session.in_view.marks(session.files))
        for number in PAGES_OF_REPORTS:
            if self._pages.is_made(number):
                self._fill(number)

    def _fill(self, number: int) -> None:
        """Put on a page that is made what it has to show."""
        pages, reports = self._pages, self._session.reports
        if number == METRICS:
            pages.metrics.set_report(reports.drafts)
            saved = _saved(reports.drafts, saved=reports.drafts_saved)
            pages.metrics.mark_source(saved, reports.drafts_of)
        elif number == AGREEMENT:
            pages.agreement.set_report(reports.reviews)
            saved = _saved(reports.reviews, saved=reports.reviews_saved)
            pages.agreement.mark_source(saved, reports.reviews_of)
        elif number == CLAIMS:
            pages.claims.set_report(reports.claims)
            is_saved = reports.claims_saved and reports.claims is not None
            pages.claims.mark_source("Saved report" if is_saved else "", reports.claims_of)
        elif number == CHECK:
            pages.check.set_check(reports.check)
            if reports.problems is not self._shown_problems:
                self._shown_problems = reports.problems
                pages.check.set_problems(reports.problems)
        self._show(number)

    def show_idle(self) -> None:
        """Nothing is left to do."""
        self._update.stop()
        self._status.show_ready()
        self.update_reports()

    def _busy(self) -> list[OpenFile]:
        return [f for f in self._session.files if f.state in _BUSY]

    def _reading_any(self) -> bool:
        return bool(self._busy())

    def _reading_drafts(self) -> bool:
        drafts = self._session.drafts
        unknown = any(f.kind is None for f in self._busy())
        return unknown if drafts is None else drafts.state in _BUSY

    def _show_pages(self) -> None:
        for number in PAGES_OF_REPORTS:
            if self._pages.is_made(number):
                self._show(number)

    def _show(self, number: int) -> None:
        """Let a page show its figures, how far the reading is, or what to open."""
        show = {
            CHECK: self._show_check,
            METRICS: self._show_metrics,
            AGREEMENT: self._show_agreement,
            CLAIMS: self._show_claims,
        }
        if number in show:
            show[number]()

    def _show_check(self) -> None:
        page = self._pages.check
        session = self._session
        reports = session.reports
        busy = [f for f in session.files if f.state in _BUSY]
        if reports.check is not None:
            page.show_content()
        elif session.reporter.checking is not None:
            page.show_reading("the returns", *session.reporter.checking)
        elif busy:
            page.show_reading(busy[0].name, busy[0].bytes_read, busy[0].bytes_total)
        elif reports.check_fault is not None and reports.check_fault.code == "cancelled":
            page.show_empty("The check was cancelled", "Reload a file to check again.")
        elif reports.check_fault is not None:
            page.show_empty("The returns could not be checked", reports.check_fault.advice)
        elif session.returns:
            page.show_empty(
                "Open the drafts file to check the returns",
                "The returns are checked against the drafts they review.",
            )
        elif session.drafts is not None:
            page.show_empty("Open the return files to check them", "")
        else:
            page.show_empty(NO_RETURNS_TO_CHECK, "")

    def _show_metrics(self) -> None:
        page = self._pages.metrics
        session = self._session
        if session.reports.drafts is not None:
            page.show_content()
        elif self._reading_drafts():
            page.set_reading()
            file = session.reading or self._busy()[0]
            page.show_reading(file.name, file.bytes_read, file.bytes_total)
        else:
            count = len(session.returns)
            detail = ""
            if count:
                some = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
                files = "return file is" if count == 1 else "return files are"
                detail = f"{some} {files} open. They are checked against the drafts they review."
            page.show_empty(NO_DRAFTS, detail)

    def _show_agreement(self) -> None:
        page = self._pages.agreement
        session = self._session
        reports = session.reports
        if reports.reviews is not None:
            page.set_note(self._left_out())
            page.show_content()
        elif session.reporter.checking is not None:
            done, total = session.reporter.checking
            page.set_reading()
            page.show_reading("the returns", done, total)
        elif self._reading_any() and (session.returns or session.drafts is None):
            file = session.reading or self._busy()[0]
            page.set_reading()
            page.show_reading(file.name, file.bytes_read, file.bytes_total)
        elif reports.check is not None and not reports.check.ready:
            page.show_not_ready("The return check says what is still to be done.")
        elif session.returns:
            page.show_empty(
                "Open the drafts file to see the review rates",
                "The returns are checked against the drafts they review.",
            )
        elif reports.drafts is not None:
            page.show_empty(
                "Open the return files to see the review rates",
                "Every draft needs the reviews of two reviewers or more.",
            )
        else:
            page.show_empty(NO_RETURNS, "")

    def _show_claims(self) -> None:
        page = self._pages.claims
        session = self._session
        reports, files = session.reports, session.claims
        fault = reports.claims_fault
        busy = [f for f in files if f.state in _BUSY]
        if reports.claims is not None:
            evidence = any(f.holds_evidence and f.state is FileState.READY for f in files)
            page.set_note("" if evidence or reports.claims_saved else NO_EVIDENCE)
            page.show_content()
        elif session.reporter.scoring is not None:
            done, total = session.reporter.scoring
            amount = f"{done:,} of {total:,} draws" if total else "Starting"
            page.show_working("Scoring claims", amount, done, total)
        elif busy:
            page.show_reading(busy[0].name, busy[0].bytes_read, busy[0].bytes_total)
        elif fault is not None and fault.code == "cancelled":
            page.show_empty("The scoring was cancelled", "Reload the claims to score them.")
        elif fault is not None and fault.place in ("field claims", "field evidence"):
            what = fault.place.removeprefix("field ")
            detail = f"Two or more open files hold {what}. Keep one of them and close the others."
            page.show_empty("The claims cannot be scored", detail)
        elif fault is not None:
            page.show_empty("The claims cannot be scored", fault.advice)
        elif files:
            page.show_empty(
                "Open the claims file", "Evidence alone is open. It is matched with the claims."
            )
        else:
            page.show_empty(NO_CLAIMS, "")

    def _left_out(self) -> str:
        """Say which files of the list the rates do not have in them."""
        check = self._session.reports.check
        found = zip(self._session.returns, check.files if check else (), strict=False)
        counted = {f.number for f, state in found if state.rows > state.aside}
        unread = [
            f
            for f in self._session.files
            if f.state in (FileState.FAILED, FileState.CANCELLED)
            and f.kind in (None, FileKind.REVIEWS)
            and f.number not in counted
        ]
        if not unread:
            return ""
        count = "One file" if len(unread) == 1 else f"{len(unread)} files"
        return f"{count} of the list could not be read. These rates leave out what is in it."

    def _take_back(self, file: OpenFile) -> None:
        """A file that could not be opened before is open now."""
        if file.number == self._told:
            self._info.clear()

    def _say_failed(self, file: OpenFile) -> None:
        self._told = file.number
        self._info.show_fault(f"{file.name} was not opened. {fault_text(file)}")


def _saved(report: Report | None, *, saved: bool) -> str:
    if report is None or not saved:
        return ""
    return f"Saved report, minimum cell size {report['minimum_cell_size']}"
