"""A dialog that explains: headings with a sentence or two, under the notice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.kit.banner import Banner
from app.kit.theme import Theme


class HelpDialog(QDialog):
    """Shows pairs of a heading and a text."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        parts: Sequence[tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        content = QWidget(self)
        content.setProperty("panel", "scrolled")
        lines = QVBoxLayout(content)
        lines.setContentsMargins(24, 20, 24, 20)
        lines.setSpacing(4)
        heading = QLabel(title, content)
        heading.setProperty("type", "title")
        lines.addWidget(heading)
        for name, text in parts:
            label = QLabel(name, content)
            label.setProperty("type", "heading")
            body = QLabel(text, content)
            body.setProperty("type", "body")
            body.setWordWrap(True)
            body.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            lines.addSpacing(10)
            lines.addWidget(label)
            lines.addWidget(body)
        lines.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.setContentsMargins(24, 12, 24, 16)
        row.addWidget(buttons)
        line = QFrame(self)
        line.setProperty("panel", "line")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(Banner(theme, self))
        layout.addWidget(scroll, 1)
        layout.addWidget(line)
        layout.addLayout(row)
        self.resize(theme.px(600), theme.px(560))
