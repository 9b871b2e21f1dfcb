"""A suppressed count is nowhere outside the evaluator, and nothing depends on it."""

from __future__ import annotations

import gc
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import Any

import hidden_counts
import pytest
from command_helpers import environment
from eval_helpers import CHECKOUT
from leak_scan import scan
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_help import LONG, draft_report, open_and_settle, settle, shown_drafts

from app import evaluator, evaluator_child
from app.main_window import MainWindow
from app.widgets.presentation import Presentation

MASK = 0x5A5A5A
"""Numbers are kept in another form, or the search for them would find itself."""

HIGHEST = 9999
QUIET = "from evalcore import service_process; service_process.PROGRESS_INTERVAL = 1e12"


class Counts:
    """Numbers to look for, as numbers and in texts: 4001, "4001" and "4,001"."""

    def __init__(self, masked: Iterable[int]) -> None:
        self._masked = frozenset(masked)

    def has(self, value: object) -> bool:
        if type(value) is int:
            return value ^ MASK in self._masked
        if type(value) is float:
            return value.is_integer() and abs(value) < 1e6 and int(value) ^ MASK in self._masked
        if isinstance(value, str):
            return self.find(value) is not None
        return (
            isinstance(value, bytes | bytearray) and self.find(value.decode("latin-1")) is not None
        )

    def find(self, text: str, *, path_allowed: bool = False) -> str | None:
        for word in re.findall(r"(?<![\w.#])\d,?\d{3}(?![\w.])", text):
            if int(word.replace(",", "")) ^ MASK in self._masked:
                return "a count"
        return None


def all_numbers() -> set[int]:
    """Every number of four digits that some object of the process refers to."""
    found = set()
    for thing in gc.get_objects():
        for part in gc.get_referents(thing):
            if type(part) is int and 1000 <= part <= HIGHEST:
                found.add(part)
            elif type(part) is str:
                words = re.findall(r"(?<![\w.#])\d,?\d{3}(?![\w.])", part)
                found.update(int(word.replace(",", "")) for word in words)
    return found


def in_memory(counts: Counts) -> list[str]:
    """What in the whole process refers to a count: the kind of thing, and its module's name."""
    found = []
    gc.collect()
    for thing in gc.get_objects():
        for part in gc.get_referents(thing):
            if counts.has(part) and not of_an_enumeration(thing):
                kind = type(thing)
                found.append(f"{kind.__module__}.{kind.__name__} with a {type(part).__name__}")
    return found


def of_an_enumeration(thing: object) -> bool:
    """Tell whether it is a table of Qt's constants, which are made when first asked for."""
    if type(thing) is not dict:
        return False
    return "__objclass__" in thing or all(isinstance(value, Enum) for value in thing.values())


@pytest.fixture
def hidden(tmp_path: Path) -> tuple[list[Path], Counts]:
    """A study of counts that are nowhere else in this process, written by another."""
    used = all_numbers()
    draw = random.Random(1)
    for _ in range(100_000):  # after other tests few numbers are left
        facts, statements = draw.randint(7001, 9000), draw.randint(7001, 8800)
        left_out, wrong = draw.randint(2001, 3500), draw.randint(1001, 1500)
        said = facts - left_out
        unsupported = statements - said
        numbers = [facts, statements, left_out, wrong, said, unsupported, statements - wrong]
        if statements > said + wrong and not used & set(numbers):
            break
    else:
        raise AssertionError("every number is used already")
    arguments = [facts, statements, left_out, wrong]
    folder = tmp_path / "hidden"
    code = [sys.executable, hidden_counts.__file__, str(folder), *map(str, arguments)]
    subprocess.run(code, env=environment(), cwd=CHECKOUT, check=True)
    counts = Counts(number ^ MASK for number in numbers)
    return [folder / "drafts.json", folder / "return-1.json", folder / "return-2.json"], counts


def look_at_pages(window: MainWindow) -> None:
    """Let each page be painted, so that it makes what it makes for that."""
    for action in window.actions_.pages:
        action.trigger()
        window.grab()


def look_at_everything(window: MainWindow, qtbot: QtBot) -> None:
    look_at_pages(window)
    window.actions_.present.trigger()
    (shown,) = window.findChildren(Presentation)
    shown.grab()
    shown.close()
    qtbot.waitUntil(lambda: not window.findChildren(Presentation), timeout=LONG)


def test_no_suppressed_count_is_anywhere_in_the_window(
    qtbot: QtBot, make_window: Callable[[], MainWindow], hidden: tuple[list[Path], Counts]
) -> None:
    paths, counts = hidden
    window = make_window()
    window.file_panel.minimum_cell_size.setValue(HIGHEST)
    open_and_settle(qtbot, window, *paths)
    assert {texts[0] for texts in shown_drafts(window).values()} == {"suppressed"}
    look_at_everything(window, qtbot)
    assert in_memory(counts) == []
    assert scan(window, counts) == []  # type: ignore[arg-type]


def test_counts_that_were_shown_go_with_the_minimum_that_allowed_them(
    qtbot: QtBot, make_window: Callable[[], MainWindow], hidden: tuple[list[Path], Counts]
) -> None:
    """They are found while they are shown: the search is no blind one.

    Not presented: what has gone out is remembered, for the release check.
    """
    paths, counts = hidden
    window = make_window()
    window.file_panel.minimum_cell_size.setValue(2)
    open_and_settle(qtbot, window, *paths)
    look_at_pages(window)
    assert in_memory(counts) != []
    assert scan(window, counts) != []  # type: ignore[arg-type]
    settle(qtbot, window, lambda: window.file_panel.minimum_cell_size.setValue(HIGHEST))
    look_at_everything(window, qtbot)
    assert in_memory(counts) == []
    assert scan(window, counts) == []  # type: ignore[arg-type]


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
    genuine = evaluator_child._sound

    def hear(line: bytes) -> dict[str, Any]:
        lines.append(line)
        return genuine(line)

    with monkeypatch.context() as patch:
        patch.setattr(evaluator_child, "_sound", hear)
        start = evaluator._START.replace("from evalcore.", f"{QUIET}; from evalcore.", 1)
        patch.setattr(evaluator, "_START", start)
        window = make_window()
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
        ("metrics.json", 3, actions.export_json),
        ("agreement.json", 4, actions.export_json),
        ("report.md", 3, actions.export_markdown),
        ("report.html", 3, actions.export_html),
        ("report.pdf", 3, actions.export_pdf),
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
        found.append(everything(make_window, qtbot, monkeypatch, paths, minimum, export))
    assert reports[0][0] == reports[1][0], "the pair is none: it differs in what may be shown"
    assert reports[0][1] != reports[1][1], "the pair is none: it does not differ at all"
    (screen, written, lines), (other_screen, other_written, other_lines) = found
    assert [name for name, image in screen.items() if other_screen[name] != image] == []
    assert [name for name, data in written.items() if other_written[name] != data] == []
    assert said(lines) == said(other_lines)
    assert len(lines) >= 6 and len(screen) > 9 and len(written) == 5
    QApplication.clipboard().clear()
