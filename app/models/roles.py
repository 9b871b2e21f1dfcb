"""The item roles that models fill and delegates read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from PySide6.QtCore import Qt


class Role(IntEnum):
    """Roles beside Qt's own."""

    STATE = Qt.ItemDataRole.UserRole
    """A CellState."""
    INTERVAL = auto()
    """An Interval to be drawn, or None."""
    AXIS = auto()
    """The Axis on which INTERVAL is drawn."""
    PART = auto()
    """The CellPart that the column shows."""
    OVERALL = auto()
    """Whether the row is the overall slice."""
    GROUP_START = auto()
    """Whether the row is the first of its group."""
    GROUP = auto()
    """The title of the row's group."""
    IN_VIEW = auto()
    """Whether the column belongs to the metric in view."""
    PANE = auto()
    """Whether the column belongs to the pane of the metric in view."""
    DETAILS = auto()
    """Lines of text below or beside the main one."""


class CellState(Enum):
    """What a cell has to show."""

    EMPTY = auto()
    READING = auto()
    PUBLISHED = auto()
    SUPPRESSED = auto()


class CellPart(Enum):
    """What kind of thing a column shows."""

    GROUP = auto()
    LABEL = auto()
    RATE = auto()
    INTERVAL = auto()
    COUNT = auto()
    PLOT = auto()
    GAP = auto()


@dataclass(frozen=True, slots=True)
class Interval:
    """A published estimate and its interval, as fractions of 1."""

    lower: float
    rate: float
    upper: float


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from 0 to ``maximum`` (a fraction of 1) with a tick every ``step``.

    ``reference`` is an interval to compare with, marked over the whole height.
    """

    maximum: float
    step: float
    reference: Interval | None = None


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
