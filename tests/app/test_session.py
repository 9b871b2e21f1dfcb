"""What follows when files come, go or change: figures, marks, reload, cancel, idle once."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from half_read import HALTING, large_drafts
from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot
from window_help import (
    EMPTY_TRIPLE,
    LONG,
    HeldService,
    Study,
    draft_report,
    draft_texts,
    file_list,
    is_half_read,
    names,
    open_and_settle,
    rates_are,
    review_report,
    running,
    settle,
    shown_drafts,
    shown_rates,
    states,
    take_in_hand,
)

from app.shell.main_window import MainWindow
from evalcore.errors import EvaluationError
from evalcore.metrics import RATES


class Idles:
    """Counts ``idle``."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self.count = 0
        window.idle.connect(self._on_idle)

    def _on_idle(self) -> None:
        self.count += 1

    def of(self, action: Callable[[], object]) -> int:
        """How often it is sent for what action starts, up to a later call that sends it once."""
        self.count = 0
        settle(self._qtbot, self._window, action)
        for _ in range(3):
            QApplication.processEvents()
        before = self.count
        settle(self._qtbot, self._window, lambda: self._window.open_files([]))
        assert self.count == before + 1, "it was not idle when it said so"
        return before


def spin_box(window: MainWindow) -> QSpinBox:
    found = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(found, QSpinBox)
    return found


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction), name
    return found


def nothing_shown(window: MainWindow) -> bool:
    return set(shown_drafts(window).values()) == {EMPTY_TRIPLE} and set(shown_rates(window)) == {""}


def cancel_button(window: MainWindow) -> QPushButton:
    found = window.findChild(QPushButton, "cancelButton")
    assert isinstance(found, QPushButton)
    return found


def progress_bar(window: MainWindow) -> QProgressBar:
    found = window.findChild(QProgressBar, "progressBar")
    assert isinstance(found, QProgressBar)
    return found


# idle


