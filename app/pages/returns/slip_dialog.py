"""The correction slip of one file: plain text to paste into a mail."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.kit.buttons import Button
from app.kit.card import IconText
from app.kit.dialog import CheckDialog
from app.kit.icons import IconName
from app.kit.theme import Theme

NOTE = "No identifiers, values or other reviewers."


class SlipDialog(CheckDialog):
    """Shows the text, copies it, or hands it over to be saved."""

    save_requested = Signal(int, str)
    """The file's number and the text."""

    def __init__(self, theme: Theme, file: int, text: str, parent: QWidget | None = None) -> None:
        caption = "Paste it into a mail to the reviewer. It says only what this file alone shows."
        super().__init__(theme, f"Correction slip for file {file}", caption, parent)
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Text of the correction slip")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumSize(theme.px(240), theme.px(270))
        self.text.document().setDocumentMargin(8)
        self._headings = _Headings(self.text)
        self.lines.addWidget(self.text, 1)
        self.note = IconText(theme, IconName.LOCK, NOTE)
        self.note.setWordWrap(True)
        self.save_button = Button(theme, "Save as text…")
        self.copy_button = Button(theme, "Copy text", icon_name=IconName.COPY, primary=True)
        self.copy_button.setDefault(True)
        self.save_button.clicked.connect(lambda: self._save(file, text))
        self.copy_button.clicked.connect(self.copy_text)
        self.footer.addWidget(self.note, 1, Qt.AlignmentFlag.AlignVCenter)
        self.footer.addWidget(self.save_button)
        self.footer.addWidget(self.copy_button)
        self.copy_button.setFocus()

    def copy_text(self) -> None:
        """Put the whole text on the clipboard, and say so."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.note.show_state(IconName.CHECK, "Copied. Paste it into a mail.", "good")

    def _save(self, file: int, text: str) -> None:
        self.note.show_state(IconName.LOCK, NOTE, "second")  # "Copied." is no answer to this
        self.save_requested.emit(file, text)


class _Headings(QSyntaxHighlighter):
    """Sets the lines in bold that indented lines follow; the text itself stays plain."""

    def __init__(self, edit: QPlainTextEdit) -> None:
        super().__init__(edit.document())
        self._bold = QTextCharFormat()
        self._bold.setFontWeight(QFont.Weight.DemiBold)

    def highlightBlock(self, text: str) -> None:
        below = self.currentBlock().next().text()
        if text and not text.startswith(" ") and below.startswith(" "):
            self.setFormat(0, len(text), self._bold)
