"""The job with the keyboard alone: the pointer stays in a corner of the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePath

from tools.tour.hand import PROBLEMS, Hand, enabled, part_of
from tools.tour.sight import Failed, Part, Row, Sight, Window

_MOST = 80
"""Steps of the Tab key, or of an arrow key in a menu, after which something cannot be reached."""
_PAGES = ("Start", "Return check", "Draft metrics", "Review agreement", "Unsupported claims")

_KEYS = {
    "reload": "F5",
    "quit": "ctrl+q",
    "export as JSON": "ctrl+e",
    "present": "F11",
    "next metric": "Right",
    "leave the presentation": "Escape",
}


class Keyboard(Hand):
    """Tab, arrows, Enter, Space, Escape and the shortcuts of the menus."""

    def open(self, names: Sequence[str]) -> None:
        self._key("ctrl+o")
        self.dialog("Open files")
        self._until_focus(lambda part: part.name == "fileNameEdit")
        self._type(" ".join(f'"{PurePath(name)}"' for name in names))
        self._key("Return")
        self.no_dialog()
        for name in names:
            self.listed(name)

    def go_to(self, page: str) -> None:
        self._key(f"ctrl+{_PAGES.index(page) + 1}")
        self.page(page)

    def act(self, wanted: Callable[[Row], bool]) -> tuple[str, ...]:
        self._tab_to(lambda part: part.name == PROBLEMS)
        self._key("ctrl+Home")
        row = self.until("the first row", lambda s: self._current(s, lambda row: row.number <= 1))
        while not wanted(row):
            row = self._down(row, "Down")
        self._key("Return")
        return row.texts

    def scroll(self, far: int) -> tuple[Part, Row]:
        self._tab_to(lambda part: part.name == PROBLEMS)
        row = self.until("the current row", lambda s: self._current(s, lambda row: True))
        for _ in range(far):
            row = self._down(row, "Down")
        while not row.texts[5]:
            row = self._down(row, "Down")
        table = self.table()
        self._key("Return")
        return table, row

    def _down(self, row: Row, key: str) -> Row:
        self._key(key)
        return self.until(
            "the next row", lambda s: self._current(s, lambda now: now.number > row.number)
        )

    def _current(self, sight: Sight, test: Callable[[Row], bool]) -> Row | None:
        table = part_of(sight, PROBLEMS)
        rows = table.rows if table is not None and table.focus else ()
        return next((row for row in rows if row.current and row.whole and test(row)), None)

    def press(self, words: str) -> None:
        self._tab_to(lambda part: part.on and words in (part.text, part.says))
        self._key("space")

    def choose(self, words: str) -> None:
        """Tab to it, or to the group that it is in; the arrows go through a group."""
        kind = self.until(f"“{words}” to choose", lambda sight: enabled(sight, words)).kind

        def there(part: Part) -> bool:
            return part.on and words in (part.text, part.says)

        part = self._tab_to(lambda part: there(part) or part.kind == kind == "QRadioButton")
        for _ in range(_MOST):
            if there(part):
                break
            part = self._step(part, "Down")
        if not part.checked:
            self._key("space")
        self.until(f"“{words}” chosen", lambda s: (p := s.focus()) is not None and p.checked)

    def leave(self) -> None:
        self._key("Escape")
        self.no_dialog()

    def menu(self, menu: str, entry: str) -> None:
        self._key(f"alt+{menu[0].lower()}")
        for _ in range(_MOST):
            row = self.until("the menu", lambda s: s.menus[-1] if s.menus else None)
            current = _current_entry(row)
            if current is not None and current.on and current.says(entry):
                self._key("Return")
                self.until("the end of the menu", lambda sight: not sight.menus)
                return
            self._key("Down")
            self.until(
                "the next entry",
                lambda s: bool(s.menus) and _current_entry(s.menus[-1]) != current,  # noqa: B023
            )
        raise Failed(f"the entry {entry} is not reached by arrow keys")

    def save(self, title: str) -> None:
        self.dialog(title)
        self._until_focus(lambda part: part.name == "fileNameEdit")
        self._key("Return")
        self.until("the end of the dialog", lambda s: all(d.title != title for d in s.dialogs))

    def set_size(self, size: int) -> None:
        self._tab_to(lambda part: part.name in ("minimumCellSize", "qt_spinbox_lineedit"))
        self._key("ctrl+a")
        self._type(str(size))
        self._key("Return")
        self.until(
            "the new size",
            lambda s: (p := part_of(s, "minimumCellSize")) is not None and p.text == str(size),
        )

    def do(self, what: str) -> None:
        self._key(_KEYS[what])

    # the focus

    def _tab_to(self, wanted: Callable[[Part], bool]) -> Part:
        """Press Tab until the focus is where it is wanted, and seen."""
        part = self.until("the focus", lambda s: s.focus() if _keys_arrive(s) else None)
        for _ in range(_MOST):
            if wanted(part):
                return part
            part = self._step(part, "Tab")
        raise Failed("Tab does not reach what is wanted")

    def _step(self, before: Part, key: str) -> Part:
        self._key(key)

        def elsewhere(sight: Sight) -> Part | None:
            now = sight.focus()
            there = now is not None and _known(now) != _known(before)
            return now if there else None

        return self.until(f"another focus by {key} than {before.words or before.name}", elsewhere)

    def _until_focus(self, wanted: Callable[[Part], bool]) -> Part:
        return self.until(
            "the focus", lambda s: p if (p := s.focus()) is not None and wanted(p) else None
        )


def _known(part: Part) -> tuple[object, ...]:
    return part.kind, part.name, part.words, part.place


def _keys_arrive(sight: Sight) -> bool:
    return not sight.menus and sight.top is not None and sight.top.active


def _current_entry(menu: Window) -> Row | None:
    return next((row for part in menu.parts for row in part.rows if row.current), None)
