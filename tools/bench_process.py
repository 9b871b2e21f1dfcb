"""Time and memory of one command in a fresh process."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LOAD = """
import json, sys
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        json.load(file)
"""
"""The reference: ``python -c`` with this and the files."""

# Runs a module as `python -m` would and writes its peak memory in bytes to a file.
# Linux: VmHWM, since ru_maxrss there begins with the peak of the parent.
_PEAK = """
import runpy, sys
report, module, *sys.argv[1:] = sys.argv[1:]
code = 0
if module:
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as stop:
        code = stop.code or 0
peak = 0
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
    out.write(str(peak))
sys.exit(code)
"""


class Broken(Exception):
    """A command that was to be measured failed; the text names it."""


@dataclass(frozen=True, slots=True)
class Used:
    """Seconds: wall time, and the processor's of the process and all that it started."""

    wall: float
    processor: float | None


def run(words: Sequence[str], codes: Sequence[int] = (0,)) -> Used:
    """Run ``python`` with these words, from before the process is made until it has ended.

    Raises Broken if it ends with none of the codes.
    """
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        processor = None
        if sys.platform != "win32":
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            processor = usage.ru_utime + usage.ru_stime
        code = process.wait()
        wall = time.perf_counter() - start
    if code not in codes:
        raise Broken(f"{' '.join(words[:3])} ... ended with {code}".replace(LOAD, "json.load"))
    return Used(wall, processor)


def in_turn(
    commands: Mapping[str, Sequence[str]], runs: int, codes: Sequence[int] = (0,)
) -> dict[str, Used]:
    """Return the medians of each command, run one after the other, so many times all of them."""
    found: dict[str, list[Used]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, words in commands.items():
            found[name].append(run(words, codes))
    return {name: _median(used) for name, used in found.items()}


def _median(used: Sequence[Used]) -> Used:
    processor = [one.processor for one in used if one.processor is not None]
    return Used(
        statistics.median(one.wall for one in used),
        statistics.median(processor) if processor else None,
    )


def peak(module: str, words: Sequence[str], scratch: Path, codes: Sequence[int] = (0,)) -> float:
    """Return the most memory that a module needed, in MB; 0 where that cannot be told."""
    report = scratch / "peak"
    run(["-c", _PEAK, str(report), module, *words], codes)
    return int(json.loads(report.read_text("ascii"))) / 1e6
