"""What a coordinator decides about drafts, by mouse: it holds on to what it was made for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hidden_counts
import pytest
from eval_helpers import hexid
from problem_help import press, row_with, rows, words
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QLabel,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import open_and_settle, settle, told

from app.pages.returns.reason_dialog import ReasonDialog
from app.pages.returns.settled_dialog import SettledDialog
from app.shell.main_window import MainWindow
from evalcore.drafts.reader import read_drafts
from evalcore.returns.check import check_returns

Yes = QMessageBox.StandardButton.Yes
No = QMessageBox.StandardButton.No


class Folder:
    """Six drafts and two returns; by letter: a(ccept), d(ifferent)."""

    def __init__(self, folder: Path, decisions: str = "aaaaad") -> None:
        self.encounters = [
            hidden_counts.encounter(str(n), [hidden_counts.fact(str(n))], []) for n in range(6)
        ]
        self.folder = folder
        self.drafts, *self.returns = hidden_counts.write(folder, self.encounters, decisions)
        for path in self.returns:
            self.change(path, lambda rows: [r.update(reason=None, adjudicated=False) for r in rows])

    @property
    def files(self) -> list[Path]:
        return [self.drafts, *self.returns]

    def change(self, path: Path, change: Callable[[list[dict[str, Any]]], object]) -> None:
        payload = json.loads(path.read_text())
        change(payload["rows"])
        path.write_text(json.dumps(payload))

    def give_a_new_version(self, draft: int) -> None:
        """A draft of the same alias gets another text, and both reviewers review it again."""
        self.encounters[draft - 1]["text_digest"] = hexid("new text")
        self.drafts.write_text(json.dumps({"encounters": self.encounters}))
        revision = list(read_drafts(self.drafts))[draft - 1].revision
        for path in self.returns:
            self.change(path, lambda rows: rows[draft - 1].update(draft_revision=revision))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "study")


@pytest.fixture(autouse=True)
def _closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a test says otherwise, a window may be closed."""
    monkeypatch.setattr(QMessageBox, "question", lambda *a, **k: Yes)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked before closing; the answer is no."""
    questions: list[str] = []
    monkeypatch.setattr(
        QMessageBox, "question", lambda *a, **k: (questions.append(str(a[2])), No)[1]
    )
    return questions


@pytest.fixture
def desk(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(window, monkeypatch)


class Desk:
    """The window, used by mouse."""

    def __init__(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window, self.page, self._patch = window, window.check, monkeypatch
        window.pages.setCurrentWidget(window.check)

    def act(self, qtbot: QtBot, message: str) -> None:
        """Press the button of the row with that message."""
        table = self.page.table
        row = row_with(self.page, message)
        table.scrollTo(table.model().index(row, 0))
        spot = table.button_rect(row).center()
        settle(
            qtbot,
            self.window,
            lambda: QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot),
        )

    def record(self, qtbot: QtBot, message: str, choice: str | None, adjudicated: bool) -> None:
        self.act(qtbot, message)
        opened = self.dialog(ReasonDialog)
        click(opened.no_reason if choice is None else opened.choices[choice])
        if adjudicated:
            click(opened.adjudicated)
        settle(qtbot, self.window, lambda: press(opened, "Record"))

    def dialog(self, kind: type[Any]) -> Any:
        (found,) = [one for one in self.page.findChildren(kind) if one.isVisible()]
        return found

    def save(self, qtbot: QtBot, button: str, path: Path) -> list[dict[str, Any]]:
        self._patch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
        settle(qtbot, self.window, lambda: press(self.page, button))
        found: list[dict[str, Any]] = json.loads(path.read_text())["rows"]
        return found

    def reload(self, qtbot: QtBot) -> None:
        numbers = [file.number for file in self.window.session.files]
        settle(qtbot, self.window, lambda: [self.window.session.reload(n) for n in numbers])

    def reasons(self, qtbot: QtBot) -> list[str]:
        """The list of reasons, folded until "Show…" is pressed."""
        settle(qtbot, self.window, lambda: press(self.page, "Show…"))
        opened = self.dialog(SettledDialog)
        lines = [opened.list.item(n).text() for n in range(opened.list.count())]
        press(opened, "Close")
        return lines


def click(choice: QAbstractButton) -> None:
    QTest.mouseClick(choice, Qt.MouseButton.LeftButton, pos=QPoint(9, choice.height() // 2))


def of_draft(folder: Folder, rows_: list[dict[str, Any]], draft: int) -> list[tuple[Any, Any]]:
    alias = folder.encounters[draft - 1]["blinded_case_id"]
    return [(r["reason"], r["adjudicated"]) for r in rows_ if r["blinded_case_id"] == alias]


# that there is no reason


def test_that_there_is_no_reason_is_recorded_kept_and_imported(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path, asked: list[str]
) -> None:
    folder.change(folder.returns[0], lambda r: r[2].update(reason="other", adjudicated=True))
    folder.change(folder.returns[0], lambda r: r[5].update(decision="revise"))
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 3: the reviewers agree, and yet a reason", None, False)
    assert desk.page.verdict.title.text() == "Ready to import"
    assert "Recorded here. Not saved yet." in words(desk.page)
    assert not desk.window.close() and len(asked) == 1
    assert "Save progress keeps them" in asked[0]
    combined = tmp_path / "combined.json"
    written = desk.save(qtbot, "Save combined returns…", combined)
    assert of_draft(folder, written, 3) == [(None, False)] * 2
    assert check_returns(read_drafts(folder.drafts), [combined]).ready
    assert "Recorded here. Saved." in words(desk.page)
    assert desk.reasons(qtbot) == ["Draft 3: No reason"]
    assert desk.window.close() and len(asked) == 1


def test_no_reason_in_progress_is_said_to_be_saved_by_all_who_say_it(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path, asked: list[str]
) -> None:
    folder.change(folder.returns[1], lambda r: r[0].update(reason="other"))
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 1: the reviewers agree", None, False)
    assert rows(desk.page)[1:] == ["Draft 6: the reviewers differ and no reason is recorded yet."]
    written = desk.save(qtbot, "Save progress…", tmp_path / "progress.json")
    assert of_draft(folder, written, 1) == [(None, False)] * 2
    assert desk.window.info.text() == "progress.json was written."
    assert desk.page.strip.reasons.texts()[1] == "Recorded here. Saved."
    assert desk.window.close() and asked == []


def test_no_reason_is_undone_alone(desk: Desk, qtbot: QtBot, folder: Folder) -> None:
    folder.change(folder.returns[1], lambda r: r[0].update(reason="other"))
    folder.change(folder.returns[1], lambda r: r[1].update(reason="other"))
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 1: the reviewers agree", None, False)
    desk.record(qtbot, "Draft 2: the reviewers agree", None, False)
    settle(qtbot, desk.window, lambda: press(desk.page, "Show…"))
    opened = desk.dialog(SettledDialog)
    opened.list.setCurrentRow(0)
    settle(qtbot, desk.window, lambda: press(opened, "Remove"))
    assert [opened.list.item(n).text() for n in range(opened.list.count())] == [
        "Draft 2: No reason"
    ]
    assert "Draft 1: the reviewers agree, and yet a reason is given." in rows(desk.page)
    assert not any("Draft 2" in row for row in rows(desk.page))


# a decision holds on to what it was made for


def test_a_reason_does_not_stick_to_another_version_of_its_draft(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path, asked: list[str]
) -> None:
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 6: the reviewers differ", "other", True)
    assert desk.page.verdict.title.text() == "Ready to import"
    folder.give_a_new_version(6)
    desk.reload(qtbot)
    assert desk.page.verdict.title.text() == "Not ready: 1 draft for adjudication"
    assert rows(desk.page)[1:] == ["Draft 6: the draft changed after this draft was decided."]
    written = desk.save(qtbot, "Save progress…", tmp_path / "progress.json")
    assert of_draft(folder, written, 6) == [(None, False)] * 2
    assert "are not in it" in desk.window.info.text()
    assert desk.reasons(qtbot) == [
        "Draft 6: Other, adjudicated. To look at again: the draft has changed since"
    ]
    assert not desk.window.close()
    assert "that no file can hold yet" in asked[0] and "Save progress keeps" not in asked[0]
    desk.record(qtbot, "Draft 6: the draft changed", "label_definition", False)
    assert desk.page.verdict.title.text() == "Ready to import"
    written = desk.save(qtbot, "Save combined returns…", tmp_path / "combined.json")
    assert of_draft(folder, written, 6) == [("label_definition", False)] * 2
    assert desk.window.close()


def test_a_third_return_that_comes_late_asks_to_look_again(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path
) -> None:
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 6: the reviewers differ", "other", True)
    progress = tmp_path / "progress.json"
    desk.save(qtbot, "Save combined returns…", progress)
    settle(qtbot, desk.window, desk.window.session.remove_all)
    late = tmp_path / "late.json"
    late.write_bytes(folder.returns[0].read_bytes())
    folder.change(late, lambda rows: [r.update(reviewer_id=hexid("late")) for r in rows])
    open_and_settle(qtbot, desk.window, folder.drafts, progress, late)
    assert rows(desk.page)[1:] == [
        "Draft 6: what its reviewers say changed after this draft was decided."
    ]
    desk.act(qtbot, "Draft 6")
    settle(qtbot, desk.window, lambda: press(desk.dialog(ReasonDialog), "Drop"))
    assert desk.page.verdict.title.text() == "Not ready: 1 draft for adjudication"
    number = next(f.number for f in desk.window.session.files if f.name == "late.json")
    settle(qtbot, desk.window, lambda: desk.window.session.remove(number))


def test_what_is_set_aside_is_told_when_its_file_is_another(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path
) -> None:
    folder.change(folder.returns[0], lambda r: r[5].update(decision="revise"))
    copy = tmp_path / "copy.json"
    copy.write_bytes(folder.returns[0].read_bytes())
    open_and_settle(qtbot, desk.window, *folder.files, copy)
    desk.act(qtbot, "The same content as file 1")
    (aside,) = [d for d in desk.page.findChildren(QWidget, "") if hasattr(d, "aside_button")]
    settle(qtbot, desk.window, lambda: press(aside, "Set aside"))
    said = "2 of 3 return files, 12 of 18 rows; the rest is set aside."
    assert desk.page.verdict.detail.text().startswith(said)
    number = next(f.number for f in desk.window.session.files if f.name == "copy.json")
    settle(qtbot, desk.window, lambda: desk.window.session.remove(number))
    assert "Nothing. Every row of every file counts." in words(desk.page)
    open_and_settle(qtbot, desk.window, copy)
    assert desk.page.verdict.detail.text().startswith(said), "opened again, it is the same"
    folder.change(copy, lambda rows: [r.update(reviewer_id=hexid("other")) for r in rows])
    desk.reload(qtbot)
    assert rows(desk.page)[1:] == ["The file changed after it was set aside."]


def test_the_list_of_reasons_asks_once_and_is_not_opened_again(
    desk: Desk, qtbot: QtBot, folder: Folder
) -> None:
    """An answer that comes when the list is closed already opens none; an open one rests."""
    open_and_settle(qtbot, desk.window, *folder.files)
    desk.record(qtbot, "Draft 6: the reviewers differ", "other", True)
    settle(qtbot, desk.window, lambda: press(desk.page, "Show…"))
    with qtbot.assertNotEmitted(desk.page.reasons_requested):
        desk.window.session.reports_changed.emit()
    opened = desk.dialog(SettledDialog)

    def remove_and_close() -> None:
        press(opened, "Remove")
        press(opened, "Close")

    settle(qtbot, desk.window, remove_and_close)
    assert not [one for one in desk.page.findChildren(SettledDialog) if one.isVisible()]


# what is shown where


def combined(folder: Path, decisions: str, adjudicated: int) -> list[Path]:
    """A study of many drafts, and one file with both returns; filled up to the same size."""
    encounters = [
        hidden_counts.encounter(str(n), [hidden_counts.fact(str(n))], [])
        for n in range(len(decisions))
    ]
    drafts, first, second = hidden_counts.write(folder, encounters, decisions)
    payload = json.loads(first.read_text())
    payload["rows"] += json.loads(second.read_text())["rows"]
    left = {e["blinded_case_id"] for e, d in zip(encounters, decisions, strict=True) if d == "d"}
    flagged = sorted(left)[:adjudicated]
    for row in payload["rows"]:
        row["adjudicated"] = row["blinded_case_id"] in flagged
    path = folder / "combined.json"
    path.write_text(json.dumps(payload).ljust(20_000))
    return [drafts, path]


def test_a_combined_file_looks_the_same_however_many_were_adjudicated(
    make_window: Callable[[], MainWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    """With agreement and adjudication suppressed, no page says it before she asks."""
    seen = []
    for number, (decisions, adjudicated) in enumerate((("aaaaaaaaadda", 1), ("aaaaaaaaaddd", 3))):
        window = make_window()
        files = combined(tmp_path / str(number), decisions, adjudicated)
        for path in files:
            open_and_settle(qtbot, window, path)
        window.pages.setCurrentWidget(window.check)
        window.pages.setFocus()
        QApplication.processEvents()
        texts = [label.text() for label in window.findChildren(QLabel)]
        names = [w.accessibleName() for w in window.findChildren(QWidget)]
        tips = [w.toolTip() for w in window.findChildren(QWidget)]
        descriptions = [w.accessibleDescription() for w in window.findChildren(QWidget)]
        check = window.session.reports.check
        image = window.check.grab().toImage()
        seen.append((texts, names, tips, descriptions, told(check), image))
        assert check is not None and check.ready
        assert "In the file." in words(window.check)
        settle(qtbot, window, lambda page=window.check: press(page, "Show…"))
        (listed,) = window.check.findChildren(SettledDialog)
        assert listed.list.count() == decisions.count("d")
        window.close()
    assert seen[0] == seen[1]


def test_the_page_of_the_rates_does_not_say_how_many_differ(
    desk: Desk, qtbot: QtBot, folder: Folder
) -> None:
    open_and_settle(qtbot, desk.window, *folder.files)
    assert desk.page.verdict.title.text() == "Not ready: 1 draft for adjudication"
    desk.window.pages.setCurrentWidget(desk.window.agreement)
    other_pages = [
        label.text()
        for label in desk.window.findChildren(QLabel)
        if not desk.page.isAncestorOf(label)
    ]
    assert not any("adjudication" in text and "1" in text for text in other_pages)


# the numbers of one screen


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda folder: folder.returns[1].write_text("no return"), "Adjudication not yet known"),
        (lambda folder: folder.returns.pop(), "Adjudication not yet known"),
        (
            lambda folder: folder.change(folder.returns[0], lambda r: r[0].update(decision="x")),
            "Adjudication 1 so far",
        ),
        (lambda folder: None, "Adjudication 1"),
    ],
)
def test_what_is_not_known_is_not_said_to_be_none(
    desk: Desk, qtbot: QtBot, folder: Folder, change: Callable[[Folder], object], said: str
) -> None:
    change(folder)
    open_and_settle(qtbot, desk.window, *folder.files)
    texts = [b.text() for b in desk.page.filters.findChildren(QAbstractButton)]
    assert [text for text in texts if text.startswith("Adjudication")] == [said]
    assert f"All problems {len(desk.window.session.reports.problems)}" in texts


def test_rows_and_whole_files_to_send_back_are_all_the_files(
    desk: Desk, qtbot: QtBot, folder: Folder, tmp_path: Path
) -> None:
    folder.change(folder.returns[0], lambda rows: [r.update(decision="Yes") for r in rows])
    odd = [tmp_path / f"odd-{number}.json" for number in range(6)]
    for number, path in enumerate(odd):
        path.write_text(f"nothing {number}")
    open_and_settle(qtbot, desk.window, *folder.files, *odd)
    assert desk.page.verdict.title.text() == "Not ready: 7 files to send back"
    detail = desk.page.verdict.detail.text()
    assert detail.startswith("To send back: 6 rows of 1 file and 6 files as a whole. ")
    heading = desk.page.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "7 files" in str(heading)
