"""One session of the program as it is run: what it prints, keeps, connects to and runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from command_helpers import environment
from leak_scan import Secrets, scan_left
from PySide6.QtCore import QByteArray, QSettings
from studies import Study, new_marker, path_parts, write_study

pytestmark = pytest.mark.process

# Loaded by Python itself as it starts: watches the program and works at its window.
HOOKS = """
import importlib.util, os, sys

def watch(event, arguments):
    if event.startswith("socket."):
        log(event)

def log(text):
    with open(os.environ["LEFT_BEHIND"] + "/events", "a") as file:
        file.write(text + "\\n")

sys.addaudithook(watch)

class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "app.shell.application":
            return None
        sys.meta_path.remove(Finder)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module
        def exec_module(module):
            load(module)
            import session_at_the_window
            session_at_the_window.work(module, log)
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Finder)
"""

SESSION = """
import os, sys, time
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMessageBox

CHILD = '''
import sys
def watch(event, arguments):
    if event.startswith("socket."):
        with open(%r, "a") as file:
            file.write("child " + event + chr(10))
sys.addaudithook(watch)
'''

def work(application, log):
    from app.engine import worker
    worker.START = CHILD % (os.environ["LEFT_BEHIND"] + "/events") + worker.START
    folder, export = os.environ["LEFT_BEHIND_STUDY"], os.environ["LEFT_BEHIND_EXPORT"]

    class Window(application.MainWindow):
        def __init__(self):
            super().__init__()
            self.steps = self.session_of_work()
            self.idle.connect(self.go_on)
            QTimer.singleShot(0, self.go_on)

        def go_on(self):
            QTimer.singleShot(0, self.step)

        def step(self):
            if self.steps.gi_running:  # a dialog of the step before is open
                QTimer.singleShot(5, self.step)
                return
            try:
                next(self.steps, None)
            except BaseException as error:  # this script's own: say so and end, do not wait
                log(repr(error))
                os._exit(3)

        def in_dialog(self, action, name, then):
            def answer():
                dialog = QApplication.activeModalWidget()
                if not isinstance(dialog, QFileDialog):
                    if dialog is not None and dialog.objectName() == "disclosureDialog":
                        dialog.read.setChecked(True)
                        dialog.go_button.click()
                    QTimer.singleShot(1, answer)
                    return
                log(f"native {not dialog.testOption(QFileDialog.Option.DontUseNativeDialog)}")
                dialog.setDirectory(folder if then == "open" else export)
                # as typed: the list of a folder is read in a thread of its own
                place = (folder if then == "open" else export) + "/" + name
                dialog.findChild(QLineEdit, "fileNameEdit").setText(place)
                dialog.reject() if then == "reject" else dialog.accept()
            QTimer.singleShot(0, answer)
            action.trigger()
            for asked in self.findChildren(QDialog, "disclosureDialog"):
                asked.read.setChecked(True)
                asked.go_button.click()

        def session_of_work(self):
            actions = self.actions_
            log(f"began {self.theme.scheme} {self.file_panel.minimum_cell_size.value()}")
            if os.environ.get("LOOK_ONLY"):
                self.close()
                return
            self.in_dialog(actions.open, "drafts.json", "open")
            yield
            self.in_dialog(actions.open, "drafts.json", "reject")
            self.open_files([folder + "/return-1.json", folder + "/return-2.json"])
            yield
            self.in_dialog(actions.export_in_view, "figures.json", "accept")
            yield
            self.in_dialog(actions.export_in_view, "never.json", "reject")
            for kind in ("markdown", "html", "pdf"):
                self.in_dialog(actions.export_as[kind.capitalize()], "report." + kind, "accept")
                yield
            actions.schemes[2].trigger()
            self.file_panel.minimum_cell_size.setValue(7)
            yield
            qWarning("of " + folder)
            QTimer.singleShot(0, self.fail)
            QTimer.singleShot(0, self.end)
            yield

        def fail(self):
            raise ValueError(folder)

        def end(self):
            if not [box for box in self.findChildren(QMessageBox) if box.isVisible()]:
                QTimer.singleShot(5, self.end)
                return
            for dialog in self.findChildren(QDialog):
                dialog.close()
            log("network " + str("PySide6.QtNetwork" in sys.modules))
            if os.path.exists("/proc/self/maps"):
                log("network " + str("Qt6Network" in open("/proc/self/maps").read()))
            self.close()
            raise KeyError(folder)  # where no window is there any more

    application.MainWindow = Window
