"""The draft report as a table: 23 slices by the metrics, and the metric in view."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.tables.axis import choose_axis
from app.tables.roles import CellPart, CellState, CellView, Interval, Role
from evalcore.descriptions import (
    SUPPRESSED_SENTENCE,
    slice_group,
    slice_label,
)
from evalcore.figures.text import SUPPRESSED, Figures, cell_figures
from evalcore.metrics import METRIC_CODES, METRICS
from evalcore.service.protocol import Report
from evalcore.vocabulary import SLICES

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """Labels first, and last the metric in view; between them each metric has three columns."""

    GROUP = 0
    SLICE = 1
    GAP = 2 + 3 * len(METRICS)
    VIEW_RATE = GAP + 1
    VIEW_INTERVAL = GAP + 2
    VIEW_COUNT = GAP + 3
    VIEW_PLOT = GAP + 4


METRIC_COLUMNS = range(Column.SLICE + 1, Column.GAP)
"""Rate, interval and count of every metric: see ``metric_columns``."""

# asked for with each cell that is painted, and so are plain numbers
_ROWS, _COLUMNS, _CELL = len(SLICES), Column.VIEW_PLOT + 1, int(Role.CELL)
_GAP = int(Column.GAP)
_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_GROUPS = tuple(slice_group(name) for name in SLICES)
_STARTS = tuple(row > 0 and _GROUPS[row] != _GROUPS[row - 1] for row in range(_ROWS))
_PARTS = (CellPart.RATE, CellPart.INTERVAL, CellPart.COUNT)
_PLAIN_TITLES = {CellPart.GROUP: "Group", CellPart.LABEL: "Slice", CellPart.GAP: ""}
_NO_FIGURE = {CellState.READING: "being read", CellState.EMPTY: "no figure yet"}
_PART_TITLES = {
    CellPart.RATE: "rate, %",
    CellPart.INTERVAL: "95 % interval",
    CellPart.COUNT: "Count",
    CellPart.PLOT: "Plot",
}


def metric_of(column: int) -> str | None:
    """Return the metric whose three columns include this one, or None."""
    if column in METRIC_COLUMNS:
        return METRIC_CODES[(column - METRIC_COLUMNS.start) // 3]
    return None


def metric_columns(metric: str) -> tuple[int, int, int]:
    """Return a metric's columns: rate, interval, count."""
    first = METRIC_COLUMNS.start + 3 * METRIC_CODES.index(metric)
    return first, first + 1, first + 2


def part_of(column: int) -> CellPart:
    """Return what kind of thing a column shows."""
    if column == Column.GROUP:
        return CellPart.GROUP
    if column == Column.SLICE:
        return CellPart.LABEL
    if column == Column.GAP:
        return CellPart.GAP
    if column == Column.VIEW_PLOT:
        return CellPart.PLOT
    start = Column.VIEW_RATE if column >= Column.VIEW_RATE else METRIC_COLUMNS.start
    return _PARTS[(column - start) % 3]


