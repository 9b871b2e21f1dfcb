"""The page of unsupported claims."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.card import Card, IconText
from app.kit.density import Density
from app.kit.empty_state import EmptyState
from app.kit.help_dialog import HelpDialog
from app.kit.icons import IconName
from app.kit.sentences import NO_CLAIMS
from app.kit.theme import Theme
from app.pages.base import Page, title_row
from app.pages.claims.model import ClaimsModel
from app.pages.claims.table import ClaimsTable
from evalcore.claims_vocabulary import DISCLAIMER
from evalcore.descriptions import (
    CLAIMS_EXPORT_SENTENCE,
    CLAIMS_INTERVAL_SENTENCE,
    CLAIMS_SENTENCES,
    CLAIMS_SUPPRESSION_SENTENCE,
    CUSTOM_CLASSES_SENTENCE,
)
from evalcore.service.protocol import Report


class ClaimsPage(Page):
    """The classes in a table, the settings, the disclaimer, and what needs a person's review."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = EmptyState(theme, IconName.CLAIMS, NO_CLAIMS, "", "Open claims…")
        super().__init__(theme, empty, parent)
        self._theme = theme
        self.model = ClaimsModel(self)
        self.table = ClaimsTable(theme, self.model, self.content)
        explain = Button(theme, "How to read this", icon_name=IconName.INFO, link=True)
        explain.clicked.connect(self.explain)
        row, self._settings = title_row("Unsupported claims", "", self.source, self.saved, explain)
        disclaimer = Card(theme, tone="sunken")
        inner = QHBoxLayout(disclaimer)
        inner.setContentsMargins(14, 9, 14, 9)
        notice = IconText(theme, IconName.INFO, DISCLAIMER, tone="text", kind="body")
        notice.setWordWrap(True)
        inner.addWidget(notice)
        self.note = IconText(theme, IconName.WARNING, "", tone="warning")
        self.note.setWordWrap(True)
        self.review = IconText(theme, IconName.INFO, "", strong=True, kind="body")
        self._remarks = IconText(
            theme, IconName.INFO, f"{CLAIMS_SUPPRESSION_SENTENCE} {CLAIMS_EXPORT_SENTENCE}"
        )
        for text in (self.review, self._remarks):
            text.setWordWrap(True)
        self.body.addLayout(row)
        self.body.addSpacing(8)
        self.body.addWidget(disclaimer)
        self.body.addSpacing(6)
        self.body.addWidget(self.note)
        self.body.addWidget(self.table, 1)
        self.body.addSpacing(8)
        self.body.addWidget(self.review)
        self.body.addSpacing(4)
        self.body.addWidget(self._remarks)
        self.set_note("")
        self.review.hide()
        self.show_empty(NO_CLAIMS, "")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        sizes = self._theme.sizes
        self.set_margin(sizes.margin if density is Density.WIDE else sizes.margin_narrow)

    def set_report(self, view: Report | None) -> None:
        """Show what ``evalcore.claims.view`` gives, or nothing."""
        self.model.set_report(view)
        self.review.setVisible(view is not None)
        if view is None:
            return
        level = f"{100 * (1 - view['alpha']):.4g}"
        self._settings.setText(
            f"Claims that no approved evidence supports. Bootstrap intervals, {level} %, "
            f"{view['n_resamples']:,} resamples, seed {view['seed']}."
        )
        count = view["rows"][0]["unsupported"]["numerator"]
        if count == 0:
            self.review.setText("No claim needs review by a person.")
        elif count == 1:
            self.review.setText("1 claim needs review by a person before any clinical use.")
        else:
            self.review.setText(
                f"{count:,} claims need review by a person before any clinical use."
            )

    def set_note(self, text: str) -> None:
        """Say what the figures lack; "" for nothing."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def explain(self) -> None:
        """Show what the figures are and are not."""
        parts = [
            (title, CLAIMS_SENTENCES[title.lower()])
            for title in ("Supported", "Contradicted", "Unresolved", "Uncited")
        ]
        parts += [
            ("Unsupported", CLAIMS_SENTENCES["rate"]),
            ("Interval", CLAIMS_INTERVAL_SENTENCE),
            ("Small counts", CLAIMS_SUPPRESSION_SENTENCE),
            (
                "Custom classes",
                f"{CUSTOM_CLASSES_SENTENCE} {CLAIMS_EXPORT_SENTENCE}",
            ),
        ]
        HelpDialog(self._theme, "How to read unsupported claims", parts, self).open()
