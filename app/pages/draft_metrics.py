"""The page of the five draft metrics over the 23 slices."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from app.icons import IconName
from app.models.draft_metrics import DraftMetricsModel
from app.pages.page import Page, title_row
from app.theme import Theme
from app.widgets.buttons import Button
from app.widgets.density import Density
from app.widgets.empty_state import EmptyState
from app.widgets.help_dialog import HelpDialog
from app.widgets.metrics_table import MetricsTable, Mode
from app.widgets.segmented import Segmented
from app.widgets.sentences import NO_DRAFTS
from evalcore.descriptions import (
    COUNTS_SENTENCE,
    INTERVAL_SENTENCE,
    METRIC_COUNTS,
    METRIC_SENTENCES,
    METRIC_TITLES,
    SUPPRESSED_SENTENCE,
)
from evalcore.vocabulary import METRICS

_LONG = f"23 slices, five metrics, 95 % Wilson intervals. {COUNTS_SENTENCE}"


class DraftMetricsPage(Page):
    """Compare the metrics with one of them in full, or read all figures."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        empty = EmptyState(theme, IconName.DRAFTS, NO_DRAFTS, "", "Open drafts…")
        super().__init__(theme, empty, parent)
        self._theme = theme
        self._density = Density.WIDE
        self.model = DraftMetricsModel(self)
        self.table = MetricsTable(theme, self.model, self.content)
        explain = Button(theme, "How to read this", icon_name=IconName.INFO, link=True)
        explain.clicked.connect(self.explain)
        self.modes = Segmented(
            theme,
            [(Mode.COMPARE.name, "Compare"), (Mode.ALL_FIGURES.name, "All figures")],
            "What the table shows",
        )
        self.modes.selected.connect(lambda key: self.table.set_mode(Mode[key]))
        row, self._subtitle = title_row("Draft metrics", _LONG, self.saved, explain, self.modes)
        self.body.addLayout(row)
        self.body.addSpacing(6)
        self.body.addWidget(self.table, 1)
        self.show_empty(NO_DRAFTS, "")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def set_density(self, density: Density) -> None:
        """Fit the page to a wide, medium or narrow window."""
        sizes = self._theme.sizes
        self.set_margin(sizes.margin if density is Density.WIDE else sizes.margin_narrow)
        self._density = density
        self._show_subtitle()
        self.table.set_density(density)

    def mark_saved(self, text: str, name: str = "") -> None:
        """Say that what is shown is a saved report; "" for none. ``name`` tells which."""
        super().mark_saved(text, name)
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        short = self._density is Density.NARROW or bool(self.saved.text())
        self._subtitle.setText(COUNTS_SENTENCE if short else _LONG)

    def set_reading(self) -> None:
        """Show placeholders where the figures will be."""
        self.model.set_reading()

    def set_report(self, report: dict[str, Any] | None) -> None:
        """Show the figures of a draft report; None: none."""
        self.model.set_report(report)

    def explain(self) -> None:
        """Show what the figures are and are not."""
        parts = [
            (METRIC_TITLES[metric], f"{METRIC_SENTENCES[metric]} {METRIC_COUNTS[metric]}")
            for metric in METRICS
        ]
        parts += [
            ("Counts", COUNTS_SENTENCE),
            ("Suppressed", SUPPRESSED_SENTENCE),
            ("95 % interval", INTERVAL_SENTENCE),
        ]
        HelpDialog(self._theme, "How to read the draft metrics", parts, self).open()
