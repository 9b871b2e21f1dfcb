"""A progress bar that is painted with everything else."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QWidget

_STEPS = 1000


class ProgressBar(QProgressBar):
    """Shows how much of something is done.

    Qt's own paints itself at once with each new value, and all else that waits to be
    painted with it, in the middle of whatever changed the value.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextVisible(False)
        self.setAccessibleName("Progress")

    def show_progress(self, done: int, total: int, *, unknown: bool = False) -> None:
        """Show how much of ``total`` is done; ``unknown``: that this cannot be told."""
        self.setUpdatesEnabled(False)
        self.setRange(0, 0 if unknown else _STEPS)
        if not unknown:
            self.setValue(_STEPS * done // total if total else 0)
        self.setUpdatesEnabled(True)
