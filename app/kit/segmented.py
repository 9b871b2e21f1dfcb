"""A row of choices of which one holds, such as "Compare | All figures"."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from app.kit.theme import Theme

_INSET = 3


class _Segment(QAbstractButton):
    """One choice; assistive tools see a radio button."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ownFocus", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.theme = theme
        self.widest = 0.0
        """A count that falls leaves the choices beside it where they are."""

    def sizeHint(self) -> QSize:
        text = QFontMetricsF(self.theme.font(weight=600)).horizontalAdvance(self.text())
        self.widest = max(text, self.widest)
        return QSize(round(self.widest) + 28, self.theme.px(self.theme.sizes.control))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, s = self.theme.colours, self.theme.sizes
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        chosen = self.isChecked()
        if chosen or (self.underMouse() and self.isEnabled()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.icon_tint if chosen else c.sunken))
            painter.drawRoundedRect(box, s.radius - 2, s.radius - 2)
        if self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), s.focus_ring))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), s.radius - 3, s.radius - 3)
        ink = c.accent if chosen else c.text
        painter.setPen(QColor(ink if self.isEnabled() else c.text_muted))
        painter.setFont(self.theme.font(weight=600 if chosen else 500))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class Segmented(QWidget):
    """Choices in a frame. Tab reaches the chosen one, arrow keys change it.

    ``choices`` are pairs of a key for the program and a text for the eye; the
    first is chosen. ``name`` says what is chosen and is read by screen readers.
    """

    selected = Signal(str)
    """The key of the choice that the user or ``select`` made."""

    def __init__(
        self,
        theme: Theme,
        choices: Sequence[tuple[str, str]],
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._segments: dict[str, _Segment] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for key, text in choices:
            segment = _Segment(theme, text, self)
            self._segments[key] = segment
            self._group.addButton(segment)
            layout.addWidget(segment)
            segment.toggled.connect(lambda on, key=key: self.selected.emit(key) if on else None)
        first = next(iter(self._segments.values()))
        first.blockSignals(True)
        first.setChecked(True)
        first.blockSignals(False)
        self.set_theme(theme)

    def current(self) -> str:
        """The key of what is chosen."""
        return next(key for key, segment in self._segments.items() if segment.isChecked())

    def select(self, key: str) -> None:
        """Choose by key; KeyError if there is none such."""
        self._segments[key].setChecked(True)

    def set_text(self, key: str, text: str) -> None:
        """Change what a choice says, such as its count."""
        self._segments[key].setText(text)
        self._segments[key].updateGeometry()

    def button(self, key: str) -> QAbstractButton:
        """The button of a choice, for tool tips and for disabling it."""
        return self._segments[key]

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for segment in self._segments.values():
            segment.theme, segment.widest = theme, 0.0
            segment.updateGeometry()
            segment.update()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, radius = self._theme.colours, self._theme.sizes.radius
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.control_border), 1))
        painter.setBrush(QColor(c.surface))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, radius, radius)
        painter.end()
