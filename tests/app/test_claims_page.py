"""The page of unsupported claims, as someone meets it who knows neither bootstrap nor digest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLabel,
    QListView,
    QPushButton,
    QSpinBox,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_help import (
    LONG,
    HeldService,
    boxes,
    clipboard,
    let_it_out,
    names,
    open_and_settle,
    send_out,
    settle,
    states,
    table,
    take_in_hand,
)

from app.pages.claims.model import Column
from app.shell.main_window import MainWindow
from evalcore import SummaryUnsupportedClaimsReport, read_claims, score_summary_claims
from evalcore.claims_vocabulary import DISCLAIMER
from evalcore.figures.text import cell_figures
from evalcore.vocabulary import CLASSES

MIXED = ("supports", "supports", "contradicts", None, "unknown", "supports", "gone", "supports")
STUDY = {
    # class: what the evidence of each claim says; None cites none, "gone" one that is not there
    "lab": MIXED + MIXED[:5],
    "diagnosis": ("supports",),
    "medication": ("supports", "supports", "supports"),
    "Wound Care": ("supports", "contradicts", "supports", "supports"),
    "imaging of the chest": (None, None),
}
CUSTOM = ("Wound Care", "imaging of the chest")
COUNTS = (Column.CLAIMS, Column.SUPPORTED, Column.CONTRADICTED, Column.UNRESOLVED, Column.UNCITED)
NO_SUPPRESSION = "unsupported claims have no suppression rule"


def rows_of(study: dict[str, tuple[str | None, ...]]) -> tuple[list[Any], list[Any]]:
    claims: list[Any] = []
    evidence: list[Any] = []
    for label, relations in study.items():
        for relation in relations:
            number = len(claims)
            cited = [] if relation is None else [f"e{number}"]
            claims.append({"claim_id": f"c{number}", "claim_class": label, "evidence_ids": cited})
            if relation not in (None, "gone"):
                evidence.append({"evidence_id": f"e{number}", "relation": relation})
    return claims, evidence


class Claims:
    """A claims study on disk: both.json, or claims.json and evidence.json."""

    def __init__(self, folder: Path, study: dict[str, tuple[str | None, ...]] = STUDY) -> None:
        claims, evidence = rows_of(study)
        self.folder = folder
        self.both = self.write("both.json", {"claims": claims, "evidence": evidence})
        self.claims = self.write("claims.json", {"claims": claims})
        self.evidence = self.write("evidence.json", {"evidence": evidence})

    def write(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    @property
    def report(self) -> SummaryUnsupportedClaimsReport:
        """The evaluator's own answer, computed here and not in the window's process."""
        read = read_claims([self.both])
        return score_summary_claims(read.claims, read.evidence)

    @property
    def without_evidence(self) -> SummaryUnsupportedClaimsReport:
        return score_summary_claims(read_claims([self.both]).claims, ())


@pytest.fixture
def files(tmp_path: Path) -> Claims:
    return Claims(tmp_path)


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow, files: Claims) -> MainWindow:
    open_and_settle(qtbot, window, files.both)
    return window


@pytest.fixture(autouse=True)
def models_watched(request: pytest.FixtureRequest) -> None:
    """The table's model stays under Qt's tester while a test runs."""
    for name in ("window", "held_window"):
        if name in request.fixturenames:
            one: MainWindow = request.getfixturevalue(name)
            mode = QAbstractItemModelTester.FailureReportingMode.Warning
            QAbstractItemModelTester(table(one, "claimsTable").model(), mode, one)


def expected(report: SummaryUnsupportedClaimsReport) -> list[list[str]]:
    """What must stand in the table: class, five counts, rate, interval."""
    classes = report.by_claim_class
    custom = [name for name in classes if name not in CLASSES]
    named = [(name.capitalize(), classes[name]) for name in CLASSES if name in classes]
    named += [(f"Custom class {n}", classes[name]) for n, name in enumerate(custom, 1)]
    texts = []
    for label, result in [("Overall", report.overall), *named]:
        bad, claims, ends = result.unsupported_count, result.claim_count, result.bootstrap_ci
        cell: Any = {
            "numerator": bad,
            "denominator": claims,
            "rate": result.unsupported_rate,
            "ci95": [ends.lower, ends.upper],
            "suppressed": False,
        }
        figures = cell_figures(cell)
        assert figures is not None
        interval = figures.interval
        if claims == 1:
            interval = "one claim"
        elif bad in (0, claims):
            interval = "all claims alike"
        counts = [
            claims,
            result.supported,
            result.contradicted,
            result.unresolved,
            result.uncited,
        ]
        texts.append([label, *map(str, counts), figures.rate, interval])
    return texts


def in_table(window: MainWindow) -> list[list[str]]:
    model = table(window, "claimsTable").model()
    columns = (Column.CLASS, *COUNTS, Column.RATE, Column.INTERVAL)
    return [
        [str(model.index(row, column).data()) for column in columns]
        for row in range(model.rowCount())
    ]


def words(root: QWidget) -> str:
    """All that is seen of labels, a line each."""
    return "\n".join(label.text() for label in root.findChildren(QLabel) if label.isVisible())


def row_of(window: MainWindow, label: str) -> int:
    return [texts[0] for texts in in_table(window)].index(label)


def action(window: MainWindow, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert isinstance(found, QAction)
    return found


def wait_for_call(qtbot: QtBot, held: HeldService) -> None:
    """Wait until a held call has begun; the window goes on meanwhile."""
    qtbot.waitUntil(lambda: held.begun.acquire(blocking=False), timeout=LONG)


# the table


def test_the_first_claims_file_leads_to_its_page(shown: MainWindow, files: Claims) -> None:
    assert shown.pages.currentWidget() is shown.claims
    view = table(shown, "claimsTable")
    assert view.isVisible()
    assert states(shown) == {"both.json": "Claims, ready"}


def test_the_figures_are_those_of_the_report(shown: MainWindow, files: Claims) -> None:
    assert in_table(shown) == expected(files.report)
    assert in_table(shown)[0][1:6] == ["23", "13", "3", "3", "4"]


def test_one_claim_and_claims_alike_are_said_in_words_and_have_no_mark(shown: MainWindow) -> None:
    said = {texts[0]: texts[6:] for texts in in_table(shown)}
    assert said["Diagnosis"] == ["0.0", "one claim"]
    assert said["Medication"] == ["0.0", "all claims alike"]
    assert said["Custom class 2"] == ["100.0", "all claims alike"] or said["Custom class 1"] == [
        "100.0",
        "all claims alike",
    ]
    view = table(shown, "claimsTable")
    view.clearSelection()
    shown.pages.setFocus()
    QApplication.processEvents()
    for row, texts in enumerate(in_table(shown)):
        assert has_mark(view, row) == ("–" in texts[7]), texts[0]


def has_mark(view: QTableView, row: int) -> bool:
    """Whether anything but the lines of the grid, from top to bottom, is in a row's plot."""
    rect = view.visualRect(view.model().index(row, Column.PLOT)).adjusted(0, 2, 0, -2)
    assert rect.width() > 50
    image = view.viewport().grab(rect).toImage()
    uneven = [
        x
        for x in range(image.width())
        if len({image.pixel(x, y) for y in range(image.height())}) > 1
    ]
    return len(uneven) > 2  # the line of the overall rate is dashed


