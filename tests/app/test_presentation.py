"""The presentation: keys, the report's own figures, one look for suppressed, nothing cut."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableView
from pytestqt.qtbot import QtBot
from widget_help import role_and_name
from window_help import SUPPRESSED_TRIPLE, Study, draft_report, draft_texts

from app.kit.banner import Banner
from app.kit.theme import Scheme, Theme
from app.platform.resource_files import sample_study
from app.shell.projector.delegate import TYPE_SIZES
from app.shell.projector.model import GROUPS, Column, PresentationModel
from app.shell.projector.window import Presentation
from app.tables.roles import Interval, Role
from evalcore.descriptions import (
    COUNTS_SENTENCE,
    SUPPRESSED_SENTENCE,
    slice_label,
)
from evalcore.figures.text import cell_figures
from evalcore.metrics import METRIC_CODES, METRICS
from evalcore.vocabulary import NOTICE, SLICE_GROUPS, SLICES

Key = Qt.Key
LIGHT = Theme.for_scheme("light")
SIZES = [(1366, 768), (1280, 720), (1920, 1080), (1024, 768), (1092, 614), (3840, 2160)]


@pytest.fixture(scope="module")
def sample() -> dict[str, Any]:
    return draft_report(Path(sample_study()[0]))


@pytest.fixture
def report(sample: dict[str, Any]) -> dict[str, Any]:
    """The sample study's: of the five metrics contradiction is suppressed."""
    return copy.deepcopy(sample)


@pytest.fixture
def shown(qtbot: QtBot, report: dict[str, Any]) -> Presentation:
    return show(qtbot, report)


def show(qtbot: QtBot, report: dict[str, Any], scheme: Scheme = "light") -> Presentation:
    """A presentation in a window of 1366 x 768, its model under Qt's tester."""
    presentation = Presentation(Theme.for_scheme(scheme))
    qtbot.addWidget(presentation)
    model = table(presentation).model()
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    QAbstractItemModelTester(model, mode, model)
    presentation.set_report(report, "File 1")
    presentation.show()
    presentation.activateWindow()
    presentation.setFocus()
    qtbot.waitUntil(presentation.hasFocus)
    return presentation


def table(presentation: Presentation) -> QTableView:
    found = presentation.findChild(QTableView, "presentationTable")
    assert isinstance(found, QTableView)
    return found


def label(presentation: Presentation, name: str) -> str:
    found = presentation.findChild(QLabel, name)
    assert isinstance(found, QLabel)
    return found.text()


def place(presentation: Presentation) -> tuple[str, str]:
    return label(presentation, "presentationMetric"), label(presentation, "presentationGroup")


def button(presentation: Presentation, name: str) -> QPushButton:
    found = [b for b in presentation.findChildren(QPushButton) if b.accessibleName() == name]
    assert len(found) == 1
    return found[0]


def go(presentation: Presentation, metric: int, group: int) -> None:
    QTest.keyClick(presentation, Key.Key_Home)
    for _ in GROUPS:
        QTest.keyClick(presentation, Key.Key_Up)
    for _ in range(metric):
        QTest.keyClick(presentation, Key.Key_Right)
    for _ in range(group):
        QTest.keyClick(presentation, Key.Key_Down)


def rows(presentation: Presentation) -> dict[str, tuple[str, ...]]:
    model = table(presentation).model()
    return {
        str(model.index(row, Column.SLICE).data()): tuple(
            str(model.index(row, column).data())
            for column in (Column.RATE, Column.INTERVAL, Column.COUNT)
        )
        for row in range(model.rowCount())
    }


def shown_names(presentation: Presentation) -> list[str]:
    return [each.objectName() for each in presentation.findChildren(QLabel) if each.isVisible()]


def visible_labels(presentation: Presentation) -> list[str]:
    labels = presentation.findChildren(QLabel)
    return [each.text() for each in labels if each.isVisible() and each.text()]


# keys and buttons


