"""The model of the return check's problems: groups, filters, order, and what a reader hears."""

from __future__ import annotations

from dataclasses import replace

import pytest
from problem_help import check, difference, problem, problems
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.pages.returns.model import Column, ProblemsModel
from app.tables.roles import ProblemCell, ProblemRole

DOWN, UP = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
SEND_BACK, ADJUDICATION, LOOK = (
    "Send back to the reviewer",
    "For adjudication",
    "Look at the files here",
)


@pytest.fixture
def model(qtbot: QtBot) -> ProblemsModel:
    made = ProblemsModel()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.set_problems(problems())
    return made


def shown(model: ProblemsModel) -> list[int | str]:
    """The rows from top to bottom: a problem's number, a heading's title."""
    rows: list[int | str] = []
    for row in range(model.rowCount()):
        record = model.record_at(row)
        rows.append(record.id if record else str(model.index(row, Column.ICON).data()))
    return rows


def at(model: ProblemsModel, number: int) -> int:
    return shown(model).index(number)


def text(model: ProblemsModel, number: int, column: Column) -> str:
    return str(model.index(at(model, number), column).data())


def spoken(model: ProblemsModel, row: int) -> list[str]:
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, column).data(role)) for column in Column]


def cell(model: ProblemsModel, number: int, column: Column) -> ProblemCell:
    record = model.index(at(model, number), column).data(ProblemRole.CELL)
    assert isinstance(record, ProblemCell)
    return record


def test_without_problems_there_are_no_rows_and_no_headings(qtbot: QtBot) -> None:
    made = ProblemsModel()
    assert made.rowCount() == 0
    assert made.columnCount() == len(Column)
    assert made.rowCount(QModelIndex()) == 0


def test_problems_stand_under_the_heading_of_whose_turn_it_is(model: ProblemsModel) -> None:
    assert shown(model) == [SEND_BACK, 2, 0, 1, 3, ADJUDICATION, 4, 5, LOOK, 8, 6, 7]


def test_a_group_without_problems_has_no_heading(model: ProblemsModel) -> None:
    model.set_problems([problem(0, "coordinator")])
    assert shown(model) == [LOOK, 0]
    model.set_problems([])
    assert shown(model) == []


def test_a_heading_says_what_it_means_and_how_many_there_are(model: ProblemsModel) -> None:
    rows = shown(model)
    assert spoken(model, rows.index(SEND_BACK))[0] == (
        "Send back to the reviewer. The file alone shows what is wrong. 2 files"
    )
    assert spoken(model, rows.index(ADJUDICATION))[0].endswith(
        "cannot know that they differ. 2 drafts"
    )
    assert spoken(model, rows.index(LOOK))[0] == "Look at the files here. 3 problems"


