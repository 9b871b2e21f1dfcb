"""python -m evalcore, and the installed command review-desk-cli."""

import gc
import sys

EVALUATOR_FLAG = "--evaluator-process"
"""The only argument with which the command becomes the evaluator's process of a frozen window."""


def main(program: str = "python -m evalcore") -> int:
    """Run the command under the name that usage lines give it; return its exit code."""
    # One command and the process ends: reference counts free what it reads, and there
    # are no cycles that would be worth a walk over all rows again and again.
    gc.disable()
    try:
        from .core_dumps import leave_no_core

        leave_no_core()
        from .cli.main import main as run

        return run(program=program)
    except KeyboardInterrupt:  # before the command itself could take care of it
        return 130


def review_desk_cli() -> int:
    """Run the command as it is installed and bundled."""
    if sys.argv[1:] == [EVALUATOR_FLAG]:
        from .service.process import main as serve

        serve()
        return 0
    return main("review-desk-cli")


if __name__ == "__main__":
    sys.exit(main())
