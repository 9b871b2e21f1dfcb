"""What the user does with files: open, replace, reload, remove."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from app.file_dialogs import ask_for_files
from app.open_files import OpenFile
from app.plain_text import as_it_is
from app.session import Session

REPORT_FILTER = "Reports that were exported (*.json);;All files (*)"
FILE_FILTER = "Drafts, returns, claims and reports (*.json);;All files (*)"


class FileCommands(QObject):
    """Asks where it must, and tells the session."""

    def __init__(
        self, session: Session, current_file: Callable[[], int | None], window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._current_file = current_file
        self._window = window
        session.may_replace = self.may_replace

    def ask(self) -> list[str]:
        """Return the files that the user chooses to open."""
        return ask_for_files(self._window, "Open files", FILE_FILTER)

    def ask_for_earlier(self) -> list[str]:
        """Return the reports of earlier releases that the user chooses to compare with."""
        return ask_for_files(self._window, "Compare with earlier reports", REPORT_FILTER)

    def may_replace(self, old: OpenFile, new: OpenFile) -> bool:
        """Ask whether a second drafts file takes the place of the first."""
        lost = (
            " Reasons were recorded that are not saved yet; of drafts that are not in it "
            "they would be lost."
            if self._session.unsaved
            else ""
        )
        answer = QMessageBox.question(
            self._window,
            "Replace the drafts file?",
            as_it_is(
                f"{old.name} is open, and one drafts file can be open at a time. "
                f"Close it and show {new.name} instead?{lost}"
            ),
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No,
            QMessageBox.StandardButton.No,
        )
        return answer == QMessageBox.StandardButton.Yes

    def may_lose_reasons(self) -> bool:
        """Ask whether to close although recorded reasons are not saved."""
        answer = QMessageBox.question(
            self._window,
            "Close without saving?",
            "Reasons were recorded that are not saved yet. Save progress keeps them. "
            "Close without them?",
            QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No,
            QMessageBox.StandardButton.No,
        )
        return answer == QMessageBox.StandardButton.Yes

    def reload(self) -> None:
        """Read again every file that has changed or was lost; where none is, the one in hand."""
        numbers = [file.number for file in self._session.files if file.changed or file.lost]
        if not numbers and (current := self._current_file()) is not None:
            numbers = [current]
        for number in numbers:
            self._session.reload(number)

    def remove(self) -> None:
        """Close the file in hand."""
        if (number := self._current_file()) is not None:
            self._session.remove(number)
