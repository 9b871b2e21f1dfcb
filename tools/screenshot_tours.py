"""What is photographed, and in which order: one tour a window."""

from __future__ import annotations

import contextlib
import io
from functools import partial
from typing import TYPE_CHECKING, Any

from evalcore.service.protocol import RecordReason
from tools.screenshot_disclosure import disclosure, earlier_reports

if TYPE_CHECKING:
    from app.engine.session import Session
    from evalcore.service.protocol import Problem
    from tools.screenshots import Scene


def _figures(scene: Scene) -> None:
    """Start page, draft metrics, review agreement."""
    from app.platform.crash_guard import EvaluatorCrash

    window, files = scene.window, scene.files
    scene.shoot("01-start", every_size=True)
    scene.open(*files.returns)
    window.pages.setCurrentWidget(window.metrics)
    scene.shoot("02-metrics-empty")
    scene.open_until_paused(files.drafts, "Open", 86_000_000, 204_000_000)
    scene.shoot("03-metrics-reading")
    scene.until_idle(scene.evaluator.go_on)
    scene.shoot("04-metrics", every_size=True)
    table = window.metrics.table
    table.setCurrentIndex(table.model().index(5, 2))
    scene.shoot("05-metrics-row")
    window.metrics.modes.select("ALL_FIGURES")
    scene.shoot("06-metrics-all-figures", every_size=True)
    window.metrics.modes.select("COMPARE")
    table.choose_metric("contradiction")
    scene.shoot("07-metrics-suppressed")
    window.metrics.explain()
    scene.shoot_dialog("08-metrics-explained")
    window.pages.setCurrentWidget(window.agreement)
    scene.shoot("09-agreement", every_size=True)
    size = window.file_panel.minimum_cell_size
    scene.until_idle(lambda: size.setValue(20))
    scene.shoot("10-agreement-suppressed")
    scene.until_idle(lambda: size.setValue(5))
    scene.open(files.folder / "not-there.json")
    scene.shoot("11-not-opened")
    window.guard.handle(EvaluatorCrash("draft_metrics-88-KeyError"))
    with contextlib.redirect_stderr(io.StringIO()):
        scene.shoot_dialog("12-crash-message")


def _returns(scene: Scene) -> None:
    """The return check, from mangled files to one that can be imported."""
    from app.kit.segmented import Segmented

    window, files = scene.window, scene.files
    page, session = window.check, window.session
    window.pages.setCurrentWidget(page)
    scene.shoot("20-check-empty")
    scene.open(files.drafts, *files.mangled)
    scene.shoot("21-check-not-ready", every_size=True)
    page.show_file(1)
    scene.shoot("22-check-one-file")
    page.show_file(None)
    turns: Any = page.filters.findChild(Segmented, "turnFilter")
    turns.select("coordinator")
    scene.shoot("22-check-look-here")
    turns.select("all")
    scene.until_idle(lambda: page.slip_requested.emit(_number(session, "return-ward-2.json")))
    scene.shoot_dialog("23-check-slip")
    scene.until_idle(lambda: page.aside_requested.emit(_problem(session, "same content").id))
    dialog = scene.shoot_dialog("24-check-set-aside", close=False)
    next(iter(dialog.choices.values())).setChecked(True)
    scene.until_idle(dialog.aside_button.click)
    first = _for_committee(session)[0]
    scene.until_idle(lambda: page.reason_requested.emit(first))
    dialog = scene.shoot_dialog("25-check-reason", close=False)
    dialog.choices["clinical_interpretation"].setChecked(True)
    dialog.adjudicated.setChecked(True)
    scene.until_idle(dialog.record_button.click)
    scene.shoot("26-check-settled", every_size=True)
    window.pages.setCurrentWidget(window.agreement)
    scene.shoot("27-agreement-not-ready")
    window.pages.setCurrentWidget(page)
    for path in files.mend():
        number = next(f.number for f in session.files if f.name == path.name)
        scene.until_idle(partial(session.reload, number))
    for draft in _for_committee(session):
        reason = RecordReason(draft, "other", adjudicated=False)
        scene.until_idle(partial(page.settle.emit, reason))
    scene.shoot("28-check-ready", every_size=True)


def _claims(scene: Scene) -> None:
    """Unsupported claims."""
    window, files = scene.window, scene.files
    window.pages.setCurrentWidget(window.claims)
    scene.shoot("30-claims-empty")
    scene.open_until_paused(files.claims, "ScoreClaims", 212_000, 600_000)
    scene.shoot("31-claims-scoring")
    scene.until_idle(scene.evaluator.go_on)
    scene.shoot("32-claims", every_size=True)
    window.claims.explain()
    scene.shoot_dialog("33-claims-explained")


def _saved(scene: Scene) -> None:
    """Reports that were exported before."""
    window = scene.window
    scene.open(*scene.files.saved_reports())
    scene.shoot("40-saved-metrics")
    window.pages.setCurrentWidget(window.agreement)
    scene.shoot("41-saved-agreement")
    window.pages.setCurrentWidget(window.check)
    scene.shoot("42-saved-check")


def _number(session: Session, name: str) -> int:
    return next(n for n, file in enumerate(session.returns, 1) if file.name == name)


def _problem(session: Session, words: str) -> Problem:
    return next(each for each in session.reports.problems if words in each.message)


def _for_committee(session: Session) -> list[int]:
    problems = session.reports.problems
    return [each.draft for each in problems if each.draft and each.turn == "committee"]


def _present(scene: Scene) -> None:
    """The draft metrics on a projector."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from app.pages.disclosure.dialog import DisclosureDialog
    from app.shell.projector.window import Presentation

    window, files = scene.window, scene.files
    scene.open(files.drafts)
    window.actions_.present.trigger()
    asking: Any = window.findChild(DisclosureDialog)
    if asking is not None:
        asking.read.setChecked(True)
        asking.go_button.click()
    shown: Any = window.findChild(Presentation)
    scene.shoot("50-presentation", of=shown)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    scene.shoot("51-presentation-classes", of=shown)
    QTest.keyClick(shown, Qt.Key.Key_Right)
    QTest.keyClick(shown, Qt.Key.Key_Right)
    scene.shoot("52-presentation-suppressed", of=shown)
    shown.close()


TOURS = (_figures, _returns, _claims, _saved, _present, disclosure, earlier_reports)
