"""A kind of problem that nobody asked for: its record and its check, in a copy and nowhere else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
SAMPLE = CHECKOUT / "resources" / "sample-study"

RECORD = """\
    "undecided": _of_row(
        "undecided_review",
        "Nothing is decided in {share} of this row.",
        "{Ask_for} a decision.",
        importer_code="invalid_controlled_code",
    ),
"""
CHECK = """\
    if word == "unclear":
        faults.append(Fault("undecided", "decision", (("share", "all"),)))
"""
PLACES = {
    "problems.py": ("_ROWS = {\n", RECORD),
    "rows.py": ("    if reason is not None:\n        cause", CHECK),
}
SLIP = """
import sys
from evalcore import read_drafts
from evalcore.returns.check import check_returns
from evalcore.returns.slip import correction_slip
print(correction_slip(check_returns(read_drafts(sys.argv[1]), sys.argv[2:]), 1))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the evaluator with the record and the check."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "evalcore", folder / "evalcore", ignore=ignored)
    for name, (anchor, added) in PLACES.items():
        path = folder / "evalcore" / "returns" / name
        text = path.read_text("utf-8")
        assert text.count(anchor) == 1
        before, after = text.split(anchor)
        if name == "problems.py":
            text = f"{before}{anchor}{added}{after}"
        else:
            text = f"{before}{added}{anchor}{after}"
        path.write_text(text, "utf-8")
    return folder


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    drafts = str(SAMPLE / "drafts.json")
    returns = sorted(map(str, SAMPLE.glob("return*.json")))
    command = [sys.executable, *arguments, drafts, *returns]
    return subprocess.run(
        command, cwd=copy, capture_output=True, text=True, encoding="utf-8", timeout=60
    )


def test_it_is_told_asked_for_and_refused(copy: Path) -> None:
    told = json.loads(run(copy, "-m", "evalcore", "check", "--json", "-").stdout)
    [problem] = [p for p in told["problems"] if p["code"] == "undecided_review" and p["file"] == 1]
    assert (problem["turn"], problem["field"]) == ("reviewer", "decision")
    assert problem["message"].startswith("Nothing is decided in all of this row.")
    assert problem["hint"] == "Ask for a decision."
    assert not told["ready"]
    text = run(copy, "-m", "evalcore", "check").stdout
    assert "Nothing is decided in all of this row." in text
    slip = " ".join(run(copy, "-c", SLIP).stdout.split())
    assert "Nothing is decided in all of this row. Please send a decision." in slip
    refused = run(copy, "-m", "evalcore", "reviews")
    assert refused.returncode == 2
    assert ": invalid_controlled_code: " in refused.stderr
