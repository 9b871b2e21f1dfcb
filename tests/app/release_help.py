"""What the tests of the disclosure check's page share: an evaluator that says what they want."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from window_help import HeldService

from app.kit.settled import SettledRow
from app.pages.disclosure.dialog import ReleaseDialog
from app.shell.main_window import MainWindow
from evalcore.io.json_reader import CancelToken, Progress

CLEAR: dict[str, Any] = {
    "findings": [],
    "few_encounters": [],
    "few_sentence": "",
    "remedies": [],
}
FEW = "Omission: a slice that is shown rests on few encounters."


def finding(
    sentence: str, kind: str = "small_count", *, earlier: bool = False, metric: str = "omission"
) -> dict[str, Any]:
    return {
        "kind": kind,
        "metrics": [metric],
        "slices": [],
        "earlier": earlier,
        "sentence": sentence,
    }


def found(*sentences: str, **more: Any) -> dict[str, Any]:
    """An answer with these findings within the release."""
    return {**CLEAR, "findings": [finding(sentence) for sentence in sentences], **more}


class Judge(HeldService):
    """Answers the disclosure check as the test says; everything else is genuine."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: dict[str, Any] = CLEAR
        self.said: dict[str, Any] = CLEAR
        self.genuine = False

    def call(
        self, name: str, arguments: dict[str, Any], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        if name == "release" and not self.genuine:
            self.said = self.answer  # as it is when the check begins
        return super().call(name, arguments, progress, cancel)

    def ask(
        self, name: str, arguments: dict[str, Any], progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        if name == "release" and not self.genuine:
            return dict(self.said)
        return super().ask(name, arguments, progress, cancel)

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The requests for a disclosure check, in order."""
        return self.calls("release")


def dialogs(window: MainWindow) -> list[ReleaseDialog]:
    """The dialogs of a second step that are open."""
    return [d for d in window.findChildren(ReleaseDialog) if d.isVisible()]


def dialog(window: MainWindow) -> ReleaseDialog:
    (shown,) = dialogs(window)
    return shown


def rows(widget: QWidget) -> list[str]:
    """The rows of a card that are shown: what they say, and their button in brackets."""
    said = []
    for row in widget.findChildren(SettledRow):
        if row.isVisibleTo(widget):
            texts = [text for text in row.texts() if text]
            button = f" [{row.button.text()}]" if row.button.isVisibleTo(widget) else ""
            said.append(f"{' / '.join(texts)}{button}")
    return said


def press(widget: QWidget, text: str) -> None:
    """Press the one button that says this."""
    (button,) = (
        b for b in widget.findChildren(QPushButton) if b.text() == text and b.isVisibleTo(widget)
    )
    assert button.isEnabled(), text
    button.click()


def texts(widget: QWidget) -> str:
    """All labels that are shown."""
    return "\n".join(x.text() for x in widget.findChildren(QLabel) if x.isVisibleTo(widget))
