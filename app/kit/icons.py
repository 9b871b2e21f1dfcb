"""One list of icon names; icons are SVG files, coloured and rendered when asked for."""

from __future__ import annotations

import functools
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.platform.resource_files import resources_folder

_SMALL = 20.5
APPLICATION_SIZES = (16, 20, 24, 32, 48, 64, 128, 256)
# Used by the style sheet alone, which cannot colour them: colours as in the theme table.
CONTROL_GLYPHS = tuple(
    f"control-{glyph}-{scheme}"
    for glyph in ("check", "chevron-down", "chevron-up")
    for scheme in ("dark", "light")
)


class IconName(StrEnum):
    """The drawn icons; the value is the file's name without its ending."""

    ALERT = "alert-octagon"
    APP = "app"
    APP_COLOUR = "app-colour"
    ARCHIVE = "archive"
    CHECK = "check"
    CHECK_CIRCLE = "check-circle"
    CHECKLIST = "checklist"
    CHEVRON_DOWN = "chevron-down"
    CHEVRON_LEFT = "chevron-left"
    CHEVRON_RIGHT = "chevron-right"
    CHEVRON_UP = "chevron-up"
    CLAIMS = "claims"
    CLOCK = "clock"
    CLOSE = "close"
    COPY = "copy"
    DRAFTS = "drafts"
    EXPORT = "export"
    FILTER = "filter"
    FLASK = "flask"
    FOLDER_OPEN = "folder-open"
    FOLDER_SEARCH = "folder-search"
    FOREST_PLOT = "forest-plot"
    INFO = "info"
    LOCK = "lock"
    MAIL = "mail"
    MINUS = "minus"
    MONITOR = "monitor"
    MOON = "moon"
    PENCIL = "pencil"
    PLUS = "plus"
    PRINT = "print"
    RELOAD = "reload"
    REPLY = "reply"
    REPORT = "report"
    RETURN = "return"
    SAVE = "save"
    SCALES = "scales"
    SEARCH = "search"
    SHIELD = "shield"
    SUN = "sun"
    WARNING = "warning-triangle"


def icons_folder() -> Path:
    """The folder of the SVG files."""
    return resources_folder() / "icons"


@functools.cache
def renderer(name: IconName, colour: str, small: bool = False) -> QSvgRenderer:
    """The drawing with ``currentColor`` replaced by colour ("#RRGGBB").

    ``small`` makes the strokes heavier, for 20 px and less.
    """
    source = (icons_folder() / f"{name}.svg").read_text("utf-8")
    source = source.replace("currentColor", colour)
    if small:
        source = source.replace('stroke-width="1.75"', 'stroke-width="2"')
    return QSvgRenderer(QByteArray(source.encode()))


def paint_icon(painter: QPainter, name: IconName, colour: str, where: QRectF) -> None:
    """Paint the drawing into a rectangle of device-independent pixels, sharp at any ratio."""
    renderer(name, colour, where.width() <= _SMALL).render(painter, where)


@functools.cache
def pixmap(name: IconName, colour: str, size: int, ratio: float = 1.0, gap: int = 0) -> QPixmap:
    """The drawing, ``size`` device-independent pixels square, at a device pixel ratio.

    ``gap`` pixels are left free at its right, before the text of a button.
    """
    pixels = round(size * ratio)
    image = QPixmap(QSize(round((size + gap) * ratio), pixels))
    image.fill(Qt.GlobalColor.transparent)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    paint_icon(painter, name, colour, QRectF(0, 0, pixels / ratio, pixels / ratio))
    painter.end()
    return image


@functools.cache
def icon(
    name: IconName, colour: str, size: int = 16, disabled: str | None = None, gap: int = 0
) -> QIcon:
    """An icon drawn when it is shown, sharp at any ratio, with its own colour when disabled."""
    return QIcon(_Drawing(name, colour, (size,), disabled or colour, gap))


def application_icon() -> QIcon:
    """The program's own icon in full colour, for the window and the task bar."""
    return QIcon(_Drawing(IconName.APP_COLOUR, "#000000", APPLICATION_SIZES, "#000000", 0))


class _Drawing(QIconEngine):
    """Draws an icon in the size and at the ratio that are asked for, and none ahead."""

    def __init__(
        self, name: IconName, colour: str, sizes: tuple[int, ...], disabled: str, gap: int
    ) -> None:
        super().__init__()
        self._given = name, colour, sizes, disabled, gap

    def clone(self) -> QIconEngine:
        return _Drawing(*self._given)

    def availableSizes(
        self, mode: QIcon.Mode = QIcon.Mode.Normal, state: QIcon.State = QIcon.State.Off
    ) -> list[QSize]:
        _, _, sizes, _, gap = self._given
        return [QSize(size + gap, size) for size in sizes]

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        """``size`` is in device-independent pixels; what is wider than high has a gap."""
        name, colour, _, disabled, _ = self._given
        ink = disabled if mode == QIcon.Mode.Disabled else colour
        side = min(size.width(), size.height())
        return pixmap(name, ink, side, scale, size.width() - side)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(rect.topLeft(), self.scaledPixmap(rect.size(), mode, state, ratio))
