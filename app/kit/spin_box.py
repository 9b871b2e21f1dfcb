"""A number field with room before its figures."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSpinBox, QWidget


class SpinBox(QSpinBox):
    """A spin box whose text keeps off the border, which a style sheet cannot do (Qt 6.12)."""

    def __init__(
        self,
        name: str,
        minimum: int,
        maximum: int,
        value: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setRange(minimum, maximum)
        self.setValue(value)
        self.lineEdit().setTextMargins(7, 0, 0, 0)

    def event(self, event: QEvent) -> bool:
        """Leave Ctrl+E to the window, which exports: as an editing key it only means End here.

        What is typed counts from then on, as after Return.
        """
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_E
            and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        ):
            self.interpretText()
            event.ignore()
            return False
        return super().event(event)
