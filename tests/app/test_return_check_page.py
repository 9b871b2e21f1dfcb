"""The page of the return check, worked by mouse and keys as a coordinator would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from problem_help import (
    SPREADSHEET,
    button,
    check,
    check_page,
    go_to,
    key,
    press,
    problem,
    problems,
    ready,
    row_with,
    rows,
    show_problems,
    table,
    words,
)
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QMenu,
)
from pytestqt.qtbot import QtBot

from app.kit.density import Density
from app.kit.segmented import Segmented
from app.kit.theme import Theme, apply_theme
from app.pages.returns.model import Column
from app.pages.returns.page import ReturnCheckPage

LIGHT, DARK = Theme.for_scheme("light"), Theme.for_scheme("dark")
SLIP = "Row 14, decision\n   Write it in lower case.\n"


@pytest.fixture
def empty_page(qtbot: QtBot, qapp: QApplication) -> Iterator[ReturnCheckPage]:
    LIGHT.install(qapp)
    yield check_page(qtbot, LIGHT)
    qapp.setStyleSheet("")


@pytest.fixture
def page(empty_page: ReturnCheckPage) -> ReturnCheckPage:
    """The page with nine problems, none of them current."""
    show_problems(empty_page)
    return empty_page


def menu_texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


# the verdict


def test_a_page_without_files_says_what_to_open(qtbot: QtBot, empty_page: ReturnCheckPage) -> None:
    assert empty_page.objectName() == "returnCheckPage"
    with qtbot.waitSignal(empty_page.open_requested):
        press(empty_page, "Open files…")


def test_before_a_check_nothing_can_be_saved(empty_page: ReturnCheckPage) -> None:
    empty_page.show_working("Checking 2 returns", "1 of 2 KB", 1, 2)
    assert "Not checked yet" in words(empty_page)
    assert not button(empty_page, "Save progress…").isEnabled()
    assert not button(empty_page, "Save combined returns…").isEnabled()


def test_a_verdict_that_is_not_ready_lets_progress_alone_be_saved(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    assert check().verdict in words(page)
    assert check().detail in words(page)
    assert not button(page, "Save combined returns…").isEnabled()
    with qtbot.waitSignal(page.save_progress_requested):
        press(page, "Save progress…")


def test_ready_says_what_was_checked_and_saves(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.set_check(ready())
    page.set_problems([])
    seen = words(page)
    for text in ("Ready to import", "What was checked", "Every draft has two reviewers or more"):
        assert text in seen
    assert "Save one file" in seen
    assert not table(page).isVisible()
    with qtbot.waitSignal(page.save_combined_requested):
        press(page, "Save combined returns…")


def test_what_a_row_has_no_room_for_is_read_below_the_table(page: ReturnCheckPage) -> None:
    said = problems()
    long = f"Not checked yet: {'whether the reviewers of these drafts agree, ' * 8}and more."
    said[-1] = replace(said[-1], message=long)
    page.set_problems(said)
    go_to(page, "Draft 41")
    assert not page.whole.isVisible()
    key(page, Qt.Key.Key_Down)
    assert long in words(page), "the keyboard alone gets at it"
    QApplication.processEvents()
    current = table(page).visualRect(table(page).currentIndex())
    assert table(page).viewport().rect().contains(current.center())
    page.set_problems(said[:-1])
    assert long not in words(page)


def test_a_check_that_is_gone_takes_all_with_it(page: ReturnCheckPage) -> None:
    page.show_slip(2, SLIP)
    page.set_check(None)
    assert page.model.rowCount() == 0
    assert check().verdict not in words(page)
    assert not [one for one in page.findChildren(QDialog) if one.isVisible()]


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_nothing_to_send_back_is_amber(page: ReturnCheckPage, scheme: Theme) -> None:
    def ground() -> str:
        image = page.verdict.grab().toImage()
        return image.pixelColor(image.width() // 2, 4).name().upper()

    apply_theme(page, scheme)
    assert ground() == scheme.colours.bad_tint
    page.set_check(check(counts={"reviewer": 0, "committee": 2, "coordinator": 3}))
    assert ground() == scheme.colours.warning_tint
    page.set_check(ready())
    assert ground() == scheme.colours.good_tint


# filters


def turn_filter(page: ReturnCheckPage) -> Segmented:
    found = page.findChild(Segmented, "turnFilter")
    assert isinstance(found, Segmented)
    return found


def file_filter(page: ReturnCheckPage) -> QComboBox:
    found = page.findChild(QComboBox, "fileFilter")
    assert isinstance(found, QComboBox)
    return found


def turns(page: ReturnCheckPage) -> list[str]:
    keys = ("all", "reviewer", "committee", "coordinator")
    return [turn_filter(page).button(name).text() for name in keys]


def test_the_turns_say_how_many_problems_they_have(page: ReturnCheckPage) -> None:
    assert turns(page) == ["All problems 9", "Send back 4", "Adjudication 2", "Look here 3"]


def test_a_turn_and_a_file_are_chosen(page: ReturnCheckPage) -> None:
    box = file_filter(page)
    assert [box.itemText(n) for n in range(3)] == ["All files", "File 1", "File 2"]
    assert box.count() == 7
    QTest.mouseClick(turn_filter(page).button("committee"), Qt.MouseButton.LeftButton)
    assert [text[:9] for text in rows(page)] == ["For adjud", "Draft 17:", "Draft 41:"]
    box.setCurrentIndex(3)
    assert [text[:9] for text in rows(page)] == ["For adjud", "Draft 17:"]
    assert turns(page) == ["All problems 1", "Send back 0", "Adjudication 1", "Look here 0"]


def test_a_choice_without_problems_says_so(page: ReturnCheckPage) -> None:
    page.show_file(1)
    turn_filter(page).select("coordinator")
    assert rows(page) == []
    assert "Nothing to look at here in file 1." in words(page)
    page.show_file(None)
    assert rows(page)[0] == "Look at the files here"


def test_a_file_that_is_removed_is_not_filtered_by(page: ReturnCheckPage) -> None:
    page.show_file(6)
    page.set_check(check(files=check().files[:3]))
    assert file_filter(page).currentText() == "All files"
    assert len(rows(page)) == 12


def test_drafts_for_adjudication_can_be_saved_where_there_are_any(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    with qtbot.waitSignal(page.save_drafts_requested):
        press(page, "Save these drafts…")
    turns = page.filters.findChild(Segmented, "turnFilter")
    for turn, offered in (("reviewer", False), ("committee", True), ("coordinator", False)):
        turns.select(turn)
        assert page.filters.drafts_button.isVisible() == offered, turn
    turns.select("all")
    assert page.filters.drafts_button.isVisible()
    page.set_check(check(counts={"reviewer": 4, "committee": 0, "coordinator": 3}))
    assert not page.filters.drafts_button.isVisible()


def test_a_title_sorts_and_sorts_back(page: ReturnCheckPage) -> None:
    header = table(page).horizontalHeader()

    def click(column: Column) -> list[int]:
        spot = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        return [record.id for row in range(1, 5) if (record := page.model.record_at(row))]

    assert click(Column.ROW) == [3, 2, 0, 1]
    assert click(Column.ROW) == [1, 0, 2, 3]
    assert click(Column.FILE) == [2, 0, 1, 3]
    assert click(Column.ACTION) == [2, 0, 1, 3]


# keys


def test_arrow_keys_go_from_problem_to_problem_over_the_headings(page: ReturnCheckPage) -> None:
    view = table(page)
    view.setFocus()
    visited = []
    for _ in range(11):
        visited.append(view.currentIndex().row())
        key(page, Qt.Key.Key_Down)
    assert visited == [1, 2, 3, 4, 6, 7, 9, 10, 11, 11, 11]
    back = []
    for _ in range(10):
        back.append(view.currentIndex().row())
        key(page, Qt.Key.Key_Up)
    assert back == [11, 10, 9, 7, 6, 4, 3, 2, 1, 1]


@pytest.mark.parametrize("pressed", [Qt.Key.Key_PageDown, Qt.Key.Key_PageUp])
def test_page_keys_never_stop_on_a_heading(page: ReturnCheckPage, pressed: Qt.Key) -> None:
    page.resize(1134, 430)
    view = table(page)
    for row in (1, 2, 3, 4, 6, 7, 9, 10, 11):
        view.setFocus()
        view.setCurrentIndex(view.model().index(row, Column.MESSAGE))
        key(page, pressed)
        assert page.model.record_at(view.currentIndex().row()) is not None


@pytest.mark.parametrize("pressed", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_or_space_does_what_the_row_offers(
    qtbot: QtBot, page: ReturnCheckPage, pressed: Qt.Key
) -> None:
    go_to(page, "Excel workbook")
    with qtbot.waitSignal(page.slip_requested) as caught:
        key(page, pressed)
    assert caught.args == [4]
    go_to(page, "same content")
    with qtbot.waitSignal(page.aside_requested) as caught:
        key(page, pressed)
    assert caught.args == [6]


def test_a_row_with_nothing_to_do_takes_enter_calmly(qtbot: QtBot, page: ReturnCheckPage) -> None:
    go_to(page, "one review or none")
    with qtbot.assertNotEmitted(page.aside_requested), qtbot.assertNotEmitted(page.slip_requested):
        key(page, Qt.Key.Key_Return)


def test_rows_are_copied_as_they_are_shown(page: ReturnCheckPage) -> None:
    go_to(page, SPREADSHEET)
    key(page, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    key(page, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        f"File 2\t31 to 37\tadjudicated\t{SPREADSHEET} Write it in lower case.\n"
        "File 4\twhole file\t\tThis is an Excel workbook (xlsx), not a JSON file. "
        "Write it in lower case."
    )


def test_all_rows_are_copied_without_the_headings(page: ReturnCheckPage) -> None:
    table(page).setFocus()
    key(page, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    key(page, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == 9
    assert not any("Send back to the reviewer" in line for line in lines)


# A platform without a screen cannot give a menu the keys, and says so.
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_key_shows_all_that_can_be_done(qtbot: QtBot, page: ReturnCheckPage) -> None:
    go_to(page, SPREADSHEET)
    view = table(page)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, QPoint(), view.mapToGlobal(QPoint())
    )
    QApplication.sendEvent(view.viewport(), event)
    menu = next(one for one in view.findChildren(QMenu) if one.isVisible())
    texts = menu_texts(menu)
    assert texts[:3] == ["Correction slip…", "Set aside…", "Show file 2 alone"]
    with qtbot.waitSignal(page.aside_requested) as caught:
        menu.actions()[1].trigger()
    assert caught.args == [1]
    menu.actions()[texts.index("Show file 2 alone") + 1].trigger()
    assert file_filter(page).currentText() == "File 2"
    menu.close()


# mouse


def spot_of(page: ReturnCheckPage, message: str) -> QRect:
    return page.table.button_rect(row_with(page, message))


def test_a_button_in_a_row_is_pressed(qtbot: QtBot, page: ReturnCheckPage) -> None:
    spot = spot_of(page, "Excel workbook").center()
    with qtbot.waitSignal(page.slip_requested) as caught:
        QTest.mouseClick(table(page).viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert caught.args == [4]


def test_a_press_that_is_let_go_elsewhere_does_nothing(qtbot: QtBot, page: ReturnCheckPage) -> None:
    view = table(page).viewport()
    spot = spot_of(page, "Excel workbook")
    with qtbot.assertNotEmitted(page.slip_requested):
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=spot.center())
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=spot.center() - QPoint(400, 0))
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot.center() - QPoint(400, 0))


def test_only_the_first_problem_of_a_file_has_its_slip(page: ReturnCheckPage) -> None:
    assert spot_of(page, SPREADSHEET).isEmpty()
    assert not spot_of(page, "Excel workbook").isEmpty()


def test_a_click_on_a_heading_chooses_nothing(page: ReturnCheckPage) -> None:
    view = table(page)
    row = go_to(page, SPREADSHEET)
    heading = view.visualRect(view.model().index(0, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=heading)
    assert view.currentIndex().row() == row
    assert {index.row() for index in view.selectedIndexes()} == {row}


# the place is kept


def test_a_new_check_keeps_the_current_problem(page: ReturnCheckPage) -> None:
    go_to(page, "Excel workbook")
    page.set_problems([replace(one, id=one.id - 2) for one in problems()[2:]])
    row = table(page).currentIndex().row()
    assert "Excel workbook" in rows(page)[row]
    assert table(page).hasFocus()


def test_when_the_current_problem_is_settled_the_next_is_current(page: ReturnCheckPage) -> None:
    go_to(page, "Draft 17")
    page.set_problems([one for one in problems() if one.draft != 17])
    assert rows(page)[table(page).currentIndex().row()].startswith("Draft 41")
    page.set_problems([one for one in problems() if one.turn == "reviewer"])
    assert page.model.record_at(table(page).currentIndex().row()) is not None


def test_sorting_keeps_the_current_problem_in_view(page: ReturnCheckPage) -> None:
    many = [
        problem(n, "reviewer", row_text=f"{n + 1}", order=[2, n + 1], message=f"{n} is wrong.")
        for n in range(500)
    ]
    page.set_problems(many)
    go_to(page, "499 is wrong")
    page.table.horizontalHeader().sectionClicked.emit(Column.ROW)
    page.table.horizontalHeader().sectionClicked.emit(Column.ROW)
    view = table(page)
    assert rows(page)[view.currentIndex().row()] == "499 is wrong."
    assert view.currentIndex().row() == 1
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())


# looks


def test_heading_rows_are_lower_and_go_over_the_whole_width(page: ReturnCheckPage) -> None:
    view = table(page)
    headings = [n for n in range(12) if page.model.record_at(n) is None]
    assert headings == [0, 5, 8]
    assert len({view.rowHeight(n) for n in range(12) if n not in headings}) == 1
    assert all(view.rowHeight(n) < view.rowHeight(1) for n in headings)
    assert all(view.columnSpan(n, 0) == len(Column) for n in headings)
    page.filters.show_file(1)
    assert [view.rowHeight(n) < view.rowHeight(1) for n in range(3)] == [True, False, False]


@pytest.mark.parametrize("width", [1134, 828, 560])
def test_the_table_never_scrolls_sideways_and_buttons_are_whole(
    qtbot: QtBot, page: ReturnCheckPage, width: int
) -> None:
    page.set_density(Density.NARROW if width < 1000 else Density.WIDE)
    page.resize(width, 660)
    view = table(page)
    qtbot.waitUntil(lambda: view.width() < width and view.horizontalScrollBar().maximum() == 0)
    spot = spot_of(page, "Excel workbook")
    assert view.viewport().rect().contains(spot)
    assert view.columnWidth(Column.MESSAGE) > width // 4
    assert view.isColumnHidden(Column.FIELD) == (width == 560)