"""
TRAP = """
import os
with open(os.environ["LEFT_BEHIND"] + "/events", "a") as file:
    file.write("trap " + __name__ + chr(10))
raise ImportError(__name__)
"""


@dataclass
class Ran:
    """What a run of the program left."""

    study: Study
    folder: Path
    home: Path
    export: Path
    out: str
    err: str
    status: int
    events: list[str]

    @property
    def secrets(self) -> Secrets:
        names = [self.study.drafts.parent.name, self.export.name]
        return self.study.secrets | Secrets((), names, path_parts(self.export / "x"))

    @property
    def kept(self) -> list[str]:
        """What is below the home and the folder for temporary files."""
        found = [path for path in self.home.rglob("*") if path.is_file()]
        return sorted(path.relative_to(self.home).as_posix() for path in found)


def lay_traps(folder: Path) -> None:
    """Put modules where a study's files are: of what the program imports, and of Qt's plugins.

    What Python itself loads for ``-m`` comes before any code of ours.
    """
    started = subprocess.run(
        [sys.executable, "-P", "-c", "import runpy, importlib.util, sys; print(*sys.modules)"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    names = sys.stdlib_module_names - set(started.stdout.split())
    for name in {*names, "shiboken6", "fontpkg_inter", "fontpkg", "evalcore", "PySide6"}:
        (folder / f"{name}.py").write_text(TRAP)
    for name in ("platforms", "styles", "generic", "imageformats", "plugins"):
        (folder / name).mkdir()
        (folder / name / "libqoffscreen.so").write_text("trap")
    (folder / "qt.conf").write_text("[Paths]\nPlugins=.\nPrefix=.\n")


def run(folder: Path, study: Study, *, look_only: bool = False) -> Ran:
    home, hooks, export = folder / "home", folder / "hooks", folder / new_marker("export")
    for each in (home, home / "tmp", hooks, export):
        each.mkdir(exist_ok=True)
    (hooks / "sitecustomize.py").write_text(HOOKS)
    (hooks / "session_at_the_window.py").write_text(SESSION)
    (folder / "events").write_text("")
    basis = environment(
        QT_QPA_PLATFORM="offscreen",
        LEFT_BEHIND=str(folder),
        LEFT_BEHIND_STUDY=str(study.drafts.parent),
        LEFT_BEHIND_EXPORT=str(export),
        QT_PLUGIN_PATH=".",
        QT_QPA_PLATFORM_PLUGIN_PATH=".",
        QT_LOGGING_RULES="*=true",
        QT_DEBUG_PLUGINS="1",
        **({"LOOK_ONLY": "1"} if look_only else {}),
    )
    places = ("HOME", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    places += ("XDG_DATA_HOME", "XDG_STATE_HOME")
    basis |= dict.fromkeys(places, str(home)) | dict.fromkeys(("TMPDIR", "TEMP"), f"{home}/tmp")
    basis["PYTHONPATH"] = os.pathsep.join([str(hooks), basis["PYTHONPATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "app"],
        env=basis,
        cwd=study.drafts.parent,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    events = (folder / "events").read_text().splitlines()
    return Ran(study, folder, home, export, done.stdout, done.stderr, done.returncode, events)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    folder = tmp_path_factory.mktemp("left")
    study = write_study(folder / new_marker("folder"))
    lay_traps(study.drafts.parent)
    done = run(folder, study)
    assert done.status == 0, (done.err, done.events[-1:])
    return done


def test_it_did_the_work(ran: Ran) -> None:
    names = ("figures.json", "report.html", "report.markdown", "report.pdf")
    assert tuple(sorted(path.name for path in ran.export.iterdir())) == names
    assert ran.events.count("native False") == 7


def test_it_prints_codes_and_nothing_else(ran: Ran) -> None:
    """Two program errors, one with a window and one without, and a message of Qt's own."""
    assert ran.out == ""
    said = [line.removeprefix("Review Desk: ") for line in ran.err.splitlines()]
    assert sorted(line.rpartition("-")[2] for line in said) == [
        "KeyError",
        "ValueError",
        "a message of Qt (default)",
    ]


