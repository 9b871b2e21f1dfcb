"""The page of the draft metrics as a coordinator meets it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QSpinBox,
    QTableView,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import (
    Study,
    clipboard,
    draft_report,
    draft_texts,
    open_and_settle,
    settle,
    shown_drafts,
    table,
)

from app.kit.banner import Banner
from app.pages.draft_metrics.model import METRIC_COLUMNS, Column, metric_columns
from app.shell.main_window import MainWindow
from evalcore.metrics import METRIC_CODES, METRICS
from evalcore.vocabulary import NOTICE, SLICES

VECTORS = sorted((Path(__file__).resolve().parents[1] / "vectors" / "ambient").glob("*.json"))
SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample-study"


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, study: Study) -> MainWindow:
    open_and_settle(qtbot, window, study.drafts)
    return window


def metrics_table(window: MainWindow) -> QTableView:
    return table(window, "draftMetricsTable")


def visible_columns(view: QTableView) -> list[int]:
    return [c for c in range(view.model().columnCount()) if not view.isColumnHidden(c)]


def in_view(window: MainWindow) -> str:
    """The metric whose figures stand in the pane, by its title."""
    header = metrics_table(window).model().headerData(Column.VIEW_RATE, Qt.Orientation.Horizontal)
    title = str(header).partition(",")[0]
    return next(code for code, metric in METRICS.items() if metric.title == title)


def show_all_figures(window: MainWindow) -> None:
    mode_button(window, "All figures").click()


def mode_button(window: QWidget, text: str) -> QAbstractButton:
    return next(b for b in window.findChildren(QAbstractButton) if b.text() == text)


# figures


def test_the_figures_of_every_vector(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    assert len(VECTORS) > 30
    window.session.may_replace = lambda old, new: True
    box = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    for vector in VECTORS:
        given = json.loads(vector.read_text())
        path = tmp_path / vector.name
        path.write_text(json.dumps(given["drafts"]))
        if box.value() != given["minimum_cell_size"]:
            settle(qtbot, window, partial(box.setValue, given["minimum_cell_size"]))
        open_and_settle(qtbot, window, path)
        assert shown_drafts(window) == draft_texts(given["report"]), vector.name


def test_the_figures_of_the_sample_study(qtbot: QtBot, window: MainWindow) -> None:
    settle(qtbot, window, window.open_sample)
    assert shown_drafts(window) == draft_texts(draft_report(SAMPLE / "drafts.json"))
    texts = set(shown_drafts(window).values())
    assert ("suppressed",) * 3 in texts
    assert len(texts) > 50


def test_there_are_23_rows_in_five_groups_from_the_start(window: MainWindow) -> None:
    view = metrics_table(window)
    model = view.model()
    rows = [(model.index(r, 0).data() or "", model.index(r, 1).data()) for r in range(23)]
    assert model.rowCount() == 23
    assert rows[0] == ("", "Overall")
    groups = [group for group, _ in rows[1:]]
    assert sorted(set(groups), key=groups.index) == ["Section", "Class", "Speaker", "Experiencer"]
    assert [groups.count(group) for group in dict.fromkeys(groups)] == [5, 11, 3, 3]
    assert {"Assessment", "Vital", "Caregiver"} <= {label for _, label in rows}


# the metric in view


def test_a_click_on_a_header_brings_its_metric_into_view(
    qtbot: QtBot, shown: MainWindow, study: Study
) -> None:
    view = metrics_table(shown)
    header = view.horizontalHeader()
    pane = (Column.VIEW_RATE, Column.VIEW_INTERVAL, Column.VIEW_COUNT)
    wanted = draft_texts(study.draft_report())
    for metric in (*METRIC_CODES[1:], METRIC_CODES[0]):
        column = metric_columns(metric)[0]
        x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        before = header.grab().toImage()
        QTest.mouseClick(
            header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2)
        )
        assert in_view(shown) == metric
        assert header.grab().toImage() != before
        for row, name in enumerate(SLICES):
            texts = tuple(view.model().index(row, column).data() for column in pane)
            assert texts == wanted[name, metric]


def test_arrow_keys_move_through_rows_and_metrics(qtbot: QtBot, shown: MainWindow) -> None:
    view = metrics_table(shown)
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, metric_columns("omission")[0]))
    for metric in METRIC_CODES[1:]:
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert in_view(shown) == metric
    for metric in reversed(METRIC_CODES[:-1]):
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert in_view(shown) == metric
    for row in range(1, 23):
        QTest.keyClick(view, Qt.Key.Key_Down)
        assert view.currentIndex().row() == row
    assert in_view(shown) == METRIC_CODES[0]


def test_arrow_keys_reach_the_pane_and_come_back(qtbot: QtBot, shown: MainWindow) -> None:
    view = metrics_table(shown)
    view.setFocus()
    view.setCurrentIndex(view.model().index(3, metric_columns("negation")[0]))
    reached = []
    for _ in range(4):
        QTest.keyClick(view, Qt.Key.Key_Right)
        reached.append(view.currentIndex().column())
    pane = [c for c in visible_columns(view) if c > Column.GAP]
    assert reached == pane
    for _ in pane:
        QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.currentIndex().column() == metric_columns("negation")[0]


def test_a_new_minimum_keeps_the_metric_in_view(
    qtbot: QtBot, shown: MainWindow, study: Study
) -> None:
    view = metrics_table(shown)
    view.setCurrentIndex(view.model().index(2, metric_columns("negation")[0]))
    assert in_view(shown) == "negation"
    box = shown.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    settle(qtbot, shown, lambda: box.setValue(3))
    assert in_view(shown) == "negation"
    assert shown_drafts(shown) == draft_texts(study.draft_report(3))


def test_what_is_selected_stays_when_nothing_has_changed(qtbot: QtBot, shown: MainWindow) -> None:
    """Coming back to the window looks at the files; that is no reason to lose one's place."""
    view = metrics_table(shown)
    view.setCurrentIndex(view.model().index(7, metric_columns("unsupported")[0]))
    select(view, [(7, metric_columns("unsupported")[0]), (8, metric_columns("unsupported")[0])])
    settle(qtbot, shown, shown.session.check_files)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (7, 5)
    assert {(i.row(), i.column()) for i in view.selectedIndexes()} == {(7, 5), (8, 5)}


