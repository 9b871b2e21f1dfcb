"""The item models: rows from the start, texts for eye and ear, one look for what is suppressed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from problem_help import check
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt, qInstallMessageHandler
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot
from window_help import Study, draft_texts, rate_texts

from app.engine.open_files import FileKind, FileState, OpenFile, Reports
from app.pages.draft_metrics.model import (
    METRIC_COLUMNS,
    Column,
    DraftMetricsModel,
    metric_columns,
    metric_of,
)
from app.pages.review_agreement.model import ReviewRatesModel
from app.shell.open_files_model import OpenFilesModel
from app.tables.axis import choose_axis
from app.tables.file_roles import FileRole, Tone
from app.tables.roles import CellState, Interval, Role
from evalcore.descriptions import slice_label
from evalcore.metrics import METRICS, RATE_CODES, RATES
from evalcore.service.protocol import CheckedFile
from evalcore.vocabulary import SLICES

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.UserRole,
    Role.CELL,
)


@pytest.fixture
def metrics(qtbot: QtBot, study: Study) -> DraftMetricsModel:
    model = DraftMetricsModel()
    under_test(model)
    model.set_report(study.draft_report())
    return model


@pytest.fixture
def rates(qtbot: QtBot, study: Study) -> ReviewRatesModel:
    model = ReviewRatesModel()
    under_test(model)
    model.set_report(study.review_report())
    return model


def under_test(model: QAbstractItemModel) -> None:
    """Qt's tester looks at every change; what it finds is a warning, which fails the test."""
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    QAbstractItemModelTester(model, mode, model)


