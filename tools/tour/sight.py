"""What the eye tells, and how things are found in it: by what they say, as a person finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Spot = tuple[int, int]
"""A pixel of the screen."""


class Failed(Exception):
    """What was seen instead of what should have been."""


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of the screen, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> Spot:
        return self.left + self.width // 2, self.top + self.height // 2


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list or table, an entry of a menu, a tab. ``button`` is where its button is."""

    texts: tuple[str, ...]
    place: Place
    number: int
    whole: bool
    current: bool
    on: bool
    button: Place | None

    def says(self, text: str) -> bool:
        return any(text in one for one in self.texts)


@dataclass(frozen=True, slots=True)
class Part:
    """A widget that is seen."""

    kind: str
    name: str
    says: str
    text: str
    place: Place
    whole: bool
    on: bool
    focus: bool
    checked: bool
    rows: tuple[Row, ...]

    def row(self, text: str) -> Row | None:
        """Return the first row that says this."""
        return next((row for row in self.rows if row.says(text)), None)

    @property
    def words(self) -> str:
        return self.text or self.says


@dataclass(frozen=True, slots=True)
class Window:
    """A window, a dialog or an open menu."""

    kind: str
    name: str
    title: str
    active: bool
    parts: tuple[Part, ...]

    def part(self, words: str) -> Part | None:
        """Return the first part with this name or these words."""
        for part in self.parts:
            if words in (part.name, part.text, part.says):
                return part
        return None

    def reads(self, pattern: str) -> str | None:
        """Return the first text in the window that has this pattern."""
        texts = [self.title, *(text for part in self.parts for text in (part.text, part.says))]
        return next((text for text in texts if re.search(pattern, text)), None)


@dataclass(frozen=True, slots=True)
class Sight:
    """All that is seen of the program at one moment."""

    windows: tuple[Window, ...]

    @property
    def main(self) -> Window | None:
        return next((one for one in self.windows if one.kind == "MainWindow"), None)

    @property
    def menus(self) -> list[Window]:
        return [one for one in self.windows if one.kind == "QMenu"]

    @property
    def dialogs(self) -> list[Window]:
        """What is open over the main window, besides menus and tool tips."""
        apart = ("MainWindow", "QMenu", "QTipLabel", "QComboBoxPrivateContainer")
        return [one for one in self.windows if one.kind not in apart]

    @property
    def top(self) -> Window | None:
        """The dialog that takes the keys, else the main window."""
        dialogs = self.dialogs
        active = [one for one in dialogs if one.active]
        return (active or dialogs)[-1] if dialogs else self.main

    def focus(self) -> Part | None:
        parts = (part for one in self.windows for part in one.parts)
        return next((part for part in parts if part.focus), None)

    def lines(self) -> Iterator[str]:
        """Say in words what is seen, from the top: to a person who asks why the tour failed."""
        for one in self.windows:
            yield f"{one.kind} “{one.title}”{', active' * one.active}"
            for part in one.parts:
                marks = ", has the focus" * part.focus + ", off" * (not part.on)
                if part.words or part.rows or part.focus:
                    yield f"  {part.kind} {part.name} “{part.words}”{marks}"
                for row in part.rows:
                    yield f"    {' | '.join(filter(None, row.texts))}{' (current)' * row.current}"


def sight_of(told: dict[str, Any]) -> Sight:
    """Return what the eye told as a sight."""
    return Sight(tuple(map(_window, told["windows"])))


def _window(told: dict[str, Any]) -> Window:
    parts = tuple(map(_part, told["parts"]))
    return Window(**{**told, "parts": parts})


def _part(told: dict[str, Any]) -> Part:
    rows = tuple(map(_row, told["rows"]))
    return Part(**{**told, "place": Place(*told["place"]), "rows": rows})


def _row(told: dict[str, Any]) -> Row:
    button = Place(*told["button"]) if told["button"] else None
    place = Place(*told["place"])
    return Row(**{**told, "texts": tuple(told["texts"]), "place": place, "button": button})


# what is checked of what is seen


def complaint(row: Sequence[str], dialog: Window) -> str | None:
    """Return what is wrong with the dialog that came after a click on a row's button, or None.

    ``row`` are the texts that stood at the pixel: icon, file, row, field, message, action.
    """
    file, message, action = row[1], row[4].partition("\n")[0], row[5]
    draft = re.match(r"Draft (\d+)", message)
    if action.startswith("Correction slip"):
        right = dialog.title == f"Correction slip for {file[:1].lower()}{file[1:]}"
    elif action.startswith("Record reason"):
        right = draft is not None and dialog.title == f"Reason for draft {draft[1]}"
    else:
        right = dialog.title == "What to set aside" and dialog.reads(re.escape(message)) is not None
    return None if right else f"the row {file}: {message} ({action}) opened “{dialog.title}”"


def moved(before: Part, after: Part) -> list[str]:
    """Return the rows that are seen before and after, and stand elsewhere now."""
    places = {row.texts[:-1]: row.place for row in before.rows if row.whole}
    return [
        f"{row.texts[1]}: {row.texts[4]}" if len(row.texts) > 4 else row.texts[0]
        for row in after.rows
        if row.whole and places.get(row.texts[:-1], row.place) != row.place
    ]