@pytest.mark.parametrize(
    ("keys", "metric", "group"),
    [
        ([Key.Key_Right], 2, 1),
        ([Key.Key_Space, Key.Key_PageDown], 3, 1),
        ([Key.Key_End], 5, 1),
        ([Key.Key_End, Key.Key_Right], 5, 1),
        ([Key.Key_End, Key.Key_Left], 4, 1),
        ([Key.Key_End, Key.Key_PageUp, Key.Key_Backspace], 3, 1),
        ([Key.Key_Right, Key.Key_Home], 1, 1),
        ([Key.Key_Left], 1, 1),
        ([Key.Key_Down], 1, 2),
        ([Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_Right], 2, 2),
        ([Key.Key_Down] * 9, 1, 4),
        ([Key.Key_Up], 1, 1),
        ([Key.Key_A, Key.Key_1], 1, 1),
    ],
)
def test_keys_change_the_metric_and_the_group_and_stop_at_the_ends(
    shown: Presentation, keys: list[Qt.Key], metric: int, group: int
) -> None:
    for key in keys:
        QTest.keyClick(shown, key)
    name = list(SLICE_GROUPS)[group - 1]
    assert place(shown) == (f"Metric {metric} of 5", f"Group {group} of 4: {name}")
    assert label(shown, "presentationTitle") == METRICS[METRIC_CODES[metric - 1]].title
    assert list(rows(shown)) == ["Overall", *map(str.capitalize, SLICE_GROUPS[name])]


