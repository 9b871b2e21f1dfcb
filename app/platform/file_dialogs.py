"""The dialogs that ask for files; Qt's own record of the folders they showed is not kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

_KEPT_BY_QT = ("FileDialog/history", "FileDialog/lastVisited", "FileDialog/shortcuts")
"""Full names of folders, in the user's settings of all programs that use Qt."""

_OPTIONS = (
    # a system's dialog puts what is chosen into the list of recent documents
    QFileDialog.Option.DontUseNativeDialog
    # and a folder's own idea of its icon would be read from a file in it
    | QFileDialog.Option.DontUseCustomDirectoryIcons
)


def ask_for_files(window: QWidget, title: str, kinds: str) -> list[str]:
    """Ask for files to open; return their paths, or none.

    All files can be chosen, since what comes by mail has all sorts of names and is known
    by its content; the user may narrow the list down to ``kinds``, as in "Reports (*.json)".
    """
    kinds = f"All files (*);;{kinds}"
    with _nothing_kept():
        paths, _ = QFileDialog.getOpenFileNames(window, title, "", kinds, options=_OPTIONS)
    return list(paths)


def ask_for_place(window: QWidget, title: str, start: str, kind: str) -> str:
    """Ask for a place to write to; return its path, or ""."""
    with _nothing_kept():
        path, _ = QFileDialog.getSaveFileName(window, title, start, kind, options=_OPTIONS)
    return str(path)


@contextmanager
def _nothing_kept() -> Iterator[None]:
    settings = QSettings(QSettings.Scope.UserScope, "QtProject")
    before = {key: settings.value(key) for key in _KEPT_BY_QT}
    try:
        yield
    finally:
        settings.sync()
        for key, value in before.items():
            if value is None:
                settings.remove(key)
            else:
                settings.setValue(key, value)
