"""Which open files have changed on disk since they were read."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from app.engine.engine import Engine
from app.engine.open_files import FileState, OpenFile
from evalcore.service.protocol import ReadStamps, Stamp, Stamps


class FileWatch(QObject):
    """Marks files that were written anew. The system tells of many changes, not of all."""

    marked = Signal()
    failed = Signal(object)

    def __init__(
        self,
        engine: Engine,
        files: Callable[[], Sequence[OpenFile]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._files = files
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.look)

    def look(self) -> None:
        """Compare the files with what was read, in the worker: a network drive may be slow."""
        files = [f for f in self._files() if f.state is FileState.READY]
        if not files:
            return

        def mark(answer: Stamps) -> None:
            for file, stamp in zip(files, answer.stamps, strict=True):
                # one that is being read again meanwhile has another stamp soon
                ready = file.state is FileState.READY
                file.changed = ready and file.stamp is not None and stamp != file.stamp
            self.update()
            self.marked.emit()

        self._engine.ask(ReadStamps(tuple(f.path for f in files)), mark, self.failed.emit)

    def take_stamps(self, stamps: Sequence[tuple[int, Stamp | None]]) -> None:
        """Take in which versions of some files were read last, by the files' numbers."""
        by_number = dict(stamps)
        for file in self._files():
            if file.number in by_number:
                file.stamp, file.changed = by_number[file.number], False
        self.marked.emit()

    def add(self, file: OpenFile) -> None:
        """Watch a file that was read just now, besides those that are watched."""
        if os.path.exists(file.path):
            self._watcher.addPath(file.path)

    def update(self) -> None:
        """Watch the files that are read and no others; one that was replaced is watched anew."""
        paths = {f.path for f in self._files() if f.state is FileState.READY}
        watched = set(self._watcher.files())
        if gone := watched - paths:
            self._watcher.removePaths(list(gone))
        if new := {path for path in paths - watched if os.path.exists(path)}:
            self._watcher.addPaths(list(new))
