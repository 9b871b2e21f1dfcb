"""What the tests of the release check's page share: an evaluator that says what they want."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from window_help import HeldEvaluator

from app.main_window import MainWindow
from app.widgets.release_dialog import ReleaseDialog
from app.widgets.settled import SettledRow

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


class Judge(HeldEvaluator):
    """Answers the release check as the test says; everything else is genuine."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: dict[str, Any] = CLEAR
        self.said: dict[str, Any] = CLEAR
        self.genuine = False

    def call(
        self,
        request: dict[str, Any],
        progress: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> dict[str, Any]:
        if request["call"] == "release" and not self.genuine:
            self.said = self.answer  # as it is when the check begins
        return super().call(request, progress, cancel)

    def ask(
        self,
        request: dict[str, Any],
        progress: Callable[[int, int], None],
        cancel: threading.Event,
    ) -> dict[str, Any]:
        if request["call"] == "release" and not self.genuine:
            return self.said
        return super().ask(request, progress, cancel)

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The requests for a release check, in order."""
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