def test_a_key_with_control_is_no_step(shown: Presentation) -> None:
    QTest.keyClick(shown, Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert place(shown)[0] == "Metric 1 of 5"
    QTest.keyClick(shown, Key.Key_Right, Qt.KeyboardModifier.KeypadModifier)
    assert place(shown)[0] == "Metric 2 of 5"


def test_a_key_that_qt_does_not_know_does_nothing(shown: Presentation) -> None:
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(shown, QKeyEvent(QEvent.Type.KeyPress, 0x0110FFFF, none))
    assert place(shown) == ("Metric 1 of 5", "Group 1 of 4: section")


def test_each_key_is_a_button_too(shown: Presentation) -> None:
    left = Qt.MouseButton.LeftButton
    for name, wanted in [
        ("Next metric", ("Metric 2 of 5", "Group 1 of 4: section")),
        ("Next group", ("Metric 2 of 5", "Group 2 of 4: class")),
        ("Previous group", ("Metric 2 of 5", "Group 1 of 4: section")),
        ("Previous metric", ("Metric 1 of 5", "Group 1 of 4: section")),
    ]:
        control = button(shown, name)
        assert role_and_name(control) == (QAccessible.Role.PushButton, name)
        assert control.toolTip().startswith(name)
        QTest.mouseClick(control, left)
        assert place(shown) == wanted
    assert not button(shown, "Previous metric").isEnabled()
    assert not button(shown, "Previous group").isEnabled()
    go(shown, 4, 3)
    assert not button(shown, "Next metric").isEnabled()
    assert not button(shown, "Next group").isEnabled()
    with pytest.MonkeyPatch.context() as patch:
        left_by: list[bool] = []
        patch.setattr(shown, "hide", lambda: None)
        shown.left.connect(lambda: left_by.append(True))
        QTest.mouseClick(button(shown, "Leave"), left)
    assert left_by == [True]


def test_space_presses_the_button_that_has_the_focus_and_arrows_still_move(
    shown: Presentation,
) -> None:
    button(shown, "Next group").setFocus()
    QTest.keyClick(button(shown, "Next group"), Key.Key_Space)
    assert place(shown) == ("Metric 1 of 5", "Group 2 of 4: class")
    QTest.keyClick(button(shown, "Next group"), Key.Key_Right)
    assert place(shown) == ("Metric 2 of 5", "Group 2 of 4: class")
    for _ in range(2):
        QTest.keyClick(button(shown, "Next group"), Key.Key_Space)
    assert place(shown)[1].startswith("Group 4 of 4")
    assert QApplication.focusWidget() is shown  # the button is off; Space means "next" again


def test_tab_goes_through_the_table_and_the_keys(shown: Presentation) -> None:
    QTest.keyClick(shown, Key.Key_Right)
    QTest.keyClick(shown, Key.Key_Down)
    stops = []
    for _ in range(6):
        at = QApplication.focusWidget()
        assert at is not None
        QTest.keyClick(at, Key.Key_Tab)
        stops.append(QApplication.focusWidget())
    names = ("Previous metric", "Next metric", "Previous group", "Next group", "Leave")
    assert stops == [table(shown), *(button(shown, name) for name in names)]


def test_arrow_keys_in_the_table_are_the_windows_and_with_control_the_tables(
    shown: Presentation,
) -> None:
    view = table(shown)
    view.setFocus()
    QTest.keyClick(view, Key.Key_Right)
    assert place(shown)[0] == "Metric 2 of 5"
    view.setCurrentIndex(view.model().index(0, 0))
    for key in (Key.Key_Down, Key.Key_Right):
        QTest.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
    assert (view.currentIndex().row(), view.currentIndex().column()) == (1, 1)
    assert place(shown)[0] == "Metric 2 of 5"


@pytest.mark.parametrize("inside", [False, True])
def test_escape_leaves_once(qtbot: QtBot, shown: Presentation, inside: bool) -> None:
    with qtbot.waitSignal(shown.left):
        QTest.keyClick(table(shown) if inside else shown, Key.Key_Escape)
    assert not shown.isVisible()


def test_it_fills_the_screen_and_takes_the_keyboard(qtbot: QtBot, report: dict[str, Any]) -> None:
    presentation = Presentation(LIGHT)
    qtbot.addWidget(presentation)
    presentation.set_report(report, "File 1")
    presentation.present()
    qtbot.waitUntil(presentation.hasFocus)
    assert presentation.isFullScreen()
    assert presentation.isWindow()
    assert presentation.size() == presentation.screen().size()


# figures


@pytest.mark.parametrize("metric", range(len(METRICS)))
@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_every_figure_is_that_of_the_report(
    shown: Presentation, report: dict[str, Any], metric: int, group: int
) -> None:
    go(shown, metric, group)
    texts, name = draft_texts(report), METRIC_CODES[metric]
    wanted = [("overall", *texts["overall", name])]
    wanted += [
        (s.partition(":")[2], *texts[s, name]) for s in SLICES if s.startswith(GROUPS[group] + ":")
    ]
    seen = [(each.lower(), *figures) for each, figures in rows(shown).items()]
    assert seen == wanted
    overall = cell_figures(report["slices"]["overall"][name])
    if overall is None:
        assert label(shown, "presentationFigure") == "suppressed"
        return
    assert label(shown, "presentationFigure") == f"{overall.rate} %"
    assert label(shown, "presentationCount") == f"Overall: {overall.count}"
    assert label(shown, "presentationInterval") == f"95 % interval {overall.interval} %"


def test_the_axis_holds_all_of_a_metric_and_stays_when_the_group_changes(
    shown: Presentation, report: dict[str, Any]
) -> None:
    model = table(shown).model()
    for number, metric in enumerate(METRICS):
        axes = set()
        for group in range(len(GROUPS)):
            go(shown, number, group)
            axes.add(model.headerData(Column.PLOT, Qt.Orientation.Horizontal, Role.AXIS))
            overall = model.index(0, Column.PLOT).data(Role.CELL)
            assert overall.overall
            assert overall.interval == overall.axis.reference
        assert len(axes) == 1
        cells = [report["slices"][name][metric] for name in SLICES]
        uppers = [cell["ci95"][1] for cell in cells if cell["ci95"]]
        assert max(uppers, default=0) <= axes.pop().maximum


def test_columns_do_not_jump(shown: Presentation) -> None:
    columns, tops = set(), set()
    for metric in range(len(METRICS)):
        for group in range(len(GROUPS)):
            go(shown, metric, group)
            columns.add(tuple(table(shown).columnWidth(column) for column in Column))
            tops.add(table(shown).geometry().top())
    assert len(columns) == len(tops) == 1


def test_only_the_given_texts_are_shown(shown: Presentation) -> None:
    for number, metric in enumerate(METRICS):
        go(shown, number, 0)
        words = visible_labels(shown)
        assert NOTICE in words
        assert METRICS[metric].title in words
        assert f"{METRICS[metric].sentence}\n{COUNTS_SENTENCE}" in words
        assert "File 1. Minimum cell size 5." in words
        assert len(words) == (10 if "presentationInterval" in shown_names(shown) else 9)


def test_another_report_keeps_the_place(shown: Presentation, study: Study) -> None:
    go(shown, 1, 1)
    before = rows(shown)
    other = study.draft_report()
    kept = copy.deepcopy(other)
    shown.set_report(other, "Saved report")
    assert place(shown) == ("Metric 2 of 5", "Group 2 of 4: class")
    assert rows(shown) != before
    assert rows(shown)["Overall"] == draft_texts(other)["overall", METRIC_CODES[1]]
    assert label(shown, "presentationSource") == "Saved report. Minimum cell size 5."
    assert other == kept


def test_it_is_blank_before_a_report(qtbot: QtBot) -> None:
    presentation = Presentation(LIGHT)
    qtbot.addWidget(presentation)
    assert set(rows(presentation).values()) == {("", "", "")}
    assert label(presentation, "presentationFigure") == ""


# suppressed


def test_a_suppressed_metric_says_so_in_place_of_every_figure(qtbot: QtBot, study: Study) -> None:
    shown = show(qtbot, study.draft_report(9999))
    model = table(shown).model()
    for number in range(len(METRICS)):
        for group in range(len(GROUPS)):
            go(shown, number, group)
            assert set(rows(shown).values()) == {SUPPRESSED_TRIPLE}
            assert label(shown, "presentationFigure") == "suppressed"
            words = [w for w in visible_labels(shown) if w not in place(shown)]
            assert [w for w in words if any(c.isdigit() for c in w)] == [
                "File 1. Minimum cell size 9999."
            ]
            for row in range(model.rowCount()):
                assert model.index(row, Column.PLOT).data(Role.CELL).interval is None
                assert model.index(row, Column.RATE).data(Qt.ItemDataRole.ToolTipRole) == (
                    SUPPRESSED_SENTENCE
                )


def test_type_is_right_again_after_a_suppressed_metric(
    qtbot: QtBot, report: dict[str, Any]
) -> None:
    suppressed = {
        "rate": None,
        "ci95": None,
        "numerator": None,
        "denominator": None,
        "suppressed": True,
    }
    for cells in report["slices"].values():
        cells[METRIC_CODES[1]] = dict(suppressed)
    shown = show(qtbot, report)
    figure = shown.findChild(QLabel, "presentationFigure")
    assert isinstance(figure, QLabel)
    sizes = []
    for number in (0, 1, 3):
        go(shown, number, 0)
        ink = figure.palette().windowText().color().name().upper()
        sizes.append((figure.font().pixelSize(), ink))
    accent, muted = LIGHT.colours.accent, LIGHT.colours.text_muted
    assert sizes == [(96, accent), (44, muted), (96, accent)]


def test_a_suppressed_row_has_no_mark_and_one_word(qtbot: QtBot, report: dict[str, Any]) -> None:
    name = f"section:{SLICE_GROUPS['section'][1]}"
    report["slices"][name][METRIC_CODES[0]] = {
        "rate": None,
        "ci95": None,
        "numerator": None,
        "denominator": None,
        "suppressed": True,
    }
    shown = show(qtbot, report)
    view = table(shown)
    inks = [painted(view, row, Column.PLOT) for row in range(3)]
    accent = LIGHT.colours.accent
    assert [accent in each for each in inks] == [True, True, False]
    written = [len(painted(view, 2, column)) > 3 for column in Column]
    assert written[Column.SLICE] and written[Column.INTERVAL]
    assert not written[Column.RATE] and not written[Column.COUNT]


def painted(view: QTableView, row: int, column: Column) -> set[str]:
    """The colours of a cell."""
    rect = view.visualRect(view.model().index(row, column))
    image = view.viewport().grab(rect).toImage()
    return {
        image.pixelColor(x, y).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }


# room


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("suppressed", [False, True])
def test_everything_fits(
    qtbot: QtBot, study: Study, sample: Any, size: tuple[int, int], suppressed: bool
) -> None:
    shown = show(qtbot, study.draft_report(9999) if suppressed else sample)
    shown.resize(*size)
    qtbot.waitUntil(lambda: (shown.width(), shown.height()) == size)
    view = table(shown)
    bottom = shown.height() - shown.bar.height()
    qtbot.waitUntil(lambda: shown.bar.geometry().top() == bottom)
    for group in range(len(GROUPS)):
        for metric in range(len(METRICS)):
            go(shown, metric, group)
            qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() == 0)
            assert view.horizontalScrollBar().maximum() == 0
            assert not view.isColumnHidden(Column.PLOT)
            qtbot.waitUntil(lambda: cut_labels(shown) == [])
            assert cut_cells(view, shown.width()) == []
    banner = shown.findChild(Banner)
    assert isinstance(banner, Banner)
    assert banner.rect().contains(banner.text_rect(banner.width()))
    assert banner.visibleRegion().boundingRect() == banner.rect()
    assert banner.geometry().top() == 0 and banner.width() == size[0]


