"""Every test that looks for leaks, with the files that are too large for the usual tests."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

from tools.torture.parts import Plan, Result

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = (
    *("test_leak_codes.py", "test_leak_dialogs.py", "test_leak_errors.py", "test_leak_scan.py"),
    *("test_leaks.py", "test_left_behind.py", "test_suppressed.py", "test_evaluator_faults.py"),
    "test_file_names.py",
)
SAMPLE = ("test_leak_scan.py::test_a_text_with_a_secret",)
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
_FAILED = re.compile(r"^(?:FAILED|ERROR|SUBFAILED\S*) (\S+)", re.MULTILINE)


def run(plan: Plan) -> Result:
    """Run them in a process of their own; count the scans of a window and of what is left."""
    if importlib.util.find_spec("pytest") is None:
        return Result(skipped=["the tests need pytest: run dev.py test once"])
    figures = plan.folder / "figures"
    names = SAMPLE if plan.sample else TESTS
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("--basetemp", str(plan.folder / "tests")),
            *(str(ROOT / "tests" / "app" / name) for name in names),
        ],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "REVIEW_DESK_LEAKS": str(figures)},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    counts = {word: int(number) for number, word in _COUNT.findall(done.stdout)}
    scans = figures.read_text().splitlines() if figures.exists() else []
    result = Result({"tests": counts.get("passed", 0), "scans for leaks": len(scans)})
    result.faults = [name.partition("tests/app/")[2] for name in _FAILED.findall(done.stdout)]
    if done.returncode and not result.faults:
        result.faults = [f"pytest ended with {done.returncode}"]
    if skipped := counts.get("skipped"):
        result.skipped = [f"{skipped} tests, which this system cannot run"]
    return result
