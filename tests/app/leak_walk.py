"""The part of the leak scan that walks the objects of the Python program."""

from __future__ import annotations

import enum
import functools
import gc
import sys
import threading
import types
import weakref
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

from PySide6.QtCore import QByteArray, QMimeData, QUrl
from PySide6.QtGui import QKeySequence
from shiboken6 import Object as QtObject

PATHS_ALLOWED = {
    ("Task", "work"): "the request that the evaluator is answering, paths and all",
    ("OpenFile", "path"): "a file is read again by it, and compared with what is on disk",
    ("Exporter", "_folder"): "the next export's dialog starts there",
    ("Job", "work"): "a job that waits or runs holds its request or the place of its export",
    ("work", "closure"): "so does the function that the job runs, wherever it is met",
    ("thread", "locals"): "so does the worker while it runs one",
}
"""The only places that may hold a full path, and why. They may hold it whole, nothing more."""

NOT_OURS = {("CrashGuard", "_before"), ("CrashGuard", "_before_thread")}
"""The hooks of whoever runs the program: in a test, of the test runner, which keeps exceptions."""

DEPTH = 60

_PACKAGES = ("app", "evalcore")
_LEAVES = (type(None), bool, float, complex, enum.Enum, types.ModuleType, types.CodeType)
_PLAIN = (str, int, bytes, bytearray, memoryview, QByteArray, QUrl, QKeySequence)
_SMALL, _LARGE = 1 << 36, 1 << 512
"""Between them are the numbers that can hold 12 digits of an identifier, or all 64."""


class Find(Protocol):
    """Finds a secret in a text."""

    def __call__(self, text: str, *, path_allowed: bool = False) -> str | None: ...


def _ours(module: object) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in _PACKAGES


class Walk:
    """Follows every reference from the things it is shown, each thing once."""

    def __init__(self, find: Find) -> None:
        self.found: list[tuple[str, str]] = []
        self._find = find
        self._clean: set[tuple[str, bool]] = set()
        # The things themselves: an address is used again once its thing is gone.
        self._seen: dict[tuple[int, bool], object] = {}

    def look(self, place: str, thing: object, *, path_allowed: bool = False) -> None:
        """Look at a thing and at all that it refers to."""
        kind = type(thing)
        if kind is str:
            self._look_at_text(place, cast(str, thing), path_allowed)
            return
        if _is_leaf(kind):
            return
        waiting = deque([(place, thing, path_allowed, 0)])
        while waiting:
            place, thing, allowed, depth = waiting.popleft()
            kind = type(thing)
            if kind is str:
                self._look_at_text(place, cast(str, thing), allowed)
                continue
            if _is_leaf(kind):
                continue
            texts = _texts(thing) if _is_plain(kind) else None
            for text in texts or ():
                self._look_at_text(place, text, allowed)
            if texts is None and depth < DEPTH and (id(thing), allowed) not in self._seen:
                self._seen[id(thing), allowed] = thing
                for name, part, part_allowed in _parts(thing):
                    where = f"{place}.{name}" if depth < 6 else place
                    waiting.append((where, part, allowed or part_allowed, depth + 1))

    def _look_at_text(self, place: str, text: str, allowed: bool) -> None:
        if (text, allowed) in self._clean:
            return
        secret = self._find(text, path_allowed=allowed)
        if secret is None:
            self._clean.add((text, allowed))
        else:
            self.found.append((place, secret))

    def look_at_program(self) -> None:
        """Look at slots, modules, threads and the last exceptions."""
        # Qt holds a slot where Python cannot follow, so functions are taken from the collector.
        for thing in gc.get_objects():
            if type(thing) is types.FunctionType and thing.__closure__ and _ours(thing.__module__):
                work = thing.__name__ == "work"
                self.look(f"closure {thing.__qualname__}", thing, path_allowed=work)
        for name, module in list(sys.modules.items()):
            if _ours(name):
                for key, value in list(vars(module).items()):
                    elsewhere = _ours(getattr(value, "__module__", None)) and (
                        value.__module__ != name  # imported: looked at where it is from
                    )
                    if not key.startswith("__") and not elsewhere:
                        self.look(f"{name}.{key}", value)
        for thread in threading.enumerate():
            self.look("name of a thread", thread.name)
        for frame in sys._current_frames().values():
            self.look("thread", frame, path_allowed=True)
        for key in ("last_exc", "last_value", "last_traceback"):
            self.look(f"sys.{key}", getattr(sys, key, None))


