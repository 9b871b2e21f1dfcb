from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
)
from pytestqt.qtbot import QtBot
from widget_help import placed, role_and_name

from app.kit.drop_area import DropArea, DropTarget, local_files
from app.kit.theme import Theme

LIGHT, DARK = Theme.for_scheme("light"), Theme.for_scheme("dark")


def files(*names: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(name) for name in names])
    return data


def drag(data: QMimeData) -> QDragEnterEvent:
    return QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )


def drop(data: QMimeData) -> QDropEvent:
    return QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )


def test_files_dropped_on_the_area_are_passed_on(qtbot: QtBot) -> None:
    area = DropArea(LIGHT)
    placed(qtbot, area, 232)
    data = files("/study/drafts.json", "/study/return 1.json")
    before = area.grab().toImage()
    entering = drag(data)
    QApplication.sendEvent(area, entering)
    assert entering.isAccepted()
    assert area.grab().toImage() != before, "nothing shows that files are held over it"
    with qtbot.waitSignal(area.dropped) as caught:
        QApplication.sendEvent(area, drop(data))
    assert caught.args == [[Path("/study/drafts.json"), Path("/study/return 1.json")]]
    assert area.grab().toImage() == before


def test_a_drag_that_leaves_leaves_no_trace(qtbot: QtBot) -> None:
    area = DropArea(LIGHT)
    placed(qtbot, area, 232)
    before = area.grab().toImage()
    data = files("/study/drafts.json")
    QApplication.sendEvent(area, drag(data))
    QApplication.sendEvent(area, QDragLeaveEvent())
    assert area.grab().toImage() == before


def test_what_is_no_local_file_is_not_taken(qtbot: QtBot) -> None:
    area = DropArea(LIGHT)
    placed(qtbot, area, 232)
    text = QMimeData()
    text.setText("drafts.json")
    remote = QMimeData()
    remote.setUrls([QUrl("https://example.org/drafts.json")])
    for data in (text, remote):
        entering = drag(data)
        entering.ignore()
        QApplication.sendEvent(area, entering)
        assert not entering.isAccepted()
        with qtbot.assertNotEmitted(area.dropped):
            QApplication.sendEvent(area, drop(data))
        assert local_files(data) == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_the_area_opens_files_by_keyboard(qtbot: QtBot, key: Qt.Key) -> None:
    area = DropArea(LIGHT)
    placed(qtbot, area, 232)
    area.setFocus()
    assert area.hasFocus()
    with qtbot.waitSignal(area.clicked):
        QTest.keyClick(area, key)
    role, name = role_and_name(area)
    assert role == QAccessible.Role.PushButton
    assert "Open files" in name


def test_any_widget_can_take_files(qtbot: QtBot) -> None:
    window = placed(qtbot, QLabel("page"), 400)
    target = DropTarget(window)
    data = files("/study/claims.json")
    with qtbot.waitSignal(target.hovering) as caught:
        QApplication.sendEvent(window, drag(data))
    assert caught.args == [True]
    with qtbot.waitSignal(target.dropped) as caught:
        QApplication.sendEvent(window, drop(data))
    assert caught.args == [[Path("/study/claims.json")]]
