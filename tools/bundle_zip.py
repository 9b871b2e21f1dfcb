"""A zip whose bytes depend on the files alone: sorted, with fixed times and modes."""

from __future__ import annotations

import os
import time
import zipfile
from pathlib import Path

PROGRAM, DATA = 0o755, 0o644


def fixed_mode(path: Path) -> int:
    """Return the mode that a file has in the zip and in the folder."""
    return PROGRAM if os.access(path, os.X_OK) and path.suffix not in (".txt", ".json") else DATA


def files_of(folder: Path) -> list[Path]:
    """Return all files and links below a folder in the order of their names."""
    found = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def write_zip(folder: Path, target: Path, epoch: int) -> None:
    """Pack a folder under its own name; ``epoch`` are seconds since 1970, UTC."""
    moment = time.gmtime(max(epoch, 315532800))[:6]  # a zip knows no time before 1980
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files_of(folder):
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            entry = zipfile.ZipInfo(name, moment)
            entry.create_system = 3  # Unix, whatever system it is made on: modes are kept
            link = path.is_symlink()  # in a program of macOS alone
            mode = 0o120755 if link else 0o100000 | fixed_mode(path)
            entry.external_attr = mode << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = os.readlink(path).encode() if link else path.read_bytes()
            archive.writestr(entry, content, compresslevel=9)
