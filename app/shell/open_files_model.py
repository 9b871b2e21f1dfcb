"""The open files as a list: name, kind, state in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.engine.open_files import FileKind, FileState, OpenFile, Reports
from app.kit.icons import IconName
from app.kit.plain_text import as_it_is
from app.tables.file_roles import FileRole, Tone
from evalcore.service.protocol import CheckedFile

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Row:
    """What the list says of one file."""

    number: int
    kind: FileKind | None
    name: str
    short: str
    state: str
    tone: Tone
    progress: int | None
    tool_tip: str


_ICONS = {
    FileKind.DRAFTS: IconName.DRAFTS,
    FileKind.REVIEWS: IconName.RETURN,
    FileKind.CLAIMS: IconName.CLAIMS,
    FileKind.REPORT: IconName.REPORT,
    FileKind.CLAIMS_REPORT: IconName.REPORT,
}


_SHORT: dict[FileKind | None, str] = {
    FileKind.DRAFTS: "Drafts",
    FileKind.CLAIMS: "Claims",
    FileKind.REPORT: "Report",
    FileKind.CLAIMS_REPORT: "Report",
}
_SAVED_AGAIN = "Another program saved it again. It was checked: its figures agree."
_IN_VIEW = "in view", Tone.GOOD, "Its figures are shown."
_NOT_IN_VIEW = "not in view", Tone.WAITING, "Select it to see its figures."
_OF_ITS_OWN = "Problems of this file alone. The return check also lists those between files."
_TONES = {"good": Tone.GOOD, "warning": Tone.WARNING, "bad": Tone.BAD, "waiting": Tone.WAITING}


def rows(files: Sequence[OpenFile], reports: Reports, in_view: Mapping[int, bool]) -> list[Row]:
    """Return the rows of the list; returns are numbered in order.

    ``in_view`` tells of files, by number, whether their figures are those that are shown,
    where another file could give them too.
    """
    have_drafts = any(f.kind is FileKind.DRAFTS and f.state is FileState.READY for f in files)
    checked = reports.check.files if reports.check is not None else ()
    result = []
    number = 0
    for file in files:
        found = None
        if file.is_return:
            found = checked[number] if number < len(checked) else None
            number += 1
        short = _short(file, number)
        state, tone, tip = _state(file, have_drafts, found)
        if file.number in in_view and not file.is_return and tone is Tone.GOOD:
            state, tone, tip = _IN_VIEW if in_view[file.number] else _NOT_IN_VIEW
        if file.state is FileState.READING:
            shown = f"Reading, {file.per_cent} %"
        elif file.is_return:
            shown = f"{short} · {state}"
        elif file.kind is not None:
            shown = f"{short}, {state}"
        else:
            shown = state.capitalize()
        progress = file.per_cent if file.state is FileState.READING else None
        name = f"{file.name}\n{tip}" if tip else file.name
        result.append(Row(file.number, file.kind, file.name, short, shown, tone, progress, name))
    return result


def _short(file: OpenFile, number: int) -> str:
    if file.is_return:
        return f"File {number}"
    if file.kind is FileKind.CLAIMS and file.holds_evidence and not file.holds_claims:
        return "Evidence"
    return _SHORT.get(file.kind, "File")


def _state(file: OpenFile, have_drafts: bool, found: CheckedFile | None) -> tuple[str, Tone, str]:
    """Return the state in words, its tone and what a tool tip adds.

    ``found`` is what the return check says of the file.
    """
    match file.state:
        case FileState.WAITING | FileState.READING:
            return "waiting", Tone.WAITING, ""
        case FileState.CANCELLED:
            return "not read", Tone.WARNING, "Reading was cancelled. Reload it to read it."
    if file.changed:
        return "changed on disk", Tone.WARNING, "The figures are of the older file. Reload it."
    if file.state is FileState.FAILED and not _was_read(found):
        state = "not a return file" if found is not None else "not opened"
        return state, Tone.BAD, fault_text(file)
    if found is not None:
        return found.state, _TONES[found.tone], _OF_ITS_OWN if found.problems else ""
    if file.kind is FileKind.REVIEWS and not have_drafts:
        return "waits for drafts", Tone.WAITING, "Open the drafts file that it reviews."
    if file.kind is FileKind.REVIEWS:
        return "not checked yet", Tone.WAITING, ""
    if file.kind in (FileKind.REPORT, FileKind.CLAIMS_REPORT):
        if file.saved_again:
            return "consistent, saved again", Tone.GOOD, _SAVED_AGAIN
        return "consistent", Tone.GOOD, "It was checked: what it says agrees with itself."
    return "ready", Tone.GOOD, ""


def _was_read(found: CheckedFile | None) -> bool:
    """Tell whether the check could make something of a file, or it was set aside."""
    return found is not None and bool(found.rows or found.aside or not found.problems)


def fault_text(file: OpenFile) -> str:
    """Return place and advice of what is wrong with a file, value-free."""
    if file.fault is None:
        return "The program could not read it."
    place = f"{file.fault.place[:1].upper()}{file.fault.place[1:]}: " if file.fault.place else ""
    return f"{place}{file.fault.advice}"


class OpenFilesModel(QAbstractListModel):
    """One row a file, in the order in which they were opened."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def set_files(
        self,
        files: Sequence[OpenFile],
        reports: Reports,
        in_view: Mapping[int, bool] = MappingProxyType({}),
    ) -> None:
        """Show these files; rows that stay the same keep their place and selection."""
        new = rows(files, reports, in_view)
        if [row.number for row in new] != [row.number for row in self._rows]:
            self._move_to(new)
        for position, row in enumerate(new):
            if row != self._rows[position]:
                self._rows[position] = row
                index = self.index(position)
                self.dataChanged.emit(index, index)

    def _move_to(self, new: list[Row]) -> None:
        wanted = {row.number for row in new}
        for position in reversed(range(len(self._rows))):
            if self._rows[position].number not in wanted:
                self.beginRemoveRows(QModelIndex(), position, position)
                del self._rows[position]
                self.endRemoveRows()
        if len(new) > len(self._rows):
            self.beginInsertRows(QModelIndex(), len(self._rows), len(new) - 1)
            self._rows += new[len(self._rows) :]
            self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{row.name}, {row.state}"
            case Qt.ItemDataRole.ToolTipRole:
                return as_it_is(row.tool_tip)
            case FileRole.NUMBER:
                return row.number
            case FileRole.ICON:
                return _ICONS[row.kind] if row.kind is not None else IconName.DRAFTS
            case FileRole.STATE_TEXT:
                return row.state
            case FileRole.TONE:
                return row.tone
            case FileRole.SHORT:
                return row.short
            case FileRole.PROGRESS:
                return row.progress
        return None
