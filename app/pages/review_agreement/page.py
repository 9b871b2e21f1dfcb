"""The page of the review rates."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.kit.buttons import Button
from app.kit.card import Card, IconText
from app.kit.density import Density
from app.kit.empty_state import EmptyState
from app.kit.help_dialog import HelpDialog
from app.kit.icons import IconName
from app.kit.sentences import NO_RETURNS
from app.kit.theme import Theme
from app.pages.base import Page, title_row
from app.pages.review_agreement.model import ReviewRatesModel
from app.pages.review_agreement.table import RatesTable
from evalcore.descriptions import (
    AGREEMENT_SENTENCE,
    REVIEW_COUNTS_SENTENCE,
    REVIEW_INTERVAL_SENTENCE,
    REVIEW_SUPPRESSED_SENTENCE,
)
from evalcore.metrics import RATES, RATES_IN_WORDS
from evalcore.service.protocol import Report

_SHORT = "Reviewers are never listed."
_SUBTITLE = f"{RATES_IN_WORDS.capitalize()} over the returns, with 95 % Wilson intervals. {_SHORT}"
_READING = (
    ("More reviewers, less agreement", AGREEMENT_SENTENCE),
    ("What the interval says", REVIEW_INTERVAL_SENTENCE),
    ("Suppressed", REVIEW_SUPPRESSED_SENTENCE),
)


class ReviewAgreementPage(Page):
    """The rates with a sentence each, and how to read them."""

    check_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = EmptyState(theme, IconName.RETURN, NO_RETURNS, "", "Open files…")
        super().__init__(theme, empty, parent)
        self._theme = theme
        self._ask_check = False
        self._wide = True
        self.model = ReviewRatesModel(self)
        self.table = RatesTable(theme, self.model)
        self._copy = Button(theme, "Copy table", icon_name=IconName.COPY)
        self._copy.clicked.connect(self._copy_table)
        self.note = IconText(theme, IconName.WARNING, "", tone="warning", kind="body")
        self.note.setWordWrap(True)
        self.note.hide()
        explain = Button(theme, "How to read this", icon_name=IconName.INFO, link=True)
        explain.clicked.connect(self.explain)
        row, self._subtitle = title_row(
            "Review agreement", "", self.source, self.saved, explain, self._copy
        )
        self._cards = QHBoxLayout()
        for title, text in _READING:
            self._cards.addWidget(_reading_card(theme, title, text), 1)
        self._cards.setSpacing(theme.sizes.margin)
        heading = QLabel("How to read these rates")
        heading.setProperty("type", "heading")
        inner = QWidget()
        inner.setProperty("panel", "scrolled")
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self.table)
        lines.addSpacing(24)
        lines.addWidget(heading)
        lines.addSpacing(10)
        lines.addLayout(self._cards)
        lines.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(inner)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Review agreement and how to read it")
        self.body.addLayout(row)
        self.body.addSpacing(6)
        self.body.addWidget(scroll, 1)
        self.body.addWidget(self.note)  # below: it may come late, and moves nothing there
        self._show_subtitle()
        self.show_empty(NO_RETURNS, "")

    def show_empty(self, sentence: str, detail: str) -> None:
        """Say what to open."""
        self._ask_check = False
        self.empty.set_button("Open files…", IconName.FOLDER_OPEN)
        super().show_empty(sentence, detail)

    def show_not_ready(self, detail: str) -> None:
        """Say what is missing, instead of figures; the button leads to the return check."""
        super().show_empty("The review rates come when the returns are ready", detail)
        self._ask_check = True
        self.empty.set_button("Go to the return check", IconName.CHECKLIST)

    def _on_activated(self) -> None:
        (self.check_requested if self._ask_check else self.open_requested).emit()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        sizes = self._theme.sizes
        self.set_margin(sizes.margin if density is Density.WIDE else sizes.margin_narrow)
        self._wide = density is Density.WIDE
        self._show_subtitle()

    def mark_source(self, saved: str, name: str) -> None:
        """Say whose figures are shown, by ``name``, and that it is a saved report; "" for none."""
        super().mark_source(saved, name)
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        roomy = self._wide and not self.saved.text()
        self._subtitle.setText(_SUBTITLE if roomy else _SHORT)

    def explain(self) -> None:
        """Show what the rates are and are not."""
        parts = [
            (RATES[rate].title, f"{RATES[rate].sentence} {RATES[rate].counting}") for rate in RATES
        ]
        parts += [("Counts", REVIEW_COUNTS_SENTENCE), *_READING]
        HelpDialog(self._theme, "How to read the review rates", parts, self).open()

    def set_reading(self) -> None:
        """Show placeholders where the figures will be."""
        self.model.set_reading()

    def set_report(self, report: Report | None) -> None:
        """Show the figures of a review report; None: none."""
        self.model.set_report(report)
        self._copy.setEnabled(report is not None)

    def set_note(self, text: str) -> None:
        """Say what the rates leave out; "" for nothing."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _copy_table(self) -> None:
        self.table.selectAll()
        self.table.copy()


def _reading_card(theme: Theme, title: str, text: str) -> Card:
    card = Card(theme, tone="sunken")
    name = QLabel(title)
    name.setProperty("type", "label")
    body = QLabel(text)
    body.setProperty("type", "caption")
    body.setWordWrap(True)
    layout = QVBoxLayout(card)
    layout.setContentsMargins(16, 14, 16, 14)
    layout.addWidget(name)
    layout.addWidget(body)
    layout.addStretch(1)
    return card
