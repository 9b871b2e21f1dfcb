"""A table that keeps pictures of its cells looks as one that paints each anew."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle, settle

from app.kit.theme import Theme
from app.pages.draft_metrics.table import MetricsTable, Mode
from app.shell.main_window import MainWindow
from app.tables.cell_pictures import CellPictures
from app.tables.roles import CellView


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
        qtbot.waitUntil(lambda: not window.engine.busy)
        QApplication.processEvents()  # what was asked for is laid out
        picture(view)  # whatever is kept is kept now
        assert picture(view) == as_if_new(view, monkeypatch), step


def cell_views() -> list[CellView]:
    return [thing for thing in gc.get_objects() if isinstance(thing, CellView)]


def test_nothing_is_kept_of_figures_that_are_suppressed_now(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    before = set(map(id, cell_views()))  # of windows of other tests
    window.pages.setCurrentWidget(window.metrics)
    open_and_settle(qtbot, window, study.drafts)
    view = window.metrics.table
    picture(view)
    rate = str(view.model().index(0, 2).data())
    assert rate[0].isdigit()
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(9999))
    texts = {one.text for one in cell_views() if one.text and id(one) not in before}
    assert "suppressed" in texts
    assert not [text for text in texts if text[0].isdigit()]


def test_what_is_selected_stays_with_another_minimum_cell_size(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    view = window.metrics.table
    view.setCurrentIndex(view.model().index(3, 2))
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(2))
    assert (view.currentIndex().row(), view.currentIndex().column()) == (3, 2)
    assert [index.row() for index in view.selectedIndexes()] == [3]
