"""Every writer, asked to write where it cannot or must not."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.torture.judging import ROOT, Outcome, breaches, process
from tools.torture.odd_files import AS_NOBODY, NOBODY
from tools.torture.parts import Plan, Result
from tools.torture.studies import make_study
from tools.torture.writers import Writer, writers

_OLD = b"the old report\n"
_NOT_WRITTEN = ("output_not_written",)
_NO_FILE = ("output_not_a_regular_file", "output_not_written")
_AN_INPUT = ("output_is_an_input",)


@dataclass(frozen=True, slots=True)
class Case:
    """A place: how it is made in an empty folder, its name there, and what must be said of it."""

    name: str
    make: Callable[[Path, str], str]
    """Given the folder and an input, prepares the place and returns its path."""
    codes: tuple[str, ...]


def run(plan: Plan) -> Result:
    """Try each writer at each place; nothing there may change, and nothing may come to it."""
    given = plan.folder / "in"
    given.mkdir()
    study = make_study(given)
    study.write(given)
    inputs = {path: path.read_bytes() for path in given.iterdir()}
    result = Result()
    made = writers(given, study)
    tried = 0
    for number, writer in enumerate(made):
        for place, case in enumerate(_cases()):
            if plan.sample and (number + place) % 6:
                continue
            tried += 1
            found = _try(plan.folder / "out", writer, case)
            result.faults += [f"{writer.name} to {case.name}: {one}" for one in found]
    if any(path.read_bytes() != data for path, data in inputs.items()):
        result.faults.append("an input was changed")
    result.figures["writers at odd places"] = tried
    result.figures["files too large for the system's limit"] = _try_size_limit(plan, made, result)
    _try_full_disk(plan, result)
    _try_without_permission(plan, result)
    _try_full_device(plan, result)
    return result


def _cases() -> Iterator[Case]:
    def folder(out: Path, given: str) -> str:
        (out / "report").mkdir()
        return str(out / "report")

    def link_to(target: str) -> Callable[[Path, str], str]:
        def make(out: Path, given: str) -> str:
            (out / "report").symlink_to(target.replace("INPUT", given))
            return str(out / "report")

        return make

    def hard_link(out: Path, given: str) -> str:
        os.link(given, out / "report")
        return str(out / "report")

    def other_spelling(out: Path, given: str) -> str:
        path = Path(given)
        return (
            f"{path.parent}{os.sep}.{os.sep}..{os.sep}{path.parent.name}{os.sep}{os.sep}{path.name}"
        )

    def pipe(out: Path, given: str) -> str:
        os.mkfifo(out / "report")
        return str(out / "report")

    def a_socket(out: Path, given: str) -> str:
        here = os.getcwd()
        os.chdir(out)
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind("report")
        finally:
            os.chdir(here)
        return str(out / "report")

    def below_a_file(out: Path, given: str) -> str:
        (out / "file").write_bytes(_OLD)
        return str(out / "file" / "report")

    yield Case("a folder", folder, _NO_FILE)
    yield Case("a folder that is not there", lambda out, _: f"{out}/none/report", _NOT_WRITTEN)
    yield Case("a folder's name with a slash", lambda out, _: f"{out}/none/", _NO_FILE)
    yield Case("a place below a file", below_a_file, _NOT_WRITTEN)
    yield Case("a name that is too long", lambda out, _: f"{out}/{'x' * 300}", _NOT_WRITTEN)
    yield Case("a path that is too long", lambda out, _: f"{out}/{'x/' * 4000}x", _NOT_WRITTEN)
    yield Case("a name with NUL", lambda out, _: f"{out}/a\0b", _NOT_WRITTEN)
    yield Case("a name with a lone surrogate", lambda out, _: f"{out}/\ud800", _NOT_WRITTEN)
    yield Case("an input", lambda out, given: given, _AN_INPUT)
    yield Case("an input by another spelling", other_spelling, _AN_INPUT)
    if os.name == "posix":
        yield Case("a link to an input", link_to("INPUT"), _AN_INPUT)
        yield Case("a second name of an input", hard_link, _AN_INPUT)
        yield Case("a link to itself", link_to("report"), _NO_FILE)
        yield Case("a link to a device", link_to("/dev/null"), _NO_FILE)
        yield Case("a link into a folder that is not there", link_to("none/x"), _NOT_WRITTEN)
        yield Case("a pipe", pipe, _NO_FILE)
        yield Case("a socket", a_socket, _NO_FILE)
        for device in ("/dev/null", "/dev/full", "/dev/zero", "/proc/self/comm"):
            if os.path.exists(device):
                codes = (*_NO_FILE,)
                yield Case(device, lambda out, _, to=device: to, codes)  # type: ignore[misc]


def _try(out: Path, writer: Writer, case: Case) -> list[str]:
    if out.exists():
        shutil.rmtree(out)
    out.mkdir()
    path = case.make(out, writer.an_input)
    before = _state(out)
    said = writer.write(path)
    found = []
    if said not in case.codes:
        found.append(f"{said or 'written'} instead of {case.codes[0]}")
    if _state(out) != before:
        found.append("something there has changed")
    return found


def _state(out: Path) -> dict[str, tuple[int, bytes]]:
    """Return what is in a folder: names, types and the content of files."""
    found = {}
    for path in sorted(out.rglob("*")):
        mode = path.lstat().st_mode
        found[str(path)] = mode, path.read_bytes() if stat.S_ISREG(mode) else b""
    return found


def _try_size_limit(plan: Plan, made: list[Writer], result: Result) -> int:
    """Let the system refuse to write more than a few bytes, as a full disk does."""
    try:
        import resource
    except ImportError:
        result.skipped.append("files over the system's limit: the system has none")
        return 0
    out = plan.folder / "limited"
    out.mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    tried = 0
    for writer in made:
        for old in (None, _OLD):
            target = out / "report"
            target.unlink(missing_ok=True)
            if old is not None:
                target.write_bytes(old)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
            try:
                said = writer.write(str(target))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            tried += 1
            left = {path.name: path.read_bytes() for path in out.iterdir()}
            if said != "output_not_written" or left != ({} if old is None else {"report": old}):
                result.faults.append(f"{writer.name} over the limit: {said}, {len(left)} files")
    return tried


def _try_full_disk(plan: Plan, result: Result) -> None:
    """Write to a file system of 64 kB that is full, but for some kB."""
    disk = plan.folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or not shutil.which("mount"):
        result.skipped.append("a full disk: only root can make a small one")
        return
    if subprocess.run(mount, capture_output=True).returncode != 0:
        result.skipped.append("a full disk: a small file system cannot be made here")
        return
    try:
        make_study(plan.folder).write(disk.parent)
        tried = 0
        for room in plan.size(1, 0) * [0, 4096, 8192] or [4096]:
            for old in (None, _OLD):
                (disk / "filling").write_bytes(b"x" * (65536 - 8192 - room))
                with contextlib.suppress(OSError), (disk / "filling").open("ab") as filling:
                    while True:
                        filling.write(b"x" * 512)
                        filling.flush()
                with (disk / "filling").open("r+b") as filling:
                    filling.truncate(max(0, (disk / "filling").stat().st_size - room))
                if old is not None:
                    with contextlib.suppress(OSError):
                        (disk / "report").write_bytes(old)
                before = _state(disk)
                line = ["drafts", "drafts.json", "--json", str(disk / "report")]
                outcome = process([*line, "--minimum-cell-size", "2"], plan.folder)
                tried += 1
                found = breaches(outcome, "drafts")
                if outcome.code != "output_not_written":
                    found.append(f"{outcome.code or 'written'} instead of output_not_written")
                if _state(disk) != before:
                    found.append("something there has changed")
                result.faults += [f"full disk, {room} bytes free: {one}" for one in found]
                for path in disk.iterdir():
                    path.unlink()
        result.figures["writes to a full disk"] = tried
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True)


def _try_without_permission(plan: Plan, result: Result) -> None:
    if os.name != "posix":
        result.skipped.append("places without permission: the system has no such bits")
        return
    folder = plan.folder
    folder.chmod(0o777)
    make_study(folder).write(folder)
    for path in folder.glob("*.json"):
        path.chmod(0o644)
    closed, mine, theirs = folder / "closed", folder / "mine", folder / "theirs"
    for made in (closed, mine, theirs):
        made.mkdir()
        (made / "report").write_bytes(_OLD)
    closed.chmod(0o555)
    mine.chmod(0o777)
    (mine / "report").chmod(0o444)
    theirs.chmod(0o1777)
    (theirs / "report").chmod(0o666)
    start = [sys.executable, "-c", AS_NOBODY, str(ROOT), str(NOBODY)]
    if os.geteuid() != 0:
        start = [sys.executable, "-m", "evalcore"]
    tried = 0
    places = ["closed/report", "closed/new", "mine/report", "theirs/report"]
    if os.geteuid() != 0:
        places.pop()
        result.skipped.append("another user's file: this needs root")
    for place in places[:: plan.size(1, 2)]:
        before = {name: _state(folder / name) for name in ("closed", "mine", "theirs")}
        line = ["drafts", "drafts.json", "--json", place]
        done = subprocess.run(
            [*start, *line], cwd=folder, capture_output=True, env={"PYTHONPATH": str(ROOT)}
        )
        outcome = Outcome(done.returncode, done.stdout, done.stderr)
        tried += 1
        found = breaches(outcome, "drafts")
        if outcome.code != "output_not_written":
            found.append(f"{outcome.code or 'written'} instead of output_not_written")
        if {name: _state(folder / name) for name in before} != before:
            found.append("something there has changed")
        result.faults += [f"no permission, {place}: {one}" for one in found]
    closed.chmod(0o755)
    result.figures["writes without permission"] = tried


def _try_full_device(plan: Plan, result: Result) -> None:
    """Print to standard output and standard error where nothing can be written."""
    if not os.path.exists("/dev/full"):
        result.skipped.append("a full standard output: there is no /dev/full")
        return
    tried = 0
    for out, err, line, status in (
        ("/dev/full", "", ["drafts", "drafts.json"], 2),
        ("", "/dev/full", ["drafts", "none.json"], 2),
        ("/dev/full", "/dev/full", ["verify", "drafts.json"], 2),
    ):
        with (
            open(out or os.devnull, "wb") as stdout,
            open(err or os.devnull, "wb") as stderr,
        ):
            done = subprocess.run(
                [sys.executable, "-m", "evalcore", *line],
                cwd=plan.folder,
                stdout=stdout,
                stderr=subprocess.PIPE if not err else stderr,
                env={"PYTHONPATH": str(ROOT), "PATH": os.environ.get("PATH", "")},
            )
        tried += 1
        if done.returncode != status:
            result.faults.append(f"full {out} {err}: exit status {done.returncode}")
        if not err and len(done.stderr.splitlines()) != 1:
            result.faults.append("full standard output: not one line on standard error")
    result.figures["writes to a full standard stream"] = tried
