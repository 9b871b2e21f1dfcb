"""The bottom row on the projector: the keys, which are buttons too, and where one is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme
from app.shell.projector.model import GROUPS
from evalcore.metrics import METRICS

_KEY = 28
_RING = 4


class KeyButton(QPushButton):
    """Looks like the key that does the same; the name is read aloud and is its tool tip.

    Keys that do not press it are left to the window.
    """

    def __init__(
        self, theme: Theme, name: str, key: str, face: IconName | str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._face = face
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({key})")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)

    def fit(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        key = self._theme.px(_KEY)
        if isinstance(self._face, IconName):
            return QSize(key, key)
        text = QFontMetrics(self._theme.font(weight=500)).horizontalAdvance(self._face)
        return QSize(text + self._theme.px(16), key)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, sizes = self._theme.colours, self._theme.sizes
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = colours.selection if self.underMouse() or self.isDown() else colours.surface
        enabled = self.isEnabled()
        painter.setBrush(QColor(fill if enabled else colours.window))
        painter.setPen(QPen(QColor(colours.control_border if enabled else colours.hairline), 1))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, sizes.radius - 1, sizes.radius - 1)
        ink = colours.text if enabled else colours.text_muted
        if isinstance(self._face, IconName):
            size = self._theme.px(sizes.icon)
            left, top = (self.width() - size) / 2, (self.height() - size) / 2
            paint_icon(painter, self._face, ink, QRectF(left, top, size, size))
        else:
            painter.setFont(self._theme.font(weight=500))
            painter.setPen(QColor(ink))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._face)
        painter.end()


class PresentationBar(QWidget):
    """The keys with "Metric 1 of 5" and "Group 1 of 4: section", and what is shown."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("panel", "status")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme

        def key(name: str, word: str, face: IconName | str) -> KeyButton:
            return KeyButton(theme, name, word, face, self)

        self.previous_metric = key("Previous metric", "Left", IconName.CHEVRON_LEFT)
        self.next_metric = key("Next metric", "Right", IconName.CHEVRON_RIGHT)
        self.previous_group = key("Previous group", "Up", IconName.CHEVRON_UP)
        self.next_group = key("Next group", "Down", IconName.CHEVRON_DOWN)
        self.leave = key("Leave", "Esc", "Esc")
        self.keys = (
            self.previous_metric,
            self.next_metric,
            self.previous_group,
            self.next_group,
            self.leave,
        )
        self.metric_place = self._label("presentationMetric")
        self.group_place = self._label("presentationGroup")
        self._leave_text = self._label("presentationLeave")
        self._leave_text.setText("Leave")
        self.source = self._label("presentationSource", "second")
        self._row = QHBoxLayout(self)
        self._row.setSpacing(0)
        pairs = (
            (self.keys[0:2], self.metric_place),
            (self.keys[2:4], self.group_place),
            (self.keys[4:], self._leave_text),
        )
        for buttons, label in pairs:
            for button in buttons:
                self._row.addWidget(button)
                self._row.addSpacing(2 * _RING)
            self._row.addWidget(label)
            self._row.addSpacing(24)
        self._row.addStretch(1)
        self._row.addWidget(self.source)

    def fit(self, theme: Theme, margin: int) -> None:
        """Take colours and the scale of all type."""
        self._theme = theme
        for key in self.keys:
            key.fit(theme)
        for label in (self.metric_place, self.group_place, self._leave_text):
            label.setFont(theme.font(theme.sizes.heading, 500, tabular=True))
        self.source.setFont(theme.font(theme.sizes.heading, tabular=True))
        widest = QFontMetrics(self.group_place.font())
        texts = [_group_text(number) for number in range(len(GROUPS))]
        self.group_place.setMinimumWidth(max(widest.horizontalAdvance(text) for text in texts) + 2)
        self._row.setContentsMargins(margin, 0, margin, 0)
        self.setFixedHeight(theme.px(44))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.height())

    def show_place(self, metric: int, group: int) -> None:
        """Say which metric and group are shown, counted from 0; at an end the key is off."""
        self.metric_place.setText(f"Metric {metric + 1} of {len(METRICS)}")
        self.group_place.setText(_group_text(group))
        self.previous_metric.setEnabled(metric > 0)
        self.next_metric.setEnabled(metric < len(METRICS) - 1)
        self.previous_group.setEnabled(group > 0)
        self.next_group.setEnabled(group < len(GROUPS) - 1)

    def _label(self, name: str, tone: str = "") -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        if tone:
            label.setProperty("tone", tone)
        return label


def _group_text(number: int) -> str:
    return f"Group {number + 1} of {len(GROUPS)}: {GROUPS[number]}"
