"""What can be chosen in the dialogs that ask for files, with the mouse and with the keyboard."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from dialog_hand import DialogHand, chooses_kind, clicks, presses, sees, types
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    Study,
    draft_report,
    draft_texts,
    open_and_settle,
    shown_drafts,
    states,
)

from app.shell.main_window import MainWindow
from app.shell.pages import DISCLOSURE
from evalcore.documents.exports import json_bytes

NAMES = {
    "drafts.json": 0,
    "ward 3, final.json.txt": 1,
    "return": 2,
    "notes.csv": None,
    "scan.PDF": None,
}
"""Files as they are sent, with the number of the study's file that is in each."""


@pytest.fixture
def folder(study: Study, tmp_path: Path) -> Path:
    place = tmp_path / "sent"
    place.mkdir()
    for name, number in NAMES.items():
        if number is None:
            (place / name).write_text("a;b\n1;2\n", "utf-8")
        else:
            shutil.copyfile(study.files[number], place / name)
    return place


def open_with(qtbot: QtBot, window: MainWindow, hand: DialogHand) -> None:
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    hand.wait(qtbot)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_can_be_chosen_to_open(
    qtbot: QtBot, window: MainWindow, folder: Path, name: str
) -> None:
    hand = DialogHand(types(f"{folder}/"), sees(set(NAMES)), clicks(name), presses("Open"))
    open_with(qtbot, window, hand)
    qtbot.waitUntil(lambda: list(states(window)) == [name], timeout=LONG)


def test_the_list_can_be_narrowed_to_the_kinds_that_are_understood(
    qtbot: QtBot, window: MainWindow, folder: Path, study: Study
) -> None:
    understood = {"drafts.json", "ward 3, final.json.txt"}
    hand = DialogHand(
        types(f"{folder}/"),
        chooses_kind("Drafts, returns, claims and reports"),
        sees(understood),
        clicks("drafts.json"),
        presses("Open"),
    )
    open_with(qtbot, window, hand)
    qtbot.waitUntil(
        lambda: shown_drafts(window) == draft_texts(draft_report(study.drafts)), timeout=LONG
    )


def test_every_file_can_be_chosen_to_compare_with(
    qtbot: QtBot, window: MainWindow, folder: Path, study: Study
) -> None:
    (folder / "report of october.txt").write_bytes(json_bytes(draft_report(study.drafts)))
    names = {*NAMES, "report of october.txt"}
    hand = DialogHand(
        types(f"{folder}/"), sees(names), clicks("report of october.txt"), presses("Open")
    )
    open_and_settle(qtbot, window, study.drafts)
    window.pages.setCurrentIndex(DISCLOSURE)
    (button,) = (
        b
        for b in window.pages.disclosure.findChildren(QPushButton)
        if b.isVisible() and b.text().startswith("Compare with earlier")
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.wait(qtbot)
    qtbot.waitUntil(lambda: [f.name for f in window.checker.earlier] == ["report of october.txt"])
