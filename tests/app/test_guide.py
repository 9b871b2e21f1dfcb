"""The guide in the Help menu: whole, with its pictures, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton

from app.kit.theme import Theme
from app.shell.guide_dialog import GuideDialog
from app.shell.main_window import MainWindow
from evalcore.version import VERSION
from evalcore.vocabulary import NOTICE


def test_the_guide_opens_from_the_help_menu_with_its_pictures(
    make_window: Callable[..., MainWindow],
) -> None:
    window = make_window()
    window.actions_.guide.trigger()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, GuideDialog)
    assert NOTICE in [label.text() for label in dialog.findChildren(QLabel)]
    assert dialog.focusWidget() is dialog.browser, "the arrow keys scroll it"
    assert "Write to a reviewer" in dialog.browser.toPlainText()
    image = dialog.browser.loadResource(2, QUrl("1-check.png"))
    assert isinstance(image, QImage) and image.deviceIndependentSize().width() == 660
    for elsewhere in ("../icons/app.svg", "file:///etc/hostname", "https://example.org/1.png"):
        assert dialog.browser.loadResource(2, QUrl(elsewhere)) is None
    assert dialog.browser.horizontalScrollBar().maximum() == 0 or dialog.width() < 1080
    window.set_theme(Theme.for_scheme("dark"))
    (close,) = [b for b in dialog.findChildren(QPushButton) if b.text() == "Close"]
    close.click()
    assert not dialog.isVisible()


def test_the_program_says_its_version(make_window: Callable[..., MainWindow]) -> None:
    window = make_window()
    window.actions_.about.trigger()
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert f"Version {VERSION}." in box.informativeText()
    box.close()
