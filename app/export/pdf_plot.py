"""A row of a forest plot on paper. Lengths are tenths of a point."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.kit.theme import LIGHT
from evalcore.documents.blocks import Axis, Mark

_THIN, _LINE, _CAP, _DOT, _DIAMOND, _RING = 5.0, 13.0, 32.0, 27.0, 50.0, 8.0
_DASH = 25.0


def draw_grid(painter: QPainter, axis: Axis, area: QRectF) -> None:
    """Draw the reference interval, the ticks and the reference over the whole height."""
    if axis.reference is not None:
        low = _x(axis, axis.reference.lower, area)
        high = _x(axis, axis.reference.upper, area)
        painter.fillRect(QRectF(low, area.top(), high - low, area.height()), QColor(LIGHT.band))
    painter.setPen(_pen(LIGHT.hairline, _THIN))
    for part, _ in axis.ticks():
        x = area.left() + part * area.width()
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
    if axis.reference is not None:
        pen = _pen(LIGHT.interval, _THIN)
        pen.setDashPattern([_DASH / _THIN, _DASH / _THIN])
        # so that the dashes of one row go on in the next
        pen.setDashOffset(area.top() / _THIN)
        painter.setPen(pen)
        x = _x(axis, axis.reference.rate, area)
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))


def draw_mark(painter: QPainter, axis: Axis, mark: Mark, area: QRectF, overall: bool) -> None:
    """Draw an interval with its ends and its estimate: a dot, or a diamond for overall."""
    y = area.center().y()
    low, x, high = (_x(axis, value, area) for value in (mark.lower, mark.rate, mark.upper))
    painter.setPen(_pen(LIGHT.interval, _LINE))
    painter.drawLine(QLineF(low, y, high, y))
    for end in (low, high):
        painter.drawLine(QLineF(end, y - _CAP, end, y + _CAP))
    painter.setPen(_pen(LIGHT.surface, _RING))
    painter.setBrush(QColor(LIGHT.accent))
    if overall:
        r = _DIAMOND
        corners = (QPointF(0, -r), QPointF(r, 0), QPointF(0, r), QPointF(-r, 0))
        painter.drawPolygon(QPolygonF([QPointF(x, y) + corner for corner in corners]))
    else:
        painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _x(axis: Axis, value: float, area: QRectF) -> float:
    return area.left() + axis.part(value) * area.width()


def _pen(colour: str, width: float) -> QPen:
    return QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
