"""The review report as a table of the rates."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.tables.roles import Axis, CellPart, CellState, CellView, Interval, Role
from evalcore.descriptions import (
    REVIEW_SUPPRESSED_SENTENCE,
)
from evalcore.figures.text import SUPPRESSED, Figures, cell_figures
from evalcore.metrics import RATE_CODES, RATES
from evalcore.service.protocol import Report

Index = QModelIndex | QPersistentModelIndex

AXIS = Axis(1.0, 0.2)


class Column(IntEnum):
    """The columns of the rates."""

    RATE = 0
    ESTIMATE = 1
    PLOT = 2


_TITLES = {Column.RATE: "Rate", Column.ESTIMATE: "Estimate", Column.PLOT: "Plot"}


class ReviewRatesModel(QAbstractTableModel):
    """Three rows from the start; blank until a report is set."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = CellState.EMPTY
        self._report: Report | None = None
        self._figures: dict[str, Figures] = {}
        self._intervals: dict[str, Interval] = {}

    def set_reading(self) -> None:
        """Show placeholders while a file is read."""
        if self._state is not CellState.READING:
            self.set_report(None)
            self._state = CellState.READING
            self._tell_all_changed()

    def set_report(self, report: Report | None) -> None:
        """Show a review report; None: blank cells."""
        if report is self._report and self._state is not CellState.READING:
            return  # what is selected stays
        self._report = report
        self._figures, self._intervals = {}, {}
        if report is None:
            self._state = CellState.EMPTY
        else:
            self._state = CellState.PUBLISHED
            for name in RATES:
                cell = report["rates"][name]
                if (figures := cell_figures(cell)) is not None:
                    lower, upper = cell["ci95"]
                    self._figures[name] = figures
                    self._intervals[name] = Interval(lower, cell["rate"], upper)
        self._tell_all_changed()

    def _tell_all_changed(self) -> None:
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(RATES)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        name, column = RATE_CODES[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(name, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                if column is Column.RATE:
                    return f"{RATES[name].title}. {RATES[name].sentence}"
                return f"{RATES[name].title}: {self._in_words(name)}"
            case Qt.ItemDataRole.ToolTipRole if column is not Column.RATE:
                return self._tool_tip(name)
            case Role.CELL:
                return CellView(
                    part=(CellPart.LABEL, CellPart.RATE, CellPart.PLOT)[column],
                    text=self._text(name, column),
                    state=self._cell_state(name),
                    interval=self._intervals.get(name) if column is Column.PLOT else None,
                    axis=AXIS,
                    details=self._details(name, column),
                )
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            shown = role == Qt.ItemDataRole.DisplayRole
            return RATES[RATE_CODES[section]].title if shown else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _TITLES[Column(section)]
            case Qt.ItemDataRole.TextAlignmentRole:
                return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            case Role.AXIS:
                return AXIS if section == Column.PLOT else None
        return None

    def _cell_state(self, name: str) -> CellState:
        if self._state is not CellState.PUBLISHED or name in self._figures:
            return self._state
        return CellState.SUPPRESSED

    def _text(self, name: str, column: Column) -> str:
        """The whole text of a cell, lines and all: it is what is shown and copied."""
        if column is Column.RATE:
            return "\n".join((RATES[name].title, *self._details(name, column)))
        if column is Column.PLOT or self._state is not CellState.PUBLISHED:
            return ""
        if name not in self._figures:
            return SUPPRESSED
        return "\n".join((f"{self._figures[name].rate} %", *self._details(name, column)))

    def _details(self, name: str, column: Column) -> tuple[str, ...]:
        if column is Column.RATE:
            return RATES[name].sentence, RATES[name].counting
        if column is Column.PLOT or name not in self._figures:
            return ()
        figures = self._figures[name]
        return f"{figures.count} {RATES[name].unit}", f"95 % interval {figures.interval} %"

    def _tool_tip(self, name: str) -> str | None:
        if self._state is not CellState.PUBLISHED:
            return None
        text = f"{RATES[name].title}\n{self._in_words(name)}"
        return text if name in self._figures else f"{text}\n{REVIEW_SUPPRESSED_SENTENCE}"

    def _in_words(self, name: str) -> str:
        match self._cell_state(name):
            case CellState.READING:
                return "being read"
            case CellState.EMPTY:
                return "no figure yet"
            case CellState.SUPPRESSED:
                return SUPPRESSED
        f = self._figures[name]
        interval = f"95 % interval {f.lower} to {f.upper} %"
        return f"{f.rate} %, {interval}, {f.count} {RATES[name].unit}"
