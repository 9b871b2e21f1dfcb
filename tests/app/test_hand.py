"""What is under the pointer stays there, and a click acts on what was painted there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hand import Hand, buttons, open_dialogs, places, seen_rows
from problem_help import aside, check, check_page, problem, ready
from problem_help import reason as decided
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QPushButton, QTableView
from pytestqt.qtbot import QtBot
from window_help import LONG, HeldService, Study, file_list, names, open_and_settle, settle, table

from app.kit.dialog import CheckDialog
from app.kit.theme import Theme
from app.pages.returns.model import Column
from app.pages.returns.page import ReturnCheckPage
from app.shell.main_window import MainWindow
from app.shell.pages import AGREEMENT, CHECK, CLAIMS, DISCLOSURE, METRICS
from evalcore.service.protocol import AsidePart

LIGHT = Theme.for_scheme("light")
PAGES = {"start": 0, "check": CHECK, "metrics": METRICS, "agreement": AGREEMENT}
PAGES |= {"claims": CLAIMS, "release": DISCLOSURE}


@pytest.fixture
def damaged(tmp_path: Path) -> Study:
    """Six returns of 40 drafts: a slip for each file, many drafts for adjudication, a copy."""
    study = Study(tmp_path / "damaged", drafts=40, reviewers=6, seed=4)
    for number, path in enumerate(study.returns):
        payload = json.loads(path.read_text())
        for row in payload["rows"]:
            row["reason"], row["adjudicated"] = None, False
        payload["rows"][number]["decision"] = "Accept"
        path.write_text(json.dumps(payload))
    copy = study.folder / "return-7.json"
    copy.write_text(study.returns[5].read_text())
    study.returns.append(copy)
    return study


@pytest.fixture
def desk(qtbot: QtBot, window: MainWindow, damaged: Study) -> MainWindow:
    """A window on the damaged returns, on the page of the return check."""
    open_and_settle(qtbot, window, *damaged.files)
    window.pages.setCurrentIndex(CHECK)
    QApplication.processEvents()
    return window


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> Iterator[ReturnCheckPage]:
    """A page with 60 problems, scrolled by the wheel so that the first are not seen."""
    LIGHT.install(qapp)
    shown = check_page(qtbot, LIGHT)
    shown.set_check(check())
    shown.set_problems(sixty())
    shown.show_content()
    QApplication.processEvents()
    Hand(shown).wheel(shown.table.viewport(), 8)
    yield shown
    qapp.setStyleSheet("")


def sixty() -> list[dict[str, object]]:
    return [
        problem(n, "coordinator", row_text=f"{n + 1}", order=[2, n + 1], message=f"Row {n + 1}.")
        for n in range(60)
    ]


def rows(page: ReturnCheckPage) -> dict[str, int]:
    return seen_rows(page.table, Column.MESSAGE)


def asked(qtbot: QtBot, window: MainWindow) -> CheckDialog:
    """The dialog that comes after a click."""

    def shown() -> list[CheckDialog]:
        return [one for one in window.findChildren(CheckDialog) if one.isVisible()]

    qtbot.waitUntil(lambda: len(shown()) == 1, timeout=LONG)
    return shown()[0]


def is_about(dialog: CheckDialog, row: tuple[str, str, str]) -> bool:
    """Whether a dialog is about the row that was clicked: its file, message and action."""
    file, message, action = row
    title = dialog.windowTitle()
    if action == "Correction slip…":
        return title.split()[-1] == file.split()[-1]
    if action == "Set aside…":
        return message.partition("\n")[0] in dialog.caption.text()
    draft = re.match(r"Draft (\d+)", message)
    return draft is not None and title == f"Reason for draft {draft[1]}"


def row_at(view: QTableView, spot: QPoint) -> tuple[str, str, str]:
    row, model = view.rowAt(spot.y()), view.model()
    file, message, action = (
        str(model.index(row, column).data())
        for column in (Column.FILE, Column.MESSAGE, Column.ACTION)
    )
    return file, message, action


def close(qtbot: QtBot, dialog: QDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not open_dialogs(), timeout=LONG)


# a click in a list


@pytest.mark.parametrize("notches", [3, 9, 30, 200])
def test_the_first_click_after_the_wheel_opens_the_dialog_of_the_row_that_was_seen(
    qtbot: QtBot, desk: MainWindow, notches: int
) -> None:
    hand, view = Hand(desk), desk.check.table
    desk.pages.setFocus()
    hand.wheel(view.viewport(), notches)
    before = seen_rows(view, Column.MESSAGE)
    spot = buttons(view)[-1][1].center()
    row = row_at(view, spot)
    hand.click(view.viewport(), spot)
    dialog = asked(qtbot, desk)
    assert is_about(dialog, row), f"{row} opened {dialog.windowTitle()}: {dialog.caption.text()}"
    assert seen_rows(view, Column.MESSAGE) == before


def test_every_button_of_the_list_opens_its_own_dialog(qtbot: QtBot, desk: MainWindow) -> None:
    hand, view = Hand(desk), desk.check.table
    done: set[tuple[str, str, str]] = set()
    bar = view.verticalScrollBar()
    while True:
        for _, rect in buttons(view):
            row = row_at(view, rect.center())
            if row in done:
                continue
            hand.click(view.viewport(), rect.center())
            dialog = asked(qtbot, desk)
            assert is_about(dialog, row), f"{row} opened {dialog.windowTitle()}"
            close(qtbot, dialog)
            done.add(row)
        if bar.value() == bar.maximum():
            break
        hand.wheel(view.viewport(), 2)
    assert {row[2] for row in done} == {"Correction slip…", "Record reason…", "Set aside…"}
    assert len(done) > 20


def test_a_press_on_one_row_that_is_let_go_on_another_does_nothing(
    qtbot: QtBot, desk: MainWindow
) -> None:
    hand, view = Hand(desk), desk.check.table
    hand.wheel(view.viewport(), 9)
    (_, one), (_, other) = buttons(view)[1:3]
    hand.press(view.viewport(), one.center())
    hand.release(view.viewport(), other.center())
    with qtbot.assertNotEmitted(desk.idle, wait=50):
        pass
    assert not desk.findChildren(CheckDialog)


def test_the_wheel_between_press_and_release_does_nothing_else(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    hand, view = Hand(page), page.table
    spot = buttons(view)[4][1].center()
    with qtbot.assertNotEmitted(page.aside_requested):
        hand.press(view.viewport(), spot)
        hand.wheel(view.viewport(), 3)
        hand.release(view.viewport(), spot)


def test_a_file_is_closed_by_a_press_and_a_release_on_its_own_cross(
    qtbot: QtBot, desk: MainWindow
) -> None:
    hand, view = Hand(desk), file_list(desk)
    listed = names(desk)

    def cross(name: str) -> QPoint:
        index = view.model().index(names(desk).index(name), 0)
        rect: QRect = desk.file_panel.list.row_delegate.close_rect(view.visualRect(index))
        return rect.center()

    with qtbot.assertNotEmitted(desk.idle, wait=50):
        hand.press(view.viewport(), cross(listed[1]))
        hand.release(view.viewport(), cross(listed[2]))
        hand.press(view.viewport(), cross(listed[1]) - QPoint(60, 0))
        hand.release(view.viewport(), cross(listed[1]))
    assert names(desk) == listed
    settle(qtbot, desk, lambda: hand.click(view.viewport(), cross(listed[3])))
    assert names(desk) == [*listed[:3], *listed[4:]]


def test_files_that_are_closed_above_leave_those_that_are_seen_in_place(
    qtbot: QtBot, desk: MainWindow
) -> None:
    desk.resize(desk.width(), 600)
    hand, view = Hand(desk), file_list(desk)
    for number in range(30):
        desk.session.open_files([str(desk.session.files[0].path) + f"{number:02}"])
    qtbot.waitUntil(lambda: not desk.engine.busy, timeout=LONG)
    hand.wheel(view.viewport(), 200)
    before = seen_rows(view, 0)
    settle(qtbot, desk, lambda: desk.session.remove(desk.session.files[1].number))
    assert seen_rows(view, 0) == before


# focus


@pytest.mark.parametrize("name", ["problemsTable", "draftMetricsTable"])
def test_a_list_that_gets_the_focus_does_not_scroll(
    qtbot: QtBot, window: MainWindow, damaged: Study, name: str
) -> None:
    pages = {"problemsTable": CHECK, "draftMetricsTable": METRICS}
    open_and_settle(qtbot, window, *damaged.files)
    window.resize(900, 600)
    window.pages.setCurrentIndex(pages[name])
    hand, view = Hand(window), table(window, name)
    QApplication.processEvents()
    hand.wheel(view.viewport(), 200)
    value = view.verticalScrollBar().value()
    assert value > 0
    for reason in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason):
        window.pages.setFocus()
        view.setFocus(reason)
        assert view.verticalScrollBar().value() == value
    window.pages.setFocus()
    hand.click(view.viewport(), QPoint(view.viewport().width() // 2, 30))
    assert view.verticalScrollBar().value() == value


def test_the_focus_by_keyboard_goes_to_the_first_row_that_is_seen(page: ReturnCheckPage) -> None:
    first = next(iter(rows(page)))
    page.table.setFocus(Qt.FocusReason.TabFocusReason)
    view = page.table
    assert view.model().index(view.currentIndex().row(), Column.MESSAGE).data() == first


def test_keys_scroll_to_where_they_go(page: ReturnCheckPage) -> None:
    view = page.table
    view.setFocus()
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_PageDown, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
        row = view.visualRect(view.currentIndex())
        assert view.viewport().rect().contains(row.center()), key
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert view.verticalScrollBar().value() == 0, "the heading of the first row is seen too"


# answers


def kept(before: dict[str, int], after: dict[str, int]) -> None:
    """Every row that is still there is where it was."""
    both = before.keys() & after.keys()
    assert len(both) > 3
    assert {text: after[text] for text in both} == {text: before[text] for text in both}


def test_an_answer_with_new_rows_above_leaves_those_that_are_seen_in_place(
    page: ReturnCheckPage,
) -> None:
    before = rows(page)
    late = [problem(100 + n, "reviewer", message=f"Late {n}.") for n in range(7)]
    page.set_problems([*late, *sixty()])
    kept(before, rows(page))
    page.set_problems(sixty())
    kept(before, rows(page))


def test_the_row_under_the_pointer_stays_when_those_above_it_are_settled(
    page: ReturnCheckPage,
) -> None:
    hand, view = Hand(page), page.table
    message, rect = buttons(view)[5]
    hand.go(view.viewport(), rect.center())
    seen = [text for text, _ in buttons(view)]
    gone = {text.partition("\n")[0] for text in seen[:4]}
    page.set_problems([one for one in sixty() if one.message not in gone])
    assert dict(buttons(view))[message] == rect


def test_rows_at_the_end_stay_when_one_above_is_settled(page: ReturnCheckPage) -> None:
    hand, view = Hand(page), page.table
    hand.wheel(view.viewport(), 200)
    before = rows(page)
    page.set_problems(sixty()[5:])
    kept(before, rows(page))
    hand.wheel(view.viewport(), -3)
    hand.wheel(view.viewport(), 200)
    last = max(rows(page).values())
    room = view.viewport().height()
    assert room - last < 2 * view.rowHeight(1), "scrolled again, the list ends where it ends"


def test_rows_come_back_to_their_place_after_files_were_read_again(page: ReturnCheckPage) -> None:
    before = rows(page)
    page.set_check(None)
    page.set_problems([])
    page.show_reading("the returns", 1, 2)
    page.set_check(check())
    page.set_problems([replace(one, id=100 + number) for number, one in enumerate(sixty())])
    page.show_content()
    QApplication.processEvents()
    kept(before, rows(page))


def test_a_click_holds_over_an_answer_for_the_row_that_was_pressed(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    hand, view = Hand(page), page.table
    message, rect = buttons(view)[3]
    hand.press(view.viewport(), rect.center())
    late = [problem(0, "reviewer", message="Late.")]
    page.set_problems([*late, *(replace(one, id=200 + n) for n, one in enumerate(sixty()))])
    with qtbot.waitSignal(page.aside_requested) as caught:
        hand.release(view.viewport(), rect.center())
    assert caught.args == [200 + int(re.findall(r"\d+", message)[0]) - 1]


def test_a_row_that_is_settled_while_it_is_pressed_is_not_another(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    hand, view = Hand(page), page.table
    message, rect = buttons(view)[3]
    hand.press(view.viewport(), rect.center())
    page.set_problems([one for one in sixty() if one.message != message.partition("\n")[0]])
    with qtbot.assertNotEmitted(page.aside_requested):
        hand.release(view.viewport(), rect.center())


def test_a_ready_page_that_is_scrolled_stays_when_it_is_told_again(page: ReturnCheckPage) -> None:
    parts = tuple(AsidePart(n, n + 1, f"File {n}", "Left out.") for n in range(3))
    page.set_check(ready(aside=parts))
    page.set_problems([])
    page.resize(900, 400)
    QApplication.processEvents()
    Hand(page).wheel(page.ready, 3)
    spot = page.ready.mapTo(page, QPoint())
    page.set_check(ready(aside=parts))
    page.set_check(ready(aside=parts[:2]))
    assert page.ready.mapTo(page, QPoint()) == spot


# notices


@pytest.fixture
def full(qtbot: QtBot, window: MainWindow, own_study: Study) -> MainWindow:
    """A window on a study that is ready, with claims."""
    open_and_settle(qtbot, window, *own_study.files, own_study.claims)
    return window


@pytest.mark.parametrize("size", [(1366, 768), (900, 600)])
@pytest.mark.parametrize("name", PAGES)
def test_a_notice_moves_nothing_and_covers_nothing(
    full: MainWindow, name: str, size: tuple[int, int]
) -> None:
    full.resize(*size)
    full.pages.setCurrentIndex(PAGES[name])
    QApplication.processEvents()
    before = without_offline(places(full))
    for text in ("report.json was written.", "Nothing was written. " * 30):
        for tell in (full.info.show_done, full.info.show_fault):
            tell(text)
            QApplication.processEvents()
            assert without_offline(places(full)) == before
            covered_nothing(full)
    full.info.clear()
    QApplication.processEvents()
    assert without_offline(places(full)) == before


def without_offline(found: dict[str, tuple[QRect, str]]) -> dict[str, tuple[QRect, str]]:
    """Leave out the status row's own text, whose place the notice takes."""
    return {name: place for name, place in found.items() if "IconText" not in name}


