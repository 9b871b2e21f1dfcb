"""The start page: three tasks to begin with, and the sample study."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.card import Card, IconText, IconTile
from app.kit.density import Density
from app.kit.icons import IconName
from app.kit.theme import Theme

TASKS = (
    (
        IconName.CHECKLIST,
        "Check returns",
        "Before import. Find out whether the reviewers’ files can be imported, and if not, "
        "what to write to whom.",
        ((IconName.DRAFTS, "The drafts file"), (IconName.RETURN, "The return files")),
        "Check returns…",
        True,
    ),
    (
        IconName.FOREST_PLOT,
        "Make a report",
        "Before the meeting. Read the draft metrics, the review agreement and the unsupported "
        "claims, then export them.",
        ((IconName.DRAFTS, "The drafts file"), (IconName.CLAIMS, "Returns or claims, if any")),
        "Make a report…",
        False,
    ),
    (
        IconName.MONITOR,
        "Open a saved report",
        "At the meeting. Show a report that was exported earlier. It is checked first, and can "
        "be shown very large.",
        ((IconName.REPORT, "A saved report"),),
        "Open a report…",
        False,
    ),
)


class StartPage(QScrollArea):
    """Three tasks with what each needs; every button opens files of any kind."""

    open_requested = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        inner = QWidget()
        inner.setProperty("panel", "page")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWidgetResizable(True)
        self.setAccessibleName("Start")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab goes to a button, which can be seen
        self._lines = QVBoxLayout(inner)
        self._lines.setSpacing(0)
        self._lines.addWidget(_label("What would you like to do?", "display"))
        self._lines.addSpacing(8)
        lead = _label(
            "Open the files you have. Each is recognised by its content, "
            "and none of them is ever changed.",
            "lead",
        )
        lead.setWordWrap(True)
        self._lines.addWidget(lead)
        self._lines.addSpacing(24)
        self._tiles: list[IconTile] = []
        self._cards = QHBoxLayout()
        self._cards.setSpacing(theme.sizes.margin)
        for icon_name, title, text, needs, label, primary in TASKS:
            button = Button(theme, label, primary=primary)
            button.clicked.connect(self.open_requested)
            self._cards.addWidget(self._card(icon_name, title, text, needs, button), 1)
        self._lines.addLayout(self._cards)
        self._lines.addSpacing(24)
        self._lines.addWidget(self._sample_card())
        self._lines.addSpacing(16)
        self._lines.addWidget(_label("You can also drop files anywhere in this window.", "caption"))
        self._lines.addStretch(1)
        self.setWidget(inner)
        self.set_density(Density.WIDE)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        margin = 40 if density is Density.WIDE else self._theme.sizes.margin
        self._lines.setContentsMargins(margin, 36 if density is Density.WIDE else 16, margin, 16)
        self._cards.setSpacing(24 if density is Density.WIDE else 12)
        for tile in self._tiles:
            tile.setVisible(density is Density.WIDE)

    def _card(
        self,
        icon_name: IconName,
        title: str,
        text: str,
        needs: tuple[tuple[IconName, str], ...],
        button: Button,
    ) -> Card:
        theme = self._theme
        card = Card(theme, raised=True)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(0)
        tile = IconTile(theme, icon_name)
        self._tiles.append(tile)
        layout.addWidget(tile, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addSpacing(12)
        heading = _label(title, "title")
        heading.setWordWrap(True)
        body = _label(text, "body")
        body.setWordWrap(True)
        layout.addWidget(heading)
        layout.addSpacing(6)
        layout.addWidget(body)
        layout.addSpacing(16)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.addWidget(_label("Needs", "caption"), 0, 0)
        for row, (need_icon, need) in enumerate(needs):
            grid.addWidget(IconText(theme, need_icon, need), row, 1)
        grid.setColumnStretch(1, 1)
        layout.addLayout(grid)
        layout.addStretch(1)
        layout.addSpacing(12)
        layout.addWidget(button)
        return card

    def _sample_card(self) -> Card:
        theme = self._theme
        card = Card(theme, tone="sunken")
        layout = QHBoxLayout(card)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(IconTile(theme, IconName.FLASK, size=40))
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(_label("New here? Try the sample study", "heading"))
        detail = _label(
            "Invented drafts, returns and claims that stand for nobody. "
            "Nothing is written until you choose Export.",
            "body",
        )
        detail.setWordWrap(True)
        texts.addWidget(detail)
        layout.addLayout(texts, 1)
        button = Button(theme, "Open the sample study")
        button.clicked.connect(self.sample_requested)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return card


def _label(text: str, kind: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("type", kind)
    return label
