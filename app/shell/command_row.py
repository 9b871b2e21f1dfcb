"""The row below the banner: menus, page tabs, Export."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QTabBar, QWidget

from app.kit.buttons import Button
from app.kit.density import Density
from app.kit.icons import IconName
from app.kit.theme import Theme
from app.shell.actions import Actions
from app.shell.pages import CHECK, DISCLOSURE, PAGES

_MARGINS = 28  # Left, right, and between Present and Export.


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
        for page in PAGES:
            self.tabs.addTab(page.title)
        self.tabs.currentChanged.connect(self.page_chosen)
        self._pills = {number: QLabel(self.tabs) for number in (CHECK, DISCLOSURE)}
        for pill in self._pills.values():
            pill.hide()
        self.present = Button(theme, "Present", self, icon_name=IconName.MONITOR)
        self.present.clicked.connect(actions.present.trigger)
        actions.present.enabledChanged.connect(self.present.setEnabled)
        self.export = Button(theme, "Export", self, icon_name=IconName.EXPORT, primary=True)
        self.export.set_menu(actions.export_menu(self.export))
        for action in actions.exports:
            action.enabledChanged.connect(lambda _: self._update_export())
        self._actions = actions
        self._fitted: tuple[object, ...] = ()
        """The room and the words for which the tabs were fitted last."""
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
        """Make room where the window is narrow."""
        wide = density is Density.WIDE
        room = self._theme.px(self._theme.sizes.file_list) - 8
        self._menus.setFixedWidth(room if wide else self._menus.sizeHint().width())
        self.present.setVisible(density is not Density.NARROW)
        self._fit()

    def _fit(self) -> None:
        """Shorten the tabs where they have no room."""
        room = self.width() - self._menus.width() - self.export.sizeHint().width() - _MARGINS
        if not self.present.isHidden():
            room -= self.present.sizeHint().width()
        wanted = (room, self._theme.text_scale, *(pill.text() for pill in self._pills.values()))
        if wanted == self._fitted:
            return
        self._fitted = wanted
        for short, tight in ((False, False), (True, False), (True, True)):
            for number, page in enumerate(PAGES):
                self.tabs.setTabText(number, page.short_title if short else page.title)
            self._set_tight(tight)
            if self.tabs.sizeHint().width() <= room:
                return

    def _set_tight(self, tight: bool) -> None:
        if self.tabs.property("tight") != tight:
            self.tabs.setProperty("tight", tight)
            self.tabs.style().unpolish(self.tabs)
            self.tabs.style().polish(self.tabs)
            for page in self._pills:
                self._place_pill(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_check(self, ready: bool | None) -> None:
        """Say at the tab of the return check whether the returns are ready; None: nothing yet."""
        words = {None: "", True: "ready", False: "not ready"}[ready]
        self._show_pill(CHECK, words, "good" if ready else "bad")

    def show_disclosure(self, words: str, tone: str, verdict: str) -> None:
        """Say at the tab of the disclosure check where it stands, and at Export what it says."""
        self._show_pill(DISCLOSURE, words, tone)
        said = f"{PAGES[DISCLOSURE].title}: {verdict}." if words else ""
        self.export.setToolTip(said)
        self.export.setAccessibleDescription(said)

    def _show_pill(self, page: int, words: str, tone: str) -> None:
        pill = self._pills[page]
        if (pill.text(), pill.property("pill")) == (words, tone):
            return  # asked at every step of the reading
        pill.setVisible(bool(words))
        pill.setText(words)
        pill.setProperty("pill", tone)
        self._place_pill(page)
        name = f", {words}" if words else ""
        self.tabs.setAccessibleTabName(page, f"{PAGES[page].title}{name}")
        self._fit()

    def _place_pill(self, page: int) -> None:
        """Put a pill at its tab, as large as its words need: a tab takes it as it is."""
        pill, side = self._pills[page], QTabBar.ButtonPosition.RightSide
        pill.style().unpolish(pill)
        pill.style().polish(pill)
        # else the label goes on with the edges that it had before
        QApplication.sendEvent(pill, QEvent(QEvent.Type.StyleChange))
        # one that says less leaves the tabs beside it where they are
        least = max(pill.minimumWidth(), pill.sizeHint().width()) if pill.text() else 0
        pill.setMinimumWidth(least)
        pill.setAlignment(Qt.AlignmentFlag.AlignCenter)
        pill.adjustSize()
        self.tabs.setTabButton(page, side, None)
        if pill.text():
            self.tabs.setTabButton(page, side, pill)

    def show_page(self, number: int) -> None:
        """Mark the page that is shown."""
        self.tabs.setCurrentIndex(number)

    def _update_export(self) -> None:
        self.export.setEnabled(any(action.isEnabled() for action in self._actions.exports))
