"""The process that writes is killed: at every call to the system, and at random moments."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random

from evalcore.io.files import write_atomically
from tools.torture.injecting import At, without_unnamed_files
from tools.torture.judging import ROOT
from tools.torture.parts import Plan, Result
from tools.torture.studies import make_study

_OLD = b"old " * 100_000
_NEW = b"new, and longer " * 100_000

# Writes one of two contents after the other until it is killed.
_FOR_EVER = """
import os, sys
sys.path.insert(0, sys.argv[1])
from evalcore.io.files import write_atomically
if sys.argv[3] == "named" and hasattr(os, "O_TMPFILE"):
    del os.O_TMPFILE
contents = [b"old " * 100_000, b"new, and longer " * 100_000]
print("ready", flush=True)
while True:
    for data in contents:
        write_atomically(sys.argv[2], data)
"""


def run(plan: Plan) -> Result:
    """Kill at each call of the writer, then at random moments of writing and of the command."""
    result = Result()
    if not hasattr(os, "fork"):
        result.skipped.append("killed processes: the system has no fork")
        return result
    out = plan.folder / "out"
    out.mkdir()
    words = [sys.executable, "-m", "tools.torture.kills", str(out)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        result.faults.append("the process that forks failed")
        return result
    at_calls = json.loads(done.stdout)
    result.faults += at_calls["faults"]
    result.figures["kills at calls to the system"] = at_calls["kills"]
    result.figures["of them with a file left until the next write"] = at_calls["left"]
    rng = Random(plan.seed)
    for way in ("unnamed", "named"):
        kills, left = plan.size(100, 3), 0
        for _ in range(kills):
            left += _kill_writer(out, way, rng.uniform(0, 0.03), result)
        result.figures[f"kills at random moments, {way}"] = kills
        result.figures[f"of them with a file left until the next write, {way}"] = left
    kills = plan.size(100, 3)
    for _ in range(kills):
        _kill_command(plan, out, rng.uniform(0.02, 0.4), result)
    result.figures["kills of the command at random moments"] = kills
    return result


def _kill_writer(out: Path, way: str, seconds: float, result: Result) -> bool:
    target = out / "report"
    target.write_bytes(_OLD)
    words = [sys.executable, "-c", _FOR_EVER, str(ROOT), str(target), way]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as child:
        if child.stdout is None or not child.stdout.readline():
            result.faults.append("the process that writes did not start")
        try:
            child.wait(seconds)
            result.faults.append("the process that writes ended by itself")
        except subprocess.TimeoutExpired:
            child.kill()
    return _look(out, f"{way}, after {1000 * seconds:.1f} ms", result)


def _look(out: Path, when: str, result: Result) -> bool:
    """Look at what a killed process left, write again, and tell whether something was beside it."""
    target = out / "report"
    there = target.read_bytes() if target.exists() else None
    if there not in (_OLD, _NEW):
        result.faults.append(f"{when}: neither the old file nor the new one")
    left = set(os.listdir(out)) - {"report"}
    for name in left:
        # one that the process had only just made counts as in use for a minute
        os.utime(out / name, (1_600_000_000, 1_600_000_000))
    write_atomically(target, _NEW)
    if set(os.listdir(out)) != {"report"}:
        result.faults.append(f"{when}: a temporary file is left after the next write")
    return bool(left)


def _kill_command(plan: Plan, out: Path, seconds: float, result: Result) -> None:
    drafts = plan.folder / "drafts.json"
    if not drafts.exists():
        make_study(plan.folder, drafts=60, facts=12).write(plan.folder)
    target = out / "report"
    words = [sys.executable, "-m", "evalcore", "drafts", str(drafts), "--json", str(target)]
    target.unlink(missing_ok=True)
    subprocess.run(words, cwd=ROOT, check=True)
    new = target.read_bytes()
    target.write_bytes(_OLD)
    with subprocess.Popen(words, cwd=ROOT) as child:
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            child.kill()
    if target.read_bytes() not in (_OLD, new):
        result.faults.append(f"command, {seconds:.3f} s: neither the old file nor the new one")
    if set(os.listdir(out)) != {"report"}:
        result.faults.append(f"command, {seconds:.3f} s: a temporary file is left")


def _kills_at_calls(out: Path) -> Iterator[tuple[str, bool]]:
    """Fork for each call of the writer; the child dies there. Yields what was done."""

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    target = out / "report"
    for old in (None, _OLD):
        for unnamed in (True, False):
            number = 0
            while True:
                for left in out.iterdir():
                    left.unlink()
                if old is not None:
                    target.write_bytes(old)
                child = os.fork()
                if not child:
                    way = nullcontext() if unnamed else without_unnamed_files()
                    with way, At(number, die, after=False).installed():
                        write_atomically(target, _NEW)
                    os._exit(0)
                if os.waitpid(child, 0)[1] == 0:
                    break
                yield f"{'unnamed' if unnamed else 'named'}, call {number}", old is None
                number += 1


def _main(out: Path) -> None:
    """Print what dying at each call gave, as JSON. In a process of its own, without threads."""
    result = Result()
    kills = left = 0
    for when, new in _kills_at_calls(out):
        kills += 1
        if new and not (out / "report").exists():
            (out / "report").write_bytes(_OLD)  # there was none, and there is none: as it should be
        left += _look(out, when, result)
    print(json.dumps({"kills": kills, "left": left, "faults": result.faults}))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
