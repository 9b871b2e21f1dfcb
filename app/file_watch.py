"""Tells when one of some files may have changed on disk."""

from __future__ import annotations

import os

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal


class FileWatch(QObject):
    """Watches files for being written, replaced or removed; what changed must be looked up."""

    touched = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.touched)

    def set_paths(self, paths: set[str]) -> None:
        """Watch these files and no others; a file that was replaced is watched anew."""
        watched = set(self._watcher.files())
        if gone := watched - paths:
            self._watcher.removePaths(list(gone))
        if new := {path for path in paths - watched if os.path.exists(path)}:
            self._watcher.addPaths(list(new))
