"""Drawing an interval on its axis: the same marks in tables and plots."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from app.kit.theme import Colours
from app.tables.roles import Axis, Interval

DASHES = 6
"""Px after which the dashes of a reference line repeat."""


def ticks(axis: Axis) -> list[float]:
    """Return the axis's ticks as fractions of 1, 0 and the maximum included."""
    return [axis.step * i for i in range(round(axis.maximum / axis.step) + 1)]


def tick_label(axis: Axis, tick: float) -> str:
    """Return a tick's text in per cent, the last one with the sign."""
    number = f"{100 * tick:.1f}" if axis.step < 0.01 else f"{100 * tick:.0f}"
    return f"{number} %" if tick >= axis.maximum - axis.step / 2 else number


def paint_ticks(painter: QPainter, axis: Axis, area: QRectF, top: float, height: float) -> None:
    """Write the ticks' texts above a plot; the last always, others where there is room."""
    metrics = QFontMetrics(painter.font())
    flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
    marks = ticks(axis)
    end, limit = float("-inf"), float("inf")
    for tick in (marks[-1], *marks[:-1]):
        text = tick_label(axis, tick)
        width = metrics.horizontalAdvance(text)
        x = position(axis, tick, area.left(), area.width()) - width / 2
        x = min(x, area.right() + 12 - width)
        if tick == marks[-1]:
            limit = x - 4
        elif x < end + 4 or x + width > limit:
            continue
        else:
            end = x + width
        painter.drawText(QRectF(x, top, width, height), flags, text)


def position(axis: Axis, value: float, left: float, width: float) -> float:
    """Return the x of a value on an axis drawn from ``left`` over ``width`` px."""
    return left + width * min(max(value / axis.maximum, 0.0), 1.0)


def paint_grid(painter: QPainter, colours: Colours, axis: Axis, area: QRectF) -> None:
    """Draw the ticks over the whole height, and the reference interval with its estimate."""
    if axis.reference is not None:
        low = position(axis, axis.reference.lower, area.left(), area.width())
        high = position(axis, axis.reference.upper, area.left(), area.width())
        band = QRectF(low, area.top(), max(high - low, 1.0), area.height())
        painter.fillRect(band, QColor(colours.band))
    painter.setPen(QPen(QColor(colours.grid), 1))
    for tick in ticks(axis):
        x = round(position(axis, tick, area.left(), area.width())) + 0.5
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))
    if axis.reference is not None:
        x = position(axis, axis.reference.rate, area.left(), area.width())
        pen = QPen(QColor(colours.interval), 1, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([DASHES / 2, DASHES / 2])
        pen.setDashOffset(area.top() % DASHES)
        painter.setPen(pen)
        painter.drawLine(QLineF(x, area.top(), x, area.bottom()))


def paint_interval(
    painter: QPainter,
    colours: Colours,
    axis: Axis,
    interval: Interval,
    area: QRectF,
    *,
    overall: bool = False,
    radius: float = 4.0,
    accented: bool = True,
) -> None:
    """Draw an interval with end caps and its estimate: a dot, or a diamond for overall."""
    y = round(area.center().y()) + 0.5
    low = position(axis, interval.lower, area.left(), area.width())
    high = position(axis, interval.upper, area.left(), area.width())
    x = position(axis, interval.rate, area.left(), area.width())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.interval), 2))
    painter.drawLine(QLineF(low, y, high, y))
    cap = radius + 1
    for end in (low, high):
        painter.drawLine(QLineF(end, y - cap, end, y + cap))
    paint_estimate(painter, colours, QPointF(x, y), overall, radius, accented)


def paint_bar(
    painter: QPainter,
    colours: Colours,
    axis: Axis,
    interval: Interval,
    area: QRectF,
    accented: bool,
) -> None:
    """Draw the small form for a cell: a base line, the interval without caps, a dot."""
    y = round(area.center().y()) + 0.5
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.hairline), 1))
    painter.drawLine(QLineF(area.left(), y, area.right(), y))
    ink = colours.accent if accented else colours.interval
    painter.setPen(QPen(QColor(ink), 2))
    low = position(axis, interval.lower, area.left(), area.width())
    high = position(axis, interval.upper, area.left(), area.width())
    painter.drawLine(QLineF(low, y, high, y))
    x = position(axis, interval.rate, area.left(), area.width())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    painter.drawEllipse(QPointF(x, y), 2.5, 2.5)


def paint_estimate(
    painter: QPainter, colours: Colours, at: QPointF, overall: bool, radius: float, accented: bool
) -> None:
    """Draw an estimate, ringed so that it stands out from its line."""
    painter.setPen(QPen(QColor(colours.surface), 1.5))
    painter.setBrush(QColor(colours.accent if accented else colours.interval))
    if overall:
        r = 1.7 * radius
        corners = [QPointF(0, -r), QPointF(r, 0), QPointF(0, r), QPointF(-r, 0)]
        painter.drawPolygon(QPolygonF([at + corner for corner in corners]))
    else:
        painter.drawEllipse(at, radius, radius)
