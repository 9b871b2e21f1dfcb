"""Forest plots as SVG inside HTML: one drawing a row, on the row's own line."""

from __future__ import annotations

from .blocks import Axis, Mark


def axis_svg(axis: Axis) -> str:
    """Return the numbers of an axis, for the head of its column."""
    texts = "".join(
        f'<text x="{_at(part)}" y="75%" text-anchor="middle">{text}</text>'.replace(
            " %<", "\u00a0%<"
        )
        for part, text in axis.ticks()
    )
    last = axis.ticks()[-1][1].replace(" %", "\u00a0%")
    return f'<svg role="img" aria-label="Axis from 0 to {last}">{texts}</svg>'


def row_svg(axis: Axis, mark: Mark | None, overall: bool, words: str) -> str:
    """Return the drawing of a row, empty but for the grid where it has no mark.

    Lengths along the axis are parts of the width, so that it fits any column.
    ``words`` is the text alternative, escaped.
    """
    shapes = [_rule("g", _at(part)) for part, _ in axis.ticks()]
    if axis.reference is not None:
        low, high = axis.part(axis.reference.lower), axis.part(axis.reference.upper)
        shapes.insert(
            0, f'<rect class="b" x="{_at(low)}" width="{_at(high - low)}" height="100%"/>'
        )
        shapes.append(_rule("d", _at(axis.part(axis.reference.rate))))
    if mark is not None:
        shapes += _mark(axis, mark, overall)
    return f'<svg role="img" aria-label="{words}">{"".join(shapes)}</svg>'


def _mark(axis: Axis, mark: Mark, overall: bool) -> list[str]:
    low, rate, high = (_at(axis.part(x)) for x in (mark.lower, mark.rate, mark.upper))
    ends = [f'<line class="i" x1="{x}" x2="{x}" y1="32%" y2="68%"/>' for x in (low, high)]
    if overall:
        # a square whose corner is at the estimate; the style moves and turns it
        dot = f'<rect class="e o" x="{rate}" y="50%" width="10" height="10"/>'
    else:
        dot = f'<circle class="e" cx="{rate}" cy="50%" r="4.5"/>'
    return [f'<line class="i" x1="{low}" x2="{high}" y1="50%" y2="50%"/>', *ends, dot]


def _rule(kind: str, x: str) -> str:
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="100%"/>'


def _at(part: float) -> str:
    """Return a part of the width, to a hundredth of a per cent."""
    return f"{100 * part:.2f}".rstrip("0").rstrip(".") + "%"
