"""Looks through the whole process for suppressed counts.

It needs a process in which few numbers are in use: ``test_suppressed.py`` runs it in one
of its own.
"""

from __future__ import annotations

import gc
import linecache
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path

import hidden_counts
import pytest
from command_helpers import environment
from eval_helpers import CHECKOUT
from leak_scan import scan
from pytestqt.qtbot import QtBot
from window_help import LONG, open_and_settle, settle, shown_drafts

from app.shell.main_window import MainWindow
from app.shell.projector.window import Presentation

pytestmark = pytest.mark.process

MASK = 0x5A5A5A
"""Numbers are kept in another form, or the search for them would find itself."""

HIGHEST = 9999


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
    linecache.clearcache()  # PySide reads a module's source when a page of it is imported
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

    Not presented: what has gone out is remembered, for the disclosure check.
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
