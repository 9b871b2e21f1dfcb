"""What the list says of each file, and that the window and the command agree on the returns."""

from __future__ import annotations

import copy
import io
import json
import os
import re
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command_helpers import run
from eval_helpers import encounter_row, write_json
from half_read import large_drafts, large_return
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    HeldService,
    Study,
    boxes,
    file_list,
    is_half_read,
    names,
    open_and_settle,
    rates_are,
    settle,
    shown_rates,
    table,
    take_in_hand,
)

from app.engine.open_files import FileState
from app.shell.main_window import MainWindow
from app.tables.file_roles import FileRole, Tone
from evalcore.service.protocol import ForgetReason, PutBack, RecordReason, SetAside

GOOD, WARNING, BAD, WAITING = Tone.GOOD, Tone.WARNING, Tone.BAD, Tone.WAITING


@pytest.fixture
def yes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked, as when a window closes with unsaved reasons: yes."""
    monkeypatch.setattr(QMessageBox, "question", lambda *a: QMessageBox.StandardButton.Yes)


@pytest.fixture(autouse=True)
def models_watched(request: pytest.FixtureRequest, yes: None) -> None:
    """The list of problems stays under Qt's tester while a test runs."""
    for name in ("window", "held_window"):
        if name in request.fixturenames:
            one: MainWindow = request.getfixturevalue(name)
            mode = QAbstractItemModelTester.FailureReportingMode.Warning
            QAbstractItemModelTester(table(one, "problemsTable").model(), mode, one)


def listed(window: MainWindow) -> dict[str, tuple[str, Tone]]:
    """Each file's state as it stands in the list, and its tone."""
    model = file_list(window).model()
    found = {}
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        found[str(index.data())] = (
            str(index.data(FileRole.STATE_TEXT)),
            Tone(index.data(FileRole.TONE)),
        )
    return found


def tip(window: MainWindow, name: str) -> str:
    model = file_list(window).model()
    index = model.index(names(window).index(name), 0)
    return str(index.data(Qt.ItemDataRole.ToolTipRole))


def do(qtbot: QtBot, window: MainWindow, action: str, name: str | None = None) -> None:
    """Trigger a command of the menu, with a file in hand."""
    if name is not None:
        take_in_hand(window, name)
    found = window.findChild(QAction, action)
    assert isinstance(found, QAction)
    settle(qtbot, window, found.trigger)


