"""What the tests of widgets share."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot


def placed(qtbot: QtBot, widget: QWidget, width: int, height: int = 600) -> QWidget:
    """A shown window of that size with widget at its top; it lives as long as the test."""
    window = QWidget()
    qtbot.addWidget(window, before_close_func=lambda _: window.hide())
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(widget)
    layout.addStretch(1)
    window.resize(width, height)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def role_and_name(widget: QWidget) -> tuple[QAccessible.Role, str]:
    """What assistive tools are told of a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.role(), interface.text(QAccessible.Text.Name)
