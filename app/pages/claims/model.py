"""The claims report as a table of classes; it is given neither digest nor class token."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.tables.axis import choose_axis
from app.tables.roles import CellPart, CellState, CellView, Interval, Role
from evalcore.claims.view import claims_figures, is_informative
from evalcore.descriptions import CLAIMS_SENTENCES
from evalcore.figures.text import cell_figures
from evalcore.service.protocol import Report

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns: class, counts, rate, interval, plot."""

    CLASS = 0
    CLAIMS = 1
    SUPPORTED = 2
    CONTRADICTED = 3
    UNRESOLVED = 4
    UNCITED = 5
    RATE = 6
    INTERVAL = 7
    PLOT = 8


_TITLES = {
    Column.CLASS: "Claim class",
    Column.CLAIMS: "Claims",
    Column.SUPPORTED: "Supported",
    Column.CONTRADICTED: "Contradicted",
    Column.UNRESOLVED: "Unresolved",
    Column.UNCITED: "Uncited",
    Column.RATE: "Unsupported, %",
    Column.INTERVAL: "95 % interval",
    Column.PLOT: "Plot",
}
_KEYS = {
    Column.CLAIMS: "claims",
    Column.SUPPORTED: "supported",
    Column.CONTRADICTED: "contradicted",
    Column.UNRESOLVED: "unresolved",
    Column.UNCITED: "uncited",
}


class ClaimsModel(QAbstractTableModel):
    """Overall, then one row a class; no rows until a report is set."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view_shown: Report | None = None
        self._rows: list[dict[str, Any]] = []
        self._level = "95 %"
        self._axis = choose_axis(())

    def set_report(self, view: Report | None) -> None:
        """Show what ``evalcore.claims.view`` gives, or nothing."""
        if view is self._view_shown:
            return  # what is selected stays
        self._view_shown = view
        self.beginResetModel()
        self._rows = view["rows"] if view is not None else []
        if view is not None:
            self._level = f"{100 * (1 - view['alpha']):.4g} %"
        drawn = [i for i in map(self._interval, range(len(self._rows))) if i is not None]
        reference = self._interval(0) if self._rows else None
        self._axis = choose_axis(drawn, reference)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

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
                return f"{self._rows[row]['label']}\n{self._in_words(row)}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Role.CELL:
                return self._view(row, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return self._rows[section]["label"] if role == Qt.ItemDataRole.DisplayRole else None
        column = Column(section)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _TITLES[column].replace("95 %", self._level)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return CLAIMS_SENTENCES.get(column.name.lower())
            case Role.AXIS:
                return self._axis if column is Column.PLOT else None
        return None

    def _view(self, row: int, column: Column) -> CellView:
        parts = {
            Column.CLASS: CellPart.LABEL,
            Column.RATE: CellPart.RATE,
            Column.INTERVAL: CellPart.INTERVAL,
            Column.PLOT: CellPart.PLOT,
        }
        return CellView(
            part=parts.get(column, CellPart.COUNT),
            text=self._text(row, column),
            state=CellState.PUBLISHED,
            interval=self._interval(row) if column is Column.PLOT else None,
            axis=self._axis,
            overall=row == 0,
            group_start=row == 1,
        )

    def _interval(self, row: int) -> Interval | None:
        """Return what is drawn: nothing where the bootstrap has nothing to vary."""
        if not is_informative(self._rows[row]):
            return None
        cell = self._rows[row]["unsupported"]
        lower, upper = cell["ci95"]
        return Interval(lower, cell["rate"], upper)

    def _text(self, row: int, column: Column) -> str:
        record = self._rows[row]
        if column is Column.CLASS:
            return str(record["label"])
        if column in _KEYS:
            return f"{record[_KEYS[column]]}"
        if column is Column.PLOT:
            return ""
        rate, interval = claims_figures(record)
        return rate if column is Column.RATE else interval

    def _spoken(self, row: int, column: Column) -> str:
        if column is Column.CLASS:
            return str(self._rows[row]["label"])
        if column is Column.PLOT:
            return self._in_words(row)
        title = _TITLES[column].replace("95 %", self._level)
        return f"{title}: {self._text(row, column)}"

    def _in_words(self, row: int) -> str:
        record = self._rows[row]
        figures = cell_figures(record["unsupported"]) if record["claims"] else None
        if figures is None:
            return "No claims."
        text = f"{figures.rate} % unsupported, {figures.count} claims"
        if record["claims"] == 1:
            return f"{text}. One claim: there is no interval."
        if record["unsupported"]["numerator"] in (0, record["claims"]):
            return f"{text}. All claims are alike, so the interval is not informative."
        if self._interval(row) is None:
            return f"{text}. The interval has no width with these settings: it tells nothing."
        return f"{text}, {self._level} interval {figures.lower} to {figures.upper} %"


def _alignment(column: Column) -> int:
    left = column in (Column.CLASS, Column.PLOT)
    side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
    return int(side | Qt.AlignmentFlag.AlignVCenter)
