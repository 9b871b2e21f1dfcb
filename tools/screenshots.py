"""Pictures of every page in its main states: python3 dev.py screenshots [FOLDER]

Light and dark, at 100 % and 150 %, at the usual size and, in light, at the
smallest and at that of a 1366 x 768 screen at 125 %. Every picture is of the
real window on real files, drawn without a screen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"": (1366, 768), "-small": (900, 600), "-125": (1093, 614)}


def main(arguments: list[str]) -> int:
    """Make all pictures, each scale in a process of its own."""
    if arguments[:1] == ["--one"]:
        _Camera(Path(arguments[1]), arguments[2]).take_all()
        return 0
    folder = Path(arguments[0] if arguments else ROOT / "screenshots").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for scale in ("1", "1.5"):
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": scale,
            "PYTHONPATH": str(ROOT),
        }
        per_cent = str(round(100 * float(scale)))
        command = [sys.executable, __file__, "--one", str(folder), per_cent]
        subprocess.run(command, env=environment, check=True)
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder.name}/")
    return 0


class _Camera:
    """Drives the window from state to state and takes its picture in each."""

    def __init__(self, folder: Path, per_cent: str) -> None:
        from PySide6.QtWidgets import QApplication

        self._application = QApplication([])
        self._folder = folder
        self._per_cent = per_cent

    def take_all(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            files = _Files(Path(name))
            for scheme in ("light", "dark"):
                sizes = SIZES if scheme == "light" else {"": SIZES[""]}
                for suffix, size in sizes.items():
                    self._take(files, scheme, suffix, size)

    def _take(self, files: _Files, scheme: str, suffix: str, size: tuple[int, int]) -> None:
        from app.main_window import MainWindow
        from app.theme import Theme

        evaluator = _paused_evaluator()
        theme = Theme.for_scheme("dark" if scheme == "dark" else "light")
        window = MainWindow(theme, evaluator)
        window.resize(*size)
        window.show()

        def shoot(state: str) -> None:
            self._application.processEvents()
            window.grab().save(str(self._folder / f"{state}{suffix}-{scheme}-{self._per_cent}.png"))

        def opened(*paths: Path) -> None:
            self._until_idle(window, lambda: window.open_files(paths))

        shoot("01-start")
        opened(*files.returns)
        window.pages.setCurrentIndex(1)
        shoot("02-no-drafts")
        evaluator.pause_on(files.drafts)
        window.open_files([files.drafts])
        evaluator.wait_until_paused()
        for _ in range(3):
            self._application.processEvents()
        shoot("03-reading")
        self._until_idle(window, evaluator.go_on)
        shoot("04-metrics")
        table = window.metrics.table
        table.setCurrentIndex(table.model().index(5, 2))
        shoot("05-selected-row")
        window.metrics.modes.select("ALL_FIGURES")
        shoot("06-all-figures")
        window.metrics.modes.select("COMPARE")
        table.choose_metric("contradiction")
        shoot("07-suppressed")
        window.pages.setCurrentIndex(2)
        shoot("08-agreement")
        size_box = window.file_panel.minimum_cell_size
        self._until_idle(window, lambda: size_box.setValue(20))
        shoot("09-agreement-suppressed")
        self._until_idle(window, lambda: size_box.setValue(5))
        opened(files.mangled)
        shoot("10-return-at-fault")
        opened(files.table)
        shoot("11-not-opened")
        window.metrics.explain()
        self._application.processEvents()
        dialog = self._application.activeModalWidget()
        if dialog is not None:
            dialog.grab().save(
                str(self._folder / f"12-how-to-read{suffix}-{scheme}-{self._per_cent}.png")
            )
            dialog.close()
        window.close()
        window.deleteLater()

    def _until_idle(self, window: Any, start: Callable[[], object]) -> None:
        from PySide6.QtCore import QEventLoop

        loop = QEventLoop()
        window.idle.connect(loop.quit)
        start()
        loop.exec()
        window.idle.disconnect(loop.quit)


class _Files:
    """The sample study under lifelike names, a return with a fault, and a file of another kind."""

    def __init__(self, folder: Path) -> None:
        sample = ROOT / "resources" / "sample-study"
        self.drafts = folder / "drafts-march.json"
        self.drafts.write_bytes((sample / "drafts.json").read_bytes())
        self.returns = []
        for number in (1, 2):
            path = folder / f"return-ward-{number}.json"
            path.write_bytes((sample / f"return-{number}.json").read_bytes())
            self.returns.append(path)
        payload = json.loads(self.returns[1].read_text("utf-8"))
        payload["rows"][13]["decision"] = "Accept"
        self.mangled = folder / "return-ward-3.json"
        self.mangled.write_text(json.dumps(payload), "utf-8")
        self.table = folder / "ward-list.csv"
        self.table.write_text("ward;bed\n3;12\n", "utf-8")


def _paused_evaluator() -> Any:
    from app.evaluator import Evaluator

    class Paused(Evaluator):
        """Holds still in the middle of one file, so that its picture can be taken."""

        def __init__(self) -> None:
            super().__init__()
            self._path = ""
            self._paused = threading.Event()
            self._resume = threading.Event()

        def pause_on(self, path: Path) -> None:
            self._path = str(path)

        def wait_until_paused(self) -> None:
            self._paused.wait()

        def go_on(self) -> None:
            self._resume.set()

        def call(
            self,
            request: dict[str, Any],
            progress: Callable[[int, int], None],
            cancel: threading.Event,
        ) -> dict[str, Any]:
            if request.get("path") == self._path and not self._resume.is_set():
                progress(86_000_000, 204_000_000)
                self._paused.set()
                self._resume.wait()
            return super().call(request, progress, cancel)

    return Paused()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
