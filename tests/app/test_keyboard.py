"""Everything can be done without a mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QSpinBox,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import (
    Study,
    file_list,
    names,
    open_and_settle,
    settle,
    shown_drafts,
    states,
    table,
    take_in_hand,
)

from app.pages.draft_metrics.model import metric_columns
from app.shell.main_window import MainWindow

Key = Qt.Key


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the focus"
    return widget


def tab_through(window: MainWindow, key: Qt.Key = Key.Key_Tab) -> list[QWidget]:
    """The widgets that the focus goes through until it comes round."""
    seen: list[QWidget] = []
    for _ in range(60):
        widget = focus()
        if widget in seen[1:]:
            return seen
        seen.append(widget)
        QTest.keyClick(widget, key)
    raise AssertionError("the focus does not come round")


def said_name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name)


def page(window: MainWindow, number: int) -> QWidget:
    window.pages.setCurrentIndex(number)
    shown = window.pages.currentWidget()
    assert shown is not None
    return shown


def test_tab_reaches_everything_on_every_page(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    everywhere: list[QWidget] = [
        file_list(window),
        window.file_panel.minimum_cell_size,
        window.command_row.tabs,
        window.command_row.export,
    ]
    on_page: dict[QWidget, list[QWidget]] = {
        window.metrics: [table(window, "draftMetricsTable")],
        window.agreement: [table(window, "reviewRatesTable")],
    }
    for shown, wanted in on_page.items():
        window.pages.setCurrentWidget(shown)
        window.pages.setFocus()
        reached = tab_through(window)
        for widget in (*everywhere, *wanted):
            assert widget in reached, widget
        assert set(reached[1:]) <= set(tab_through(window, Key.Key_Backtab))
        for widget in reached:
            assert widget.isVisible()
            assert widget.isEnabled()


def test_what_has_the_focus_has_a_name(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    def nameless() -> list[str]:
        window.pages.setFocus()
        reached = tab_through(window)[1:]
        return [type(w).__name__ for w in reached if not said_name(w).strip()]

    for number in range(window.pages.count()):
        page(window, number)
        assert nameless() == [], f"page {number}, empty"
    open_and_settle(qtbot, window, *study.files)
    for number in range(window.pages.count()):
        page(window, number)
        assert nameless() == [], f"page {number}"


def test_the_empty_window_can_be_left_by_keyboard(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def ask(*arguments: object, **_: object) -> tuple[list[str], str]:
        asked.append(arguments)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", ask)
    reached = tab_through(window)
    assert window.file_panel.drop_area in reached
    for widget in reached:
        if said_name(widget).startswith(
            ("Check returns", "Make a report", "Open a report", "Open files")
        ):
            widget.setFocus()
            QTest.keyClick(widget, Key.Key_Space)
    assert len(asked) >= 4


SHORTCUTS = {
    "actionOpen": "Ctrl+O",
    "actionExportJson": "Ctrl+E",
    "actionExportMarkdown": "Ctrl+Shift+E",
    "actionReload": "F5",
    "actionExplain": "F1",
    "actionPage1": "Ctrl+1",
    "actionPage2": "Ctrl+2",
    "actionPage3": "Ctrl+3",
}


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction), name
    return found


def test_commands_have_their_shortcuts(window: MainWindow) -> None:
    for name, wanted in SHORTCUTS.items():
        keys = [key.toString() for key in action(window, name).shortcuts()]
        assert wanted in keys, name


def test_no_two_commands_share_a_shortcut(window: MainWindow) -> None:
    keys = [key.toString() for found in window.findChildren(QAction) for key in found.shortcuts()]
    assert len(keys) == len(set(keys))


def press(window: MainWindow, keys: str) -> None:
    """Press a shortcut where the focus is."""
    combination = QKeySequence(keys)[0]  # type: ignore[index]
    QTest.keyClick(focus(), combination.key(), combination.keyboardModifiers())


def test_shortcuts_work_wherever_the_focus_is(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_and_settle(qtbot, window, *study.files)
    asked: list[str] = []
    titles: list[str] = []

    def ask_to_open(*_: object, **__: object) -> tuple[list[str], str]:
        asked.append("open")
        return [], ""

    def ask_to_save(
        parent: QWidget, title: str, start: str, *_: object, **__: object
    ) -> tuple[str, str]:
        asked.append(start)
        titles.append(title)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", ask_to_open)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask_to_save)
    for widget in (
        table(window, "draftMetricsTable"),
        file_list(window),
        window.file_panel.minimum_cell_size,
        window.command_row.tabs,
    ):
        window.pages.setCurrentWidget(window.metrics)
        asked.clear()
        for keys in ("Ctrl+O", "Ctrl+E", "Ctrl+Shift+E"):
            widget.setFocus()
            press(window, keys)
        assert asked[0] == "open"
        assert [name.rpartition(".")[2] for name in asked[1:]] == ["json", "md"]
    assert titles[:2] == ["Export draft metrics as JSON", "Export everything shown as Markdown"]


def test_pages_are_reached_by_keys_and_the_tabs_follow(window: MainWindow) -> None:
    tabs = window.findChild(QTabBar)
    assert tabs is not None
    window.activateWindow()
    window.pages.setFocus()
    for number in (2, 1, 0):
        press(window, f"Ctrl+{number + 1}")
        assert window.pages.currentIndex() == number
        assert tabs.currentIndex() == number
        window.pages.setFocus()
    tabs.setFocus()
    QTest.keyClick(tabs, Key.Key_Right)
    assert window.pages.currentIndex() == 1
    assert tabs.hasFocus()
    QTest.keyClick(tabs, Key.Key_Left)
    assert window.pages.currentIndex() == 0


def test_delete_in_the_list_removes_the_file_in_hand(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    view = file_list(window)
    take_in_hand(window, "drafts.json")
    view.setFocus()
    QTest.keyClick(view, Key.Key_Down)
    settle(qtbot, window, lambda: QTest.keyClick(view, Key.Key_Delete))
    assert names(window) == ["drafts.json", "return-2.json"]
    settle(qtbot, window, lambda: QTest.keyClick(view, Key.Key_Delete))
    settle(qtbot, window, lambda: QTest.keyClick(view, Key.Key_Delete))
    assert names(window) == []
    assert focus().isVisible()


def test_delete_elsewhere_removes_nothing(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, *study.files)
    take_in_hand(window, "drafts.json")
    for widget in (table(window, "draftMetricsTable"), window.file_panel.minimum_cell_size):
        widget.setFocus()
        QTest.keyClick(widget, Key.Key_Delete)
    settle(qtbot, window, lambda: window.open_files([]))
    assert len(names(window)) == 3


def test_f5_reads_the_file_in_hand_again(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    open_and_settle(qtbot, window, own_study.drafts)
    before = shown_drafts(window)
    take_in_hand(window, "drafts.json")
    own_study.drafts.write_bytes(other_study.drafts.read_bytes())
    for widget in (file_list(window), table(window, "draftMetricsTable")):
        widget.setFocus()
        settle(qtbot, window, lambda: press(window, "F5"))
    assert shown_drafts(window) != before
    assert states(window) == {"drafts.json": "Drafts, ready"}


def test_the_number_field_takes_keys(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, study.drafts)
    box = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    box.setFocus()
    settle(qtbot, window, lambda: QTest.keyClick(box, Key.Key_Up))
    assert box.value() == 6


def test_the_mode_of_the_table_is_chosen_by_arrow_keys(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    view = table(window, "draftMetricsTable")
    segments = [w for w in tab_through(window) if w.parent() is window.metrics.modes]
    assert len(segments) == 1, "one stop for the choice, as for radio buttons"
    segments[0].setFocus()
    QTest.keyClick(segments[0], Key.Key_Right)
    assert not view.isColumnHidden(metric_columns("omission")[2])
    QTest.keyClick(focus(), Key.Key_Left)
    assert view.isColumnHidden(metric_columns("omission")[2])


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_menus_open_by_their_letters(window: MainWindow) -> None:
    for key, entry in (("F", "Open files"), ("V", "Draft metrics")):
        window.pages.setFocus()
        press(window, f"Alt+{key}")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        assert any(a.text().startswith(entry) for a in menu.actions())
        QTest.keyClick(menu, Key.Key_Escape)
        QTest.keyClick(focus(), Key.Key_Escape)


def test_every_command_is_in_a_menu(window: MainWindow) -> None:
    in_menus = {a.objectName() for menu in window.findChildren(QMenu) for a in menu.actions()}
    named = {a.objectName() for a in window.actions() if a.objectName()}
    assert len(named) > 10
    assert named <= in_menus


def test_f1_explains_on_every_page_and_escape_closes(qtbot: QtBot, window: MainWindow) -> None:
    for number in range(window.pages.count()):
        window.pages.setCurrentIndex(number)
        window.pages.setFocus()
        press(window, "F1")
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        assert dialog.isVisible()
        QTest.keyClick(dialog, Key.Key_Escape)
        assert not dialog.isVisible()


def test_the_focus_does_not_get_lost_when_the_page_changes(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.pages.setCurrentWidget(window.metrics)
    table(window, "draftMetricsTable").setFocus()
    press(window, "Ctrl+3")
    assert focus().isVisible()
    press(window, "Ctrl+1")
    assert focus().isVisible()


def heard_cells(view: QWidget) -> list[str]:
    interface = QAccessible.queryAccessibleInterface(view)
    children = [interface.child(number) for number in range(interface.childCount())]
    return [child.text(QAccessible.Text.Name) for child in children if child is not None]


def test_the_screen_reader_hears_the_cells_and_the_files(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.pages.setCurrentWidget(window.metrics)
    view = table(window, "draftMetricsTable")
    index = view.model().index(0, metric_columns("omission")[0])
    spoken = heard_cells(view)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) in spoken
    listed = QAccessible.queryAccessibleInterface(file_list(window))
    heard = [listed.child(n).text(QAccessible.Text.Name) for n in range(listed.childCount())]
    assert any("drafts.json" in text and "ready" in text for text in heard)
