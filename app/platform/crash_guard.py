"""What happens on an exception that nobody expected: one dialog, and the program goes on.

Neither message nor traceback is shown, logged or kept, since both can hold what
was read. The code names the place in the program and the type, which is enough
to find the fault.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.platform.surroundings import say
from evalcore.errors import show_traceback

CrashReporter = Callable[[str], None]
"""Shows the code of a crash; called on the GUI thread."""

_PACKAGES = ("app", "evalcore")
_LAST = ("last_exc", "last_type", "last_value", "last_traceback")
"""Where the interpreter keeps the last exception that nobody caught."""


class EvaluatorCrash(Exception):
    """A program error in the evaluator, told by its place in the program."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


def crash_code(error: BaseException) -> str:
    """Return the module, line and type of an exception, as "engine.session-120-KeyError"."""
    if isinstance(error, EvaluatorCrash):
        return error.where
    ours = "program"
    for frame, line in traceback.walk_tb(error.__traceback__):
        package, _, module = str(frame.f_globals.get("__name__")).partition(".")
        if package in _PACKAGES:
            ours = f"{module or package}-{line}"
    return f"{ours}-{type(error).__name__}"


def tell_codes_only() -> None:
    """Print a code, and no message or traceback, where no window is there to show it."""
    sys.excepthook = _tell
    threading.excepthook = _tell_of_thread
    sys.unraisablehook = _tell_of_thread


def _tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    _forget_last()
    if not issubclass(kind, KeyboardInterrupt):
        show_traceback(error.with_traceback(trace))
        _say(crash_code(error.with_traceback(trace)))


def _tell_of_thread(args: Any) -> None:
    if args.exc_value is not None:
        _say(crash_code(args.exc_value))


def _say(code: str) -> None:
    say(f"unexpected error {code}")


def _forget_last() -> None:
    for name in _LAST:
        vars(sys).pop(name, None)


class CrashGuard(QObject):
    """Catches what slots, paints, models and threads let escape, and reports its code.

    A code is reported once: a paint that fails is tried again with every paint.
    """

    _caught = Signal(str)

    def __init__(self, reporter: CrashReporter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reporter = reporter
        self._reported: set[str] = set()
        self._before: Any = None
        self._before_thread: Any = None
        self._before_unraisable: Any = None
        # never from within a paint: what it shows would paint again
        self._caught.connect(self._report, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over the hooks for uncaught exceptions."""
        self._before, sys.excepthook = sys.excepthook, self._hook
        self._before_thread, threading.excepthook = threading.excepthook, self._thread_hook
        self._before_unraisable, sys.unraisablehook = sys.unraisablehook, self._unraisable_hook

    def remove(self) -> None:
        """Give the hooks back; what is still to be reported is printed and no more shown."""
        self._reporter = lambda code: None
        if sys.excepthook == self._hook:
            sys.excepthook = self._before
        if threading.excepthook == self._thread_hook:
            threading.excepthook = self._before_thread
        if sys.unraisablehook == self._unraisable_hook:
            sys.unraisablehook = self._before_unraisable

    def handle(self, error: BaseException) -> None:
        """Report an exception that was caught; from any thread."""
        code = crash_code(error)
        show_traceback(error)
        gone = False
        try:
            self._caught.emit(code)
        except RuntimeError:
            gone = True  # the window is not there any more
        if gone:
            _say(code)

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.handle(error.with_traceback(trace))
        _forget_last()
        if self._before not in (sys.__excepthook__, _tell):
            self._before(kind, error, trace)  # a test runner's own hook

    def _thread_hook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.handle(args.exc_value)

    def _unraisable_hook(self, args: Any) -> None:
        if args.exc_value is not None:
            self.handle(args.exc_value)
        if self._before_unraisable not in (sys.__unraisablehook__, _tell_of_thread):
            self._before_unraisable(args)  # a test runner's own hook

    def _report(self, code: str) -> None:
        if code not in self._reported:
            self._reported.add(code)
            _say(code)
            self._reporter(code)