class DraftMetricsModel(QAbstractTableModel):
    """All 23 rows from the start; blank until a report is set. Cells change, rows do not."""

    report_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = CellState.EMPTY
        self._report: Report | None = None
        self._metric = METRIC_CODES[0]
        self._figures: dict[tuple[str, str], Figures] = {}
        self._intervals: dict[tuple[str, str], Interval] = {}
        self._common_axis = choose_axis(())
        self._view_axis = choose_axis(())
        self._views: dict[tuple[int, int], CellView] = {}
        self._alike: dict[CellView, CellView] = {}

    @property
    def metric(self) -> str:
        """The metric in view."""
        return self._metric

    @property
    def views(self) -> Iterable[CellView]:
        """What the cells show that were looked at; nothing of what they showed before."""
        return self._views.values()

    def set_reading(self) -> None:
        """Show placeholders while a file is read."""
        if self._state is not CellState.READING:
            self.set_report(None)
            self._state = CellState.READING
            self._tell_all_changed()

    def set_report(self, report: Report | None) -> None:
        """Show a draft report; None: blank cells."""
        if report is self._report and self._state is not CellState.READING:
            return  # what is selected stays
        self._report = report
        self._figures, self._intervals = {}, {}
        if report is None:
            self._state = CellState.EMPTY
        else:
            self._state = CellState.PUBLISHED
            for name in SLICES:
                for metric in METRICS:
                    cell = report["slices"][name][metric]
                    if (figures := cell_figures(cell)) is not None:
                        lower, upper = cell["ci95"]
                        self._figures[name, metric] = figures
                        self._intervals[name, metric] = Interval(lower, cell["rate"], upper)
        self._common_axis = choose_axis(self._intervals.values())
        self._choose_view_axis()
        self._tell_all_changed()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _COLUMNS - 1)
        self.report_changed.emit()

    def set_metric(self, metric: str) -> None:
        """Bring a metric into view."""
        if metric != self._metric:
            self._metric = metric
            self._choose_view_axis()
            self._tell_all_changed()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def _tell_all_changed(self) -> None:
        before, self._views, self._alike = self._views, {}, {}
        for place, old in before.items():
            new = self._make_view(*place)
            # the very same where nothing changed or cells are alike, so that one picture serves
            kept = old if new == old else new
            self._views[place] = self._alike.setdefault(kept, kept)
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else _ROWS

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        view = self._view(index.row(), index.column())
        if role == _CELL:  # first, since each paint of each cell asks for it
            return view
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return view.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(index.row(), index.column(), view)
            case Qt.ItemDataRole.ToolTipRole if view.state is not None:
                return self._tool_tip(index.row(), index.column())
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() and index.column() != _GAP else Qt.ItemFlag.NoItemFlags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return slice_label(SLICES[section]) if role == Qt.ItemDataRole.DisplayRole else None
        part, shown = part_of(section), self._metric_at(section)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                if (title := _PLAIN_TITLES.get(part)) is not None:
                    return title
                return f"{METRICS[shown].title}, {_PART_TITLES[part]}"
            case Qt.ItemDataRole.ToolTipRole if part not in _PLAIN_TITLES:
                return f"{METRICS[shown].sentence} {METRICS[shown].counting}"
            case Role.AXIS:
                return self._view_axis
        return None

    def _metric_at(self, column: int) -> str:
        return metric_of(column) or self._metric

    def _choose_view_axis(self) -> None:
        shown = [i for (_, metric), i in self._intervals.items() if metric == self._metric]
        self._view_axis = choose_axis(shown, self._intervals.get((SLICES[0], self._metric)))

    def _view(self, row: int, column: int) -> CellView:
        """Return what a cell shows; kept until the report or the metric in view changes."""
        view = self._views.get((row, column))
        if view is None:
            new = self._make_view(row, column)
            view = self._views[row, column] = self._alike.setdefault(new, new)
        return view

    def _make_view(self, row: int, column: int) -> CellView:
        name, part = SLICES[row], part_of(column)
        metric = self._metric_at(column)
        pane = column >= Column.VIEW_RATE
        figure = part in (*_PARTS, CellPart.PLOT)
        drawn = part is CellPart.PLOT or (part is CellPart.RATE and not pane)
        return CellView(
            part=part,
            text=self._text(name, metric, part),
            state=self._cell_state(name, metric) if figure else None,
            interval=self._intervals.get((name, metric)) if drawn else None,
            axis=self._view_axis if part is CellPart.PLOT else self._common_axis,
            overall=name == SLICES[0],
            group_start=_STARTS[row],
            group=_GROUPS[row],
            in_view=figure and metric == self._metric,
            pane=pane,
        )

    def _cell_state(self, name: str, metric: str) -> CellState:
        if self._state is not CellState.PUBLISHED or (name, metric) in self._figures:
            return self._state
        return CellState.SUPPRESSED

    def _text(self, name: str, metric: str, part: CellPart) -> str:
        match part:
            case CellPart.GROUP:
                return slice_group(name)
            case CellPart.LABEL:
                return slice_label(name)
            case CellPart.GAP:
                return ""
        state = self._cell_state(name, metric)
        if state is CellState.SUPPRESSED:
            return "" if part is CellPart.PLOT else SUPPRESSED
        if state is not CellState.PUBLISHED or part is CellPart.PLOT:
            return ""
        figures = self._figures[name, metric]
        return (figures.rate, figures.interval, figures.count)[_PARTS.index(part)]

    def _spoken(self, row: int, column: int, view: CellView) -> str:
        if view.state is None:
            return view.text
        metric = self._metric_at(column)
        return f"{METRICS[metric].title}, {self._in_words(SLICES[row], metric)}"

    def _tool_tip(self, row: int, column: int) -> str | None:
        if self._state is not CellState.PUBLISHED:
            return None
        name, metric = SLICES[row], self._metric_at(column)
        place = ": ".join(filter(None, (slice_group(name), slice_label(name))))
        text = f"{METRICS[metric].title}, {place}\n{self._in_words(name, metric)}"
        if (name, metric) not in self._figures:
            text += f"\n{SUPPRESSED_SENTENCE}"
        return text

    def _in_words(self, name: str, metric: str) -> str:
        state = self._cell_state(name, metric)
        if state is not CellState.PUBLISHED:
            return _NO_FIGURE.get(state, SUPPRESSED)
        f = self._figures[name, metric]
        return f"{f.rate} %, 95 % interval {f.lower} to {f.upper} %, {f.count}"
