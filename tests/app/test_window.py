"""The window as a whole: names, notice, sizes, themes, and its end."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from half_read import large_drafts
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QListView,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QTabBar,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    HeldService,
    Study,
    boxes,
    draft_texts,
    is_half_read,
    open_and_settle,
    settle,
    shown_drafts,
    states,
    table,
)

from app.kit.theme import DARK, LIGHT, Theme
from app.shell.main_window import MainWindow
from evalcore.vocabulary import NOTICE

NAMES: dict[str, type[Any]] = {
    "banner": QWidget,
    "fileList": QListView,
    "pages": QStackedWidget,
    "draftMetricsTable": QTableView,
    "reviewRatesTable": QTableView,
    "minimumCellSize": QSpinBox,
    "progressBar": QProgressBar,
    "cancelButton": QPushButton,
    "actionOpen": QAction,
    "actionExportJson": QAction,
    "actionExportMarkdown": QAction,
    "actionOpenSample": QAction,
}


def test_a_script_finds_each_part_by_its_name(window: MainWindow) -> None:
    for name, kind in NAMES.items():
        assert len(window.findChildren(kind, name)) == 1, name


def test_the_title_is_the_program_alone(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, study.drafts)
    assert window.windowTitle() == "Review Desk"
    assert window.windowFilePath() == ""
    assert not window.windowIcon().isNull()


# the notice


def banner(window: MainWindow) -> QLabel:
    found = window.findChild(QLabel, "banner")
    assert isinstance(found, QLabel)
    return found


def assert_banner_is_whole(window: MainWindow) -> None:
    """Seen, at the top, over the whole width, with room for its text, and under nothing."""
    label = banner(window)
    assert label.isVisible()
    assert label.text() == NOTICE
    assert label.accessibleName() == NOTICE
    rect = QRect(label.mapTo(window, QPoint(0, 0)), label.size())
    assert rect.top() == 0
    assert (rect.left(), rect.width()) == (0, window.width())
    assert label.height() >= label.text_rect(label.width()).height()  # type: ignore[attr-defined]
    assert label.visibleRegion().boundingRect() == label.rect()
    for x in range(2, window.width(), 50):
        assert window.childAt(x, rect.center().y()) is label


@pytest.mark.parametrize("size", [(900, 600), (1366, 768), (1920, 1080)])
def test_the_notice_is_whole_on_every_page_and_in_every_state(
    qtbot: QtBot, window: MainWindow, study: Study, size: tuple[int, int]
) -> None:
    window.resize(*size)

    def on_every_page() -> None:
        for number in range(window.pages.count()):
            window.pages.setCurrentIndex(number)
            QApplication.processEvents()
            assert_banner_is_whole(window)

    on_every_page()
    open_and_settle(qtbot, window, study.folder / "gone.json", *study.files)
    on_every_page()
    settle(qtbot, window, window.session.remove_all)
    on_every_page()


def test_the_notice_is_whole_while_a_file_is_read(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    held.hold, held.progress = {"Open"}, [(1, 3)]
    held_window.open_files([study.drafts])
    held.begun.acquire()
    bar = held_window.findChild(QProgressBar, "progressBar")
    assert bar is not None
    qtbot.waitUntil(bar.isVisible, timeout=LONG)
    for number in range(held_window.pages.count()):
        held_window.pages.setCurrentIndex(number)
        QApplication.processEvents()
        assert_banner_is_whole(held_window)
    settle(qtbot, held_window, held.let_go)


# sizes


def test_it_can_be_shrunk_to_900_by_600_and_everything_is_there(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.resize(100, 100)
    QApplication.processEvents()
    assert (window.width(), window.height()) == (900, 600)
    for number in range(window.pages.count()):
        window.pages.setCurrentIndex(number)
        QApplication.processEvents()
        assert (window.width(), window.height()) == (900, 600)
        for name in ("banner", "fileList", "pages", "minimumCellSize"):
            widget = window.findChild(QWidget, name)
            assert isinstance(widget, QWidget)
            rect = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())
            assert widget.isVisible()
            assert window.rect().contains(rect), name
    tabs = window.findChild(QTabBar)
    assert tabs is not None
    for number in range(tabs.count()):
        assert tabs.rect().contains(tabs.tabRect(number)), tabs.tabText(number)
    assert window.command_row.export.isVisible()


def test_no_text_of_the_frame_is_cut_at_the_smallest_size(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.resize(900, 600)
    for number in range(window.pages.count()):
        window.pages.setCurrentIndex(number)
        QApplication.processEvents()
        cut = [
            label.text()
            for label in window.findChildren(QLabel)
            if label.isVisible()
            and not label.wordWrap()
            and label.objectName() != "banner"
            and label.width() < label.sizeHint().width()
        ]
        assert cut == []
        squeezed = [
            button.text()
            for button in window.findChildren(QPushButton)
            if button.isVisible() and button.width() < button.minimumSizeHint().width()
        ]
        assert squeezed == []


# themes


def colour_of(window: MainWindow) -> str:
    """The colour of the page's ground as it is painted."""
    image = window.grab().toImage()
    place = window.pages.mapTo(window, QPoint(4, window.pages.height() - 4))
    return image.pixelColor(place).name().upper()


def choose(window: MainWindow, name: str) -> None:
    action = window.findChild(QAction, f"actionScheme{name}")
    assert isinstance(action, QAction)
    action.trigger()


