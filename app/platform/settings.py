"""What the program keeps between sessions: the window's shape, its look, the minimum cell size."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from evalcore.vocabulary import DEFAULT_MINIMUM_CELL_SIZE

TITLE = "Review Desk"
"""The name of the program, in title bars and of the settings file."""

_GEOMETRY = "window/geometry"
_APPEARANCE = "window/appearance"
_CELL_SIZE = "evaluation/minimum_cell_size"
_KEYS = (_GEOMETRY, _APPEARANCE, _CELL_SIZE)
_APPEARANCES = ("system", "light", "dark")


class Settings:
    """A small file of its own in the user's folder for settings, and nothing of any study in it.

    What somebody else wrote into it is not believed, and goes with the next change.
    """

    def __init__(self) -> None:
        self._file = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, TITLE, TITLE)
        self._file.setFallbacksEnabled(False)
        for key in self._file.allKeys():
            if key not in _KEYS:
                self._file.remove(key)

    @property
    def geometry(self) -> QByteArray | None:
        """The window's place and size, as it gave them."""
        value = self._file.value(_GEOMETRY)
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._file.setValue(_GEOMETRY, value)

    @property
    def appearance(self) -> str:
        """ "light", "dark" or "system"."""
        value = self._file.value(_APPEARANCE)
        return value if isinstance(value, str) and value in _APPEARANCES else "system"

    @appearance.setter
    def appearance(self, value: str) -> None:
        self._file.setValue(_APPEARANCE, value)

    def minimum_cell_size(self, largest: int) -> int:
        """Return the size, at least 2 and at most ``largest``."""
        value = self._file.value(_CELL_SIZE)
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 9:
            size = int(value)
            if 2 <= size <= largest:
                return size
        return DEFAULT_MINIMUM_CELL_SIZE

    def keep_minimum_cell_size(self, size: int) -> None:
        self._file.setValue(_CELL_SIZE, size)
