"""Every command of the window, once: text, shortcut, object name."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

PAGES = ("Start", "Return check", "Draft metrics", "Review agreement", "Unsupported claims")
SHORT_PAGES = ("Start", "Check", "Metrics", "Agreement", "Claims")
CHECK, METRICS, AGREEMENT, CLAIMS = 1, 2, 3, 4
_SCHEMES = (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))


class Actions(QObject):
    """The commands, and the menus made of them."""

    page_chosen = Signal(int)
    scheme_chosen = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        standard = QKeySequence.StandardKey
        self.open = self._action("actionOpen", "Open files…", standard.Open)
        self.open_sample = self._action("actionOpenSample", "Open the sample study")
        self.reload = self._action("actionReload", "Reload", standard.Refresh)
        self.remove = self._action("actionRemove", "Remove the file from the list")
        self.close_all = self._action("actionCloseAll", "Close all files")
        self.export_json = self._action("actionExportJson", "", "Ctrl+E")
        self.export_markdown = self._action(
            "actionExportMarkdown", "Everything shown as Markdown…", "Ctrl+Shift+E"
        )
        self.export_claims_markdown = self._action(
            "actionExportClaimsMarkdown", "Unsupported claims as Markdown…"
        )
        self.quit = self._action("actionQuit", "Quit", standard.Quit)
        self.explain = self._action("actionExplain", "How to read the draft metrics", "F1")
        self.about = self._action("actionAbout", "About Review Desk")
        self.pages = []
        for number, name in enumerate(PAGES):
            page = self._action(f"actionPage{number + 1}", name, f"Ctrl+{number + 1}")
            page.triggered.connect(lambda _=False, number=number: self.page_chosen.emit(number))
            self.pages.append(page)
        self._group = QActionGroup(self)
        self.schemes = []
        for key, name in _SCHEMES:
            scheme = self._action(f"actionScheme{key.capitalize()}", name)
            scheme.setCheckable(True)
            scheme.setChecked(key == "system")
            scheme.triggered.connect(lambda _=False, key=key: self.scheme_chosen.emit(key))
            self._group.addAction(scheme)
            self.schemes.append(scheme)
        self.show_export(PAGES[METRICS], json=False, markdown=False, claims=False)

    @property
    def exports(self) -> list[QAction]:
        """The commands of the Export button."""
        return [self.export_json, self.export_markdown, self.export_claims_markdown]

    def show_export(self, report: str, *, json: bool, markdown: bool, claims: bool) -> None:
        """Name the report that is exported as JSON, and tell what can be exported."""
        self.export_json.setText(f"{report} as JSON…")
        self.export_json.setEnabled(json)
        self.export_markdown.setEnabled(markdown)
        self.export_claims_markdown.setEnabled(claims)

    def show_files(self, any_open: bool) -> None:
        """Tell whether there is a file to reload, remove or close."""
        for action in (self.reload, self.remove, self.close_all):
            action.setEnabled(any_open)

    def menu_bar(self) -> QMenuBar:
        """Return the menus; in the window on every system, so that it looks the same."""
        bar = QMenuBar()
        bar.setNativeMenuBar(False)
        file = bar.addMenu("&File")
        file.addActions([self.open, self.open_sample])
        file.addSeparator()
        file.addActions([self.reload, self.remove, self.close_all])
        file.addSeparator()
        file.addActions(self.exports)
        file.addSeparator()
        file.addAction(self.quit)
        view = bar.addMenu("&View")
        view.addActions(self.pages)
        view.addSeparator()
        view.addMenu("Appearance").addActions(self.schemes)
        bar.addMenu("&Help").addActions([self.explain, self.about])
        return bar

    def export_menu(self, parent: QWidget) -> QMenu:
        """Return the menu of the Export button."""
        menu = QMenu(parent)
        menu.addActions(self.exports)
        return menu

    def _action(
        self, name: str, text: str, shortcut: QKeySequence.StandardKey | str | None = None
    ) -> QAction:
        action = QAction(text, self._window)
        action.setObjectName(name)
        if isinstance(shortcut, str):
            action.setShortcut(QKeySequence(shortcut))
        elif shortcut is not None:
            action.setShortcuts(shortcut)
        self._window.addAction(action)
        return action
