"""The row below the banner: menus, page tabs, Export."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QTabBar, QWidget

from app.actions import CHECK, PAGES, SHORT_PAGES, Actions
from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.density import Density


class CommandRow(QFrame):
    """Menus over the file list, tabs over the pages."""

    page_chosen = Signal(int)

    def __init__(self, theme: Theme, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("panel", "command")
        self._menus = actions.menu_bar()
        self._menus.setParent(self)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName("Pages")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for name in PAGES:
            self.tabs.addTab(name)
        self.tabs.currentChanged.connect(self.page_chosen)
        self._pill = QLabel(self.tabs)
        self._pill.hide()
        self.present = Button(theme, "Present", self, icon_name=IconName.MONITOR)
        self.present.clicked.connect(actions.present.trigger)
        actions.present.enabledChanged.connect(self.present.setEnabled)
        self.export = Button(theme, "Export", self, icon_name=IconName.EXPORT, primary=True)
        self.export.set_menu(actions.export_menu(self.export))
        for action in actions.exports:
            action.enabledChanged.connect(lambda _: self._update_export())
        self._actions = actions
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 12, 0)
        layout.setSpacing(0)
        layout.addWidget(self._menus, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        layout.addWidget(self.present, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addSpacing(8)
        layout.addWidget(self.export, 0, Qt.AlignmentFlag.AlignVCenter)
        self.set_theme(theme)
        self.set_density(Density.WIDE)
        self._update_export()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(theme.px(theme.sizes.command_row))

    def set_density(self, density: Density) -> None:
        """Shorten the tabs where the window is narrow."""
        wide = density is Density.WIDE
        room = self._theme.px(self._theme.sizes.file_list) - 8
        self._menus.setFixedWidth(room if wide else self._menus.sizeHint().width())
        self.present.setVisible(density is not Density.NARROW)
        names = SHORT_PAGES if density is Density.NARROW else PAGES
        for number, name in enumerate(names):
            self.tabs.setTabText(number, name)

    def show_check(self, ready: bool | None) -> None:
        """Say at the tab of the return check whether the returns are ready; None: nothing yet."""
        self._pill.setVisible(ready is not None)
        self._pill.setText("ready" if ready else "not ready")
        self._pill.setProperty("pill", "good" if ready else "bad")
        self._pill.style().unpolish(self._pill)
        self._pill.style().polish(self._pill)
        self.tabs.setTabButton(CHECK, QTabBar.ButtonPosition.RightSide, None)
        if ready is not None:
            self.tabs.setTabButton(CHECK, QTabBar.ButtonPosition.RightSide, self._pill)
        name = "" if ready is None else f", {self._pill.text()}"
        self.tabs.setAccessibleTabName(CHECK, f"{PAGES[CHECK]}{name}")

    def show_page(self, number: int) -> None:
        """Mark the page that is shown."""
        self.tabs.setCurrentIndex(number)

    def _update_export(self) -> None:
        self.export.setEnabled(any(action.isEnabled() for action in self._actions.exports))
