from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QWidget,
)
from pytestqt.qtbot import QtBot
from widget_help import placed, role_and_name

from app.kit.banner import Banner
from app.kit.theme import Scheme, Theme
from evalcore.vocabulary import NOTICE

LIGHT, DARK = Theme.for_scheme("light"), Theme.for_scheme("dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [300, 900, 1366])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_banner_shows_the_notice_whole(
    qtbot: QtBot, scheme: Scheme, width: int, scale: float
) -> None:
    theme = Theme.for_scheme(scheme, scale)
    banner = Banner(theme)
    placed(qtbot, banner, width)
    assert (banner.objectName(), banner.text()) == ("banner", NOTICE)
    room = banner.text_rect(banner.width())
    assert banner.rect().contains(room)
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    needed = QFontMetricsF(theme.font(13, 600)).boundingRect(room, flags, NOTICE)
    assert needed.height() <= banner.height()
    assert needed.width() <= room.width() + 1


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_banner_paints_white_words_and_nothing_at_its_edges(qtbot: QtBot, theme: Theme) -> None:
    banner = Banner(theme)
    placed(qtbot, banner, 300)
    image = banner.grab().toImage()
    colours = {
        (x, y): image.pixelColor(x, y).name().upper()
        for x in range(image.width())
        for y in range(image.height())
    }
    assert theme.colours.on_banner in colours.values()
    edges = {
        colour
        for (x, y), colour in colours.items()
        if x in (0, image.width() - 1) or y in (0, image.height() - 1)
    }
    assert edges == {theme.colours.banner}


def test_the_banner_is_32_high_where_the_notice_fits_and_grows_where_not(qtbot: QtBot) -> None:
    banner = Banner(LIGHT)
    window = placed(qtbot, banner, 900)
    assert banner.height() == 32
    window.resize(300, 600)
    qtbot.waitUntil(lambda: banner.width() == 300)
    qtbot.waitUntil(lambda: banner.height() > 40)
    window.resize(900, 600)
    qtbot.waitUntil(lambda: banner.height() == 32)
    banner.set_theme(Theme.for_scheme("light", 2.0))
    qtbot.waitUntil(lambda: banner.height() > 48)


def test_the_banner_is_read_and_cannot_be_closed(qtbot: QtBot) -> None:
    banner = Banner(LIGHT)
    placed(qtbot, banner, 900)
    assert role_and_name(banner) == (QAccessible.Role.StaticText, NOTICE)
    assert not banner.findChildren(QWidget)
    QTest.mouseClick(banner, Qt.MouseButton.LeftButton)
    QTest.keyClick(banner, Qt.Key.Key_Escape)
    assert banner.isVisible()


def test_the_projector_has_a_larger_banner(qtbot: QtBot) -> None:
    banner = Banner(LIGHT, type_size=24)
    placed(qtbot, banner, 1366)
    assert 52 <= banner.height() <= 60
