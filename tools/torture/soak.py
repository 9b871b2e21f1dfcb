"""Hundreds of times open, evaluate, cancel, change, export, remove: nothing may pile up."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from evalcore.service.protocol import ForgetReason, RecordReason
from tools.torture.desk import (
    Desk,
    Hang,
    can_be_measured,
    children,
    handles,
    resident,
    threads,
    writing_to,
)
from tools.torture.parts import Plan, Result
from tools.torture.studies import make_study

_WARM = 50
"""Cycles until memory must stay as it is: caches are full, pages made, fonts loaded."""

_GROWTH = 5.0
"""Per cent that memory may grow after these."""

_LAST = 20
"""Cycles at either end whose median is compared."""


def run(plan: Plan) -> Result:
    """Run the cycles; compare memory, threads, processes, handles and temporary files."""
    result = Result()
    if not can_be_measured():
        result.skipped.append("the soak: only Linux says what a process holds")
        return result
    temporary = plan.folder / "temporary"
    temporary.mkdir()
    before, os.environ["TMPDIR"] = os.environ.get("TMPDIR"), str(temporary)
    was, tempfile.tempdir = tempfile.tempdir, None
    try:
        _soak(plan, temporary, result)
    finally:
        tempfile.tempdir = was
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before
    return result


def _soak(plan: Plan, temporary: Path, result: Result) -> None:
    own = os.getpid()
    children_before = set(children())
    cycle = _Cycle(plan)
    desk = cycle.desk
    cycles, warm = plan.size(500, 3), plan.size(_WARM, 2)
    window_sizes, child_sizes = [], []
    at_start: dict[str, int] = {}
    held: dict[str, int] = {}
    number = -1
    try:
        with writing_to(lambda name: str(cycle.out / name)):
            for number in range(cycles):
                cycle.run(number)
                child = desk.process_id()
                if child is None:
                    result.faults.append(f"cycle {number}: the evaluator's process is gone")
                    break
                _give_back()
                window_sizes.append(resident(own))
                child_sizes.append(resident(child))
                held = {
                    "threads of the window": threads(own),
                    "handles of the window": handles(own),
                    "threads of the evaluator": threads(child),
                    "handles of the evaluator": handles(child),
                    "processes": len(set(children()) - children_before),
                    "temporary files": sum(1 for _ in temporary.rglob("*")),
                }
                if number < warm:
                    # the highest count of the first cycles: some come and go
                    at_start = {what: max(n, at_start.get(what, 0)) for what, n in held.items()}
                if os.environ.get("TORTURE_VERBOSE") and number % 10 == 0:
                    print(number, window_sizes[-1] >> 10, child_sizes[-1] >> 10, held, flush=True)
    except Hang:
        result.faults.append(f"cycle {number}: the window hangs")
    result.figures["cycles"] = number + 1
    for what, count in held.items():
        result.figures[what] = count
        if count > at_start[what]:
            result.faults.append(f"{what}: {at_start[what]} at the start, {count} at the end")
    result.faults += [f"unexpected: {code}" for code in desk.codes]
    result.faults += cycle.faults
    for who, sizes in (("window", window_sizes), ("evaluator", child_sizes)):
        if len(sizes) < warm + 2 * _LAST:
            continue  # a sample is too short to tell growth from noise
        first = statistics.median(sizes[warm : warm + _LAST])
        last = statistics.median(sizes[-_LAST:])
        growth = 100 * (last / first - 1)
        result.figures[f"memory of the {who} after {warm} cycles, MB"] = f"{first / 1e6:.1f}"
        result.figures[f"memory of the {who} at the end, MB"] = f"{last / 1e6:.1f}"
        result.figures[f"growth of the {who}"] = f"{growth:.2f} %"
        if growth >= _GROWTH:
            result.faults.append(f"the {who} grows by {growth:.1f} %")
    cycle.close()
    if left := set(children()) - children_before:
        result.faults.append(f"{len(left)} processes are left after the window is closed")
    if any(temporary.rglob("*")):
        result.faults.append("temporary files are left")
    unknown = {path.name for path in cycle.out.iterdir()} - cycle.written
    if unknown:
        result.faults.append(f"{len(unknown)} files are left beside the exports")


def _give_back() -> None:
    """Let go of what nobody needs, so that what is measured is in use."""
    gc.collect()
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


class _Cycle:
    """What a coordinator does, again and again."""

    def __init__(self, plan: Plan) -> None:
        self.folder = plan.folder
        self.out = plan.folder / "out"
        self.out.mkdir()
        make_study(plan.folder, drafts=12, facts=6).write(plan.folder)
        self._reports()
        self._slow()
        self.faults: list[str] = []
        self.written: set[str] = set()
        self.recorded: list[int] = []
        self.desk = Desk(self.out)

    def run(self, number: int) -> None:
        """Open, evaluate, cancel, change, export, remove; in turn in one of three shapes."""
        desk, window = self.desk, self.desk.window
        if not number:
            # the most that is ever in hand: the allocator keeps room for it from then on,
            # and when a cancel comes too late is chance
            self._open("slow.json")
            desk.settle(window.session.remove_all)
        self._evaluate(number)
        self._cancel(number)
        shapes: tuple[Callable[[], None], ...] = (self._returns, self._claims, self._present)
        shapes[number % len(shapes)]()
        if number % 12 == 2:
            self._change_colours()
        desk.settle(window.session.remove_all)
        # what went out is compared with all that goes out later, until it is left out
        while window.checker.exported:
            desk.settle(lambda: window.checker.leave_out_exported(0))
        desk.settle(window.checker.leave_out_claims)
        if window.session.files:
            self.faults.append(f"cycle {number}: files are left in the window")
        self.written |= {path.name for path in self.out.iterdir() if path.name[0] != "."}

    def close(self) -> None:
        """Close the window."""
        self.desk.close()

    def _open(self, *names: str) -> None:
        paths = [self.folder / name for name in names]
        self.desk.settle(lambda: self.desk.window.open_files(paths))

    def _evaluate(self, number: int) -> None:
        window = self.desk.window
        self._open("drafts.json", "return.json", "other_return.json")
        sizes = window.file_panel.minimum_cell_size
        self.desk.settle(lambda: sizes.setValue(2 + number % 5))
        actions = window.actions_
        documents = (
            actions.export_as["Markdown"],
            actions.export_as["Html"],
            actions.export_as["Pdf"],
            actions.export_as["Letter"],
        )
        self.desk.choose(actions.export_in_view)
        self.desk.choose(documents[number % len(documents)])
        self.desk.settle(lambda: sizes.setValue(5))
        self.desk.settle(window.session.remove_all)

    def _visit(self) -> None:
        pages = self.desk.window.pages
        for number in range(pages.count()):
            pages.setCurrentIndex(number)
            self.desk.pump()

    def _cancel(self, number: int) -> None:
        """Stop reading a file, at once or when it has begun."""
        desk, window = self.desk, self.desk.window
        window.open_files([self.folder / "slow.json"])
        for _ in range(number % 4):
            desk.pump()
        window.session.cancel()
        desk.settle()
        desk.settle(window.session.remove_all)

    def _returns(self) -> None:
        """Settle what the return check lists, save progress, and the combined file."""
        desk, window = self.desk, self.desk.window
        self._open("drafts.json", "open.json", "other_open.json")
        for draft in self.recorded:  # a reason stays with its draft when its file is closed
            desk.settle(partial(window.session.settle, ForgetReason(draft)))
        problems = window.session.reports.problems
        drafts = {one.draft for one in problems if one.draft and "reason" in one.actions}
        if not drafts:
            self.faults.append("there is no reason to record")
        self.recorded = sorted(drafts)
        for draft in self.recorded:
            reason = RecordReason(draft, "other", adjudicated=True)
            desk.settle(partial(window.session.settle, reason))
        window.pages.setCurrentWidget(window.check)
        window.check.slip_requested.emit(1)
        desk.settle()
        for signal in (
            window.check.save_drafts_requested,
            window.check.save_progress_requested,
            window.check.save_combined_requested,
        ):
            desk.settle(signal.emit)
        check = window.session.reports.check
        if check is None or not check.ready or window.session.unsaved:
            self.faults.append("the returns are not ready, or not saved")

    def _claims(self) -> None:
        window = self.desk.window
        self._open("claims.json")
        window.pages.setCurrentWidget(window.claims)
        self.desk.pump()
        self.desk.choose(window.actions_.export_in_view)
        self.desk.choose(window.actions_.export_as["ClaimsMarkdown"])

    def _present(self) -> None:
        """Open saved reports, and show them to a room."""
        desk, window = self.desk, self.desk.window
        self._open("draft_report.json", "review_report.json", "claims_report.json")
        self._visit()
        desk.choose(window.actions_.present)
        for top in desk.application.topLevelWidgets():  # type: ignore[attr-defined]
            if top is not window and top.isVisible():
                top.close()
        desk.pump()

    def _change_colours(self) -> None:
        for scheme in ("dark", "light"):
            self.desk.window.actions_.scheme_chosen.emit(scheme)
            self.desk.pump()

    def _reports(self) -> None:
        """A return of the same reviewer without its reasons: then it must be settled here."""
        payload: Any = json.loads((self.folder / "return.json").read_bytes())
        other: Any = json.loads((self.folder / "other_return.json").read_bytes())
        for each, name in ((payload, "open.json"), (other, "other_open.json")):
            for row in each["rows"]:
                row["reason"], row["adjudicated"] = None, False
            (self.folder / name).write_text(json.dumps(each))

    def _slow(self) -> None:
        """A drafts file of some megabytes, in one piece that can be dropped."""
        drafts = (self.folder / "drafts.json").read_bytes()
        numbers = b"[" + b"0," * 1_500_000 + b"0]"
        with (self.folder / "slow.json").open("wb") as file:
            file.write(
                drafts.replace(
                    b'"blinded_case_id"', b'"case": ' + numbers + b', "blinded_case_id"', 1
                )
            )
