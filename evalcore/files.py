"""Files as such: opening one to read, replacing one as a whole, and its short name."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from .errors import EvaluationError

StrPath = str | os.PathLike[str]

_DIGITS = re.compile(r"[0-9A-Fa-f]{8,}")


@contextlib.contextmanager
def open_regular(path: StrPath) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file to read; give it with its size in bytes.

    Raises EvaluationError ``unreadable_file`` or ``not_a_regular_file`` (a
    folder, a pipe, a device: opening one could wait for ever).
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
    with file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):  # another one took its place meanwhile
            raise EvaluationError("not_a_regular_file")
        yield file, status.st_size


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
        if os.path.exists(path):
            if any(os.path.exists(given) and os.path.samefile(path, given) for given in inputs):
                code = "output_is_an_input"
            elif not stat.S_ISREG(os.stat(path).st_mode):
                code = "output_not_a_regular_file"
            elif not os.access(path, os.W_OK):
                code = "output_not_written"
        elif os.path.islink(os.path.realpath(path)):
            code = "output_not_a_regular_file"  # a link that leads to itself
        if code is None and not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK):
            code = "output_not_written"
    except (OSError, ValueError):
        code = "output_not_written"
    if code is not None:
        raise EvaluationError(code)


def write_atomically(path: StrPath, data: bytes) -> None:
    """Write data to path so that there is the old file or the new one, never a part.

    A temporary file in the same folder is flushed to disk and renamed; a
    failure removes it. An old file's permissions are kept, and a symbolic link
    goes on pointing to the file that is replaced.

    Raises EvaluationError ``output_not_a_regular_file`` or ``output_not_written``.
    """
    code = None
    temporary = None
    try:
        check_output(path, ())
        target = Path(os.path.realpath(path))
        temporary = target.parent / f".review-desk-{secrets.token_hex(8)}.tmp"
        _replace(temporary, target, data)
    except EvaluationError as error:
        code = error.code
    except (OSError, ValueError):
        code = "output_not_written"
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    if code is not None:
        raise EvaluationError(code)


def _replace(temporary: Path, target: Path, data: bytes) -> None:
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
    # what replaces a private file is private from its first byte
    with open(temporary, "xb", opener=_opener(0o666 if mode is None else 0o600)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        temporary.chmod(mode)
    os.replace(temporary, target)
    if os.name == "posix":
        # some folders cannot be flushed, or not be read; the file itself is there
        with contextlib.suppress(OSError):
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _opener(mode: int) -> Callable[[str, int], int]:
    return lambda path, flags: os.open(path, flags, mode)


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