def test_the_theme_changes_in_the_running_window_and_back(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    for page in range(window.pages.count()):
        window.pages.setCurrentIndex(page)
        change_theme_and_back(window)
    assert shown_drafts(window) == draft_texts(study.draft_report())


def change_theme_and_back(window: MainWindow) -> None:
    choose(window, "Light")
    assert window.theme.colours == LIGHT
    QApplication.processEvents()
    light = window.grab().toImage()
    choose(window, "Dark")
    assert window.theme.colours == DARK
    QApplication.processEvents()
    dark = window.grab().toImage()
    assert dark != light
    bright = {LIGHT.window, LIGHT.surface, LIGHT.sunken}
    left = [
        (x, y)
        for x in range(0, dark.width(), 11)
        for y in range(0, dark.height(), 11)
        if dark.pixelColor(x, y).name().upper() in bright
        and dark.pixelColor(x, y).name().upper() not in {DARK.on_banner, DARK.text}
    ]
    assert len(left) < 5, f"light spots remain at {left[:5]}"
    assert_banner_is_whole(window)
    choose(window, "Light")
    QApplication.processEvents()
    assert window.grab().toImage() == light


def test_the_theme_of_the_system_is_taken(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for scheme, colours in (("dark", DARK), ("light", LIGHT)):
        monkeypatch.setattr("app.shell.main_window.system_scheme", lambda scheme=scheme: scheme)
        choose(window, "System")
        assert window.theme.colours == colours
    checked = [a.objectName() for a in window.findChildren(QAction) if a.isChecked()]
    assert "actionSchemeSystem" in checked
    assert not {"actionSchemeLight", "actionSchemeDark"} & set(checked)


def test_a_window_can_be_made_dark_from_the_start(make_window: Callable[..., MainWindow]) -> None:
    window = make_window(theme=Theme.for_scheme("dark"))
    assert window.theme.colours == DARK
    assert colour_of(window) in (DARK.window, DARK.surface, DARK.sunken)


def test_the_larger_text_fits(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, *study.files)
    window.set_theme(Theme.for_scheme("light", 1.5))
    window.resize(1366, 768)
    for number in range(window.pages.count()):
        window.pages.setCurrentIndex(number)
        QApplication.processEvents()
        assert_banner_is_whole(window)
    window.set_theme(Theme.for_scheme("light"))


# the end


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def process_of(window: MainWindow) -> int:
    assert window.engine.process_id
    return window.engine.process_id


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such look at a process")
@pytest.mark.process
def test_closing_ends_the_thread_and_the_process(
    qtbot: QtBot, make_window: Callable[..., MainWindow], study: Study
) -> None:
    before = set(threading.enumerate())  # those of other tests may still be ending
    window = make_window()
    open_and_settle(qtbot, window, *study.files)
    pid = process_of(window)
    assert alive(pid)
    window.close()
    assert not alive(pid)
    qtbot.waitUntil(lambda: set(threading.enumerate()) <= before)
    window.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such look at a process")
@pytest.mark.usefixtures("halting")
def test_closing_while_a_file_is_read_is_clean(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Any
) -> None:
    window = make_window()
    window.open_files([large_drafts(tmp_path / "large.json")])
    qtbot.waitUntil(lambda: is_half_read(window, "large.json"))
    bar = window.findChild(QProgressBar, "progressBar")
    assert bar is not None and bar.isVisible()
    pid = process_of(window)
    event = QCloseEvent()
    QApplication.sendEvent(window, event)
    assert event.isAccepted()
    assert not alive(pid)
    for _ in range(3):
        QApplication.processEvents()
    assert boxes(window) == []


def test_closing_with_files_in_the_queue_is_clean(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    held.hold = {"Open"}
    held_window.open_files(study.files)
    held.begun.acquire()
    held_window.close()
    for _ in range(3):
        QApplication.processEvents()
    assert len(held.calls("Open")) == 1, "nothing is begun after the end"
    assert boxes(held_window) == []
    assert held_window.engine.process_id == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.process
def test_the_process_killed_from_outside_is_told_and_reload_brings_all_back(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    os.kill(process_of(window), 9)
    box = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(box, QSpinBox)
    settle(qtbot, window, lambda: box.setValue(4))
    assert all("not opened" in state for state in states(window).values())
    assert set(shown_drafts(window).values()) == {("", "", "")}
    assert boxes(window) == [], "it is no fault of the program"
    tips = table_tips(window)
    assert all("Reload" in tip for tip in tips)
    settle(qtbot, window, lambda: window.open_files(study.files))
    assert shown_drafts(window) == draft_texts(study.draft_report(4))
    assert list(states(window).values()) == ["Drafts, ready", "File 1 · ready", "File 2 · ready"]


def table_tips(window: MainWindow) -> list[str]:
    model = window.file_panel.list.model()
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    return [str(index.data(Qt.ItemDataRole.ToolTipRole)) for index in indexes]


def test_two_windows_live_side_by_side(
    qtbot: QtBot, make_window: Callable[..., MainWindow], study: Study, other_study: Study
) -> None:
    first, second = make_window(), make_window()
    open_and_settle(qtbot, first, study.drafts)
    open_and_settle(qtbot, second, other_study.drafts)
    assert shown_drafts(first) == draft_texts(study.draft_report())
    assert shown_drafts(second) == draft_texts(other_study.draft_report())
    assert table(first, "draftMetricsTable") is not table(second, "draftMetricsTable")
    second.close()
    first.close()
