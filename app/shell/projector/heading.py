"""The top of the projector's page: the metric in words, and its overall figure."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.kit.theme import SIZES, Theme
from app.shell.projector.model import PresentationModel
from evalcore.descriptions import (
    COUNTS_SENTENCE,
    SUPPRESSED_SENTENCE,
)
from evalcore.figures.text import SUPPRESSED, Figures
from evalcore.metrics import METRICS

_SENTENCE_SIZE = 20
_FIGURE_SIZES = (SIZES.projector_figure, 72, 56)
_GAP = 28


class PresentationHeading(QWidget):
    """As high for every metric, and the words as wide: what is below does not jump."""

    def __init__(self, theme: Theme, model: PresentationModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._figure_size = _FIGURE_SIZES[0]
        self.title = self._label("presentationTitle")
        self.sentence = self._label("presentationSentence", "second")
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.count = self._label("presentationCount")
        self.interval = self._label("presentationInterval", "second")
        self.figure = self._label("presentationFigure")
        words, figures = QVBoxLayout(), QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.sentence)
        words.addStretch(1)
        figures.setSpacing(theme.sizes.grid)
        figures.addStretch(1)
        for label in (self.count, self.interval):
            figures.addWidget(label, 0, Qt.AlignmentFlag.AlignRight)
        figures.addStretch(1)
        self._row = QHBoxLayout(self)
        self._row.addLayout(words, 1)
        self._row.addLayout(figures)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._row.addWidget(self.figure, 0, right)

    def fit(self, theme: Theme, width: int, margin: int, compact: bool) -> None:
        """Take colours and scale, and choose type for ``width`` px with margins at the sides."""
        self._theme = theme
        space, gap = theme.px(6 if compact else 16), theme.px(_GAP)
        self._row.setContentsMargins(margin, space, margin, space)
        self._row.setSpacing(gap)
        self.title.setFont(theme.font(theme.sizes.projector_title, 600))
        self.sentence.setFont(theme.font(_SENTENCE_SIZE))
        self.count.setFont(theme.font(theme.sizes.projector_body, 400, tabular=True))
        self.interval.setFont(theme.font(_SENTENCE_SIZE, 400, tabular=True))
        rooms = {
            size: max(width - 2 * margin - 2 * gap - self._figures_width(size), theme.px(200))
            for size in _FIGURE_SIZES
        }
        lines = {size: self._words_height(room) for size, room in rooms.items()}
        best = self._figure_size = min(_FIGURE_SIZES, key=lambda size: lines[size])
        self.sentence.setFixedSize(rooms[best], lines[best])
        words = QFontMetrics(self.title.font()).height() + lines[best]
        figure = QFontMetrics(theme.font(self._figure_size, 600)).capHeight() * 1.2
        self.setFixedHeight(round(max(words, figure)) + 2 * space)
        self.show_metric()

    def show_metric(self) -> None:
        """Show the words and the overall figure of the model's metric."""
        metric = self._model.metric
        overall = self._model.overall(metric)
        suppressed = self._model.has_report and overall is None
        self.title.setText(METRICS[metric].title)
        self.sentence.setText(_words(metric))
        self.count.setText(_count(overall))
        self.interval.setText(_interval(overall))
        self.interval.setVisible(overall is not None)
        colours, sizes = self._theme.colours, self._theme.sizes
        size = sizes.projector_title if suppressed else self._figure_size
        self.figure.setFont(self._theme.font(size, 500 if suppressed else 600))
        palette = self._theme.palette()
        ink = QColor(colours.text_muted if suppressed else colours.accent)
        palette.setColor(QPalette.ColorRole.WindowText, ink)
        self.figure.setPalette(palette)
        self.figure.setText(SUPPRESSED if suppressed else _rate(overall))
        self.figure.setToolTip(SUPPRESSED_SENTENCE if suppressed else "")
        self.figure.setAccessibleName(f"Overall rate, {self.figure.text()}")

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())  # the width is given, and the type is fitted to it

    def spoken(self) -> str:
        """Return what is shown, as a sentence for the ear."""
        parts = (self.title.text(), self.count.text(), self.figure.text(), self.interval.text())
        return ", ".join(part for part in parts if part)

    def _label(self, name: str, tone: str = "") -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if tone:
            label.setProperty("tone", tone)
        return label

    def _figures_width(self, size: int) -> int:
        """Return the room that every metric's overall figures need, the large one of ``size``."""
        large = QFontMetrics(self._theme.font(size, 600))
        word = QFontMetrics(self._theme.font(self._theme.sizes.projector_title, 500))
        count, interval = QFontMetrics(self.count.font()), QFontMetrics(self.interval.font())
        needed = []
        for overall in map(self._model.overall, METRICS):
            beside = count.horizontalAdvance(_count(overall))
            beside = max(beside, interval.horizontalAdvance(_interval(overall)))
            rate = large.horizontalAdvance(_rate(overall))
            needed.append(beside + (rate or word.horizontalAdvance(SUPPRESSED)))
        return max(needed) + 4

    def _words_height(self, width: int) -> int:
        """Return the height that every metric's sentences need."""
        box, metrics = QRect(0, 0, width, 10_000), QFontMetrics(self.sentence.font())
        wrapped = Qt.TextFlag.TextWordWrap
        return 1 + max(metrics.boundingRect(box, wrapped, _words(m)).height() for m in METRICS)


def _words(metric: str) -> str:
    return f"{METRICS[metric].sentence}\n{COUNTS_SENTENCE}"


def _count(overall: Figures | None) -> str:
    return f"Overall: {overall.count}" if overall is not None else "Overall"


def _interval(overall: Figures | None) -> str:
    return f"95 % interval {overall.interval} %" if overall is not None else ""


def _rate(overall: Figures | None) -> str:
    return f"{overall.rate} %" if overall is not None else ""
