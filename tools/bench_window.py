"""How fluid the window is: python -m tools.bench_window [--full] [DRAFTS [RETURN ...]]

Part of dev.py bench. Each line is one JSON object: ``what`` was measured, its
``value``, ``unit`` and ``aim``, and, where there is one, the ``reference`` that it
is compared with. Everything is measured in the real window, drawn without a screen,
on a study of 30 MB (``--full``: 300 MB) unless another is named.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from evalcore.service.protocol import ListChoices, SetAside
from tools.bench_start import start_lines
from tools.bench_studies import drafts_of, facts_of, study
from tools.bench_watch import Desk, Gaps, share
from tools.bench_window_files import large_claims, large_encounter, many_files, many_problems

USUAL, FULL = 30.0, 300.0
"""MB of the study."""

Line = dict[str, Any]


def line(what: str, value: float, unit: str, aim: float, **more: object) -> Line:
    """Return what one measurement has to say."""
    return {"what": what, "value": round(value, 2), "unit": unit, "aim": aim, **more}


def main(arguments: list[str]) -> int:
    """Print all lines, each as soon as it is measured."""
    named = [Path(word) for word in arguments if word != "--full"]
    drafts, *returns = named or study_files(FULL if "--full" in arguments else USUAL)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in (
            start_lines(),
            reading_lines(drafts, returns),
            cancel_lines(drafts, returns, large_claims(folder)),
            encounter_lines(large_encounter(folder)),
            problem_lines(*many_problems(folder)),
            file_lines(many_files(folder)),
        ):
            for one in part:
                print(json.dumps(one), flush=True)
    return 0


def study_files(megabytes: float) -> list[Path]:
    """Return the drafts file of a messy study, and its returns."""
    return sorted(study(drafts_of(megabytes), facts_of(megabytes)).glob("*.json"))


def gap_lines(gaps: Gaps, what: str, aim: float, most: float | None = None) -> Iterator[Line]:
    """Tell the longest gap, and what of it was the window's own; ``most``: of 99 % of all."""
    own = "processor time of the window's thread in it"
    yield line(f"longest time without the event loop {what}", max(gaps.gaps), "ms", aim)
    yield line(f"{own}, at most", max(gaps.worked), "ms", aim)
    if most is not None:
        yield line(f"99th percentile {what}", share(gaps.gaps, 0.99), "ms", most)
        yield line(own, share(gaps.worked, 0.99), "ms", most)


def reading_lines(drafts: Path, returns: list[Path]) -> Iterator[Line]:
    """While a study loads, and the minimum cell size once it is loaded."""
    desk = Desk()
    window = desk.window
    window.pages.setCurrentWidget(window.metrics)
    with Gaps(desk.repaint) as gaps:
        passed = desk.open(drafts, *returns)
    size = sum(path.stat().st_size for path in (drafts, *returns)) / 1e6
    about = f"while {size:.0f} MB load in {passed / 1000:.1f} s, repainted ten times a second"
    yield from gap_lines(gaps, about, 50, 15)
    times = []
    for minimum in (2, 3, 5, 8, 13, 21, 34, 55, 89, 5):
        spin = window.file_panel.minimum_cell_size
        times.append(desk.settle(lambda spin=spin, minimum=minimum: spin.setValue(minimum)))  # type: ignore[misc]
    yield line("another minimum cell size, longest of ten", max(times), "ms", 100)
    desk.close()


def cancel_lines(drafts: Path, returns: list[Path], claims: Path) -> Iterator[Line]:
    """From the click on Cancel until the window is idle, at many moments."""
    desk = Desk()
    for what, files, moments in (
        ("while drafts are read", [drafts], (0.0, 0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95)),
        ("while returns are checked", [drafts, *returns], (0.1, 0.5, 0.9)),
        ("in the bootstrap", [claims], (0.01, 0.3, 0.6, 0.9)),
    ):
        found = [_cancelled(desk, what, files, moment) for moment in moments]
        times = [time for time in found if time is not None]
        name = f"cancel {what}, longest of {len(times)} moments"
        if times:  # else all was over before it could be cancelled
            yield line(name, max(times), "ms", 100)
    desk.close()


def _cancelled(desk: Desk, what: str, files: list[Path], moment: float) -> float | None:
    """Return the ms of one cancel; None if the work was over before."""
    window = desk.window

    def far() -> Callable[[], bool]:
        session = window.session
        if "drafts" in what:
            return lambda: any(f.per_cent >= 100 * moment for f in session.files)
        reporter = session.reporter

        def reached() -> bool:
            done = reporter.checking if "returns" in what else reporter.scoring
            return done is not None and done[1] > 0 and done[0] >= moment * done[1]

        return reached

    window.session.remove_all()
    desk.wait(lambda: not window.engine.busy)
    window.open_files(files)
    reached = far()
    desk.wait(lambda: reached() or not window.engine.busy)
    if not window.engine.busy:
        return None
    start = time.perf_counter()
    window.status.cancel_button.click()
    desk.wait(lambda: not window.engine.busy and window.status.cancel_button.isHidden())
    desk.repaint()
    return 1000 * (time.perf_counter() - start)


def encounter_lines(drafts: Path) -> Iterator[Line]:
    """One encounter of 10,000 facts and 10,000 statements."""
    desk = Desk()
    desk.window.pages.setCurrentWidget(desk.window.metrics)
    with Gaps(desk.repaint) as gaps:
        desk.open(drafts)
    yield from gap_lines(gaps, "while an encounter of 10,000 facts and statements loads", 150)
    desk.close()


def problem_lines(drafts: Path, returns: list[Path]) -> Iterator[Line]:
    """A return check of 100,000 rows that finds 100,000 problems."""
    desk = Desk()
    window = desk.window
    window.pages.setCurrentWidget(window.check)
    with Gaps(desk.repaint) as gaps:
        desk.open(drafts, *returns)
        desk.wait(lambda: not window.check.model.taking_in)
    count = len(window.session.reports.problems)
    yield from gap_lines(gaps, f"while {count:,} problems come", 50)
    with Gaps(desk.repaint) as gaps:
        for column in (2, 3, 4, 1):
            window.check.table.horizontalHeader().sectionClicked.emit(column)
            desk.application.processEvents()
        for file in (7, None):
            window.check.show_file(file)
            desk.application.processEvents()
    yield from gap_lines(gaps, "while they are sorted and filtered", 50)
    desk.close()


def file_lines(paths: list[Path]) -> Iterator[Line]:
    """Thousands of returns with all their rows set aside one by one: opened, settled, closed."""
    desk = Desk()
    session = desk.window.session
    count = f"{len(paths) - 1:,} files"
    yield line(f"{count} are opened and checked", desk.open(*paths) / 1000, "s", 8)
    problem = next(p.id for p in session.reports.problems if "aside" in p.actions)
    session.ask(ListChoices(problem), lambda answer: None, session.tell_failed)
    aside = SetAside(problem, "unknown")
    yield line(
        "all their rows are set aside", desk.settle(lambda: session.settle(aside)), "ms", 900
    )
    yield line(f"{count} are closed", desk.settle(session.remove_all), "ms", 500)
    desk.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
