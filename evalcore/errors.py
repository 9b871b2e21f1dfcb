"""The one exception of this package, and the place in a file that it names."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something is wrong. Everything counts from 1; None is "does not apply".

    ``file`` is the number of a return file, where several are read together.
    ``line`` and ``column`` (in characters) locate a fault of the JSON itself.
    ``encounter`` is a position in a drafts file, ``list`` one of its two lists
    ("truth", "statements") or the list of a claims file, ``row`` a position in
    that list or in a return's rows. ``field`` is the name of a known field; of
    an unknown one, whose name could identify somebody, only its position.
    """

    file: int | None = None
    line: int | None = None
    column: int | None = None
    encounter: int | None = None
    list: str | None = None
    row: int | None = None
    field: str | int | None = None

    def __str__(self) -> str:
        parts = []
        if self.file is not None:
            parts.append(f"file {self.file}")
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        if self.encounter is not None:
            parts.append(f"encounter {self.encounter}")
        if self.list is not None:
            parts.append(self.list if self.row is None else f"{self.list} row {self.row}")
        elif self.row is not None:
            parts.append(f"row {self.row}")
        if isinstance(self.field, int):
            parts.append(f"field number {self.field}")
        elif self.field is not None:
            parts.append(f"field {self.field}")
        return ", ".join(parts)


class EvaluationError(ValueError):
    """Input that cannot be used.

    ``str()`` is the code alone (``vocabulary`` and the contract list them);
    ``place`` tells where, or is None. Neither ever holds a value of the input.
    """

    def __init__(self, code: str, place: Place | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.place = place

    def __reduce__(self) -> tuple[type[EvaluationError], tuple[str, Place | None]]:
        return type(self), (self.code, self.place)


class Cancelled(EvaluationError):
    """The caller's cancel token was set; code ``cancelled``."""

    def __init__(self, code: str = "cancelled", place: Place | None = None) -> None:
        super().__init__(code, place)


def where(error: BaseException) -> str:
    """Return where a program error happened: module, line and type, nothing else."""
    last = error.__traceback__
    if last is None:
        return f"unknown-{type(error).__name__}"
    while last.tb_next is not None:
        last = last.tb_next
    module = str(last.tb_frame.f_globals.get("__name__", "unknown"))
    return f"{module.removeprefix('evalcore.')}-{last.tb_lineno}-{type(error).__name__}"


def tracebacks_are_shown() -> bool:
    """Tell whether REVIEW_DESK_TRACEBACK=1 asks for tracebacks, which can hold what was read.

    A bundled program does not know that variable: it is for who works on the program.
    """
    return os.environ.get("REVIEW_DESK_TRACEBACK") == "1" and not hasattr(sys, "frozen")


def show_traceback(error: BaseException) -> None:
    """Print the traceback of a program error on standard error, if that is asked for."""
    if tracebacks_are_shown():
        import traceback

        traceback.print_exception(error, file=sys.__stderr__)


def value_free(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Make a public function raise its errors afresh, from a frame that holds no input.

    An exception keeps its traceback, and that keeps the locals of every frame
    it came through: a crash reporter or ``pytest -l`` would print the rows that
    were at fault. So an EvaluationError ends here and a new one with the same
    code and place starts, without cause, context or inner frames.
    """

    @functools.wraps(function)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return function(*args, **kwargs)
        except EvaluationError as error:
            again = type(error)(error.code, error.place)
        del args, kwargs
        raise again

    return wrapper