def covered_nothing(window: MainWindow) -> None:
    place = QRect(window.info.mapTo(window, QPoint()), window.info.size())
    for button in window.findChildren(QPushButton):
        if button.isVisible() and not window.info.isAncestorOf(button):
            spot = QRect(button.mapTo(window, QPoint()), button.size())
            assert not place.intersects(spot), button.text()


def test_a_long_notice_can_be_read_to_its_end(qtbot: QtBot, full: MainWindow) -> None:
    text = "The file was not opened. " * 20 + "Choose another."
    full.info.show_fault("Short.")
    QApplication.processEvents()
    assert not full.info.all_button.isVisible()
    full.info.show_fault(text)
    QApplication.processEvents()
    assert full.info.text() == text
    Hand(full).click(full.info.all_button)
    (box,) = [one for one in full.findChildren(QMessageBox) if one.isVisible()]
    assert "Choose another." in box.informativeText()
    close(qtbot, box)


def test_cancel_stays_where_it_is_whatever_is_being_done(full: MainWindow) -> None:
    status = full.status
    seen = set()
    for text in ("Reading a.json", f"Reading {'long-name-' * 12}.json", "Checking the returns"):
        for done, total in ((0, 0), (5, 100), (100, 100)):
            status.show_working(text, done, total)
            QApplication.processEvents()
            seen.add(status.cancel_button.mapTo(full, QPoint()).x())
    assert len(seen) == 1


