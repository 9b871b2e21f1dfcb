"""What the tests of the disclosure check's page share: an evaluator that says what they want."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from window_help import HeldService

from app.kit.settled_row import SettledRow
from app.pages.disclosure.dialog import DisclosureDialog
from app.shell.main_window import MainWindow
from evalcore.disclosure.findings import Words
from evalcore.io.json_reader import CancelToken, Progress
from evalcore.service.protocol import Answer, CheckDisclosure, Disclosure, Finding, Request

CLEAR = Disclosure((), (), None, ())
FEW = Words("Omission", "a slice that is shown rests on few encounters")


def finding(
    sentence: str, kind: str = "small_count", *, earlier: bool = False, metric: str = "omission"
) -> Finding:
    """A finding that is told by this sentence: "Omission: a small count is shown."."""
    about, _, told = sentence.removesuffix(".").partition(": ")
    return Finding(kind, (metric,), (), earlier, Words(about, told))


def found(*sentences: str, **more: Any) -> Disclosure:
    """An answer with these findings within what is open."""
    return answer(findings=tuple(finding(sentence) for sentence in sentences), **more)


def answer(**more: Any) -> Disclosure:
    """An answer in which nothing is found but what is given."""
    return replace(CLEAR, **more)


class Judge(HeldService):
    """Answers the disclosure check as the test says; everything else is genuine."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = self.said = CLEAR
        self.genuine = False

    def call(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        if isinstance(request, CheckDisclosure) and not self.genuine:
            self.said = self.answer  # as it is when the check begins
        return super().call(request, progress, cancel)

    def ask(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        if isinstance(request, CheckDisclosure) and not self.genuine:
            said: Any = self.said
            return cast(Answer, said)
        return super().ask(request, progress, cancel)

    @property
    def asked(self) -> list[CheckDisclosure]:
        """The requests for a disclosure check, in order."""
        return self.calls("CheckDisclosure")


def dialogs(window: MainWindow) -> list[DisclosureDialog]:
    """The dialogs of a second step that are open."""
    return [d for d in window.findChildren(DisclosureDialog) if d.isVisible()]


def dialog(window: MainWindow) -> DisclosureDialog:
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
