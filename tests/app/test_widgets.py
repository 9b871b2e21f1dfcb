from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFocusFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot
from widget_help import placed, role_and_name

from app.kit.buttons import Button, IconButton
from app.kit.card import Card, IconText, IconTile
from app.kit.empty_state import EmptyState
from app.kit.focus_ring import FocusRing
from app.kit.icons import IconName
from app.kit.segmented import Segmented
from app.kit.spin_box import SpinBox
from app.kit.theme import Theme

LIGHT, DARK = Theme.for_scheme("light"), Theme.for_scheme("dark")


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[QApplication]:
    """The application with the light theme's style sheet."""
    LIGHT.install(qapp)
    yield qapp
    qapp.setStyleSheet("")


@pytest.fixture
def view(qtbot: QtBot) -> Segmented:
    switch = Segmented(LIGHT, [("compare", "Compare"), ("all", "All figures")], "View")
    placed(qtbot, switch, 400)
    return switch


def test_the_switch_starts_at_its_first_choice(view: Segmented) -> None:
    assert view.current() == "compare"
    assert role_and_name(view.button("compare")) == (QAccessible.Role.RadioButton, "Compare")
    assert view.accessibleName() == "View"


def test_the_switch_is_worked_by_mouse_and_by_program(qtbot: QtBot, view: Segmented) -> None:
    with qtbot.waitSignal(view.selected) as caught:
        QTest.mouseClick(view.button("all"), Qt.MouseButton.LeftButton)
    assert caught.args == ["all"]
    assert view.current() == "all"
    with qtbot.waitSignal(view.selected) as caught:
        view.select("compare")
    assert caught.args == ["compare"]


def test_the_switch_is_worked_by_arrow_keys(qtbot: QtBot, view: Segmented) -> None:
    view.button("compare").setFocus()
    with qtbot.waitSignal(view.selected) as caught:
        QTest.keyClick(view.button("compare"), Qt.Key.Key_Right)
    assert caught.args == ["all"]
    assert view.button("all").hasFocus()
    with qtbot.waitSignal(view.selected) as caught:
        QTest.keyClick(view.button("all"), Qt.Key.Key_Left)
    assert caught.args == ["compare"]


def test_choosing_the_same_again_says_nothing(qtbot: QtBot, view: Segmented) -> None:
    with qtbot.assertNotEmitted(view.selected):
        QTest.mouseClick(view.button("compare"), Qt.MouseButton.LeftButton)
    assert view.current() == "compare"


def test_the_focused_choice_is_seen(qtbot: QtBot, view: Segmented) -> None:
    view.button("compare").clearFocus()
    before = view.grab().toImage()
    view.button("compare").setFocus()
    assert view.grab().toImage() != before


def test_a_choice_can_change_its_text(qtbot: QtBot, view: Segmented) -> None:
    narrow = view.sizeHint().width()
    view.set_text("all", "All figures of all slices")
    assert view.sizeHint().width() > narrow
    assert role_and_name(view.button("all"))[1] == "All figures of all slices"


def test_an_empty_page_says_one_thing_and_has_one_button(qtbot: QtBot) -> None:
    page = EmptyState(LIGHT, IconName.DRAFTS, "Open a drafts file", "None is open.", "Open drafts…")
    placed(qtbot, page, 600)
    assert page.texts() == ("Open a drafts file", "None is open.")
    assert role_and_name(page.button) == (QAccessible.Role.PushButton, "Open drafts…")
    page.button.setFocus()
    with qtbot.waitSignal(page.activated):
        QTest.keyClick(page.button, Qt.Key.Key_Space)
    page.set_texts("Nothing to show")
    assert page.texts() == ("Nothing to show", "")
    assert [label.text() for label in page.findChildren(QLabel) if label.isVisible()] == [
        "Nothing to show"
    ]


def test_an_empty_page_without_an_action_has_no_button(qtbot: QtBot) -> None:
    page = EmptyState(LIGHT, IconName.INFO, "Nothing was found")
    placed(qtbot, page, 600)
    assert not page.button.isVisible()


