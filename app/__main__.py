"""python -m app [FILE ...]"""

from __future__ import annotations

import sys

from app.evaluator import EVALUATOR_FLAG


def main() -> int:
    """Run the window, or, in a frozen program, the evaluator's process that it starts."""
    if sys.argv[1:] == [EVALUATOR_FLAG]:
        from evalcore.service_process import main as serve

        serve()
        return 0
    from app.application import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
