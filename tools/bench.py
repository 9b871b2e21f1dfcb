#!/usr/bin/env python3
"""Measure the program on studies made for it: python3 dev.py bench [--sizes 30,100] [--full]

One table has every aim of speed and memory: our figure, the reference that it is
compared with in the same run, and whether the aim was met. It fails nothing. What
is measured and how, and what each change brought, is in tools/bench_notes.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.bench_evaluator import check_lines, layout_lines, sizes_lines
from tools.bench_process import ROOT, Broken
from tools.bench_table import Line, from_json, heading, shown

_USUAL = [30.0, 100.0]
_MORE = [300.0, 1000.0]
_LAYOUTS = 300.0
"""MB of the study in other layouts, at most."""

PARTS = ("evaluator", "layouts", "check", "bootstrap", "window")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 0 whatever it says, or 1 when a command broke."""
    options = _options(arguments)
    sizes = sorted({*options.sizes, *(_MORE if options.full else [])})
    runs = options.runs
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}; "
        f"medians of {runs}; cpu: all processes together; reference: json.load of the same files"
    )
    print(heading(), flush=True)
    broken = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        layouts = max([size for size in sizes if size <= _LAYOUTS], default=sizes[0])
        parts: dict[str, Callable[[], Iterator[Line]]] = {
            "evaluator": lambda: sizes_lines(sizes, runs, scratch),
            "layouts": lambda: layout_lines(layouts if not options.full else 100.0, runs, scratch),
            "check": lambda: check_lines(runs, scratch),
            "bootstrap": lambda: _of_module("tools.bench_bootstrap", "--json"),
            "window": lambda: _of_module(
                "tools.bench_window", *(["--full"] if options.full else [])
            ),
        }
        for part in options.only or PARTS:
            try:
                for line in parts[part]():
                    print(shown(line), flush=True)
            except Broken as error:
                print(f"bench, {part}: {error}", file=sys.stderr)
                broken = 1
    return broken


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure the program.")
    parser.add_argument(
        "--sizes",
        metavar="MB,MB",
        type=lambda text: [float(part) for part in text.split(",")],
        default=_USUAL,
        help="sizes of the drafts file in MB (else 30,100)",
    )
    parser.add_argument("--full", action="store_true", help="300 and 1,000 MB as well")
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="runs of each (else 3)")
    parser.add_argument("--only", metavar="PART", nargs="+", choices=PARTS, help="some parts alone")
    options = parser.parse_args(arguments)
    if options.runs < 1 or min(options.sizes) <= 0:
        parser.error("sizes and runs must be above 0")
    return options


def _of_module(module: str, *words: str) -> Iterator[Line]:
    """Run a part that prints its lines as JSON objects, and give each as it comes."""
    command = [sys.executable, "-m", module, *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        for text in process.stdout or ():
            yield from_json(json.loads(text))
    if process.returncode:
        raise Broken(f"{module} ended with {process.returncode}")


if __name__ == "__main__":
    sys.exit(main())
