"""A table that keeps pictures of its cells looks as one that paints each anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle

from app.delegates.cell_pictures import CellPictures
from app.main_window import MainWindow
from app.theme import Theme
from app.widgets.metrics_table import MetricsTable, Mode


def picture(view: MetricsTable) -> QImage:
    return view.grab().toImage()


def as_if_new(view: MetricsTable, monkeypatch: pytest.MonkeyPatch) -> QImage:
    """The table as it is when nothing is kept."""
    with monkeypatch.context() as patch:
        patch.setattr(
            CellPictures, "paint", lambda self, painter, rect, cell, look, draw: draw(painter)
        )
        return picture(view)


def test_what_is_kept_looks_like_what_is_painted_anew_whatever_changed(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.pages.setCurrentWidget(window.metrics)
    view = window.metrics.table
    cells = view.model()
    steps: dict[str, Callable[[], object]] = {
        "nothing is open": lambda: None,
        "figures": lambda: open_and_settle(qtbot, window, study.drafts),
        "another minimum cell size": lambda: window.file_panel.minimum_cell_size.setValue(50),
        "and back": lambda: window.file_panel.minimum_cell_size.setValue(5),
        "a selected cell": lambda: view.setCurrentIndex(cells.index(3, 2)),
        "with the focus": view.setFocus,
        "another metric": lambda: view.choose_metric("negation"),
        "all figures": lambda: view.set_mode(Mode.ALL_FIGURES),
        "comparing again": lambda: view.set_mode(Mode.COMPARE),
        "a small window": lambda: window.resize(900, 600),
        "dark": lambda: window.set_theme(Theme.for_scheme("dark")),
        "larger type": lambda: window.set_theme(Theme.for_scheme("dark", 1.5)),
    }
    for step, change in steps.items():
        change()
        qtbot.waitUntil(lambda: not window._runner.busy)
        QApplication.processEvents()  # what was asked for is laid out
        picture(view)  # whatever is kept is kept now
        assert picture(view) == as_if_new(view, monkeypatch), step
