"""The environment that dev.py works in: made at the first call, repaired when something is off.

It is the folder .venv in the checkout, or the one that REVIEW_DESK_VENV names. A
file in it, STATE, tells who made it and what is installed; it says "unfinished"
while a set-up runs, so that one that was interrupted is begun anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import system

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("run", "dev", "bundle")}
STATE = "review-desk.json"
# What would lead a child to the packages of another Python, or pip to another folder.
UNWANTED = {
    *("PYTHONHOME", "PYTHONPATH", "PYTHONSAFEPATH", "__PYVENV_LAUNCHER__"),
    *("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"),
}
# What "installed" in STATE is when it is not the digest of a requirements file.
UNFINISHED, NOTHING = "unfinished", "nothing"
SetupError = system.SetupError


class NothingFetchedError(SetupError):
    """pip gave up before it changed the environment, which stays as good as it was."""


def prepare(kind: str, needs: system.Needs = system.DRAWING) -> Path:
    """Return the Python of an environment that has all of ``kind``: "run", "dev" or "bundle".

    The system has what is in ``needs`` then. Raises SetupError.
    """
    home = environment_folder(kind)
    if not _is_ready(home, kind) or system.missing(needs):
        with _alone(home):
            system.check()
            system.install_missing(needs, venv=_must_make(home))
            if not _is_ready(home, kind):
                _set_up(home, kind)
    return python_of(home)


def environment_folder(kind: str = "run") -> Path:
    """Return the folder; what makes bundles is apart, so that it finds nothing it does not need."""
    chosen = os.environ.get("REVIEW_DESK_VENV")
    home = Path(chosen).absolute() if chosen else ROOT / ".venv"
    return home.with_name(f"{home.name}-bundle") if kind == "bundle" else home


def python_of(home: Path) -> Path:
    return home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def child_environment(**more: str) -> dict[str, str]:
    """The variables that a program started by dev.py gets; ``more`` are defaults."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**more, **kept}


def _maker(home: Path) -> dict[str, str]:
    # An environment has the path of its own folder and of its Python written into it.
    return {
        "folder": str(home),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "prefix": sys.base_prefix,
    }


def _read_state(home: Path) -> dict[str, Any]:
    try:
        state = json.loads((home / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def _write_state(home: Path, installed: str) -> None:
    beside = home / f"{STATE}.new"
    beside.write_text(json.dumps({**_maker(home), "installed": installed}), "utf-8")
    os.replace(beside, home / STATE)


def _digest(kind: str) -> str:
    try:
        return hashlib.sha256(REQUIREMENTS[kind].read_bytes()).hexdigest()
    except OSError:
        raise SetupError(f"requirements/{kind}.txt cannot be read: get a whole checkout.") from None


def _made_here(home: Path) -> bool:
    state = _read_state(home)
    same = all(state.get(key) == value for key, value in _maker(home).items())
    return same and python_of(home).exists()


def _is_ready(home: Path, kind: str) -> bool:
    if not _made_here(home):
        return False
    # dev.txt holds all of run.txt.
    return _read_state(home).get("installed") in {_digest(kind), _digest("dev")}


def _must_make(home: Path) -> bool:
    return not _made_here(home) or _read_state(home).get("installed") == UNFINISHED


def _set_up(home: Path, kind: str) -> None:
    try:
        if _must_make(home):
            _clear(home)
            home.mkdir(parents=True, exist_ok=True)
            _write_state(home, UNFINISHED)
            _say(f"Making the environment {_shown(home)}")
            _make(home)
            _write_state(home, NOTHING)
        before = _read_state(home).get("installed", NOTHING)
        _write_state(home, UNFINISHED)
        _say("Installing the locked packages (about 100 MB to fetch the first time)")
        try:
            _install(home, kind)
        except NothingFetchedError:
            _write_state(home, before)
            raise
        _write_state(home, _digest(kind))
    except OSError as error:
        raise _not_writable(home, error) from None


def _clear(home: Path) -> None:
    if not home.exists():
        return
    children = list(home.iterdir())
    if children and not (home / STATE).exists():
        raise SetupError(
            f"{_shown(home)} is there and was not made by dev.py: "
            "move it away, or name another folder in REVIEW_DESK_VENV."
        )
    if children:
        _say(f"{_shown(home)} is unfinished, moved or of another Python: making it anew")
    # STATE goes last, so that an interrupted clearing can go on.
    for child in sorted(children, key=lambda path: path.name == STATE):
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()


def _make(home: Path) -> None:
    # Not sys.executable: that may be the Python of the environment that was just removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    done = subprocess.run(
        [base, "-m", "venv", str(home)],
        env=child_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        raise SetupError(f"python -m venv failed: {_last_line(done.stdout + done.stderr)}")


def _install(home: Path, kind: str) -> None:
    command = [str(python_of(home)), "-m", "pip", "install", "--require-hashes"]
    command += ["--only-binary=:all:", "--no-input", "--disable-pip-version-check", "--retries=3"]
    command += [] if sys.stdout.isatty() else ["--quiet"]
    done = subprocess.run(
        [*command, "-r", str(REQUIREMENTS[kind])],
        env={**child_environment(), "PIP_USER": "0"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        raise _why_pip_failed(done.stderr)
    probe = [str(python_of(home)), "-c", "import PySide6.QtWidgets"]
    done = subprocess.run(
        probe, env=child_environment(), stderr=subprocess.PIPE, text=True, errors="replace"
    )
    if done.returncode != 0:
        raise SetupError(f"Qt is installed and cannot be loaded: {_last_line(done.stderr)}")


def _why_pip_failed(messages: str) -> SetupError:
    text = messages.lower()
    if "do not match the hashes" in text:
        return NothingFetchedError(
            "a package that was fetched is not the one that is locked (its hash differs). "
            "Try again; if it stays so, do not use it and tell the maintainers."
        )
    if "no space left" in text:
        return SetupError("the disk is full: the environment needs about 600 MB.")
    unreachable = ("retrying (", "connection", "name resolution", "timed out", "proxy", "ssl")
    if any(word in text for word in unreachable):
        return NothingFetchedError(
            "the package index cannot be reached. The first call needs a network "
            "connection; later calls do not. Start it again once there is one."
        )
    if "no matching distribution" in text:
        return NothingFetchedError(
            f"a locked package has no build for this system: {_last_line(messages)}"
        )
    return SetupError(f"pip could not install the locked packages: {_last_line(messages)}")


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Let one set-up of an environment run at a time; the others wait."""
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        file = open(home.with_name(f"{home.name}.lock"), "a+b")  # noqa: SIM115
    except OSError as error:
        raise _not_writable(home, error) from None
    with file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                raise SetupError("another dev.py sets up this environment: wait for it.") from None
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _not_writable(home: Path, error: OSError) -> SetupError:
    return SetupError(
        f"{_shown(home)} cannot be written ({error.strerror}): work in a copy of the checkout "
        "that you can write to, or name a folder for the environment in REVIEW_DESK_VENV."
    )


def _shown(home: Path) -> str:
    return ".venv" if home == ROOT / ".venv" else str(home)


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def _say(text: str) -> None:
    print(text, flush=True)
