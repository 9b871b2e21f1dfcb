"""Makes the folder of PyInstaller into the one that is passed on: runs in the bundle's environment.

python -m tools.bundle_folder MADE TARGET EPOCH: libraries, licences, guide, list of contents.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from pathlib import Path

from app.platform.system_libraries import CARRIED, QT_LIBRARIES, X11_LIBRARIES
from evalcore.version import VERSION
from tools import bundle_libraries as libraries
from tools import bundle_list, bundle_notices
from tools.bundle_zip import files_of, fixed_mode
from tools.wheelhouse import this_platform

ROOT = Path(__file__).resolve().parent.parent
LINUX = sys.platform.startswith("linux")
READ_ME = """\
Review Desk {version} for {platform}

Checks the review returns of a documentation study before they are imported, and makes the
reports that the study's committee reads. For evaluation only, never for diagnosis.

Start: double-click "{program}" in this folder. Nothing is installed and no network is used.
Keep the folder whole; it may stand anywhere where programs may run, also on a stick or in a
folder that cannot be written to. Guide.pdf says in two pages how to work with it; the Help menu
has the same guide. File > Open the sample study shows it with figures; the files of that
study are in {inside}app/resources/sample-study.

Does it work here? In a terminal:   {prefix}review-desk --self-test
Without a window:                   {prefix}review-desk-cli --help

{system}
LICENCES.txt has the terms of all that is in this folder, and {bill}
lists every file with its SHA-256.
"""
_LINUX = """\
Linux: it needs glibc {glibc} or later (it was made on {name}). The libraries that Qt needs are in
_internal/{carried} and are used where the system has none of its own:
{listed}
If one is missing all the same, the program names it on the terminal and ends with code 2. The
system brings libstdc++, libgcc_s, systemd's library and, for printing, CUPS, and on Wayland
its libraries.
"""
_UNPROVEN = """\
Not yet proven: this folder is made by the same script as that for Linux, but nobody has worked
with it on this system yet. It is not signed or notarised; that is left to who publishes it. The
system may therefore ask whether the program may be opened.
"""


def main(arguments: list[str]) -> int:
    """Make the folder; return 0."""
    made, target, epoch = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    if sys.platform == "darwin":
        shutil.copytree(made / "Review Desk.app", target / "Review Desk.app", symlinks=True)
    else:
        shutil.copytree(made / "review-desk", target)
    carried = _carry(target) if LINUX else []
    _add_papers(target, carried, epoch)
    for path in files_of(target):
        if not path.is_symlink():
            os.chmod(path, fixed_mode(path))
            os.utime(path, (epoch, epoch))
    return 0


def _carry(folder: Path) -> list[libraries.Library]:
    inside = folder / "_internal"
    programs = [path for path in files_of(folder) if ".so" in path.name]
    libraries.strip(
        path
        for path in programs
        if ("PySide6" not in path.parts and "shiboken6" not in path.parts) or "libicu" in path.name
    )
    # Printing uses the system's CUPS, where there is one.
    traced = [path for path in programs if "printsupport" not in path.parts]
    found = libraries.system_libraries(traced)
    libraries.carry(found, inside / CARRIED)
    own = [path for path in inside.iterdir() if path.name.startswith(("libffi", "libz"))]
    return [*found, *libraries.named(own, programs)]


def _add_papers(folder: Path, carried: list[libraries.Library], epoch: int) -> None:
    name, version = _system()
    found = bundle_notices.components(carried, name.lower().partition(" ")[0])
    _write(folder / bundle_notices.NAME, bundle_notices.notices(found, carried))
    _write(folder / "CHANGELOG.txt", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    _write(folder / "READ ME FIRST.txt", _read_me(folder, f"{name} {version}"))
    shutil.copyfile(ROOT / "resources/icons/app-colour.svg", folder / "review-desk.svg")
    from tools.bundle_guide import guide_pdf

    (folder / "Guide.pdf").write_bytes(guide_pdf())
    bill = bundle_list.bill_of_materials(folder, found, epoch, this_platform())
    (folder / bundle_list.NAME).write_bytes(bill)


def _read_me(folder: Path, system: str) -> str:
    wanted = [*QT_LIBRARIES.items(), *X11_LIBRARIES.items()]
    listed = "\n".join(f"  {library:24} (Debian: {package})" for library, package in wanted)
    made = [path for path in files_of(folder) if ".so" in path.name or not path.suffix]
    glibc = libraries.needed_glibc(path for path in made if CARRIED not in path.parts)
    linux = _LINUX.format(glibc=glibc, name=system, carried=CARRIED, listed=listed)
    ending = ".exe" if sys.platform == "win32" else ""
    return READ_ME.format(
        version=VERSION,
        platform=this_platform(),
        program=f"review-desk{ending}",
        prefix="" if ending else "./",
        inside="_internal/" if sys.platform != "darwin" else "Review Desk.app/Contents/Resources/",
        system=linux if LINUX else _UNPROVEN,
        bill=bundle_list.NAME,
    )


def _system() -> tuple[str, str]:
    if not LINUX:
        return platform.system(), platform.release()
    release = platform.freedesktop_os_release()
    return release.get("NAME", "Linux").partition(" ")[0], release.get("VERSION_ID", "")


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8", newline="\r\n" if sys.platform == "win32" else "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
