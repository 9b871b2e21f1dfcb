"""Push buttons and small icon buttons that take their colours from the theme."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from app.kit.icons import IconName, icon, paint_icon
from app.kit.theme import Theme

_EDGE = 12  # From the arrow of a menu button to its edge.
_GAP = 4  # Between icon and text, besides the 4 px that the style leaves.


class Button(QPushButton):
    """A push button: default, primary (one a page) or link-like, and in a small form.

    The text is its accessible name; "Export" with a menu gets an arrow at its end.
    """

    def __init__(
        self,
        theme: Theme,
        text: str,
        parent: QWidget | None = None,
        *,
        icon_name: IconName | None = None,
        primary: bool = False,
        link: bool = False,
        small: bool = False,
    ) -> None:
        super().__init__(text, parent)
        self._icon_name = icon_name
        for name, value in (("primary", primary), ("link", link), ("small", small)):
            self.setProperty(name, value)
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(False)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        size = self._icon_size()
        gap = theme.px(_GAP) if self.text() else 0
        self.setIconSize(QSize(size + gap, size))
        if self._icon_name is not None:
            muted = theme.colours.text_muted
            self.setIcon(icon(self._icon_name, self._ink(), size, muted, gap))
        self.update()

    def set_icon_name(self, name: IconName) -> None:
        self._icon_name = name
        self.set_theme(self._theme)

    def set_menu(self, menu: QMenu) -> None:
        """Open menu on a press, and show an arrow that says so."""
        self.setMenu(menu)
        self.setProperty("menu", True)
        self.style().unpolish(self)
        self.style().polish(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.menu() is None:
            super().paintEvent(event)
            return
        # A style sheet's padding does not move the label, so it is drawn here beside the arrow.
        size = self._icon_size()
        reach = size + _EDGE
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.features &= ~QStyleOptionButton.ButtonFeature.HasMenu
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        right_to_left = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left, right = (reach, 0) if right_to_left else (0, reach)
        option.rect = self.rect().adjusted(left, 0, -right, 0)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonLabel, option)
        ink = self._ink() if self.isEnabled() else self._theme.colours.text_muted
        x = _EDGE if right_to_left else self.width() - reach
        spot = QRectF(x, (self.height() - size) / 2, size, size)
        paint_icon(painter, IconName.CHEVRON_DOWN, ink, spot)
        painter.end()

    def _icon_size(self) -> int:
        return self._theme.px(self._theme.sizes.icon)

    def _ink(self) -> str:
        colours = self._theme.colours
        if self.property("primary"):
            return colours.on_accent
        return colours.accent if self.property("link") else colours.text


class IconButton(QToolButton):
    """A button that shows an icon alone; its name is read aloud and is its tool tip."""

    def __init__(
        self, theme: Theme, name: str, icon_name: IconName, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon_name = icon_name
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        size = theme.px(theme.sizes.icon)
        self.setIconSize(QSize(size, size))
        colours = theme.colours
        self.setIcon(icon(self._icon_name, colours.text_second, size, colours.text_muted))
