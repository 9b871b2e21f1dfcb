"""The table of the return check: rows under headings, each with its action."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from app.kit.theme import Theme
from app.pages.returns.header import ProblemsHeader
from app.pages.returns.model import SORTABLE, TITLES, Column, ProblemsModel
from app.pages.returns.problem_records import ACTIONS, SHORT_ACTIONS
from app.tables.figure_table import FigureTable
from app.tables.problem_rows import PADDING, ProblemsDelegate
from app.tables.roles import ProblemCell, ProblemPart, ProblemRole
from evalcore.service.protocol import Problem

_NARROW, _FOLDED = 880, 620
_WIDEST = {Column.FILE: 120, Column.ROW: 130, Column.FIELD: 150}
_USUAL = {Column.FILE: 76, Column.ROW: 84, Column.FIELD: 132}
_ACTS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ProblemsTable(FigureTable):
    """Arrow keys go from problem to problem; Enter or Space does what the row's button does."""

    action_chosen = Signal(int, str)
    """The row of a problem, and "slip", "reason" or "aside"."""
    file_chosen = Signal(int)
    """A file that alone is to be shown."""
    whole_text = Signal(str)
    """What the current problem says, where the table has no room for all of it; else ""."""
    longest_whole = Signal(str)
    """The longest that ``whole_text`` may say with these problems at this width; or ""."""

    def __init__(self, theme: Theme, model: ProblemsModel, parent: QWidget | None = None) -> None:
        super().__init__("problemsTable", "Problems of the return files", parent)
        self._problems = model
        self._delegate = ProblemsDelegate(theme, self)
        self._kept: tuple[int, Problem] | None = None
        self._pressed: Problem | None = None
        self._headings: list[int] = []
        self._header = ProblemsHeader(theme, model, self)
        self.set_parts(model, self._delegate, self._header)
        self.verticalHeader().setMinimumSectionSize(8)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setMouseTracking(True)
        self.keep_rows(model.key_of, model.rows_of)
        model.modelAboutToBeReset.connect(self._keep_place)
        model.modelReset.connect(self._after_reset)
        model.arranged.connect(self._show_arranged)
        self.selectionModel().currentChanged.connect(lambda *_: self.viewport().update())
        self.selectionModel().currentChanged.connect(lambda *_: self._tell_whole())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._delegate.set_theme(theme)
        self.verticalHeader().setDefaultSectionSize(self._delegate.row_height())
        self.setMinimumHeight(theme.px(164))
        self._set_headings()
        self.lay_out()

    def lay_out(self) -> None:
        """Size the columns for the room there is."""
        room, px = self.viewport().width(), self._theme.px
        short, folded = room < px(_NARROW), room < px(_FOLDED)
        self._delegate.short, self._delegate.folded = short, folded
        for column in (Column.ROW, Column.FIELD):
            self.setColumnHidden(column, folded)
        widths = {Column.ICON: self._delegate.icon_width()}
        metrics = QFontMetrics(self._theme.font(weight=600, tabular=True))
        for column, widest in _WIDEST.items():
            texts = [TITLES[column] + "  ", *self._problems.longest(column)]
            needed = max(map(metrics.horizontalAdvance, texts)) + PADDING + 2
            usual = 0 if short else px(_USUAL[column])
            widths[column] = min(max(needed, usual), px(widest))
        if folded:
            widths[Column.FILE] = px(116)
        words = SHORT_ACTIONS if short else ACTIONS
        buttons = max(self._delegate.button_width(text) for text in words.values())
        widths[Column.ACTION] = buttons + 2 * PADDING
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        used = sum(w for column, w in widths.items() if not self.isColumnHidden(column))
        self.setColumnWidth(Column.MESSAGE, max(room - used, px(100)))
        message, hint = self._problems.longest_words()
        cell = ProblemCell(ProblemPart.MESSAGE, message, hint)
        cut = self._delegate.is_cut(cell, self.columnWidth(Column.MESSAGE))
        self.longest_whole.emit(f"{message} {hint}" if cut else "")
        self._tell_whole()

    def keep_in_view(self) -> None:
        """Scroll as far as the current problem needs, and the first to its heading."""
        super().keep_in_view()
        if self.currentIndex().row() == 1:
            self.scrollToTop()

    def _tell_whole(self) -> None:
        index = self._problems.index(self.currentIndex().row(), Column.MESSAGE)
        record = self._problems.record_at(index.row()) if index.isValid() else None
        width = self.columnWidth(Column.MESSAGE)
        if record is None or not self._delegate.is_cut(index.data(ProblemRole.CELL), width):
            self.whole_text.emit("")
        else:
            self.whole_text.emit(f"{record.message} {record.hint}".rstrip())

    def button_rect(self, row: int) -> QRect:
        """Return where a row's button is in the viewport; empty if it has none."""
        index = self._problems.index(row, Column.ACTION)
        record = index.data(ProblemRole.CELL)
        return self._delegate.button_rect(self.visualRect(index), record)

    def menu_of(self, row: int) -> QMenu:
        """Return the menu of a row: its actions, its file alone, sorting, copying."""
        record = self._problems.record_at(row)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in record.actions if record else ():
            chosen = menu.addAction(ACTIONS[action])
            chosen.triggered.connect(lambda _=False, a=action: self.action_chosen.emit(row, a))
        menu.addSeparator()
        for file in record.files[:4] if record else ():
            chosen = menu.addAction(f"Show file {file} alone")
            chosen.triggered.connect(lambda _=False, f=file: self.file_chosen.emit(f))
        sorting = menu.addMenu("Sort by")
        for column in SORTABLE:
            chosen = sorting.addAction(TITLES[column])
            chosen.triggered.connect(lambda _=False, c=column: self._header.sort_by(c))
        menu.addSeparator()
        menu.addAction("Copy").triggered.connect(self.copy_rows)
        return menu

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard: tabs and new lines between."""
        parts = self.selectionModel().selection()
        ranges = [parts.at(number) for number in range(parts.count())]
        rows = {row for part in ranges for row in range(part.top(), part.bottom() + 1)}
        lines = [text for row in sorted(rows) if (text := self._problems.row_text(row))]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))

    # keys and mouse

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        index = super().moveCursor(action, modifiers)
        if not index.isValid() or self._problems.record_at(index.row()) is not None:
            return index
        kinds = QAbstractItemView.CursorAction
        back = action in (kinds.MoveUp, kinds.MovePrevious, kinds.MovePageUp)
        row = index.row() + (-1 if back and index.row() > 0 else 1)
        return self._problems.index(row, max(self.currentIndex().column(), Column.FILE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        elif event.key() in _ACTS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            record = self._problems.record_at(row) if row >= 0 else None
            if record is not None and record.actions:
                self.action_chosen.emit(row, record.actions[0])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            row = self.currentIndex().row()
            spot = self.visualRect(self._problems.index(row, Column.MESSAGE)).bottomLeft()
        else:
            row, spot = self.rowAt(event.pos().y()), event.pos()
        if row >= 0 and self._problems.record_at(row) is not None:
            self.menu_of(row).popup(self.viewport().mapToGlobal(spot))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and self._problems.record_at(row) is None:
            return
        if event.button() is Qt.MouseButton.LeftButton:
            self._point_at(event.position().toPoint(), press=True)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(event.position().toPoint())
        if self._delegate.pressed_row < 0:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._delegate.pressed_row = self._delegate.pressed_row, -1
        self._point_at(event.position().toPoint())
        action = self._problems.painted_action(pressed) if pressed >= 0 else None
        if action is not None and pressed == self._delegate.hovered_row:
            self.action_chosen.emit(pressed, action)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(QPoint(-1, -1))
        return super().viewportEvent(event)

    def _point_at(self, spot: QPoint, *, press: bool = False) -> None:
        row = self.rowAt(spot.y())
        over = row if row >= 0 and self.button_rect(row).contains(spot) else -1
        changed = over != self._delegate.hovered_row or press
        self._delegate.hovered_row = over
        if press:
            self._delegate.pressed_row = over
        if changed:
            self.viewport().update()

    # looks and places

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.frame_current_row(self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def _set_headings(self) -> None:
        count = self._problems.rowCount()
        for row in self._headings:  # A header keeps the heights of its rows over a reset.
            if row < count:
                self.setRowHeight(row, self._delegate.row_height())
        self.clearSpans()
        self._headings = list(self._problems.heading_rows())
        for row in self._headings:
            self.setRowHeight(row, self._delegate.heading_height())
            self.setSpan(row, 0, 1, len(Column))

    def _keep_place(self) -> None:
        row = self.currentIndex().row()
        record = self._problems.record_at(row) if row >= 0 else None
        self._kept = (row, record) if record is not None else None
        pressed = self._delegate.pressed_row
        self._pressed = self._problems.record_at(pressed) if pressed >= 0 else None

    def _after_reset(self) -> None:
        self._set_headings()
        self.lay_out()
        self._take_back_current()
        pressed, self._pressed = self._pressed, None
        row = self._problems.row_like(pressed) if pressed is not None else None
        self._delegate.pressed_row = -1 if row is None else row
        self.place_rows()
        self._point_at(self.viewport().mapFromGlobal(QCursor.pos()))

    def _show_arranged(self) -> None:
        """Other rows were asked for, or another order: show the current one, or the first."""
        self.let_go()
        if self.currentIndex().isValid():
            self.keep_in_view()
        else:
            self.scrollToTop()

    def _take_back_current(self) -> None:
        kept, self._kept = self._kept, None
        count = self._problems.rowCount()
        if kept is None or count == 0:
            return
        row = self._problems.row_like(kept[1])
        if row is None:
            row = min(kept[0], count - 1)
            if self._problems.record_at(row) is None:
                row += 1  # A heading is never the last row.
        index = self._problems.index(row, Column.FILE)
        flags = QItemSelectionModel.SelectionFlag
        chosen = flags.ClearAndSelect | flags.Rows
        self.selectionModel().setCurrentIndex(index, chosen)
