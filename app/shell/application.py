"""Puts the program together: application object, settings, window, shutdown."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from app.kit.focus_ring import FocusRing
from app.platform.crash_guard import tell_codes_only
from app.platform.garbage import GarbageCollector
from app.platform.settings import TITLE, Settings
from app.platform.surroundings import prepare
from app.shell.main_window import MainWindow
from evalcore.version import VERSION

_SOON = 300
"""Milliseconds after the window is shown until the evaluator's process is started."""
_FRAME = 40
"""Pixels that the system's frame and title add to a window's height, at most."""


def run(arguments: Sequence[str]) -> int:
    """Show the window on the files that are named; return the exit code."""
    tell_codes_only()
    prepare()
    application = _application()
    window = MainWindow()
    ring = FocusRing(application, window.theme)
    window.theme_changed.connect(ring.set_theme)
    _follow(window, Settings(), application)
    window.show()
    gc.freeze()  # what is there now stays: it need not be looked through again and again
    GarbageCollector(application)
    if arguments:
        window.open_files(arguments)
    else:
        QTimer.singleShot(_SOON, window.start_evaluator)
    return application.exec()


def _follow(window: MainWindow, settings: Settings, application: QApplication) -> None:
    """Give the window what was kept of the last session, and keep what is changed in this one."""
    if (geometry := settings.geometry) is not None:
        window.restoreGeometry(geometry)
    else:
        room = window.screen().availableSize().height() - _FRAME
        window.resize(window.width(), min(window.height(), room))  # or its last line is cut off
    size = window.file_panel.minimum_cell_size
    size.setValue(settings.minimum_cell_size(size.maximum()))
    size.valueChanged.connect(settings.keep_minimum_cell_size)
    chosen = window.findChild(QAction, f"actionScheme{settings.appearance.capitalize()}")
    if chosen is not None and not chosen.isChecked():
        chosen.trigger()

    def keep_appearance(name: str) -> None:
        settings.appearance = name

    def keep_geometry() -> None:
        settings.geometry = window.saveGeometry()

    window.actions_.scheme_chosen.connect(keep_appearance)
    application.aboutToQuit.connect(keep_geometry)


def self_test(arguments: Sequence[str]) -> int:
    """Do the whole main job in a window; say in one line how it went.

    The line is printed, and written to the file that is named. Returns 0, or 1
    when a step failed. No settings are read or written.
    """
    from app.shell.self_test import Failed, SelfTest

    tell_codes_only()
    prepare()
    application = _application()
    window = MainWindow()
    window.show()
    test = SelfTest(window)
    try:
        test.run()
        failed = ""
    except Failed as failure:
        failed = str(failure)
    except OSError as error:
        failed = f"no file can be written here ({type(error).__name__})"
    screen = application.platformName()
    window.close()
    told = f"failed: {failed}" if failed else f"passed: {', '.join(test.done)}"
    line = f"Review Desk {VERSION} self-test on {screen} {told}.\n"
    if sys.stdout is not None:  # a window program on Windows may have none
        sys.stdout.write(line)
        sys.stdout.flush()
    for path in arguments[:1]:
        Path(path).write_text(line, "utf-8")
    return 1 if failed else 0


def _application() -> QApplication:
    application = QApplication([TITLE])
    application.setApplicationName(TITLE)
    application.setOrganizationName(TITLE)
    return application
