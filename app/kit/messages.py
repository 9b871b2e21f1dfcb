"""What the window says in a box: about the program, a program error, a long message."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.platform.settings import TITLE
from evalcore.version import VERSION

_ABOUT = (
    f"Version {VERSION}. For the evaluation of annotated drafts of clinical notes; never for "
    "diagnosis. Explicit clinician review is required.\n\n"
    "It works offline: nothing leaves this computer, and no file that is opened is changed."
)
_CRASH = (
    "The files on your disk are unchanged, and you can go on. If figures look incomplete, "
    "close the files and open them again.\n\nIf it happens again,\nreport this code: {code}"
)


def tell_about(parent: QWidget) -> None:
    """Say what the program is for."""
    _tell(parent, "About Review Desk", _ABOUT)


def tell_crash(parent: QWidget, code: str) -> None:
    """Say that the program has a fault, with the code that names its place."""
    _tell(parent, "Something went wrong in the program", _CRASH.format(code=code))


def tell_message(parent: QWidget, text: str) -> None:
    """Say all of a message that had no room elsewhere."""
    _tell(parent, "What was said", text)


def _tell(parent: QWidget, title: str, text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.NoIcon, TITLE, title, parent=parent)
    box.setInformativeText(text)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    if (layout := box.layout()) is not None:
        # with what the box itself leaves before its text, the same at both sides
        layout.setContentsMargins(4, 22, 24, 20)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
