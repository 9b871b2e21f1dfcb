"""What is around the program: its environment, what Qt prints and keeps, dumps of its memory.

``prepare`` is called before the application object is made, since Qt looks at
all of this while it starts.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import warnings

from PySide6.QtCore import QMessageLogContext, QSettings, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from evalcore.core_dumps import leave_no_core

UNWANTED = (
    # folders that Qt would load code from, and code that it would load besides
    *("QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_GENERIC_PLUGINS"),
    # what would make Qt tell more of what it does, or end the program with each warning
    *("QT_LOGGING_RULES", "QT_LOGGING_CONF", "QT_DEBUG_PLUGINS", "QT_MESSAGE_PATTERN"),
    *("QT_FATAL_WARNINGS", "QT_FATAL_CRITICALS"),
)
"""Variables that the program does without."""

_WORTH_TELLING = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_CATEGORY = re.compile(r"[a-z0-9.]{1,60}")
_told: set[str] = set()


def prepare() -> None:
    """See to it that nothing of what is opened is printed or kept by Qt or the system.

    Qt's own file dialog is used on every system: those of the systems put what
    was chosen into the list of recent documents, which Qt cannot turn off. Qt's
    keeps the folders that it showed in the user's settings of all programs with
    Qt, which are pointed at a place where nothing can be (where settings are
    files; elsewhere ``file_dialogs`` puts back what was there).
    """
    for name in UNWANTED:
        os.environ.pop(name, None)
    warnings.simplefilter("ignore")  # a warning may name what it is about
    leave_no_core()  # the evaluator's process takes it over
    qInstallMessageHandler(_tell_category)
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, os.devnull)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)


def say(text: str) -> None:
    """Print a line on standard error, where there is one that takes it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(f"Review Desk: {text}", file=sys.stderr, flush=True)


def _tell_category(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Print what part of Qt has something to say, once; the message may hold a name or a text."""
    category = str(getattr(context, "category", None) or "")
    category = category if _CATEGORY.fullmatch(category) else "other"
    if kind in _WORTH_TELLING and category not in _told:
        _told.add(category)
        say(f"a message of Qt ({category})")
