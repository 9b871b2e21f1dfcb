"""Every command of the window, once: text, shortcut, object name."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

PAGES = (
    "Start",
    "Return check",
    "Draft metrics",
    "Review agreement",
    "Unsupported claims",
    "Release check",
)
SHORT_PAGES = ("Start", "Check", "Metrics", "Agreement", "Claims", "Release")
CHECK, METRICS, AGREEMENT, CLAIMS, RELEASE = 1, 2, 3, 4, 5
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
        self.export_html = self._action("actionExportHtml", "Everything shown as HTML…")
        self.export_pdf = self._action("actionExportPdf", "Everything shown as PDF, A4…")
        self.export_letter = self._action("actionExportLetter", "Everything shown as PDF, Letter…")
        self.print = self._action("actionPrint", "Print…", standard.Print)
        self.export_claims_markdown = self._action(
            "actionExportClaimsMarkdown", "Unsupported claims as Markdown…"
        )
        self.release_verdict = self._action("actionReleaseVerdict", "")
        self.compare = self._action("actionCompare", "Compare with earlier reports…")
        self.quit = self._action("actionQuit", "Quit", standard.Quit)
        self.explain = self._action("actionExplain", "How to read the draft metrics", "F1")
        self.guide = self._action("actionGuide", "Guide", "Ctrl+F1")
        self.about = self._action("actionAbout", "About Review Desk")
        self.pages = []
        for number, name in enumerate(PAGES):
            page = self._action(f"actionPage{number + 1}", name, f"Ctrl+{number + 1}")
            page.triggered.connect(lambda _=False, number=number: self.page_chosen.emit(number))
            self.pages.append(page)
        self.present = self._action("actionPresent", "Present", "F11")
        self._group = QActionGroup(self)
        self.schemes = []
        for key, name in _SCHEMES:
            scheme = self._action(f"actionScheme{key.capitalize()}", name)
            scheme.setCheckable(True)
            scheme.setChecked(key == "system")
            scheme.triggered.connect(lambda _=False, key=key: self.scheme_chosen.emit(key))
            self._group.addAction(scheme)
            self.schemes.append(scheme)
        self.show_export(PAGES[METRICS], json=False, document=False, claims=False)

    @property
    def exports(self) -> list[QAction]:
        """The commands of the Export button."""
        return [self.export_json, *self.documents, self.export_claims_markdown]

    @property
    def documents(self) -> list[QAction]:
        """The forms of the committee's document."""
        return [
            self.export_markdown,
            self.export_html,
            self.export_pdf,
            self.export_letter,
            self.print,
        ]

    def show_export(self, report: str, *, json: bool, document: bool, claims: bool) -> None:
        """Name the report that is exported as JSON, and tell what can be exported."""
        self.export_json.setText(f"{report} as JSON…")
        self.export_json.setEnabled(json)
        for action in self.documents:
            action.setEnabled(document)
        self.export_claims_markdown.setEnabled(claims)

    def show_verdict(self, verdict: str) -> None:
        """Say what the release check says, before what can be exported."""
        text = f"{PAGES[RELEASE]}: {verdict[:1].lower()}{verdict[1:]}"
        self.release_verdict.setText(text)
        self.release_verdict.setToolTip(text)

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
        file.addActions([self.release_verdict, self.compare])
        file.addSeparator()
        file.addActions(self.exports)
        file.addSeparator()
        file.addAction(self.quit)
        view = bar.addMenu("&View")
        view.addActions(self.pages)
        view.addSeparator()
        view.addAction(self.present)
        view.addMenu("Appearance").addActions(self.schemes)
        bar.addMenu("&Help").addActions([self.guide, self.explain, self.about])
        return bar

    def export_menu(self, parent: QWidget) -> QMenu:
        """Return the menu of the Export button."""
        menu = QMenu(parent)
        menu.addAction(self.release_verdict)
        menu.addSeparator()
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