def cut_labels(presentation: Presentation) -> list[str]:
    """The labels, the banner aside, whose text needs more room than they have."""
    cut = []
    for each in presentation.findChildren(QLabel):
        if not each.isVisible() or isinstance(each, Banner):
            continue
        flags = Qt.TextFlag.TextWordWrap if each.wordWrap() else Qt.TextFlag.TextSingleLine
        metrics = QFontMetrics(each.font())
        box = metrics.boundingRect(each.rect(), flags, each.text())
        if not each.wordWrap():
            box.setHeight(metrics.tightBoundingRect(each.text()).height())
        where = QRect(each.mapTo(presentation, QPoint(0, 0)), each.size())
        fits = box.width() <= each.width() + 1 and box.height() <= each.height() + 1
        if not (fits and presentation.rect().contains(where)):
            cut.append(each.text())
    return cut


def cut_cells(view: QTableView, width: int) -> list[str]:
    """The texts that are wider than their column at the smallest type that may be used."""
    model = view.model()
    scale = 1.0 if width < 1920 else 1.375
    metrics = QFontMetrics(Theme.for_scheme("light", scale).font(TYPE_SIZES[-1][0], 600))
    cut = []
    for row in range(model.rowCount()):
        assert metrics.height() <= view.rowHeight(row)
        for column in (Column.SLICE, Column.INTERVAL):
            text = str(model.index(row, column).data())
            if metrics.horizontalAdvance(text) > view.columnWidth(column):
                cut.append(text)
    return cut


