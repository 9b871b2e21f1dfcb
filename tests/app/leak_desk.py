"""A window under watch: what it prints, logs and warns of, its settings, its secrets so far."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from leak_scan import Leak, Secrets, scan, scan_shown
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studies import path_parts
from window_help import settle

from app.shell.main_window import MainWindow
from evalcore.vocabulary import NOTICE

FULL = "REVIEW_DESK_LEAKS" in os.environ
"""Whether all is looked at (``dev.py torture leaks``); it names a file for the figures."""


class Desk:
    """Works at the window and looks for leaks and for the notice after each step."""

    def __init__(
        self,
        window: MainWindow,
        qtbot: QtBot,
        folder: Path,
        request: pytest.FixtureRequest,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.window = window
        self.qtbot = qtbot
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.secrets = Secrets()
        self.written: list[Path] = []
        self._printed = request.getfixturevalue("capfd")
        self._logged = request.getfixturevalue("caplog")
        self._warned = request.getfixturevalue("recwarn")
        self._qt = request.getfixturevalue("qtlog")
        # an earlier test whose evaluator was in this process may have left it in a ring
        gc.collect()

    def do(self, action: Callable[[], object]) -> None:
        """Do something and wait until the window has done all that follows."""
        settle(self.qtbot, self.window, action)

    def open(self, *paths: Path | str) -> None:
        self.do(lambda: self.window.open_files(paths))

    def write(self, name: str) -> Path:
        """Return a place for an export, in a folder whose name is a secret."""
        path = self.folder / name
        self.secrets |= Secrets((), [self.folder.name], path_parts(path))
        self.monkeypatch.setattr(
            "PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_, **__: (str(path), "")
        )
        self.written.append(path)
        return path

    def leaks(self, *shown: str, program: bool = True) -> list[Leak]:
        printed = self._printed.readouterr()
        texts = [*shown, printed.out, printed.err, self._logged.text]
        texts += [str(each.message) for each in self._warned]
        texts += [record.message for record in self._qt.records]
        return scan(self.window, self.secrets, files=self._on_disk(), texts=texts, program=program)

    def look(self) -> None:
        """Nothing leaks, and the notice is there; so is it at the smallest size.

        The full run of ``dev.py torture`` looks for leaks at that size too.
        """
        self.look_once()
        usual = self.window.size()
        self.window.resize(900, 600)
        leaks = scan_shown(self.window, self.secrets) if FULL else []
        assert not leaks, leaks
        assert_notice(self.window)
        self.window.resize(usual)

    def look_once(self, *texts: str, program: bool = True) -> None:
        """The same, at the size that the window has; ``texts`` were shown before.

        A test of many faults looks at the whole ``program`` once, after the last of them.
        """
        leaks = self.leaks(*texts, program=program or FULL)
        assert not leaks, leaks
        assert_notice(self.window)

    def _on_disk(self) -> Iterable[Path]:
        return [path for path in self.written if path.is_file()]


def assert_notice(window: Any) -> None:
    """The notice stands at the top, word for word, uncovered and uncut."""
    banner = window.findChild(QLabel, "banner")
    assert banner is not None
    assert banner.text() == NOTICE
    assert banner.isVisible()
    place = QRect(banner.mapTo(window, QPoint(0, 0)), banner.size())
    assert place.top() == 0
    assert window.rect().contains(place)
    assert banner.visibleRegion().boundingRect() == banner.rect()
    for x in range(place.left() + 4, place.right(), 40):
        for y in (place.top() + 2, place.center().y(), place.bottom() - 2):
            assert window.childAt(x, y) is banner, "something covers the notice"
    wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    room = banner.contentsRect().adjusted(8, 0, -8, 0)
    needed = QFontMetricsF(banner.font()).boundingRect(room, wrapped, NOTICE)
    assert needed.width() <= room.width() + 1
    assert needed.height() <= room.height() + 1