# compare and all figures


def test_compare_shows_rates_and_one_metric_in_full(shown: MainWindow) -> None:
    columns = visible_columns(metrics_table(shown))
    rates = [metric_columns(metric)[0] for metric in METRICS]
    assert [c for c in columns if c in METRIC_COLUMNS] == rates
    assert {Column.VIEW_RATE, Column.VIEW_INTERVAL, Column.VIEW_COUNT, Column.VIEW_PLOT} <= {
        *columns
    }


def test_all_figures_shows_every_figure_and_back(shown: MainWindow) -> None:
    view = metrics_table(shown)
    compare = visible_columns(view)
    show_all_figures(shown)
    columns = visible_columns(view)
    assert set(METRIC_COLUMNS) <= set(columns)
    assert not any(column > Column.GAP for column in columns)
    mode_button(shown, "Compare").click()
    assert visible_columns(view) == compare


def right_edge(view: QTableView) -> int:
    last = visible_columns(view)[-1]
    return view.columnViewportPosition(last) + view.columnWidth(last)


@pytest.mark.parametrize("mode", ["Compare", "All figures"])
def test_it_never_scrolls_sideways(qtbot: QtBot, shown: MainWindow, mode: str) -> None:
    """From the usual size, as the border of the window is dragged."""
    mode_button(shown, mode).click()
    view = metrics_table(shown)
    for size in ((1199, 768), (1366, 768), (1000, 700), (900, 600), (1920, 1080)):
        shown.resize(*size)
        QApplication.processEvents()
        assert (shown.width(), shown.height()) == size
        assert view.isVisible()
        assert not view.horizontalScrollBar().isVisible(), size
        assert right_edge(view) <= view.viewport().width(), size
        assert view.horizontalScrollBar().maximum() == 0, size


def test_all_rows_fit_at_the_usual_size(shown: MainWindow) -> None:
    view = metrics_table(shown)
    assert view.verticalScrollBar().maximum() == 0
    last = view.model().index(22, Column.SLICE)
    assert view.viewport().rect().contains(view.visualRect(last))


# copying


def select(view: QTableView, cells: list[tuple[int, int]]) -> None:
    selection = view.selectionModel()
    selection.clearSelection()
    for row, column in cells:
        index = view.model().index(row, column)
        selection.select(index, QItemSelectionModel.SelectionFlag.Select)


def copy(view: QTableView) -> str:
    QApplication.clipboard().setText("before")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return clipboard()


def test_a_copied_cell_is_the_text_that_is_shown(shown: MainWindow, study: Study) -> None:
    view = metrics_table(shown)
    texts = draft_texts(study.draft_report())
    for row, metric in ((0, "omission"), (4, "unsupported"), (22, "negation")):
        column = metric_columns(metric)[0]
        select(view, [(row, column)])
        assert copy(view) == texts[SLICES[row], metric][0]


def test_a_copied_block_is_rows_and_columns_of_a_spreadsheet(
    shown: MainWindow, study: Study
) -> None:
    view = metrics_table(shown)
    show_all_figures(shown)
    columns = metric_columns("omission")
    select(view, [(row, column) for row in (0, 1, 2) for column in (Column.SLICE, *columns)])
    texts = draft_texts(study.draft_report())
    labels = ("Overall", "Subjective", "Objective")
    wanted = ["\t".join((labels[row], *texts[SLICES[row], "omission"])) for row in range(3)]
    assert copy(view) == "\n".join(wanted)