# what comes and goes around a list


def spots(page: ReturnCheckPage) -> dict[str, QRect]:
    """Where the parts of the page are that can be clicked, but for the rows."""
    parts = {"table": page.table, "filters": page.filters, "strip": page.strip}
    keys = ("all", "reviewer", "committee", "coordinator")
    parts |= {key: page.filters._switch.button(key) for key in keys}
    return {name: QRect(part.mapTo(page, QPoint()), part.size()) for name, part in parts.items()}


def laid_out(qtbot: QtBot, page: ReturnCheckPage) -> dict[str, QRect]:
    """The same once the page has found its layout."""
    seen: list[dict[str, QRect]] = []

    def same() -> bool:
        seen.append(spots(page))
        return len(seen) > 3 and all(one == seen[-1] for one in seen[-3:])

    qtbot.waitUntil(same, timeout=LONG)
    return seen[-1]


@pytest.mark.parametrize("width", [1134, 980, 828])
def test_a_decision_moves_nothing_around_the_list(
    qtbot: QtBot, page: ReturnCheckPage, width: int
) -> None:
    page.resize(width, 700)
    counts = {"reviewer": 1012, "committee": 10, "coordinator": 60}
    page.set_check(check(counts=counts))
    before = laid_out(qtbot, page)
    parts = aside("File 5, all of its 60 rows")
    counts = {"reviewer": 9, "committee": 0, "coordinator": 60}
    short = {"verdict": "Not ready: 1 row to send back", "counts": counts, "unsaved": True}
    for settled in ({}, {"recorded": True}, {"aside": parts, "recorded": True}):
        page.set_check(check(**short, **settled))
        assert laid_out(qtbot, page) == before


