"""Files as such: opening one to read, replacing one as a whole, and its short name."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from ..errors import EvaluationError

StrPath = str | os.PathLike[str]

_DIGITS = re.compile(r"[0-9A-Fa-f]{8,}")
_MOST_LINKS = 40


class _Input:
    """An open file, read no further than it reached when it was opened: it may grow for ever.

    Faults of the system are ``unreadable_file``: a stick was pulled out.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self._before = self._status()
        self.size, self.mode = self._before.st_size, self._before.st_mode

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
        before, now = self._before, self._status()
        if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
            return True
        # who writes can put that time back, and not this one; taking its name from it,
        # as by replacing it, changes this one too
        return now.st_ctime_ns != before.st_ctime_ns and now.st_nlink == before.st_nlink

    def _status(self) -> os.stat_result:
        with contextlib.suppress(OSError):
            return os.fstat(self._file.fileno())
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
    output_target(path, inputs)


def output_target(path: StrPath, inputs: Sequence[StrPath]) -> Path:
    """Return the file that a path means, without a link or ".." in it; errors as above."""
    code = None
    try:
        target = _file_of(path)
        if any(_is_same(target, given) for given in inputs):
            code = "output_is_an_input"
        elif target.exists() and not target.is_file():
            code = "output_not_a_regular_file"
        elif not os.access(target.parent, os.W_OK) or (
            target.exists() and not os.access(target, os.W_OK)
        ):
            code = "output_not_written"
        else:
            return target
    except IsADirectoryError:
        code = "output_not_a_regular_file"
    except (OSError, ValueError):
        code = "output_not_written"
    raise EvaluationError(code)


def write_atomically(path: StrPath, data: bytes, inputs: Sequence[StrPath] = ()) -> None:
    """Write data to path so that there is the old file or the new one, never a part.

    The data reach the disk before the file has its name; see ``replacing``. An
    old file's permissions are kept, and a symbolic link goes on pointing to the
    file that is replaced. ``inputs`` are looked at again, as ``check_output`` does,
    and once more just before a file is replaced.

    Raises EvaluationError ``output_is_an_input``, ``output_not_a_regular_file``
    or ``output_not_written``.
    """
    target = output_target(path, inputs)

    def look_again() -> None:
        if output_target(path, inputs) != target:
            raise OSError

    code = None
    try:
        from .replacing import replace_whole

        replace_whole(target, data, look_again)
    except EvaluationError as error:
        code = error.code
    except (OSError, ValueError):
        code = "output_not_written"
    if code is not None:
        raise EvaluationError(code)


def are_same_output(one: StrPath, other: StrPath) -> bool:
    """Tell whether two places to write to are one file, or would be one on some system.

    Names that differ in case alone, or in how a letter is composed, count as one: on
    most sticks and laptops they are. A place that cannot be written to is no other's.
    """
    try:
        first, second = _file_of(one), _file_of(other)
        if first.exists() and second.exists() and os.path.samefile(first, second):
            return True
        folders = os.path.samefile(first.parent, second.parent)
        return folders and _folded(first.name) == _folded(second.name)
    except (OSError, ValueError):
        return False


def _file_of(path: StrPath) -> Path:
    """Return the one path, without a link or "..", of the file that the system would open.

    ``os.path.realpath`` alone takes "nosuch/../x" for "x", and goes where no folder is;
    so the system is asked first, and what is returned must be the same file to it.
    Raises OSError or ValueError.
    """
    name = os.fspath(path)
    for _ in range(_MOST_LINKS):
        try:
            status = os.stat(name)
        except FileNotFoundError:
            folder, own = os.path.split(name)
            if own in ("", os.curdir, os.pardir) or _is_reserved(own):
                raise IsADirectoryError from None
            parent = os.path.realpath(folder or os.curdir, strict=True)
            if not os.path.samestat(os.stat(folder or os.curdir), os.stat(parent)):
                raise
            if not os.path.islink(name):
                return Path(parent, own)
            # a link to a file that is not there yet
            name = os.path.join(parent, os.readlink(name))
        else:
            real = os.path.realpath(name, strict=True)
            if os.path.samestat(status, os.stat(real)):
                return Path(real)
            # else another writer has replaced it meanwhile, or it has no name at all
    raise OSError


def _is_same(target: Path, given: StrPath) -> bool:
    """Tell whether a target is an input; also one that is not there at this moment."""
    try:
        if os.path.exists(given):
            return target.exists() and os.path.samefile(target, given)
        return _file_of(given) == target
    except (OSError, ValueError):
        return False


def _is_reserved(name: str) -> bool:
    """Tell whether Windows would write under another name, or into a stream of a file."""
    return os.name == "nt" and (name[-1] in ". " or ":" in name)


def _folded(name: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


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
