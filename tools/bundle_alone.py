"""Unpacks a bundle and runs what is in it with nothing around it: nobody, no network, no folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

NOBODY = 65534


class NotTried(Exception):
    """Why a trial cannot be made on this system."""


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the zip with its modes and return the folder that is in it."""
    if sys.platform == "darwin":  # a program of macOS has links in it
        subprocess.run(["ditto", "-x", "-k", archive, folder], check=True)
        return next(folder.iterdir())
    with zipfile.ZipFile(archive) as content:
        for entry in content.infolist():
            path = Path(content.extract(entry, folder))
            path.chmod((entry.external_attr >> 16) & 0o777)
    return next(folder.iterdir())


def program(folder: Path, name: str) -> Path:
    """Return a program of the bundle, as it is named on this system."""
    if sys.platform == "darwin":
        return folder / "Review Desk.app" / "Contents" / "MacOS" / name
    return folder / (f"{name}.exe" if sys.platform == "win32" else name)


def isolated(
    folder: Path, words: Sequence[str | Path], variables: dict[str, str] | None = None
) -> list[str]:
    """Return a command that runs words as nobody, with nothing around them."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        raise NotTried("it needs root and setpriv")
    given = {"HOME": "/nonexistent", "PATH": "/nonexistent", **(variables or {})}
    inner = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    inner += ["--inh-caps=-all", "env", "-i", *(f"{k}={v}" for k, v in given.items())]
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && cd / && shift && exec "$@"'
    outer = ["unshare", "--net", "--mount", "sh", "-c", script, "sh", str(folder)]
    return [*outer, *inner, *(str(word) for word in words)]


def in_root(root: Path, *words: str, **variables: str) -> list[str]:
    program = f"/opt/{next((root / 'opt').iterdir()).name}/review-desk"
    script = (
        'mount -t proc proc "$1/proc" && mkdir -p "$1/tmp/.X11-unix" && '
        'mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" && '
        'root="$1" && shift && exec chroot --userspec=65534:65534 "$root" /usr/bin/env -i "$@"'
    )
    given = {"HOME": "/nonexistent", "PATH": "/nonexistent", **variables}
    outer = ["unshare", "--net", "--mount", "sh", "-c", script, "sh", str(root)]
    return [*outer, *(f"{k}={v}" for k, v in given.items()), program, *words]
