"""Each code of the contract, through the window: it is told, and nothing of the file is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from leak_desk import FULL, Desk
from leak_faults import CLAIM_FAULTS, ELSEWHERE, FOREIGN_FILES, FOREIGN_NAMES, NOT_IN_THE_WINDOW
from leak_scan import Secrets
from pytestqt.qtbot import QtBot
from studies import (
    DRAFT_FAULTS,
    RETURN_FAULTS,
    TEXT_FAULTS,
    Study,
    new_marker,
    path_parts,
    read,
    write,
    write_study,
)
from window_help import running, send_out

from app.shell.formats import FORMATS
from app.shell.main_window import MainWindow
from evalcore.advice import KNOWN_CODES

pytestmark = pytest.mark.process


@pytest.fixture
def desk(
    window: MainWindow,
    qtbot: QtBot,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    (folder := tmp_path / new_marker("export")).mkdir()
    return Desk(window, qtbot, folder, request, monkeypatch)


@pytest.fixture
def study(tmp_path: Path, desk: Desk) -> Study:
    made = write_study(tmp_path / new_marker("folder"), drafts=6, facts=4)
    desk.secrets |= made.secrets
    return made


def secret_file(desk: Desk, name: str) -> tuple[Path, str]:
    """Return a place in a folder with a telling name, and a marker for what is in the file."""
    marker = new_marker("planted")
    folder = desk.folder / new_marker("folder")
    folder.mkdir()
    desk.secrets |= Secrets((), [marker, folder.name], path_parts(folder / name))
    return folder / name, marker


def test_what_is_no_file_of_ours_is_named_and_nothing_in_it(
    desk: Desk, subtests: pytest.Subtests
) -> None:
    window, told, paths = desk.window, [], {}
    window.session.file_failed.connect(lambda _: told.append(window.info.text()))
    for code, make in FOREIGN_FILES.items():
        paths[code], marker = secret_file(desk, FOREIGN_NAMES.get(code, "return.json"))
        make(paths[code], marker)
    desk.open(*paths.values())
    desk.look_once(*told)
    for code, file in zip(paths, window.session.files, strict=True):
        with subtests.test(code):
            assert file.fault is not None
            assert file.fault.code == code
            assert any(file.fault.advice in text for text in told)


LARGE = ("too_many_claims", "too_many_evidence_rows", "evaluation_too_large")
"""Codes that only large files have; the full run of ``dev.py torture`` gets to them."""

CLAIMS_HERE = [code for code in CLAIM_FAULTS if FULL or code not in LARGE]


def test_no_fault_of_a_claims_file_leaks(desk: Desk, subtests: pytest.Subtests) -> None:
    desk.window.pages.setCurrentWidget(desk.window.claims)
    for code in CLAIMS_HERE:
        with subtests.test(code):
            path, marker = secret_file(desk, "claims.json")
            path.write_text(json.dumps(CLAIM_FAULTS[code](marker)), encoding="utf-8")
            desk.open(path)
            (file,) = desk.window.session.files
            fault = file.fault or desk.window.session.reports.claims_fault
            desk.look_once(program=False)
            desk.do(desk.window.session.remove_all)
            assert fault is not None
            assert fault.code == code
    desk.look_once()


def saved(desk: Desk, study: Study, name: str = "metrics.json") -> Path:
    """Export the draft report, close all, and give the file."""
    desk.window.file_panel.minimum_cell_size.setValue(2)
    desk.open(study.drafts)
    desk.window.pages.setCurrentWidget(desk.window.metrics)
    path = desk.write(name)
    desk.do(send_out(desk.window, desk.window.actions_.export_in_view))
    desk.do(desk.window.session.remove_all)
    return path


def test_a_saved_report_that_was_changed(desk: Desk, study: Study) -> None:
    path = saved(desk, study)
    report = read(path)
    marker = new_marker("report")
    report["slices"]["overall"]["omission"]["numerator"] = 987_654_321
    report["notice"] = marker
    write(path, report)
    desk.secrets |= Secrets((), [marker, "987654321", "987,654,321"])
    desk.written.clear()
    desk.open(path)
    (file,) = desk.window.session.files
    assert file.fault is not None and file.fault.code == "report_inconsistent"
    desk.look_once()


def test_a_saved_report_that_is_too_large(desk: Desk, study: Study) -> None:
    small = "from evalcore.reports import reader as reports; reports.MAX_REPORT_BYTES = 1000"
    desk.window.engine.set_command(running(f"{FIND}{small}\n"))
    desk.open(saved(desk, study))
    (file,) = desk.window.session.files
    assert file.fault is not None and file.fault.code == "report_too_large"
    desk.look_once()


FIND = "import sys; sys.path.insert(0, sys.argv[1])\n"

CHANGES = """
import sys; sys.path.insert(0, sys.argv[1])
from evalcore.service import evaluation as service
genuine = service.read_drafts
def read(path, **watched):
    yield from genuine(path, **watched)
    with open(path, "a") as file:
        file.write(" ")