def test_a_state_is_an_icon_and_a_word(dressed: QApplication, qtbot: QtBot) -> None:
    state = IconText(LIGHT, IconName.CHECK_CIRCLE, "no problem", tone="good")
    placed(qtbot, state, 300)
    assert role_and_name(state) == (QAccessible.Role.StaticText, "no problem")
    calm = state.grab().toImage()
    state.show_state(IconName.ALERT, "3 problems", "bad")
    assert state.text() == "3 problems"
    assert state.palette().windowText().color().name().upper() == LIGHT.colours.bad
    assert state.grab().toImage() != calm
    assert state.sizeHint().width() > QFontMetricsF(LIGHT.font(12)).horizontalAdvance("3 problems")


def test_buttons_say_their_text_and_follow_the_theme(dressed: QApplication, qtbot: QtBot) -> None:
    button = Button(LIGHT, "Export", icon_name=IconName.EXPORT, primary=True)
    placed(qtbot, button, 200)
    assert role_and_name(button) == (QAccessible.Role.PushButton, "Export")
    light = button.grab().toImage()
    button.set_theme(DARK)
    assert button.grab().toImage() != light
    narrow = button.sizeHint().width()
    button.set_menu(QMenu(button))
    assert button.sizeHint().width() > narrow
    assert role_and_name(button)[0] == QAccessible.Role.ButtonMenu


def test_an_icon_button_has_a_name(qtbot: QtBot) -> None:
    button = IconButton(LIGHT, "Remove", IconName.CLOSE)
    placed(qtbot, button, 200)
    assert role_and_name(button)[1] == "Remove"
    assert button.toolTip() == "Remove"


def test_the_spin_box_keeps_its_figures_off_the_border(dressed: QApplication, qtbot: QtBot) -> None:
    box = SpinBox("Minimum cell size", 1, 99, 5)
    placed(qtbot, box, 200)
    assert box.accessibleName() == "Minimum cell size"
    assert (box.minimum(), box.maximum(), box.value()) == (1, 99, 5)
    assert box.lineEdit().textMargins().left() > 4


def test_cards_and_tiles_paint_their_tones(qtbot: QtBot) -> None:
    card, tile = Card(LIGHT, tone="good", raised=True), IconTile(LIGHT, IconName.FLASK, round_=True)
    card.setMinimumHeight(80)
    placed(qtbot, card, 300)
    placed(qtbot, tile, 300)
    middle = card.rect().center()
    assert card.grab().toImage().pixelColor(middle).name().upper() == LIGHT.colours.good_tint
    card.set_tone("bad")
    assert card.grab().toImage().pixelColor(middle).name().upper() == LIGHT.colours.bad_tint
    assert tile.grab().toImage().pixelColor(24, 2).name().upper() == LIGHT.colours.icon_tint


def test_the_ring_follows_the_focus_and_stays_off_the_control(
    dressed: QApplication, qtbot: QtBot
) -> None:
    ring = FocusRing(dressed, LIGHT)
    row = QWidget()
    layout = QHBoxLayout(row)
    first, second = Button(LIGHT, "One"), QLineEdit()
    layout.addWidget(first)
    layout.addWidget(second)
    window = placed(qtbot, row, 400)
    for control in (first, second):
        control.setFocus(Qt.FocusReason.TabFocusReason)
        qtbot.waitUntil(lambda: len(window.findChildren(QFocusFrame)) == 1)
        frame = window.findChildren(QFocusFrame)[0]
        corner = control.mapTo(window, QPoint(0, 0))
        inside = QRect(corner, control.size())
        shown = QRect(frame.mapTo(window, QPoint(0, 0)), frame.size())
        assert shown == inside.adjusted(-4, -4, 4, 4)
    ring.set_theme(DARK)
    second.clearFocus()
    qtbot.waitUntil(lambda: not window.findChildren(QFocusFrame))
    ring.setParent(None)
    ring.deleteLater()


def test_the_ring_survives_the_end_of_its_window(dressed: QApplication, qtbot: QtBot) -> None:
    ring = FocusRing(dressed, LIGHT)
    for _ in range(3):
        button = Button(LIGHT, "One")
        window = QWidget()
        button.setParent(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        button.setFocus(Qt.FocusReason.TabFocusReason)
        assert len(window.findChildren(QFocusFrame)) == 1
        window.close()
        window.deleteLater()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is None)
    ring.setParent(None)
    ring.deleteLater()
