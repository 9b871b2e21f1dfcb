"""The pictures of the guide, of the program itself: python3 dev.py screenshots --guide

They are written to resources/guide, cut to what the text beside them is about, at
twice the size at which they are shown, in few colours so that they stay small.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from evalcore.service.protocol import RecordReason, SaveCombined
from tools.screenshot_files import StudyFiles
from tools.screenshot_tours import _for_committee, _number
from tools.screenshots import ROOT, Camera, Scene, _screen

FOLDER = ROOT / "resources" / "guide"
SCALE = 2
COLOURS = 128
WINDOW = (900, 640)


def main() -> int:
    """Make all pictures in a process of its own, at the scale that they are drawn with."""
    with tempfile.TemporaryDirectory() as name:
        screen = _screen(Path(name, "screen.json"), SCALE)
        environment = {**os.environ, "QT_QPA_PLATFORM": screen, "QT_SCALE_FACTOR": str(SCALE)}
        command = [sys.executable, "-m", "tools.guide_pictures", "--one"]
        subprocess.run(command, env=environment, cwd=ROOT, check=True)
    pictures = sorted(FOLDER.glob("*.png"))
    size = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{len(pictures)} pictures; with its text the guide has {size / 1e6:.2f} MB")
    return 0


class GuideCamera(Camera):
    """Writes pictures to the guide's folder."""

    def __init__(self) -> None:
        super().__init__(FOLDER, str(100 * SCALE))

    def save(self, picture: Any, name: str) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QImage

        image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
        pixels = Counter(memoryview(image.constBits()).cast("I"))
        colours = [colour for colour, _ in pixels.most_common(COLOURS)]
        plain = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
        image = image.convertToFormat(QImage.Format.Format_Indexed8, colours, plain)
        image.setDevicePixelRatio(1)
        image.save(str(self._folder / f"{name}.png"), quality=1)

    def cut(self, widget: Any, height: int, name: str) -> None:
        """Save the upper part of a widget."""
        from PySide6.QtCore import QRect

        self.save(widget.grab(QRect(0, 0, widget.width(), height)), name)


def _returns(camera: GuideCamera, scene: Scene) -> None:
    window, files = scene.window, scene.files
    page, session = window.check, window.session
    window.pages.setCurrentWidget(page)
    scene.open(files.drafts, *files.mangled)
    page.show_file(None)
    scene._settle()
    camera.cut(page, 440, "1-check")
    scene.until_idle(lambda: page.slip_requested.emit(_number(session, "return-ward-2.json")))
    _dialog(camera, scene, "2-slip")
    scene.until_idle(lambda: page.reason_requested.emit(_for_committee(session)[0]))
    dialog: Any = camera.application.activeModalWidget()
    dialog.choices["clinical_interpretation"].setChecked(True)
    dialog.adjudicated.setChecked(True)
    _dialog(camera, scene, "3-reason")
    copy = next(f.number for f in session.files if "copy" in f.name)
    scene.until_idle(partial(session.remove, copy))
    for path in files.mend():
        number = next(f.number for f in session.files if f.name == path.name)
        scene.until_idle(partial(session.reload, number))
    for draft in _for_committee(session):
        reason = RecordReason(draft, "other", adjudicated=True)
        scene.until_idle(partial(page.settle.emit, reason))
    scene._settle()
    camera.cut(page, 360, "4-ready")
    request = SaveCombined(ready=True, path=str(files.folder / "combined.json"), inputs=())
    scene.until_idle(lambda: session.ask(request, lambda _: None, session.tell_failed))


def _figures(camera: GuideCamera, scene: Scene) -> None:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter

    window, files = scene.window, scene.files
    scene.open(files.drafts, *files.returns, files.claims)
    window.pages.setCurrentWidget(window.metrics)
    scene._settle()
    menu = window.command_row.export.menu()
    menu.ensurePolished()
    menu.adjustSize()
    whole, over = window.grab(), menu.grab()
    button = window.command_row.export
    corner = button.mapTo(window, QPoint(button.width(), button.height()))
    painter = QPainter(whole)
    painter.drawPixmap(corner - QPoint(over.deviceIndependentSize().toSize().width(), -2), over)
    painter.end()
    camera.save(whole.copy(0, 0, SCALE * window.width(), SCALE * 400), "5-export")
    window.metrics.table.choose_metric("contradiction")
    scene._settle()
    camera.cut(window.metrics, 380, "6-suppressed")


def _dialog(camera: GuideCamera, scene: Scene, name: str) -> None:
    scene._settle()
    dialog = camera.application.activeModalWidget()
    if dialog is None:
        raise RuntimeError(f"no dialog to take a picture of: {name}")
    camera.save(dialog.grab(), name)
    dialog.close()
    scene._settle()


def _take_all() -> None:
    camera = GuideCamera()
    for tour in (_returns, _figures):
        with tempfile.TemporaryDirectory() as name:
            scene = Scene(camera, "light", "", WINDOW, StudyFiles(Path(name)))
            tour(camera, scene)
            scene.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["--one"]:
        _take_all()
        sys.exit(0)
    sys.exit(main())
