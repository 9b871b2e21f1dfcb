"""What the dialogs of the return check have in common: the notice, a title, a row of buttons."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.kit.banner import Banner
from app.kit.buttons import IconButton
from app.kit.icons import IconName
from app.kit.theme import Theme

EDGE = 24


class CheckDialog(QDialog):
    """Give ``lines`` the content and ``footer`` the buttons, then call ``open_fitted``."""

    def __init__(
        self, theme: Theme, title: str, caption: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.heading = _wrapped(title, "title")
        close = IconButton(theme, "Close", IconName.CLOSE)
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.reject)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        head = QVBoxLayout()
        head.setContentsMargins(EDGE, 18, EDGE - 6, 14)
        head.setSpacing(4)
        head.addLayout(top)
        self.caption = _wrapped(caption, "body")
        head.addWidget(self.caption)
        self.lines = QVBoxLayout()
        self.lines.setContentsMargins(EDGE, 0, EDGE, 4)
        self.lines.setSpacing(6)
        self.footer = QHBoxLayout()
        self.footer.setContentsMargins(EDGE, 14, EDGE, 20)
        self.footer.setSpacing(12)
        self.all = QVBoxLayout(self)
        self.all.setContentsMargins(0, 0, 0, 0)
        self.all.setSpacing(0)
        self.all.addWidget(Banner(theme, self))
        self.all.addLayout(head)
        self.all.addLayout(self.lines, 1)
        self.all.addLayout(self.footer)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def add_scrolled(self) -> QVBoxLayout:
        """Return a layout whose content scrolls where the screen is too small for it."""
        content = QWidget(self)
        content.setProperty("panel", "scrolled")
        inner = QVBoxLayout(content)
        inner.setContentsMargins(4, 4, 4, 4)
        inner.setSpacing(4)
        scroll = _Scroll(self)
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.addWidget(scroll, 1)
        return inner

    def add_note(self, text: str) -> QLabel:
        """Add a muted line that wraps."""
        label = _wrapped(text, "caption")
        self.lines.addWidget(label)
        return label

    def open_fitted(self, width: int) -> None:
        """Open over the window, ``width`` px wide at normal text, no larger than the screen."""
        self.fit(width)
        self.open()

    def fit(self, width: int) -> None:
        """Be as high as what is said needs at that width; also when it says something else."""
        room = self.screen().availableSize() - QSize(40, 60)
        wide = min(self._theme.px(width), room.width())
        self.ensurePolished()
        self.all.activate()  # or the least size is still that of what was said before
        high = self.all.heightForWidth(wide) if self.all.hasHeightForWidth() else 0
        self.resize(wide, min(max(high, self.sizeHint().height()), room.height()))


class _Scroll(QScrollArea):
    """Asks for the room that its content needs at its width."""

    def sizeHint(self) -> QSize:
        content = self.widget()
        if content is None:
            return super().sizeHint()
        hint = content.sizeHint()
        if content.hasHeightForWidth():
            hint.setHeight(content.heightForWidth(max(self.width(), hint.width())))
        return hint

    def minimumSizeHint(self) -> QSize:
        return QSize(200, min(120, self.sizeHint().height()))


def _wrapped(text: str, kind: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("type", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