def test_it_keeps_three_things_and_no_other_file(ran: Ran) -> None:
    """Caches of fonts aside, which the system's own library writes for all programs."""
    ours = [name for name in ran.kept if not name.startswith("fontconfig/")]
    assert ours == ["Review Desk/Review Desk.ini"]
    settings = QSettings(str(ran.home / ours[0]), QSettings.Format.IniFormat)
    kept = {key: settings.value(key) for key in settings.allKeys()}
    assert isinstance(kept.pop("window/geometry"), QByteArray)
    assert kept == {"window/appearance": "dark", "evaluation/minimum_cell_size": "7"}


def test_nothing_of_a_file_is_in_what_it_leaves(ran: Ran) -> None:
    left = [ran.home, ran.export]
    assert scan_left(ran.secrets, files=left, texts=[ran.out, ran.err]) == []
    names = [str(path) for path in (*ran.home.rglob("*"), *ran.export.rglob("*"))]
    assert not [name for name in names if "drafts" in Path(name).name or "return" in name]


def test_look_and_cell_size_come_back(ran: Ran) -> None:
    assert "began light 5" in ran.events
    again = run(ran.folder, ran.study, look_only=True)
    assert again.status == 0, again.err
    assert "began dark 7" in again.events


def test_settings_of_somebody_else_are_not_believed(ran: Ran) -> None:
    file = ran.home / "Review Desk" / "Review Desk.ini"
    file.write_text(
        "[window]\ngeometry=drafts.json\nappearance=<b>pink</b>\n"
        f"[evaluation]\nminimum_cell_size=1\n[files]\nrecent={ran.study.drafts}\n"
    )
    again = run(ran.folder, ran.study, look_only=True)
    assert again.status == 0, again.err
    assert "began light 5" in again.events
    assert str(ran.study.drafts) not in file.read_text()


def test_no_socket_is_opened_by_window_or_evaluator(ran: Ran) -> None:
    assert [event for event in ran.events if "socket." in event] == []
    assert {event for event in ran.events if event.startswith("network")} == {"network False"}


def test_the_watch_for_sockets_sees_one(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOKS)
    variables = environment(LEFT_BEHIND=str(tmp_path), PYTHONPATH=str(tmp_path))
    code = "import socket; socket.socket().close()"
    subprocess.run([sys.executable, "-c", code], env=variables, check=True)
    assert "socket.__new__" in (tmp_path / "events").read_text()


def test_no_code_runs_from_the_folder_of_the_files(ran: Ran) -> None:
    """It is the current folder too, full of modules and of plugins for Qt."""
    assert [event for event in ran.events if event.startswith("trap")] == []


def test_no_code_of_that_folder_runs_in_the_command(ran: Ran) -> None:
    """But for a module of the command's own name, which Python runs in its stead."""
    (ran.study.drafts.parent / "evalcore.py").unlink(missing_ok=True)
    (ran.folder / "events").write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "evalcore", "drafts", "drafts.json"],
        cwd=ran.study.drafts.parent,
        env=environment(LEFT_BEHIND=str(ran.folder)),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (ran.folder / "events").read_text() == ""


def test_a_trap_in_the_folder_would_have_been_seen(ran: Ran) -> None:
    code = "import json"
    variables = environment(LEFT_BEHIND=str(ran.folder))
    where = ran.study.drafts.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=where, env=variables, check=False)
    assert done.returncode != 0
    assert "trap json" in (ran.folder / "events").read_text()


def test_the_files_that_were_opened_are_as_they_were(ran: Ran) -> None:
    drafts = json.loads(ran.study.drafts.read_text(encoding="utf-8"))
    assert len(drafts["encounters"]) == 12
    made = [path.name for path in ran.study.drafts.parent.glob("*.json")]
    assert sorted(made) == ["drafts.json", "return-1.json", "return-2.json"]
