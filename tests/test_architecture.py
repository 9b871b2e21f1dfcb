"""The directions of imports, the size of files, and what no file of the project may hold."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tools.import_rules import breaches, imports

ROOT = Path(__file__).resolve().parents[1]
HAS_APP = (ROOT / "app" / "__main__.py").exists()
MOST_LINES = 300
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


def _sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _module_name(path: Path) -> tuple[str, bool]:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    is_package = parts[-1] == "__init__"
    return ".".join(parts[:-1] if is_package else parts), is_package


def _check(package: str) -> None:
    sources = _sources(package)
    assert len(sources) > 1, f"no files of {package} were seen: the check would prove nothing"
    found = []
    for path in sources:
        name, is_package = _module_name(path)
        found += breaches(name, path.read_text("utf-8"), package=is_package)
    assert not found, "\n".join(found)


def test_evalcore_keeps_to_its_rules() -> None:
    _check("evalcore")


@pytest.mark.skipif(not HAS_APP, reason="there is no window yet (app/__main__.py)")
def test_app_keeps_to_its_rules() -> None:
    _check("app")


@pytest.mark.parametrize(
    ("module", "source", "advice"),
    [
        ("evalcore.files", "import app", "never knows the window"),
        ("evalcore.files", "from app.theme import COLOURS", "never knows the window"),
        ("evalcore.files", "def f():\n    import app.session", "never knows the window"),
        ("evalcore.files", "import numpy as np", "standard library alone"),
        ("evalcore.files", "import PySide6.QtCore", "standard library alone"),
        ("evalcore.files", "try:\n    import orjson\nexcept ImportError: pass", "standard library"),
        ("evalcore.files", "if TYPE_CHECKING:\n    from PySide6 import QtCore", "standard library"),
        ("evalcore.files", "importlib.import_module('numpy')", "standard library alone"),
        ("evalcore.files", "import_module(name='app.theme')", "never knows the window"),
        ("evalcore.files", "__import__('numpy')", "standard library alone"),
        ("evalcore.files", "importlib.import_module(name)", "literal name"),
        ("evalcore.files", "from math import *", "instead of *"),
        ("app.session", "import PyQt6.QtCore", "only Qt here"),
        ("app.session", "import requests", "add it to pyproject.toml"),
        ("app.session", "from PySide6.QtCore import *", "instead of *"),
        ("app.main_window", "from app import application", "only __main__ may import"),
        ("app.main_window", "from .application import run", "only __main__ may import"),
        ("app.session", "import app.__main__", "only nobody may import"),
        ("app.pages.start", "from app.main_window import MainWindow", "only application may"),
        ("app.__main__", "from app.main_window import MainWindow", "only application may"),
        ("app.application", "from app.pages.start import StartPage", "main_window"),
        ("app.widgets.banner", "from ..pages import start", "main_window"),
        ("app.pages.start", "from .claims import ClaimsPage", "pages do not know each other"),
        ("app.pages.start", "from app.pages import claims", "pages do not know each other"),
        ("app.pages.page", "from app.pages.start import StartPage", "pages do not know each other"),
        ("app.pages.start.view", "from ..claims import ClaimsPage", "pages do not know each other"),
        (
            "app.pages.start",
            "import_module('.claims', 'app.pages')",
            "pages do not know each other",
        ),
        ("app.models.rates", "from PySide6.QtWidgets import QStyle", "no QtWidgets"),
        ("app.models.rates", "from PySide6 import QtCore, QtWidgets", "no QtWidgets"),
        ("app.models.rates", "from app.delegates.rate import RateDelegate", "what shows them"),
        ("app.delegates.rate", "from evalcore import wilson_interval", "from roles alone"),
        ("app.delegates.rate", "from app.models.rates import RatesModel", "roles, columns, theme"),
        ("app.delegates.rate", "from ..session import Session", "roles, columns, theme"),
        ("app.export.markdown", "from PySide6.QtGui import QTextDocument", "knows no Qt"),
        ("app.export.pdf", "from app.models.rates import RatesModel", "works on a snapshot"),
        ("app.job_runner", "import evalcore", "knows no evalcore"),
    ],
)
def test_a_breach_is_found(module: str, source: str, advice: str) -> None:
    found = breaches(module, source)
    assert len(found) == 1
    assert advice in found[0]
    assert found[0].startswith(f"{module}, line ")


def test_a_package_counts_its_dots_from_itself() -> None:
    assert [item.name for item in imports("app.pages", "from . import start", package=True)] == [
        "app.pages.start"
    ]
    assert [item.name for item in imports("app.pages.start", "from . import claims")] == [
        "app.pages.claims"
    ]
    assert not breaches("app.pages", "from .start import StartPage", package=True)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("evalcore.files", "import os.path, json\nfrom . import errors\nfrom .errors import Place"),
        ("app.__main__", "from app.application import main"),
        ("app.application", "from app.main_window import MainWindow"),
        (
            "app.main_window",
            "from app.pages.start import StartPage\nfrom app.widgets import banner",
        ),
        ("app.pages.start", "from app.models.rates import RatesModel\nimport evalcore"),
        ("app.pages.start", "from app.pages.page import Page"),
        ("app.pages.start.view", "from .model import Model\nfrom app.delegates.rate import Rate"),
        ("app.models.rates", "from PySide6.QtCore import Qt\nfrom app.models.roles import Role"),
        ("app.delegates.rate", "from app.models.roles import Role\nfrom app.theme import COLOURS"),
        ("app.delegates.rate", "from PySide6.QtWidgets import QStyledItemDelegate"),
        ("app.export.pdf", "from PySide6.QtGui import QPdfWriter"),
        ("app.export.markdown", "from evalcore.markdown import render"),
        ("app.job_runner", "from PySide6.QtCore import QThread"),
        ("app.theme", "import fontpkg_inter"),
    ],
)
def test_what_is_allowed_is_not_found(module: str, source: str) -> None:
    assert not breaches(module, source)


@pytest.mark.parametrize("package", ["evalcore", "app"])
def test_no_file_is_too_long(package: str) -> None:
    if package == "app" and not HAS_APP:
        pytest.skip("there is no window yet (app/__main__.py)")
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in _sources(package)
    }
    assert lengths, f"no files of {package} were seen"
    too_long = {name: lines for name, lines in lengths.items() if lines > MOST_LINES}
    assert not too_long, f"over {MOST_LINES} lines is two jobs: split {too_long}"


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
