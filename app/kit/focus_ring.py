"""The ring around the control that has the keyboard focus."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPen, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFocusFrame,
    QLineEdit,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid

from app.kit.theme import Theme

_RINGED = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit)


class _RingStyle(QProxyStyle):
    """Keeps the frame a gap and a ring away from its widget; used by the frame alone."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__("Fusion")
        self.setParent(parent)
        self._reach = theme.sizes.focus_gap + theme.sizes.focus_ring

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        margins = (
            QStyle.PixelMetric.PM_FocusFrameHMargin,
            QStyle.PixelMetric.PM_FocusFrameVMargin,
        )
        return self._reach if metric in margins else super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        data: QStyleHintReturn | None = None,
    ) -> int:
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1  # A child of the window or viewport: narrow containers do not cut it.
        if hint == QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0
        return super().styleHint(hint, option, widget, data)


class _Ring(QFocusFrame):
    """Lies around its widget and takes no input; assistive tools do not see it."""

    def __init__(self, theme: Theme, style: QStyle) -> None:
        super().__init__()
        self._theme = theme
        self.setStyle(style)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        sizes = self._theme.sizes
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.colours.accent), sizes.focus_ring))
        inset = sizes.focus_ring / 2
        radius = sizes.radius + sizes.focus_gap + inset
        box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(box, radius, radius)
        painter.end()


class FocusRing(QObject):
    """Draws a 2 px ring with a 2 px gap around the focused button or field.

    Made once by the application. Focus that a mouse press gave shows no ring;
    widgets with a property ``ownFocus`` paint their own. Leave 4 px around controls.
    """

    def __init__(self, application: QApplication, theme: Theme) -> None:
        super().__init__(application)
        self._ring: _Ring | None = None
        self._style = _RingStyle(theme, self)
        self.set_theme(theme)
        application.focusChanged.connect(self._follow)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._drop()
        self._follow(None, QApplication.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        wanted = isinstance(new, _RINGED) and not new.property("ownFocus")
        pressed = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if new is None or not wanted or pressed or new.isWindow():
            self._drop()
            return
        if self._ring is None or not isValid(self._ring):
            self._ring = _Ring(self._theme, self._style)
        self._ring.setWidget(new)

    def _drop(self) -> None:
        ring, self._ring = self._ring, None
        if ring is not None and isValid(ring):
            ring.setWidget(None)  # type: ignore[arg-type]
            ring.deleteLater()
