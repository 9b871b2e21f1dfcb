"""Puts what the session knows on the pages, the file list and the status row."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from app.actions import AGREEMENT, CHECK, CLAIMS, METRICS
from app.models.open_files import OpenFilesModel, fault_text
from app.open_files import FileKind, FileState, OpenFile
from app.session import Session
from app.widgets.info_bar import InfoBar
from app.widgets.sentences import NO_CLAIMS, NO_DRAFTS, NO_RETURNS, NO_RETURNS_TO_CHECK
from app.widgets.status_row import StatusRow
from app.window_pages import WindowPages

PAGES_OF_REPORTS = (CHECK, METRICS, AGREEMENT, CLAIMS)
_BUSY = (FileState.WAITING, FileState.READING)
NO_EVIDENCE = (
    "No evidence file is open, so every claim that cites something counts as unresolved. "
    "Open the evidence too."
)
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
        pages.made.connect(self._fill)
        session.files_changed.connect(self.update_files)
        session.reports_changed.connect(self.update_reports)
        session.file_failed.connect(self._say_failed)
        session.file_read.connect(self._take_back)
        session.files_lost.connect(info.show_fault)

    def update_files(self) -> None:
        """Show the list, and on the pages what is being read."""
        session = self._session
        self._files.set_files(session.files, session.reports)
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
        self._files.set_files(session.files, session.reports)
        for number in PAGES_OF_REPORTS:
            if self._pages.is_made(number):
                self._fill(number)

    def _fill(self, number: int) -> None:
        """Put on a page that is made what it has to show."""
        pages, reports = self._pages, self._session.reports
        if number == METRICS:
            pages.metrics.set_report(reports.drafts)
            pages.metrics.mark_saved(self._saved(reports.drafts), self._name_of("draft_report"))
        elif number == AGREEMENT:
            pages.agreement.set_report(reports.reviews)
            pages.agreement.mark_saved(self._saved(reports.reviews), self._name_of("review_report"))
        elif number == CLAIMS:
            pages.claims.set_report(reports.claims)
            saved = reports.claims_saved and reports.claims is not None
            pages.claims.mark_saved("Saved report" if saved else "", self._name_of("claims_report"))
        elif number == CHECK:
            pages.check.set_check(reports.check)
            if reports.problems is not self._shown_problems:
                self._shown_problems = reports.problems
                pages.check.set_problems(reports.problems)
        self._show(number)

    def _name_of(self, kind: str) -> str:
        """Return the name of the saved report of a kind; "" where it is not known which."""
        open_ones = [f for f in self._session.files if f.report == kind]
        return open_ones[0].name if len(open_ones) == 1 else ""

    def _saved(self, report: dict[str, Any] | None) -> str:
        if report is None or not self._session.reports.saved:
            return ""
        return f"Saved report, minimum cell size {report['minimum_cell_size']}"

    def show_idle(self) -> None:
        """Nothing is left to do."""
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
        elif reports.check is not None and not reports.check["ready"]:
            page.show_not_ready(reports.check["verdict"])
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
        found = zip(self._session.returns, check["files"] if check else [], strict=False)
        counted = {f.number for f, state in found if state["rows"] > state["aside"]}
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
