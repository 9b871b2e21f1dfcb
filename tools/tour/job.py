"""The coordinator's job, step by step: two days before the import, then the figures."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from evalcore.figures.text import cell_figures
from evalcore.metrics import METRICS
from evalcore.vocabulary import SLICES
from tools.tour.hand import FILE_MENU, PROBLEMS, Hand, part_of
from tools.tour.sight import Failed, Row, Sight, Window, complaint, moved
from tools.tour.study import COMBINED, PROGRESS, RETURNS, Decision, Study, differences

Step = tuple[str, Callable[[], object]]
_SLIP, _REASON, _ASIDE = "Correction slip…", "Record reason…", "Set aside…"
_FIRST_DAY = 6
"""Reasons that are recorded on the first day."""
_ASKED, _PASSES = 5, 6
"""Minimum cell sizes: with one the report gives small counts away, with the other it does not."""
_DIGITS = re.compile(r"[0-9a-f]{8,}")


class Day:
    """What is done between a start of the program and its end."""

    def __init__(self, hand: Hand, study: Study, picture: Callable[[str], None]) -> None:
        self._hand = hand
        self._study = study
        self._picture = picture

    def steps(self) -> Iterator[Step]:
        """Yield each step as what must come true, and what does it or raises Failed."""
        raise NotImplementedError


class FirstDay(Day):
    """From the start page to saved progress."""

    def steps(self) -> Iterator[Step]:
        yield "the start page is shown", self._start
        yield "the drafts and the damaged returns are opened", self._open
        yield "over 60 problems are listed, by whose turn it is", self._listed
        yield "a scrolled list opens the dialog of the row that is seen", self._scrolled
        yield "each kind of button opens its own dialog", self._kinds
        yield "the slip of file 1 names its rows and no identifier", self._slip
        yield "the copy is set aside", self._aside_file
        yield "the row of an unknown draft is set aside", self._aside_row
        yield "the mended return takes the place of the first, and is reloaded", self._mended
        yield "a reason is recorded for half of the drafts", self._reasons
        yield "that there is no reason is recorded", self._no_reason
        yield "the drafts for adjudication are saved", self._drafts
        yield "the progress is saved", self._progress
        yield "the program ends without a question", self._end

    def _start(self) -> None:
        self._hand.until("the window", lambda s: s.main is not None and s.main.active)
        self._hand.text("What would you like to do?")
        self._picture("start")

    def _open(self) -> None:
        self._hand.open(("drafts.json", *RETURNS))
        self._hand.text("^not ready$")
        self._hand.until("the end of the reading", quiet)
        self._picture("opened")

    def _listed(self) -> None:
        self._hand.go_to("Return check")
        verdict = self._hand.text(r"^Not ready")
        count = re.search(r"(\d+) drafts? for adjudication", verdict)
        if count is None or int(count[1]) < 60:
            raise Failed(f"the verdict is “{verdict}”")

    def _scrolled(self) -> None:
        """What is pressed first after scrolling, several times: no dialog of another row."""
        for far in (3, 9, 30):
            before, row = self._hand.scroll(far)
            dialog = any_dialog(self._hand)
            if far == 9:
                self._picture("scrolled, a button pressed")
            self._is_about(row.texts, dialog)
            if shifts := moved(before, self._hand.table()):
                raise Failed(f"what was seen has moved: {shifts[0]}")
            self._hand.leave()
            if shifts := moved(before, self._hand.table()):
                raise Failed(f"what was seen has moved: {shifts[0]}")

    def _kinds(self) -> None:
        for action in (_SLIP, _REASON, _ASIDE):
            row = self._hand.act(lambda row, action=action: row.texts[5] == action)  # type: ignore[misc]
            self._is_about(row, any_dialog(self._hand))
            self._hand.leave()

    def _is_about(self, row: tuple[str, ...], dialog: Window) -> None:
        if wrong := complaint(row, dialog):
            raise Failed(wrong)

    def _slip(self) -> None:
        self._hand.act(lambda row: row.texts[5] == _SLIP)
        self._hand.dialog("Correction slip")
        self._picture("correction slip")
        self._hand.press("Copy text")
        self._hand.until("that it was copied", lambda s: reads(s, "^Copied"))
        self._hand.press("Save as text…")
        self._hand.save("Save correction slip")
        text = self._written("correction-slip-1.txt").decode("utf-8")
        self._hand.leave()
        if missing := set(self._study.slip_rows) - rows_named(text):
            raise Failed(f"the slip does not name row {min(missing)}")
        if _DIGITS.search(text):
            raise Failed("the slip holds an identifier")

    def _aside_file(self) -> None:
        self._set_aside("same content as")
        self._hand.until("that it is set aside", lambda s: file_says(s, RETURNS[2], "set aside"))

    def _aside_row(self) -> None:
        self._set_aside("a draft that is not in the drafts file")
        self._picture("set aside")

    def _set_aside(self, message: str) -> None:
        row = self._hand.act(lambda row: row.texts[5] == _ASIDE and message in row.texts[4])
        dialog = self._hand.dialog("What to set aside")
        self._is_about(row, dialog)
        choices = [part.text for part in dialog.parts if part.kind == "QRadioButton"]
        self._hand.choose(choices[0])
        self._picture(f"what to set aside, {message}")
        self._hand.press("Set aside")
        self._hand.no_dialog()
        gone(self._hand, row)

    def _mended(self) -> None:
        self._study.mend()
        self._hand.until("that it has changed", lambda s: file_says(s, RETURNS[0], "changed"))
        self._picture("changed on disk")
        self._hand.do("reload")
        self._hand.text(rf"^Not ready: {len(self._study.decisions)} drafts for adjudication$")
        self._picture("mended")

    def _reasons(self) -> None:
        wanted = [n for n, (reason, _) in self._study.decisions.items() if reason is not None]
        for draft in wanted[:_FIRST_DAY]:
            record(self._hand, draft, self._study.decisions[draft], self._picture)

    def _no_reason(self) -> None:
        draft = next(n for n, (reason, _) in self._study.decisions.items() if reason is None)
        record(self._hand, draft, (None, False), self._picture)

    def _drafts(self) -> None:
        name = "drafts-for-adjudication.json"
        self._hand.press("Save these drafts…")
        self._hand.save("Save drafts for adjudication")
        encounters = json.loads(self._written(name))["encounters"]
        if len(encounters) != len(self._study.decisions) - _FIRST_DAY - 1:
            raise Failed(f"{len(encounters)} drafts were written")

    def _progress(self) -> None:
        self._hand.press("Save progress…")
        self._hand.save("Save progress")
        self._written(PROGRESS)
        self._hand.until("that it is saved", lambda s: not reads(s, "Not saved yet"))
        self._picture("progress saved")

    def _written(self, name: str) -> bytes:
        return written(self._hand, self._study.folder / name)

    def _end(self) -> None:
        end(self._hand)


class SecondDay(Day):
    """From saved progress to one file for the importer, then the reports."""

    def steps(self) -> Iterator[Step]:
        yield "the saved progress is opened on another day", self._open
        yield "the other reasons are recorded until all is ready", self._reasons
        yield "one file is saved, and its rows are the truth", self._combined
        yield "the figures on the screen are the evaluator's", self._figures
        yield "an export that gives small counts away is asked about, and not written", self._asked
        yield "with another minimum cell size the report is exported at once", self._export
        yield "all that is shown is exported as PDF", self._pdf
        yield "the figures are presented", self._presented
        yield "what is asked about is exported after the tick", self._all_the_same
        yield "the program ends, has printed nothing and changed no file", self._end

    def _open(self) -> None:
        self._inputs = {p: p.read_bytes() for p in sorted(self._study.folder.iterdir())}
        self._hand.until("the window", lambda s: s.main is not None and s.main.active)
        self._hand.open(("drafts.json", PROGRESS))
        left = len(self._study.decisions) - _FIRST_DAY - 1
        self._hand.text("^not ready$")
        self._hand.go_to("Return check")
        self._hand.text(rf"^Not ready: {left} drafts for adjudication$")
        self._picture("another day")

    def _reasons(self) -> None:
        wanted = [n for n, (reason, _) in self._study.decisions.items() if reason is not None]
        for draft in wanted[_FIRST_DAY:]:
            record(self._hand, draft, self._study.decisions[draft], lambda name: None)
        self._hand.text("^Ready to import$")
        self._picture("ready to import")

    def _combined(self) -> None:
        self._hand.press("Save combined returns…")
        self._hand.save("Save combined returns")
        rows = json.loads(written(self._hand, self._study.folder / COMBINED))["rows"]
        self._picture("combined returns saved")
        if wrong := differences(self._study.truth, rows):
            raise Failed(f"{COMBINED}: {', '.join(wrong)}")

    def _figures(self) -> None:
        self._hand.go_to("Draft metrics")
        self._show(self._study.report(_ASKED))
        self._picture("draft metrics")

    def _show(self, report: dict[str, Any]) -> None:
        """Wait until every row that is seen has the figures of the report."""

        def right(sight: Sight) -> bool:
            table = part_of(sight, "draftMetricsTable")
            rows = [row for row in table.rows if row.whole] if table is not None else []
            return len(rows) > 5 and all(figures_in(row, report) for row in rows)

        self._hand.until("the figures of the report", right)

    def _asked(self) -> None:
        self._hand.do("export as JSON")
        dialog = any_dialog(self._hand)
        self._picture("asked before export")
        if dialog.part("I have read this") is None:
            raise Failed(f"“{dialog.title}” came instead of the question")
        if (go := dialog.part("Export all the same")) is None or go.on:
            raise Failed("the export is not held back")
        self._hand.press("Cancel")
        self._hand.no_dialog()
        if self._json().exists():
            raise Failed("it was written all the same")

    def _export(self) -> None:
        self._hand.set_size(_PASSES)
        self._show(self._study.report(_PASSES))
        self._hand.until("a clear check", lambda s: reads(s, "^clear$"))
        self._picture("another minimum cell size")
        self._hand.do("export as JSON")
        self._save_json(_PASSES)

    def _json(self) -> Path:
        return self._study.folder / "draft-metrics.json"

    def _save_json(self, size: int) -> None:
        self._hand.save("Export draft metrics as JSON")
        report = json.loads(written(self._hand, self._json()))
        if report != json.loads(json.dumps(self._study.report(size))):
            raise Failed("another report was written")
        self._json().unlink()

    def _pdf(self) -> None:
        self._hand.menu(FILE_MENU, "Everything shown as PDF, A4…")
        self._hand.save("Export everything shown as PDF, A4")
        document = written(self._hand, self._study.folder / "report.pdf")
        if not document.startswith(b"%PDF-") or b"%%EOF" not in document[-32:]:
            raise Failed("that is no PDF")

    def _presented(self) -> None:
        self._hand.do("present")
        for number in (1, 2):
            self._hand.until(f"metric {number}", lambda s, n=number: reads(s, rf"^Metric {n} of"))  # type: ignore[misc]
            self._picture(f"presentation, metric {number}")
            if number == 1:
                self._hand.do("next metric")
        sight = self._hand.program.look()
        shown = next(one for one in sight.windows if one.name == "presentation")
        if shown.reads(r"\.json") is not None:
            raise Failed("the presentation names a file")
        self._hand.do("leave the presentation")
        self._hand.no_dialog()

    def _all_the_same(self) -> None:
        self._hand.set_size(_ASKED)
        self._show(self._study.report(_ASKED))
        self._hand.do("export as JSON")
        any_dialog(self._hand)
        self._hand.until("the findings", lambda s: reads(s, "^I have read this$"))
        self._hand.until("the end of the check", lambda s: not reads(s, "still running"))
        self._hand.choose("I have read this")
        self._picture("read, and exported all the same")
        self._hand.press("Export all the same")
        self._save_json(_ASKED)

    def _end(self) -> None:
        end(self._hand)
        if said := self._hand.program.said():
            raise Failed(f"it printed: {said.splitlines()[0]}")
        for path, content in self._inputs.items():
            if path.read_bytes() != content:
                raise Failed(f"{path.name} was changed")


def rows_named(slip: str) -> set[int]:
    """Return the rows that a slip names, as in "Rows 1, 4 to 6"."""
    return {
        number
        for line in re.findall(r"^Rows? (.*)$", slip, re.MULTILINE)
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", line)
        for number in range(int(first), int(last or first) + 1)
    }


def record(hand: Hand, draft: int, decision: Decision, picture: Callable[[str], None]) -> None:
    """Record what the committee decided about a draft."""
    reason, adjudicated = decision
    row = hand.act(lambda row: re.match(rf"Draft {draft}\b", row.texts[4]) is not None)
    dialog = hand.dialog("Reason for draft")
    if wrong := complaint(row, dialog):
        raise Failed(wrong)
    words = "No reason, and not adjudicated"
    if reason is not None:
        words = reason.replace("_", " ").capitalize()
    hand.choose(words)
    if adjudicated:
        hand.choose("This draft was adjudicated")
    picture(f"reason for draft {draft}")
    hand.press("Record")
    hand.no_dialog()
    gone(hand, row)


def gone(hand: Hand, row: tuple[str, ...]) -> None:
    """Wait until what was settled is no problem any more."""

    def done(sight: Sight) -> bool:
        table = part_of(sight, PROBLEMS)
        listed = table is not None and any(same(one, row) for one in table.rows)
        return not listed and quiet(sight)

    hand.until("that it is settled", done)


def same(row: Row, texts: tuple[str, ...]) -> bool:
    return row.texts[1:5] == texts[1:5]


def any_dialog(hand: Hand) -> Window:
    """Wait for a dialog, whichever it is."""
    return hand.until("a dialog", lambda s: next((d for d in s.dialogs if d.active), None))


def quiet(sight: Sight) -> bool:
    """Whether nothing is being done."""
    main = sight.main
    return main is not None and main.part("cancelButton") is None


def reads(sight: Sight, pattern: str) -> bool:
    return any(one.reads(pattern) for one in sight.windows)


def file_says(sight: Sight, name: str, state: str) -> bool:
    """Whether the list of files says something about a file."""
    files = part_of(sight, "fileList")
    return files is not None and any(row.says(f"{name},") and row.says(state) for row in files.rows)


def written(hand: Hand, path: Path) -> bytes:
    """Wait until the window says that a file was written; return what it holds."""
    hand.text(rf"^{re.escape(path.name)} was written")
    return path.read_bytes()


def figures_in(row: Row, report: dict[str, Any]) -> bool:
    """Whether a row of the draft metrics shows the rates of its slice, or that they are hidden."""
    cells = [report["slices"][SLICES[row.number]][metric] for metric in METRICS]
    figures = [cell_figures(cell) for cell in cells]
    wanted = ["suppressed" if one is None else one.rate for one in figures]
    return all(any(text in one for one in row.texts) for text in wanted)


def end(hand: Hand) -> None:
    """Quit; the program ends at once, and well."""
    hand.do("quit")
    hand.until("the end", lambda s: not s.windows or bool(s.dialogs))
    if hand.program.look().dialogs:
        raise Failed("there is a question before the end")
    if code := hand.program.ended():
        raise Failed(f"the exit code is {code}")


DAYS = (FirstDay, SecondDay)
