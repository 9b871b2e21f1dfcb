"""Pictures of every page in its main states: python3 dev.py screenshots [FOLDER]

Light and dark, at 100 % and 150 %, at the usual size; the main pages also at the
smallest size and at that of a 1366 x 768 screen at 125 %, in light. Every picture
is of the real window on real files, drawn without a screen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.screenshot_files import StudyFiles, pausing_evaluator
from tools.screenshot_tours import TOURS

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"": (1366, 768), "-small": (900, 600), "-125": (1093, 614)}


def main(arguments: list[str]) -> int:
    """Make all pictures, each scale in a process of its own."""
    if arguments[:1] == ["--one"]:
        Camera(Path(arguments[1]), arguments[2]).take_all()
        return 0
    folder = Path(arguments[0] if arguments else ROOT / "screenshots").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for scale in (1, 1.5):
        per_cent = str(round(100 * scale))
        with tempfile.TemporaryDirectory() as name:
            screen = _screen(Path(name, "screen.json"), scale)
            environment = {**os.environ, "QT_QPA_PLATFORM": screen, "QT_SCALE_FACTOR": str(scale)}
            command = [sys.executable, "-m", "tools.screenshots", "--one", str(folder), per_cent]
            subprocess.run(command, env=environment, cwd=ROOT, check=True)
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder.name}/")
    return 0


def _screen(file: Path, scale: float) -> str:
    """Return the name of a platform that draws without a screen, as if on one of 1366 x 768.

    Dialogs fit themselves to the screen; Qt's own is of 800 x 800.
    """
    width, height = (round(scale * side) for side in SIZES[""])
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height}
    dots = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    settings = {"synchronousWindowSystemEvents": False, "windowFrameMargins": False}
    file.write_text(json.dumps({**settings, "screens": [{**screen, **dots}]}), "utf-8")
    return f"offscreen:configfile={file}"


def _tell(kind: object, context: object, text: str) -> None:
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


class Camera:
    """Opens window after window and lets a tour take its pictures."""

    def __init__(self, folder: Path, per_cent: str) -> None:
        from PySide6.QtCore import qInstallMessageHandler
        from PySide6.QtWidgets import QApplication

        qInstallMessageHandler(_tell)
        self.application = QApplication([])
        self._folder = folder
        self._per_cent = per_cent

    def take_all(self) -> None:
        for scheme in ("light", "dark"):
            for suffix, size in SIZES.items():
                if suffix and scheme == "dark":
                    continue
                for tour in TOURS:
                    with tempfile.TemporaryDirectory() as name:
                        scene = Scene(self, scheme, suffix, size, StudyFiles(Path(name)))
                        tour(scene)
                        scene.close()

    def save(self, picture: Any, name: str) -> None:
        picture.save(str(self._folder / f"{name}-{self._per_cent}.png"))


class Scene:
    """One window of one size and scheme, and how to take its picture."""

    def __init__(
        self, camera: Camera, scheme: str, suffix: str, size: tuple[int, int], files: StudyFiles
    ) -> None:
        from app.engine.engine import Engine
        from app.kit.theme import Theme
        from app.shell.main_window import MainWindow

        self.files = files
        self.evaluator = pausing_evaluator()
        self._camera = camera
        self._ending = f"{suffix}-{scheme}"
        self._usual_size = not suffix
        theme = Theme.for_scheme("dark" if scheme == "dark" else "light")
        self.window = MainWindow(theme, Engine(self.evaluator))
        self.window.resize(*size)
        self.window.show()

    def shoot(self, state: str, *, every_size: bool = False, of: Any = None) -> None:
        """Take the picture of the window, or of another; at smaller sizes only if told."""
        self._settle()
        if self._usual_size or every_size:
            self._camera.save((of or self.window).grab(), f"{state}{self._ending}")

    def shoot_dialog(self, state: str, *, close: bool = True) -> Any:
        """Take the picture of the window with the dialog over it, and close the dialog."""
        from PySide6.QtCore import QPoint
        from PySide6.QtGui import QColor, QPainter

        self._settle()
        dialog = self._camera.application.activeModalWidget()
        if dialog is None:
            raise RuntimeError(f"no dialog to take a picture of: {state}")
        if self._usual_size:
            picture, over = self.window.grab(), dialog.grab()
            room = (self.window.size() - dialog.size()) / 2
            corner = QPoint(room.width(), room.height())
            painter = QPainter(picture)
            painter.fillRect(self.window.rect(), QColor(0, 0, 0, 90))
            painter.drawPixmap(corner, over)
            painter.end()
            self._camera.save(picture, f"{state}{self._ending}")
        if close:
            dialog.close()
            self._settle()
        return dialog

    def until_idle(self, start: Callable[[], object]) -> None:
        """Do something and wait until the window has nothing left to do."""
        from PySide6.QtCore import QEventLoop

        loop = QEventLoop()
        self.window.idle.connect(loop.quit)
        start()
        loop.exec()
        self.window.idle.disconnect(loop.quit)

    def open(self, *paths: Path) -> None:
        self.until_idle(lambda: self.window.open_files(paths))

    def open_until_paused(self, path: Path, call: str, done: int, total: int) -> None:
        """Open a file and stop in the middle of a request; ``evaluator.go_on`` goes on."""
        self.evaluator.pause_in(call, done, total)
        self.window.open_files([path])
        self.until_paused()

    def until_paused(self) -> None:
        """Wait until the evaluator holds still."""
        while not self.evaluator.paused.is_set():
            self._camera.application.processEvents()

    def close(self) -> None:
        if self.window.session.files:
            self.until_idle(self.window.session.remove_all)
        # recorded reasons are kept for files that come back, and the window would ask about them
        self.window.session.reporter.clear()
        self.window.close()
        self.window.deleteLater()
        self._settle()

    def _settle(self) -> None:
        for _ in range(3):
            self._camera.application.processEvents()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
