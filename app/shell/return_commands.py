"""What the user does on the page of the return check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.engine.session import Session
from app.pages.returns.page import ReturnCheckPage
from evalcore.service.protocol import (
    Answer,
    FindReason,
    ListChoices,
    ListReasons,
    Request,
    WriteSlip,
)

if TYPE_CHECKING:
    from app.shell.exporter import Exporter


class ReturnCommands(QObject):
    """Carries the page's requests to the session and the answers back."""

    def __init__(
        self, page: ReturnCheckPage, session: Session, exporter: Callable[[], Exporter]
    ) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        page.slip_requested.connect(self._show_slip)
        page.reason_requested.connect(self._show_reason)
        page.reasons_requested.connect(self._show_reasons)
        page.aside_requested.connect(self._show_choices)
        page.settle.connect(session.settle)
        page.save_combined_requested.connect(lambda: exporter().returns(ready=True))
        page.save_progress_requested.connect(lambda: exporter().returns(ready=False))
        page.save_drafts_requested.connect(lambda: exporter().adjudication_drafts())
        page.slip_save_requested.connect(lambda file, text: exporter().correction_slip(file, text))

    def _show_slip(self, file: int) -> None:
        self._ask(WriteSlip(file), lambda answer: self._page.show_slip(file, answer.text))

    def _show_reason(self, draft: int) -> None:
        self._ask(FindReason(draft), self._page.show_reason)

    def _show_reasons(self) -> None:
        self._ask(ListReasons(), lambda answer: self._page.show_reasons(answer.reasons))

    def _show_choices(self, problem: int) -> None:
        self._ask(
            ListChoices(problem),
            lambda answer: self._page.show_choices(problem, answer.choices),
        )

    def _ask(self, request: Request[Answer], on_done: Callable[[Answer], None]) -> None:
        asked_of = self._session.reports.check

        def done(answer: Answer) -> None:
            if self._session.reports.check is asked_of:  # else files and problems are others now
                on_done(answer)

        self._session.ask(request, done, self._session.tell_failed)
