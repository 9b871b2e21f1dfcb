"""What the return check shows when all is ready: what was checked, settled, and comes next."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.kit.card import Card
from app.kit.icon_mark import IconMark
from app.kit.icons import IconName
from app.kit.settled_row import SettledRow
from app.kit.theme import Theme
from app.pages.returns.settled import (
    REASONS_TITLE,
    SHOW_REASONS,
    aside_text,
    reasons_detail,
)
from evalcore.service.protocol import Check

_NARROW = 760
_MOST_ASIDE = 3
_NONE_ASIDE = "Nothing. Every row of every file counts."
_NONE_ASIDE_BEFORE = (
    "Nothing of these files. Rows that were set aside before a file was saved are not in it."
)
CHECKED = (
    (
        "Every file and row can be read",
        "Fields, words and types are those of a review return.",
    ),
    ("Every row names a current draft", "And carries its current revision."),
    ("Every draft has two reviewers or more", "Each reviewer appears once on a draft."),
    ("Where reviewers agree, no reason is given", "And nothing is marked as adjudicated."),
    (
        "Where they differ, the reason is the same in every row",
        "And the adjudicated mark is the same too.",
    ),
)
NEXT = (
    ("Save one file", "All rows that count, with reasons and adjudication filled in."),
    ("It is checked again", "After writing, the saved file is read back and must be ready too."),
    ("Import it", "Give this one file to the study’s importer. The originals stay as they are."),
)


class ReadyPanel(QWidget):
    """Cards that stand beside each other, or below where the room is narrow."""

    put_back = Signal(int)
    """The number of a part that was set aside."""
    aside_pressed = Signal()
    reasons_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ids: list[int] = []
        checked = _TitledCard(theme, "What was checked")
        for title, detail in CHECKED:
            mark = IconMark(theme, IconName.CHECK_CIRCLE, "good")
            checked.lines.addLayout(_point(mark, title, detail))
        checked.lines.addStretch(1)
        self.aside_card = _TitledCard(theme, "Set aside by you")
        self.aside_rows = [SettledRow(theme, IconName.ARCHIVE) for _ in range(_MOST_ASIDE)]
        for number, row in enumerate(self.aside_rows):
            row.pressed.connect(lambda number=number: self._press_aside(number))
            self.aside_card.lines.addWidget(row)
        self._none_aside = _caption("")
        self._kept = _caption("Rows set aside stay in their own file, unchanged.")
        self.aside_card.lines.addWidget(self._none_aside)
        self.aside_card.lines.addWidget(self._kept)
        self.reasons_card = _TitledCard(theme, REASONS_TITLE)
        self.reasons_row = SettledRow(theme, IconName.SCALES)
        self.reasons_row.pressed.connect(self.reasons_pressed)
        self.reasons_card.lines.addWidget(self.reasons_row)
        self.reasons_card.lines.addWidget(_caption("They are written into the combined returns."))
        side = QVBoxLayout()
        side.setSpacing(theme.sizes.margin)
        side.addWidget(self.aside_card)
        side.addWidget(self.reasons_card)
        side.addStretch(1)
        self._cards = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._cards.setSpacing(theme.sizes.margin)
        self._cards.addWidget(checked, 14)
        self._cards.addLayout(side, 11)
        heading = QLabel("What happens next")
        heading.setProperty("type", "heading")
        self._steps = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._steps.setSpacing(theme.sizes.margin)
        for number, (title, detail) in enumerate(NEXT, 1):
            self._steps.addLayout(_point(StepMark(theme, number), title, detail), 1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 8, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(self._cards)
        lines.addSpacing(theme.sizes.margin)
        lines.addWidget(heading)
        lines.addSpacing(10)
        lines.addLayout(self._steps)
        lines.addStretch(1)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_check(self, check: Check) -> None:
        """Show what a check says was settled."""
        aside = check.aside
        self._ids = [part.id for part in aside]
        for number, row in enumerate(self.aside_rows):
            row.setVisible(number < len(aside))
            if number >= len(aside):
                continue
            if number == _MOST_ASIDE - 1 and len(aside) > _MOST_ASIDE:
                text = aside_text(aside[number:])
                row.show_texts(text, "", "second", "Review…")
            else:
                part = aside[number]
                row.show_texts(part.label, part.detail, "second", "Put back")
        self._none_aside.setText(_NONE_ASIDE_BEFORE if check.carried else _NONE_ASIDE)
        self._none_aside.setVisible(not aside)
        self._kept.setVisible(bool(aside))
        detail, tone = reasons_detail(check)
        where = "Folded until you ask, since their number may tell a figure that is hidden."
        self.reasons_row.show_texts(where, detail, tone, SHOW_REASONS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction
        narrow = self.width() < self._theme.px(_NARROW)
        for box in (self._cards, self._steps):
            box.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)

    def _press_aside(self, number: int) -> None:
        if number == _MOST_ASIDE - 1 and len(self._ids) > _MOST_ASIDE:
            self.aside_pressed.emit()
        else:
            self.put_back.emit(self._ids[number])


class StepMark(QWidget):
    """A number in a circle; the words beside it come in the same order."""

    def __init__(self, theme: Theme, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(QSize(theme.px(28), theme.px(28)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.icon_tint))
        painter.drawEllipse(QRectF(self.rect()))
        painter.setPen(QColor(colours.accent))
        painter.setFont(self._theme.font(weight=600))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.end()


class _TitledCard(Card):
    """A card with a title; ``lines`` takes what stands below it."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__(theme)
        self.title = QLabel(title)
        self.title.setProperty("type", "heading")
        self.title.setWordWrap(True)
        self.lines = QVBoxLayout(self)
        self.lines.setContentsMargins(24, 18, 24, 18)
        self.lines.setSpacing(14)
        self.lines.addWidget(self.title)


def _caption(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("type", "caption")
    label.setWordWrap(True)
    return label


def _point(mark: QWidget, title: str, detail: str) -> QHBoxLayout:
    name = QLabel(title)
    name.setProperty("strong", True)
    name.setWordWrap(True)
    texts = QVBoxLayout()
    texts.setSpacing(2)
    texts.addWidget(name)
    texts.addWidget(_caption(detail))
    texts.addStretch(1)
    row = QHBoxLayout()
    row.setSpacing(14)
    row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(texts, 1)
    return row
