"""The licences of all that ships, in one file, and the components that they belong to."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from evalcore.version import VERSION
from tools.bundle_libraries import Library
from tools.bundle_list import Component

NAME = "LICENCES.txt"
ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "packaging" / "licences"
_LINE = "=" * 78
# The packages that come along: their licence (SPDX) and where their terms stand, if not here.
PACKAGES = {
    "PySide6_Essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "fontpkg": "MIT",
    "fontpkg-inter": "OFL-1.1",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
}
_HEAD = """\
Review Desk {version} is under the Apache License 2.0, which follows first. This folder
also holds the work of others, listed here; their terms follow.

{table}

Qt and its Python bindings are used under the LGPL 3.0. They are the separate shared
libraries in _internal/PySide6 and _internal/shiboken6, unchanged but for symbols that only
a debugger reads, and may be replaced by others of the same interface. Their sources, of the
version that is listed, are published by The Qt Company; so are those of GLib, which is used
under the LGPL 2.1, by the GNOME project and by the distribution that its version names.
PyInstaller's terms have an exception for the programs that are made with it.
"""


def components(libraries: Sequence[Library], distribution: str) -> list[Component]:
    """Return what comes along, of the environment that this runs in."""
    python = platform.python_version()
    found = [Component("Python", python, "PSF-2.0", f"pkg:generic/python@{python}", "framework")]
    for name, licence in PACKAGES.items():
        version = metadata.version(name)
        purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
        found.append(Component(name, version, licence.partition(" WITH Bootloader")[0], purl))
    qt = metadata.version("PySide6_Essentials")
    found.append(Component("Qt", qt, "LGPL-3.0-only", f"pkg:generic/qt@{qt}", "framework"))
    if sys.platform.startswith("linux"):
        found.append(Component("ICU", "73", "Unicode-DFS-2016", "pkg:generic/icu@73"))
    for package in sorted({(one.package, one.version) for one in libraries}):
        name, version = package
        licences = sorted({one.licence for one in libraries if one.package == name})
        purl = f"pkg:deb/{distribution}/{name}@{version}"
        found.append(Component(name, version, " AND ".join(licences), purl))
    return found


def notices(found: Sequence[Component], libraries: Sequence[Library]) -> str:
    """Return all terms, each text once, with a table before them."""
    width = max(len(one.name) for one in found) + 2
    table = "\n".join(f"  {one.name:{width}}{one.version:24} {one.licence}" for one in found)
    parts = [_HEAD.format(version=VERSION, table=table)]
    texts: dict[str, list[str]] = {}
    for title, text in [*_own_texts(), *((one.package, one.notice) for one in libraries)]:
        titles = texts.setdefault(text.strip(), [])
        if title not in titles:
            titles.append(title)
    for text, titles in texts.items():
        parts.append(f"{_LINE}\n{', '.join(titles)}\n{_LINE}\n\n{text}\n")
    return "\n".join(parts)


def _own_texts() -> list[tuple[str, str]]:
    texts = [("Review Desk: Apache-2.0", _read(ROOT / "LICENSE"))]
    for name in ("LGPL-3.0", "GPL-3.0", "LGPL-2.1"):
        texts.append((name, _read(TEXTS / f"{name}.txt")))
    texts.append(("Qt: third-party code", _read(TEXTS / "Qt-third-party.txt")))
    texts.append((f"Python {platform.python_version()}", _python_licence()))
    for name in PACKAGES:
        for file in metadata.files(name) or ():
            if "licenses" in file.parts and "dist-info" in str(file):
                texts.append((name, file.read_text("utf-8")))
    texts.append(("fontpkg: MIT", _read(TEXTS / "fontpkg-MIT.txt")))
    return texts


def _python_licence() -> str:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for place in (
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(sys.base_prefix, "lib", f"python{version}", "LICENSE.txt"),
        Path("/usr/share/doc", f"python{version}", "copyright"),
        Path("/usr/share/doc", f"libpython{version}-minimal", "copyright"),
    ):
        if place.exists():
            return _read(place)
    raise FileNotFoundError("the licence of Python is not where this Python is")


def _read(path: Path) -> str:
    return path.read_text("utf-8")