def test_idle_is_sent_once_whatever_is_opened(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    idles = Idles(qtbot, window)
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    gone = tmp_path / "gone.json"
    cases: list[list[str | Path]] = [
        [],
        [study.drafts],
        list(study.returns),
        [study.drafts, study.drafts, str(study.drafts)],
        [broken],
        [gone, broken, study.returns[0]],
    ]
    for paths in cases:
        assert idles.of(partial(window.open_files, paths)) == 1, paths


def test_idle_is_sent_once_for_what_is_done_with_files(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    idles = Idles(qtbot, window)
    box = spin_box(window)

    def change_thrice() -> None:
        for size in (3, 8, 4):
            box.setValue(size)

    assert idles.of(change_thrice) == 1, "without a file"
    assert idles.of(partial(window.open_files, study.files)) == 1
    assert idles.of(change_thrice) == 1, "with files"
    take_in_hand(window, "return-1.json")
    assert idles.of(action(window, "actionReload").trigger) == 1
    assert idles.of(action(window, "actionRemove").trigger) == 1
    assert idles.of(window.session.check_files) == 1
    assert idles.of(action(window, "actionCloseAll").trigger) == 1


def test_two_calls_in_a_row_send_idle_once(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    def both() -> None:
        window.open_files([study.drafts])
        window.open_files([])
        window.open_files(study.returns)

    assert Idles(qtbot, window).of(both) == 1
    assert rates_are(window, study.review_report())


def test_idle_is_sent_once_after_a_cancel(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    held.hold = {"Open"}
    idles = Idles(qtbot, held_window)

    def start_and_cancel() -> None:
        held_window.open_files(study.files)
        qtbot.waitUntil(lambda: cancel_button(held_window).isVisible(), timeout=LONG)
        cancel_button(held_window).click()

    assert idles.of(start_and_cancel) == 1


def test_everything_is_shown_when_idle_is_sent(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    seen: list[object] = []
    window.idle.connect(
        lambda: seen.append((shown_drafts(window), shown_rates(window), states(window)))
    )
    open_and_settle(qtbot, window, *study.files)
    assert seen == [(shown_drafts(window), shown_rates(window), states(window))]
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert not progress_bar(window).isVisible()
    assert not cancel_button(window).isVisible()


# removing


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("way", ["action", "Delete", "cross", "menu"])
def test_a_file_can_be_removed_in_each_way(
    qtbot: QtBot, window: MainWindow, study: Study, way: str
) -> None:
    open_and_settle(qtbot, window, *study.files)
    view = file_list(window)
    index = take_in_hand(window, "return-1.json")
    ways: dict[str, Callable[[], object]] = {
        "action": action(window, "actionRemove").trigger,
        "Delete": lambda: QTest.keyClick(view, Qt.Key.Key_Delete),
        "cross": lambda: QTest.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=cross(window, index).center()
        ),
        "menu": lambda: choose_in_menu(window, index, "Remove"),
    }
    settle(qtbot, window, ways[way])
    assert names(window) == ["drafts.json", "return-2.json"]
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert shown_rates(window) == [""] * len(RATES), "one return alone is no import"


def cross(window: MainWindow, index: QModelIndex) -> QRect:
    view = file_list(window)
    return view.itemDelegate().close_rect(view.visualRect(index))  # type: ignore[attr-defined, no-any-return]


def choose_in_menu(window: MainWindow, index: QModelIndex, text: str) -> None:
    view = file_list(window)
    view.customContextMenuRequested.emit(view.visualRect(index).center())
    menu = QApplication.activePopupWidget()
    assert menu is not None
    found = [a for a in menu.actions() if a.text().startswith(text)]
    found[0].trigger()
    menu.close()


def test_removing_each_file_takes_what_it_gave_and_no_more(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    assert rates_are(window, own_study.review_report())
    settle(qtbot, window, lambda: remove(window, "return-2.json"))
    left = [own_study.returns[0], own_study.returns[2]]
    assert rates_are(window, review_report(own_study.drafts, left))
    assert states(window)["return-3.json"] == "File 2 · ready"
    settle(qtbot, window, lambda: remove(window, "drafts.json"))
    assert nothing_shown(window)
    assert list(states(window).values()) == [
        "File 1 · waits for drafts",
        "File 2 · waits for drafts",
    ]
    settle(qtbot, window, lambda: remove(window, "return-1.json"))
    settle(qtbot, window, lambda: remove(window, "return-3.json"))
    assert names(window) == []
    assert window.file_panel.drop_area.isVisible()
    assert nothing_shown(window)


def remove(window: MainWindow, name: str) -> None:
    take_in_hand(window, name)
    action(window, "actionRemove").trigger()


def test_close_all_leaves_an_empty_window(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, *study.files)
    settle(qtbot, window, action(window, "actionCloseAll").trigger)
    assert names(window) == []
    assert nothing_shown(window)
    for name in ("actionReload", "actionRemove", "actionCloseAll"):
        assert not action(window, name).isEnabled()
    for name in ("actionExportJson", "actionExportMarkdown"):
        assert not action(window, name).isEnabled()


def test_a_file_removed_while_it_is_read_does_not_come_back(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    """Its answer comes too late: the evaluator does not even hear the cancel."""
    window = held_window
    held.hold, held.deaf = {"Open"}, True

    def open_remove_and_answer() -> None:
        window.open_files([study.drafts])
        held.begun.acquire()
        remove(window, "drafts.json")
        held.let_go()

    settle(qtbot, window, open_remove_and_answer)
    assert names(window) == []
    assert nothing_shown(window)
    assert window.pages.currentWidget() is window.start


# minimum cell size


def test_another_minimum_cell_size_needs_no_file(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    reports = {n: (own_study.draft_report(n), own_study.review_report(n)) for n in (2, 5, 12, 40)}
    assert len({json.dumps(pair) for pair in reports.values()}) == 4
    open_and_settle(qtbot, window, *own_study.files)
    shutil.rmtree(own_study.folder)
    for size in (2, 12, 40, 5):
        settle(qtbot, window, partial(spin_box(window).setValue, size))
        drafts, reviews = reports[size]
        assert shown_drafts(window) == draft_texts(drafts)
        assert rates_are(window, reviews)


def test_the_last_of_many_sizes_is_shown(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, study.drafts)
    held.hold = {"MakeReports"}

    def change() -> None:
        spin_box(window).setValue(2)
        held.begun.acquire()
        spin_box(window).setValue(30)
        spin_box(window).setValue(3)
        held.let_go()

    settle(qtbot, window, change)
    assert shown_drafts(window) == draft_texts(study.draft_report(3))
    assert [r.minimum_cell_size for r in held.calls("MakeReports")][-1] == 3


def test_a_size_counts_when_it_is_typed_whole_and_never_below_2(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, study.drafts)
    box = spin_box(window)
    assert (box.minimum(), box.value()) == (2, 5)
    box.setFocus()
    box.selectAll()
    with qtbot.assertNotEmitted(window.idle):
        QTest.keyClicks(box, "12")
    settle(qtbot, window, lambda: QTest.keyClick(box, Qt.Key.Key_Return))
    assert shown_drafts(window) == draft_texts(study.draft_report(12))
    box.selectAll()
    QTest.keyClicks(box, "1")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert box.value() >= 2
    assert box.text() == str(box.value())


def test_the_size_is_kept_over_reload_and_new_files(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    settle(qtbot, window, lambda: spin_box(window).setValue(9))
    open_and_settle(qtbot, window, study.drafts)
    assert shown_drafts(window) == draft_texts(study.draft_report(9))
    take_in_hand(window, "drafts.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report(9))


# changes on disk and reload


def test_a_file_that_changes_on_disk_is_marked_without_being_asked(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    open_and_settle(qtbot, window, own_study.drafts, own_study.returns[0])
    before = shown_drafts(window)
    own_study.drafts.write_bytes(other_study.drafts.read_bytes())
    qtbot.waitUntil(
        lambda: states(window)["drafts.json"] == "Drafts, changed on disk", timeout=LONG
    )
    assert "changed" not in states(window)["return-1.json"]
    assert shown_drafts(window) == before, "the figures stay those of the file that was read"
    tip = str(file_list(window).model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert "Reload" in tip


def _write_with_the_old_time(path: Path) -> None:
    """Write as much as was there, and put the time back: as some programs that copy do."""
    before = path.stat()
    data = path.read_bytes().replace(b'"accept"', b'"revise"', 1)
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # the system's clock has coarse steps
        path.write_bytes(data)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    same = (before.st_size, before.st_mtime_ns, before.st_ino)
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == same


POSIX_WAYS = [] if sys.platform == "win32" else ["written with the old time"]


@pytest.mark.parametrize("how", ["written anew", "replaced", "deleted", *POSIX_WAYS])
def test_a_change_is_seen_when_asked_for(
    qtbot: QtBot, window: MainWindow, own_study: Study, how: str
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    path = own_study.returns[1]
    if how == "written anew":
        path.write_bytes(path.read_bytes() + b"\n")
    elif how == "replaced":
        new = path.with_name("new")
        new.write_bytes(path.read_bytes())
        os.replace(new, path)
    elif how == "written with the old time":
        _write_with_the_old_time(path)
    else:
        path.unlink()
    settle(qtbot, window, window.session.check_files)
    assert states(window) == {
        "drafts.json": "Drafts, ready",
        "return-1.json": "File 1 · ready",
        "return-2.json": "File 2 · changed on disk",
        "return-3.json": "File 3 · ready",
    }


def test_a_file_that_was_replaced_is_watched_on(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    """Editors write a new file and rename it; the second save counts as well."""
    open_and_settle(qtbot, window, own_study.drafts)
    for source in (other_study.drafts, own_study.returns[0]):
        new = own_study.folder / "new"
        shutil.copy(source, new)
        os.replace(new, own_study.drafts)
        qtbot.waitUntil(lambda: "changed" in states(window)["drafts.json"], timeout=LONG)
        if source is other_study.drafts:
            settle(qtbot, window, action(window, "actionReload").trigger)
            assert states(window) == {"drafts.json": "Drafts, ready"}
            assert shown_drafts(window) == draft_texts(draft_report(other_study.drafts))


def test_reload_reads_the_new_figures_and_takes_the_mark_away(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    open_and_settle(qtbot, window, own_study.drafts)
    own_study.drafts.write_bytes(other_study.drafts.read_bytes())
    settle(qtbot, window, window.session.check_files)
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert states(window) == {"drafts.json": "Drafts, ready"}
    assert shown_drafts(window) == draft_texts(other_study.draft_report())


def test_a_file_read_again_at_once_is_not_marked_by_an_older_look(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    """F5 right after coming back to the window, which has a look at the files of its own."""
    open_and_settle(qtbot, window, own_study.drafts)
    own_study.drafts.write_bytes(other_study.drafts.read_bytes())

    def look_and_reload() -> None:
        window.session.check_files()
        take_in_hand(window, "drafts.json")
        action(window, "actionReload").trigger()

    settle(qtbot, window, look_and_reload)
    assert shown_drafts(window) == draft_texts(other_study.draft_report())
    assert states(window) == {"drafts.json": "Drafts, ready"}


def test_reload_without_a_file_in_hand_reads_every_file_that_has_changed(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, own_study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, *own_study.files)
    for path in own_study.returns[:2]:
        path.write_bytes(path.read_bytes() + b" ")
    settle(qtbot, window, window.session.check_files)
    assert sum("changed" in state for state in states(window).values()) == 2
    before = len(held.calls("Open"))
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert len(held.calls("Open")) == before + 2
    assert not any("changed" in state for state in states(window).values())
    assert rates_are(window, own_study.review_report())


def test_a_file_that_breaks_on_disk_takes_its_figures_with_it(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    whole = own_study.drafts.read_bytes()
    own_study.drafts.write_bytes(whole[: len(whole) // 2])
    take_in_hand(window, "drafts.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert states(window)["drafts.json"] == "Drafts, not opened"
    assert nothing_shown(window)
    own_study.drafts.write_bytes(whole)
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert shown_drafts(window) == draft_texts(own_study.draft_report())
    assert rates_are(window, own_study.review_report())


def test_a_return_that_becomes_a_drafts_file_is_asked_about_and_the_rest_stays(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    """The answer is No: the two returns that are left are shown."""
    open_and_settle(qtbot, window, *own_study.files)
    last = own_study.returns[2]
    last.write_bytes(other_study.drafts.read_bytes())
    take_in_hand(window, last.name)
    window.session.may_replace = lambda old, new: False
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert names(window) == ["drafts.json", "return-1.json", "return-2.json"]
    assert shown_drafts(window) == draft_texts(own_study.draft_report())
    assert rates_are(window, review_report(own_study.drafts, own_study.returns[:2]))


def test_drafts_that_become_a_return_leave_no_figures(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    open_and_settle(qtbot, window, own_study.drafts, own_study.returns[0])
    own_study.drafts.write_bytes(own_study.returns[1].read_bytes())
    take_in_hand(window, "drafts.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert nothing_shown(window)
    assert list(states(window).values()) == [
        "File 1 · waits for drafts",
        "File 2 · waits for drafts",
    ]


@pytest.mark.parametrize("how", ["changed", "deleted"])
def test_what_is_marked_as_changed_still_counts_as_it_was_read(
    qtbot: QtBot, window: MainWindow, own_study: Study, how: str
) -> None:
    """Another file is closed; what is marked as changed still counts as it was read."""
    open_and_settle(qtbot, window, *own_study.files)
    before = review_report(own_study.drafts, own_study.returns[:2])
    if how == "changed":
        payload = json.loads(own_study.returns[1].read_text())
        payload["rows"] = payload["rows"][:-3]
        own_study.returns[1].write_text(json.dumps(payload))
    else:
        own_study.returns[1].unlink()
    settle(qtbot, window, lambda: remove(window, "return-3.json"))
    settle(qtbot, window, window.session.check_files)
    assert rates_are(window, before) or "changed" not in states(window)["return-2.json"]


# faults of the returns


def spoil(path: Path, number: int = 0, **changes: Any) -> None:
    payload = json.loads(path.read_text())
    payload["rows"][number].update(changes)
    path.write_text(json.dumps(payload))


def test_a_problem_is_marked_at_the_file_that_has_it(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    spoil(own_study.returns[1], 4, draft_revision="0" * 64)
    open_and_settle(qtbot, window, *own_study.files)
    assert list(states(window).values())[1:] == [
        "File 1 · ready",
        "File 2 · 1 problem",
        "File 3 · ready",
    ]
    window.pages.setCurrentWidget(window.agreement)
    assert window.agreement.empty.isVisible()
    assert shown_rates(window) == [""] * len(RATES)
    assert shown_drafts(window) == draft_texts(own_study.draft_report())


def test_the_right_file_is_marked_when_another_could_not_be_read(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    """File 1 breaks on disk, file 3 has the problem: the names in the list stay theirs."""
    spoil(own_study.returns[2], 4, draft_revision="0" * 64)
    open_and_settle(qtbot, window, *own_study.files)
    own_study.returns[0].write_text("{")
    take_in_hand(window, "return-1.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    first, second, third = list(states(window).values())[1:]
    assert first.startswith("File 1 · not ")
    assert second.startswith("File 2 · ")
    assert "problem" not in second
    assert third == "File 3 · 1 problem"


def test_a_combined_file_that_is_read_again_counts_as_it_stands(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    """The committee has adjudicated since: nothing that an older version said may linger."""
    combined = own_study.folder / "combined.json"
    payloads = [json.loads(path.read_text()) for path in own_study.returns]
    rows = [row for payload in payloads for row in payload["rows"]]
    reports = []
    for adjudicated in (False, True):
        for row in rows:
            row["adjudicated"] = adjudicated and row["reason"] is not None
        combined.write_text(json.dumps({**payloads[0], "rows": rows}))
        reports.append(review_report(own_study.drafts, [combined], 2))
        if not adjudicated:
            settle(qtbot, window, lambda: spin_box(window).setValue(2))
            open_and_settle(qtbot, window, own_study.drafts, combined)
        else:
            take_in_hand(window, "combined.json")
            settle(qtbot, window, action(window, "actionReload").trigger)
        assert rates_are(window, reports[-1])
    assert reports[0] != reports[1]


def test_a_problem_goes_when_its_file_is_mended(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    whole = own_study.returns[0].read_bytes()
    spoil(own_study.returns[0], 0, decision="perhaps")
    open_and_settle(qtbot, window, *own_study.files)
    assert not states(window)["return-1.json"].endswith("ready")
    own_study.returns[0].write_bytes(whole)
    take_in_hand(window, "return-1.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert rates_are(window, own_study.review_report())


# cancel


def test_cancel_stops_the_reading_and_reload_begins_it_again(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    held.hold, held.progress = {"Open"}, [(42_000_000, 100_000_000)]
    window.open_files(study.files)
    held.begun.acquire()
    qtbot.waitUntil(lambda: "42 %" in states(window)["drafts.json"], timeout=LONG)
    assert progress_bar(window).isVisible()
    assert progress_bar(window).value() * 100 == 42 * progress_bar(window).maximum()
    settle(qtbot, window, cancel_button(window).click)
    assert set(states(window).values()) == {"Not read"}
    assert nothing_shown(window)
    assert not progress_bar(window).isVisible()
    held.let_go()
    take_in_hand(window, "drafts.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert states(window)["return-1.json"] == "Not read"


def test_cancel_leaves_what_was_read_before(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, study.drafts)
    held.hold = {"Open"}
    window.open_files(study.returns)
    held.begun.acquire()
    qtbot.waitUntil(cancel_button(window).isVisible, timeout=LONG)
    settle(qtbot, window, cancel_button(window).click)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert list(states(window).values()) == ["Drafts, ready", "Not read", "Not read"]


@pytest.mark.usefixtures("halting")
def test_a_real_reading_is_cancelled(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    window.open_files([large_drafts(tmp_path / "drafts.json")])
    qtbot.waitUntil(lambda: is_half_read(window, "drafts.json"))
    assert cancel_button(window).isVisible()
    settle(qtbot, window, cancel_button(window).click)
    assert states(window) == {"drafts.json": "Not read"}
    assert nothing_shown(window)


def test_progress_is_told_in_bytes_and_names_the_file(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    window.pages.setCurrentWidget(window.metrics)
    held.hold, held.progress = {"Open"}, [(0, 204_000_000), (86_000_000, 204_000_000)]
    window.open_files([study.drafts])
    held.begun.acquire()

    def texts() -> list[str]:
        return [label.text() for label in window.findChildren(QLabel) if label.isVisible()]

    qtbot.waitUntil(lambda: "86 of 204 MB" in texts(), timeout=LONG)
    assert "Reading drafts.json" in texts()
    assert "42 %" in texts()
    assert window.metrics.table.isVisible(), "the labels stay while it is read"
    settle(qtbot, window, held.let_go)
    assert not any(text.startswith("Reading") for text in texts())
    assert shown_drafts(window) == draft_texts(study.draft_report())


# faults of the evaluator


@pytest.mark.process
def test_an_unexpected_end_of_the_evaluator_is_told_and_reload_works(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, *study.files)
    held.fail_next("MakeReports", EvaluationError("evaluator_stopped"))
    settle(qtbot, window, lambda: spin_box(window).setValue(7))
    assert nothing_shown(window)
    assert all("not opened" in state for state in states(window).values())
    for name in ("drafts.json", "return-1.json", "return-2.json"):
        take_in_hand(window, name)
        settle(qtbot, window, action(window, "actionReload").trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report(7))
    assert rates_are(window, study.review_report(7))


@pytest.mark.process
def test_an_end_that_only_a_dropped_job_saw_is_told_all_the_same(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    """The process dies while a file is read that is then removed; a new one knows no file."""
    window.engine.set_command(running(HALTING))
    open_and_settle(qtbot, window, study.drafts)
    large = large_drafts(tmp_path / "large.json")

    def lose_it() -> None:
        window.open_files([large])
        qtbot.waitUntil(lambda: is_half_read(window, "large.json"))
        os.kill(window.engine.process_id, signal.SIGTERM)
        remove(window, "large.json")

    settle(qtbot, window, lose_it)
    settle(qtbot, window, lambda: spin_box(window).setValue(7))
    assert states(window) == {"drafts.json": "Drafts, not opened"}
    assert nothing_shown(window)
    take_in_hand(window, "drafts.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert shown_drafts(window) == draft_texts(study.draft_report(7))
