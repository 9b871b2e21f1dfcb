"""The same hypothesis examples on every run, and the signals of a run in the foreground."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")

# A shell has its background jobs ignore these, and what a test starts would go on doing so.
for number, handler in (
    ("SIGINT", signal.default_int_handler),
    ("SIGQUIT", signal.SIG_DFL),
    ("SIGHUP", signal.SIG_DFL),
):
    if hasattr(signal, number):
        signal.signal(getattr(signal, number), handler)
