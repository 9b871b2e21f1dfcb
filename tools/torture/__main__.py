"""Run the torture and print its figures: python3 dev.py torture [PART ...] [--sample] [--seed N]

The exit code is 0 when nothing was found, else 1.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tools.torture.parts import PARTS, Plan, Result, load

_MOST_FAULTS = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(
        prog="dev.py torture", description="Bad input, faults when writing, long use."
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (else all)"
    )
    parser.add_argument(
        "--sample", action="store_true", help="the sizes of the tests, not the full"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="settles all draws (else 1)"
    )
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]}")
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"seed {options.seed}, {'sample' if options.sample else 'full run'}",
        flush=True,
    )
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    wrong = 0
    for name in options.parts or PARTS:
        start = time.monotonic()
        result = run_part(name, sample=options.sample, seed=options.seed)
        wrong += len(result.faults)
        _tell(name, result, time.monotonic() - start)
    print("\nNothing was found." if not wrong else f"\n{wrong} faults were found.")
    return 1 if wrong else 0


def run_part(name: str, *, sample: bool, seed: int = 1) -> Result:
    """Run one part in a folder that is gone afterwards; what is left in it is its own affair."""
    folder = Path(tempfile.mkdtemp(prefix="QzTorture-"))
    here = os.getcwd()
    try:
        return load(name).run(Plan(folder, sample, seed))
    except Exception as error:
        traceback.print_exc(file=sys.__stderr__)
        return Result(faults=[f"the part itself ended with {type(error).__name__}"])
    finally:
        os.chdir(here)
        for path in (folder, *folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                with contextlib.suppress(OSError):
                    path.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)


def _tell(name: str, result: Result, seconds: float) -> None:
    print(f"\n{name} ({seconds:.0f} s)")
    for what, figure in result.figures.items():
        shown = f"{figure:,}" if isinstance(figure, int) else figure
        print(f"  {what:<44}{shown:>16}")
    for line in result.skipped:
        print(f"  not tried: {line}")
    for line in result.faults[:_MOST_FAULTS]:
        print(f"  FAULT: {line}")
    if len(result.faults) > _MOST_FAULTS:
        print(f"  and {len(result.faults) - _MOST_FAULTS} faults more")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
