"""What Qt needs of a Linux system, looked for before Qt aborts without a word.

A bundle carries these libraries too (``CARRIED``). The system's own are used
where it has them, since its drivers are made for those.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

# A shared library that Qt loads, and the Debian package that has it.
QT_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
X11_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# What those and Qt's own need, which a system with a screen has as a rule.
BESIDES = (
    *("libstdc++.so.6", "libgcc_s.so.1", "libfreetype.so.6", "libgthread-2.0.so.0"),
    *("libX11.so.6", "libzstd.so.1"),
)
BESIDES_X11 = (
    *("libX11-xcb.so.1", "libxcb.so.1", "libxcb-image.so.0", "libxcb-randr.so.0"),
    *("libxcb-render.so.0", "libxcb-render-util.so.0", "libxcb-shm.so.0", "libxcb-sync.so.1"),
    *("libxcb-util.so.1", "libxcb-xfixes.so.0"),
)
CARRIED = "system-libraries"
"""The folder of a bundle with its copies, in which each is named as it is asked for."""

CANNOT_START = 2
"""The exit code of a program that cannot show its window here."""

_FONT_SETTINGS = "/etc/fonts/fonts.conf"


def require(arguments: Sequence[str]) -> None:
    """Make ready what Qt loads, or end the program with a line that names what is missing.

    Call it before Qt is imported. The self-test is by default without a screen.
    """
    if arguments[:1] == ["--self-test"]:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if missing := prepare():
        if sys.stderr is not None:
            print(f"Review Desk cannot start: {missing}", file=sys.stderr)
        sys.exit(CANNOT_START)


def prepare() -> str:
    """Make ready what Qt loads; return what is missing, in one line, or "".

    Elsewhere than on Linux nothing is.
    """
    if not sys.platform.startswith("linux"):
        return ""
    _use_utf8()
    carried = Path(getattr(sys, "_MEIPASS", "")) / CARRIED
    settings = carried / "fonts.conf"
    if not os.path.exists(_FONT_SETTINGS) and settings.exists():
        os.environ.setdefault("FONTCONFIG_FILE", str(settings))
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    x11 = platform == "xcb" or not (platform or os.environ.get("WAYLAND_DISPLAY"))
    packages = QT_LIBRARIES | X11_LIBRARIES if x11 else QT_LIBRARIES
    besides = BESIDES + BESIDES_X11 if x11 else BESIDES
    lacking = _load([*packages, *besides], carried)
    if lacking:
        names = sorted(packages[name] for name in lacking if name in packages)
        debian = f" On Debian and Ubuntu they are in {' '.join(names)}." if names else ""
        return f"libraries of the system are missing: {', '.join(lacking)}.{debian}"
    if not platform and not os.environ.get("WAYLAND_DISPLAY") and not _has_display():
        return "there is no screen here for a window. review-desk-cli does the same job without."
    return ""


def _use_utf8() -> None:
    """Take UTF-8 where the system names no encoding: Python does, but not in a bundle."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    chosen = next((name for name in names if os.environ.get(name)), "LC_CTYPE")
    if os.environ.get(chosen, "C") in ("C", "POSIX"):
        os.environ["LC_ALL" if chosen == "LC_ALL" else "LC_CTYPE"] = "C.UTF-8"


def _load(names: Iterable[str], carried: Path) -> list[str]:
    """Load libraries, where need be the copies in a bundle; return the names of the others."""
    lacking = [name for name in names if not _loads(name)]
    if not lacking or not carried.is_dir():
        return lacking
    # Once one is loaded, whoever needs it by its name gets it: so the order is found by trying.
    waiting = sorted(path.name for path in carried.iterdir() if ".so" in path.name)
    waiting = [name for name in waiting if name in lacking or not _loads(name)]
    while waiting:
        left = [name for name in waiting if not _loads(str(carried / name))]
        if len(left) == len(waiting):
            break
        waiting = left
    return [name for name in lacking if not _loads(name)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_display() -> bool:
    """Whether there is an X server that takes connections."""
    if not os.environ.get("DISPLAY"):
        return False
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused
