"""The libraries of a Linux system that the bundle carries for systems without them.

They are used only where the system has none (app/platform/system_libraries.py). Each must
stand in LICENCES: what is not there is not carried, and the build fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.system import SetupError

# The licence (SPDX) under which each may be passed on; of several, the one that is chosen.
LICENCES = {
    "MIT": (
        *("libEGL", "libGL", "libGLX", "libGLdispatch", "libX11", "libX11-xcb", "libXau"),
        *("libXdmcp", "libbrotlicommon", "libbrotlidec", "libexpat", "libfontconfig", "libxcb"),
        *("libxcb-cursor", "libxcb-icccm", "libxcb-image", "libxcb-keysyms", "libxcb-randr"),
        *("libxcb-render", "libxcb-render-util", "libxcb-shape", "libxcb-shm", "libxcb-sync"),
        *("libxcb-util", "libxcb-xfixes", "libxcb-xkb", "libxkbcommon", "libxkbcommon-x11"),
        *("libffi",),
    ),
    "BSD-3-Clause": ("libbsd",),
    "BSD-2-Clause": ("libmd",),
    "Zlib": ("libz",),
    "FTL": ("libfreetype",),
    "libpng-2.0": ("libpng16",),
    "AFL-2.1": ("libdbus-1",),
    "LGPL-2.1-or-later": ("libglib-2.0", "libgthread-2.0"),
}
# These are of every Linux, or of every one with Wayland, and belong to it.
_OF_EVERY_SYSTEM = re.compile(
    r"ld-linux|linux-vdso|lib(?:c|m|dl|rt|pthread|resolv|util|stdc\+\+|gcc_s|z)\.so"
    r"|lib(?:cap|ffi|gcrypt|gpg-error|lz4|lzma|pcre2-8|systemd|wayland-\w+|zstd)\.so"
)
_LINE = re.compile(r"^\s*(\S+) => (\S+) \(")
_GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")
FONT_SETTINGS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Library:
    """One library: the name it is asked for by, its file, and the package that it comes from."""

    name: str
    file: Path
    licence: str
    package: str
    version: str
    notice: str


def system_libraries(programs: Iterable[Path]) -> list[Library]:
    """Return what the given programs and plugins load from this system, by name.

    Raises SetupError for one whose licence is not known here or whose package
    does not say its terms.
    """
    found = {
        name: path for name, path in _loaded(programs).items() if not _OF_EVERY_SYSTEM.match(name)
    }
    return [_library(name, found[name]) for name in sorted(found)]


def named(files: Iterable[Path], programs: Iterable[Path]) -> list[Library]:
    """Return what is known of libraries that PyInstaller has collected, by their names."""
    loaded = _loaded(programs)
    return [_library(file.name, loaded[file.name]) for file in sorted(files)]


def _loaded(programs: Iterable[Path]) -> dict[str, Path]:
    """Return the libraries of this system that programs load, by the name they ask for."""
    found: dict[str, Path] = {}
    for program in programs:
        said = subprocess.run(["ldd", str(program)], capture_output=True, text=True).stdout
        for line in said.splitlines():
            match = _LINE.match(line)
            if match is None:
                continue
            name, path = match[1], Path(match[2])
            if len(path.parts) > 1 and path.parts[1] in ("lib", "lib64", "usr"):
                found[name] = path
    return found


def _library(name: str, path: Path) -> Library:
    stem = name.partition(".so")[0]
    licence = next((key for key, names in LICENCES.items() if stem in names), None)
    if licence is None:
        raise SetupError(f"{name} would come along, and its licence is not known to this script.")
    package = _package(path)
    version = _said("dpkg-query", "-W", "-f", "${Version}", package)
    notice = Path("/usr/share/doc", package.partition(":")[0], "copyright")
    if not version or not notice.exists():
        raise SetupError(f"the terms of {name} are not on this system: build on Debian or Ubuntu.")
    text = notice.read_text("utf-8", "replace")
    return Library(name, path, licence, package.partition(":")[0], version, text)


def _package(path: Path) -> str:
    real = path.resolve()
    for place in (real, Path("/", *real.parts[2:]), path, Path("/usr", *path.parts[1:])):
        if said := _said("dpkg", "-S", str(place)):
            return said.partition(": ")[0].partition(",")[0]
    raise SetupError(f"{path.name} belongs to no package: build on Debian or Ubuntu.")


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        raise SetupError("dpkg is not here: build on Debian or Ubuntu.") from None
    return done.stdout.strip() if done.returncode == 0 else ""


def carry(libraries: Iterable[Library], folder: Path) -> None:
    """Copy the libraries into a folder, each under the name that it is asked for by."""
    folder.mkdir()
    for library in libraries:
        target = folder / library.name
        shutil.copyfile(library.file.resolve(), target)
        target.chmod(0o644)
    (folder / "fonts.conf").write_text(FONT_SETTINGS, "utf-8")


def needed_glibc(programs: Iterable[Path]) -> str:
    """Return the oldest version of the C library with which all of them start, as "2.36"."""
    versions = {(2, 0)}
    for program in programs:
        said = subprocess.run(["objdump", "-T", str(program)], capture_output=True, text=True)
        versions |= {(int(a), int(b)) for a, b in _GLIBC.findall(said.stdout)}
    return "{}.{}".format(*max(versions))


def strip(programs: Iterable[Path]) -> None:
    """Take out of each what only a debugger reads; nothing is done to Qt's, which has none."""
    for program in programs:
        mode = program.stat().st_mode
        os.chmod(program, 0o755)
        subprocess.run(["strip", "--strip-unneeded", str(program)], check=True)
        os.chmod(program, mode)
