"""Nothing comes to light in the dialogs, in what they write, on paper and on the projector."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from leak_desk import Desk, assert_notice
from leak_files import texts_of_pdf
from leak_scan import Secrets, scan_left
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QTableView, QWidget
from pytestqt.qtbot import QtBot
from studies import Study, new_marker, path_parts, read, write, write_claims, write_study
from window_help import LONG, box_text, boxes, send_out

from app.export.print_pdf import PrintPreview, paint_on
from app.pages.disclosure.dialog import DisclosureDialog
from app.pages.returns.aside_dialog import AsideDialog
from app.pages.returns.reason_dialog import ReasonDialog
from app.pages.returns.settled_dialog import SettledDialog
from app.pages.returns.slip_dialog import SlipDialog
from app.shell.guide_dialog import GuideDialog
from app.shell.main_window import MainWindow
from app.shell.projector.window import Presentation
from evalcore.documents.document import committee_document
from evalcore.service.protocol import RecordReason

pytestmark = [
    pytest.mark.process,
    pytest.mark.qt_log_ignore(
        "This plugin does not support raise", "This plugin does not support grabbing"
    ),
]

Kind = TypeVar("Kind", bound=QDialog)


def make_desk(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest
) -> Desk:
    (folder := tmp_path / new_marker("export")).mkdir()
    monkeypatch = request.getfixturevalue("monkeypatch")
    return Desk(window, qtbot, folder, request, monkeypatch)


@pytest.fixture
def desk(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Desk]:
    yield make_desk(window, qtbot, tmp_path, request)
    window.session.reporter.unsaved = False  # or it asks before it closes


NAMES = ("Mrs Qzhartmann drafts.json", "Dr Qzschulz.json", "Dr Qzmeier.json", "Qzmeier copy.json")
"""Names of files that carry names of people."""


@pytest.fixture
def study(tmp_path: Path, desk: Desk) -> Study:
    return make_study(tmp_path, desk)


def make_study(tmp_path: Path, desk: Desk) -> Study:
    """A study with drafts on which reviewers differ, and a row that is wrong."""
    folder = tmp_path / new_marker("folder")
    made = write_study(folder, drafts=8, facts=4)
    paths = [path.rename(folder / name) for path, name in zip(made.paths, NAMES, strict=False)]
    for path in paths[1:]:
        payload = read(path)
        for row in payload["rows"]:
            row["decision"], row["reason"], row["adjudicated"] = "accept", None, False
        write(path, payload)
    for path, decision in zip(paths[1:], ("accept", "revise"), strict=True):
        payload = read(path)
        for row in payload["rows"][:3]:
            row["decision"] = decision
        write(path, payload)
    secrets = made.secrets | Secrets((), [folder.name], path_parts(*paths, folder / NAMES[3]))
    desk.secrets |= secrets
    return Study(paths[0], tuple(paths[1:]), secrets)


def opened(desk: Desk, study: Study, *more: Path) -> None:
    desk.window.file_panel.minimum_cell_size.setValue(2)
    desk.open(*study.paths, *more)
    desk.window.pages.setCurrentWidget(desk.window.check)


def dialog(desk: Desk, kind: type[Kind]) -> Kind:
    """The one of that kind that is open."""
    found: list[Kind] = []

    def look() -> bool:
        found[:] = [one for one in desk.window.findChildren(kind) if one.isVisible()]
        return len(found) == 1

    desk.qtbot.waitUntil(look, timeout=LONG)
    return found[0]


def looked_at(desk: Desk, kind: type[Kind]) -> Kind:
    """The same, with the notice, and nothing leaks."""
    shown = dialog(desk, kind)
    assert_notice(shown)
    desk.look_once()
    return shown


def close(desk: Desk, shown: QWidget) -> None:
    kind = type(shown)
    shown.close()
    desk.qtbot.waitUntil(lambda: not desk.window.findChildren(kind), timeout=LONG)


def act(desk: Desk, action: str, turn: str) -> None:
    """Press what the first row of a turn offers."""
    rows = range(desk.window.check.model.rowCount())
    records = [desk.window.check.model.record_at(row) for row in rows]
    row = next(n for n, r in enumerate(records) if r and r.turn == turn and action in r.actions)
    desk.window.check.table.action_chosen.emit(row, action)


def record_all(desk: Desk) -> None:
    """Record the committee's reason for each draft on which reviewers differ."""
    problems = desk.window.session.reports.problems
    for draft in [p.draft for p in problems if p.turn == "committee"]:
        change = RecordReason(draft, "other", True)
        desk.do(lambda change=change: desk.window.check.settle.emit(change))


def assert_no_name(study: Study, *files: Path, texts: tuple[str, ...] = ()) -> None:
    """No identifier, folder or name of a file is in what was written for others."""
    words = [word for name in NAMES for word in name.split() if word.startswith("Qz")]
    words = [word.removesuffix(".json") for word in words]
    secrets = study.secrets | Secrets((), [*words, "drafts.json"])
    for file in files:
        assert file.stat().st_size > 0
    assert scan_left(secrets, files=files, texts=texts) == []


