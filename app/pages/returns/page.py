"""The page of the return check: the verdict, then every problem by whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.kit.card import IconText
from app.kit.density import Density
from app.kit.empty_state import EmptyState
from app.kit.icons import IconName
from app.kit.sentences import NO_RETURNS_TO_CHECK
from app.kit.theme import Theme
from app.pages.base import Page
from app.pages.returns.dialogs import CheckDialogs
from app.pages.returns.filters import ProblemFilters
from app.pages.returns.model import ProblemsModel
from app.pages.returns.ready_panel import ReadyPanel
from app.pages.returns.settled import SettledStrip
from app.pages.returns.table import ProblemsTable
from app.pages.returns.verdict import Verdict
from evalcore.service.protocol import Check, Choice, DecidedDraft, DraftReason, Problem

_HIGH = 10_000  # more than any text needs
_NOTHING = {
    None: "No problem",
    "reviewer": "Nothing to send back",
    "committee": "Nothing for adjudication",
    "coordinator": "Nothing to look at here",
}


class ReturnCheckPage(Page):
    """Shows what the evaluator found and says what the coordinator wants; decides nothing."""

    slip_requested = Signal(int)
    """The number of a file; answer with ``show_slip``."""
    reason_requested = Signal(int)
    """The number of a draft; answer with ``show_reason``."""
    reasons_requested = Signal()
    """Answer with ``show_reasons``."""
    aside_requested = Signal(int)
    """The number of a problem; answer with ``show_choices``."""
    settle = Signal(object)
    """A Decision."""
    save_combined_requested = Signal()
    save_progress_requested = Signal()
    save_drafts_requested = Signal()
    slip_save_requested = Signal(int, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = EmptyState(theme, IconName.CHECKLIST, NO_RETURNS_TO_CHECK, "", "Open files…")
        super().__init__(theme, empty, parent)
        self.setObjectName("returnCheckPage")
        self._theme = theme
        self._check: Check | None = None
        self.dialogs = CheckDialogs(theme, self)
        self.model = ProblemsModel(self)
        self.verdict = Verdict(theme)
        self.filters = ProblemFilters(theme)
        self.table = ProblemsTable(theme, self.model)
        self.nothing = IconText(theme, IconName.CHECK_CIRCLE, "", tone="good", kind="body")
        self.whole = IconText(theme, IconName.INFO, "", kind="body")
        self.whole.setWordWrap(True)
        self.whole.hide()
        self._whole_place = QWidget()  # kept, so that what stands there moves nothing
        place = QVBoxLayout(self._whole_place)
        place.setContentsMargins(0, 0, 0, 0)
        place.addWidget(self.whole, 0, Qt.AlignmentFlag.AlignTop)
        self._longest_whole = ""
        self.strip = SettledStrip(theme)
        self.ready = ReadyPanel(theme)
        self._rest = QWidget()  # Takes the room of the table where there is nothing to list.
        self._found = QWidget()
        found = QVBoxLayout(self._found)
        found.setContentsMargins(0, 0, 0, 0)
        found.setSpacing(8)
        found.addWidget(self.filters)
        found.addWidget(self.nothing)
        found.addWidget(self._rest, 1)
        found.addWidget(self.table, 1)
        found.addWidget(self._whole_place)
        found.addWidget(self.strip)
        inner = QWidget()
        inner.setProperty("panel", "scrolled")
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(0, 6, 0, 0)
        lines.setSpacing(16)
        lines.addWidget(self.verdict)
        lines.addWidget(self._found, 1)
        lines.addWidget(self.ready, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(self._scroll, 1)
        self._connect()
        self.set_check(None)
        self.show_empty(NO_RETURNS_TO_CHECK, "")

    def _connect(self) -> None:
        self.verdict.save_combined.connect(self.save_combined_requested)
        self.verdict.save_progress.connect(self.save_progress_requested)
        self.filters.save_drafts.connect(self.save_drafts_requested)
        self.filters.changed.connect(self._filter)
        self.model.modelReset.connect(self._refresh)
        self.table.action_chosen.connect(self._act)
        self.table.file_chosen.connect(self.filters.show_file)
        self.table.whole_text.connect(self._show_whole)
        self.table.longest_whole.connect(self._keep_place_for)
        self.strip.aside_pressed.connect(self.dialogs.review_aside)
        self.strip.reasons_pressed.connect(self.reasons_requested)
        self.ready.put_back.connect(self.dialogs.put_back)
        self.dialogs.settle.connect(self.settle)
        self.dialogs.slip_save_requested.connect(self.slip_save_requested)
        self.ready.aside_pressed.connect(self.dialogs.review_aside)
        self.ready.reasons_pressed.connect(self.reasons_requested)
        self.dialogs.reason_requested.connect(self.reason_requested)
        self.dialogs.reasons_requested.connect(self.reasons_requested)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        sizes = self._theme.sizes
        self.set_margin(sizes.margin if density is Density.WIDE else sizes.margin_narrow)

    # what the evaluator found

    def set_check(self, check: Check | None) -> None:
        """Show a verdict with what was settled; None: there is none, and no problem either."""
        if _is_ready(self._check) != _is_ready(check):  # then all below the verdict is another
            self._scroll.verticalScrollBar().setValue(0)
        self._check = check
        self.verdict.show_check(check)
        self.strip.show_check(None if check is None or check.ready else check)
        self.filters.set_files(len(check.files) if check else 0)
        if check is None:
            self.model.set_problems([])
        elif check.ready:
            self.ready.show_check(check)
        self.dialogs.set_check(check)
        self._refresh()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show the problems of the check; a dialog about one of the former closes."""
        self.model.set_problems(problems)
        self.dialogs.forget_problems()
        self._refresh()

    def show_file(self, file: int | None) -> None:
        """Show the problems of one file alone, or of all."""
        self.filters.show_file(file)

    def show_slip(self, file: int, text: str) -> None:
        """Open the correction slip of a file."""
        self.dialogs.show_slip(file, text)

    def show_reason(self, found: DraftReason) -> None:
        """Ask what the committee decided about a draft."""
        self.dialogs.show_reason(found)

    def show_reasons(self, reasons: Sequence[DecidedDraft]) -> None:
        """List what was decided about drafts."""
        self.dialogs.show_reasons(reasons)

    def show_choices(self, problem_id: int, choices: Sequence[Choice]) -> None:
        """Open the ways to set aside what a problem is about; nothing if it is gone."""
        problem = self.model.problem(problem_id)
        if problem is not None:
            where = f"{problem.file_text}: " if problem.file_text else ""
            self.dialogs.show_choices(problem_id, where + problem.message, choices)

    # what the coordinator does

    def _act(self, row: int, action: str) -> None:
        record = self.model.record_at(row)
        if record is None or self.model.taking_in:
            return  # the evaluator has other problems already
        if action == "slip" and record.files:
            self.slip_requested.emit(record.files[0])
        elif action == "aside":
            self.aside_requested.emit(record.id)
        elif action == "reason" and record.draft is not None:
            self.reason_requested.emit(record.draft)

    def _show_whole(self, text: str) -> None:
        """Show below the table what its current row has no room for."""
        if text == self.whole.text():
            return
        self.whole.setText(text)
        self.whole.setVisible(bool(text))

    def _keep_place_for(self, text: str) -> None:
        """Leave as much room below the table as the longest of such texts needs."""
        self._longest_whole = text
        self._fit_whole()

    def _fit_whole(self) -> None:
        text, label = self._longest_whole, self.whole
        inner = label.contentsMargins()
        width = max(self.table.width() - inner.left() - inner.right(), 1)
        flags = int(Qt.TextFlag.TextWordWrap)
        high = label.fontMetrics().boundingRect(0, 0, width, _HIGH, flags, text).height()
        self._whole_place.setFixedHeight(high if text else 0)
        self._whole_place.setVisible(bool(text))

    def _filter(self) -> None:
        self.model.show_only(self.filters.turn(), self.filters.file())
        self._refresh()

    def _refresh(self) -> None:
        """Say the counts, and show what there is to show."""
        check, file = self._check, self.filters.file()
        for_committee = check is not None and bool(check.counts["committee"])
        listed = self.filters.turn() in (None, "committee")
        self.filters.drafts_button.setVisible(for_committee and listed)
        counts = check.counts if check and file is None else self.model.counts(file)
        self.filters.set_counts(counts, all_compared=check is None or check.all_compared)
        ready = check is not None and check.ready
        empty = self.model.rowCount() == 0
        self._found.setVisible(not ready)
        nothing = check is not None and empty and not self.model.taking_in
        self.table.setVisible(not nothing)
        self._rest.setVisible(nothing)
        self.nothing.setVisible(nothing)
        self.ready.setVisible(ready)
        where = f" in file {file}" if file is not None else ""
        self.nothing.setText(f"{_NOTHING[self.filters.turn()]}{where}.")


def _is_ready(check: Check | None) -> bool:
    return check is not None and check.ready
