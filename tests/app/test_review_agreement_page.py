"""The page of the review rates as a coordinator meets it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot
from window_help import (
    HeldService,
    Study,
    clipboard,
    draft_texts,
    open_and_settle,
    rates_are,
    settle,
    shown_drafts,
    shown_rates,
    table,
)

from app.shell.main_window import MainWindow
from evalcore.metrics import RATES

VECTORS = sorted((Path(__file__).resolve().parents[1] / "vectors" / "reviews").glob("*.json"))


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, study: Study) -> MainWindow:
    open_and_settle(qtbot, window, *study.files)
    window.pages.setCurrentWidget(window.agreement)
    return window


def size_box(window: MainWindow) -> QSpinBox:
    found = window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(found, QSpinBox)
    return found


def texts_on_page(window: MainWindow) -> str:
    labels = window.agreement.findChildren(QLabel)
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_the_rates_of_every_vector(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """Those with a fault show no rate, and say so; the drafts are shown all the same."""
    assert len(VECTORS) > 10
    faults = 0
    for vector in VECTORS:
        given = json.loads(vector.read_text())
        folder = tmp_path / vector.stem
        folder.mkdir()
        drafts = folder / "drafts.json"
        drafts.write_text(json.dumps(given["drafts"]))
        returns = given["returns"]
        payloads = returns if isinstance(returns, list) else [returns]
        files = []
        for number, payload in enumerate(payloads):
            files.append(folder / f"{number}.json")
            files[-1].write_text(json.dumps(payload))
        size = given.get("minimum_cell_size", 5)
        if size_box(window).value() != size:
            settle(qtbot, window, partial(size_box(window).setValue, size))
        open_and_settle(qtbot, window, drafts, *files)
        if given.get("error"):
            faults += 1
            assert shown_rates(window) == ["", "", ""], vector.name
        else:
            assert rates_are(window, given["report"]), vector.name
        settle(qtbot, window, window.session.remove_all)
    assert faults > 5


def test_the_rates_and_what_they_count_are_shown(shown: MainWindow, study: Study) -> None:
    assert rates_are(shown, study.review_report())
    model = table(shown, "reviewRatesTable").model()
    for row, name in enumerate(RATES):
        assert str(model.index(row, 0).data()).splitlines() == [
            RATES[name].title,
            RATES[name].sentence,
            RATES[name].counting,
        ]
    said = texts_on_page(shown)
    for words in ("same number of reviewers", "does not mean zero", "Wilson"):
        assert words in said
    assert "patient" not in said.replace("not patients", "")


def test_three_rows_are_there_before_any_file(window: MainWindow) -> None:
    view = table(window, "reviewRatesTable")
    assert view.model().rowCount() == 3
    assert shown_rates(window) == ["", "", ""]
    window.pages.setCurrentWidget(window.agreement)
    assert window.agreement.empty.isVisible()


def test_a_high_minimum_suppresses_them_all_alike(qtbot: QtBot, shown: MainWindow) -> None:
    settle(qtbot, shown, lambda: size_box(shown).setValue(9999))
    assert shown_rates(shown) == ["suppressed"] * 3
    view = table(shown, "reviewRatesTable")
    assert view.isVisible()
    looks = set()
    for row in range(3):
        rect = view.visualRect(view.model().index(row, 1))
        looks.add(bytes(view.viewport().grab(rect.adjusted(0, 2, 0, -2)).toImage().constBits()))
    assert len(looks) == 1


def test_all_three_can_be_read_without_scrolling_sideways(shown: MainWindow) -> None:
    view = table(shown, "reviewRatesTable")
    for size in ((900, 600), (1366, 768)):
        shown.resize(*size)
        QApplication.processEvents()
        assert not view.horizontalScrollBar().isVisible()
        assert view.horizontalScrollBar().maximum() == 0
        last = view.model().index(2, 2)
        assert view.viewport().rect().contains(view.visualRect(last))


def test_copy_table_copies_what_is_shown(shown: MainWindow) -> None:
    view = table(shown, "reviewRatesTable")
    button = next(b for b in shown.agreement.findChildren(QPushButton) if b.text() == "Copy table")
    assert button.isEnabled()
    QApplication.clipboard().clear()
    button.click()
    for row in range(3):
        for column in (0, 1):
            assert str(view.model().index(row, column).data()) in clipboard()


def test_a_copied_rate_is_the_text_of_its_cell(shown: MainWindow) -> None:
    view = table(shown, "reviewRatesTable")
    for row in range(3):
        view.clearSelection()
        flag = QItemSelectionModel.SelectionFlag.Select
        view.selectionModel().select(view.model().index(row, 1), flag)
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert clipboard() == shown_rates(shown)[row]


def test_what_has_to_be_opened_is_said(qtbot: QtBot, window: MainWindow, study: Study) -> None:
    window.pages.setCurrentWidget(window.agreement)
    page = window.agreement
    assert page.empty.texts()[0] == "Open the drafts and their returns to see the review rates"
    open_and_settle(qtbot, window, study.drafts)
    assert page.empty.texts()[0] == "Open the return files to see the review rates"
    open_and_settle(qtbot, window, study.returns[0])
    assert page.empty.isVisible(), "one return of two is no import"
    assert all(page.empty.texts())
    open_and_settle(qtbot, window, study.returns[1])
    assert not page.empty.isVisible()


def test_placeholders_stand_while_a_return_is_read(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, study: Study
) -> None:
    window = held_window
    open_and_settle(qtbot, window, study.drafts)
    window.pages.setCurrentWidget(window.agreement)
    held.hold = {"Open"}
    window.open_files(study.returns)
    held.begun.acquire()
    qtbot.waitUntil(lambda: "Reading return-1.json" in all_texts(window))
    assert shown_drafts(window) == draft_texts(study.draft_report()), "the drafts stay shown"
    assert shown_rates(window) == ["", "", ""]
    settle(qtbot, window, held.let_go)
    assert rates_are(window, study.review_report())


def all_texts(window: MainWindow) -> str:
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def test_reviewers_and_drafts_are_never_listed(shown: MainWindow, study: Study) -> None:
    identifiers = [
        row[field]
        for path in study.returns
        for row in json.loads(path.read_text())["rows"]
        for field in ("reviewer_id", "blinded_case_id", "draft_revision")
    ]
    said = all_texts(shown) + "".join(shown_rates(shown))
    assert not any(identifier[:8] in said for identifier in identifiers)