def test_type_is_20_px_at_least_and_larger_where_there_is_room() -> None:
    assert min(min(pair) for pair in TYPE_SIZES) == 20
    assert TYPE_SIZES[0] == (28, 24)


def test_a_small_window_scrolls_its_rows_and_keeps_the_notice(shown: Presentation) -> None:
    shown.resize(700, 380)
    go(shown, 0, 1)
    assert table(shown).verticalScrollBar().maximum() > 0
    banner = shown.findChild(Banner)
    assert isinstance(banner, Banner)
    assert banner.visibleRegion().boundingRect() == banner.rect()
    assert banner.rect().contains(banner.text_rect(banner.width()))


def test_another_theme_changes_colours_and_not_the_place(shown: Presentation) -> None:
    go(shown, 1, 2)
    dark = Theme.for_scheme("dark")
    for theme in (dark, LIGHT):
        shown.set_theme(theme)
        image = shown.grab().toImage()
        assert image.pixelColor(4, 4) == QColor(theme.colours.banner)
        assert image.pixelColor(4, 120) == QColor(theme.colours.surface)
        assert theme.colours.accent in painted(table(shown), 0, Column.PLOT)
        assert place(shown) == ("Metric 2 of 5", "Group 3 of 4: speaker")


# the ear


def test_a_screen_reader_reads_a_row_as_it_is_seen(
    shown: Presentation, report: dict[str, Any]
) -> None:
    go(shown, 0, 0)
    view = table(shown)
    assert role_and_name(view) == (QAccessible.Role.Table, "Omission by section")
    interface = QAccessible.queryAccessibleInterface(view)
    cells = [interface.child(number) for number in range(interface.childCount())]
    heard = [cell.text(QAccessible.Text.Name) for cell in cells if cell is not None]
    assert heard[1:6] == ["By section", "Rate, %", "95 % interval", "Count", "Plot"]
    f = cell_figures(report["slices"]["section:plan"]["omission"])
    assert f is not None
    at = heard.index("Rate, " + f"{f.rate} %")
    assert "Plan" in heard[:at]
    assert f"95 % interval, {f.lower} to {f.upper} %" in heard
    assert f"Count, {f.count}" in heard
    assert f"Plan, {f.rate} %, 95 % interval {f.lower} to {f.upper} %, {f.count}" in heard


def test_everything_has_a_name(shown: Presentation) -> None:
    assert shown.accessibleName() == "Presentation"
    for control in shown.findChildren(QPushButton):
        assert role_and_name(control)[1]
    figure = shown.findChild(QLabel, "presentationFigure")
    assert isinstance(figure, QLabel)
    assert role_and_name(figure)[1] == f"Overall rate, {figure.text()}"


def test_suppressed_is_heard(qtbot: QtBot, study: Study) -> None:
    model = PresentationModel()
    model.set_report(study.draft_report(9999))
    spoken = [model.index(1, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in Column]
    first = slice_label(f"section:{SLICE_GROUPS['section'][0]}")
    assert spoken == [
        first,
        "Rate, suppressed",
        "95 % interval, suppressed",
        "Count, suppressed",
        f"{first}, suppressed",
    ]


def test_what_is_drawn_is_what_the_report_says(shown: Presentation, report: dict[str, Any]) -> None:
    model: QAbstractItemModel = table(shown).model()
    cell = report["slices"]["section:plan"]["omission"]
    row = list(rows(shown)).index("Plan")
    drawn = model.index(row, Column.PLOT).data(Role.CELL).interval
    assert drawn == Interval(cell["ci95"][0], cell["rate"], cell["ci95"][1])
