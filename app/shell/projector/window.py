"""The presentation for the projector: a full screen of one metric, moved through by keys."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QKeyEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.kit.banner import Banner
from app.kit.theme import Theme
from app.shell.projector.bar import PresentationBar
from app.shell.projector.delegate import INSET
from app.shell.projector.heading import PresentationHeading
from app.shell.projector.model import GROUPS, PresentationModel
from app.shell.projector.table import PresentationTable
from evalcore.metrics import METRIC_CODES, METRICS
from evalcore.service.protocol import Report

_WIDTH, _HEIGHT = 1366, 768
"""The room at which type has the theme's sizes; with more of it, all is larger."""
_LARGEST, _STEPS = 3.0, 8
_COMPACT_HEIGHT = 700
_MARGINS = ((1340, 56), (1200, 40), (0, 32))
"""Widths of the window, in px, with the margins at its sides."""
_PLAIN = Qt.KeyboardModifier.KeypadModifier

Key = Qt.Key
_METRIC_STEPS: dict[int, int] = {
    Key.Key_Left: -1,
    Key.Key_PageUp: -1,
    Key.Key_Backspace: -1,
    Key.Key_Home: -len(METRICS),
    Key.Key_Right: 1,
    Key.Key_PageDown: 1,
    Key.Key_Space: 1,
    Key.Key_End: len(METRICS),
}
_GROUP_STEPS: dict[int, int] = {Key.Key_Up: -1, Key.Key_Down: 1}


class Presentation(QWidget):
    """A window of its own; ``set_report``, then ``present``. Esc or closing it leaves.

    At the first and the last metric or group it stops. It shows kinds of files
    and numbers, never a name. It must be no child of a widget that is given to
    ``apply_theme``: it chooses the text scale itself, as large as the room allows.
    """

    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presentation")
        self.setWindowTitle("Review Desk: presentation")
        self.setAccessibleName("Presentation")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        self._theme = theme
        self._model = PresentationModel(self)
        self.banner = Banner(theme, self, type_size=theme.sizes.projector_body)
        self.heading = PresentationHeading(theme, self._model, self)
        self.table = PresentationTable(theme, self._model, self)
        self.bar = PresentationBar(theme, self)
        self._below = QVBoxLayout()
        self._below.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.banner)
        layout.addWidget(self.heading)
        layout.addLayout(self._below, 1)
        layout.addWidget(self.bar)
        self.bar.previous_metric.clicked.connect(lambda: self._move(metric=-1))
        self.bar.next_metric.clicked.connect(lambda: self._move(metric=1))
        self.bar.previous_group.clicked.connect(lambda: self._move(group=-1))
        self.bar.next_group.clicked.connect(lambda: self._move(group=1))
        self.bar.leave.clicked.connect(self.close)
        self.resize(_WIDTH, _HEIGHT)
        self._show_place()

    def set_report(self, draft_report: Report, file_text: str) -> None:
        """Take a draft report and what to call its file, as "File 1"; the place stays."""
        self._model.set_report(draft_report)
        minimum = draft_report["minimum_cell_size"]
        self.bar.source.setText(f"{file_text}. Minimum cell size {minimum}.")
        self._fit()

    def present(self) -> None:
        """Fill the screen and take the keyboard."""
        self.showFullScreen()
        self.activateWindow()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Change colours while it is shown; the text scale is chosen here."""
        self._theme = theme
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()  # no Key of all that keyboards send
        if event.modifiers() & ~_PLAIN:
            super().keyPressEvent(event)
        elif key in _METRIC_STEPS:
            self._move(metric=_METRIC_STEPS[key])
        elif key in _GROUP_STEPS:
            self._move(group=_GROUP_STEPS[key])
        elif key in (Key.Key_Escape, Key.Key_F11):
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _move(self, metric: int = 0, group: int = 0) -> None:
        """Go some metrics or groups on, as far as there are any."""
        before = METRIC_CODES.index(self._model.metric), GROUPS.index(self._model.group)
        now = (
            min(max(before[0] + metric, 0), len(METRICS) - 1),
            min(max(before[1] + group, 0), len(GROUPS) - 1),
        )
        if now != before:
            self._model.show_rows(METRIC_CODES[now[0]], GROUPS[now[1]])
            self.heading.show_metric()
            self._show_place()
            self._announce()

    def _show_place(self) -> None:
        metric, group = self._model.metric, self._model.group
        held = self.focusWidget()
        self.bar.show_place(METRIC_CODES.index(metric), GROUPS.index(group))
        if held is not None and not held.isEnabled():
            self.setFocus()  # or it would go to the next button, and Space press that
        self.table.setAccessibleName(f"{METRICS[metric].title} by {group}")

    def _announce(self) -> None:
        if QAccessible.isActive():
            place = f"{self.bar.metric_place.text()}. {self.bar.group_place.text()}"
            words = f"{self.heading.spoken()}. {place}."
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _fit(self) -> None:
        room = min(self.width() / _WIDTH, self.height() / _HEIGHT)
        scale = int(min(max(room, 1.0), _LARGEST) * _STEPS) / _STEPS
        theme = replace(self._theme, text_scale=scale)
        compact = self.height() < theme.px(_COMPACT_HEIGHT)
        margin = theme.px(next(m for least, m in _MARGINS if self.width() >= theme.px(least)))
        palette = QPalette(theme.palette())
        palette.setColor(QPalette.ColorRole.Window, palette.color(QPalette.ColorRole.Base))
        self.setPalette(palette)
        self.banner.set_theme(theme)
        self.heading.fit(theme, self.width(), margin, compact)
        self._below.setContentsMargins(margin - INSET, 0, margin, theme.px(4 if compact else 16))
        self.bar.fit(theme, margin)
        self.table.fit(theme, compact)
