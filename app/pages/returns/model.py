"""The problems of the return check, grouped by whose turn it is; filtered and sorted here.

There may be 100,000 of them; see ``problem_list``. Many are taken in while the
window goes on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from enum import IntEnum
from typing import Any, cast

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.engine.steps import Steps
from app.pages.returns.problem_list import ProblemList
from app.pages.returns.problem_records import (
    ACTION_ICONS,
    ACTIONS,
    HEADINGS,
    SHORT_ACTIONS,
    TONES,
    rows_in_words,
)
from app.tables.roles import ProblemCell, ProblemPart, ProblemRole
from evalcore.service.protocol import Problem

_AT_ONCE = 5_000
"""Problems that are taken in without a step between."""

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns."""

    ICON = 0
    FILE = 1
    ROW = 2
    FIELD = 3
    MESSAGE = 4
    ACTION = 5


SORTABLE = (Column.FILE, Column.ROW, Column.FIELD, Column.MESSAGE)
TITLES = {
    Column.ICON: "",
    Column.FILE: "File",
    Column.ROW: "Row",
    Column.FIELD: "Field",
    Column.MESSAGE: "What is wrong, and what to do",
    Column.ACTION: "",
}
_FIELDS = {
    Column.FILE: "file_text",
    Column.ROW: "row_text",
    Column.FIELD: "field",
    Column.MESSAGE: "message",
}
_WORDS = ("message", "hint")


