"""A list of what was settled, where it is more than a line can say."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QWidget

from app.kit.buttons import Button
from app.kit.dialog import CheckDialog
from app.kit.theme import Theme
from app.tables.steady import Steady


class _Lines(Steady, QListWidget):
    pass


class SettledDialog(CheckDialog):
    """Lines to choose one of, and what can be done with it: pairs of a key and a text.

    After each choice it waits for ``set_items``: the numbers may be others then.
    """

    chosen = Signal(str, int)
    """The key of what is to be done, and the number of the line."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        caption: str,
        actions: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, title, caption, parent)
        self._numbers: list[int] = []
        self.list = _Lines(self)
        self.list.hold_still()
        self.list.setAccessibleName(title)
        self.list.setMinimumHeight(theme.px(220))
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.currentRowChanged.connect(self._enable)
        self.lines.addWidget(self.list, 1)
        self.buttons = {key: Button(theme, text) for key, text in actions}
        self.footer.addStretch(1)
        for key, button in self.buttons.items():
            button.clicked.connect(lambda _=False, key=key: self._act(key))
            self.footer.addWidget(button)
        close = Button(theme, "Close")
        close.clicked.connect(self.reject)
        self.footer.addWidget(close)
        self.list.setFocus()
        self._enable()

    def set_items(self, items: Sequence[tuple[int, str]]) -> None:
        """Show pairs of a number and a line; when the last is gone the dialog closes."""
        emptied = bool(self._numbers) and not items
        shown = [self.list.item(row).text() for row in range(self.list.count())]
        if list(items) != list(zip(self._numbers, shown, strict=True)):
            row, bar = max(self.list.currentRow(), 0), self.list.verticalScrollBar()
            value = bar.value()
            self._numbers = [number for number, _ in items]
            self.list.clear()
            self.list.addItems([text for _, text in items])
            self.list.setCurrentRow(min(row, len(items) - 1))
            if self.list.isVisible():
                self.list.doItemsLayout()
                bar.setValue(value)
        self.list.setEnabled(True)
        self._enable()
        if emptied:
            self.accept()

    def _act(self, key: str) -> None:
        number = self._numbers[self.list.currentRow()]
        self.chosen.emit(key, number)

    def wait(self) -> None:
        """Let nothing be chosen until the lines are set anew."""
        self.list.setEnabled(False)
        for button in self.buttons.values():
            button.setEnabled(False)

    def _enable(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(self.list.currentRow() >= 0)
