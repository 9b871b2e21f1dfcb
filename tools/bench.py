#!/usr/bin/env python3
"""Measure the program on studies made for it: python3 dev.py bench [--sizes 10,100]

Each command runs in a fresh process. The table gives the size of the drafts file
(MB is 10^6 bytes), the seconds that the command took, MB of drafts a second, and
the peak of resident memory over that of an idle interpreter, in MB. The studies
stay in .bench-cache until tests/make_study.py changes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAKE_STUDY = ROOT / "tests" / "make_study.py"
CACHE = ROOT / ".bench-cache"
SEED = 1
SAMPLE = 400  # drafts, to learn how large one is

# Runs a module as `python -m` would and writes seconds and peak memory in bytes to
# a file. Linux: VmHWM, since ru_maxrss there begins with the peak of the parent.
CHILD = """
import json, runpy, sys, time
report, module, *sys.argv[1:] = sys.argv[1:]
start, code = time.perf_counter(), 0
if module:
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as stop:
        code = stop.code or 0
seconds, peak = time.perf_counter() - start, None
try:
    with open("/proc/self/status") as status:
        peak = [1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM")][0]
except (OSError, IndexError):
    try:
        import resource
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        peak *= 1 if sys.platform == "darwin" else 1024
    except ImportError:
        pass
with open(report, "w") as out:
    json.dump({"seconds": seconds, "peak": peak}, out)
sys.exit(code)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 0, or 1 when a command failed."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure evalcore.")
    parser.add_argument(
        "--sizes",
        metavar="MB,MB",
        type=lambda text: [float(part) for part in text.split(",")],
        default=[10.0, 100.0],
        help="sizes of the drafts file in MB (else 10,100)",
    )
    options = parser.parse_args(arguments)
    try:
        CACHE.mkdir(exist_ok=True)
    except OSError as error:
        parser.exit(1, f"bench: .bench-cache cannot be made ({error.strerror}).\n")
    print(
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}; "
        "memory is the peak over an idle interpreter"
    )
    print(f"{'what':<26}{'MB':>8}{'seconds':>10}{'MB/s':>8}{'memory MB':>12}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        idle = _measure(scratch, "", [])["peak"]
        for size in options.sizes:
            study = _study(size)
            drafts = study / "drafts.json"
            for what, command, inputs in (
                ("evaluate the drafts", "drafts", [drafts]),
                ("and import two returns", "reviews", [drafts, *sorted(study.glob("return-*"))]),
            ):
                words = [command, *map(str, inputs), "--json", str(scratch / "report.json")]
                figures = _measure(scratch, "evalcore", words)
                print(_row(what, drafts.stat().st_size / 1e6, figures, idle), flush=True)
    print("\nThe window while it reads the last of these:", flush=True)
    window = [sys.executable, "-m", "tools.bench_window", str(drafts)]
    return subprocess.run(window, cwd=ROOT).returncode


def _row(what: str, size: float, figures: dict[str, Any], idle: int | None) -> str:
    seconds, peak = figures["seconds"], figures["peak"]
    memory = "unknown" if peak is None or idle is None else f"{(peak - idle) / 1e6:.1f}"
    return f"{what:<26}{size:>8.1f}{seconds:>10.2f}{size / seconds:>8.1f}{memory:>12}"


def _measure(scratch: Path, module: str, words: list[str]) -> dict[str, Any]:
    report = scratch / "figures.json"
    done = subprocess.run([sys.executable, "-c", CHILD, str(report), module, *words], cwd=ROOT)
    if done.returncode != 0:
        print(f"bench: python -m {module} ended with {done.returncode}.", file=sys.stderr)
        raise SystemExit(1)
    figures: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return figures


def _study(size: float) -> Path:
    """Return the folder of a study with a drafts file of about ``size`` MB."""
    version = hashlib.sha256(MAKE_STUDY.read_bytes()).hexdigest()[:12]
    folder = CACHE / f"{size:g}-{version}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=CACHE) as name:
            sample = Path(name, "sample")
            _make_study(sample, SAMPLE)
            each = (sample / "drafts.json").stat().st_size / SAMPLE
            _make_study(Path(name, "study"), max(1, round(size * 1e6 / each)))
            shutil.move(Path(name, "study"), folder)
    return folder


def _make_study(folder: Path, drafts: int) -> None:
    # In a process of its own: the script holds the whole study in memory.
    options = ["--drafts", str(drafts), "--facts", "12", "--reviewers", "2", "--seed", str(SEED)]
    subprocess.run(
        [sys.executable, str(MAKE_STUDY), str(folder), *options, "--messy"],
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    sys.exit(main())