@functools.cache
def _is_leaf(kind: type) -> bool:
    """Whether things of this type hold no text and refer to nothing."""
    return issubclass(kind, _LEAVES) and not issubclass(kind, str)


@functools.cache
def _is_plain(kind: type) -> bool:
    """Whether things of this type are looked at as texts."""
    return issubclass(kind, _PLAIN)


def _texts(thing: object) -> list[str] | None:
    """Return a plain thing as texts; None for a thing with parts."""
    match thing:
        case str():
            return [thing]
        case int():
            return [f"{thing:x}", str(thing)] if _SMALL < abs(thing) < _LARGE else []
        case bytes() | bytearray() | memoryview():
            data = bytes(thing)
            # As text in any encoding, and as the digest itself.
            return [data.decode("latin-1").replace("\0", ""), data.hex()]
        case QByteArray():
            return _texts(bytes(thing.data()))
        case QUrl() | QKeySequence():
            return [thing.toString()]
    return None


def _parts(thing: Any) -> Iterable[tuple[str, object, bool]]:
    """Yield what a thing refers to: name, part, whether a full path is allowed there."""
    match thing:
        case QMimeData():
            for kind in thing.formats():
                yield "format", kind, False
                yield kind, thing.data(kind), False
        case type():
            if _ours(thing.__module__):
                # not the interpreter's cache of every class that was asked about
                own = [name for name in vars(thing) if name != "_abc_impl"]
                yield from ((name, vars(thing)[name], False) for name in own)
        case types.FunctionType():
            # never its globals: those of a test hold the secrets, and ours are looked at anyway
            for name in ("__closure__", "__defaults__", "__kwdefaults__", "__dict__"):
                if value := getattr(thing, name):
                    yield name, value, False
        case types.FrameType():
            frame: types.FrameType | None = thing
            while frame is not None:
                if _ours(frame.f_globals.get("__name__")):
                    yield f"locals of {frame.f_code.co_name}", dict(frame.f_locals), False
                frame = frame.f_back
        case types.TracebackType():
            if _ours(thing.tb_frame.f_globals.get("__name__")):
                name = thing.tb_frame.f_code.co_name
                yield f"locals of {name}", dict(thing.tb_frame.f_locals), False
            yield "next", thing.tb_next, False
        case Mapping():
            for key, value in list(thing.items()):
                yield "key", key, False
                yield (
                    (key if isinstance(key, str) and key.isidentifier() else "value"),
                    value,
                    False,
                )
            yield from _attributes(thing)
        case weakref.ReferenceType():
            yield "reference", thing(), False
        case BaseException():
            for name in ("args", "__cause__", "__context__", "__traceback__"):
                yield name, getattr(thing, name), False
            yield from _attributes(thing)
            yield from _referents(thing)
        case _ if _ours(type(thing).__module__):
            yield from _attributes(thing)
            if isinstance(thing, list | tuple | set | frozenset):
                yield from _referents(thing)
        case QtObject():
            yield from _attributes(thing)
        case _:
            yield from _attributes(thing)
            yield from _referents(thing)


def _referents(thing: object) -> Iterable[tuple[str, object, bool]]:
    """Yield what the collector knows: of containers, cells, methods, generators, caches."""
    for part in gc.get_referents(thing):
        yield "part", part, False


@functools.cache
def _slots(kind: type) -> tuple[str, ...]:
    found: list[str] = []
    for each in kind.__mro__:
        slots = each.__dict__.get("__slots__", ())
        found += [slots] if isinstance(slots, str) else slots
    return tuple(found)


def _attributes(thing: object) -> Iterable[tuple[str, object, bool]]:
    # a method would answer with its function's
    own = type(thing).__dictoffset__ != 0
    names: dict[str, object] = dict(getattr(thing, "__dict__", {})) if own else {}
    for name in _slots(cast(Any, type(thing))):
        names[name] = getattr(thing, name, None)
    for name, value in names.items():
        where = (type(thing).__name__, name)
        if where not in NOT_OURS:
            yield name, value, where in PATHS_ALLOWED
