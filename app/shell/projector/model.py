"""One metric over one group of slices, for the projector: overall first, then the group."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.tables.axis import choose_axis
from app.tables.roles import CellPart, CellState, CellView, Interval, Role
from evalcore.descriptions import SUPPRESSED_SENTENCE, slice_label
from evalcore.figures.text import SUPPRESSED, Figures, cell_figures
from evalcore.metrics import METRIC_CODES
from evalcore.service.protocol import Report
from evalcore.vocabulary import SLICE_GROUPS, SLICES

Index = QModelIndex | QPersistentModelIndex

GROUPS = tuple(SLICE_GROUPS)
"""The groups of slices by their keys, as "section", in the order of the table."""


class Column(IntEnum):
    """The columns: slice, figures, plot."""

    SLICE = 0
    RATE = 1
    INTERVAL = 2
    COUNT = 3
    PLOT = 4


_PARTS = {
    Column.SLICE: CellPart.LABEL,
    Column.RATE: CellPart.RATE,
    Column.INTERVAL: CellPart.INTERVAL,
    Column.COUNT: CellPart.COUNT,
    Column.PLOT: CellPart.PLOT,
}
_TITLES = {
    Column.RATE: "Rate, %",
    Column.INTERVAL: "95 % interval",
    Column.COUNT: "Count",
    Column.PLOT: "Plot",
}


class PresentationModel(QAbstractTableModel):
    """The rows of the chosen metric and group; blank until a report is set.

    The axis is that of the metric over all slices, so it stays when the group changes.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._metric = METRIC_CODES[0]
        self._names: tuple[str, ...] = ()
        self._figures: dict[tuple[str, str], Figures] = {}
        self._intervals: dict[tuple[str, str], Interval] = {}
        self._state = CellState.EMPTY
        self._axis = choose_axis(())
        self.show_rows(METRIC_CODES[0], GROUPS[0])

    @property
    def metric(self) -> str:
        """The metric that is shown."""
        return self._metric

    @property
    def group(self) -> str:
        """The group that is shown, as "section"."""
        return self._names[1].partition(":")[0]

    def set_report(self, report: Report) -> None:
        """Take a draft report; the metric and the group stay."""
        self.beginResetModel()
        self._state = CellState.PUBLISHED
        self._figures, self._intervals = {}, {}
        for name in SLICES:
            for metric in METRIC_CODES:
                cell = report["slices"][name][metric]
                if (figures := cell_figures(cell)) is not None:
                    lower, upper = cell["ci95"]
                    self._figures[name, metric] = figures
                    self._intervals[name, metric] = Interval(lower, cell["rate"], upper)
        self._choose_axis()
        self.endResetModel()

    def show_rows(self, metric: str, group: str) -> None:
        """Show a metric by its code over a group of GROUPS."""
        self.beginResetModel()
        self._metric = metric
        in_group = (name for name in SLICES if name.startswith(f"{group}:"))
        self._names = (SLICES[0], *in_group)
        self._choose_axis()
        self.endResetModel()

    @property
    def has_report(self) -> bool:
        """Whether there is anything to show."""
        return self._state is CellState.PUBLISHED

    def overall(self, metric: str) -> Figures | None:
        """Return a metric's figures over everything; None: suppressed, or no report."""
        return self._figures.get((SLICES[0], metric))

    def texts(self, column: Column) -> list[str]:
        """Return all that a column may show, whatever the metric and the group."""
        if column is Column.SLICE:
            return [slice_label(name) for name in SLICES]
        shown = {self._text(name, metric, column) for name in SLICES for metric in METRIC_CODES}
        return sorted(shown)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        name, column = self._names[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(name, self._metric, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(name, column)
            case Qt.ItemDataRole.ToolTipRole if self._state_of(name) is CellState.SUPPRESSED:
                return SUPPRESSED_SENTENCE if column is not Column.SLICE else None
            case Role.CELL:
                return self._view(name, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return slice_label(self._names[section]) if _is_text(role) else None
        column = Column(section)
        if _is_text(role):
            return f"By {self.group}" if column is Column.SLICE else _TITLES[column]
        return self._axis if role == Role.AXIS and column is Column.PLOT else None

    def _choose_axis(self) -> None:
        shown = [i for (_, metric), i in self._intervals.items() if metric == self._metric]
        self._axis = choose_axis(shown, self._intervals.get((SLICES[0], self._metric)))

    def _state_of(self, name: str) -> CellState:
        if self._state is CellState.EMPTY or (name, self._metric) in self._figures:
            return self._state
        return CellState.SUPPRESSED

    def _view(self, name: str, column: Column) -> CellView:
        drawn = column is Column.PLOT
        return CellView(
            part=_PARTS[column],
            text=self._text(name, self._metric, column),
            state=None if column is Column.SLICE else self._state_of(name),
            interval=self._intervals.get((name, self._metric)) if drawn else None,
            axis=self._axis if drawn else None,
            overall=name == SLICES[0],
        )

    def _text(self, name: str, metric: str, column: Column) -> str:
        if column is Column.SLICE:
            return slice_label(name)
        if self._state is CellState.EMPTY or column is Column.PLOT:
            return ""
        figures = self._figures.get((name, metric))
        if figures is None:
            return SUPPRESSED
        texts = {
            Column.RATE: figures.rate,
            Column.INTERVAL: figures.interval,
            Column.COUNT: figures.count,
        }
        return texts[column]

    def _spoken(self, name: str, column: Column) -> str:
        if column is Column.SLICE:
            return slice_label(name)
        words = {Column.RATE: "Rate", Column.INTERVAL: "95 % interval", Column.COUNT: "Count"}
        title = words.get(column, slice_label(name))
        if self._state is CellState.EMPTY:
            return f"{title}, no figure yet"
        f = self._figures.get((name, self._metric))
        if f is None:
            return f"{title}, {SUPPRESSED}"
        rate, interval = f"{f.rate} %", f"{f.lower} to {f.upper} %"
        figures = {Column.RATE: rate, Column.INTERVAL: interval, Column.COUNT: f.count}
        said = figures.get(column, f"{rate}, 95 % interval {interval}, {f.count}")
        return f"{title}, {said}"


def _is_text(role: int) -> bool:
    return role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
