"""Lets the writer of files fail, or its process die, at any one of its calls to the system."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import evalcore.io.files
import evalcore.io.replacing

Fault = Callable[[], None]
"""What happens at the call: it raises, or ends the process."""

_WRITER = evalcore.io.files.write_atomically.__code__
_OWN_FILES = (evalcore.io.files.__file__, evalcore.io.replacing.__file__)
_SYSTEM = ("posix", "nt", "fcntl", "_io", "io", "_winapi")


class At:
    """Profiles a thread; lets a fault happen at the call of that number within the writer.

    ``after``: when the call has done its work, as a network drive may fail.
    """

    def __init__(self, number: int, fault: Fault, *, after: bool) -> None:
        self.number = number
        self.name = ""
        """The call at which it happened, or "": there are not so many."""
        self._fault = fault
        self._event = "c_return" if after else "c_call"
        self._writing = False
        self._seen = 0

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if frame.f_code is _WRITER and event in ("call", "return"):
            self._writing = event == "call"
        elif self._writing and event == self._event and _of_system(arg):
            self._seen += 1
            if self._seen == self.number + 1:
                self.name = arg.__name__
                self._writing = False
                self._fault()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Watch this thread."""
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


class AtStep:
    """Traces a thread; lets a fault happen before the bytecode of that number in the writer."""

    def __init__(self, number: int, fault: Fault) -> None:
        self.happened = False
        self._left = number
        self._fault = fault
        self._writing = False

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code is _WRITER:
            self._writing = True
        if not self._writing or frame.f_code.co_filename not in _OWN_FILES:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode" and not self.happened:
            if not self._left:
                self.happened = True
                self._fault()
            self._left -= 1
        return self

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Watch this thread."""
        before = sys.gettrace()
        sys.settrace(self)
        try:
            yield
        finally:
            sys.settrace(before)


def _of_system(function: Any) -> bool:
    if getattr(function, "__module__", None) in _SYSTEM:
        return True
    owner = getattr(function, "__self__", None)
    return isinstance(owner, io.IOBase) or type(owner).__module__ in _SYSTEM


@contextmanager
def handles_given_back() -> Iterator[None]:
    """Close what a fault right after an open left open; it would go with a real process."""
    if not os.path.isdir("/proc/self/fd"):
        yield
        return
    before = set(os.listdir("/proc/self/fd"))
    yield
    for handle in set(os.listdir("/proc/self/fd")) - before:
        try:
            os.close(int(handle))
        except OSError:
            pass  # the listing's own


@contextmanager
def without_unnamed_files() -> Iterator[None]:
    """Let the system have no files without a name, as most have none."""
    flag = getattr(os, "O_TMPFILE", None)
    if flag is not None:
        del os.O_TMPFILE
    try:
        yield
    finally:
        if flag is not None:
            os.O_TMPFILE = flag  # type: ignore[misc]
