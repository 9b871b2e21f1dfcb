"""The directions of imports, and what no file of the project may hold."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[1]
# Written in parts, so that this file does not hold what it looks for.
MACHINE_PATHS = re.compile(
    "|".join(
        (
            r"/ho" + r"me/[\w.-]+/",
            r"/Us" + r"ers/[\w.-]+/",
            r"[A-Za-z]:\\+Us" + r"ers\\",
            r"(?<![\w.])/ro" + r"ot/",
            r"/wo" + r"rk/(?:main|shared|\.library)",
            r"/tmp/la" + r"b\b",
        )
    )
)


LINT = "from importlinter.cli import lint_imports_command as run; run()"
BREACHES = {
    "evalcore/figures/suppression.py": "import evalcore.service.evaluation",
    "evalcore/figures/intervals.py": "from app.kit import theme",
    "evalcore/io/json_reader.py": "from ..drafts import encounter",
    "evalcore/drafts/metrics.py": "from ..returns import rates",
    "evalcore/returns/check.py": "def late():\n    from ..claims import scoring",
    "evalcore/claims/scoring.py": "from ..returns.rows import CurrentDrafts",
    "evalcore/documents/markdown.py": "from ..disclosure.check import check",
    "evalcore/disclosure/judge.py": "from ..documents import blocks",
    "evalcore/reports/reader.py": "from ..service import process",
    "evalcore/service/evaluation.py": "import PySide6.QtCore",
    "app/kit/card.py": "from app.engine.session import Session",
    "app/kit/banner.py": "from app.pages.start import page",
    "app/tables/axis.py": "from app.pages.draft_metrics import model",
    "app/export/snapshot.py": "from app.shell.main_window import MainWindow",
    "app/engine/session.py": "if True:\n    from app.tables.roles import Role",
    "app/pages/claims/model.py": "from app.pages.returns.model import ProblemsModel",
    "app/pages/start/page.py": "from app.shell.main_window import MainWindow",
    "app/platform/settings.py": "from app.kit.theme import COLOURS",
    "app/shell/presenter.py": "from evalcore.cli.main import main",
}


def _module(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def _said(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        env={**os.environ, "COLUMNS": "200", "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def _copy(folder: Path) -> None:
    for package in ("evalcore", "app"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def test_imports_go_one_way() -> None:
    status, said = _said(ROOT)
    assert status == 0, said


def test_a_breach_of_each_kind_is_named(tmp_path: Path) -> None:
    _copy(tmp_path)
    for path, line in BREACHES.items():
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    status, said = _said(tmp_path)
    assert status == 1
    missed = [path for path in BREACHES if not re.search(rf"- +{_module(path)} -> ", said)]
    assert not missed, said


def test_a_new_room_has_to_be_given_its_place(tmp_path: Path) -> None:
    _copy(tmp_path)
    (tmp_path / "app" / "attic").mkdir()
    (tmp_path / "app" / "attic" / "__init__.py").write_text("", "utf-8")
    status, said = _said(tmp_path)
    assert status == 1
    assert "attic" in said


def test_evalcore_needs_the_standard_library_alone() -> None:
    graph = grimp.build_graph("evalcore", include_external_packages=True, cache_dir=None)
    outside = {name for name in graph.modules if graph.is_module_squashed(name)}
    assert "json" in outside
    assert not outside - sys.stdlib_module_names


def _project_files() -> list[Path]:
    """Return what git tracks or would track; without git, all but what .gitignore names."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        said = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
        skipped = {".git"} | {name.rstrip("/") for name in ignored}
        return [
            path
            for path in ROOT.rglob("*")
            if path.is_file() and not skipped & set(path.relative_to(ROOT).parts)
        ]
    paths = (ROOT / os.fsdecode(name) for name in said.split(b"\0") if name)
    return [path for path in paths if path.is_file()]


def test_no_file_has_a_path_of_a_developers_machine() -> None:
    files = _project_files()
    assert ROOT / "dev.py" in files
    found = []
    for path in files:
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").split("\n"), 1):
            if MACHINE_PATHS.search(line):
                found.append(f"{path.relative_to(ROOT).as_posix()}, line {number}")
    assert not found, f"write a path relative to the checkout, or an invented one: {found}"


@pytest.mark.parametrize("path", ["/ho" + "me/ada/x", "C:\\Us" + "ers\\ada", "cp /ro" + "ot/x ."])
def test_such_a_path_would_be_found(path: str) -> None:
    assert MACHINE_PATHS.search(path)
