"""What the user does about the disclosure check, and what the window says of it everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSpinBox

from app.engine.disclosure import (
    Part,
    Standing,
    badge_of,
    verdict_of,
)
from app.engine.disclosure_checker import DisclosureChecker
from app.engine.open_files import FileKind, FileState, OpenFile
from app.engine.session import Session
from app.kit.icons import IconName
from app.kit.info_bar import InfoBar
from app.kit.status_row import StatusRow
from app.shell.actions import Actions
from app.shell.command_row import CommandRow
from app.shell.disclosure_guard import DisclosureGuard
from app.shell.file_commands import FileCommands
from app.shell.open_files_model import fault_text
from app.shell.pages import DISCLOSURE, PAGES, page_of
from app.shell.window_pages import WindowPages
from evalcore.disclosure.findings import MINIMUM, WAIT, WITHOUT_CLAIMS, WITHOUT_REVIEWS, Remedy

if TYPE_CHECKING:
    from app.pages.disclosure.cards import Line
    from app.shell.exporter import Exporter


def _title(part: Part) -> str:
    return PAGES[page_of(part)].title


_REVIEW_REPORT = "review_report"
_KINDS = {
    "draft_report": _title(Part.DRAFTS),
    _REVIEW_REPORT: _title(Part.REVIEWS),
    "claims_report": _title(Part.CLAIMS),
}
"""Where a saved report is shown, by the evaluator's word for it."""
_ICONS = {
    MINIMUM: IconName.SHIELD,
    WITHOUT_REVIEWS: IconName.RETURN,
    WITHOUT_CLAIMS: IconName.CLAIMS,
    WAIT: IconName.CLOCK,
}
"""What is on the pages of figures."""
LEAVE_OUT = "Leave out"
WENT_OUT = "Went out in this session"


class DisclosureCommands(QObject):
    """Carries the page's requests to the checker and the session, and the answers back."""

    def __init__(
        self,
        actions: Actions,
        pages: WindowPages,
        session: Session,
        checker: DisclosureChecker,
        guard: DisclosureGuard,
        files: FileCommands,
        size: QSpinBox,
        row: CommandRow,
        status: StatusRow,
        info: InfoBar,
        exporter: Callable[[], Exporter],
    ) -> None:
        super().__init__(pages)
        self._actions = actions
        self._pages = pages
        self._session = session
        self._checker = checker
        self._files = files
        self._size = size
        self._row = row
        self._status = status
        self._info = info
        self._exporter = exporter
        pages.made.connect(self._on_page_made)
        actions.disclosure_verdict.triggered.connect(self._look)
        actions.compare.triggered.connect(self._compare)
        guard.look_requested.connect(self._look)
        checker.changed.connect(self._follow)
        checker.earlier_failed.connect(self._say_failed)
        self._follow()

    def _on_page_made(self, number: int) -> None:
        pages = self._pages
        if number == DISCLOSURE:
            page = pages.disclosure
            page.compare_requested.connect(self._compare)
            page.again_requested.connect(self._checker.check_again)
            page.remedy_chosen.connect(self._apply)
            page.left_out.connect(self._leave_out)
            page.reviewers_chosen.connect(self._checker.set_reviewers)
            self._fill()
        elif (part := PAGES[number].part) is not None:
            shown: Any = pages.widget(number)
            shown.table.before_copy = lambda copy: self._exporter().copy(part, copy)

    # what is shown

    def _follow(self) -> None:
        state = self._checker.state
        checking = state.standing is Standing.CHECKING
        if checking and self._session.reading is None:
            self._status.show_working("Checking for disclosure", 0, 0)
        verdict = verdict_of(state)
        self._row.show_disclosure(*badge_of(state), verdict)
        self._actions.show_verdict(verdict)
        if self._pages.is_made(DISCLOSURE):
            self._fill()

    def _fill(self) -> None:
        checker = self._checker
        self._pages.disclosure.show_disclosure(
            checker.state,
            self._remedies(),
            self._compared_with(),
            checker.compared,
        )

    def _compared_with(self) -> list[Line]:
        """Return the reports that were chosen, then what was exported here before."""
        from app.pages.disclosure.cards import Line

        lines = []
        for file in self._checker.earlier:
            if file.state is FileState.FAILED:
                told = f"Not compared. {fault_text(file)}"
                lines.append(Line(file.name, told, LEAVE_OUT, "bad", IconName.ALERT))
            else:
                ready = file.state is FileState.READY
                told = _KINDS.get(file.report, "") if ready else "Being read"
                lines.append(Line(file.name, told, LEAVE_OUT))
        for report in self._checker.exported:
            kind = _title(Part.DRAFTS if "slices" in report else Part.REVIEWS)
            told = f"{kind}, minimum cell size {report['minimum_cell_size']}"
            lines.append(Line(WENT_OUT, told, LEAVE_OUT, icon=IconName.EXPORT))
        if self._checker.claims_exported:
            lines.append(Line(WENT_OUT, _title(Part.CLAIMS), LEAVE_OUT, icon=IconName.EXPORT))
        return lines

    def _remedies(self) -> list[Line]:
        from app.pages.disclosure.cards import Line

        lines = []
        for remedy in self._checker.state.remedies:
            icon = _ICONS.get(remedy.steps[0], IconName.INFO)
            lines.append(Line(remedy.sentence, "", self._button(remedy), icon=icon))
        return lines

    def _button(self, remedy: Remedy) -> str:
        """Return what the remedy's button says; "" where it cannot be done by one."""
        steps = remedy.steps
        if not all(map(self._can_do, steps)):
            return ""
        if len(steps) > 1:
            return "Do both" if len(steps) == 2 else "Do all"
        if steps == (MINIMUM,):
            return f"Set to {remedy.minimum_cell_size}"
        return "Close the returns" if steps == (WITHOUT_REVIEWS,) else "Close the claims"

    def _can_do(self, kind: str) -> bool:
        return self._size.isEnabled() if kind == MINIMUM else bool(self._to_close(kind))

    def _to_close(self, kind: str) -> list[OpenFile]:
        """Return the files without which a report is left out."""
        session = self._session
        if kind == WITHOUT_CLAIMS:
            of_claims = (FileKind.CLAIMS, FileKind.CLAIMS_REPORT)
            return [file for file in session.files if file.kind in of_claims]
        if kind == WITHOUT_REVIEWS:
            saved = [file for file in session.files if file.report == _REVIEW_REPORT]
            return [*session.returns, *saved]
        return []

    # what the user does

    def _look(self) -> None:
        self._pages.setCurrentIndex(DISCLOSURE)

    def _compare(self) -> None:
        if paths := self._files.ask_for_earlier():
            self._look()
            self._checker.compare_with(paths)

    def _apply(self, number: int) -> None:
        remedies = self._checker.state.remedies
        if number >= len(remedies):
            return
        remedy = remedies[number]
        for kind in remedy.steps:
            for file in self._to_close(kind):
                self._session.remove(file.number)
        if remedy.minimum_cell_size is not None:
            self._size.setValue(remedy.minimum_cell_size)

    def _leave_out(self, number: int) -> None:
        earlier = self._checker.earlier
        if number < len(earlier):
            self._checker.leave_out(earlier[number].number)
        elif number - len(earlier) < len(self._checker.exported):
            self._checker.leave_out_exported(number - len(earlier))
        else:
            self._checker.leave_out_claims()

    def _say_failed(self, file: OpenFile) -> None:
        self._info.show_fault(f"{file.name} is not compared. {fault_text(file)}")
