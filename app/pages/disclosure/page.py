"""The page of the disclosure check: what everything open gives away, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.engine.disclosure import DisclosureState, Standing
from app.kit.density import Density
from app.kit.empty_state import EmptyState
from app.kit.help_dialog import HelpDialog
from app.kit.icons import IconName
from app.kit.theme import Theme
from app.pages.base import Page
from app.pages.disclosure.cards import HOW, LIMITS, EarlierCard, HowCard, Line, RowsCard
from app.pages.disclosure.model import FindingsModel
from app.pages.disclosure.table import FindingsTable
from app.pages.disclosure.verdict import DisclosureVerdict

EMPTY_SENTENCE = "Open the reports to see what they give away together"
EMPTY_DETAIL = (
    "Each figure of a report is safe alone, yet figures that are put together, or compared with "
    "last month’s, can reveal what is suppressed. Here that is tried before anything goes out."
)
EXPLAINED = (
    (
        "Finding",
        "A count that is above 0 and below the minimum cell size, and that can be worked out "
        "from what is shown or, for claims, is shown. The count itself is never told.",
    ),
    (
        "Cannot be judged",
        "The reports do not fit together: the earlier encounters are not all in the new report, "
        "or the number of reviewers is another. It does not mean that there is nothing to find.",
    ),
    (
        "Few encounters",
        "The minimum cell size counts facts and statements. One encounter may have forty of "
        "them, and all forty are about one patient.",
    ),
    (
        "What to do",
        "Each line is enough by itself, unless it says that it removes only some. A higher "
        "minimum cell size suppresses more; figures "
        "that are left out cannot be compared; with more encounters differences grow.",
    ),
)
_STACKED = 860
_BESIDE = 340
_ANY = (1 << 24) - 1  # Qt's own largest width of a widget


class DisclosurePage(Page):
    """Shows what the evaluator found and says what the coordinator wants; decides nothing."""

    compare_requested = Signal()
    again_requested = Signal()
    remedy_chosen = Signal(int)
    """The number of a remedy."""
    left_out = Signal(int)
    """The number of a line of what it is compared with."""
    reviewers_chosen = Signal(object)
    """A number, or None for "not said"."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = EmptyState(theme, IconName.SHIELD, EMPTY_SENTENCE, EMPTY_DETAIL, "Open files…")
        super().__init__(theme, empty, parent)
        self.setObjectName("disclosurePage")
        self._theme = theme
        self.model = FindingsModel(self)
        self.verdict = DisclosureVerdict(theme)
        self.table = FindingsTable(theme, self.model)
        self.how = HowCard(theme)
        self.remedies = RowsCard(theme, "What to do about it")
        self.earlier = EarlierCard(theme)
        side = QVBoxLayout()
        side.setSpacing(16)
        side.addWidget(self.remedies)
        side.addWidget(self.earlier)
        side.addStretch(1)
        self._side = QWidget()
        self._side.setLayout(side)
        side.setContentsMargins(0, 0, 0, 0)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(theme.sizes.margin)
        self._parts.addWidget(self.table, 1)
        self._parts.addWidget(self.how, 1, Qt.AlignmentFlag.AlignTop)
        self._parts.addWidget(self._side)
        inner = QWidget()
        inner.setProperty("panel", "scrolled")
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(0, 6, 0, 0)
        lines.setSpacing(16)
        lines.addWidget(self.verdict)
        lines.addLayout(self._parts, 1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(self._scroll, 1)
        self.verdict.compare_pressed.connect(self.compare_requested)
        self.verdict.again_pressed.connect(self.again_requested)
        self.verdict.explain_pressed.connect(self.explain)
        self.remedies.pressed.connect(self.remedy_chosen)
        self.earlier.pressed.connect(self.left_out)
        self.earlier.reviewers_chosen.connect(self.reviewers_chosen)
        self.show_disclosure(DisclosureState(), (), (), 0)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._place()

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        sizes = self._theme.sizes
        self.set_margin(sizes.margin if density is Density.WIDE else sizes.margin_narrow)

    def show_disclosure(
        self,
        state: DisclosureState,
        remedies: Sequence[Line],
        earlier: Sequence[Line],
        compared: int,
    ) -> None:
        """Show where the check stands; ``compared`` of the earlier reports were taken in."""
        if state.standing is Standing.NOTHING and not earlier:
            self.show_empty(EMPTY_SENTENCE, EMPTY_DETAIL)
        else:
            self.show_content()
        self.verdict.show_disclosure(state, compared)
        self.model.set_state(state)
        found = self.model.rowCount() > 0
        self.table.setVisible(found)
        self.how.setVisible(not found)
        self.remedies.show_rows(remedies)
        self.remedies.setVisible(bool(remedies))
        self.earlier.show_rows(earlier)

    def explain(self) -> None:
        """Show what is checked, and what is not."""
        parts = [*EXPLAINED, *HOW, ("What it does not know", LIMITS)]
        HelpDialog(self._theme, "How to read the disclosure check", parts, self).open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put the cards beside the findings, or below where the room is narrow."""
        ways, px = QBoxLayout.Direction, self._theme.px
        stacked = self.width() < px(_STACKED)
        self._parts.setDirection(ways.TopToBottom if stacked else ways.LeftToRight)
        self._side.setMinimumWidth(0 if stacked else px(_BESIDE))
        self._side.setMaximumWidth(_ANY if stacked else px(_BESIDE))