def test_the_current_row_moves_nothing_by_being_too_long(page: ReturnCheckPage) -> None:
    long = "This has no room in its row. " * 12
    said = [replace(one, message=long) if n % 5 == 0 else one for n, one in enumerate(sixty())]
    page.set_problems(said)
    QApplication.processEvents()
    hand, view = Hand(page), page.table
    hand.wheel(view.viewport(), -200)
    hand.wheel(view.viewport(), 8)
    before, size = rows(page), view.size()
    (top,) = {top for text, top in before.items() if text.startswith("This has no room")}
    hand.click(view.viewport(), QPoint(200, top + 10))
    QApplication.processEvents()
    assert page.whole.text().startswith("This has no room"), "it is said below"
    assert (rows(page), view.size()) == (before, size)


def test_a_list_in_a_dialog_stays_where_it_is_when_it_is_told_again(
    page: ReturnCheckPage,
) -> None:
    reasons = [decided(n) for n in range(60)]
    page.set_check(check(recorded=True))
    page.show_reasons(reasons)
    (dialog,) = (one for one in page.findChildren(CheckDialog) if one.isVisible())
    shown = dialog.list  # type: ignore[attr-defined]
    hand = Hand(dialog)
    hand.wheel(shown.viewport(), 2)
    before = seen_rows(shown, 0)
    page.show_reasons(reasons)
    assert seen_rows(shown, 0) == before
    page.show_reasons(reasons[:50])
    assert seen_rows(shown, 0) == before


