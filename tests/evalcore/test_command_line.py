"""``python -m evalcore``: names of files, and command lines that cannot be used."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from command_helpers import DIGEST, SECRET, Study, check, environment, run
from eval_helpers import write_json


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """A small study in a folder whose name is nobody's business."""
    folder = tmp_path / SECRET
    folder.mkdir()
    return Study(folder, drafts=6)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (f"{DIGEST}.json", "….json"),
        (f"return-{DIGEST[:8]}a-b.json", "return-…-b.json"),
        ("scan 123456789012 x.json", "scan … x.json"),
        ("visit 12345678901 x.json", "visit 12345678901 x.json"),
        ("étude.json", "étude.json"),
    ],
)
def test_short_names(study: Study, name: str, shown: str) -> None:
    (study.folder / name).write_bytes(b"")
    check(run(study.folder, "drafts", name), study, "empty_file", shown)
    env = environment(PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING="ascii")
    check(run(study.folder, "drafts", name, env=env), study, "empty_file")


@pytest.mark.skipif(sys.platform == "win32", reason="such names do not exist on Windows")
@pytest.mark.parametrize(
    "name", [b"caf\xe9.json", b"two\nlines.json", b"\x1b[31mred.json", "a\u202eb.json".encode()]
)
def test_names_that_are_no_text_stay_on_one_line(study: Study, name: bytes) -> None:
    with open(os.path.join(os.fsencode(study.folder), name), "wb"):
        pass
    for env in (environment(), environment(PYTHONUTF8="0", LC_ALL="C")):
        check(run(study.folder, "drafts", name, env=env), study, "empty_file", ".json")


COMMAND_LINES: list[list[str]] = [
    [],
    [SECRET],
    ["drafts"],
    ["reviews", "drafts.json"],
    ["drafts", "drafts.json", SECRET],
    ["drafts", "drafts.json", f"--{SECRET}"],
    ["drafts", "drafts.json", f"--json={SECRET}/x.json", f"--{SECRET}=1"],
    ["drafts", "drafts.json", "--json"],
    ["drafts", "drafts.json", "--json", "-", "--markdown", "-"],
    ["reviews", "drafts.json", "first.json", "--json", "-", "--markdown", "-"],
]


@pytest.mark.parametrize("arguments", COMMAND_LINES, ids=" ".join)
def test_command_lines_that_cannot_be_used(study: Study, arguments: list[str]) -> None:
    check(run(study.folder, *arguments), study, None)


@pytest.mark.parametrize("size", ["1", "0", "-5", "5.0", "five", SECRET, "", "1e3", "٥٥", "True"])
def test_minimum_cell_sizes_that_are_none(study: Study, size: str) -> None:
    done = run(study.folder, "drafts", "drafts.json", f"--minimum-cell-size={size}")
    check(done, study, "invalid_minimum_cell_size")


def test_an_error_does_not_depend_on_the_hash_seed(study: Study) -> None:
    content = json.loads((study.folder / "second.json").read_text())
    for row in content["rows"]:
        row["draft_revision"] = DIGEST
    write_json(study.folder / "wrong.json", content)
    arguments = ("reviews", "drafts.json", "first.json", "wrong.json")
    runs = [run(study.folder, *arguments, env=environment(PYTHONHASHSEED=s)) for s in "012"]
    assert len({one.err for one in runs}) == 1
    check(runs[0], study, "stale_or_unknown_review")
