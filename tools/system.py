"""What dev.py needs of the system: libraries for Qt, a font, programs, what Python makes venvs of.

On Debian and its relatives, as root, what is missing is installed; elsewhere one line names it.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.platform.system_libraries import QT_LIBRARIES, X11_LIBRARIES

FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
)
FONT_PACKAGE = "fonts-dejavu-core"

# What the tests start, and the Debian package that has it.
TEST_PROGRAMS = {"pdftotext": "poppler-utils"}  # reads a PDF's text as other programs do
if sys.platform == "linux":
    TEST_PROGRAMS["setpriv"] = "util-linux"  # holds root to the rights of files
    TEST_PROGRAMS["chromium"] = "chromium"  # opens the forms as reviewers do


@dataclass(frozen=True)
class Needs:
    """Libraries (on Linux) and programs that a command needs, each with its Debian package."""

    libraries: Mapping[str, str]
    programs: Mapping[str, str] = field(default_factory=dict)


DRAWING = Needs(QT_LIBRARIES)
"""To draw where nobody looks, and to show a window on Wayland."""
WINDOW = Needs(QT_LIBRARIES | X11_LIBRARIES)
"""To show a window under X11."""
TESTS = Needs(WINDOW.libraries, TEST_PROGRAMS)
"""What the tests load and start. Without it they fail: none is skipped for want of a tool."""
TOUR = Needs(WINDOW.libraries, {name: name.lower() for name in ("Xvfb", "openbox", "xdotool")})
"""A screen that nobody sees, a window manager, and what sends clicks and keys to it."""


class SetupError(Exception):
    """What is wrong and what to do about it, in one line."""


def has_screen() -> bool:
    """Whether a window can be shown here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def check() -> None:
    """Raise SetupError if the locked builds of Qt cannot run on this system."""
    if sys.maxsize < 2**32:
        raise SetupError("a 64-bit Python is needed, this is a 32-bit one.")
    if sys.platform == "darwin":
        version = platform.mac_ver()[0]
        if version and int(version.split(".")[0]) < 14:
            raise SetupError(f"Qt needs macOS 14 or later, this is {version}.")
    if sys.platform.startswith("linux"):
        _check_glibc()


def _check_glibc() -> None:
    needed = (2, 39) if platform.machine() == "aarch64" else (2, 34)
    wanted = f"glibc {needed[0]}.{needed[1]} or later"
    name, _, version = _libc().partition(" ")
    if name != "glibc":
        raise SetupError(f"Qt needs {wanted}, this system has another C library.")
    if tuple(int(part) for part in version.split(".")[:2]) < needed:
        raise SetupError(f"Qt needs {wanted} (Debian 12 has 2.36), this system has {version}.")


def _libc() -> str:
    try:
        return os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):
        return ""


def window_needs() -> Needs:
    """Return what a window needs on the screen that is here."""
    return DRAWING if os.environ.get("WAYLAND_DISPLAY") else WINDOW


def missing(needs: Needs, *, venv: bool = False) -> dict[str, str]:
    """Return what is missing here: its own name and the Debian package that has it."""
    found: dict[str, str] = {}
    if venv and any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip")):
        found["Python's venv and ensurepip"] = (
            f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        )
    for name, package in needs.programs.items():
        if shutil.which(name) is None:
            found[name] = package
    if not sys.platform.startswith("linux"):
        return found
    for name, package in needs.libraries.items():
        if not _loads(name):
            found[name] = package
    if not any(_has_font(folder) for folder in FONT_FOLDERS):
        found["a font"] = FONT_PACKAGE
    return found


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_font(folder: str) -> bool:
    return any(
        name.lower().endswith((".ttf", ".otf", ".ttc"))
        for _, _, names in os.walk(os.path.expanduser(folder))
        for name in names
    )


def install_missing(needs: Needs, *, venv: bool = False) -> None:
    """Install what is missing where dev.py can; else raise a SetupError that names it."""
    lacking = missing(needs, venv=venv)
    if not lacking:
        return
    packages = sorted(set(lacking.values()))
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise SetupError(
            f"missing on this system: {', '.join(lacking)}. Install them with the system's "
            f"package manager (on Debian they are in {names})."
        )
    if os.geteuid() != 0:
        raise SetupError(
            f"system packages are missing: run 'sudo apt-get install {names}', "
            "then start this again."
        )
    print(f"Installing the missing system packages: {names}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    said = ""
    for command in (
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
    ):
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        said += done.stdout
    importlib.invalidate_caches()
    lacking = missing(needs, venv=venv)
    if lacking:
        lines = [line for line in said.splitlines() if line.startswith("E:")]
        raise SetupError(
            f"apt-get did not bring {', '.join(lacking)} (packages {names}): "
            f"{lines[-1] if lines else 'it gave no error'}"
        )
