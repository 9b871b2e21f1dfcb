"""A suppressed count is nowhere outside the evaluator, and nothing depends on it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hidden_counts
import pytest
from command_helpers import environment
from eval_helpers import CHECKOUT
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_help import draft_report, open_and_settle, running, settle

from app.shell.main_window import MainWindow
from app.shell.projector.window import Presentation

pytestmark = pytest.mark.process

HIGHEST = 9999
QUIET = """
import sys; sys.path.insert(0, sys.argv[1])
from evalcore.service import process as service_process; service_process.PROGRESS_INTERVAL = 1e12
"""


def test_no_suppressed_count_is_anywhere_in_the_process() -> None:
    tests = Path(__file__).with_name("memory_of_suppressed.py")
    code = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    run = subprocess.run(
        [*code, str(tests)],
        env=environment(QT_QPA_PLATFORM="offscreen"),
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout
    assert "2 passed" in run.stdout


# two inputs that differ behind suppression alone


Screen = dict[str, QImage]


def everything(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    paths: list[Path],
    minimum: int,
    export: Path,
) -> tuple[Screen, dict[str, bytes], list[bytes]]:
    """What is on the screen, in the exports and on the pipe from the evaluator."""
    lines: list[bytes] = []
    genuine = json.loads

    def hear(line: bytes | str) -> Any:
        if isinstance(line, bytes):
            lines.append(line)
        return genuine(line)

    with monkeypatch.context() as patch:
        patch.setattr(json, "loads", hear)
        window = make_window()
        window.engine.set_command(
            running(f"import sys; sys.path.insert(0, sys.argv[1]); {QUIET}\n")
        )
        window.file_panel.minimum_cell_size.setValue(minimum)
        for path in paths:  # one by one, or it depends on the clock what is asked in between
            open_and_settle(qtbot, window, path)
        screen = {}
        for number, action in enumerate(window.actions_.pages, 1):
            action.trigger()
            window.pages.setFocus()
            screen[f"page {number}"] = window.grab().toImage()
        window.actions_.present.trigger()
        (shown,) = window.findChildren(Presentation)
        with qtbot.waitExposed(shown):
            pass
        for number in range(5):
            screen[f"presentation {number}"] = shown.grab().toImage()
            qtbot.keyClick(shown, Qt.Key.Key_Right)
        shown.close()
        written = exports(window, qtbot, patch, export)
        window.close()
    return screen, written, lines


def exports(
    window: MainWindow, qtbot: QtBot, patch: pytest.MonkeyPatch, folder: Path
) -> dict[str, bytes]:
    folder.mkdir(exist_ok=True)
    actions = window.actions_
    made = {}
    for name, page, action in (
        ("metrics.json", 3, actions.export_in_view),
        ("agreement.json", 4, actions.export_in_view),
        ("report.md", 3, actions.export_as["Markdown"]),
        ("report.html", 3, actions.export_as["Html"]),
        ("report.pdf", 3, actions.export_as["Pdf"]),
    ):
        actions.pages[page - 1].trigger()
        path = folder / name
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_, _to=path, **__: (str(_to), ""))
        settle(qtbot, window, action.trigger)
        made[name] = path.read_bytes()
    return made


SIZE = 400_000


def said(lines: list[bytes]) -> set[bytes]:
    """The answers without their numbers: how often the window asks depends on the clock."""
    given_up = b'"fault": {"code": "cancelled"'
    return {re.sub(rb'^{"id": \d+', b"", line) for line in lines if given_up not in line}


def few_contradictions(count: int) -> list[dict[str, Any]]:
    """40 drafts; ``count`` statements contradict, and the others of four rest on nothing."""
    rows = []
    for number in range(40):
        truth = [hidden_counts.fact(f"{number} {n}") for n in range(6)]
        statements = []
        for n in range(6):
            cited = truth[n]
            changes: dict[str, Any] = {"fact_id": hidden_counts.hexid("s", number, n)}
            if n == 0 and number < 4:
                wrong = number < count
                changes |= {"negated": True} if wrong else {"proposition": "a" * 64}
            elif n == 1 and number < 20:
                changes |= {"section": "objective"}
            statements.append({**cited, **changes, "citations": [cited["fact_id"]]})
        rows.append(hidden_counts.encounter(f"few {number}", truth, statements))
    return rows


def pair_of_all(number: int) -> tuple[list[dict[str, Any]], str]:
    counts = [(300, 320, 20, 30), (310, 330, 25, 12)][number]
    rows = [
        row
        for part in range(12)
        for row in hidden_counts.encounters(*(n // 10 for n in counts))
        for row in [{**row, "blinded_case_id": hidden_counts.hexid("case", part)}]
    ]
    return rows, ["aaaaaaaaaadd", "uuaaaaaaaddd"][number]


def pair_of_few(number: int) -> tuple[list[dict[str, Any]], str]:
    return few_contradictions([3, 2][number]), "a" * 20 + "d" * 20


PAIRS = {"all are suppressed": (pair_of_all, HIGHEST), "two of five are": (pair_of_few, 5)}


@pytest.mark.parametrize("case", PAIRS)
def test_what_differs_behind_suppression_alone_looks_the_same(
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    case: str,
) -> None:
    make, minimum = PAIRS[case]
    found, reports = [], []
    for number in range(2):
        paths = hidden_counts.write(tmp_path / "study", *make(number), size=SIZE)
        for path in paths:
            os.utime(path, ns=(10**18, 10**18))
        reports.append([draft_report(paths[0], minimum), draft_report(paths[0], 2)])
        export = tmp_path / "export"
        screen, written, lines = everything(make_window, qtbot, monkeypatch, paths, minimum, export)
        # the one time of a file that nobody can set: when this test wrote it
        for changed in {str(path.stat().st_ctime_ns).encode() for path in paths}:
            lines = [line.replace(changed, b"0") for line in lines]
        found.append((screen, written, lines))
    assert reports[0][0] == reports[1][0], "the pair is none: it differs in what may be shown"
    assert reports[0][1] != reports[1][1], "the pair is none: it does not differ at all"
    (screen, written, lines), (other_screen, other_written, other_lines) = found
    assert [name for name, image in screen.items() if other_screen[name] != image] == []
    assert [name for name, data in written.items() if other_written[name] != data] == []
    assert said(lines) == said(other_lines)
    assert len(lines) >= 6 and len(screen) > 9 and len(written) == 5
    QApplication.clipboard().clear()
