"""Opens the dialogs of the return check, one at a time, and hears what is decided in them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.kit.theme import Theme
from app.pages.returns.aside_dialog import AsideDialog
from app.pages.returns.reason_dialog import ReasonDialog
from app.pages.returns.settled import REASONS_TITLE
from app.pages.returns.settled_dialog import SettledDialog
from app.pages.returns.slip_dialog import SlipDialog
from evalcore.service.protocol import (
    Check,
    Choice,
    DecidedDraft,
    DraftReason,
    ForgetGone,
    ForgetReason,
    PutBack,
    RecordReason,
    SetAside,
)

_ASIDE, _REASONS = "aside", "reasons"
_REASONS_CAPTION = "They are written into the combined returns, as long as they hold."


class CheckDialogs(QObject):
    """The dialogs belong to ``over``. None outlives the check that it is about."""

    settle = Signal(object)
    """A Decision."""
    slip_save_requested = Signal(int, str)
    reason_requested = Signal(int)
    """The number of a draft; answer with ``show_reason``."""
    reasons_requested = Signal()
    """Answer with ``show_reasons``."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self._check: Check | None = None
        self._reasons: list[DecidedDraft] = []
        self._telling_again = False
        """Whether reasons are asked for the list that is open; it may be closed meanwhile."""

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_check(self, check: Check | None) -> None:
        """Know what was settled; without a check every dialog closes."""
        another = check is not self._check
        self._check = check
        for listed in self._over.findChildren(SettledDialog):
            if listed.objectName() == _ASIDE:
                listed.set_items(self._aside_items())
            elif another and check is not None and listed.isVisible():
                self._telling_again = True
                self.reasons_requested.emit()
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

    def show_choices(self, problem: int, message: str, choices: Sequence[Choice]) -> None:
        dialog = AsideDialog(self._theme, message, choices, self._over)
        dialog.chosen.connect(lambda key: self.settle.emit(SetAside(problem, key)))
        dialog.open_fitted(560)

    def show_reason(self, found: DraftReason) -> None:
        """Ask for a draft's reason, starting from what was decided."""
        dialog = ReasonDialog(
            self._theme,
            found.draft,
            self._over,
            can=found.can,
            reason=found.reason,
            adjudicated=found.adjudicated,
            decided=found.decided,
            again=found.again,
        )
        dialog.recorded.connect(self._record)
        dialog.removed.connect(self._forget)
        dialog.open_fitted(520)

    def put_back(self, number: int) -> None:
        """Let a part count again that was set aside."""
        self.settle.emit(PutBack(number))

    def review_aside(self) -> None:
        """Put back the part that is set aside, or let one be chosen where there are more."""
        items = self._aside_items()
        if len(items) == 1:
            self.put_back(items[0][0])
            return
        caption = "These rows are left out of the import. Their files stay as they are."
        dialog = self._list(_ASIDE, "Set aside by you", caption, [("back", "Put back")])
        dialog.set_items(items)
        dialog.chosen.connect(lambda _, number: self._put_back_one(dialog, number))

    def show_reasons(self, reasons: Sequence[DecidedDraft]) -> None:
        """List what was decided about drafts, in the list that is open or in a new one."""
        items = [(number, _in_words(reason)) for number, reason in enumerate(reasons)]
        opened = [d for d in self._over.findChildren(SettledDialog) if d.isVisible()]
        dialog = next((d for d in opened if d.objectName() == _REASONS), None)
        again, self._telling_again = self._telling_again, False
        if dialog is None and again:
            return
        if dialog is None:
            actions = [("forget", "Remove"), ("change", "Change…")]
            caption = _REASONS_CAPTION if reasons else "No draft has a reason."
            dialog = self._list(_REASONS, REASONS_TITLE, caption, actions)
            dialog.chosen.connect(self._settle_one)
        self._reasons = list(reasons)
        dialog.set_items(items)

    def _list(
        self, name: str, title: str, caption: str, actions: Sequence[tuple[str, str]]
    ) -> SettledDialog:
        dialog = SettledDialog(self._theme, title, caption, actions, self._over)
        dialog.setObjectName(name)
        dialog.open_fitted(520)
        return dialog

    def _put_back_one(self, dialog: SettledDialog, number: int) -> None:
        dialog.wait()
        self.put_back(number)

    def _settle_one(self, key: str, number: int) -> None:
        reason = self._reasons[number]
        if key == "change" and not reason.gone:
            self.reason_requested.emit(reason.draft)
            return
        for dialog in self._over.findChildren(SettledDialog, _REASONS):
            dialog.wait()
        if reason.gone:
            self.settle.emit(ForgetGone(reason.draft))
        else:
            self._forget(reason.draft)

    def _record(self, draft: int, reason: str | None, adjudicated: bool) -> None:
        self.settle.emit(RecordReason(draft, reason, adjudicated))

    def _forget(self, draft: int) -> None:
        self.settle.emit(ForgetReason(draft))

    def _aside_items(self) -> list[tuple[int, str]]:
        """Return number and line of each part that is set aside."""
        parts = self._check.aside if self._check is not None else ()
        return [(part.id, part.label) for part in parts]


def _in_words(reason: DecidedDraft) -> str:
    """Return one line of the list: draft, what was decided, and whether it holds."""
    line = f"Draft {reason.draft}: {reason.text}"
    line += ", in the file" if reason.in_file else ""
    return f"{line}. To look at again: {reason.changed}" if reason.changed else line
