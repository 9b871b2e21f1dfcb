"""The header of the draft metrics table: two lines, and titles over several columns."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from app.kit.theme import Theme
from app.pages.draft_metrics.delegate import PADDING, PLOT_MARGIN
from app.pages.draft_metrics.model import METRIC_COLUMNS, Column, metric_columns, part_of
from app.tables.intervals import paint_ticks
from app.tables.roles import CellPart, Role
from evalcore.metrics import METRIC_CODES, METRICS


class MetricsHeader(QHeaderView):
    """Paints itself from the columns that are shown; a press brings a metric into view."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.chosen_metric = METRIC_CODES[0]
        self.short = False
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(50))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = self._theme.colours
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        for column in (Column.GROUP, Column.SLICE):
            if not self.isSectionHidden(column):
                text = "Group" if column is Column.GROUP else "Slice"
                self._second_line(
                    painter, self._span(column, column), text, Qt.AlignmentFlag.AlignLeft
                )
        for metric in METRICS:
            self._paint_metric(painter, metric)
        if not self.isSectionHidden(Column.VIEW_PLOT):
            self._paint_pane(painter)
        bottom = self.viewport().height() - 1
        painter.setPen(QColor(colours.hairline))
        for first, last in (
            (Column.GROUP, METRIC_COLUMNS[-1]),
            (Column.VIEW_RATE, Column.VIEW_PLOT),
        ):
            line = self._span(first, last)
            if line.width() > 0:
                painter.drawLine(line.left(), bottom, line.right(), bottom)
        painter.end()

    def _paint_metric(self, painter: QPainter, metric: str) -> None:
        first, middle, last = metric_columns(metric)
        span = self._span(first, last)
        compare = self.isSectionHidden(middle)
        chosen = compare and metric == self.chosen_metric
        if chosen:
            self._tint(painter, span)
        one = METRICS[metric]
        title = one.short_title if self.short else one.title
        ink = self._theme.colours.accent if chosen else self._theme.colours.text
        self._line(painter, span, title, ink, 600, self._theme.sizes.caption)
        if compare:
            self._second_line(painter, span, "rate, %", Qt.AlignmentFlag.AlignLeft)
        else:
            for column, text in ((first, "%"), (middle, "95 % int."), (last, "Count")):
                rect = self._span(column, column)
                if self._fits(text, rect.width()):
                    self._second_line(painter, rect, text, Qt.AlignmentFlag.AlignRight)

    def _fits(self, text: str, width: int) -> bool:
        metrics = QFontMetrics(self._theme.font(self._theme.sizes.caption, 500))
        return metrics.horizontalAdvance(text) <= width

    def _paint_pane(self, painter: QPainter) -> None:
        span = self._span(Column.VIEW_RATE, Column.VIEW_PLOT)
        self._tint(painter, span)
        title = METRICS[self.chosen_metric].title
        inner = span.adjusted(8, 0, -4, 0)
        sizes = self._theme.sizes
        self._line(painter, inner, title, self._theme.colours.accent, 600, sizes.body)
        strong = QFontMetrics(self._theme.font(weight=600))
        rest = inner.adjusted(strong.horizontalAdvance(title) + 10, 0, 0, 0)
        caption = self._theme.font(self._theme.sizes.caption)
        sentence = METRICS[self.chosen_metric].sentence
        if QFontMetrics(caption).horizontalAdvance(sentence) > rest.width() - 2 * PADDING:
            sentence = METRICS[self.chosen_metric].short_sentence
        if QFontMetrics(caption).horizontalAdvance(sentence) <= rest.width() - 2 * PADDING:
            ink = self._theme.colours.text_second
            self._line(painter, rest, sentence, ink, 400, sizes.caption)
        for column in (Column.VIEW_RATE, Column.VIEW_INTERVAL, Column.VIEW_COUNT):
            if not self.isSectionHidden(column):
                text = {
                    CellPart.RATE: "Rate, %",
                    CellPart.INTERVAL: "95 % interval",
                    CellPart.COUNT: "Count",
                }[part_of(column)]
                rect = self._span(column, column)
                self._second_line(painter, rect, text, Qt.AlignmentFlag.AlignRight)
        self._paint_axis(painter)

    def _paint_axis(self, painter: QPainter) -> None:
        model = self.model()
        axis = model.headerData(Column.VIEW_PLOT, Qt.Orientation.Horizontal, Role.AXIS)
        rect = self._span(Column.VIEW_PLOT, Column.VIEW_PLOT)
        area = QRectF(rect).adjusted(PLOT_MARGIN, 0, -PLOT_MARGIN, 0)
        painter.setFont(self._theme.font(self._theme.sizes.caption, tabular=True))
        painter.setPen(QColor(self._theme.colours.text_second))
        paint_ticks(painter, axis, area, self._second_top(), self._line_height())

    def _tint(self, painter: QPainter, span: QRect) -> None:
        painter.fillRect(span, QColor(self._theme.colours.metric_tint))
        rule = QRect(span.left(), span.top(), span.width(), self._theme.sizes.rule)
        painter.fillRect(rule, QColor(self._theme.colours.accent))

    def _span(self, first: int, last: int) -> QRect:
        left = None
        right = 0
        for column in range(first, last + 1):
            if not self.isSectionHidden(column):
                start = self.sectionViewportPosition(column)
                left = start if left is None else left
                right = start + self.sectionSize(column)
        if left is None:
            return QRect()
        return QRect(left, 0, right - left, self.viewport().height())

    def _line_height(self) -> int:
        return self._theme.px(20)

    def _second_top(self) -> int:
        return self.viewport().height() - self._line_height() - 3

    def _line(
        self, painter: QPainter, span: QRect, text: str, ink: str, weight: int, size: int
    ) -> None:
        painter.setFont(self._theme.font(size, weight))
        painter.setPen(QColor(ink))
        top = self._second_top() - self._line_height()
        box = QRect(span.left() + PADDING, top, span.width() - PADDING, self._line_height())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip), text)

    def _second_line(
        self, painter: QPainter, span: QRect, text: str, side: Qt.AlignmentFlag
    ) -> None:
        painter.setFont(self._theme.font(self._theme.sizes.caption, 500))
        painter.setPen(QColor(self._theme.colours.text_second))
        box = QRect(
            span.left() + PADDING,
            self._second_top(),
            span.width() - 2 * PADDING,
            self._line_height(),
        )
        flags = int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
        painter.drawText(box, flags, text)
