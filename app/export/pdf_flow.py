"""Putting pieces on pages so that nothing stands without what it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of one height that is drawn as a whole. Lengths are tenths of a point."""

    height: float
    draw: Callable[[QPainter, float], None]
    """Is given the top."""
    gap: float = 0.0
    """Room above it, but not at the top of a page."""
    keep: bool = False
    """Whether the next piece must be on the same page."""
    again: Piece | None = None
    """What is drawn above it where a page begins with it: the head of its table."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pieces that stay on one page wherever one page can hold them."""

    pieces: Sequence[Piece]
    fresh: bool = False
    """Whether it begins a page rather than stand in the lower half of one."""


@dataclass(slots=True)
class _Page:
    placed: list[tuple[float, Piece]] = field(default_factory=list)
    used: float = 0.0

    def needs(self, pieces: Iterable[Piece]) -> float:
        total = 0.0
        for piece in pieces:
            first = not self.placed and total == 0.0
            head = piece.again.height if first and piece.again is not None else 0.0
            total += piece.height + head + (0.0 if first else piece.gap)
        return total

    def add(self, piece: Piece) -> None:
        if self.placed:
            self.used += piece.gap
        elif piece.again is not None:
            self.placed.append((self.used, piece.again))
            self.used += piece.again.height
        self.placed.append((self.used, piece))
        self.used += piece.height


def pages(
    chunks: Iterable[Chunk], room: float, check: Callable[[], None]
) -> list[list[tuple[float, Piece]]]:
    """Return the pages: the pieces of each with their tops. ``check`` may raise to stop."""
    done = [_Page()]
    for chunk in chunks:
        check()
        page = done[-1]
        if page.placed and (
            (chunk.fresh and page.used > room / 2)
            or (page.used + page.needs(chunk.pieces) > room and _Page().needs(chunk.pieces) <= room)
        ):
            done.append(_Page())
        for position, piece in enumerate(chunk.pieces):
            page = done[-1]
            together = page.needs(_kept(chunk.pieces[position:]))
            if page.placed and page.used + together > room and not _held(chunk.pieces, position):
                done.append(_Page())
            done[-1].add(piece)
    return [page.placed for page in done]


def _kept(pieces: Sequence[Piece]) -> Iterable[Piece]:
    """Yield the first piece, and those that must be on its page."""
    for piece in pieces:
        yield piece
        if not piece.keep:
            return


def _held(pieces: Sequence[Piece], position: int) -> bool:
    """Tell whether a piece must stay with the one before."""
    return position > 0 and pieces[position - 1].keep
