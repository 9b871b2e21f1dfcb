"""The cards beside the findings: what to do, what it is compared with, how it is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.kit.card import Card, Tone
from app.kit.icon_mark import IconMark
from app.kit.icons import IconName
from app.kit.settled_row import SettledRow
from app.kit.spin_box import SpinBox
from app.kit.theme import Theme

NOTHING_COMPARED = (
    "Nothing yet. Choose the reports that went out before, as JSON that this program exported. "
    "They are compared, not shown, and forgotten when the program is closed."
)
REVIEWERS = "Reviewers for each draft"
_NOT_SAID = 1
HOW = (
    (
        "Everything open counts together",
        "Also when it is exported piece by piece, and with what was exported here before, "
        "such as at another minimum cell size.",
    ),
    (
        "Together with what went out before",
        "An earlier report is taken as contained in the new one, so the differences are small "
        "tables of their own.",
    ),
    (
        "As a careful reader could",
        "From the figures shown, the rules of the reports and the number of reviewers. A count "
        "above 0 and below the minimum cell size is a finding.",
    ),
)
LIMITS = (
    "What people know from elsewhere, and studies that overlap only in part, are not in it. "
    "It is no guarantee of anonymity."
)


class Line(NamedTuple):
    """A row of a card; without ``button`` there is nothing to press."""

    label: str
    detail: str = ""
    button: str = ""
    tone: Tone = "second"
    icon: IconName = IconName.REPORT


class RowsCard(Card):
    """A title and rows with a button each; ``lines`` takes what stands below them."""

    pressed = Signal(int)
    """The number of a row."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        name = QLabel(title)
        name.setProperty("type", "heading")
        self.rows: list[SettledRow] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(14)
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(20, 16, 20, 16)
        self.lines.setSpacing(12)
        self.lines.addWidget(name)
        self.lines.addLayout(self._rows)

    def show_rows(self, lines: Sequence[Line]) -> None:
        """Show these rows and no others."""
        while len(self.rows) < len(lines):
            number = len(self.rows)
            row = SettledRow(self._theme, lines[number].icon)
            row.pressed.connect(lambda number=number: self.pressed.emit(number))
            self.rows.append(row)
            self._rows.addWidget(row)
        for number, row in enumerate(self.rows):
            shown = number < len(lines)
            row.setVisible(shown)
            if shown:
                line = lines[number]
                row.show_texts(line.label, line.detail, line.tone, line.button)
                row.button.setVisible(bool(line.button))
                row.show_icon(line.icon)


class EarlierCard(RowsCard):
    """What the state is compared with, and how many reviewers are taken as known."""

    reviewers_chosen = Signal(object)
    """A number, or None for "not said"."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Compared with", parent)
        self._nothing = caption(NOTHING_COMPARED)
        self.lines.addWidget(self._nothing)
        name = QLabel(REVIEWERS)
        name.setProperty("strong", True)
        name.setWordWrap(True)
        self.reviewers = SpinBox(REVIEWERS, _NOT_SAID, 99, _NOT_SAID)
        self.reviewers.setObjectName("reviewersPerDraft")
        self.reviewers.setSpecialValueText("not said")
        self.reviewers.setKeyboardTracking(False)
        self.reviewers.setToolTip(
            "A reader may know it. Where it is not said, two are taken, if that fits."
        )
        self.reviewers.valueChanged.connect(self._choose)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(name, 1)
        row.addWidget(self.reviewers)
        self.lines.addLayout(row)

    def show_rows(self, lines: Sequence[Line]) -> None:
        super().show_rows(lines)
        self._nothing.setVisible(not lines)

    def _choose(self, number: int) -> None:
        self.reviewers_chosen.emit(None if number == _NOT_SAID else number)


class HowCard(Card):
    """What is checked, and what is not known: where there is nothing to list."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(24, 18, 24, 18)
        lines.setSpacing(14)
        lines.addWidget(_heading("How it is checked"))
        for title, detail in HOW:
            lines.addLayout(_point(IconMark(theme, IconName.CHECK_CIRCLE, "second"), title, detail))
        lines.addSpacing(6)
        lines.addWidget(_heading("What it does not know"))
        lines.addWidget(caption(LIMITS))
        lines.addStretch(1)


def caption(text: str) -> QLabel:
    """Return a small muted line that wraps."""
    label = QLabel(text)
    label.setProperty("type", "caption")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("type", "heading")
    return label


def _point(mark: QWidget, title: str, detail: str) -> QHBoxLayout:
    name = QLabel(title)
    name.setProperty("strong", True)
    name.setWordWrap(True)
    texts = QVBoxLayout()
    texts.setSpacing(2)
    texts.addWidget(name)
    texts.addWidget(caption(detail))
    row = QHBoxLayout()
    row.setSpacing(14)
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(texts, 1)
    return row