def change(path: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    payload = json.loads(path.read_text())
    change(payload["rows"])
    return write_json(path, payload)


def only(path: Path, new: Path, keep: slice) -> Path:
    payload = json.loads(path.read_text())
    return write_json(new, {**payload, "rows": payload["rows"][keep]})


def rows_of(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["rows"]
    return found


def blinded(study: Study) -> None:
    """What blinded reviewers send: none of them can know that they disagree."""

    def clear(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            row["reason"], row["adjudicated"] = None, False

    for path in study.returns:
        change(path, clear)


# the states


def test_returns_that_were_checked(qtbot: QtBot, window: MainWindow, own_study: Study) -> None:
    change(own_study.returns[0], lambda rows: rows[0].update(decision="Accept"))
    change(own_study.returns[1], lambda rows: [row.update(adjudicated=1) for row in rows[:2]])
    open_and_settle(qtbot, window, *own_study.files)
    assert listed(window) == {
        "drafts.json": ("Drafts, ready", GOOD),
        "return-1.json": ("File 1 · 1 problem", BAD),
        "return-2.json": ("File 2 · 2 problems", BAD),
        "return-3.json": ("File 3 · no problem", GOOD),
    }


def test_returns_that_wait_for_drafts(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    open_and_settle(qtbot, window, *study.returns)
    assert listed(window) == {
        "return-1.json": ("File 1 · waits for drafts", WAITING),
        "return-2.json": ("File 2 · waits for drafts", WAITING),
    }
    assert "Open the drafts file" in tip(window, "return-1.json")
    open_and_settle(qtbot, window, study.drafts)
    assert listed(window)["return-1.json"] == ("File 1 · no problem", GOOD)
    do(qtbot, window, "actionRemove", "drafts.json")
    assert listed(window)["return-2.json"] == ("File 2 · waits for drafts", WAITING)


def test_a_file_that_is_set_aside(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    again = tmp_path / "again.json"
    again.write_bytes(study.returns[0].read_bytes())
    open_and_settle(qtbot, window, *study.files, again)
    assert listed(window)["again.json"] == ("File 3 · 1 problem", WARNING)
    aside(qtbot, window, "same content", "file-3")
    assert listed(window)["again.json"] == ("File 3 · set aside", WAITING)
    settle(qtbot, window, lambda: window.check.settle.emit(PutBack(0)))
    assert listed(window)["again.json"] == ("File 3 · 1 problem", WARNING)


def aside(qtbot: QtBot, window: MainWindow, words: str, choice: str) -> None:
    (problem,) = [p for p in window.session.reports.problems if words in p.message]
    settle(qtbot, window, lambda: window.check.aside_requested.emit(problem.id))
    what = SetAside(problem.id, choice)
    settle(qtbot, window, lambda: window.check.settle.emit(what))


def archive(*inside: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for name in inside:
            made.writestr(name, "x" * 100)
    return data.getvalue()


SENT_INSTEAD = {
    "return.xlsx": (archive("[Content_Types].xml", "xl/workbook.xml"), "Excel"),
    "return.csv": (b"blinded_case_id,reviewer_id,decision\na,b,accept\n", "CSV"),
    "return.zip": (archive("return.json"), "zip"),
    "return.docx": (archive("[Content_Types].xml", "word/document.xml"), "Word"),
    "return.pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "PDF"),
    "return.rtf": (b"{\\rtf1\\ansi accept}", "RTF"),
    "return.eml": (b"From: a@example.org\nTo: b@example.org\nSubject: return\n\nHi\n", "mail"),
    "return.json": (archive("[Content_Types].xml", "xl/worksheets/sheet1.xml"), "Excel"),
}


def test_what_is_no_return_file_is_named(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, *study.files)
    for name, (content, _) in SENT_INSTEAD.items():
        (tmp_path / name).write_bytes(content)
    open_and_settle(qtbot, window, *(tmp_path / name for name in SENT_INSTEAD))
    said = {p.files[0]: p.message for p in window.session.reports.problems if p.files}
    for number, (name, (_, word)) in enumerate(SENT_INSTEAD.items(), 3):
        assert listed(window)[name] == (f"File {number} · not a return file", BAD)
        assert word in tip(window, name) and word in said[number]
    last, (_, word) = list(SENT_INSTEAD.items())[-1]
    assert window.info.text().startswith(f"{last} was not opened. ")
    assert word in window.info.text()
    assert verdict(window) == f"Not ready: {len(SENT_INSTEAD)} files to send back"
    for name in SENT_INSTEAD:
        do(qtbot, window, "actionRemove", name)
    assert agree(window, study.drafts, study.returns)


def test_a_file_that_is_no_return_can_be_set_aside_and_the_list_says_so(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "notes.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    open_and_settle(qtbot, window, *study.files, path)
    aside(qtbot, window, "PDF", "file-3")
    assert verdict(window) == "Ready to import"
    assert listed(window)["notes.pdf"] == ("File 3 · set aside", WAITING)


def curly(text: str) -> str:
    """Quotation marks as a word processor makes them."""
    return re.sub('"([^"]*)"', "“\\1”", text)


EDITED: dict[str, tuple[Callable[[str], bytes], str]] = {
    "a comma at the end": (
        lambda text: (text.rstrip().removesuffix("}") + ",}").encode(),
        "comma",
    ),
    "curly quotes": (lambda text: curly(text).encode(), "curly"),
}


@pytest.mark.parametrize("name", EDITED)
def test_a_return_with_a_slip_of_an_editor_is_a_return_with_a_problem(
    qtbot: QtBot, window: MainWindow, own_study: Study, name: str
) -> None:
    """Its rows are read and checked all the same: "not a return file" would be wrong."""
    edit, word = EDITED[name]
    path = own_study.returns[2]
    path.write_bytes(edit(path.read_text()))
    open_and_settle(qtbot, window, *own_study.files)
    (problem,) = window.session.reports.problems
    assert word in problem.message + problem.hint
    assert listed(window)["return-3.json"] == ("File 3 · 1 problem", BAD)
    agree(window, own_study.drafts, own_study.returns)


def test_a_broken_file_that_was_mended_on_disk_counts_and_the_list_says_so(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    """Every check reads the files anew: list, verdict and rates must say the same of it."""
    good = own_study.returns[2].read_bytes()
    own_study.returns[2].write_bytes(b"%PDF-1.7\n")
    open_and_settle(qtbot, window, own_study.drafts, *own_study.returns[1:])
    assert listed(window)["return-3.json"] == ("File 2 · not a return file", BAD)
    own_study.returns[2].write_bytes(good)
    open_and_settle(qtbot, window, own_study.returns[0])
    returns = [*own_study.returns[1:], own_study.returns[0]]
    assert agree(window, own_study.drafts, returns)
    assert listed(window)["return-3.json"] == ("File 2 · no problem", GOOD)
    assert "leave out" not in words(window)


def words(window: MainWindow) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def verdict(window: MainWindow) -> str:
    assert window.session.reports.check is not None
    return str(window.session.reports.check.verdict)


def test_other_files_of_ours_among_the_returns(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    """They open as what they are and take no part in the check."""
    report = write_json(tmp_path / "report.json", study.review_report())
    open_and_settle(qtbot, window, study.drafts, study.returns[0], report, study.claims)
    open_and_settle(qtbot, window, study.returns[1])
    found = listed(window)
    assert found["report.json"][0] == "Report, not in view"
    assert found["claims.json"] == ("Claims, ready", GOOD)
    assert found["return-2.json"] == ("File 2 · no problem", GOOD)
    assert verdict(window) == "Ready to import"
    assert rates_are(window, study.review_report())


def test_a_saved_report_that_was_changed_is_not_opened(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    report = study.review_report()
    report["rates"]["agreement"]["numerator"] += 1
    path = write_json(tmp_path / "report.json", report)
    open_and_settle(qtbot, window, path)
    assert listed(window)["report.json"] == ("Report, not opened", BAD)
    assert "changed or is broken" in tip(window, "report.json")


def test_drafts_and_claims_that_cannot_be_read(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    drafts = write_json(tmp_path / "d.json", {"encounters": [encounter_row(text_digest="x")]})
    claims = write_json(tmp_path / "c.json", {"claims": [{}], "evidence": []})
    open_and_settle(qtbot, window, drafts, claims, study.returns[0])
    assert listed(window) == {
        "d.json": ("Drafts, not opened", BAD),
        "c.json": ("Claims, not opened", BAD),
        "return-1.json": ("File 1 · waits for drafts", WAITING),
    }
    assert "text_digest" in tip(window, "d.json") and "Claims row 1" in tip(window, "c.json")


# read, changed, cancelled


def test_a_file_says_how_far_it_was_read(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    held.hold, held.progress = {"Open"}, [(30, 100)]
    held_window.open_files([study.drafts, study.returns[0]])
    qtbot.waitUntil(lambda: listed(held_window)["drafts.json"][0] == "Reading, 30 %", timeout=LONG)
    assert listed(held_window)["return-1.json"] == ("Waiting", WAITING)
    settle(qtbot, held_window, held.let_go)
    assert [state for state, _ in listed(held_window).values()] == [
        "Drafts, ready",
        listed(held_window)["return-1.json"][0],
    ]


@pytest.mark.usefixtures("halting")
def test_reading_that_was_cancelled(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, *study.files)
    large = large_drafts(tmp_path / "large.json")
    cancel = window.findChild(QPushButton, "cancelButton")
    assert isinstance(cancel, QPushButton)
    with qtbot.waitSignal(window.idle, timeout=LONG):
        window.open_files([large])
        qtbot.waitUntil(lambda: is_half_read(window, "large.json"))
        cancel.click()
    assert listed(window)["large.json"] == ("Not read", WARNING)
    assert "Reload it" in tip(window, "large.json")
    assert verdict(window) == "Ready to import"
    assert rates_are(window, study.review_report())


def test_a_return_whose_reading_was_cancelled_is_no_file_of_the_check(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, own_study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, *own_study.files)
    held.hold = {"Open"}
    with qtbot.waitSignal(window.idle, timeout=LONG):
        take_in_hand(window, "return-1.json")
        found = window.findChild(QAction, "actionReload")
        assert isinstance(found, QAction)
        found.trigger()
        qtbot.waitUntil(lambda: held.begun.acquire(blocking=False), timeout=LONG)
        window.status.cancel_button.click()
    held.let_go()
    states = listed(window)
    assert states["return-1.json"][0].lower().endswith("not read")
    assert states["return-2.json"] == ("File 1 · no problem", GOOD)
    assert states["return-3.json"] == ("File 2 · no problem", GOOD)
    agree(window, own_study.drafts, own_study.returns[1:])
    do(qtbot, window, "actionReload", "return-1.json")
    assert listed(window)["return-3.json"] == ("File 3 · no problem", GOOD)
    agree(window, own_study.drafts, own_study.returns)


@pytest.mark.usefixtures("halting")
def test_a_check_that_was_cancelled_leaves_no_rates(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, *study.files)
    assert rates_are(window, study.review_report())
    large = large_return(tmp_path / "large.json")
    with qtbot.waitSignal(window.idle, timeout=LONG):
        window.open_files([large])
        qtbot.waitUntil(lambda: "Checking the returns" in words(window), timeout=LONG)
        window.status.cancel_button.click()
    assert shown_rates(window) == ["", "", ""]
    assert window.session.reports.reviews is None and window.session.reports.check is None
    window.pages.setCurrentWidget(window.check)
    assert "cancelled" in words(window)
    do(qtbot, window, "actionRemove", "large.json")
    assert agree(window, study.drafts, study.returns)


def look(qtbot: QtBot, window: MainWindow) -> None:
    """Come back to the window from another program."""
    settle(qtbot, window, window.session.check_files)


def touch(path: Path) -> None:
    """Write a file anew as a program does that takes longer than the clock's smallest step."""
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 10**9))


def test_files_that_changed_on_disk(qtbot: QtBot, window: MainWindow, own_study: Study) -> None:
    open_and_settle(qtbot, window, *own_study.files, own_study.claims)
    for path in (own_study.drafts, own_study.returns[1], own_study.claims):
        touch(path)
    look(qtbot, window)
    assert listed(window) == {
        "drafts.json": ("Drafts, changed on disk", WARNING),
        "return-1.json": ("File 1 · no problem", GOOD),
        "return-2.json": ("File 2 · changed on disk", WARNING),
        "return-3.json": ("File 3 · no problem", GOOD),
        "claims.json": ("Claims, changed on disk", WARNING),
    }
    for name in ("drafts.json", "return-2.json"):
        assert "Reload it" in tip(window, name)
    do(qtbot, window, "actionReload")
    assert {state for state, _ in listed(window).values()} == {
        "Drafts, ready",
        "File 1 · no problem",
        "File 2 · no problem",
        "File 3 · no problem",
        "Claims, ready",
    }


def test_a_file_that_is_gone_from_disk_is_left_out_and_that_is_said(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    open_and_settle(qtbot, window, *own_study.files)
    own_study.returns[0].unlink()
    look(qtbot, window)
    assert listed(window)["return-1.json"] == ("File 1 · changed on disk", WARNING)
    do(qtbot, window, "actionReload")
    assert listed(window) == {
        "drafts.json": ("Drafts, ready", GOOD),
        "return-1.json": ("File, not opened", BAD),
        "return-2.json": ("File 1 · no problem", GOOD),
        "return-3.json": ("File 2 · no problem", GOOD),
    }
    assert "Check that the file is there" in tip(window, "return-1.json")
    assert agree(window, own_study.drafts, own_study.returns[1:])
    assert "One file of the list could not be read." in words(window)


def test_a_return_that_became_another_kind_leaves_the_rest_checked(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    """Saved over by mistake: what is left of the returns is still checked."""
    open_and_settle(qtbot, window, *own_study.files)
    own_study.returns[2].write_bytes(own_study.claims.read_bytes())
    do(qtbot, window, "actionReload", "return-3.json")
    assert listed(window)["return-3.json"] == ("Claims, ready", GOOD)
    assert listed(window)["return-1.json"] == ("File 1 · no problem", GOOD)
    agree(window, own_study.drafts, own_study.returns[:2])


def test_a_second_evidence_file_that_became_a_return_leaves_the_claims_scored(
    qtbot: QtBot, window: MainWindow, own_study: Study, tmp_path: Path
) -> None:
    second = tmp_path / "second.json"
    second.write_bytes(own_study.claims.read_bytes())
    open_and_settle(qtbot, window, own_study.claims, second)
    assert window.session.reports.claims is None
    second.write_bytes(own_study.returns[0].read_bytes())
    do(qtbot, window, "actionReload", "second.json")
    assert listed(window)["second.json"][0] == "File 1 · waits for drafts"
    assert window.session.reports.claims is not None


# the window and the command


def agree(window: MainWindow, drafts: Path, returns: list[Path]) -> bool:
    """Hold the window against ``check`` and ``reviews`` over the same files in the same order."""
    ready = window.session.reports.check is not None and window.session.reports.check.ready
    files = [str(drafts), *map(str, returns)]
    checked = run(drafts.parent, "check", *files, "--json", "-")
    assert checked.status == (0 if ready else 1)
    found = json.loads(checked.out)
    assert [p.message for p in window.session.reports.problems] == [
        p["message"] for p in found["problems"]
    ]
    imported = run(drafts.parent, "reviews", *files, "--json", "-")
    assert imported.status == (0 if ready else 2)
    window.pages.setCurrentWidget(window.agreement)
    if ready:
        assert window.session.reports.reviews == json.loads(imported.out)
        assert rates_are(window, json.loads(imported.out))
        assert table(window, "reviewRatesTable").isVisible()
    else:
        assert window.session.reports.reviews is None
        assert shown_rates(window) == ["", "", ""]
        assert window.agreement.empty.isVisible()
        detail = window.agreement.empty.texts()[1]
        assert detail == "The return check says what is still to be done."
    return bool(ready)


Situation = Callable[[Study], list[Path]]


def all_of_them(study: Study) -> list[Path]:
    return study.returns


def all_together(study: Study) -> Path:
    """One file with the rows of all, as the study's importer takes it."""
    payload = json.loads(study.returns[0].read_text())
    rows = [row for path in study.returns for row in rows_of(path)]
    return write_json(study.folder / "together.json", {**payload, "rows": rows})


def spoilt(study: Study, number: int, **fields: Any) -> list[Path]:
    change(study.returns[number], lambda rows: rows[3].update(fields))
    return study.returns


def without_reasons(study: Study) -> list[Path]:
    blinded(study)
    return study.returns


def pasted_twice(study: Study) -> list[Path]:
    change(study.returns[1], lambda rows: rows.extend(copy.deepcopy(rows)))
    return study.returns


def in_two_parts(study: Study) -> list[Path]:
    first, *others = study.returns
    return [
        only(first, study.folder / "part-1.json", slice(0, 9)),
        *others,
        only(first, study.folder / "part-2.json", slice(9, None)),
    ]


def copied(study: Study) -> list[Path]:
    again = study.folder / "again.json"
    again.write_bytes(study.returns[1].read_bytes())
    return [*study.returns, again]


def carried_against_another(study: Study) -> list[Path]:
    """A combined file of two reviewers, and a third who says something else of a draft."""
    together = all_together(study)
    seen = next(row for row in rows_of(study.returns[0]) if row["reason"])
    of_third = {row["reviewer_id"] for row in rows_of(study.returns[2])}
    change(
        together,
        lambda rows: rows.__setitem__(
            slice(None), [row for row in rows if row["reviewer_id"] not in of_third]
        ),
    )

    def differ(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["blinded_case_id"] == seen["blinded_case_id"]:
                row["reason"] = "other" if seen["reason"] != "other" else "evidence_quality"

    change(study.returns[2], differ)
    return [together, study.returns[2]]


def not_a_return(study: Study) -> list[Path]:
    path = study.folder / "notes.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    return [study.returns[0], path, *study.returns[1:]]


def empty_return(study: Study) -> list[Path]:
    payload = json.loads(study.returns[0].read_text())
    return [*study.returns, write_json(study.folder / "none.json", {**payload, "rows": []})]


SITUATIONS: dict[str, tuple[bool, Situation]] = {
    "all returns": (True, all_of_them),
    "in another order": (True, lambda study: study.returns[::-1]),
    "two of three reviewers": (True, lambda study: study.returns[:2]),
    "one alone": (False, lambda study: study.returns[:1]),
    "one return in two parts": (True, in_two_parts),
    "all rows in one file": (True, lambda study: [all_together(study)]),
    "a combined file beside the originals": (
        False,
        lambda study: [*study.returns, all_together(study)],
    ),
    "a return of nobody": (True, empty_return),
    "the same file twice": (False, copied),
    "rows pasted twice": (False, pasted_twice),
    "no reasons yet": (False, without_reasons),
    "a word in capitals": (False, lambda study: spoilt(study, 0, decision="ACCEPT")),
    "a draft that is not there": (
        False,
        lambda study: spoilt(study, 1, blinded_case_id="0" * 64),
    ),
    "an old revision": (False, lambda study: spoilt(study, 2, draft_revision="0" * 64)),
    "a reason of one": (
        False,
        lambda study: spoilt(study, 2, reason="reviewer_error", adjudicated=True),
    ),
    "a reason against that of a combined file": (False, carried_against_another),
    "a file that is no return": (False, not_a_return),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_window_says_what_the_command_says(
    qtbot: QtBot, window: MainWindow, own_study: Study, name: str
) -> None:
    ready, situation = SITUATIONS[name]
    returns = situation(own_study)
    open_and_settle(qtbot, window, *returns[:1], own_study.drafts, *returns[1:])
    assert agree(window, own_study.drafts, returns) == ready


def test_they_agree_after_every_file_that_comes_goes_or_changes(
    qtbot: QtBot, window: MainWindow, own_study: Study, other_study: Study
) -> None:
    drafts, (first, second, third) = own_study.drafts, own_study.returns
    good = second.read_bytes()
    open_and_settle(qtbot, window, drafts, first)
    assert not agree(window, drafts, [first])
    open_and_settle(qtbot, window, third)
    assert agree(window, drafts, [first, third])
    open_and_settle(qtbot, window, second)
    assert agree(window, drafts, [first, third, second])
    change(second, lambda rows: rows[0].update(decision="no"))
    do(qtbot, window, "actionReload", "return-2.json")
    assert not agree(window, drafts, [first, third, second])
    second.write_bytes(good)
    do(qtbot, window, "actionReload", "return-2.json")
    assert agree(window, drafts, [first, third, second])
    do(qtbot, window, "actionRemove", "return-1.json")
    assert agree(window, drafts, [third, second])
    drafts.write_bytes(other_study.drafts.read_bytes())
    do(qtbot, window, "actionReload", "drafts.json")
    assert not agree(window, drafts, [third, second])
    do(qtbot, window, "actionCloseAll")
    assert listed(window) == {} and window.session.reports.reviews is None


def record_all(qtbot: QtBot, window: MainWindow) -> None:
    problems = window.session.reports.problems
    for draft in [p.draft for p in problems if p.turn == "committee"]:
        what = RecordReason(draft, "other", True)
        settle(qtbot, window, partial(window.check.settle.emit, what))


def save(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, path: Path, *, ready: bool
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
    page = window.check
    signal = page.save_combined_requested if ready else page.save_progress_requested
    settle(qtbot, window, signal.emit)
    how = "was written, read back and checked: ready to import." if ready else "was written."
    assert window.info.text() == f"{path.name} {how}"


def combined_agrees(window: MainWindow, drafts: Path, combined: Path) -> None:
    """What was settled here is in the combined file: the command says of it what is shown."""
    done = run(drafts.parent, "check", str(drafts), str(combined))
    assert done.status == 0
    imported = run(drafts.parent, "reviews", str(drafts), str(combined), "--json", "-")
    assert window.session.reports.reviews == json.loads(imported.out)
    assert rates_are(window, json.loads(imported.out))


def test_recorded_reasons_carry_over_into_the_combined_file(
    qtbot: QtBot, window: MainWindow, own_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    blinded(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    record_all(qtbot, window)
    combined = own_study.folder / "combined.json"
    save(qtbot, window, monkeypatch, combined, ready=True)
    combined_agrees(window, own_study.drafts, combined)
    do(qtbot, window, "actionCloseAll")
    open_and_settle(qtbot, window, own_study.drafts, combined)
    assert agree(window, own_study.drafts, [combined])


def test_progress_and_a_return_that_came_later(
    qtbot: QtBot, make_window: Callable[[], MainWindow], own_study: Study, monkeypatch: Any
) -> None:
    blinded(own_study)
    window = make_window()
    open_and_settle(qtbot, window, own_study.drafts, *own_study.returns[:2])
    record_all(qtbot, window)
    progress = own_study.folder / "progress.json"
    save(qtbot, window, monkeypatch, progress, ready=True)
    window.close()
    later = make_window()
    open_and_settle(qtbot, later, own_study.drafts, progress, own_study.returns[2])
    record_all(qtbot, later)
    assert verdict(later) == "Ready to import"
    combined = own_study.folder / "combined.json"
    save(qtbot, later, monkeypatch, combined, ready=True)
    combined_agrees(later, own_study.drafts, combined)


def test_a_carried_reason_against_another_stays_not_ready_until_it_is_settled(
    qtbot: QtBot, window: MainWindow, own_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    returns = carried_against_another(own_study)
    for order in (returns, returns[::-1]):
        open_and_settle(qtbot, window, own_study.drafts, *order)
        assert not agree(window, own_study.drafts, order)
        settle(qtbot, window, window.session.remove_all)
    open_and_settle(qtbot, window, own_study.drafts, *returns)
    record_all(qtbot, window)
    assert verdict(window) == "Ready to import"
    combined = own_study.folder / "combined.json"
    save(qtbot, window, monkeypatch, combined, ready=True)
    combined_agrees(window, own_study.drafts, combined)


def test_what_is_set_aside_counts_as_if_the_file_were_not_there(
    qtbot: QtBot, window: MainWindow, own_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    returns = copied(own_study)
    open_and_settle(qtbot, window, own_study.drafts, *returns)
    assert not agree(window, own_study.drafts, returns)
    aside(qtbot, window, "same content", "file-4")
    assert rates_are(window, own_study.review_report())
    without = run(own_study.folder, "reviews", own_study.drafts, *own_study.returns, "--json", "-")
    assert window.session.reports.reviews == json.loads(without.out)
    combined = own_study.folder / "combined.json"
    save(qtbot, window, monkeypatch, combined, ready=True)
    combined_agrees(window, own_study.drafts, combined)
    do(qtbot, window, "actionReload", "again.json")
    assert verdict(window) == "Ready to import", "it is the same file still"
    touch(returns[3])
    do(qtbot, window, "actionReload", "again.json")
    assert verdict(window) == "Ready to import", "it was written anew, with the same bytes"
    returns[3].write_text(returns[3].read_text() + " ")
    do(qtbot, window, "actionReload", "again.json")
    assert verdict(window) == "Not ready: 2 things to look at here"


# in a hurry


def test_put_back_pressed_twice_is_no_error(
    qtbot: QtBot, window: MainWindow, study: Study, tmp_path: Path
) -> None:
    again = tmp_path / "again.json"
    again.write_bytes(study.returns[0].read_bytes())
    open_and_settle(qtbot, window, *study.files, again)
    aside(qtbot, window, "same content", "file-3")
    window.pages.setCurrentWidget(window.check)
    back = [
        b
        for b in window.check.findChildren(QPushButton)
        if b.isVisible() and b.text() == "Put back"
    ]
    assert len(back) == 1

    def twice() -> None:
        back[0].click()
        back[0].click()

    settle(qtbot, window, twice)
    assert not boxes(window), "a crash is told"
    assert verdict(window) == "Not ready: 1 thing to look at here"


def test_an_answer_that_comes_after_files_changed_does_not_take_the_checks_place(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, own_study: Study
) -> None:
    """A decision is still being worked out while files go, one after the other."""
    window = held_window
    blinded(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    draft = next(p.draft for p in window.session.reports.problems if p.turn == "committee")
    held.hold = {"RecordReason"}
    what = RecordReason(draft, "other", True)
    window.check.settle.emit(what)
    qtbot.waitUntil(lambda: held.begun.acquire(blocking=False), timeout=LONG)
    window.session.remove(window.session.returns[0].number)
    # the answer to the decision comes when the next check is still to be made
    seen: list[int] = []

    def look_at_files() -> None:
        check = window.session.reports.check
        if check is not None:
            seen.append(len(check.files))
            if len(seen) == 1:
                window.session.remove(window.session.returns[0].number)

    window.session.reports_changed.connect(look_at_files)
    settle(qtbot, window, held.let_go)
    window.session.reports_changed.disconnect(look_at_files)
    assert not boxes(window), "a crash is told"
    assert 3 not in seen, "a check of files that are closed"
    assert listed(window)["return-3.json"][0].startswith("File 1 · ")
    # the decision was made for answers that are gone, which the command knows nothing of
    again = [p.draft for p in window.session.reports.problems if "was decided" in p.message]
    assert again == [draft]
    settle(qtbot, window, lambda: window.check.settle.emit(ForgetReason(draft)))
    assert not agree(window, own_study.drafts, own_study.returns[2:])


def test_every_file_can_be_closed_while_all_are_checked(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    held.hold = {"CheckReturns"}
    window.open_files(study.files)
    qtbot.waitUntil(lambda: held.begun.acquire(blocking=False), timeout=LONG)
    window.session.remove_all()
    settle(qtbot, window, held.let_go)
    assert listed(window) == {} and window.session.reports.check is None
    assert window.session.reports.reviews is None and not boxes(window)
    open_and_settle(qtbot, window, *study.files)
    assert agree(window, study.drafts, study.returns)


def test_closing_files_with_unsaved_reasons_keeps_them_for_their_drafts(
    qtbot: QtBot, window: MainWindow, own_study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window still asks before they are lost, and they are there when the files come back."""
    blinded(own_study)
    open_and_settle(qtbot, window, *own_study.files)
    record_all(qtbot, window)
    settle(qtbot, window, window.session.remove_all)
    asked: list[str] = []

    def question(*arguments: Any) -> QMessageBox.StandardButton:
        asked.append(str(arguments[2]))
        return QMessageBox.StandardButton.No

    open_and_settle(qtbot, window, *own_study.files)
    assert verdict(window) == "Ready to import"
    monkeypatch.setattr(QMessageBox, "question", question)
    assert not window.close()
    assert len(asked) == 1 and "not saved" in asked[0]
    monkeypatch.setattr(QMessageBox, "question", lambda *a: QMessageBox.StandardButton.Yes)


def test_no_state_holds_a_path_or_an_identifier(
    qtbot: QtBot, window: MainWindow, own_study: Study
) -> None:
    own_study.returns[1].write_bytes(b"")
    change(own_study.returns[2], lambda rows: rows[0].update(decision="Mrs Secret"))
    open_and_settle(qtbot, window, *own_study.files)
    identifier = rows_of(own_study.returns[0])[0]["reviewer_id"]
    for name, (state, _) in listed(window).items():
        said = state + tip(window, name)
        assert str(own_study.folder) not in said and "Secret" not in said
        assert identifier[:8] not in said
    assert [f.state for f in window.session.files].count(FileState.FAILED) == 1
