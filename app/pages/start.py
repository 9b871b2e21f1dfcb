"""The start page: where to begin, in three steps, and the sample study."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.icons import IconName
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.card import Card, IconText, IconTile
from app.widgets.metrics_table import Density


class StartPage(QScrollArea):
    """What to do first, second and third."""

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
        open_drafts = Button(theme, "Open the drafts file…", primary=True)
        open_returns = Button(theme, "Open return files…")
        for button in (open_drafts, open_returns):
            button.clicked.connect(self.open_requested)
        self._cards.addWidget(
            self._card(
                IconName.FOREST_PLOT,
                "1. Read the draft metrics",
                "How often the drafts leave out, invent, contradict or mix up what was said: "
                "five metrics over 23 slices.",
                [(IconName.DRAFTS, "The drafts file")],
                open_drafts,
            ),
            1,
        )
        self._cards.addWidget(
            self._card(
                IconName.CHECKLIST,
                "2. See how reviewers agree",
                "Agreement, adjudication and “unclear” over the returns of all blinded reviewers, "
                "once every rule of the import holds.",
                [(IconName.DRAFTS, "The drafts file"), (IconName.RETURN, "The return files")],
                open_returns,
            ),
            1,
        )
        self._cards.addWidget(
            self._card(
                IconName.EXPORT,
                "3. Export for the committee",
                "Each report as JSON for the record, and everything shown as one Markdown "
                "document for people. Small counts stay suppressed.",
                [(IconName.EXPORT, "Export, at the top right")],
                None,
            ),
            1,
        )
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
        needs: list[tuple[IconName, str]],
        button: Button | None,
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
        for need_icon, need in needs:
            layout.addWidget(IconText(theme, need_icon, need))
            layout.addSpacing(4)
        layout.addStretch(1)
        layout.addSpacing(12)
        if button is not None:
            layout.addWidget(button)
        else:
            layout.addSpacing(theme.sizes.control)
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
            "Invented drafts and returns that stand for nobody. "
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