def test_the_correction_slip(desk: Desk, study: Study) -> None:
    payload = read(study.returns[0])
    marker = new_marker("reason")
    payload["rows"][4]["decision"] = marker
    write(study.returns[0], payload)
    desk.secrets |= Secrets((), [marker])
    opened(desk, study)
    act(desk, "slip", "reviewer")
    slip = looked_at(desk, SlipDialog)
    slip.copy_button.click()
    assert len(QApplication.clipboard().text()) > 100
    desk.look_once()
    path = desk.write("slip.txt")
    desk.do(slip.save_button.click)
    desk.look_once()
    assert_no_name(study, path, texts=(slip.text.toPlainText(), marker.swapcase()[:1]))
    assert marker not in path.read_text()
    close(desk, slip)


def test_reasons_what_is_set_aside_and_what_is_settled(desk: Desk, study: Study) -> None:
    """With a copy of a return, all reasons recorded, and both lists opened."""
    window = desk.window
    copies = []
    for number in range(2):
        copies.append(study.returns[1].with_name(f"{number} {NAMES[3]}"))
        copies[-1].write_bytes(study.returns[1].read_bytes())
        desk.secrets |= Secrets((), (), path_parts(copies[-1]))
    opened(desk, study, *copies)
    for _ in copies:
        act(desk, "aside", "coordinator")
        aside = looked_at(desk, AsideDialog)
        list(aside.choices.values())[-1].setChecked(True)
        desk.do(aside.aside_button.click)
    window.check.strip.aside_pressed.emit()
    close(desk, looked_at(desk, SettledDialog))
    act(desk, "reason", "committee")
    reason = looked_at(desk, ReasonDialog)
    close(desk, reason)
    record_all(desk)
    window.check.strip.reasons_pressed.emit()
    close(desk, looked_at(desk, SettledDialog))


def test_study_files_hold_rows_and_nothing_else(desk: Desk, study: Study) -> None:
    """Progress, combined returns and drafts for the committee: no local field, no other name."""
    opened(desk, study)
    check = desk.window.check
    paths = []
    for name, signal in (
        ("progress.json", check.save_progress_requested),
        ("committee.json", check.save_drafts_requested),
    ):
        paths.append(desk.write(name))
        desk.do(signal.emit)
    record_all(desk)
    paths.append(desk.write("combined.json"))
    desk.do(check.save_combined_requested.emit)
    assert desk.window.info.text() == (
        "combined.json was written, read back and checked: ready to import."
    )
    desk.written.clear()
    desk.look_once()
    locals_ = Secrets((), [*study.secrets.words, "qzhartmann", "qzschulz", "qzmeier"])
    assert scan_left(locals_, files=paths) == []
    # opened in place of the returns
    desk.do(desk.window.session.remove_all)
    desk.open(study.drafts, paths[0])
    desk.look_once()


def reported(desk: Desk, study: Study) -> None:
    """All returns agree, all three reports are shown."""
    for path in study.returns:
        payload = read(path)
        for row in payload["rows"]:
            row.update(decision="accept", reason=None, adjudicated=False)
        write(path, payload)
    claims, secrets = write_claims(study.drafts.parent)
    desk.secrets |= secrets
    opened(desk, study, claims)
    assert None not in (desk.window.session.reports.reviews, desk.window.session.reports.claims)


def test_documents_of_every_form_and_saved_reports(desk: Desk, study: Study) -> None:
    reported(desk, study)
    window, actions, paths = desk.window, desk.window.actions_, []
    for name, page, action in (
        ("metrics.json", window.metrics, actions.export_in_view),
        ("agreement.json", window.agreement, actions.export_in_view),
        ("report.md", window.metrics, actions.export_as["Markdown"]),
        ("report.html", window.metrics, actions.export_as["Html"]),
        ("a4.pdf", window.metrics, actions.export_as["Pdf"]),
        ("letter.pdf", window.metrics, actions.export_as["Letter"]),
    ):
        window.pages.setCurrentWidget(page)
        paths.append(desk.write(name))
        desk.do(send_out(window, action))
        assert window.info.text() == f"{name} was written."
    desk.look_once()
    assert_no_name(study, *paths)
    desk.do(window.session.remove_all)
    desk.open(*paths[:2])
    assert window.session.reports.drafts_saved and window.session.reports.reviews is not None
    desk.look_once()


def test_claims_exports_hold_a_digest_and_codes_and_no_label(desk: Desk, study: Study) -> None:
    reported(desk, study)
    window, actions = desk.window, desk.window.actions_
    window.pages.setCurrentWidget(window.claims)
    paths = []
    for name, action in (
        ("claims.json", actions.export_in_view),
        ("claims.md", actions.export_as["ClaimsMarkdown"]),
    ):
        paths.append(desk.write(name))
        desk.do(send_out(window, action))
    desk.written.clear()
    desk.look_once()
    labels = [word for word in desk.secrets.words if word.startswith("qzclass")]
    assert labels
    words = [*labels, *study.secrets.words, "qzhartmann", "claim-0000", "evidence-0000"]
    assert scan_left(Secrets(study.secrets.identifiers, words), files=paths) == []
    desk.do(window.session.remove_all)
    desk.open(paths[0])
    assert window.session.reports.claims_saved
    desk.look_once()


