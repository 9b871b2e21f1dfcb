"""The job with the mouse alone: no key is pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tools.tour.hand import FILE_MENU, MENU_BAR, PROBLEMS, TABS, Hand, enabled, part_of, row_in
from tools.tour.sight import Part, Place, Row, Sight

_TO_THE_TOP, _STEP = -120, 2
"""Notches of the wheel."""

_ENTRIES = {"reload": "Reload", "quit": "Quit"}
_BUTTONS = {
    "export as JSON": "Export",
    "present": "Present",
    "next metric": "Next metric",
    "leave the presentation": "Leave",
}


class Mouse(Hand):
    """Points at pixels, clicks and turns the wheel. The wheel gives nothing the focus."""

    def open(self, names: Sequence[str]) -> None:
        for name in names:
            self.press("Open files…" if self._files() else "Check returns…")
            dialog = self.dialog("Open files")
            row = self._row_of_dialog(dialog.title, name)
            self._click(row.place)
            self.press("Open")
            self.no_dialog()
            self.listed(name)

    def _files(self) -> bool:
        return part_of(self.program.look(), "fileList") is not None

    def _row_of_dialog(self, title: str, name: str) -> Row:
        def find(sight: Sight) -> Row | None:
            parts = [part for one in sight.dialogs if one.title == title for part in one.parts]
            rows = (row for part in parts for row in part.rows)
            return next((row for row in rows if name in row.texts), None)

        return self.until(f"{name} in the dialog", find)

    def go_to(self, page: str) -> None:
        self._click(self.until(f"the tab {page}", lambda s: row_in(s, TABS, page)).place)
        self.page(page)

    def act(self, wanted: Callable[[Row], bool]) -> tuple[str, ...]:
        table = self.table()
        self._move(table.place)
        self._wheel(_TO_THE_TOP)
        self.until("the top of the list", lambda s: _at_top(part_of(s, PROBLEMS)))
        while True:
            table = self._still()
            for row in table.rows:
                if row.button is not None and wanted(row):
                    self._click(row.button)
                    return row.texts
            self._wheel(_STEP)
            before = table.rows
            self.until("more of the list", lambda s: _others(part_of(s, PROBLEMS), before))  # noqa: B023

    def scroll(self, far: int) -> tuple[Part, Row]:
        before = self.table()
        self._move(before.place)
        self._wheel(far)
        self.until("more of the list", lambda s: _others(part_of(s, PROBLEMS), before.rows))
        table = self._still()
        row = [row for row in table.rows if row.button is not None][-1]
        if row.button is not None:
            self._click(row.button)
        return table, row

    def _still(self) -> Part:
        """Return the table once two looks at it are alike: the wheel is obeyed event by event."""
        last = self.table()

        def same(sight: Sight) -> Part | None:
            nonlocal last
            now = part_of(sight, PROBLEMS)
            before, last = last, now or last
            return now if now is not None and now.rows == before.rows else None

        return self.until("the end of the scrolling", same)

    def press(self, words: str) -> None:
        part = self.until(f"“{words}” to press", lambda sight: enabled(sight, words))
        self._click(part.place)

    def choose(self, words: str) -> None:
        part = self.until(f"“{words}” to choose", lambda sight: enabled(sight, words))
        if not part.checked:
            # a long choice has its mark at the left
            self._click(Place(part.place.left, part.place.top, 36, part.place.height))
        self.until(
            f"“{words}” chosen", lambda s: (p := enabled(s, words)) is not None and p.checked
        )

    def leave(self) -> None:
        self.press("Close")
        self.no_dialog()

    def menu(self, menu: str, entry: str) -> None:
        self._click(self.until(f"the menu {menu}", lambda s: row_in(s, MENU_BAR, menu)).place)
        self._entry(entry)

    def _entry(self, entry: str) -> None:
        def find(sight: Sight) -> Row | None:
            rows = [row for one in sight.menus for part in one.parts for row in part.rows]
            return next((row for row in rows if row.on and row.says(entry)), None)

        self._click(self.until(f"the entry {entry}", find).place)
        self.until("the end of the menu", lambda sight: not sight.menus)

    def save(self, title: str) -> None:
        self.dialog(title)
        self.press("Save")
        self.until("the end of the dialog", lambda s: all(d.title != title for d in s.dialogs))

    def set_size(self, size: int) -> None:
        def box(sight: Sight) -> Part | None:
            return part_of(sight, "minimumCellSize")

        now = int(self.until("the minimum cell size", box).text)
        while now != size:
            arrow = "up" if size > now else "down"
            row = self.until("the arrows", box).row(arrow)
            if row is not None:
                self._click(row.place)
            now += 1 if size > now else -1
            self.until("the next size", lambda s: (p := box(s)) is not None and p.text == str(now))  # noqa: B023

    def do(self, what: str) -> None:
        if what in _ENTRIES:
            self.menu(FILE_MENU, _ENTRIES[what])
        else:
            self.press(_BUTTONS[what])
            if what == "export as JSON":
                self._entry("as JSON…")


def _at_top(table: Part | None) -> bool:
    return table is not None and bool(table.rows) and table.rows[0].number == 0


def _others(table: Part | None, before: Sequence[Row]) -> bool:
    return table is not None and tuple(table.rows) != tuple(before)
