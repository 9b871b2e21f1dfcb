"""python -m app [FILE ...] | --version | --self-test [REPORT]"""

from __future__ import annotations

import gc
import sys

from app.platform.system_libraries import require
from evalcore.version import VERSION


def main() -> int:
    """Run the window, or do what a switch asks for."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"Review Desk {VERSION}")
        return 0
    require(arguments)
    if arguments[:1] == ["--self-test"]:
        from app.shell.application import self_test

        return self_test(arguments[1:])
    gc.disable()  # until the window is shown: what is made meanwhile stays
    from app.shell.application import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
