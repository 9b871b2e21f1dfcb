"""What the user does with files: open, replace, reload, remove."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from app.engine.open_files import OpenFile
from app.engine.session import Session
from app.kit.plain_text import as_it_is, shortened
from app.platform.file_dialogs import ask_for_files

REPORT_FILTER = "Reports that were exported (*.json)"
_LONGEST = 28
"""Characters of a name on a button."""
FILE_FILTER = "Drafts, returns, claims and reports (*.json *.txt)"
_UNKEPT = (
    "Reasons were recorded that no file can hold yet: their drafts are to be looked at again, "
    "or rows of theirs are faulty."
)


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
        session.may_show = self.may_show

    def ask(self) -> list[str]:
        """Return the files that the user chooses to open."""
        return ask_for_files(self._window, "Open files", FILE_FILTER)

    def ask_for_earlier(self) -> list[str]:
        """Return the reports of earlier releases that the user chooses to compare with."""
        return ask_for_files(self._window, "Compare with earlier reports", REPORT_FILTER)

    def may_replace(self, old: OpenFile, new: OpenFile) -> bool:
        """Ask whether a second drafts file takes the place of the first."""
        lost = (
            " What was recorded about drafts holds only where draft and reviews stay the same."
            if self._session.reporter.would_lose
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

    def may_show(self, new: OpenFile, old: str) -> bool:
        """Ask whose figures are shown, where a saved report comes beside others of its kind."""
        box = QMessageBox(
            QMessageBox.Icon.Question,
            "Whose figures are to be shown?",
            as_it_is(
                f"Figures of {old} are shown already. A page shows those of one report at a "
                f"time. Those of the other can be seen by selecting it in the list of files."
            ),
            QMessageBox.StandardButton.NoButton,
            self._window,
        )
        show = box.addButton(f"Show {_on_button(new.name)}", QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton(f"Keep {_on_button(old)}", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(show)
        box.setEscapeButton(keep)
        box.exec()
        return box.clickedButton() is show

    def may_lose_reasons(self) -> bool:
        """Ask whether to close if recorded reasons would be lost; whether it may be closed."""
        session = self._session
        if not session.reporter.would_lose:
            return True
        lost = []
        if session.unsaved:
            lost.append("Reasons were recorded that are not saved yet. Save progress keeps them.")
        if session.reporter.unkept:
            lost.append(_UNKEPT)
        answer = QMessageBox.question(
            self._window,
            "Close without saving?",
            f"{' '.join(lost)} Close without them?",
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


def _on_button(name: str) -> str:
    """Return a name as a button shows it: short, and without a key to press."""
    return shortened(name, _LONGEST).replace("&", "&&")
