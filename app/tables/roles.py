"""The item roles that models fill and delegates read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from PySide6.QtCore import Qt

from app.kit.icons import IconName
from app.tables.file_roles import Tone


class Role(IntEnum):
    """Roles beside Qt's own."""

    CELL = Qt.ItemDataRole.UserRole
    """A CellView: all that a delegate needs to paint the cell."""
    AXIS = auto()
    """Of a header section: the Axis of the plots below it."""


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


@dataclass(frozen=True, slots=True)
class CellView:
    """What is painted in one cell; figures of a suppressed cell are not in it."""

    part: CellPart
    text: str
    state: CellState | None = None
    interval: Interval | None = None
    """An interval to be drawn on ``axis``."""
    axis: Axis | None = None
    overall: bool = False
    group_start: bool = False
    """Whether the row is the first of its group."""
    group: str = ""
    """The title of the row's group."""
    in_view: bool = False
    """Whether the column belongs to the metric in view."""
    pane: bool = False
    """Whether the column belongs to the pane of the metric in view."""
    details: tuple[str, ...] = ()
    """Lines of text below the main one."""


class ProblemRole(IntEnum):
    """Roles of the return check's table."""

    CELL = Qt.ItemDataRole.UserRole + 200
    """A ProblemCell: all that a delegate needs to paint the cell."""


class ProblemPart(Enum):
    """What a cell of the return check's table shows."""

    HEADING = auto()
    ICON = auto()
    FILE = auto()
    ROW = auto()
    FIELD = auto()
    MESSAGE = auto()
    ACTION = auto()


@dataclass(frozen=True, slots=True)
class ProblemCell:
    """What is painted in one cell of a problem or of a group's heading."""

    part: ProblemPart
    text: str = ""
    detail: str = ""
    """The second line, or what stands beside a heading."""
    folded: str = ""
    """What the cell also says where the columns beside it have no room."""
    count: str = ""
    """At the right of a heading."""
    icon: IconName | None = None
    tone: Tone = Tone.WAITING
    muted: bool = False
    last: bool = False
    """Whether the row is the last of its group: it has no line below."""