class ProblemsModel(QAbstractTableModel):
    """Rows of problems under a heading row for each group that has any."""

    arranged = Signal()
    """The user asked for other rows or another order; the reset is done."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list = ProblemList()
        self._sorting = (Column.FILE, Qt.SortOrder.AscendingOrder)
        self._steps = Steps(self)

    # what is shown

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show the evaluator's problems; filter and sorting stay as they are."""
        self._steps.stop()
        steps = self._list.take(problems)
        if len(problems) > _AT_ONCE:
            self._steps.start(steps, self._show_taken)
        else:
            for _ in steps:
                pass
            self._show_taken()

    @property
    def taking_in(self) -> bool:
        """Whether many problems came that are not shown yet; ``modelReset`` tells when they are.

        Until then the rows are those of before, about which nothing can be asked.
        """
        return self._steps.running

    def _show_taken(self) -> None:
        self.beginResetModel()
        self._list.show_taken()
        self.endResetModel()

    def show_only(self, turn: str | None, file: int | None) -> None:
        """Show the problems of one turn, of one file; None: of all."""
        self.beginResetModel()
        self._list.choose(turn, file)
        self.endResetModel()
        self.arranged.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort within the groups; equal ones by file and row."""
        if Column(column) not in SORTABLE:
            return
        self.beginResetModel()
        self._sorting = (Column(column), order)
        self._list.sort(_FIELDS[Column(column)], order is Qt.SortOrder.DescendingOrder)
        self.endResetModel()
        self.arranged.emit()

    @property
    def sorting(self) -> tuple[Column, Qt.SortOrder]:
        """The column that is sorted by, and which way."""
        return self._sorting

    def counts(self, file: int | None) -> dict[str, int]:
        """Return how many problems each turn has, in one file or in all."""
        return self._list.counts(file)

    def heading_rows(self) -> list[int]:
        """Return the rows that are headings, at most three."""
        return self._list.heading_rows

    def record_at(self, row: int) -> Problem | None:
        """Return a row's problem; None for a heading."""
        record = self._list[row]
        return None if isinstance(record, str) else record

    def row_like(self, wanted: Problem) -> int | None:
        """Return the row of the same problem, whatever its number is now."""
        return self._list.rows_like([wanted]).get(wanted)

    def key_of(self, row: int) -> Hashable:
        """Return what a problem is known by over a reset; None for a heading."""
        return self.record_at(row)

    def rows_of(self, keys: Iterable[Hashable]) -> dict[Hashable, int]:
        """Return the rows of those problems that are still there."""
        found = self._list.rows_like(cast(Iterable[Problem], keys))
        return dict(found.items())

    def problem(self, number: int) -> Problem | None:
        """Return the problem of a number, shown or not."""
        return self._list.problem(number)

    def painted_action(self, row: int) -> str | None:
        """Return the action that the row has a button for: a slip once for each file."""
        record = self.record_at(row)
        if record is None or not record.actions:
            return None
        action = record.actions[0]
        return None if action == "slip" and record.id not in self._list.slips else action

    def row_text(self, row: int) -> str:
        """Return a row as text, tabs between its cells; "" for a heading."""
        record = self.record_at(row)
        if record is None:
            return ""
        said = f"{record.message} {record.hint}".rstrip()
        return f"{record.file_text}\t{record.row_text}\t{record.field}\t{said}"

    def longest(self, column: Column) -> list[str]:
        """Return the longest texts of a column, of all problems."""
        return self._list.longest.get(_FIELDS[column], [])

    def longest_words(self) -> tuple[str, str]:
        """Return the longest message and the longest hint, of one problem or of two."""
        longest = self._list.longest
        message, hint = (max(longest.get(name, []), key=len, default="") for name in _WORDS)
        return message, hint

    # Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._list)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if self.record_at(index.row()) is None:
            return flags
        return flags | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(row, column)
            case ProblemRole.CELL:
                return self._cell(row, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return TITLES[Column(section)]
        return None

    # texts

    def _text(self, row: int, column: Column) -> str:
        record = self._list[row]
        if isinstance(record, str):
            return HEADINGS[record].title if column is Column.ICON else ""
        match column:
            case Column.FILE:
                return record.file_text
            case Column.ROW:
                return record.row_text
            case Column.FIELD:
                return record.field
            case Column.MESSAGE:
                return f"{record.message}\n{record.hint}" if record.hint else record.message
            case Column.ACTION:
                action = self.painted_action(row)
                return ACTIONS[action] if action else ""
        return ""

    def _spoken(self, row: int, column: Column) -> str:
        record = self._list[row]
        if isinstance(record, str):
            if column is not Column.ICON:
                return ""
            title, detail = HEADINGS[record].title, HEADINGS[record].detail
            return " ".join(
                part for part in (f"{title}.", detail, self._list.counted[record]) if part
            )
        text = self._text(row, column).replace("\n", " ")
        match column:
            case Column.ICON:
                return TONES[record.tone][2]
            case Column.FILE:
                return text or "No file alone"
            case Column.ROW:
                return rows_in_words(record.row_text)
            case Column.FIELD:
                return f"Field {text}" if text else "No field"
        return text or "No action"

    def _tip(self, row: int, column: Column) -> str | None:
        record = self._list[row]
        if isinstance(record, str):
            return HEADINGS[record].detail or None
        if column is Column.ACTION:
            return None
        place = (record.file_text, rows_in_words(record.row_text), record.field)
        where = ", ".join(part for part in place if part and part != "No row")
        return "\n".join(part for part in (where, record.message, record.hint) if part)

    def _cell(self, row: int, column: Column) -> ProblemCell:
        record = self._list[row]
        if isinstance(record, str):
            heading = HEADINGS[record]
            return ProblemCell(
                ProblemPart.HEADING,
                heading.title,
                heading.detail,
                count=self._list.counted[record],
                icon=heading.icon,
                tone=heading.tone,
            )
        last = row + 1 == len(self._list) or self._list.is_heading(row + 1)
        text = self._text(row, column)
        match column:
            case Column.ICON:
                tone, icon, _ = TONES[record.tone]
                return ProblemCell(ProblemPart.ICON, icon=icon, tone=tone, last=last)
            case Column.FILE:
                rows = rows_in_words(record.row_text)
                folded = "" if rows == "No row" else rows.lower()
                return ProblemCell(ProblemPart.FILE, text, folded=folded, last=last)
            case Column.ROW:
                muted = not text[:1].isdigit()
                return ProblemCell(ProblemPart.ROW, text, muted=muted, last=last)
            case Column.FIELD:
                return ProblemCell(ProblemPart.FIELD, text, last=last)
            case Column.MESSAGE:
                return ProblemCell(
                    ProblemPart.MESSAGE,
                    record.message,
                    record.hint,
                    folded=record.field,
                    last=last,
                )
        action = self.painted_action(row)
        if action is None:
            return ProblemCell(ProblemPart.ACTION, last=last)
        return ProblemCell(
            ProblemPart.ACTION,
            text,
            folded=SHORT_ACTIONS[action],
            icon=ACTION_ICONS[action],
            last=last,
        )
