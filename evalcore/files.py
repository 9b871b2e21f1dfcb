"""Files as such: opening one to read, replacing one as a whole, and its short name."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Iterator, Sequence
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
            file = open(path, "rb")  # noqa: SIM115 (closed below)
        else:
            code = "not_a_regular_file"
    except (OSError, ValueError):
        code = "unreadable_file"
    if file is None or code is not None:
        raise EvaluationError(code or "unreadable_file")
    with file:
        yield file, os.fstat(file.fileno()).st_size


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
    with open(temporary, "xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if target.exists():
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))
    os.replace(temporary, target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        except OSError:
            pass  # some file systems cannot flush a folder; the file itself is safe
        finally:
            os.close(folder)


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
