"""The tours of the disclosure check."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from evalcore.service.protocol import Disclosure

if TYPE_CHECKING:
    from pathlib import Path

    from tools.screenshots import Scene


def disclosure(scene: Scene) -> None:
    """Nothing open, running, findings, what to do, no finding, few encounters, many findings."""
    window, files = scene.window, scene.files
    window.pages.setCurrentWidget(window.disclosure)
    scene.shoot("60-disclosure-empty", every_size=True)
    scene.open_until_paused(files.drafts, "CheckDisclosure", 0, 0)
    scene.shoot("61-disclosure-checking")
    scene.until_idle(scene.evaluator.go_on)
    scene.open(*files.returns, files.claims)
    scene.shoot("62-disclosure-findings", every_size=True)
    window.actions_.export_as["Markdown"].trigger()
    scene.shoot_dialog("63-disclosure-export-asks")
    window.disclosure.explain()
    scene.shoot_dialog("64-disclosure-explained")
    scene.until_idle(partial(window.disclosure.remedies.pressed.emit, 0))
    scene.shoot("65-disclosure-clear", every_size=True)
    scene.until_idle(window.session.remove_all)
    scene.open(files.one_patient())
    scene.shoot("66-disclosure-few-encounters")
    scene.evaluator.scripted["CheckDisclosure"] = _many()
    scene.until_idle(window.checker.check_again)
    scene.shoot("67-disclosure-many", every_size=True)
    scene.evaluator.scripted.clear()
    scene.evaluator.pause_again("CheckDisclosure")
    window.checker.check_again()
    scene.until_paused()
    scene.until_idle(window.session.cancel)
    scene.shoot("68-disclosure-cancelled")
    scene.evaluator.go_on()


def earlier_reports(scene: Scene) -> None:
    """Compared with earlier reports, and with what went out before."""
    window, files, checker = scene.window, scene.files, scene.window.checker
    scene.open(files.drafts, *files.returns)
    window.pages.setCurrentWidget(window.disclosure)
    _set_minimum(scene, 6)
    _compare(scene, files.claims)
    scene.shoot("70-disclosure-earlier-unusable")
    _leave_out(scene)
    window.info.clear()
    _compare(scene, files.earlier_claims())
    scene.shoot("71-disclosure-earlier-other-kind")
    _leave_out(scene)
    _compare(scene, files.earlier("draft-metrics-april.json", -5))
    scene.shoot("72-disclosure-earlier", every_size=True)
    window.actions_.present.trigger()
    scene.shoot_dialog("73-disclosure-present-asks")
    _leave_out(scene)
    _compare(scene, files.earlier("draft-metrics-other.json", 8))
    scene.shoot("74-disclosure-not-judged")
    _leave_out(scene)
    checker.note_published((window.session.reports.drafts,))
    _set_minimum(scene, 5)
    scene.shoot("75-disclosure-exported-before")


def _compare(scene: Scene, path: Path) -> None:
    scene.until_idle(partial(scene.window.checker.compare_with, [str(path)]))


def _leave_out(scene: Scene) -> None:
    scene.until_idle(partial(scene.window.disclosure.left_out.emit, 0))


def _set_minimum(scene: Scene, size: int) -> None:
    scene.until_idle(partial(scene.window.file_panel.minimum_cell_size.setValue, size))


def _many() -> Disclosure:
    """More findings than a small study has: every metric against every slice."""
    from evalcore.disclosure import findings
    from evalcore.disclosure.words import words
    from evalcore.metrics import METRICS
    from evalcore.service.protocol import Disclosure, Finding
    from evalcore.vocabulary import SLICES

    found = [
        findings.Finding("small_count", (metric,), (name,), later)
        for later in (False, True)
        for metric in METRICS
        for name in SLICES
    ]
    wait = "Wait for more encounters, and check again before anything goes out."
    return Disclosure(
        tuple(Finding(f.kind, f.metrics, f.slices, f.earlier, words(f)) for f in found),
        (),
        None,
        (
            findings.Remedy((findings.MINIMUM,), "Raise the minimum cell size to 12.", 12),
            findings.Remedy((findings.WAIT,), wait),
        ),
    )
