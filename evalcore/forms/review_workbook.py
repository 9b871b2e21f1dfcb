"""The review form as a workbook: number, text, a decision to choose; identifiers are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..io.workbook import MOST_LINES, Column, shown_lines, workbook
from ..vocabulary import DECISIONS, NOTICE
from .content import MEANINGS, Draft, ordered

_WIDTH = 80
"""Characters of a text in a line."""
_HIDDEN = ("blinded_case_id", "draft_revision", "reviewer_id", "reason", "adjudicated")


def review_workbook(
    alias: str,
    label: str,
    round_label: str,
    drafts: Sequence[Draft],
    *,
    transcript: bool = False,
    meanings: Mapping[str, str] = MEANINGS,
) -> bytes:
    """Return the workbook of one reviewer, which comes back as a return.

    Nothing that can be seen unblinds: drafts stand in the reviewer's own order, under the
    numbers of the round. Texts that are higher than a row go on in the next column.
    """
    chosen = ordered(alias, drafts)
    notes = [_pieces(one.text.text or "") if one.text else [] for one in chosen]
    talks = [_pieces("\n".join(one.text.transcript or ())) if one.text else [] for one in chosen]
    wide = max((len(pieces) for pieces in notes), default=0)
    spoken = max((len(pieces) for pieces in talks), default=0) if transcript else 0
    columns = [
        Column("Draft", 8),
        *_columns("Drafted note", wide),
        *_columns("Transcript", spoken),
        Column("Decision", 14, choices=DECISIONS),
        *(Column(field, 10, hidden=True) for field in _HIDDEN),
    ]
    rows: list[list[str | bool]] = [
        [
            str(one.number),
            *_filled(note, wide),
            *_filled(talk, spoken),
            "",
            *(one.alias, one.revision, alias, "", False),
        ]
        for one, note, talk in zip(chosen, notes, talks, strict=True)
    ]
    above = [NOTICE, " · ".join(filter(None, (round_label, label)))]
    above += [f"{word}: {meanings[word]}" for word in DECISIONS]
    above.append("Choose one decision for each draft, save, and send this file back.")
    return workbook("Review", above, columns, rows)


def _columns(title: str, number: int) -> list[Column]:
    return [Column(title if n == 1 else f"{title} ({n})", _WIDTH) for n in range(1, number + 1)]


def _pieces(text: str) -> list[str]:
    """Return a text in pieces that a row can show whole, cut between lines where that can be."""
    pieces: list[str] = []
    piece, lines = "", 0
    for line in text.splitlines(keepends=True):
        for start in range(0, len(line), _WIDTH * MOST_LINES):
            part = line[start : start + _WIDTH * MOST_LINES]
            high = shown_lines(part, _WIDTH)
            if piece and lines + high > MOST_LINES:
                pieces.append(piece)
                piece, lines = "", 0
            piece, lines = piece + part, lines + high
    return [*pieces, piece] if piece else pieces


def _filled(pieces: Sequence[str], number: int) -> list[str]:
    return [*pieces[:number], *[""] * (number - len(pieces))]
