"""The program as it is started: python -m app [FILE ...], in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_helpers import environment
from eval_helpers import CHECKOUT
from window_help import Study, draft_texts

from app.engine.worker import evaluator_command
from app.pages.draft_metrics.model import metric_columns
from evalcore.__main__ import EVALUATOR_FLAG
from evalcore.metrics import METRICS
from evalcore.vocabulary import SLICES

# Runs the module as "python -m app" does, in a window that tells what it shows and quits.
DRIVER = """
import json, os, runpy, sys
import app.shell.application as application
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

class Window(application.MainWindow):
    def __init__(self):
        super().__init__()
        self.idle.connect(self.tell)
        if os.environ.get("AT_ONCE"):
            QTimer.singleShot(0, lambda: QTimer.singleShot(0, self.tell))

    def tell(self):
        model = self.metrics.model
        files = self.file_panel.list.model()
        print(json.dumps({
            "title": self.windowTitle(),
            "visible": self.isVisible(),
            "page": type(self.pages.currentWidget()).__name__,
            "files": [files.index(r, 0).data() for r in range(files.rowCount())],
            "cells": [[model.index(r, c).data() for c in range(model.columnCount())]
                      for r in range(model.rowCount())],
            "size": [self.width(), self.height()],
            "process": self.engine.process_id,
        }), flush=True)
        if size := os.environ.get("SIZE"):
            self.resize(*map(int, size.split("x")))
        if os.environ.get("QUIT"):
            next(a for a in self.actions() if a.objectName() == "actionQuit").trigger()
        else:
            self.close()

application.MainWindow = Window
sys.argv = ["app", *sys.argv[1:]]
runpy.run_module("app", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the settings go."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def start(home: Path, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", DRIVER, *map(str, arguments)],
        env=environment(
            QT_QPA_PLATFORM="offscreen",
            HOME=str(home),
            XDG_CONFIG_HOME=str(home),
            APPDATA=str(home),
            **variables,
        ),
        cwd=home,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def told(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    (line,) = done.stdout.splitlines()
    shown: dict[str, Any] = json.loads(line)
    return shown


def test_it_opens_the_files_that_are_named(study: Study, home: Path) -> None:
    shown = told(start(home, *study.files))
    assert shown["title"] == "Review Desk"
    assert shown["visible"]
    assert shown["page"] == "DraftMetricsPage"
    assert shown["files"] == ["drafts.json", "return-1.json", "return-2.json"]
    wanted = draft_texts(study.draft_report())
    for row, name in enumerate(SLICES):
        for metric in METRICS:
            columns = metric_columns(metric)
            assert tuple(shown["cells"][row][c] for c in columns) == wanted[name, metric]


def test_a_relative_name_and_one_that_is_not_there(study: Study, home: Path) -> None:
    (home / "drafts.json").write_bytes(study.drafts.read_bytes())
    shown = told(start(home, "gone.json", "drafts.json"))
    assert shown["files"] == ["gone.json", "drafts.json"]
    assert shown["cells"][0][2] == draft_texts(study.draft_report())["overall", "omission"][0]


def test_without_a_file_it_begins_on_the_start_page(home: Path) -> None:
    shown = told(start(home, AT_ONCE="1"))
    assert (shown["page"], shown["files"], shown["process"]) == ("StartPage", [], 0)
    assert len(shown["cells"]) == 23


def test_the_first_window_fits_on_the_screen_with_its_frame(home: Path) -> None:
    wide, high = told(start(home, AT_ONCE="1"))["size"]
    assert (wide, high) == (1366, 800 - 40)  # the screen of the tests is 800 high


def test_quit_ends_it(study: Study, home: Path) -> None:
    assert told(start(home, study.drafts, QUIT="1"))["files"] == ["drafts.json"]


def test_the_size_is_kept_and_nothing_of_any_file(study: Study, home: Path) -> None:
    first = told(start(home, *study.files, SIZE="900x650"))
    assert first["size"] != [900, 650]
    second = told(start(home, AT_ONCE="1"))
    assert second["size"] == [900, 650]
    written = [path for path in home.rglob("*") if path.is_file()]
    assert written, "the settings are kept somewhere in the home folder"
    identifier = json.loads(study.drafts.read_text())["encounters"][0]["blinded_case_id"]
    for path in written:
        content = path.read_bytes()
        for part in (b"drafts", b"return-1", str(study.folder).encode(), identifier[:12].encode()):
            assert part not in content


COMMAND_LINE = "from evalcore.__main__ import review_desk_cli; review_desk_cli()"


def test_the_command_line_becomes_the_evaluator_when_it_is_told_to() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND_LINE, EVALUATOR_FLAG],
        input='{"id": 1, "call": "ReadStamps", "request": {"paths": ["gone"]}}\n',
        env=environment(),
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    assert json.loads(done.stdout) == {"id": 1, "answer": {"stamps": [None]}}
    assert done.stderr == ""


@pytest.mark.parametrize("ending", ["", ".exe"])
def test_a_frozen_window_starts_the_command_line_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ending: str
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / f"review-desk{ending}"))
    assert evaluator_command() == [str(tmp_path / f"review-desk-cli{ending}"), EVALUATOR_FLAG]