def test_a_heading_can_be_read_but_not_selected(model: ProblemsModel) -> None:
    flags = model.flags(model.index(0, 0))
    assert flags & Qt.ItemFlag.ItemIsEnabled
    assert not flags & Qt.ItemFlag.ItemIsSelectable
    assert model.flags(model.index(1, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_each_turn_can_be_shown_alone(model: ProblemsModel) -> None:
    model.show_only("committee", None)
    assert shown(model) == [ADJUDICATION, 4, 5]
    model.show_only("coordinator", None)
    assert shown(model) == [LOOK, 8, 6, 7]
    model.show_only(None, None)
    assert len(shown(model)) == 12


def test_a_file_shows_all_that_it_has_part_in(model: ProblemsModel) -> None:
    model.show_only(None, 1)
    assert shown(model) == [ADJUDICATION, 4, 5]
    model.show_only(None, 4)
    assert shown(model) == [SEND_BACK, 3, LOOK, 8]
    model.show_only("coordinator", 2)
    assert shown(model) == []


def test_the_filter_stays_when_the_check_is_made_again(model: ProblemsModel) -> None:
    model.show_only("committee", 3)
    model.set_problems([difference(0, 17, [1, 3], "17 and 9", [1, 17]), problem(1, "reviewer")])
    assert shown(model) == [ADJUDICATION, 0]


def test_counts_are_of_all_problems_or_of_a_file(model: ProblemsModel) -> None:
    assert model.counts(None) == check().counts
    assert model.counts(4) == {"reviewer": 1, "committee": 0, "coordinator": 1}


@pytest.mark.parametrize(
    "column, order, expected",
    [
        (Column.FILE, UP, [2, 0, 1, 3]),
        (Column.FILE, DOWN, [3, 1, 0, 2]),
        (Column.ROW, UP, [3, 2, 0, 1]),
        (Column.ROW, DOWN, [1, 0, 2, 3]),
        (Column.FIELD, UP, [3, 1, 0, 2]),
        (Column.MESSAGE, UP, [1, 2, 0, 3]),
        (Column.MESSAGE, DOWN, [3, 2, 0, 1]),
    ],
)
def test_sorting_is_within_the_groups(
    model: ProblemsModel, column: Column, order: Qt.SortOrder, expected: list[int]
) -> None:
    model.sort(column, order)
    rows = shown(model)
    assert rows[1:5] == expected
    assert [row for row in rows if isinstance(row, str)] == [SEND_BACK, ADJUDICATION, LOOK]
    assert model.sorting == (column, order)


def test_rows_are_sorted_as_numbers_and_messages_by_kind(model: ProblemsModel) -> None:
    model.set_problems(
        [
            difference(0, 9, [1, 2], "100 and 3", [1, 100]),
            problem(1, "committee", message="Draft 12: agreed.", order=[1, 20]),
            difference(2, 104, [1, 2], "3 and 4", [1, 3]),
        ]
    )
    model.sort(Column.ROW)
    assert shown(model)[1:] == [2, 1, 0]
    model.sort(Column.MESSAGE)
    assert shown(model)[1:] == [1, 2, 0]


def test_icons_and_buttons_are_not_sorted_by(model: ProblemsModel) -> None:
    before = shown(model)
    for column in (Column.ICON, Column.ACTION):
        model.sort(column, DOWN)
    assert shown(model) == before


def test_a_slip_is_offered_once_for_each_file_in_the_order_that_is_shown(
    model: ProblemsModel,
) -> None:
    def offered() -> list[int]:
        return [n for n in (0, 1, 2, 3) if text(model, n, Column.ACTION) == "Correction slip…"]

    assert offered() == [2, 3]
    model.sort(Column.ROW, DOWN)
    assert offered() == [1, 3]


def test_each_other_problem_offers_its_first_action(model: ProblemsModel) -> None:
    assert text(model, 4, Column.ACTION) == "Record reason…"
    assert text(model, 6, Column.ACTION) == "Set aside…"
    assert text(model, 7, Column.ACTION) == ""


def test_a_reader_hears_what_the_eye_sees(model: ProblemsModel) -> None:
    assert spoken(model, at(model, 2)) == [
        "To correct",
        "File 2",
        "Row 9",
        "Field draft_revision",
        "The word has a capital letter. Write it in lower case.",
        "Correction slip…",
    ]
    assert spoken(model, at(model, 1))[Column.ROW] == "Rows 31 to 37"
    assert spoken(model, at(model, 3))[Column.ROW] == "Whole file"
    assert spoken(model, at(model, 8)) == [
        "Note",
        "File 4",
        "No row",
        "No field",
        "Not checked yet: whether file 4 covers every draft.",
        "No action",
    ]


def test_the_tool_tip_has_the_whole_of_what_may_be_cut(model: ProblemsModel) -> None:
    tip = str(model.index(at(model, 4), Column.MESSAGE).data(Qt.ItemDataRole.ToolTipRole))
    assert "no reason is recorded yet." in tip
    assert "Ask the committee for a reason, then record it here." in tip
    assert tip.startswith("Files 1, 3, Rows 17 and 9, reason")


def test_a_row_as_text_is_one_line(model: ProblemsModel) -> None:
    assert model.row_text(at(model, 0)) == (
        "File 2\t14\tdecision\tThe word has a capital letter. Write it in lower case."
    )
    assert model.row_text(0) == ""


def test_a_problem_is_found_again_under_another_number(model: ProblemsModel) -> None:
    before = model.record_at(at(model, 1))
    assert before is not None
    model.set_problems([replace(one, id=one.id - 1) for one in problems()[1:]])
    row = model.row_like(before)
    assert row is not None
    assert text(model, 0, Column.ROW) == "31 to 37"
    assert row == at(model, 0)
    model.set_problems(problems()[2:])
    assert model.row_like(before) is None


def test_many_problems_are_taken_in_while_the_window_goes_on(
    qtbot: QtBot, model: ProblemsModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.returns.model._AT_ONCE", 100)
    made = [
        problem(n, "reviewer", files=[1 + n % 3], order=[1 + n % 3, 1 + n // 3]) for n in range(900)
    ]
    before = model.rowCount()
    model.set_problems(made)
    assert model.taking_in
    assert model.rowCount() == before, "nothing moves until the others can be shown"
    model.show_only(None, 2)  # what is asked for meanwhile holds when they are there
    with qtbot.waitSignal(model.modelReset):
        pass
    assert not model.taking_in
    found = [model.record_at(row) for row in range(1, model.rowCount())]
    assert [one.order for one in found if one is not None] == [(2, n + 1) for n in range(300)]


def test_problems_that_come_meanwhile_take_the_place_of_many(
    qtbot: QtBot, model: ProblemsModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.pages.returns.model._AT_ONCE", 100)
    model.set_problems([problem(n, "reviewer") for n in range(900)])
    model.set_problems([problem(7, "committee")])
    assert not model.taking_in
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    for _ in range(20):
        QApplication.processEvents()
    assert resets == []
    assert model.rowCount() == 2
