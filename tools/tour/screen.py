"""A screen that nobody sees, with a window manager, and the program on it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TypeVar

from tools.bundle_x11 import screen
from tools.environment import ROOT
from tools.tour.sight import Failed, Sight, sight_of

PATIENCE = 120.0
"""Seconds until something that must come is given up; a busy machine may need long."""
_OFTEN = 0.05
Found = TypeVar("Found")


@contextlib.contextmanager
def desk(folder: Path) -> Iterator[dict[str, str]]:
    """Give the variables of a screen of 1366 x 768 with openbox and a home of its own."""
    apart = ("QT_", "WAYLAND", "XDG_", "LC_", "LANG")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(apart)}
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config")}
    with screen() as name:
        variables = {**kept, **home, "DISPLAY": name, "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "xcb"}
        manager = subprocess.Popen(
            ["openbox", "--sm-disable"],
            env=variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield variables
        finally:
            manager.terminate()
            manager.wait()


class Program:
    """The program in a process of its own, and what is seen of it."""

    def __init__(self, folder: Path, variables: dict[str, str], said: Path) -> None:
        self._said = said
        with said.open("a") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tools.tour.watched", str(folder)],
                cwd=ROOT,
                env=variables,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )

    def look(self) -> Sight:
        """Return what is seen now; nothing once the program has ended."""
        told = self._ask("look")
        return sight_of(told if told is not None else {"windows": []})

    def picture(self, path: Path) -> None:
        """Write the whole screen to a PNG file."""
        if not (self._ask(f"picture {path}") or {}).get("saved"):
            raise Failed(f"no picture could be written to {path.parent.name}")

    def until(self, what: str, find: Callable[[Sight], Found | None]) -> Found:
        """Look until something is found, and return it. Raises Failed, which says ``what``."""
        end = time.monotonic() + PATIENCE
        while True:
            found = find(self.look())
            if found is not None and found is not False:
                return found
            if time.monotonic() > end:
                raise Failed(f"{what} did not come in {PATIENCE:.0f} s")
            time.sleep(_OFTEN)  # between two looks; what is waited for decides

    def ended(self) -> int:
        """Wait until the program has ended; return its exit code."""
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failed("the program does not end") from None

    def said(self) -> str:
        """What it printed; it should be nothing."""
        return self._said.read_text("utf-8", "replace").strip()

    def kill(self) -> None:
        """End it if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            _close(pipe)

    def _ask(self, question: str) -> dict[str, Any] | None:
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None and told is not None
        try:
            asked.write(f"{question}\n")
            asked.flush()
            if not select.select([told], [], [], PATIENCE)[0]:
                raise Failed(f"the window has stood still for {PATIENCE:.0f} s")
            answer = told.readline()
        except OSError:
            answer = ""
        found: dict[str, Any] | None = json.loads(answer) if answer else None
        if found is not None and "fault" in found:
            raise Failed(f"what is seen cannot be told ({found['fault']})")
        return found


def _close(pipe: IO[str] | None) -> None:
    if pipe is not None:
        with contextlib.suppress(OSError):
            pipe.close()
