"""Puts the program together: application object, settings, window, shutdown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.widgets.focus_ring import FocusRing
from app.widgets.messages import TITLE

_GEOMETRY = "window/geometry"


def run(arguments: Sequence[str]) -> int:
    """Show the window on the files that are named; return the exit code.

    The settings hold the window's place and size, and nothing of any file.
    """
    application = QApplication([TITLE])
    application.setApplicationName(TITLE)
    application.setOrganizationName(TITLE)
    window = MainWindow()
    ring = FocusRing(application, window.theme)
    window.theme_changed.connect(ring.set_theme)
    settings = QSettings()
    geometry = settings.value(_GEOMETRY)
    if isinstance(geometry, QByteArray):
        window.restoreGeometry(geometry)
    application.aboutToQuit.connect(lambda: settings.setValue(_GEOMETRY, window.saveGeometry()))
    window.show()
    if arguments:
        window.open_files(arguments)
    return application.exec()
