"""No image of the memory, which holds what was read, is written when the program dies."""

from __future__ import annotations

import contextlib
import sys


def leave_no_core() -> None:
    """Tell the system so, for this process and those that it starts.

    What Windows writes is set for all programs at once, and not by one of them.
    """
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    # a limit of 0 does not keep Linux from handing the memory to a program that collects
    # such images; one of 1 byte does (core(5)), and is too small for a file as well
    least = 1 if sys.platform == "linux" and most != 0 else 0
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (least, most))
