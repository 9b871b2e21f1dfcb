"""A number field with room before its figures."""

from __future__ import annotations

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