def test_custom_classes_are_numbered_and_last(shown: MainWindow, files: Claims) -> None:
    labels = [texts[0] for texts in in_table(shown)]
    assert labels == [
        "Overall",
        *(name.capitalize() for name in CLASSES if name in STUDY),
        "Custom class 1",
        "Custom class 2",
    ]
    assert len(labels) == 6


def test_a_row_is_told_in_full_to_who_cannot_see_the_plot(shown: MainWindow) -> None:
    model = table(shown, "claimsTable").model()

    def spoken(label: str) -> str:
        index = model.index(row_of(shown, label), Column.PLOT)
        return str(index.data(Qt.ItemDataRole.AccessibleTextRole))

    assert (
        spoken("Diagnosis") == "0.0 % unsupported, 0 of 1 claims. One claim: there is no interval."
    )
    assert "0 of 3 claims. All claims are alike" in spoken("Medication")
    assert re.fullmatch(
        r"53\.8 % unsupported, 7 of 13 claims, 95 % interval [\d.]+ to [\d.]+ %", spoken("Lab")
    )
    for texts in in_table(shown):
        row = row_of(shown, texts[0])
        for column, text in zip((*COUNTS, Column.RATE, Column.INTERVAL), texts[1:], strict=True):
            said = model.index(row, column).data(Qt.ItemDataRole.AccessibleTextRole)
            title = model.headerData(column, Qt.Orientation.Horizontal)
            assert said == f"{title}: {text}"


