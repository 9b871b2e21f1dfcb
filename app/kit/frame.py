"""How the parts of the window stand to each other."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


def lay_out_frame(
    centre: QWidget,
    *,
    top: tuple[QWidget, ...],
    left: QWidget,
    right: QWidget,
    bottom: QWidget,
) -> None:
    """Put rows on top, a list at the left of what has the room, and a last row."""
    middle = QHBoxLayout()
    middle.setSpacing(0)
    middle.addWidget(left)
    middle.addWidget(right, 1)
    lines = QVBoxLayout(centre)
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setSpacing(0)
    for widget in top:
        lines.addWidget(widget)
    lines.addLayout(middle, 1)
    lines.addWidget(bottom)
