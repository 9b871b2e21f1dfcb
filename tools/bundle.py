"""The bundle: python3 dev.py bundle [--folder DIR] [--once]

Makes one folder, and a zip of it, that start Review Desk on the system it is run
on, with nothing installed. It is built twice, to see that the bytes are the same,
tried as a user has it, and measured. The exit code is 1 if a trial fails or an
aim is missed. What cannot be tried here is named, and is no failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from evalcore.version import VERSION
from tools import bundle_trials, bundle_x11, environment
from tools.bundle_alone import NotTried
from tools.bundle_zip import files_of, write_zip
from tools.environment import ROOT
from tools.system import SetupError
from tools.wheelhouse import this_platform

MOST_ZIP, MOST_FOLDER, MOST_START = 45e6, 110e6, 1.3
"""The aims: bytes of the zip and of the folder on Linux, and start against that from source."""

_STARTS = 11
_NO_DATE = 1_767_225_600  # where git tells no date; 1 January 2026
_SPEC = ROOT / "packaging" / "review-desk.spec"


def main(arguments: Sequence[str]) -> int:
    """Make, try and measure the bundle; return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py bundle")
    parser.add_argument("--folder", type=Path, default=ROOT / "dist", help="else dist")
    parser.add_argument("--once", action="store_true", help="do not build it a second time")
    options = parser.parse_args(arguments)
    out: Path = options.folder.absolute()
    bundle_trials.require_tools()
    python = environment.prepare("bundle")
    work = ROOT / "build" / "bundle"
    name = f"review-desk-{VERSION}-{this_platform()}"
    epoch = source_date()
    folder = build(python, work, "first", name, epoch)
    wrong = 0
    if not options.once:
        again = build(python, work, "second", name, epoch)
        unlike = differences(folder, again)
        wrong += _tell("built twice, byte for byte the same", not unlike, ", ".join(unlike[:5]))
    out.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(out / name, ignore_errors=True)
    shutil.copytree(folder, out / name, symlinks=True)
    archive = out / f"{name}.zip"
    write_zip(folder, archive, epoch)
    wrong += _try(bundle_trials.Trials(archive, work))
    wrong += _measure(out / name, archive, python)
    print(f"{archive.name} and the folder {name} are in {out.name}/", flush=True)
    return int(wrong > 0)


def source_date() -> int:
    """Return SOURCE_DATE_EPOCH, else the date of the last commit; seconds since 1970, UTC."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    except OSError:
        said = ""
    return int(said) if said.strip().isdigit() else _NO_DATE


def build(python: Path, work: Path, turn: str, name: str, epoch: int) -> Path:
    """Build in a new folder and return the bundle in it."""
    place = work / turn
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    variables = environment.child_environment() | {
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": str(epoch),
        "PYINSTALLER_CONFIG_DIR": str(place / "cache"),
    }
    made = place / "made"
    words = ["-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    words += ["--workpath", str(place / "work"), "--distpath", str(made), str(_SPEC)]
    print(f"Building ({turn})", flush=True)
    finish = ["-m", "tools.bundle_folder", str(made), str(place / name), str(epoch)]
    for command in (words, finish):
        done = subprocess.run([str(python), *command], cwd=ROOT, env=variables)
        if done.returncode:
            raise SetupError("the bundle was not built: see above.")
    return place / name


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of the files that are not the same in both folders."""
    first, second = ({p.relative_to(f).as_posix(): p for p in files_of(f)} for f in (one, other))
    unlike = set(first) ^ set(second)
    unlike |= {
        name
        for name in set(first) & set(second)
        if first[name].read_bytes() != second[name].read_bytes()
        or first[name].stat().st_mode != second[name].stat().st_mode
    }
    return sorted(unlike)


def _try(trials: bundle_trials.Trials) -> int:
    wrong = 0
    for name, trial in trials.all():
        try:
            wrong += _tell(name, True, trial())
        except NotTried as reason:
            print(f"NOT TRIED {name}: {reason}", flush=True)
        except (bundle_trials.Failed, OSError, subprocess.SubprocessError) as reason:
            wrong += _tell(name, False, str(reason))
    return wrong


def _measure(folder: Path, archive: Path, python: Path) -> int:
    zipped = archive.stat().st_size
    unpacked = sum(path.stat().st_size for path in files_of(folder))
    linux = sys.platform.startswith("linux")
    wrong = _tell(
        f"zip, at most {MOST_ZIP / 1e6:.0f} MB",
        zipped <= MOST_ZIP or not linux,
        f"{zipped / 1e6:.1f} MB",
    )
    wrong += _tell(
        f"folder, at most {MOST_FOLDER / 1e6:.0f} MB",
        unpacked <= MOST_FOLDER or not linux,
        f"{unpacked / 1e6:.1f} MB in {len(files_of(folder))} files",
    )
    if not linux or shutil.which("Xvfb") is None:
        print("NOT TRIED start against that from source: it needs Xvfb", flush=True)
        return wrong
    bundled, source = _starts(folder, python)
    times, spent = (bundled[n] / source[n] for n in (0, 1))
    return wrong + _tell(
        f"start to a window that answers, at most {MOST_START} times that from source",
        times <= MOST_START,
        f"{times:.2f} times: {bundled[0]:.2f} s, from source {source[0]:.2f} s "
        f"({spent:.2f} times its processor time: {bundled[1]:.2f} s, {source[1]:.2f} s)",
    )


def _starts(folder: Path, python: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return, bundled and from source, the time to an answering window and the processor time.

    Each in seconds, the median of many: they are measured in turn, so that a busy
    machine slows both.
    """
    import resource  # of Unix alone

    times: dict[str, list[float]] = {"bundle": [], "source": []}
    spent: dict[str, list[float]] = {"bundle": [], "source": []}
    commands = {"bundle": [str(folder / "review-desk")], "source": [str(python), "-m", "app"]}
    with bundle_x11.screen() as name:
        screen = bundle_x11.Screen(name)
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("QT_", "WAYLAND"))}
        for turn in range(_STARTS + 1):
            for which, command in commands.items():
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                start = time.monotonic()
                process = subprocess.Popen(command, cwd=ROOT, env={**kept, "DISPLAY": name})
                answered = screen.wait_for_answer(bundle_trials.TITLE, bundle_trials.PATIENCE)
                taken = time.monotonic() - start
                screen.ask_to_close(bundle_trials.TITLE)
                if not answered:
                    process.kill()
                process.wait(bundle_trials.PATIENCE)
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if not answered:
                    raise SetupError(f"the window did not answer ({which}).")
                if turn:  # the first reads the disk
                    times[which].append(taken)
                    user, system = (
                        after.ru_utime - before.ru_utime,
                        after.ru_stime - before.ru_stime,
                    )
                    spent[which].append(user + system)
        screen.close()
    bundled, source = ((median(times[w]), median(spent[w])) for w in ("bundle", "source"))
    return bundled, source


def _tell(what: str, right: bool, seen: str) -> int:
    print(f"{'ok       ' if right else 'FAILED   '} {what}: {seen or 'yes'}", flush=True)
    return int(not right)
