"""What both ways of working have in common: xdotool, and waiting for what comes of it."""

from __future__ import annotations

import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from tools.tour.screen import Program
from tools.tour.sight import Failed, Part, Place, Row, Sight, Window

Found = TypeVar("Found")
PROBLEMS = "problemsTable"
FILE_MENU = "File"
TABS, MENU_BAR = "QTabBar", "QMenuBar"


class Hand(ABC):
    """One way to work with the program: with the mouse alone, or with the keyboard alone.

    ``act`` returns what stood in the row whose button was pressed, as a person saw it before.
    """

    def __init__(self, program: Program, variables: dict[str, str]) -> None:
        self.program = program
        self._variables = variables

    def until(self, what: str, find: Callable[[Sight], Found | None]) -> Found:
        """Look until something is found; Failed says that ``what`` did not come."""
        return self.program.until(what, find)

    def dialog(self, title: str) -> Window:
        """Wait until a dialog with this title, or the beginning of it, takes the keys."""
        return self.until(
            f"the dialog “{title}”",
            lambda sight: next(
                (one for one in sight.dialogs if one.title.startswith(title) and one.active), None
            ),
        )

    def no_dialog(self) -> None:
        """Wait until nothing is open over the window, which takes the keys again."""

        def gone(sight: Sight) -> bool:
            return not sight.dialogs and sight.main is not None and sight.main.active

        self.until("the end of the dialog", gone)

    def table(self, name: str = PROBLEMS) -> Part:
        """Return a table or list of the main window as it is seen now."""
        return self.until(f"the list {name}", lambda sight: part_of(sight, name))

    def listed(self, name: str) -> None:
        """Wait until a file is in the list of files."""

        def there(sight: Sight) -> bool:
            files = part_of(sight, "fileList")
            return files is not None and files.row(name) is not None

        self.until(f"{name} in the list", there)

    def page(self, page: str) -> None:
        """Wait until a page is shown."""
        self.until(f"the page {page}", lambda s: (row := row_in(s, TABS, page)) and row.current)

    def text(self, pattern: str) -> str:
        """Wait until a text with this pattern is seen in the main window."""
        return self.until(
            f"a text “{pattern}”",
            lambda sight: sight.main.reads(pattern) if sight.main is not None else None,
        )

    @abstractmethod
    def open(self, names: Sequence[str]) -> None:
        """Open files of the folder that the program was started in."""

    @abstractmethod
    def go_to(self, page: str) -> None:
        """Show a page."""

    @abstractmethod
    def act(self, wanted: Callable[[Row], bool]) -> tuple[str, ...]:
        """Press the button of the first row of the problems that is wanted."""

    @abstractmethod
    def scroll(self, far: int) -> tuple[Part, Row]:
        """Go on in the list of problems and press a button that is seen then.

        Return the list as it was seen before the press, and the row.
        """

    @abstractmethod
    def press(self, words: str) -> None:
        """Press a button of the window or dialog on top."""

    @abstractmethod
    def choose(self, words: str) -> None:
        """Choose one of several in a dialog, or tick a box."""

    @abstractmethod
    def leave(self) -> None:
        """Close the dialog on top without doing anything."""

    @abstractmethod
    def menu(self, menu: str, entry: str) -> None:
        """Choose an entry of a menu."""

    @abstractmethod
    def save(self, title: str) -> None:
        """Take the name that the dialog with this title has ready."""

    @abstractmethod
    def set_size(self, size: int) -> None:
        """Set the minimum cell size."""

    @abstractmethod
    def do(self, what: str) -> None:
        """Do one of what takes a single key: reload, quit, export, present and so on."""

    # xdotool

    def _send(self, *words: str | int) -> None:
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self._variables, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"xdotool {words[0]} failed")

    def _move(self, place: Place) -> None:
        self._send("mousemove", *place.middle)

    def _click(self, place: Place, *, times: int = 1) -> None:
        self._send("mousemove", *place.middle, "click", "--repeat", times, "--delay", 60, 1)

    def _wheel(self, notches: int) -> None:
        button = 5 if notches > 0 else 4
        self._send("click", "--repeat", abs(notches), "--delay", 8, button)

    def _key(self, *names: str) -> None:
        self._send("key", "--delay", 8, *names)

    def _type(self, text: str) -> None:
        self._send("type", "--delay", 8, text)


def part_of(sight: Sight, words: str) -> Part | None:
    """Return a part of the main window."""
    return sight.main.part(words) if sight.main is not None else None


def row_in(sight: Sight, kind: str, words: str) -> Row | None:
    """Return a tab, or a title of the menu bar."""
    parts = sight.main.parts if sight.main is not None else ()
    rows = (part.row(words) for part in parts if part.kind == kind)
    return next((row for row in rows if row is not None), None)


def enabled(sight: Sight, words: str) -> Part | None:
    """Return a part of the window on top that can be pressed."""
    top = sight.top
    if top is None or not top.active:
        return None
    return next((part for part in top.parts if part.on and words in (part.text, part.says)), None)
