"""The papers: links lead somewhere, examples run, and the files that are named are there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_NAMED = re.compile(r"`((?:evalcore|app|tools|tests|resources|docs|packaging)/[\w./*-]+)`")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def _anchors(paper: Path) -> set[str]:
    headings = _HEADING.findall(paper.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def _id(paper: Path) -> str:
    return paper.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("paper", PAPERS, ids=_id)
def test_links_lead_somewhere(paper: Path) -> None:
    for link in _LINK.findall(paper.read_text("utf-8")):
        if re.match(r"https?:|mailto:", link):
            continue
        to, _, anchor = link.partition("#")
        target = (paper.parent / to).resolve() if to else paper
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


@pytest.mark.parametrize("paper", PAPERS, ids=_id)
def test_the_files_that_a_paper_names_are_there(paper: Path) -> None:
    if paper.name == "CHANGELOG.md":
        return  # it tells of what was
    for name in _NAMED.findall(paper.read_text("utf-8")):
        assert list(ROOT.glob(name.rstrip("/"))), name


def test_each_paper_is_reached_from_the_readme() -> None:
    reached, to_read = set(), [ROOT / "README.md"]
    while to_read:
        paper = to_read.pop()
        if paper in reached or paper.suffix != ".md":
            continue
        reached.add(paper)
        for link in _LINK.findall(paper.read_text("utf-8")):
            to = link.partition("#")[0]
            if to and not re.match(r"https?:", to):
                to_read.append((paper.parent / to).resolve())
    assert reached == set(PAPERS)


def _python_examples() -> list[str]:
    text = (ROOT / "docs" / "python.md").read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", _python_examples())
def test_a_python_example_runs(example: str) -> None:
    run = [sys.executable, "-c", example]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout != ""


def test_the_lines_of_the_command_line_run(tmp_path: Path) -> None:
    (tmp_path / "resources").symlink_to(ROOT / "resources")
    (tmp_path / "reports").mkdir()
    text = (ROOT / "docs" / "command.md").read_text("utf-8")
    lines = re.findall(r"^    python3 (-m evalcore .*)$", text, re.MULTILINE)
    assert len(lines) == 10
    for line in lines:
        done = subprocess.run(
            [sys.executable, *shlex.split(line)],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "reports").iterdir())) == 9
