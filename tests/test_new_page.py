"""A page and a format that nobody asked for, listed in the records of a copy and nowhere else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[1]

PAGE_FILE = """
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel

class NotesPage(QLabel):
    open_requested = Signal()

    def __init__(self, theme):
        super().__init__("Nothing is noted yet")

    def set_density(self, density):
        pass
"""
PAGE = """    Page("Notes", "Notes", _notes),
)

"""
LOAD = """def _notes() -> Callable[[Theme], QWidget]:
    from app.pages.notes import NotesPage

    return NotesPage


PAGES = ("""
FORMAT_FILE = """
def text_bytes(shot, cancel):
    return f"{len(shot.drafts['slices'])} slices\\n".encode()
"""
FORMAT = """    Format(
        "Text",
        Scope.EVERYTHING,
        _ALL,
        "everything shown as plain text",
        "report.txt",
        _text,
    ),
)
"""
AFTER = '"""In the order of the menu."""'
RENDER = """def _text(shot: Snapshot, cancel: threading.Event) -> bytes:
    from app.export.plain import text_bytes

    return text_bytes(shot, cancel)


FORMATS = ("""

WINDOW = """
import json, sys
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QFileDialog, QPushButton, QTabBar
from app.platform.resource_files import sample_study
from app.shell.main_window import MainWindow
application = QApplication([])
window = MainWindow()
window.show()

def until_idle(start):
    loop = QEventLoop()
    window.idle.connect(loop.quit)
    start()
    loop.exec()
    window.idle.disconnect(loop.quit)

def command(name):
    return window.findChild(QAction, name)

def export():
    command("actionExportText").trigger()
    for dialog in window.findChildren(QDialog, "disclosureDialog"):
        dialog.findChild(QCheckBox).setChecked(True)
        (go,) = [b for b in dialog.findChildren(QPushButton) if b.text().endswith("all the same")]
        go.click()

before = command("actionExportText").isEnabled()
until_idle(lambda: window.open_files([sample_study()[0]]))
command("actionPage7").trigger()
tabs = window.findChild(QTabBar)
asked = []

def place(parent, title, start, kinds, *more, **others):
    asked.extend([title, start.rpartition("/")[2], kinds])
    return sys.argv[1], ""

QFileDialog.getSaveFileName = place
until_idle(export)
print(json.dumps({
    "enabled": [before, command("actionExportText").isEnabled()],
    "menu": [action.text() for action in window.actions_.exports],
    "tab": tabs.tabText(tabs.currentIndex()),
    "key": command("actionPage7").shortcut().toString(),
    "page": window.pages.currentWidget().text(),
    "asked": asked,
    "written": open(sys.argv[1]).read(),
}))
window.close()
"""


def insert(record: Path, at: str, new: str) -> None:
    text = record.read_text("utf-8")
    assert text.count(at) == 1
    record.write_text(text.replace(at, new), "utf-8")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the window of a copy shows and writes, with one record more of each."""
    folder = tmp_path_factory.mktemp("seven")
    for name in ("evalcore", "app", "resources"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignored)
    (folder / "app" / "pages" / "notes.py").write_text(PAGE_FILE, "utf-8")
    (folder / "app" / "export" / "plain.py").write_text(FORMAT_FILE, "utf-8")
    pages, formats = folder / "app" / "shell" / "pages.py", folder / "app" / "shell" / "formats.py"
    insert(pages, "PAGES = (", LOAD)
    insert(pages, ")\n\n\ndef _number", f"{PAGE}\ndef _number")
    insert(formats, "FORMATS = (", RENDER)
    insert(
        formats, ')\n"""In the order of the menu."""', f'{FORMAT}"""In the order of the menu."""'
    )
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, str(folder / "out.txt")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def test_the_page_has_its_tab_and_its_key(told: dict[str, Any]) -> None:
    assert told["tab"] == "Notes"
    assert told["key"] == "Ctrl+7"
    assert told["page"] == "Nothing is noted yet"


def test_the_format_has_its_command_and_writes_what_it_makes(told: dict[str, Any]) -> None:
    assert told["enabled"] == [False, True]
    assert told["menu"][-3:] == [
        "Everything shown as plain text…",
        "Print…",
        "Unsupported claims as Markdown…",
    ]
    assert told["asked"] == ["Export everything shown as plain text", "report.txt", "Text (*.txt)"]
    assert told["written"] == "23 slices\n"
