"""The dialogs of the return check: slip, reason, setting aside, and what was settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from problem_help import (
    aside,
    button,
    check,
    check_page,
    dialog,
    found,
    go_to,
    key,
    press,
    problems,
    ready,
    reason,
    show_problems,
    words,
)
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from window_help import told

from app.kit.banner import Banner
from app.kit.theme import Theme
from app.pages.returns.aside_dialog import AsideDialog
from app.pages.returns.page import ReturnCheckPage
from app.pages.returns.reason_dialog import REASON_WORDS, ReasonDialog
from app.pages.returns.settled_dialog import SettledDialog
from app.pages.returns.slip_dialog import SlipDialog
from evalcore.service.protocol import (
    Choice,
    ForgetGone,
    ForgetReason,
    PutBack,
    RecordReason,
    SetAside,
)
from evalcore.vocabulary import NOTICE, REASONS

LIGHT = Theme.for_scheme("light")
CHOICES = [
    Choice("row-2-14", "Row 14 of file 2", "This row alone."),
    Choice("file-2", "All of file 2", "60 rows."),
]
SLIP = "Please correct the points below.\n\nRow 14, decision\n   Write it in lower case.\n"


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> Iterator[ReturnCheckPage]:
    """The page with nine problems, none of them current."""
    LIGHT.install(qapp)
    made = check_page(qtbot, LIGHT)
    show_problems(made)
    yield made
    qapp.setStyleSheet("")


def test_every_dialog_has_the_notice(page: ReturnCheckPage) -> None:
    page.set_check(check(aside=aside("File 1, row 2", "File 3, row 4")))
    page.show_slip(2, SLIP)
    page.show_reason(found(17))
    page.show_choices(0, CHOICES)
    page.dialogs.review_aside()
    for kind in (SlipDialog, ReasonDialog, AsideDialog, SettledDialog):
        banners = dialog(page, kind).findChildren(Banner)
        assert [banner.text() for banner in banners] == [NOTICE]
        assert banners[0].isVisible() and banners[0].y() == 0


def test_the_slip_is_copied_as_plain_text(page: ReturnCheckPage) -> None:
    page.show_slip(2, SLIP)
    opened = dialog(page, SlipDialog)
    assert opened.windowTitle() == "Correction slip for file 2"
    assert opened.text.isReadOnly() and opened.text.toPlainText() == SLIP
    assert "No identifiers, values or other reviewers." in words(opened)
    press(opened, "Copy text")
    assert QGuiApplication.clipboard().text() == SLIP
    assert "Copied" in words(opened)


def test_the_slip_is_handed_over_to_be_saved(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.show_slip(4, SLIP)
    with qtbot.waitSignal(page.slip_save_requested) as caught:
        press(dialog(page, SlipDialog), "Save as text…")
    assert caught.args == [4, SLIP]


def test_a_reason_is_recorded_from_its_row(qtbot: QtBot, page: ReturnCheckPage) -> None:
    go_to(page, "Draft 41")
    with qtbot.waitSignal(page.reason_requested) as asked:
        key(page, Qt.Key.Key_Return)
    assert asked.args == [41]
    page.show_reason(found(41))
    opened = dialog(page, ReasonDialog)
    assert "Reason for draft 41" in words(opened)
    assert next(iter(opened.choices.values())).text() == "Clinical interpretation"
    assert not button(opened, "Record").isEnabled()
    assert not opened.remove_button.isVisible()
    click(opened.choices["label_definition"])
    click(opened.adjudicated)
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Record")
    wanted = RecordReason(41, "label_definition", True)
    assert told(caught.args[0]) == told(wanted)
    assert not opened.isVisible()


def click(choice: QAbstractButton) -> None:
    """A click on the left end of a choice, where its mark is."""
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton, pos=QPoint(9, choice.height() // 2))


def test_where_reviewers_agree_only_that_there_is_no_reason_is_offered(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    page.show_reason(found(17, "none"))
    opened = dialog(page, ReasonDialog)
    assert "The reviewers agree: a draft like this has no reason" in words(opened)
    for choice in (*opened.choices.values(), opened.adjudicated):
        click(choice)
        assert not choice.isChecked()
    click(opened.no_reason)
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Record")
    wanted = RecordReason(17, None, False)
    assert told(caught.args[0]) == told(wanted)


def test_where_reviewers_differ_no_reason_is_not_offered(page: ReturnCheckPage) -> None:
    page.show_reason(found(17))
    opened = dialog(page, ReasonDialog)
    assert "The reviewers differ: one of the six reasons is needed." in words(opened)
    click(opened.no_reason)
    assert not opened.no_reason.isChecked() and not button(opened, "Record").isEnabled()
    assert "reviewers differ" in opened.no_reason.accessibleDescription()


def test_where_too_little_is_known_a_decision_can_only_be_dropped(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    decided = {"decided": True, "again": True, "reason": "other", "adjudicated": True}
    page.show_reason(found(17, "", **decided))
    opened = dialog(page, ReasonDialog)
    click(opened.choices["other"])
    assert not button(opened, "Record").isEnabled()
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Drop")
    assert told(caught.args[0]) == told(ForgetReason(17))


def test_the_six_reasons_are_those_of_the_format() -> None:
    assert tuple(REASON_WORDS) == REASONS
    assert not any("_" in text for text in REASON_WORDS.values())


def test_a_recorded_reason_is_changed_or_taken_back(qtbot: QtBot, page: ReturnCheckPage) -> None:
    decided = {"decided": True, "reason": "evidence_quality", "adjudicated": True}
    page.show_reason(found(17, **decided))
    opened = dialog(page, ReasonDialog)
    assert opened.chosen() == "evidence_quality"
    assert opened.adjudicated.isChecked()
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Remove")
    assert told(caught.args[0]) == told(ForgetReason(17))


def test_rows_are_set_aside_by_choice(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.show_choices(0, CHOICES)
    opened = dialog(page, AsideDialog)
    seen = words(opened)
    assert "File 2: The word has a capital letter." in seen
    assert "This row alone." in seen and "they can be put back" in seen
    assert not button(opened, "Set aside").isEnabled()
    opened.choices["file-2"].click()
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Set aside")
    assert told(caught.args[0]) == told(SetAside(0, "file-2"))


def test_cancel_sets_nothing_aside(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.show_choices(0, CHOICES[:1])
    opened = dialog(page, AsideDialog)
    with qtbot.assertNotEmitted(page.settle):
        press(opened, "Cancel")
    assert not opened.isVisible()


def test_choices_of_a_problem_that_is_gone_are_not_shown(page: ReturnCheckPage) -> None:
    page.show_choices(99, CHOICES)
    assert not page.findChildren(AsideDialog)
    page.show_choices(0, CHOICES)
    page.set_problems(problems()[1:])
    assert not [one for one in page.findChildren(AsideDialog) if one.isVisible()]


# what was settled


@pytest.mark.parametrize("state", [check, ready])
def test_a_part_that_is_set_aside_is_put_back(
    qtbot: QtBot, page: ReturnCheckPage, state: Any
) -> None:
    page.set_check(state(aside=aside("File 5, all of its 60 rows")))
    assert "File 5, all of its 60 rows" in words(page)
    with qtbot.waitSignal(page.settle) as caught:
        press(page, "Put back")
    assert told(caught.args[0]) == told(PutBack(0))


@pytest.mark.parametrize("state", [check, ready])
def test_reasons_say_whether_they_are_saved(page: ReturnCheckPage, state: Any) -> None:
    page.set_check(state(recorded=True, unsaved=True))
    assert "Recorded here. Not saved yet." in words(page)
    page.set_check(state(recorded=True))
    assert "Recorded here. Saved." in words(page)
    page.set_check(state(recorded=True, unkept=True))
    assert "Some can be saved only when their drafts are looked at again." in words(page)
    page.set_check(state(carried=True))
    assert "In the file." in words(page) and "Saved." not in words(page)


def test_nothing_settled_is_said_where_it_would_stand(page: ReturnCheckPage) -> None:
    assert "Nothing is set aside" in words(page.strip)
    page.set_check(check(recorded=True))
    assert "Nothing is set aside" not in words(page.strip)
    page.set_check(check())
    assert "Nothing is set aside" in words(page.strip)
    page.set_check(None)
    assert words(page.strip) == "", "before the check is done nothing is said"


def test_one_of_many_parts_is_put_back_and_the_list_follows(
    qtbot: QtBot, page: ReturnCheckPage
) -> None:
    page.set_check(check(aside=aside("File 1, row 2", "File 3, row 4", "File 5, row 6")))
    assert "File 1, row 2, and of 2 more files" in words(page)
    press(page.strip, "Review…")
    opened = dialog(page, SettledDialog)
    opened.list.setCurrentRow(1)
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Put back")
    assert told(caught.args[0]) == told(PutBack(1))
    assert not button(opened, "Put back").isEnabled(), "the numbers may be others now"
    page.set_check(check(aside=aside("File 1, row 2", "File 5, row 6")))
    lines = [opened.list.item(n).text() for n in range(opened.list.count())]
    assert lines == ["File 1, row 2", "File 5, row 6"]
    assert button(opened, "Put back").isEnabled()
    page.set_check(check())
    assert not opened.isVisible()


LISTED = [
    reason(17, in_file=True),
    reason(41, "Reviewer error, adjudicated"),
    reason(43, changed="the draft has changed since"),
    reason(50, changed="not in this drafts file", gone=True),
]


@pytest.mark.parametrize("state", [check, ready])
def test_reasons_are_folded_until_they_are_asked_for(
    qtbot: QtBot, page: ReturnCheckPage, state: Any
) -> None:
    page.set_check(state(recorded=True, carried=True, gone=True))
    with qtbot.waitSignal(page.reasons_requested):
        press(page, "Show…")
    page.show_reasons(LISTED)
    opened = dialog(page, SettledDialog)
    assert opened.windowTitle() == "Reasons and adjudication"
    assert [opened.list.item(n).text() for n in range(opened.list.count())] == [
        "Draft 17: Other, in the file",
        "Draft 41: Reviewer error, adjudicated",
        "Draft 43: Other. To look at again: the draft has changed since",
        "Draft 50: Other. To look at again: not in this drafts file",
    ]


def test_one_of_many_reasons_is_changed_from_the_list(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.set_check(ready(recorded=True))
    page.show_reasons(LISTED)
    opened = dialog(page, SettledDialog)
    opened.list.setCurrentRow(1)
    with qtbot.waitSignal(page.reason_requested) as asked:
        press(opened, "Change…")
    assert asked.args == [41]


@pytest.mark.parametrize(
    ("row", "wanted"),
    [(1, ForgetReason(41)), (3, ForgetGone(50))],
)
def test_one_of_many_reasons_is_removed_and_the_list_follows(
    qtbot: QtBot, page: ReturnCheckPage, row: int, wanted: dict[str, Any]
) -> None:
    page.set_check(ready(recorded=True))
    page.show_reasons(LISTED)
    opened = dialog(page, SettledDialog)
    opened.list.setCurrentRow(row)
    with qtbot.waitSignal(page.settle) as caught:
        press(opened, "Remove")
    assert told(caught.args[0]) == told(wanted)
    assert not button(opened, "Remove").isEnabled(), "the numbers may be others now"
    with qtbot.waitSignal(page.reasons_requested):
        page.set_check(ready(recorded=True))
    page.show_reasons([one for one in LISTED if one is not LISTED[row]])
    assert opened.list.count() == 3 and button(opened, "Remove").isEnabled()
    page.show_reasons([])
    assert not opened.isVisible()


def test_a_list_without_a_reason_says_so(page: ReturnCheckPage) -> None:
    page.set_check(ready())
    page.show_reasons([])
    opened = dialog(page, SettledDialog)
    assert opened.isVisible() and "No draft has a reason." in words(opened)
    assert not button(opened, "Remove").isEnabled()


@pytest.mark.parametrize(
    ("carried", "said"),
    [
        (False, "Nothing. Every row of every file counts."),
        (True, "Nothing of these files. Rows that were set aside before a file was saved"),
    ],
)
def test_nothing_set_aside_is_said_of_these_files(
    page: ReturnCheckPage, carried: bool, said: str
) -> None:
    page.set_check(ready(carried=carried))
    assert said in words(page)


def test_many_parts_that_are_set_aside_end_in_a_list(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.set_check(ready(aside=aside(*(f"File {n}, row 1" for n in range(1, 6)))))
    with qtbot.waitSignal(page.settle) as caught:
        press_first(page, "Put back")
    assert told(caught.args[0]) == told(PutBack(0))
    press(page.ready, "Review…")
    assert dialog(page, SettledDialog).list.count() == 5


def press_first(root: QWidget, text: str) -> None:
    seen = [b for b in root.findChildren(QPushButton) if b.text() == text and b.isVisible()]
    QTest.mouseClick(seen[0], Qt.MouseButton.LeftButton)


def test_dialogs_are_gone_once_closed(qtbot: QtBot, page: ReturnCheckPage) -> None:
    page.show_slip(2, SLIP)
    dialog(page, SlipDialog).reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not page.findChildren(SlipDialog)
