"""Mutated and odd files, opened in the window with its real evaluator."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from evalcore.advice import KNOWN_CODES
from tools.torture.bad_input import made
from tools.torture.desk import Desk, Hang
from tools.torture.judging import leaks
from tools.torture.parts import Plan, Result
from tools.torture.studies import KINDS, Study, make_study

_BESIDE = {
    "return": ("drafts.json", "other_return.json"),
    "combined": ("drafts.json",),
    "progress": ("drafts.json",),
    "evidence": ("only_claims.json",),
}
"""What is open already, by the kind of the file."""


def run(plan: Plan) -> Result:
    """Open each file beside good ones; the window goes on, and says nothing of what is in them."""
    study = make_study(plan.folder)
    study.write(plan.folder)
    result = Result()
    desk = Desk(plan.folder)
    try:
        tried = _try_mutants(plan, desk, study, result)
        odd = _try_odd(plan, desk, result)
    except Hang:
        result.faults.append("the window hangs")
        tried = odd = 0
    desk.close()
    result.figures = {"mutated files": tried, "odd files": odd}
    return result


def _try_mutants(plan: Plan, desk: Desk, study: Study, result: Result) -> int:
    each = plan.size(60, 1)
    tried = 0
    for kind in KINDS:
        beside = [plan.folder / name for name in _BESIDE.get(kind, ())]
        for number in range(each):
            # others than those of the command, which come from the start
            data = made(study, plan.seed, kind, 1_000_000 + number)
            path = plan.folder / "mutant.json"
            path.write_bytes(data)
            found = _open(desk, [*beside, path])
            if path.read_bytes() != data:
                found.append("the file was changed")
            result.faults += [f"{kind} {1_000_000 + number}: {one}" for one in found]
            tried += 1
    return tried


def _try_odd(plan: Plan, desk: Desk, result: Result) -> int:
    folder = plan.folder / "odd"
    folder.mkdir()
    drafts = plan.folder / "drafts.json"
    deep = "[" * 100_000
    (folder / "empty.json").touch()
    (folder / "deep.json").write_text(f'{{"encounters": {deep}')
    (folder / "digits.json").write_text(f'{{"encounters": [{"1" * 10_000}]}}')
    (folder / "no-mark.json").write_bytes(drafts.read_text().encode("utf-16-le"))
    (folder / "folder").mkdir()
    names = ["empty.json", "deep.json", "digits.json", "no-mark.json", "folder", "missing.json"]
    if os.name == "posix":
        os.mkfifo(folder / "pipe.json")
        (folder / "zero.json").symlink_to("/dev/zero")
        (folder / "loop.json").symlink_to("loop.json")
        for name in ("new\nline.json", os.fsdecode(b"\xff\xfe.json"), "x" * 250 + ".json"):
            shutil.copy(drafts, folder / name)
            names.append(name)
        names += ["pipe.json", "zero.json", "loop.json"]
    for name in names:
        found = _open(desk, [plan.folder / "drafts.json", folder / name])
        result.faults += [f"odd file {ascii(name)[:30]}: {one}" for one in found]
    return len(names)


def _open(desk: Desk, paths: list[Path]) -> list[str]:
    window = desk.window
    process = desk.process_id()
    desk.settle(lambda: window.open_files(paths))
    found = []
    for file in window.session.files:
        if file.state.value in ("waiting", "reading"):
            found.append("a file is never read to its end")
        if file.fault is not None and file.fault.code not in KNOWN_CODES:
            found.append(f"the code {file.fault.code}")
    for number in range(window.pages.count()):
        window.pages.setCurrentIndex(number)
        desk.pump()
    for text in desk.texts():
        found += leaks(text, "the window")
    desk.settle(window.session.remove_all)
    if desk.codes:
        found.append(f"unexpected: {desk.codes.pop()}")
        desk.codes.clear()
    if process is not None and desk.process_id() != process:
        found.append("the evaluator's process has ended")
    return list(dict.fromkeys(found))