def test_a_press_is_not_taken_for_what_came_to_stand_there(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    parts = tuple(AsidePart(n, n + 1, f"File {n}", "Left out.") for n in range(3))
    page.set_check(ready(aside=parts))
    page.set_problems([])
    QApplication.processEvents()
    hand, button = Hand(page), page.ready.aside_rows[0].button
    hand.press(button, button.rect().center())
    page.set_check(ready(aside=parts[1:]))
    QApplication.processEvents()
    with qtbot.assertNotEmitted(page.settle):
        hand.release(button, button.rect().center())


def test_the_window_stays_on_the_page_that_was_chosen_while_files_were_read(
    qtbot: QtBot, window: MainWindow, damaged: Study
) -> None:
    window.session.file_read.connect(lambda _: window.pages.setCurrentIndex(CLAIMS))
    open_and_settle(qtbot, window, *damaged.files)
    assert window.pages.currentIndex() == CLAIMS


# many files


def test_many_files_are_opened_and_closed_with_one_question_each(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study, tmp_path: Path
) -> None:
    text = study.returns[0].read_text()
    paths = [tmp_path / f"{number}.json" for number in range(150)]
    for path in paths:
        path.write_text(text)
    open_and_settle(qtbot, held_window, *paths)
    assert len(names(held_window)) == 150
    assert len(held.calls("CheckReturns")) == 1
    before = len(held.requests)
    settle(qtbot, held_window, held_window.actions_.close_all.trigger)
    assert names(held_window) == []
    assert len(held.requests) - before < 5
