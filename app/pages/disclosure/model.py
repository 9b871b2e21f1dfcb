"""The findings of the disclosure check as a list under headings, in the evaluator's words."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.engine.disclosure import DisclosureState
from app.kit.icons import IconName
from app.tables.file_roles import Tone
from app.tables.roles import ProblemCell, ProblemPart, ProblemRole
from evalcore.disclosure.findings import CANNOT_BE_JUDGED, SMALL_CLAIMS, Words
from evalcore.service.protocol import Finding

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The columns."""

    ICON = 0
    MESSAGE = 1


class Heading(NamedTuple):
    """A group's title, what stands beside it, its icon and tone, and how its rows are read."""

    title: str
    detail: str
    icon: IconName
    tone: Tone
    spoken: str


WITHIN = Heading(
    "Within what is open",
    "What is open is enough to work it out.",
    IconName.ALERT,
    Tone.BAD,
    "Finding",
)
EARLIER = Heading(
    "Together with an earlier report",
    "It takes a report that was published before.",
    IconName.CLOCK,
    Tone.BAD,
    "Finding",
)
CLAIMS = Heading(
    "Unsupported claims",
    "They are shown without suppression.",
    IconName.CLAIMS,
    Tone.BAD,
    "Finding",
)
UNJUDGED = Heading(
    "Cannot be judged",
    "The reports do not fit together.",
    IconName.SEARCH,
    Tone.WARNING,
    "Not judged",
)
FEW = Heading(
    "Few encounters",
    "The minimum counts facts and statements, not patients.",
    IconName.INFO,
    Tone.WARNING,
    "To look at",
)
HEADINGS = (UNJUDGED, WITHIN, EARLIER, CLAIMS, FEW)


class FindingsModel(QAbstractTableModel):
    """A row for each finding under a heading for each group that has any."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Heading, Words | None]] = []
        """Each row's group and what it says; None for the heading itself."""

    def set_state(self, state: DisclosureState) -> None:
        """Show what the disclosure check found."""
        self.beginResetModel()
        groups: dict[Heading, list[Words]] = {heading: [] for heading in HEADINGS}
        for finding in state.findings:
            groups[_group(finding)].append(finding.words)
        if state.few is not None:
            groups[FEW].append(state.few)
        self._rows = []
        for heading, told in groups.items():
            if told:
                self._rows.append((heading, None))
                self._rows += [(heading, words) for words in told]
        self.endResetModel()

    def heading_rows(self) -> list[int]:
        """Return the rows that are headings."""
        return [row for row, (_, words) in enumerate(self._rows) if words is None]

    def is_heading(self, row: int) -> bool:
        return self._rows[row][1] is None

    def sentence(self, row: int) -> str:
        """Return the whole sentence of a row; of a heading its title."""
        heading, words = self._rows[row]
        return heading.title if words is None else words.sentence

    def key_of(self, row: int) -> Hashable:
        """Return what a finding is known by over a reset; None for a heading."""
        return None if self.is_heading(row) else self._rows[row]

    def rows_of(self, keys: Iterable[Hashable]) -> dict[Hashable, int]:
        """Return the rows of those findings that are still there."""
        wanted = set(keys)
        return {key: row for row, key in enumerate(self._rows) if key in wanted}

    # Qt's interface

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
        if self.is_heading(index.row()):
            return flags
        return flags | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), Column(index.column())
        heading, words = self._rows[row]
        sentence = None if words is None else words.sentence
        match role:
            case Qt.ItemDataRole.DisplayRole:
                if sentence is None:
                    return heading.title if column is Column.ICON else ""
                return sentence if column is Column.MESSAGE else ""
            case Qt.ItemDataRole.AccessibleTextRole:
                if sentence is None:
                    return f"{heading.title}. {heading.detail}" if column is Column.ICON else ""
                return sentence if column is Column.MESSAGE else heading.spoken
            case Qt.ItemDataRole.ToolTipRole:
                return heading.detail if sentence is None else sentence
            case ProblemRole.CELL:
                return self._cell(row, column)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return "Finding" if section == Column.MESSAGE else ""
        return None

    def _cell(self, row: int, column: Column) -> ProblemCell:
        heading, words = self._rows[row]
        if words is None:
            return ProblemCell(
                ProblemPart.HEADING,
                heading.title,
                heading.detail,
                icon=heading.icon,
                tone=heading.tone,
            )
        last = row + 1 == len(self._rows) or self.is_heading(row + 1)
        if column is Column.ICON:
            icon = IconName.ALERT if heading.tone is Tone.BAD else IconName.WARNING
            return ProblemCell(ProblemPart.ICON, icon=icon, tone=heading.tone, last=last)
        told = f"{words.told[:1].upper()}{words.told[1:]}."
        return ProblemCell(ProblemPart.MESSAGE, words.about, told, last=last)


def _group(finding: Finding) -> Heading:
    if finding.kind == CANNOT_BE_JUDGED:
        return UNJUDGED
    if finding.earlier:
        return EARLIER
    return CLAIMS if finding.kind == SMALL_CLAIMS else WITHIN
