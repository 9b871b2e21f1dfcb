"""dev.py as a person starts it, and the locked files that it installs from. Needs no network."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import system

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "resources" / "sample-study"


def _locked(name: str) -> dict[str, str]:
    """Return the version of each package in a locked file, and see that each has its hashes."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    assert "://" not in text
    entries = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text)).splitlines()
    versions = {}
    for entry in entries:
        match = re.match(r"([a-z0-9-]+)==(\S+) ", entry)
        assert match and "--hash=sha256:" in entry, entry
        versions[match[1]] = match[2]
    return versions


def _dev(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [sys.executable, str(ROOT / "dev.py"), *arguments],
        env={**kept, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_what_runs_is_locked_at_the_same_version_for_development() -> None:
    run, dev, bundle = (_locked(f"{name}.txt") for name in ("run", "dev", "bundle"))
    assert run.items() <= dev.items()
    assert run.items() <= bundle.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    def names(entries: list[str]) -> set[str]:
        return {re.split(r"[<>=]", entry)[0].lower() for entry in entries}

    assert names(project["project"]["dependencies"]) <= run.keys()
    assert names(project["dependency-groups"]["dev"]) <= dev.keys()
    assert names(project["dependency-groups"]["bundle"]) <= bundle.keys()


def test_without_a_command_it_says_what_there_is() -> None:
    done = _dev()
    assert done.returncode == 2
    assert all(
        word in done.stderr for word in ("run", "test", "screenshots", "bench", "tour", "bundle")
    )
    assert _dev("--help").returncode == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a screen")
def test_without_a_screen_run_writes_the_reports(tmp_path: Path) -> None:
    folder = tmp_path / "the reports"
    done = _dev("run", "--reports", str(folder), REVIEW_DESK_VENV=str(tmp_path / "not made"))
    assert done.returncode == 0, done.stderr
    assert str(folder) in done.stdout
    for name in ("draft-metrics", "review-agreement"):
        assert f"{name}.json" in done.stdout and f"{name}.md" in done.stdout
        assert isinstance(json.loads((folder / f"{name}.json").read_text("utf-8")), dict)
        assert "\n# " in (folder / f"{name}.md").read_text("utf-8")


def test_a_folder_that_is_not_its_own_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("keep me", "utf-8")
    done = _dev("test", REVIEW_DESK_VENV=str(tmp_path))
    assert done.returncode == 1
    assert "was not made by dev.py" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    done = _dev("test", REVIEW_DESK_VENV=str(tmp_path / "file" / "venv"))
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is a screen")
def test_reports_take_the_place_of_none_of_the_files(tmp_path: Path) -> None:
    """A return may be called as a report of another command."""
    returns = ["return-check.json", "draft-metrics.json"]
    shutil.copyfile(SAMPLE / "drafts.json", tmp_path / "drafts.json")
    for number, name in enumerate(returns, 1):
        shutil.copyfile(SAMPLE / f"return-{number}.json", tmp_path / name)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    files = [str(tmp_path / name) for name in ("drafts.json", *returns)]
    away = str(tmp_path.parent / "not made")
    done = _dev("run", *files, "--reports", str(tmp_path), REVIEW_DESK_VENV=away)
    assert done.returncode == 1
    assert "draft-metrics.json is one of the files given" in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# what the system must have


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which programs are found; there is none in it."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def _add_program(folder: Path, name: str, script: str = "") -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    (folder / name).chmod(0o755)


def test_what_the_tests_need_is_named_in_one_line_before_anything_is_made(
    programs: Path, tmp_path: Path
) -> None:
    done = _dev("test", REVIEW_DESK_VENV=str(tmp_path / "venv"))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    for program, package in system.TESTS.programs.items():
        assert program in line and package in line
    assert "pdftotext" in line and "poppler-utils" in line
    assert not (tmp_path / "venv").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is apt-get on Linux alone")
def test_on_debian_an_ordinary_user_is_told_what_to_run(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _add_program(programs, "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(system.SetupError) as caught:
        system.install_missing(system.TESTS)
    (line,) = str(caught.value).splitlines()
    assert "sudo apt-get install" in line
    assert all(package in line for package in system.TESTS.programs.values())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is apt-get on Linux alone")
def test_on_debian_root_gets_what_is_missing(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in system.TESTS.programs:
        _add_program(programs, f"{program}.package")
    bring = '[ "$1" = install ] && cd "${0%/*}" && for f in *.package; do'
    bring += ' /bin/cp -p "$f" "${f%.package}"; done; echo "$@" >> "${0%/*}/log"'
    _add_program(programs, "apt-get", bring)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system.install_missing(system.TESTS)
    assert system.missing(system.TESTS) == {}
    update, install = (programs / "log").read_text("utf-8").splitlines()
    assert update.startswith("update")
    assert install.startswith("install -y")
    assert {*system.TESTS.programs.values()} == {*install.split()[4:]}


def test_a_window_needs_no_program_of_the_tests(programs: Path) -> None:
    assert system.missing(system.WINDOW) == {}
    assert system.missing(system.DRAWING) == {}
    assert system.WINDOW.libraries.items() <= system.TESTS.libraries.items()
