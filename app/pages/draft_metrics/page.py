"""The page of the draft metrics over the 23 slices."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.kit.buttons import Button
from app.kit.density import Density
from app.kit.empty_state import EmptyState
from app.kit.help_dialog import HelpDialog
from app.kit.icons import IconName
from app.kit.segmented import Segmented
from app.kit.sentences import NO_DRAFTS
from app.kit.theme import Theme
from app.pages.base import Page, title_row
from app.pages.draft_metrics.model import DraftMetricsModel
from app.pages.draft_metrics.table import MetricsTable, Mode
from evalcore.descriptions import (
    COUNTS_SENTENCE,
    INTERVAL_SENTENCE,
    SUPPRESSED_SENTENCE,
)
from evalcore.metrics import METRICS, METRICS_IN_WORDS
from evalcore.service.protocol import Report
from evalcore.vocabulary import SLICES

_LONG = f"{len(SLICES)} slices, {METRICS_IN_WORDS}, 95 % Wilson intervals. {COUNTS_SENTENCE}"


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
        row, self._subtitle = title_row(
            "Draft metrics", _LONG, self.source, self.saved, explain, self.modes
        )
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

    def mark_source(self, saved: str, name: str) -> None:
        """Say whose figures are shown, by ``name``, and that it is a saved report; "" for none."""
        super().mark_source(saved, name)
        self._show_subtitle()

    def _show_subtitle(self) -> None:
        short = self._density is Density.NARROW or bool(self.saved.text())
        self._subtitle.setText(COUNTS_SENTENCE if short else _LONG)

    def set_reading(self) -> None:
        """Show placeholders where the figures will be."""
        self.model.set_reading()

    def set_report(self, report: Report | None) -> None:
        """Show the figures of a draft report; None: none."""
        self.model.set_report(report)

    def explain(self) -> None:
        """Show what the figures are and are not."""
        parts = [
            (METRICS[metric].title, f"{METRICS[metric].sentence} {METRICS[metric].counting}")
            for metric in METRICS
        ]
        parts += [
            ("Counts", COUNTS_SENTENCE),
            ("Suppressed", SUPPRESSED_SENTENCE),
            ("95 % interval", INTERVAL_SENTENCE),
        ]
        HelpDialog(self._theme, "How to read the draft metrics", parts, self).open()
