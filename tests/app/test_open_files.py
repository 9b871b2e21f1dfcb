"""Opening: by dialog, by dropping, several at once, broken ones among good ones."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from eval_helpers import encounter_row, write_json
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    HeldService,
    Study,
    draft_texts,
    drop_on,
    file_list,
    files_mime,
    names,
    open_and_settle,
    rates_are,
    settle,
    shown_drafts,
    states,
    take_in_hand,
)

from app.kit.drop_area import DropArea
from app.kit.info_bar import InfoBar
from app.shell.main_window import MainWindow

Answer = Callable[[QMessageBox.StandardButton], list[str]]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Answer every question with one button; gives the list of what was asked."""

    def choose(button: QMessageBox.StandardButton) -> list[str]:
        asked: list[str] = []

        def question(parent: QWidget, title: str, text: str, *_: object) -> object:
            asked.append(f"{title}\n{text}")
            return button

        monkeypatch.setattr(QMessageBox, "question", question)
        return asked

    return choose


@pytest.fixture
def no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def question(*_: object) -> object:
        raise AssertionError("nothing is to be asked")

    monkeypatch.setattr(QMessageBox, "question", question)


def message(window: MainWindow) -> str:
    bar = window.findChild(InfoBar)
    assert bar is not None
    return bar.text() if bar.isVisible() else ""


def no_folder(text: str, *paths: Path) -> bool:
    return not any(part in text for path in paths for part in (str(path.parent), os.sep))


def dialog_gives(
    monkeypatch: pytest.MonkeyPatch, paths: list[Path], shown: list[str] | None = None
) -> None:
    def ask(
        parent: QWidget, title: str, folder: str, kinds: str, **_: object
    ) -> tuple[list[str], str]:
        if shown is not None:
            shown.append(f"{title} {folder} {kinds}")
        return [str(path) for path in paths], kinds

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", ask)


def buttons_that_open(window: MainWindow) -> list[QAbstractButton]:
    return [b for b in window.findChildren(QPushButton) if b.text().startswith("Open ")]