def test_every_figure_can_be_read_without_scrolling_sideways(shown: MainWindow) -> None:
    view = table(shown, "claimsTable")
    header, last = view.horizontalHeader(), Column.INTERVAL
    for size in ((900, 600), (1100, 700), (1366, 768), (1920, 1080)):
        shown.resize(*size)
        QApplication.processEvents()
        right = header.sectionViewportPosition(last) + header.sectionSize(last)
        assert right <= view.viewport().width()
        assert view.horizontalScrollBar().maximum() == 0
        index = view.model().index(view.model().rowCount() - 1, last)
        view.scrollTo(index)
        assert view.viewport().rect().intersects(view.visualRect(index))


def test_what_is_copied_is_what_is_shown(shown: MainWindow) -> None:
    view = table(shown, "claimsTable")
    view.setFocus()
    view.selectAll()
    QApplication.clipboard().clear()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    let_it_out(shown)
    copied = [line.split("\t")[:8] for line in clipboard().split("\n")]
    assert copied == in_table(shown)


# what stands around it


def test_settings_disclaimer_and_what_needs_a_person_are_said(
    shown: MainWindow, files: Claims
) -> None:
    said = words(shown.claims)
    assert DISCLAIMER in said
    assert "95 %, 1,000 resamples, seed 0" in said
    assert f"{files.report.unsupported_count} claims need review by a person" in said
    assert NO_SUPPRESSION in said and "Small counts are shown here" in said
    assert "can be guessed from short labels" in said
    assert "degenerate" not in said.lower() and "No evidence file" not in said


@pytest.mark.parametrize(
    ("relations", "sentence"),
    [
        (("supports", "supports"), "No claim needs review by a person."),
        (("supports", "contradicts"), "1 claim needs review by a person before any clinical use."),
        ((None,) * 1200, "1,200 claims need review by a person before any clinical use."),
    ],
)
def test_claims_that_need_a_person_are_counted(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    relations: tuple[str | None, ...],
    sentence: str,
) -> None:
    open_and_settle(qtbot, window, Claims(tmp_path, {"lab": relations}).both)
    assert sentence in words(window.claims).splitlines()