def text(index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str:
    return str(index.data(role) or "")


def test_a_model_that_lies_is_found(qtbot: QtBot, qtlog: Any) -> None:
    class Liar(OpenFilesModel):
        def rowCount(self, parent: Any = QModelIndex()) -> int:  # noqa: B008
            return -1

    said: list[str] = []
    with qtlog.disabled():
        before = qInstallMessageHandler(lambda kind, context, message: said.append(message))
        under_test(Liar())
        qInstallMessageHandler(before)
    assert any("FAIL!" in message for message in said)


# draft metrics


def test_the_23_rows_are_there_from_the_start_and_blank(qtbot: QtBot) -> None:
    model = DraftMetricsModel()
    under_test(model)
    assert model.rowCount() == 23
    labels = [text(model.index(row, Column.SLICE)) for row in range(23)]
    assert labels == [slice_label(name) for name in SLICES]
    for row in range(23):
        for column in range(METRIC_COLUMNS.start, model.columnCount()):
            assert text(model.index(row, column)) == ""
            assert model.index(row, column).data(Qt.ItemDataRole.ToolTipRole) is None
    assert model.rowCount(model.index(0, 0)) == 0
    spoken = text(model.index(0, metric_columns("omission")[0]), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Omission, no figure yet"
    model.set_reading()
    spoken = text(model.index(0, metric_columns("omission")[0]), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Omission, being read"
    assert text(model.index(0, metric_columns("omission")[0])) == ""


def test_every_figure_is_that_of_the_report(metrics: DraftMetricsModel, study: Study) -> None:
    for (name, metric), wanted in draft_texts(study.draft_report()).items():
        row = SLICES.index(name)
        assert tuple(text(metrics.index(row, c)) for c in metric_columns(metric)) == wanted


@pytest.mark.parametrize("metric", METRICS)
def test_the_metric_in_view_stands_in_the_pane(
    metrics: DraftMetricsModel, study: Study, metric: str
) -> None:
    metrics.set_metric(metric)
    pane = (Column.VIEW_RATE, Column.VIEW_INTERVAL, Column.VIEW_COUNT)
    report = study.draft_report()
    for row, name in enumerate(SLICES):
        shown = tuple(text(metrics.index(row, c)) for c in pane)
        assert shown == draft_texts(report)[name, metric]
        drawn = metrics.index(row, Column.VIEW_PLOT).data(Role.CELL)
        cell = report["slices"][name][metric]
        if cell["suppressed"]:
            assert drawn.interval is None
        else:
            low, high = cell["ci95"]
            assert drawn.interval == Interval(low, cell["rate"], high)
            assert drawn.axis.maximum >= high, "the interval lies on the axis whole"
    assert text_of_header(metrics, Column.VIEW_RATE).startswith(METRICS[metric].title)


def text_of_header(
    model: QAbstractItemModel, column: int, role: int = Qt.ItemDataRole.DisplayRole
) -> str:
    return str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")


def test_the_ear_hears_what_the_eye_sees(metrics: DraftMetricsModel) -> None:
    for row in range(23):
        for metric in METRICS:
            columns = metric_columns(metric)
            rate, interval, count = (text(metrics.index(row, c)) for c in columns)
            for column in columns:
                index = metrics.index(row, column)
                spoken = text(index, Qt.ItemDataRole.AccessibleTextRole)
                assert spoken.startswith(METRICS[metric].title)
                if rate == "suppressed":
                    assert spoken == f"{METRICS[metric].title}, suppressed"
                else:
                    low, high = interval.split("–")
                    assert f"{rate} %" in spoken
                    assert f"{low} to {high} %" in spoken
                    assert count in spoken
        plot = metrics.index(row, Column.VIEW_PLOT)
        view = metrics.index(row, Column.VIEW_RATE)
        role = Qt.ItemDataRole.AccessibleTextRole
        assert text(plot, role) == text(view, role), "the plot in words"


def test_tool_tips_name_the_place_and_explain(metrics: DraftMetricsModel) -> None:
    tips = {
        text(metrics.index(row, column), Qt.ItemDataRole.ToolTipRole)
        for row in range(23)
        for column in (metric_columns(metric)[0] for metric in METRICS)
    }
    assert len(tips) == 23 * 5, "each says which slice and metric it is of"
    for tip in tips:
        assert "suppressed" not in tip or "does not mean zero" in tip
    for column in Column:
        if metric_of(column) is not None:
            tip = text_of_header(metrics, column, Qt.ItemDataRole.ToolTipRole)
            assert "Counted over" in tip


def test_suppressed_cells_are_all_alike(qtbot: QtBot, study: Study) -> None:
    """Whatever the cause: an empty slice in a family that is shown, or a family that is not."""
    model = DraftMetricsModel()
    under_test(model)
    report = study.draft_report(8)
    causes = {
        (name, metric): report["slices"][name][metric]["suppressed"]
        for name in SLICES
        for metric in METRICS
    }
    assert set(causes.values()) == {True, False}
    model.set_report(report)
    seen = set()
    for (name, metric), suppressed in causes.items():
        if suppressed:
            for column in metric_columns(metric):
                index = model.index(SLICES.index(name), column)
                place = (METRICS[metric].title, slice_label(name))
                words = [str(index.data(role)) for role in ROLES if role != Role.CELL]
                tip = text(index, Qt.ItemDataRole.ToolTipRole).split("\n", 1)
                assert place[1] in tip[0]
                cell = index.data(Role.CELL)
                assert cell.state is CellState.SUPPRESSED
                assert cell.interval is None
                spoken = text(index, Qt.ItemDataRole.AccessibleTextRole)
                seen.add((words[0], tip[1], spoken.removeprefix(place[0])))
    assert len(seen) == 1
    ((shown, _, spoken),) = seen
    assert (shown, spoken) == ("suppressed", ", suppressed")


def test_no_count_of_a_suppressed_cell_is_in_any_role(qtbot: QtBot, study: Study) -> None:
    model = DraftMetricsModel()
    model.set_report(study.draft_report(9999))
    for row in range(23):
        for column in range(METRIC_COLUMNS.start, model.columnCount()):
            for role in (*range(20), *range(256, 280)):
                said = str(model.index(row, column).data(role))
                said = said.replace("95", "").replace("0x", "")
                if role == Role.CELL:
                    assert model.index(row, column).data(role).interval is None
                elif role not in (Qt.ItemDataRole.TextAlignmentRole, Role.AXIS):
                    assert not any(c.isdigit() for c in said), (row, column, role)


def test_a_report_is_taken_back_whole(metrics: DraftMetricsModel) -> None:
    metrics.set_report(None)
    for row in range(23):
        for column in range(METRIC_COLUMNS.start, metrics.columnCount()):
            assert text(metrics.index(row, column)) == ""
            cell = metrics.index(row, column).data(Role.CELL)
            assert cell.interval is None
            assert cell.state in (CellState.EMPTY, None)


def test_a_report_that_is_shown_is_not_changed(qtbot: QtBot, study: Study) -> None:
    report = study.draft_report()
    before = copy.deepcopy(report)
    model = DraftMetricsModel()
    model.set_report(report)
    for metric in METRICS:
        model.set_metric(metric)
        for row in range(23):
            for column in Column:
                for role in ROLES:
                    model.index(row, column).data(role)
    assert report == before


# review rates


def test_the_three_rates_are_there_from_the_start_and_blank(qtbot: QtBot) -> None:
    model = ReviewRatesModel()
    under_test(model)
    assert model.rowCount() == 3
    names = [text(model.index(row, 0)).splitlines()[0] for row in range(3)]
    assert names == [RATES[name].title for name in RATES]
    assert [text(model.index(row, 1)) for row in range(3)] == ["", "", ""]
    model.set_reading()
    assert "being read" in text(model.index(0, 1), Qt.ItemDataRole.AccessibleTextRole)


def test_every_rate_is_that_of_the_report(rates: ReviewRatesModel, study: Study) -> None:
    report = study.review_report()
    for row, wanted in enumerate(rate_texts(report)):
        shown = text(rates.index(row, 1))
        spoken = text(rates.index(row, 1), Qt.ItemDataRole.AccessibleTextRole)
        for part in wanted:
            assert part in shown
            low, _, high = part.partition("–")
            assert low in spoken
            assert high in spoken
        drawn = rates.index(row, 2).data(Role.CELL).interval
        cell = report["rates"][RATE_CODES[row]]
        assert (drawn is None) == cell["suppressed"]
        if drawn is not None:
            assert drawn == Interval(cell["ci95"][0], cell["rate"], cell["ci95"][1])


def test_suppressed_rates_are_all_alike(rates: ReviewRatesModel, study: Study) -> None:
    rates.set_report(study.review_report(9999))
    assert [text(rates.index(row, 1)) for row in range(3)] == ["suppressed"] * 3
    for row, name in enumerate(RATES):
        tip = text(rates.index(row, 1), Qt.ItemDataRole.ToolTipRole)
        assert tip.startswith(f"{RATES[name].title}\nsuppressed\n")
        assert "does not mean zero" in tip
        spoken = text(rates.index(row, 1), Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == f"{RATES[name].title}: suppressed"


def test_each_rate_says_what_it_counts(rates: ReviewRatesModel) -> None:
    for row in range(3):
        lines = text(rates.index(row, 0)).splitlines()
        assert len(lines) == 3
        assert all(line.endswith(".") for line in lines[1:])


# open files


def a_file(number: int, kind: FileKind | None, state: FileState, **changes: Any) -> OpenFile:
    file = OpenFile(number, f"/Secret/{number}.json", f"{number}.json", kind, state)
    for name, value in changes.items():
        setattr(file, name, value)
    return file


DRAFTS, REVIEWS = FileKind.DRAFTS, FileKind.REVIEWS
STATES: list[tuple[OpenFile, str]] = [
    (a_file(1, None, FileState.WAITING), "Waiting"),
    (a_file(1, None, FileState.READING, bytes_read=42, bytes_total=100), "Reading, 42 %"),
    (a_file(1, None, FileState.READING), "Reading, 0 %"),
    (a_file(1, DRAFTS, FileState.READY), "Drafts, ready"),
    (a_file(1, DRAFTS, FileState.READY, changed=True), "Drafts, changed on disk"),
    (a_file(1, DRAFTS, FileState.FAILED), "Drafts, not opened"),
    (a_file(1, REVIEWS, FileState.READY), "File 1 · waits for drafts"),
    (a_file(1, None, FileState.CANCELLED), "Not read"),
]


@pytest.mark.parametrize(("file", "words"), STATES, ids=[words for _, words in STATES])
def test_a_state_is_said_in_words_for_eye_and_ear(qtbot: QtBot, file: OpenFile, words: str) -> None:
    model = OpenFilesModel()
    under_test(model)
    model.set_files([file], Reports())
    index = model.index(0, 0)
    assert text(index, FileRole.STATE_TEXT) == words
    spoken = text(index, Qt.ItemDataRole.AccessibleTextRole)
    assert "1.json" in spoken
    assert words in spoken
    for role in (*ROLES, *FileRole):
        assert "Secret" not in str(index.data(role))


def test_files_keep_their_rows_while_others_come_and_go(qtbot: QtBot) -> None:
    model = OpenFilesModel()
    under_test(model)
    files = [a_file(number, REVIEWS, FileState.READY) for number in range(1, 7)]
    steps: list[Callable[[list[OpenFile]], list[OpenFile]]] = [
        lambda now: now + files[:3],
        lambda now: now + files[3:],
        lambda now: [f for f in now if f.number not in (1, 4)],
        lambda now: now,
        lambda now: [*now[1:], a_file(9, None, FileState.WAITING)],
        lambda now: [],
        lambda now: files,
    ]
    now: list[OpenFile] = []
    for step in steps:
        now = step(now)
        model.set_files(now, Reports())
        shown = [model.index(row, 0).data(FileRole.NUMBER) for row in range(model.rowCount())]
        assert shown == [file.number for file in now]
        labels = [text(model.index(row, 0), FileRole.SHORT) for row in range(model.rowCount())]
        returns = [label for label in labels if label != "File"]
        assert returns == [f"File {n}" for n in range(1, len(returns) + 1)]


def test_nothing_is_told_when_nothing_has_changed(qtbot: QtBot) -> None:
    model = OpenFilesModel()
    files = [a_file(1, DRAFTS, FileState.READY), a_file(2, REVIEWS, FileState.READY)]
    model.set_files(files, Reports())
    with qtbot.assertNotEmitted(model.dataChanged):
        model.set_files(files, Reports())
    files[1].changed = True
    with qtbot.waitSignal(model.dataChanged) as caught:
        model.set_files(files, Reports())
    assert caught.args is not None
    assert [index.row() for index in caught.args[:2]] == [1, 1]


def test_what_the_check_says_stands_at_its_file(qtbot: QtBot) -> None:
    model = OpenFilesModel()
    files = [a_file(number, REVIEWS, FileState.READY) for number in (2, 3)]
    files.insert(1, a_file(1, DRAFTS, FileState.READY))
    fine = CheckedFile(1, rows=9, aside=0, problems=0, state="no problem", tone="good")
    bad = CheckedFile(2, rows=9, aside=0, problems=2, state="2 problems", tone="bad")
    model.set_files(files, Reports(check=check(files=(fine, bad))))
    words = [text(model.index(row, 0), FileRole.STATE_TEXT) for row in range(3)]
    assert words == ["File 1 · no problem", "Drafts, ready", "File 2 · 2 problems"]
    tones = [model.index(row, 0).data(FileRole.TONE) for row in range(3)]
    assert tones == [Tone.GOOD, Tone.GOOD, Tone.BAD]


# the axis


@pytest.mark.parametrize("upper", [0.001, 0.02, 0.0201, 0.3, 0.55, 0.999, 1.0])
def test_an_axis_holds_every_interval_and_ends_on_a_tick(upper: float) -> None:
    axis = choose_axis([Interval(0.0, upper / 2, upper), Interval(0.0, 0.0, upper / 3)])
    assert upper <= axis.maximum <= 1
    steps = axis.maximum / axis.step
    assert abs(steps - round(steps)) < 1e-9
