"""The item roles of the file list, which is there from the start, and the tones of states."""

from __future__ import annotations

from enum import IntEnum, auto

from PySide6.QtCore import Qt


class FileRole(IntEnum):
    """Roles of the file list."""

    NUMBER = Qt.ItemDataRole.UserRole + 100
    """The session's number of the file."""
    ICON = auto()
    """The IconName of the file's kind."""
    STATE_TEXT = auto()
    """The state in words."""
    TONE = auto()
    """A Tone."""
    SHORT = auto()
    """"Drafts", "File 1" or "File", for the rail."""
    PROGRESS = auto()
    """Per cent read, or None."""


class Tone(IntEnum):
    """How a state is meant."""

    WAITING = auto()
    GOOD = auto()
    WARNING = auto()
    BAD = auto()
