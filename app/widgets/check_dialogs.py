"""Opens the dialogs of the return check, one at a time, and hears what is decided in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.theme import Theme
from app.widgets.aside_dialog import AsideDialog
from app.widgets.reason_dialog import REASON_WORDS, ReasonDialog
from app.widgets.settled import reasons_heading
from app.widgets.settled_dialog import SettledDialog
from app.widgets.slip_dialog import SlipDialog

_ASIDE, _REASONS = "aside", "reasons"


class CheckDialogs(QObject):
    """The dialogs belong to ``over``. None outlives the check that it is about."""

    settle = Signal(dict)
    """What the evaluator's ``settle`` takes."""
    slip_save_requested = Signal(int, str)

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self._check: dict[str, Any] | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_check(self, check: dict[str, Any] | None) -> None:
        """Know what was settled; without a check every dialog closes."""
        self._check = check
        for listed in self._over.findChildren(SettledDialog):
            listed.set_items(self._items(listed.objectName()))
        if check is None:
            kinds = (AsideDialog, ReasonDialog, SlipDialog, SettledDialog)
            for dialog in [d for kind in kinds for d in self._over.findChildren(kind)]:
                dialog.reject()

    def forget_problems(self) -> None:
        """The problems have other numbers now: close what is about one of them."""
        for dialog in self._over.findChildren(AsideDialog):
            dialog.reject()

    def show_slip(self, file: int, text: str) -> None:
        dialog = SlipDialog(self._theme, file, text, self._over)
        dialog.save_requested.connect(self.slip_save_requested)
        dialog.open_fitted(640)

    def show_choices(self, problem: int, message: str, choices: Sequence[dict[str, Any]]) -> None:
        dialog = AsideDialog(self._theme, message, choices, self._over)
        dialog.chosen.connect(
            lambda key: self.settle.emit({"do": "aside", "problem": problem, "choice": key})
        )
        dialog.open_fitted(560)

    def ask_reason(self, draft: int) -> None:
        """Ask for a draft's reason, starting from the one that is recorded."""
        known = self._check["reasons"] if self._check else []
        found = next((reason for reason in known if reason["draft"] == draft), None)
        words = found["text"] if found else ""
        dialog = ReasonDialog(
            self._theme,
            draft,
            self._over,
            reason=next((code for code, text in REASON_WORDS.items() if text == words), None),
            adjudicated=bool(found and found["adjudicated"]),
            recorded=found is not None,
        )
        dialog.recorded.connect(self._record)
        dialog.removed.connect(self._forget)
        dialog.open_fitted(520)

    def put_back(self, number: int) -> None:
        """Let a part count again that was set aside."""
        self.settle.emit({"do": "back", "aside": number})

    def review_aside(self) -> None:
        """Put back the part that is set aside, or let one be chosen where there are more."""
        items = self._items(_ASIDE)
        if len(items) == 1:
            self.put_back(items[0][0])
            return
        caption = "These rows are left out of the import. Their files stay as they are."
        self._review(_ASIDE, "Set aside by you", caption, [("back", "Put back")])

    def review_reasons(self) -> None:
        """Change the reason that is recorded, or let one be chosen where there are more."""
        items = self._items(_REASONS)
        if len(items) == 1:
            self.ask_reason(items[0][0])
            return
        caption = "They are written into the combined returns."
        actions = [("forget", "Remove"), ("change", "Change…")]
        known = self._check["reasons"] if self._check else []
        self._review(_REASONS, reasons_heading(known), caption, actions)

    def _review(
        self, name: str, title: str, caption: str, actions: Sequence[tuple[str, str]]
    ) -> None:
        dialog = SettledDialog(self._theme, title, caption, actions, self._over)
        dialog.setObjectName(name)
        dialog.set_items(self._items(name))
        dialog.chosen.connect(lambda key, number: self._settle_one(dialog, key, number))
        dialog.open_fitted(520)

    def _settle_one(self, dialog: SettledDialog, key: str, number: int) -> None:
        if key == "change":
            self.ask_reason(number)
            return
        dialog.wait()
        if key == "back":
            self.put_back(number)
        else:
            self._forget(number)

    def _record(self, draft: int, reason: str, adjudicated: bool) -> None:
        self.settle.emit(
            {"do": "reason", "draft": draft, "reason": reason, "adjudicated": adjudicated}
        )

    def _forget(self, draft: int) -> None:
        self.settle.emit({"do": "forget", "draft": draft})

    def _items(self, name: str) -> list[tuple[int, str]]:
        """Return number and line of each part that is set aside, or of each recorded reason."""
        if self._check is None:
            return []
        if name == _ASIDE:
            return [(part["id"], part["label"]) for part in self._check["aside"]]
        return [
            (
                reason["draft"],
                f"Draft {reason['draft']}: {reason['text']}"
                + (", adjudicated" if reason["adjudicated"] else "")
                + (", in the file" if reason["in_file"] else ""),
            )
            for reason in self._check["reasons"]
        ]