def test_a_file_without_claims_says_so(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    open_and_settle(qtbot, window, Claims(tmp_path, {}).both)
    (overall,) = in_table(window)
    assert overall[:2] == ["Overall", "0"] and overall[6:] == ["", "no claims"]
    assert "No claim needs review by a person." in words(window.claims)


def test_how_to_read_this_explains_every_column(shown: MainWindow) -> None:
    button = next(
        b for b in shown.claims.findChildren(QPushButton) if b.text() == "How to read this"
    )
    button.click()
    said = words(shown.claims)
    for title in ("Supported", "Contradicted", "Unresolved", "Uncited", "Interval"):
        assert title in said
    for sentence in (NO_SUPPRESSION, "drawing as many claims as there are", "A custom class is"):
        assert sentence in said


# nothing of the 64-hex kind


def everything(root: QWidget) -> list[str]:
    """Every text that a person or a screen reader can meet in a window."""
    found = [root.windowTitle()]
    for widget in [root, *root.findChildren(QWidget)]:
        found += [widget.toolTip(), widget.statusTip(), widget.whatsThis()]
        found += [widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
        for name in ("text", "placeholderText", "title"):
            said = getattr(widget, name, None)
            if callable(said):
                found.append(str(said()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += of_model(widget)
    found += [f"{one.text()} {one.toolTip()}" for one in root.findChildren(QAction)]
    return found


def of_model(view: QAbstractItemView) -> list[str]:
    model, found = view.model(), []
    roles = [Qt.ItemDataRole(role) for role in range(14)]
    columns = 1 if isinstance(view, QListView) else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(columns):
            found += [str(model.index(row, column).data(role)) for role in roles]
    for section in range(columns):
        found += [str(model.headerData(section, Qt.Orientation.Horizontal, role)) for role in roles]
    return found


def test_no_digest_and_no_class_code_is_anywhere_in_the_window(
    qtbot: QtBot, shown: MainWindow, files: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = files.report
    shown.claims.explain()
    view = table(shown, "claimsTable")
    view.setFocus()
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    save_to(monkeypatch, files.folder / "out.json")
    settle(qtbot, shown, send_out(shown, action(shown, "actionExportJson")))
    said = "\n".join([*everything(shown), clipboard(), repr(shown.session.reports.claims)])
    assert "Custom class 2" in said and "95 % interval" in said, "the search would find it"
    assert not re.search(r"sha256:|class_(?!')|[0-9a-f]{16}(?<!\d{16})", said)
    assert report.evidence_digest[7:19] not in said
    for label in CUSTOM:
        assert label.lower() not in said.lower()


# export


def save_to(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))


def test_the_exports_are_the_reports_own_bytes(
    qtbot: QtBot, shown: MainWindow, files: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = files.report
    export = action(shown, "actionExportJson")
    assert export.text() == "Unsupported claims as JSON…"
    for name, one, right in (
        ("out.json", export, report.to_json()),
        ("out.md", action(shown, "actionExportClaimsMarkdown"), report.to_markdown()),
    ):
        save_to(monkeypatch, files.folder / name)
        settle(qtbot, shown, send_out(shown, one))
        assert (files.folder / name).read_bytes() == right.encode("utf-8")
        assert shown.info.text() == f"{name} was written."
    assert report.evidence_digest in report.to_json() and "class_" in report.to_markdown()


def test_the_claims_are_not_written_over_their_own_file(
    qtbot: QtBot, shown: MainWindow, files: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files.both.read_bytes()
    save_to(monkeypatch, files.both)
    for name in ("actionExportJson", "actionExportClaimsMarkdown"):
        settle(qtbot, shown, send_out(shown, action(shown, name)))
        assert files.both.read_bytes() == before
        assert "was not written" in shown.info.text()


def test_without_a_report_there_is_nothing_to_export(
    qtbot: QtBot, window: MainWindow, files: Claims
) -> None:
    window.pages.setCurrentWidget(window.claims)
    exports = [action(window, name) for name in ("actionExportJson", "actionExportClaimsMarkdown")]
    assert [one.isEnabled() for one in exports] == [False, False]
    open_and_settle(qtbot, window, files.evidence)
    assert [one.isEnabled() for one in exports] == [False, False]
    open_and_settle(qtbot, window, files.claims)
    assert [one.isEnabled() for one in exports] == [True, True]
    settle(qtbot, window, window.session.remove_all)
    assert [one.isEnabled() for one in exports] == [False, False]


# claims and evidence in two files

NOTE = "No evidence file is open"


@pytest.mark.parametrize("order", ["claims first", "evidence first", "at once", "turned at once"])
def test_claims_and_evidence_in_two_files(
    qtbot: QtBot, window: MainWindow, files: Claims, order: str
) -> None:
    paths = [files.claims, files.evidence]
    if order in ("evidence first", "turned at once"):
        paths.reverse()
    if "at once" in order:
        open_and_settle(qtbot, window, *paths)
    else:
        for path in paths:
            open_and_settle(qtbot, window, path)
    assert in_table(window) == expected(files.report)
    assert NOTE not in words(window.claims)
    assert states(window) == {"claims.json": "Claims, ready", "evidence.json": "Evidence, ready"}


def test_evidence_alone_asks_for_the_claims(
    qtbot: QtBot, window: MainWindow, files: Claims
) -> None:
    open_and_settle(qtbot, window, files.evidence)
    window.pages.setCurrentWidget(window.claims)
    title, detail = window.claims.empty.texts()
    assert title == "Open the claims file" and "Evidence alone" in detail
    assert window.claims.empty.isVisible() and in_table(window) == []
    assert states(window) == {"evidence.json": "Evidence, ready"}


def test_claims_alone_are_shown_with_a_note_of_what_that_means(
    qtbot: QtBot, window: MainWindow, files: Claims
) -> None:
    open_and_settle(qtbot, window, files.claims)
    assert in_table(window) == expected(files.without_evidence)
    said = words(window.claims)
    assert NOTE in said and "counts as unresolved" in said
    open_and_settle(qtbot, window, files.evidence)
    assert NOTE not in words(window.claims)
    take_in_hand(window, "evidence.json")
    settle(qtbot, window, action(window, "actionRemove").trigger)
    assert in_table(window) == expected(files.without_evidence)
    assert NOTE in words(window.claims)


def test_evidence_that_can_no_longer_be_read_counts_no_more_and_that_is_said(
    qtbot: QtBot, window: MainWindow, files: Claims
) -> None:
    open_and_settle(qtbot, window, files.claims, files.evidence)
    files.write("evidence.json", {"evidence": [{"relation": "Mrs Secret"}]})
    take_in_hand(window, "evidence.json")
    settle(qtbot, window, action(window, "actionReload").trigger)
    assert states(window)["evidence.json"].endswith("not opened")
    assert in_table(window) == expected(files.without_evidence)
    assert NOTE in words(window.claims)


def test_figures_without_the_evidence_do_not_stay_while_it_is_taken_in(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, files: Claims
) -> None:
    """With many claims that takes a while; what is shown then must not look complete."""
    open_and_settle(qtbot, held_window, files.claims)
    held.hold = {"ScoreClaims"}
    held_window.open_files([files.evidence])
    wait_for_call(qtbot, held)
    qtbot.waitUntil(lambda: states(held_window)["evidence.json"] == "Evidence, ready", timeout=LONG)
    visible = table(held_window, "claimsTable").isVisible()
    assert not visible or NOTE in words(held_window.claims)
    settle(qtbot, held_window, held.let_go)
    assert in_table(held_window) == expected(files.report)


def test_a_second_claims_file_is_refused_in_words_that_say_what_to_do(
    qtbot: QtBot, window: MainWindow, files: Claims, tmp_path: Path
) -> None:
    open_and_settle(qtbot, window, files.both)
    open_and_settle(qtbot, window, files.claims)
    title, detail = window.claims.empty.texts()
    assert window.claims.empty.isVisible() and in_table(window) == []
    assert title == "The claims cannot be scored"
    assert "claims" in detail and ("two" in detail.lower() or "one" in detail.lower())
    assert "field" not in detail, "no field is wrong, and none is named"
    assert not action(window, "actionExportClaimsMarkdown").isEnabled()
    take_in_hand(window, "claims.json")
    settle(qtbot, window, action(window, "actionRemove").trigger)
    assert in_table(window) == expected(files.report)


def test_a_claims_file_that_is_wrong_is_told_by_its_place(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    secret = "Mrs Secret"
    rows = [{"claim_class": "lab"}, {"claim_class": "lab", "claim_id": secret * 99}]
    path = tmp_path / "claims.json"
    path.write_text(json.dumps({"claims": rows, "evidence": []}))
    open_and_settle(qtbot, window, path)
    assert states(window) == {"claims.json": "Claims, not opened"}
    said = window.info.text()
    assert said.startswith("claims.json was not opened. Claims row 2") and said.endswith(".")
    assert not [text for text in everything(window) if secret in text]


# while claims are scored


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many claims that 1,000 resamples make the 20 million draws that are allowed."""
    claims = [{"claim_class": "lab", "evidence_ids": ["e"] * (n % 2)} for n in range(10_000)]
    path = tmp_path_factory.mktemp("large") / "large.json"
    path.write_text(
        json.dumps({"claims": claims, "evidence": [{"relation": "supports", "evidence_id": "e"}]})
    )
    return path


def draws(window: MainWindow) -> int:
    """How many of the draws the page says are made; 0 while it says nothing."""
    found = re.search(r"^([\d,]+) of 20,000,000 draws$", words(window.claims), re.M)
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.process  # else the scoring holds the lock that the click needs
def test_scoring_tells_how_far_it_is_and_can_be_cancelled(
    qtbot: QtBot, window: MainWindow, large: Path, files: Claims
) -> None:
    cancel = window.findChild(QPushButton, "cancelButton")
    assert isinstance(cancel, QPushButton)
    with qtbot.waitSignal(window.idle, timeout=LONG):
        window.open_files([large])
        qtbot.waitUntil(lambda: draws(window) > 0, timeout=LONG)
        assert draws(window) < 20_000_000
        assert "Scoring claims" in words(window.status)
        assert re.search(r"^\d+ %$", words(window.status), re.M)
        assert cancel.isVisible()
        QTest.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert in_table(window) == []
    title, detail = window.claims.empty.texts()
    assert "cancelled" in title and detail == "Reload the claims to score them."
    assert "Ready" in words(window.status) and not cancel.isVisible()
    assert not boxes(window)
    # it goes on from there
    take_in_hand(window, "large.json")
    settle(qtbot, window, action(window, "actionRemove").trigger)
    open_and_settle(qtbot, window, files.both)
    assert in_table(window) == expected(files.report)


def test_scoring_that_was_cancelled_starts_again_with_a_reload(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, files: Claims
) -> None:
    held.hold, held.progress = {"ScoreClaims"}, [(250_000, 1_000_000)]
    with qtbot.waitSignal(held_window.idle, timeout=LONG):
        held_window.open_files([files.both])
        wait_for_call(qtbot, held)
        qtbot.waitUntil(lambda: "250,000 of 1,000,000 draws" in words(held_window.claims))
        assert "25 %" in words(held_window.status)
        held_window.status.cancel_button.click()
    assert in_table(held_window) == []
    held.let_go()
    take_in_hand(held_window, "both.json")
    settle(qtbot, held_window, action(held_window, "actionReload").trigger)
    assert in_table(held_window) == expected(files.report)


@pytest.mark.parametrize("deaf", [False, True])
def test_an_answer_about_a_file_that_is_gone_is_dropped(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, files: Claims, deaf: bool
) -> None:
    held.hold, held.deaf = {"ScoreClaims"}, deaf
    held_window.open_files([files.both])
    wait_for_call(qtbot, held)
    take_in_hand(held_window, "both.json")
    action(held_window, "actionRemove").trigger()
    assert names(held_window) == []
    settle(qtbot, held_window, held.let_go)
    assert in_table(held_window) == []
    assert held_window.session.reports.claims is None
    assert not action(held_window, "actionExportClaimsMarkdown").isEnabled()


def test_figures_do_not_stay_while_their_file_is_read_again(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, files: Claims
) -> None:
    open_and_settle(qtbot, held_window, files.both)
    held.hold = {"Open"}
    take_in_hand(held_window, "both.json")
    action(held_window, "actionReload").trigger()
    wait_for_call(qtbot, held)
    assert in_table(held_window) == []
    settle(qtbot, held_window, held.let_go)
    assert in_table(held_window) == expected(files.report)


def test_another_minimum_cell_size_does_not_score_again(
    qtbot: QtBot, held: HeldService, held_window: MainWindow, files: Claims
) -> None:
    open_and_settle(qtbot, held_window, files.both)
    before = len(held.calls("ScoreClaims"))
    size = held_window.findChild(QSpinBox, "minimumCellSize")
    assert isinstance(size, QSpinBox)
    settle(qtbot, held_window, lambda: size.setValue(50))
    assert len(held.calls("ScoreClaims")) == before
    assert in_table(held_window) == expected(files.report)


def test_drafts_and_returns_do_not_score_again(
    qtbot: QtBot,
    held: HeldService,
    held_window: MainWindow,
    files: Claims,
    study: Any,
) -> None:
    open_and_settle(qtbot, held_window, files.both)
    before = len(held.calls("ScoreClaims"))
    open_and_settle(qtbot, held_window, *study.files)
    assert len(held.calls("ScoreClaims")) == before
    assert in_table(held_window) == expected(files.report)
