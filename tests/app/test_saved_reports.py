"""Saved reports: shown on the same pages, marked, exported again to the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot
from report_helpers import draft_report
from window_help import (
    LONG,
    Study,
    boxes,
    draft_texts,
    file_list,
    names,
    open_and_settle,
    rates_are,
    send_out,
    settle,
    shown_drafts,
    states,
)

from app.shell.main_window import MainWindow
from app.shell.pages import AGREEMENT, METRICS
from app.shell.projector.window import Presentation
from evalcore import read_claims, score_summary_claims
from evalcore.documents.exports import json_bytes


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
    settle(qtbot, window, send_out(window, window.actions_.export_in_view))
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


def test_a_report_that_another_program_saved_again_is_shown_and_exported_as_it_was(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: Any
) -> None:
    before = json_bytes(draft_report())
    path = tmp_path / "report.json"
    path.write_bytes(re.sub(rb" ([01])\.0\b", rb" \1", before).strip())
    assert path.read_bytes() != before.strip()
    open_and_settle(qtbot, window, path)
    assert set(states(window).values()) == {"Report, consistent, saved again"}
    row = file_list(window).model().index(0, 0)
    assert "Another program saved it again" in row.data(Qt.ItemDataRole.ToolTipRole)
    window.pages.setCurrentWidget(window.metrics)
    assert export(window, qtbot, tmp_path / "again.json", monkeypatch) == before


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
    window.pages.setCurrentIndex(METRICS)
    said = "Saved report, minimum cell size 5"
    for width, pill in ((1366, said), (900, "Saved report")):
        window.resize(width, 600)
        QApplication.processEvents()
        assert window.metrics.saved.text() == pill
        assert window.metrics.saved.toolTip() == said
        assert shown_source(window) == "saved-drafts.json"


# several that could be shown


def shown_source(window: MainWindow) -> str:
    """Whose figures the page in view says that it shows; the label is seen, whole."""
    labels = window.pages.currentWidget().findChildren(QLabel, "source")
    (label,) = (x for x in labels if x.isVisible())
    assert label.visibleRegion().boundingRect().width() >= label.sizeHint().width()
    return label.text()


def marked(window: MainWindow) -> str:
    return str(file_list(window).currentIndex().data())


def click(window: MainWindow, name: str) -> None:
    view = file_list(window)
    index = view.model().index(names(window).index(name), 0)
    view.scrollTo(index)
    place = view.visualRect(index).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def answer(qtbot: QtBot, *texts: str) -> Callable[[], list[str]]:
    """Press these buttons of the questions to come, in order; the result returns what was asked."""
    asked: list[str] = []
    left = list(texts)

    def look() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box.isVisible() and left:
            text = left.pop(0)
            asked.append(box.text())
            (button,) = (b for b in box.buttons() if b.text() == text)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        if left:
            QTimer.singleShot(5, look)

    QTimer.singleShot(0, look)

    def all_asked() -> list[str]:
        qtbot.waitUntil(lambda: not left, timeout=LONG)
        return asked

    return all_asked


@pytest.fixture
def months(study: Study, other_study: Study, tmp_path: Path) -> dict[str, dict[str, Any]]:
    """Reports of three months on disk, by name; october.json and november.json are two studies."""
    found = {
        "october.json": study.draft_report(),
        "november.json": other_study.draft_report(),
        "december.json": study.draft_report(3),
    }
    for name, report in found.items():
        (tmp_path / name).write_bytes(json_bytes(report))
    return found


@pytest.mark.parametrize("shown", ["october.json", "november.json"])
def test_of_two_saved_reports_it_is_asked_which_is_shown(
    window: MainWindow,
    qtbot: QtBot,
    months: dict[str, dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    shown: str,
) -> None:
    open_and_settle(qtbot, window, tmp_path / "october.json")
    done = answer(qtbot, "Show november.json" if shown == "november.json" else "Keep october.json")
    open_and_settle(qtbot, window, tmp_path / "november.json")
    (asked,) = done()
    assert "october.json" in asked
    assert str(tmp_path) not in asked
    for name in (shown, "october.json", "november.json", shown):
        if marked(window) != name:
            settle(qtbot, window, lambda name=name: click(window, name))
        assert marked(window) == shown_source(window) == name
        assert shown_drafts(window) == draft_texts(months[name])
        other = ({"october.json", "november.json"} - {name}).pop()
        assert states(window) == {name: "Report, in view", other: "Report, not in view"}
        out = tmp_path / "again.json"
        assert export(window, qtbot, out, monkeypatch) == json_bytes(months[name])


def test_the_keys_choose_as_the_mouse_does(
    window: MainWindow, qtbot: QtBot, months: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    done = answer(qtbot, "Show november.json", "Keep november.json")
    open_and_settle(qtbot, window, *(tmp_path / name for name in months))
    done()
    assert shown_source(window) == "november.json"
    view = file_list(window)
    view.setFocus()
    for key, name in (
        (Qt.Key.Key_Down, "december.json"),
        (Qt.Key.Key_Home, "october.json"),
        (Qt.Key.Key_Down, "november.json"),
    ):
        settle(qtbot, window, lambda key=key: QTest.keyClick(view, key))
        assert marked(window) == shown_source(window) == name
        assert shown_drafts(window) == draft_texts(months[name])


def test_computed_figures_and_a_saved_report(
    window: MainWindow, qtbot: QtBot, other_study: Study, months: dict[str, Any], tmp_path: Path
) -> None:
    """The drafts file first: what is computed stays until the saved report is chosen."""
    open_and_settle(qtbot, window, *other_study.files)
    assert shown_source(window) == "drafts.json"
    open_and_settle(qtbot, window, tmp_path / "october.json")
    for name in ("drafts.json", "october.json", "drafts.json"):
        if shown_source(window) != name:
            settle(qtbot, window, lambda name=name: click(window, name))
        own = name == "drafts.json"
        report = other_study.draft_report() if own else months["october.json"]
        assert shown_source(window) == name
        assert shown_drafts(window) == draft_texts(report)
        assert window.metrics.saved.isVisible() != own
        assert window.file_panel.minimum_cell_size.isEnabled() == own
        assert states(window)["october.json"] == f"Report, {'not ' if own else ''}in view"
        assert states(window)["drafts.json"] == f"Drafts, {'' if own else 'not '}in view"
    window.pages.setCurrentIndex(AGREEMENT)
    assert shown_source(window) == "return-1.json and return-2.json"
    assert rates_are(window, other_study.review_report())


def test_a_closed_report_gives_place_to_the_other(
    window: MainWindow, qtbot: QtBot, months: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    done = answer(qtbot, "Show november.json")
    open_and_settle(qtbot, window, tmp_path / "october.json", tmp_path / "november.json")
    done()
    settle(qtbot, window, window.actions_.remove.trigger)
    assert names(window) == ["october.json"]
    assert shown_source(window) == "october.json"
    assert shown_drafts(window) == draft_texts(months["october.json"])
    assert states(window) == {"october.json": "Report, consistent"}


def test_reading_again_does_not_ask(
    window: MainWindow, qtbot: QtBot, months: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    done = answer(qtbot, "Keep october.json")
    open_and_settle(qtbot, window, tmp_path / "october.json", tmp_path / "november.json")
    done()
    open_and_settle(qtbot, window, tmp_path / "november.json", tmp_path / "october.json")
    assert boxes(window) == []
    assert shown_source(window) == "october.json"
    assert shown_drafts(window) == draft_texts(months["october.json"])


def test_claims_beside_a_saved_report_of_claims(
    window: MainWindow, qtbot: QtBot, study: Study, other_study: Study, saved: dict[str, Path]
) -> None:
    open_and_settle(qtbot, window, other_study.claims)
    computed = window.session.reports.claims
    assert shown_source(window) == "claims.json"
    open_and_settle(qtbot, window, saved["claims"])
    assert shown_source(window) == "claims.json"
    settle(qtbot, window, lambda: click(window, "saved-claims.json"))
    later = window.session.reports.claims
    assert shown_source(window) == "saved-claims.json"
    assert later is not None and later != computed
    settle(qtbot, window, lambda: click(window, "claims.json"))
    assert shown_source(window) == "claims.json"
    assert window.session.reports.claims == computed


def test_no_name_stands_on_a_projector(
    window: MainWindow, qtbot: QtBot, months: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    done = answer(qtbot, "Show november.json")
    open_and_settle(qtbot, window, tmp_path / "october.json", tmp_path / "november.json")
    done()
    send_out(window, window.actions_.present)()
    (shown,) = window.findChildren(Presentation)
    words = [x.text() + x.toolTip() + x.accessibleName() for x in shown.findChildren(QLabel)]
    assert "From a saved report" in "".join(words)
    assert not [text for text in words if "november" in text or "october" in text]
    assert "november" not in shown.windowTitle()
    shown.close()


def test_identifiers_in_a_name_are_hidden_in_question_and_page(
    window: MainWindow, qtbot: QtBot, months: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    secret = tmp_path / "november 0123456789abcdef & co.json"
    secret.write_bytes(json_bytes(months["november.json"]))
    done = answer(qtbot, "Show november … && co.json")
    open_and_settle(qtbot, window, tmp_path / "october.json", secret)
    assert "0123456789" not in "".join(done())
    assert shown_source(window) == "november … & co.json"