def test_the_action_opens_what_the_dialog_gives(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    dialog_gives(monkeypatch, study.files, shown)
    action = window.findChild(QAction, "actionOpen")
    assert isinstance(action, QAction)
    settle(qtbot, window, action.trigger)
    assert states(window) == {
        "drafts.json": "Drafts, ready",
        "return-1.json": "File 1 · ready",
        "return-2.json": "File 2 · ready",
    }
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert rates_are(window, study.review_report())
    assert "*.json" in shown[0]
    assert "*)" in shown[0].replace("*.json", ""), "a file of any name can be chosen"


def test_a_dialog_that_is_dismissed_opens_nothing(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog_gives(monkeypatch, [])
    action = window.findChild(QAction, "actionOpen")
    assert isinstance(action, QAction)
    with qtbot.assertNotEmitted(window.idle):
        action.trigger()
    assert names(window) == []
    assert window.pages.currentIndex() == 0


def test_every_button_that_says_open_files_asks_for_files(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    dialog_gives(monkeypatch, [], shown)
    found = [b for b in buttons_that_open(window) if "sample" not in b.text()]
    assert len(found) >= 5, [b.text() for b in found]
    for button in found:
        button.click()
    window.file_panel.drop_area.click()
    assert len(shown) == len(found) + 1


def test_the_sample_study_opens_from_the_menu_and_from_the_start_page(
    qtbot: QtBot, make_window: Callable[[], MainWindow]
) -> None:
    window = make_window()
    action = window.findChild(QAction, "actionOpenSample")
    assert isinstance(action, QAction)
    settle(qtbot, window, action.trigger)
    by_menu = (states(window), shown_drafts(window))
    assert {"Drafts, ready", "File 1 · ready", "File 2 · ready"} <= set(by_menu[0].values())

    window.close()
    window = make_window()
    button = next(b for b in buttons_that_open(window) if "sample" in b.text())
    settle(qtbot, window, button.click)
    assert (states(window), shown_drafts(window)) == by_menu


def test_files_dropped_anywhere_are_opened(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    settle(qtbot, window, lambda: drop_on(window, files_mime(study.files)))
    assert list(states(window).values()) == ["Drafts, ready", "File 1 · ready", "File 2 · ready"]


def test_files_dropped_on_the_drop_area_are_opened(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    area = window.findChild(DropArea)
    assert area is not None and area.isVisible()
    settle(qtbot, window, lambda: drop_on(area, files_mime([study.drafts])))
    assert states(window) == {"drafts.json": "Drafts, ready"}


def test_nothing_else_in_the_window_swallows_a_drop(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.files)
    takers = [w for w in window.findChildren(QWidget) if w.acceptDrops() and w.isVisible()]
    assert takers == []


def test_text_and_remote_files_are_not_taken(window: MainWindow) -> None:
    text = QMimeData()
    text.setText("drafts.json")
    remote = QMimeData()
    remote.setUrls([QUrl("https://example.org/drafts.json")])
    assert not drop_on(window, text)
    assert not drop_on(window, remote)
    assert names(window) == []


@pytest.mark.parametrize("name", ["return-1.json", "notes.txt", "no ending", ".hidden", "x.md"])
def test_a_file_is_recognised_by_its_content_whatever_its_name(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    shutil.copy(study.drafts, path)
    open_and_settle(qtbot, window, path)
    assert states(window) == {name: "Drafts, ready"}
    assert shown_drafts(window) == draft_texts(study.draft_report())


BROKEN = {
    "empty.json": (b"", "nothing in the file"),
    "cut.json": (b'{"encounters": [{"blinded', "JSON"),
    "latin.json": (b'{"caf\xe9": 1}', "UTF-8"),
    "list.json": (b"[1, 2]", "drafts, review return or claims"),
    "other.json": (b'{"a": 1}', "drafts, review return or claims"),
    "picture.png": (b"\x89PNG\r\n\x1a\n\x00\x00", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_and_the_rest_still_open(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path, name: str
) -> None:
    content, words = BROKEN[name]
    path = tmp_path / name
    path.write_bytes(content)
    open_and_settle(qtbot, window, study.returns[0], path, study.drafts, study.returns[1])
    assert names(window) == ["return-1.json", name, "drafts.json", "return-2.json"]
    assert not_opened(states(window)[name])
    assert states(window)["drafts.json"] == "Drafts, ready"
    for other in ("return-1.json", "return-2.json"):
        assert states(window)[other].endswith(" · ready")
    said = message(window)
    assert said.startswith(f"{name} was not opened. ")
    assert words in said
    assert said.endswith(".")
    assert no_folder(said, path)
    assert shown_drafts(window) == draft_texts(study.draft_report())
    take_in_hand(window, name)
    remove = window.findChild(QAction, "actionRemove")
    assert isinstance(remove, QAction)
    settle(qtbot, window, remove.trigger)
    assert rates_are(window, study.review_report())


def not_opened(state: str) -> bool:
    return state.lower().endswith(("not opened", "not a return file"))


def test_a_folder_and_a_file_that_is_gone_are_refused(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    folder = tmp_path / "returns"
    folder.mkdir()
    gone = tmp_path / "gone.json"
    open_and_settle(qtbot, window, folder)
    assert not_opened(states(window)["returns"])
    assert "a folder" in message(window)
    open_and_settle(qtbot, window, gone, study.drafts)
    assert not_opened(states(window)["gone.json"])
    assert states(window)["drafts.json"] == "Drafts, ready"
    assert message(window).startswith("gone.json was not opened. Check that the file is there")


def test_a_claims_file_is_recognised_and_leaves_the_drafts_alone(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, study.claims, study.drafts)
    assert states(window) == {"claims.json": "Claims, ready", "drafts.json": "Drafts, ready"}
    assert shown_drafts(window) == draft_texts(study.draft_report())


def test_what_is_wrong_with_a_file_is_said_in_its_tool_tip_too(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "drafts.json"
    write_json(path, {"encounters": [encounter_row(), encounter_row(blinded_case_id=7)]})
    open_and_settle(qtbot, window, path)
    tip = str(file_list(window).model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert "Encounter 2, field blinded_case_id: " in tip
    assert tip.endswith(".")
    assert message(window).endswith(tip.splitlines()[-1])


def test_the_message_can_be_closed_by_mouse_and_by_keyboard(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    bar = window.findChild(InfoBar)
    assert bar is not None
    close = bar.findChild(QAbstractButton)
    assert close is not None
    for by_mouse in (True, False):
        open_and_settle(qtbot, window, tmp_path / "a.json", tmp_path / "b.json")
        assert message(window).startswith("b.json was not opened")
        assert "and 1 before it" in [label.text() for label in bar.findChildren(QLabel)]
        if by_mouse:
            QTest.mouseClick(close, Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(close, Qt.Key.Key_Space)
        assert not bar.isVisible()


def test_returns_before_their_drafts_wait_for_them(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    open_and_settle(qtbot, window, *study.returns)
    assert list(states(window).values()) == [
        "File 1 · waits for drafts",
        "File 2 · waits for drafts",
    ]
    assert "Open the drafts" in window.agreement.empty.texts()[0]
    assert window.metrics.empty.texts()[1].startswith("Two return files are open.")
    open_and_settle(qtbot, window, study.drafts)
    assert list(states(window).values()) == ["File 1 · ready", "File 2 · ready", "Drafts, ready"]
    assert rates_are(window, study.review_report())


def test_a_second_drafts_file_takes_the_place_of_the_first_after_yes(
    qtbot: QtBot,
    window: MainWindow,
    study: Study,
    other_study: Study,
    tmp_path: Path,
    answer: Answer,
) -> None:
    asked = answer(QMessageBox.StandardButton.Yes)
    second = tmp_path / "second.json"
    shutil.copy(other_study.drafts, second)
    open_and_settle(qtbot, window, study.drafts)
    open_and_settle(qtbot, window, second)
    assert len(asked) == 1
    assert "drafts.json is open" in asked[0]
    assert "second.json" in asked[0]
    assert no_folder(asked[0], study.drafts)
    assert states(window) == {"second.json": "Drafts, ready"}
    assert shown_drafts(window) == draft_texts(other_study.draft_report())


def test_a_second_drafts_file_is_not_opened_after_no(
    qtbot: QtBot, window: MainWindow, study: Study, other_study: Study, answer: Answer
) -> None:
    asked = answer(QMessageBox.StandardButton.No)
    open_and_settle(qtbot, window, *study.files)
    open_and_settle(qtbot, window, other_study.drafts)
    assert len(asked) == 1
    assert names(window) == ["drafts.json", "return-1.json", "return-2.json"]
    assert shown_drafts(window) == draft_texts(study.draft_report())
    assert rates_are(window, study.review_report())


@pytest.mark.parametrize("button", ["Yes", "No"])
def test_the_figures_are_of_one_drafts_file_while_it_is_asked(
    qtbot: QtBot,
    window: MainWindow,
    study: Study,
    other_study: Study,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
) -> None:
    seen = []

    def question(*_: object) -> object:
        seen.append(shown_drafts(window))
        return QMessageBox.StandardButton[button]

    monkeypatch.setattr(QMessageBox, "question", question)
    open_and_settle(qtbot, window, study.drafts)
    open_and_settle(qtbot, window, other_study.drafts)
    assert seen == [draft_texts(study.draft_report())]
    final = other_study if button == "Yes" else study
    assert shown_drafts(window) == draft_texts(final.draft_report())


@pytest.mark.parametrize("choice", ["Yes", "No"])
def test_three_drafts_files_at_once_are_asked_about_one_after_another(
    qtbot: QtBot,
    held: HeldService,
    held_window: MainWindow,
    study: Study,
    other_study: Study,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
) -> None:
    """A question waits in an event loop of its own, and answers arrive meanwhile."""
    window = held_window
    third = Study(tmp_path / "third", drafts=30, seed=9)
    paths = []
    for name, one in (("a.json", study), ("b.json", other_study), ("c.json", third)):
        paths.append(tmp_path / name)
        shutil.copy(one.drafts, paths[-1])
    questions: list[int] = []
    depth = 0

    def question(*_: object) -> object:
        nonlocal depth
        depth += 1
        questions.append(depth)
        # the worker takes jobs in turn: once this one begins, all files have been read
        before = len(held.calls("ReadStamps"))
        window.session.check_files()
        qtbot.waitUntil(lambda: len(held.calls("ReadStamps")) > before, timeout=LONG)
        QApplication.processEvents()
        depth -= 1
        return QMessageBox.StandardButton[choice]

    monkeypatch.setattr(QMessageBox, "question", question)
    open_and_settle(qtbot, window, *paths)
    final, report = ("c.json", third) if choice == "Yes" else ("a.json", study)
    assert states(window) == {final: "Drafts, ready"}
    assert shown_drafts(window) == draft_texts(report.draft_report())
    assert questions == [1, 1], "a question over a question"


def test_a_file_opened_twice_is_in_the_list_once(
    qtbot: QtBot, window: MainWindow, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(study.folder)
    open_and_settle(qtbot, window, study.drafts, study.returns[0], "drafts.json")
    assert names(window) == ["drafts.json", "return-1.json"]
    around = study.folder / ".." / study.folder.name / "return-1.json"
    open_and_settle(qtbot, window, "./return-1.json", around)
    assert names(window) == ["drafts.json", "return-1.json"]
    assert shown_drafts(window) == draft_texts(study.draft_report())


@pytest.mark.skipif(sys.platform == "win32", reason="such names are not allowed there")
@pytest.mark.parametrize(
    "name",
    ["naïve – Übung.json", "two\nlines.json", "<b>bold.json", "a&b.json", "x" * 240],
)
def test_odd_names_are_opened_and_shown_as_text(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    shutil.copy(study.drafts, path)
    open_and_settle(qtbot, window, path)
    (shown,) = names(window)
    assert shown == name.replace("\n", "?")
    assert states(window) == {shown: "Drafts, ready"}


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes there alone")
def test_a_name_that_is_no_text_is_opened(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    name = os.fsdecode(b"caf\xe9.json")
    try:
        shutil.copy(study.drafts, tmp_path / name)
    except OSError:
        pytest.skip("the file system wants UTF-8")
    open_and_settle(qtbot, window, tmp_path / name)
    assert states(window) == {"caf?.json": "Drafts, ready"}


def test_a_name_that_holds_an_identifier_is_cut(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    path = tmp_path / f"return {'0123456789abcdef' * 4}.json"
    shutil.copy(study.returns[0], path)
    open_and_settle(qtbot, window, path)
    assert names(window) == ["return ….json"]


def test_the_first_file_leads_away_from_the_start_page_and_later_ones_do_not_move(
    qtbot: QtBot, window: MainWindow, study: Study
) -> None:
    assert window.pages.currentWidget() is window.start
    open_and_settle(qtbot, window, study.drafts)
    assert window.pages.currentWidget() is window.metrics
    window.pages.setCurrentWidget(window.agreement)
    open_and_settle(qtbot, window, *study.returns)
    assert window.pages.currentWidget() is window.agreement
