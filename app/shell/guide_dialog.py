"""The guide for a person who has never seen the program; the same file as outside of it."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.kit.buttons import Button
from app.kit.dialog import CheckDialog
from app.kit.theme import Theme
from app.platform.resource_files import resources_folder

_PICTURES = re.compile(r'<img src="([^"]+)" width="(\d+)"')
_STYLE = "h1 {{ font-size: {title}px; }} h2 {{ font-size: {heading}px; }} td {{ padding: 4px; }}"
_OWN_MEDIUM = "review-desk"  # so that the rules for a browser's screen are not used here


def guide_html() -> str:
    """The guide. Raises OSError if it is not where it belongs."""
    return (resources_folder() / "guide" / "guide.html").read_text("utf-8")


def guide_faults() -> list[str]:
    """Return the files of the guide that are missing or cannot be shown."""
    try:
        pictures = dict(_PICTURES.findall(guide_html()))
    except OSError:
        return ["guide.html"]
    return [name for name in pictures if _picture(name).isNull()] or ([] if pictures else ["any"])


def _picture(name: str) -> QImage:
    return QImage(str(resources_folder() / "guide" / name))


class GuideBrowser(QTextBrowser):
    """Shows the guide's text and its pictures, which are sharp at every scale of the screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._widths: dict[str, int] = {}
        self.setOpenLinks(False)
        self.setAccessibleName("Guide")
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(16)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        html = guide_html()
        self._widths = {name: int(width) for name, width in _PICTURES.findall(html)}
        sizes = {name: theme.px(getattr(theme.sizes, name)) for name in ("title", "heading")}
        document = self.document()
        document.setMetaInformation(QTextDocument.MetaInformation.CssMedia, _OWN_MEDIUM)
        document.setDefaultFont(theme.font())
        document.setDefaultStyleSheet(_STYLE.format(**sizes))
        self.setHtml(html)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Give the document a picture of the guide; nothing else is ever loaded."""
        file = name.fileName() if isinstance(name, QUrl) else name
        if file not in self._widths:
            return None
        picture = _picture(file)
        ratio = self.devicePixelRatioF()
        shown = picture.scaledToWidth(
            round(self._widths[file] * ratio), Qt.TransformationMode.SmoothTransformation
        )
        shown.setDevicePixelRatio(ratio)
        return shown


class GuideDialog(CheckDialog):
    """The guide over the window, as large as the screen allows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        caption = "From the returned files to the committee’s document, in six steps."
        super().__init__(theme, "Guide", caption, parent)
        self.browser = GuideBrowser(theme, self)
        self.browser.setMinimumSize(QSize(theme.px(500), theme.px(240)))
        self.lines.addWidget(self.browser, 1)
        close = Button(theme, "Close")
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        self.browser.setFocus()  # the arrow keys scroll it

    def show_over(self) -> None:
        """Open it with room for text and pictures side by side."""
        self.open_fitted(1080)
        room = self.screen().availableSize()
        self.resize(self.width(), min(self._theme.px(720), room.height() - 60))
