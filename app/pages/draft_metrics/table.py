"""The draft metrics table with its pane: which columns are shown, and how wide."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.kit.density import Density as Density
from app.kit.theme import SIZES, Theme
from app.pages.draft_metrics.delegate import PADDING, TIGHT_PADDING, MetricsDelegate
from app.pages.draft_metrics.header import MetricsHeader
from app.pages.draft_metrics.model import (
    METRIC_COLUMNS,
    Column,
    DraftMetricsModel,
    metric_columns,
    metric_of,
)
from app.tables.figure_table import FigureTable
from app.tables.roles import CellState, Role
from evalcore.metrics import METRICS

Index = QModelIndex


class Mode(Enum):
    """Compare the rates of all metrics beside one in full, or read all figures."""

    COMPARE = auto()
    ALL_FIGURES = auto()


_PANE = (Column.GAP, Column.VIEW_RATE, Column.VIEW_INTERVAL, Column.VIEW_COUNT, Column.VIEW_PLOT)
_SMALLEST_PLOT = 130


class MetricsTable(FigureTable):
    """The 23 slices. The cell that is current brings its metric into view."""

    metric_chosen = Signal(str)

    def __init__(self, theme: Theme, model: DraftMetricsModel, parent: QWidget | None = None):
        super().__init__("draftMetricsTable", "Draft metrics", parent)
        self._theme = theme
        self._mode = Mode.COMPARE
        self._density = Density.WIDE
        self._model = model
        self._delegate = MetricsDelegate(theme, self)
        self._header = MetricsHeader(theme, self)
        self.set_parts(model, self._delegate, self._header)
        self._header.sectionClicked.connect(self._on_section_clicked)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        model.report_changed.connect(self.lay_out)
        model.dataChanged.connect(lambda *_: self._delegate.forget_others(model.views))
        self.lay_out()

    @property
    def mode(self) -> Mode:
        """Whether rates are compared or all figures shown."""
        return self._mode

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.lay_out()

    def set_mode(self, mode: Mode) -> None:
        """Compare, or show all figures."""
        self._mode = mode
        self.lay_out()

    def set_density(self, density: Density) -> None:
        """Fit the columns to a wide, medium or narrow window."""
        self._density = density
        self.lay_out()

    def choose_metric(self, metric: str) -> None:
        """Bring a metric into view."""
        self._model.set_metric(metric)
        self._header.chosen_metric = metric
        self.lay_out()
        self._header.viewport().update()
        self.metric_chosen.emit(metric)

    def lay_out(self) -> None:
        """Show and size the columns and rows for the room there is."""
        compare = self._mode is Mode.COMPARE
        gutter = self._density is Density.WIDE
        self._delegate.group_titles = not gutter
        self._delegate.all_figures = not compare
        self._delegate.tight = not compare and self._density is not Density.WIDE
        self._delegate.show_bars = compare and self._density is not Density.NARROW
        self._header.short = self._density is Density.NARROW
        self.clearSpans()
        self.setColumnHidden(Column.GROUP, not gutter)
        for metric in METRICS:
            _, interval, count = metric_columns(metric)
            self.setColumnHidden(interval, compare)
            self.setColumnHidden(count, compare)
        for column in _PANE:
            self.setColumnHidden(column, not compare)
        for row in range(self._model.rowCount()):
            start = self._model.index(row, 0).data(Role.CELL).group_start
            self.setRowHeight(row, self._delegate.row_height(start))
        self.setColumnWidth(Column.GROUP, self._theme.px(84))
        self.setColumnWidth(Column.SLICE, self._theme.px(84 if self._delegate.tight else 92))
        if compare:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._lay_out_compare()
        else:
            self._lay_out_all()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._delegate.current_row = self.currentIndex().row()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def _lay_out_compare(self) -> None:
        room = self.viewport().width()
        metric_width = self._theme.px(72 if self._density is Density.NARROW else 90)
        for metric in METRICS:
            rate = metric_columns(metric)[0]
            least = self._needed(rate, 600) + (
                self._theme.px(40) if self._delegate.show_bars else 0
            )
            self.setColumnWidth(rate, max(metric_width, least))
        self.setColumnWidth(Column.GAP, 10 if self._density is Density.NARROW else 20)
        self.setColumnWidth(
            Column.VIEW_RATE, max(self._theme.px(60), self._needed(Column.VIEW_RATE, 600))
        )
        for column, usual in ((Column.VIEW_INTERVAL, 88), (Column.VIEW_COUNT, 86)):
            self.setColumnWidth(column, max(self._theme.px(usual), self._needed(column, 600)))
        left = room - self._used(Column.VIEW_PLOT)
        if left < self._theme.px(_SMALLEST_PLOT):
            self.setColumnHidden(Column.VIEW_RATE, True)
            left = room - self._used(Column.VIEW_PLOT)
        self.setColumnWidth(Column.VIEW_PLOT, max(left, self._theme.px(60)))

    def _lay_out_all(self) -> None:
        sizes, tight = self._theme.sizes, self._delegate.tight
        small = sizes.caption - 1 if tight else sizes.caption
        for metric in METRICS:
            rate, interval, count = metric_columns(metric)
            self.setColumnWidth(
                rate, self._needed(rate, 600, sizes.body - 1 if tight else sizes.body)
            )
            for column, usual in ((interval, 50), (count, 36)):
                shown = self._has_figures(rate) or not tight
                least = self._theme.px(usual if shown else 20) + 2 * TIGHT_PADDING
                self.setColumnWidth(column, max(least, self._needed(column, 400, small)))
            for row in range(self._model.rowCount()):
                if self._model.index(row, rate).data(Role.CELL).state is CellState.SUPPRESSED:
                    self.setSpan(row, rate, 1, 3)
        spare = self.viewport().width() - self._used()
        if spare > 0:
            for column in METRIC_COLUMNS:
                self.setColumnWidth(column, self.columnWidth(column) + spare // len(METRIC_COLUMNS))
        policy = Qt.ScrollBarPolicy
        # last: it resizes the viewport, which lays out anew
        self.setHorizontalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if spare >= 0 else policy.ScrollBarAlwaysOn
        )

    def _has_figures(self, rate: int) -> bool:
        cells = (self._model.index(r, rate).data(Role.CELL) for r in range(self._model.rowCount()))
        return any(cell.state is not CellState.SUPPRESSED for cell in cells)

    def _needed(self, column: int, weight: int, size: int = SIZES.body) -> int:
        """Return the width of a column's longest figure, its padding included."""
        metrics = QFontMetrics(self._theme.font(size, weight, tabular=True))
        texts = (self._model.index(r, column).data() or "" for r in range(self._model.rowCount()))
        figures = [text for text in texts if text[:1].isdigit()]
        longest = max(map(metrics.horizontalAdvance, figures), default=0)
        padding = TIGHT_PADDING if self._delegate.tight else PADDING
        return max(longest, self._theme.px(20)) + 2 * padding + 1

    def _used(self, besides: int | None = None) -> int:
        return sum(
            self.columnWidth(c)
            for c in range(self._model.columnCount())
            if c != besides and not self.isColumnHidden(c)
        )

    def _on_section_clicked(self, column: int) -> None:
        if (metric := metric_of(column)) is not None:
            self.choose_metric(metric)

    def _on_current_changed(self, current: Index, previous: Index) -> None:
        metric = metric_of(current.column())
        if metric is not None and metric != self._model.metric:
            self.choose_metric(metric)
        self.viewport().update()
