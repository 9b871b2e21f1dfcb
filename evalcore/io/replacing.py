"""Putting new content in the place of a file: whole or not at all, with nothing beside it.

Where the system can (Linux), the content gets a name only once it is whole and
on the disk, so that a process that is killed leaves nothing. Elsewhere it stands
under a name of its own meanwhile, and what a killed process left there is removed
by the next write to that folder. A lock tells what is left from what is in use.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

_LEFT = re.compile(r"\.review-desk-[0-9a-f]{16}\.tmp")

_ABANDONED_AFTER = 60.0
"""Seconds without a change, where a lock says nothing: on Windows, or before it is taken."""


def replace_whole(target: Path, data: bytes, look_again: Callable[[], None] = lambda: None) -> None:
    """Make data the content of target; a file that is there keeps its permissions.

    The file is flushed to the disk before it has its name, the folder after.
    ``look_again`` is called just before a file may be replaced; what it raises is
    raised here. Raises OSError; then the old file is there, or none, and nothing beside it.
    """
    remove_left_over(target.parent)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    if not _from_unnamed(target, data, mode, look_again):
        _from_named(target, data, mode, look_again)
    if os.name == "posix":
        # some folders cannot be flushed, or not be read; the file itself is there
        with contextlib.suppress(OSError):
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def remove_left_over(folder: Path) -> None:
    """Remove what killed processes left in a folder; what is in use, or not ours, stays."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _LEFT.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    _remove_abandoned(entry.path)


def _from_unnamed(
    target: Path, data: bytes, mode: int | None, look_again: Callable[[], None]
) -> bool:
    """Write a file without a name, then name it; return False where the system cannot."""
    flag = getattr(os, "O_TMPFILE", None)
    if flag is None:
        return False
    try:
        file = open(target.parent, "wb", opener=_opener(mode, flag | os.O_RDWR))  # noqa: SIM115
    except OSError:
        return False
    with file:
        _fill(file, data, mode)
        if mode is None:
            try:
                _name(file, target)
                return True
            except FileExistsError:
                pass  # somebody else has made one meanwhile: it is replaced
            except OSError:
                return False
        with _temporary(target.parent) as temporary:
            try:
                _name(file, temporary)
            except OSError:
                return False
            look_again()
            os.replace(temporary, target)
    return True


def _name(file: BinaryIO, path: Path) -> None:
    """Give an unnamed file a name (open(2), O_TMPFILE); FileExistsError if it is taken."""
    # to follow the link in /proc, the call must be given a folder, even if it is not used
    folder = os.open(path.parent, os.O_PATH)
    try:
        os.link(f"/proc/self/fd/{file.fileno()}", path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def _from_named(
    target: Path, data: bytes, mode: int | None, look_again: Callable[[], None]
) -> None:
    with _temporary(target.parent) as temporary:
        # what replaces a private file is private from its first byte
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with open(temporary, "wb", opener=_opener(mode, flags)) as file:
            _fill(file, data, mode)
            if os.name == "posix":
                look_again()
                os.replace(temporary, target)  # still locked
                return
        look_again()
        os.replace(temporary, target)  # Windows renames no open file


def _fill(file: BinaryIO, data: bytes, mode: int | None) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # some folders on a network have no locks
            fcntl.flock(file, fcntl.LOCK_EX)
        if mode is not None and mode != stat.S_IMODE(os.fstat(file.fileno()).st_mode):
            os.fchmod(file.fileno(), mode)
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


@contextlib.contextmanager
def _temporary(folder: Path) -> Iterator[Path]:
    """Give a name that is free, and see that nothing has it afterwards."""
    path = folder / f".review-desk-{secrets.token_hex(8)}.tmp"
    try:
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _opener(mode: int | None, flags: int) -> Callable[[str, int], int]:
    return lambda path, _: os.open(path, flags, 0o666 if mode is None else 0o600)


def _remove_abandoned(path: str) -> None:
    status = os.stat(path)
    young = time.time() - status.st_mtime < _ABANDONED_AFTER
    if sys.platform == "win32":
        if not young:
            os.unlink(path)
        return
    if young and not status.st_size:
        return
    handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.unlink(path)
    finally:
        os.close(handle)