def test_print_preview_and_paper(desk: Desk, study: Study) -> None:
    reported(desk, study)
    window = desk.window
    send_out(window, window.actions_.print)()
    close(desk, looked_at(desk, PrintPreview))
    reports = window.session.reports
    document = committee_document(reports.drafts, reports.reviews, reports.claims)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(desk.folder / "printed.pdf"))
    paint_on(document, printer)
    assert_no_name(study, desk.folder / "printed.pdf")
    texts = [t for t in texts_of_pdf((desk.folder / "printed.pdf").read_bytes()) if len(t) > 9]
    assert any("Evaluation only" in text for text in texts if isinstance(text, str))


def test_the_presentation_names_no_file(desk: Desk, study: Study) -> None:
    opened(desk, study)
    send_out(desk.window, desk.window.actions_.present)()
    shown = dialog_like(desk)
    desk.look_once()
    for label in shown.findChildren(QWidget):
        said = f"{label.accessibleName()} {label.toolTip()} {label.property('text') or ''}"
        assert "Qz" not in said and "drafts.json" not in said
    shown.close()
    desk.qtbot.waitUntil(lambda: not desk.window.findChildren(Presentation), timeout=LONG)
    desk.look_once()


def dialog_like(desk: Desk) -> Presentation:
    desk.qtbot.waitUntil(lambda: bool(desk.window.findChildren(Presentation)), timeout=LONG)
    (shown,) = desk.window.findChildren(Presentation)
    return shown


def test_the_release_check_and_its_second_step(desk: Desk, study: Study) -> None:
    """With a report of before, from a file whose name and folder are somebody's."""
    reported(desk, study)
    window = desk.window
    desk.write("Qzhartmann before.json")
    window.pages.setCurrentWidget(window.metrics)
    desk.do(send_out(window, window.actions_.export_in_view))
    payload = read(desk.written[0])
    payload["minimum_cell_size"] = 3
    earlier = write(desk.folder / "Qzhartmann earlier.json", payload)
    desk.secrets |= Secrets((), (), path_parts(earlier))
    desk.do(lambda: window.checker.compare_with([str(earlier)]))
    window.actions_.pages[-1].trigger()
    desk.look_once()
    window.pages.setCurrentWidget(window.metrics)
    desk.write("again.json")
    window.actions_.export_in_view.trigger()
    if [one for one in window.findChildren(DisclosureDialog) if one.isVisible()]:
        close(desk, looked_at(desk, DisclosureDialog))


def test_the_guide(desk: Desk, study: Study) -> None:
    opened(desk, study)
    desk.window.actions_.guide.trigger()
    shown = dialog(desk, GuideDialog)
    desk.look_once()
    close(desk, shown)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hooks as the program finds them."""
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    monkeypatch.setattr(threading, "excepthook", threading.__excepthook__)


def test_a_crash_in_a_dialog(
    shipped: None,
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """In a slot of the reason dialog, which can still be closed."""
    desk = make_desk(make_window(), qtbot, tmp_path, request)
    study = make_study(tmp_path, desk)
    opened(desk, study)
    act(desk, "reason", "committee")
    shown = dialog(desk, ReasonDialog)
    secret = f"{sorted(study.secrets.words)[0]} {study.drafts}"

    def fail(*_: object) -> None:
        raise KeyError(secret)

    shown.recorded.connect(fail)
    shown.recorded.emit(1, "other", True)
    desk.qtbot.waitUntil(lambda: bool(boxes(desk.window)), timeout=LONG)
    (box,) = boxes(desk.window)
    assert "report this code: " in box_text(box)
    desk.look_once()
    box.button(QMessageBox.StandardButton.Ok).click()
    close(desk, shown)
    assert desk.window.findChild(QTableView) is not None
    desk.window.session.reporter.unsaved = False


def test_what_an_earlier_test_left_in_a_ring_is_not_the_window_s(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Whether it is still there when the next test looks depends on when Python collects."""
    secret = new_marker("left")
    held: list[object] = []

    def leave(found: str, ring: list[object]) -> None:
        def work() -> object:
            return found, ring

        work.__module__ = "app.engine.worker"
        ring.append(work)

    desk = make_desk(window, qtbot, tmp_path, request)
    desk.secrets |= Secrets((), [secret])
    leave(secret, held)
    assert desk.leaks(), "what something refers to is found"
    held.clear()
    leave(secret, [])
    (tmp_path / "other").mkdir()
    after = make_desk(window, qtbot, tmp_path / "other", request)
    after.secrets |= Secrets((), [secret])
    assert not after.leaks()