service.read_drafts = read
"""


def test_a_file_that_changes_while_it_is_read(desk: Desk, study: Study) -> None:
    desk.window.engine.set_command(running(CHANGES))
    desk.open(study.drafts)
    (file,) = desk.window.session.files
    assert file.fault is not None and file.fault.code == "file_changed"
    desk.look_once()


def failed(desk: Desk, action: Any) -> str:
    """Do what writes and return what is said; nothing leaks from it."""
    desk.do(action)
    text = desk.window.info.text()
    assert "was not written" in text
    desk.written.clear()
    desk.look_once()
    return text


def test_what_cannot_be_written(desk: Desk, study: Study) -> None:
    """Over an input, over a folder, into no folder; before there is anything; not ready."""
    window = desk.window
    payload = read(study.returns[1])
    payload["rows"].pop()
    write(study.returns[1], payload)
    desk.open(*study.paths)
    desk.write("combined.json")
    text = failed(desk, window.check.save_combined_requested.emit)
    assert "Settle what the return check lists first" in text
    told = []
    (desk.folder / "taken.json").mkdir()
    for place in (study.drafts, desk.folder / "taken.json", desk.folder / "no" / "a.json"):
        desk.write(str(place))
        desk.secrets |= Secrets((), (), path_parts(place))
        told.append(failed(desk, window.check.save_progress_requested.emit))
    assert "a folder, a pipe or a device" in told[1]
    assert len(set(told)) == 3
    desk.write("claims.json")
    (claims_json,) = (one for one in FORMATS if one.key == "ClaimsJson")
    text = failed(desk, lambda: window._exporter.export(claims_json))
    assert "there is nothing to write yet" in text


OTHER_BYTES = """
import sys; sys.path.insert(0, sys.argv[1])
from evalcore.service import returns as return_service
genuine = return_service.write_atomically
def write(path, data, *inputs):
    genuine(path, data.replace(b"accept", b"revise", 1), *inputs)
return_service.write_atomically = write
"""


def test_a_combined_file_that_reads_back_as_another(desk: Desk, study: Study) -> None:
    desk.window.engine.set_command(running(OTHER_BYTES))
    desk.open(*study.paths)
    desk.write("combined.json")
    text = failed(desk, desk.window.check.save_combined_requested.emit)
    assert "what was read back is not the same" in text


def test_every_code_is_looked_at() -> None:
    """A new code is put into a table, or into the list of those that the window cannot have."""
    here = {
        *("not_a_regular_file", "unreadable_file", "file_changed", "report_too_large"),
        *("report_inconsistent", "returns_not_ready", "written_file_differs"),
        *("nothing_to_write", "output_is_an_input", "output_not_a_regular_file"),
        "output_not_written",
    }
    tables = (DRAFT_FAULTS, RETURN_FAULTS, TEXT_FAULTS, FOREIGN_FILES, CLAIM_FAULTS)
    reached = {name.split()[0] for table in tables for name in table}
    left = KNOWN_CODES - here - reached - ELSEWHERE.keys() - NOT_IN_THE_WINDOW.keys()
    assert left == set()
