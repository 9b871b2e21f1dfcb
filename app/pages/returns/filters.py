"""Whose turn, which file: what the table of problems shows."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QHBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.icons import IconName, paint_icon
from app.kit.segmented import Segmented
from app.kit.theme import Theme
from app.pages.returns.problem_records import TURNS

_ALL = "all"
_NAMES = {
    _ALL: "All problems",
    "reviewer": "Send back",
    "committee": "Adjudication",
    "coordinator": "Look here",
}


class ProblemFilters(QWidget):
    """A switch of turns, a list of files, and a button for the drafts for adjudication."""

    changed = Signal()
    save_drafts = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._switch = Segmented(theme, list(_NAMES.items()), "Whose turn")
        self._switch.setObjectName("turnFilter")
        self._files = _FilterBox(theme)
        self._files.setObjectName("fileFilter")
        self._files.setAccessibleName("File")
        self.drafts_button = Button(theme, "Save these drafts…")
        self.drafts_button.setToolTip(
            "Write the drafts for adjudication as a drafts file of their own, "
            "so that the committee’s material can be found."
        )
        self.drafts_button.hide()
        self._switch.selected.connect(lambda _: self.changed.emit())
        self._files.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.drafts_button.clicked.connect(lambda: self.save_drafts.emit())
        right = QHBoxLayout()
        right.setSpacing(8)
        right.addStretch(1)
        right.addWidget(self.drafts_button)
        right.addWidget(self._files)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(self._switch)
        self._row.addLayout(right, 1)
        self.set_files(0)

    def turn(self) -> str | None:
        """Return the turn that alone is shown; None for all."""
        key = self._switch.current()
        return None if key == _ALL else key

    def file(self) -> int | None:
        """Return the number of the file that alone is shown; None for all."""
        return self._files.currentIndex() or None

    def show_file(self, file: int | None) -> None:
        """Show one file alone, or all; what is no file is all."""
        number = file or 0
        self._files.setCurrentIndex(number if number < self._files.count() else 0)

    def set_files(self, count: int) -> None:
        """Offer that many files; the one that was chosen stays, if it is there."""
        if self._files.count() == count + 1:
            return
        chosen = self._files.currentIndex()
        with QSignalBlocker(self._files):
            self._files.clear()
            self._files.addItem("All files")
            self._files.addItems([f"File {number}" for number in range(1, count + 1)])
            self._files.setCurrentIndex(chosen if 0 <= chosen <= count else 0)
        if self._files.currentIndex() != chosen:
            self.changed.emit()

    def set_counts(self, counts: Mapping[str, int], *, all_compared: bool = True) -> None:
        """Say how many problems each turn has.

        Before the reviewers of all drafts were compared, more may come for adjudication.
        """
        numbers = {_ALL: sum(counts.get(turn, 0) for turn in TURNS), **counts}
        for key, name in _NAMES.items():
            number = f"{numbers.get(key, 0):,}"
            if key == "committee" and not all_compared:
                number = f"{number} so far" if numbers.get(key) else "not yet known"
            self._switch.set_text(key, f"{name} {number}")
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        parts = (self._switch, self.drafts_button, self._files)
        # with the button also where it is hidden: it moves nothing when it comes
        needed = sum(part.sizeHint().width() for part in parts) + 32
        ways = QBoxLayout.Direction
        narrow = self.width() < needed
        self._row.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)


class _FilterBox(QComboBox):
    """A list of choices with a funnel before it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("icon", True)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(max(hint.width(), self._theme.px(160)), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = self._theme.px(16)
        left = 11
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - side - 11
        painter = QPainter(self)
        spot = QRectF(left, (self.height() - side) / 2, side, side)
        paint_icon(painter, IconName.FILTER, self._theme.colours.text_second, spot)
        painter.end()