def test_everything_that_is_hidden_stays_out_of_a_copy(shown: MainWindow) -> None:
    view = metrics_table(shown)
    view.selectAll()
    lines = copy(view).split("\n")
    assert len(lines) == 23
    cells = [line.split("\t") for line in lines]
    selectable = [c for c in visible_columns(view) if c != Column.GAP]
    assert {len(row) for row in cells} == {len(selectable)}
    for row, shown_row in enumerate(cells):
        texts = [str(view.model().index(row, c).data() or "") for c in selectable]
        assert shown_row == texts


def test_scattered_cells_keep_their_places_in_a_copy(shown: MainWindow, study: Study) -> None:
    view = metrics_table(shown)
    first, second = metric_columns("omission")[0], metric_columns("negation")[0]
    select(view, [(0, first), (3, second)])
    texts = draft_texts(study.draft_report())
    wanted = f"{texts[SLICES[0], 'omission'][0]}\t\n\t{texts[SLICES[3], 'negation'][0]}"
    assert copy(view) == wanted


def test_suppressed_cells_are_copied_as_the_word(qtbot: QtBot, shown: MainWindow) -> None:
    box = shown.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    settle(qtbot, shown, lambda: box.setValue(9999))
    view = metrics_table(shown)
    select(view, [(row, metric_columns("omission")[0]) for row in range(23)])
    assert copy(view) == "\n".join(["suppressed"] * 23)


def test_nothing_selected_leaves_the_clipboard_alone(shown: MainWindow) -> None:
    view = metrics_table(shown)
    view.clearSelection()
    assert copy(view) == "before"


# words


def test_what_each_metric_counts_is_one_hover_away(shown: MainWindow) -> None:
    header = metrics_table(shown).horizontalHeader()
    model = metrics_table(shown).model()
    for metric in METRICS:
        column = metric_columns(metric)[0]
        tip = str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
        assert METRICS[metric].sentence in tip
        assert "Counted over" in tip
    assert header.isVisible()


def test_that_counts_are_no_patients_is_on_the_page_at_every_width(shown: MainWindow) -> None:
    for width in (900, 1366):
        shown.resize(width, 768)
        texts = [label.text() for label in shown.findChildren(QLabel) if label.isVisible()]
        assert any("not patients" in text for text in texts)


def test_how_to_read_this_is_one_click_away_under_the_notice(
    qtbot: QtBot, shown: MainWindow
) -> None:
    button = mode_button(shown.metrics, "How to read this")
    assert isinstance(button, QPushButton)
    button.click()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog)
    texts = "\n".join(label.text() for label in dialog.findChildren(QLabel))
    for metric in METRICS:
        assert METRICS[metric].title in texts
        assert METRICS[metric].sentence in texts
    for words in ("not patients", "does not mean zero", "Wilson"):
        assert words in texts
    banner = dialog.findChild(Banner)
    assert banner is not None
    assert banner.isVisible()
    assert banner.text() == NOTICE
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_hovering_a_cell_shows_its_tool_tip(qtbot: QtBot, shown: MainWindow) -> None:
    view = metrics_table(shown)
    index = view.model().index(0, metric_columns("omission")[0])
    place = view.visualRect(index).center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(lambda: QToolTip.text() != "")
    assert QToolTip.text().startswith("Omission, Overall\n")
    QToolTip.hideText()


def test_an_empty_page_says_what_to_open(qtbot: QtBot, window: MainWindow) -> None:
    window.pages.setCurrentWidget(window.metrics)
    sentence, _ = window.metrics.empty.texts()
    assert sentence == "Open a drafts file to see the five metrics"
    assert window.metrics.empty.isVisible()
    assert not metrics_table(window).isVisible()


def test_suppressed_cells_are_painted_all_alike(qtbot: QtBot, shown: MainWindow) -> None:
    """With every cell suppressed each looks like the first of its kind, pixel for pixel."""
    box = shown.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    settle(qtbot, shown, lambda: box.setValue(9999))
    view = metrics_table(shown)
    picture = view.viewport().grab().toImage()
    row_height = 22
    for metric in METRIC_CODES[1:]:
        column = metric_columns(metric)[0]
        looks = set()
        for row in range(23):
            rect = view.visualRect(view.model().index(row, column))
            rect.setTop(rect.bottom() + 1 - row_height)
            # without the line between groups, which lies above the row
            cell = picture.copy(rect.adjusted(0, 3, 0, 0))
            looks.add(bytes(cell.constBits()))
        assert len(looks) == 1, metric
