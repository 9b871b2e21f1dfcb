"""Pictures of cells that were painted once, for tables that are painted often."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap

_MOST = 2_000


class CellPictures:
    """Keeps what was painted for a cell, and paints it again.

    A picture is of a ``subject``, the very object that the model gives for the
    cell, and of a ``look``: whatever else the painting depends on. Where a pixel
    of the picture is not one of the device (at 150 % a cell may begin in the middle
    of one), nothing is kept.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, QPixmap]] = {}

    def clear(self) -> None:
        """Forget all: the theme or the like is another."""
        self._kept.clear()

    def forget_others(self, subjects: Iterable[object]) -> None:
        """Keep nothing of what is not one of these: it is shown no more."""
        wanted = set(map(id, subjects))
        self._kept = {key: kept for key, kept in self._kept.items() if id(kept[0]) in wanted}

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        subject: object,
        look: Hashable,
        draw: Callable[[QPainter], None],
    ) -> None:
        """Paint a cell; ``draw`` fills the whole of ``rect``, and is called where it must be."""
        ratio = painter.device().devicePixelRatioF()
        if ratio != int(ratio):
            draw(painter)
            return
        width, height = rect.width(), rect.height()
        key = (id(subject), width, height, ratio, look)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            # the subject is kept too, or another could come to have its id
            found = self._kept[key] = subject, _picture(painter, rect, ratio, draw)
        painter.drawPixmap(rect.topLeft(), found[1])


def _picture(
    painter: QPainter, rect: QRect, ratio: float, draw: Callable[[QPainter], None]
) -> QPixmap:
    picture = QPixmap(round(rect.width() * ratio), round(rect.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    own = QPainter(picture)
    own.setFont(painter.font())
    own.setRenderHints(painter.renderHints())
    own.translate(-rect.topLeft())
    draw(own)
    own.end()
    return picture
