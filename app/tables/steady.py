"""Lists in which nothing moves under the pointer.

Only the wheel, the scroll bar, a key of the list and a drag beyond its edge scroll it:
the focus, a click, an answer and what is current do not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QCursor, QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractItemView as _View
    from PySide6.QtWidgets import QTableView as _Table
else:
    _View = _Table = object

_GOING = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)
_HEADINGS = 4
"""Rows among which there is one that is no heading."""


class Steady(_View):
    """To be named before the class of the view, which calls ``hold_still`` once."""

    def hold_still(self) -> None:
        """Let no change of what is current scroll the list."""
        self.setAutoScroll(False)

    def keep_in_view(self) -> None:
        """Scroll as far as the current row needs."""
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex()
        super().keyPressEvent(event)
        if self.currentIndex() != before or event.key() in _GOING:
            self.keep_in_view()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        outside = not self.viewport().rect().contains(event.position().toPoint())
        self.setAutoScroll(bool(event.buttons()) and outside)
        super().mouseMoveEvent(event)
        self.setAutoScroll(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The first row that is seen as a whole becomes current, where none is."""
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and not self.currentIndex().isValid():
            self._take_first_seen()
        super().focusInEvent(event)

    def _take_first_seen(self) -> None:
        model, top = self.model(), self.indexAt(QPoint(0, 0)).row()
        if top < 0:
            return
        kinds, none = QAbstractItemView.CursorAction, Qt.KeyboardModifier.NoModifier
        column = self.moveCursor(kinds.MoveNext, none).column()
        for row in range(top, min(top + _HEADINGS, model.rowCount())):
            index = model.index(row, max(column, 0))
            seen = self.visualRect(index).top() >= 0
            if seen and index.flags() & Qt.ItemFlag.ItemIsSelectable:
                update = QItemSelectionModel.SelectionFlag.NoUpdate
                self.selectionModel().setCurrentIndex(index, update)
                return


class SteadyTable(Steady, _Table):
    """Keeps its rows where they are when the model is reset by an answer.

    The row under the pointer comes first, then those below the top. Where too few
    rows are left for that, the table ends with an empty place until it is scrolled.
    """

    _seen: list[tuple[Hashable, int]]
    _holds = False

    def keep_rows(
        self,
        key_of: Callable[[int], Hashable],
        rows_of: Callable[[Iterable[Hashable]], Mapping[Hashable, int]],
    ) -> None:
        """Know the rows by what ``key_of`` returns, None for a heading; ``rows_of`` finds them."""
        self._seen, self._key_of, self._rows_of = [], key_of, rows_of
        self.model().modelAboutToBeReset.connect(self._note_rows)

    def place_rows(self) -> None:
        """Put the rows back where they were before the reset; call it once they have heights."""
        self.executeDelayedItemsLayout()
        found = self._rows_of([key for key, _ in self._seen]) if self._seen else {}
        bar = self.verticalScrollBar()
        for key, top in self._seen:
            if key in found:
                value = max(self.verticalHeader().sectionPosition(found[key]) - top, 0)
                self._holds = value > bar.maximum()
                if self._holds:
                    bar.setMaximum(value)
                bar.setValue(value)
                return

    def let_go(self) -> None:
        """Forget where the rows were: they are others, as was asked for."""
        self._seen, self._holds = [], False
        self.updateGeometries()

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        value = bar.value()
        super().updateGeometries()
        self._holds = self._holds and value > bar.maximum()
        if self._holds:
            bar.setMaximum(value)
            bar.setValue(value)

    def _note_rows(self) -> None:
        count = self.model().rowCount()
        if not count:
            return  # what was seen before comes back, as when files are read again
        self.executeDelayedItemsLayout()
        header, offset = self.verticalHeader(), self.verticalScrollBar().value()
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        rows = list(range(max(first, 0), (last if last >= 0 else count - 1) + 1))
        spot = self.viewport().mapFromGlobal(QCursor.pos())
        under = self.rowAt(spot.y()) if self.viewport().rect().contains(spot) else -1
        rows.sort(key=lambda row: row != under)
        tops = [(self._key_of(row), header.sectionPosition(row) - offset) for row in rows]
        self._seen = [(key, top) for key, top in tops if key is not None]
