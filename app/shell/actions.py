"""Every command of the window, once: text, shortcut, object name."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.engine.disclosure import Part
from app.shell.formats import FORMATS, Format, Scope, can_export
from app.shell.pages import DISCLOSURE, PAGES

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
        self.export_in_view = self._action("actionExportJson", "", "Ctrl+E")
        """Exports the report of the page in view, in its format of that scope."""
        self.export_as = {
            one.key: self._action(f"actionExport{one.key}", _command(one), one.shortcut)
            for one in FORMATS
            if one.scope is not Scope.IN_VIEW
        }
        """The commands of the other formats, by their key."""
        self.print = self._action("actionPrint", "Print…", standard.Print)
        self.disclosure_verdict = self._action("actionDisclosureVerdict", "")
        self.compare = self._action("actionCompare", "Compare with earlier reports…")
        self.quit = self._action("actionQuit", "Quit", standard.Quit)
        self.explain = self._action("actionExplain", "How to read the draft metrics", "F1")
        self.guide = self._action("actionGuide", "Guide", "Ctrl+F1")
        self.about = self._action("actionAbout", "About Review Desk")
        self.pages = []
        for number, one in enumerate(PAGES):
            page = self._action(f"actionPage{number + 1}", one.title, f"Ctrl+{number + 1}")
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
        self.show_export(FORMATS[0], ())

    @property
    def exports(self) -> list[QAction]:
        """The commands of the Export button: paper comes after the whole documents."""
        found = [self.export_in_view]
        for scope in (Scope.EVERYTHING, Scope.ONE_REPORT):
            found += [self.export_as[one.key] for one in FORMATS if one.scope is scope]
            found += [self.print] if scope is Scope.EVERYTHING else []
        return found

    def show_export(self, in_view: Format, shown: Collection[Part]) -> None:
        """Name the format of the report in view, and tell what can be exported of ``shown``."""
        self.export_in_view.setText(_command(in_view))
        self.export_in_view.setEnabled(can_export(in_view, shown))
        for one in FORMATS:
            if one.key in self.export_as:
                self.export_as[one.key].setEnabled(can_export(one, shown))
        self.print.setEnabled(bool(shown))

    def show_verdict(self, verdict: str) -> None:
        """Say what the disclosure check says, before what can be exported."""
        text = f"{PAGES[DISCLOSURE].title}: {verdict[:1].lower()}{verdict[1:]}"
        self.disclosure_verdict.setText(text)
        self.disclosure_verdict.setToolTip(text)

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
        file.addActions([self.disclosure_verdict, self.compare])
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
        menu.addAction(self.disclosure_verdict)
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


def _command(one: Format) -> str:
    return f"{one.title[:1].upper()}{one.title[1:]}…"
