"""Saved reports: shown on the same pages, marked, exported again to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_help import Study, open_and_settle, rates_are, send_out, settle, shown_drafts, states

from app.main_window import MainWindow
from evalcore import read_claims, score_summary_claims
from evalcore.exports import json_bytes


@pytest.fixture
def saved(study: Study, tmp_path: Path) -> dict[str, Path]:
    """The three reports of a study as the command writes them."""
    given = read_claims([study.claims])
    claims = score_summary_claims(given.claims, given.evidence)
    content = {
        "drafts": json_bytes(study.draft_report()),
        "reviews": json_bytes(study.review_report()),
        "claims": claims.to_json().encode(),
    }
    paths = {name: tmp_path / f"saved-{name}.json" for name in content}
    for name, path in paths.items():
        path.write_bytes(content[name])
    return paths


def export(window: MainWindow, qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a, **k: (str(path), ""))
    settle(qtbot, window, send_out(window, window.actions_.export_json))
    return path.read_bytes()


def test_saved_reports_show_what_the_live_ones_show(
    make_window: Callable[..., MainWindow], qtbot: QtBot, study: Study, saved: dict[str, Path]
) -> None:
    live, later = make_window(), make_window()
    open_and_settle(qtbot, live, *study.files, study.claims)
    open_and_settle(qtbot, later, *saved.values())
    assert shown_drafts(later) == shown_drafts(live)
    assert rates_are(later, study.review_report())
    assert later.session.reports.claims == live.session.reports.claims
    assert set(states(later).values()) == {"Report, consistent"}
    for page in (later.metrics, later.agreement, later.claims):
        assert page.saved.text().startswith("Saved report")
    for page in (live.metrics, live.agreement, live.claims):
        assert page.saved.text() == ""


def test_they_are_exported_again_to_the_same_bytes(
    window: MainWindow, qtbot: QtBot, saved: dict[str, Path], tmp_path: Path, monkeypatch: Any
) -> None:
    open_and_settle(qtbot, window, *saved.values())
    for page, name in (("metrics", "drafts"), ("agreement", "reviews"), ("claims", "claims")):
        window.pages.setCurrentWidget(getattr(window, page))
        again = export(window, qtbot, tmp_path / f"again-{name}.json", monkeypatch)
        assert again == saved[name].read_bytes()


def test_a_report_that_was_changed_is_refused_and_what_is_wrong_is_named(
    window: MainWindow, qtbot: QtBot, saved: dict[str, Path]
) -> None:
    report = json.loads(saved["reviews"].read_bytes())
    report["rates"]["agreement"]["numerator"] += 1
    saved["reviews"].write_text(json.dumps(report))
    open_and_settle(qtbot, window, saved["reviews"])
    assert window.session.reports.reviews is None
    assert states(window) == {"saved-reviews.json": "Report, not opened"}
    assert "rates, agreement" in window.info.text()


def test_open_drafts_come_before_a_saved_report(
    window: MainWindow, qtbot: QtBot, study: Study, other_study: Study, saved: dict[str, Path]
) -> None:
    open_and_settle(qtbot, window, saved["drafts"])
    assert window.session.reports.drafts == study.draft_report()
    open_and_settle(qtbot, window, other_study.drafts)
    assert window.session.reports.drafts == other_study.draft_report()
    assert window.metrics.saved.text() == ""
    drafts = window.session.drafts
    assert drafts is not None
    settle(qtbot, window, lambda: window.session.remove(drafts.number))
    assert window.session.reports.drafts == study.draft_report()
    settle(qtbot, window, window.session.remove_all)
    assert window.session.reports.drafts is None


def test_the_minimum_cell_size_of_a_saved_report_is_its_own(
    window: MainWindow, qtbot: QtBot, study: Study, saved: dict[str, Path]
) -> None:
    open_and_settle(qtbot, window, saved["drafts"])
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(50))
    assert window.session.reports.drafts == study.draft_report()
    window.pages.setCurrentIndex(2)
    said = "Saved report saved-drafts.json, minimum cell size 5"
    assert window.metrics.saved.text() == said
    window.resize(900, 600)
    QApplication.processEvents()
    assert window.metrics.saved.text() == "Saved report, minimum cell size 5"
    assert window.metrics.saved.toolTip() == "From saved-drafts.json"


def test_of_two_reports_of_a_kind_none_is_named(
    window: MainWindow, qtbot: QtBot, saved: dict[str, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(saved["drafts"].read_bytes())
    open_and_settle(qtbot, window, saved["drafts"], other)
    window.pages.setCurrentIndex(2)
    assert window.metrics.saved.text() == "Saved report, minimum cell size 5"
