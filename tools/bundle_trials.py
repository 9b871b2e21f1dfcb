"""Tries the bundle as a user has it: no Python, no network, nothing that can be written to.

Each trial unpacks or starts what was made and says in a line what it saw. Linux
alone; on other systems the self-test is all that is tried.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from app.platform.system_libraries import CARRIED
from tools import bundle_x11
from tools.bundle_alone import NOBODY, NotTried, in_root, isolated, program, unpack
from tools.system import SetupError

TITLE = "Review Desk"
PATIENCE = 240.0
_AWKWARD = "Prüfung ✓ im März"
_STUDY = "_internal/app/resources/sample-study"
_MIRROR_SUITE = "bookworm"


class Failed(Exception):
    """What a trial saw instead of what it should have."""


class Trials:
    """All trials of one zip."""

    def __init__(self, archive: Path, work: Path) -> None:
        self._archive = archive
        self._work = work

    def all(self) -> list[tuple[str, Callable[[], str]]]:
        """Return the trials with their names."""
        plain = ("self-test where it was unpacked", self.plain)
        if not sys.platform.startswith("linux"):
            return [plain]
        return [
            plain,
            ("without a screen: no Python, no network, read-only, no home", self.offscreen),
            ("started through a symbolic link", self.linked),
            ("the command line", self.command_line),
            ("self-test in a real window (Xvfb)", self.window_self_test),
            ("opened, answering and closed in a real window (Xvfb)", self.window),
            ("self-test on Wayland (weston)", self.wayland),
            ("a bare root without Qt's libraries, no screen", self.bare),
            ("a bare root, in a real window (Xvfb)", self.bare_window),
            ("a bare root, a library missing", self.bare_missing),
            ("no screen at all is said in one line", self.no_screen),
        ]

    def plain(self) -> str:
        """The self-test, in a folder with spaces and other letters; all that other systems get."""
        with tempfile.TemporaryDirectory() as name:
            folder = unpack(self._archive, Path(name, _AWKWARD))
            report = Path(name, "report.txt")
            words = [str(program(folder, "review-desk")), "--self-test", str(report)]
            done = subprocess.run(words, stdout=subprocess.DEVNULL)
            return _passed(done.returncode, report.read_text("utf-8"))

    def offscreen(self) -> str:
        with self._unpacked() as folder:
            return _test(_alone(folder, [folder / "review-desk", "--self-test"]))

    def linked(self) -> str:
        with self._unpacked() as folder:
            link = folder.parent / "Review Desk"
            link.symlink_to(folder / "review-desk")
            return _test(_alone(folder, [link, "--self-test"]))

    def command_line(self) -> str:
        with self._unpacked() as folder:
            study = folder / _STUDY
            files = [study / f"{name}.json" for name in ("drafts", "return-1", "return-2")]
            done = _alone(folder, [folder / "review-desk-cli", "check", *files])
            _require(done.returncode == 0 and "Ready to import" in done.stdout, done.stderr)
            return "checked the sample study: ready to import"

    def window_self_test(self) -> str:
        with self._unpacked() as folder, _xvfb() as name:
            variables = {"DISPLAY": name, "QT_QPA_PLATFORM": "xcb"}
            return _test(_alone(folder, [folder / "review-desk", "--self-test"], variables))

    def window(self) -> str:
        with self._unpacked() as folder, _xvfb() as name:
            files = sorted((folder / _STUDY).iterdir())
            words = isolated(folder, [folder / "review-desk", *files], {"DISPLAY": name})
            return _open_and_close(words, name)

    def wayland(self) -> str:
        if shutil.which("weston") is None:
            raise NotTried("it needs weston")
        with self._unpacked() as folder, tempfile.TemporaryDirectory() as place:
            os.chown(place, NOBODY, NOBODY)
            given = {"XDG_RUNTIME_DIR": place, "WAYLAND_DISPLAY": "desk"}
            words = ["weston", "--backend=headless-backend.so", "--socket=desk", "--idle-time=0"]
            server = subprocess.Popen(
                isolated(folder, [shutil.which(words[0]) or "", *words[1:]], given),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                _wait_for(Path(place, "desk"))
                given["QT_QPA_PLATFORM"] = "wayland"
                return _test(_alone(folder, [folder / "review-desk", "--self-test"], given))
            finally:
                server.kill()
                server.wait()

    def no_screen(self) -> str:
        with self._unpacked() as folder:
            done = _alone(folder, [folder / "review-desk"])
            lines = done.stderr.splitlines()
            _require(done.returncode == 2 and len(lines) == 1, f"{done.returncode}: {done.stderr}")
            return lines[0]

    def bare(self) -> str:
        with self._bare() as root:
            done = _run(in_root(root, "--self-test"))
            return f"{_test(done)} With {_own_libraries(root)} of Qt's libraries of its own."

    def bare_window(self) -> str:
        with self._bare() as root, _xvfb() as name:
            return _open_and_close(in_root(root, DISPLAY=name), name)

    def bare_missing(self) -> str:
        with self._bare() as root:
            lost = next(root.glob(f"opt/*/_internal/{CARRIED}/libxkbcommon.so.0"))
            lost.unlink()
            done = _run(in_root(root, "--self-test"))
            named = done.stderr.splitlines()
            _require(
                done.returncode == 2 and len(named) == 1 and lost.name in named[0], done.stderr
            )
            return named[0]

    @contextlib.contextmanager
    def _unpacked(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory() as name:
            os.chmod(name, 0o755)
            yield unpack(self._archive, Path(name, _AWKWARD))

    @contextlib.contextmanager
    def _bare(self) -> Iterator[Path]:
        if os.geteuid() != 0 or shutil.which("debootstrap") is None:
            raise NotTried("it needs root and debootstrap")
        base = self._work / "bare-root"
        if not (base / "usr").exists():
            command = ["debootstrap", "--variant=minbase", _MIRROR_SUITE, str(base)]
            if subprocess.run(command, stdout=subprocess.DEVNULL).returncode:
                shutil.rmtree(base, ignore_errors=True)
                raise NotTried("debootstrap could not make one")
        shutil.rmtree(base / "opt")
        unpack(self._archive, base / "opt")
        yield base


def _alone(
    folder: Path, words: Sequence[str | Path], variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return _run(isolated(folder, words, variables))


def _own_libraries(root: Path) -> int:
    from app.platform.system_libraries import QT_LIBRARIES, X11_LIBRARIES

    found = [name for name in QT_LIBRARIES | X11_LIBRARIES if list(root.glob(f"usr/lib/*/{name}"))]
    return len(found)


def _open_and_close(words: list[str], name: str) -> str:
    screen = bundle_x11.Screen(name)
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        answered = screen.wait_for_answer(TITLE, PATIENCE)
        screen.ask_to_close(TITLE)
        try:
            _, said = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            raise Failed("it did not end when its window was closed") from None
    finally:
        process.kill()
        process.wait()
        screen.close()
    _require(answered, f"its window did not answer: {said}")
    _require(process.returncode == 0, f"it ended with {process.returncode}: {said}")
    return f"answered, closed, exit code 0{f', said: {said.strip()}' if said.strip() else ''}"


def _wait_for(path: Path) -> None:
    end = time.monotonic() + 20
    while not path.exists():
        if time.monotonic() > end:
            raise NotTried(f"{path.name} did not start")
        time.sleep(0.1)


def _run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)


def _test(done: subprocess.CompletedProcess[str]) -> str:
    return _passed(done.returncode, done.stdout, done.stderr)


def _passed(code: int, line: str, said: str = "") -> str:
    _require(code == 0 and " passed" in line and not said, f"{code}: {line} {said}".strip())
    return line.strip()


def _require(true: object, otherwise: str) -> None:
    if not true:
        raise Failed(otherwise)


@contextlib.contextmanager
def _xvfb() -> Iterator[str]:
    if shutil.which("Xvfb") is None:
        raise NotTried("it needs Xvfb")
    with bundle_x11.screen() as name:
        yield name


def require_tools() -> None:
    """Raise SetupError where the bundle cannot be made at all."""
    if sys.platform.startswith("linux"):
        missing = [
            name
            for name in ("ldd", "objcopy", "objdump", "strip", "dpkg")
            if not shutil.which(name)
        ]
        if missing:
            raise SetupError(
                f"missing on this system: {', '.join(missing)}. The bundle is made on Debian or "
                "Ubuntu with the package binutils."
            )
