"""Files as such: opening one to read, replacing one as a whole, and its short name."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from .errors import EvaluationError

StrPath = str | os.PathLike[str]

_DIGITS = re.compile(r"[0-9A-Fa-f]{8,}")


class _Input:
    """An open file, read no further than it reached when it was opened: it may grow for ever.

    Faults of the system are ``unreadable_file``: a stick was pulled out.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self.size, self.changed, self.mode = self._status()

    def read(self, size: int = -1) -> bytes:
        left = max(0, self.size - self._at)
        with contextlib.suppress(OSError):
            data = self._file.read(left if size < 0 else min(size, left))
            if data is not None:
                self._at += len(data)
                return data
        raise EvaluationError("unreadable_file")

    def seek(self, position: int) -> int:
        with contextlib.suppress(OSError):
            self._at = self._file.seek(position)
            return self._at
        raise EvaluationError("unreadable_file")

    def has_changed(self) -> bool:
        """Tell whether it was written to since it was opened."""
        return self._status()[:2] != (self.size, self.changed)

    def _status(self) -> tuple[int, int, int]:
        with contextlib.suppress(OSError):
            status = os.fstat(self._file.fileno())
            return status.st_size, status.st_mtime_ns, status.st_mode
        raise EvaluationError("unreadable_file")


@contextlib.contextmanager
def open_regular(path: StrPath) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file to read; give it with its size in bytes.

    Raises EvaluationError ``unreadable_file`` (now, or when reading fails),
    ``not_a_regular_file`` (a folder, a pipe, a device: opening one could wait
    for ever), and at the end ``file_changed`` when it was written to meanwhile.
    """
    file: BinaryIO | None = None
    code = None
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115 (closed below)
        else:
            code = "not_a_regular_file"
    except (OSError, ValueError):
        code = "unreadable_file"
    if file is None or code is not None:
        raise EvaluationError(code or "unreadable_file")
    with _closing(file):
        given = _Input(file)
        if not stat.S_ISREG(given.mode):  # another one took its place meanwhile
            raise EvaluationError("not_a_regular_file")
        yield cast(BinaryIO, given), given.size
        if given.has_changed():  # then what was read may be half of each
            raise EvaluationError("file_changed")


@contextlib.contextmanager
def _closing(file: BinaryIO) -> Iterator[None]:
    """Close a file at the end; what was read is read, whatever the system says then."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            file.__exit__(None, None, None)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_output(path: StrPath, inputs: Sequence[StrPath]) -> None:
    """Refuse a place to write to, before any work is done.

    Raises EvaluationError ``output_is_an_input`` (under whatever name),
    ``output_not_a_regular_file`` or ``output_not_written`` (no such folder, or
    no right to write).
    """
    code = None
    try:
        try:
            status = os.stat(path)
        except FileNotFoundError:
            # a folder that is not there yet, or a link that leads to itself
            if not os.path.basename(path) or os.path.islink(os.path.realpath(path)):
                code = "output_not_a_regular_file"
        else:
            if any(os.path.exists(given) and os.path.samefile(path, given) for given in inputs):
                code = "output_is_an_input"
            elif not stat.S_ISREG(status.st_mode):
                code = "output_not_a_regular_file"
            elif not os.access(path, os.W_OK):
                code = "output_not_written"
        if code is None and not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK):
            code = "output_not_written"
    except (OSError, ValueError):
        code = "output_not_written"
    if code is not None:
        raise EvaluationError(code)


def write_atomically(path: StrPath, data: bytes, inputs: Sequence[StrPath] = ()) -> None:
    """Write data to path so that there is the old file or the new one, never a part.

    The data reach the disk before the file has its name; see ``replacing``. An
    old file's permissions are kept, and a symbolic link goes on pointing to the
    file that is replaced. ``inputs`` are looked at again, as ``check_output`` does.

    Raises EvaluationError ``output_is_an_input``, ``output_not_a_regular_file``
    or ``output_not_written``.
    """
    check_output(path, inputs)
    code = None
    try:
        from .replacing import replace_whole

        replace_whole(Path(os.path.realpath(path)), data)
    except (OSError, ValueError):
        code = "output_not_written"
    if code is not None:
        raise EvaluationError(code)


def short_name(path: StrPath) -> str:
    """Return the file's own name, fit to be shown: never its folder, never an identifier.

    A run of 8 or more hex digits with a letter among them, or of 12 or more
    digits, becomes "…"; what does not print becomes "?".
    """
    name = os.path.basename(os.path.normpath(os.fspath(path)))
    shown = "".join(c if c.isprintable() else "?" for c in name)
    return _DIGITS.sub(_hide, shown)


def _hide(run: re.Match[str]) -> str:
    digits = run.group()
    return digits if digits.isdecimal() and len(digits) < 12 else "…"
