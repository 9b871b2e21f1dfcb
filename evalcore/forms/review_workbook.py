"""The review form as a workbook: number, text, a decision to choose; identifiers are hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..io.workbook import MOST_LINES, Column, shown_lines, workbook
from ..vocabulary import DECISIONS, NOTICE
from .content import MEANINGS, Draft, ordered, shown_text

WIDTH = 80
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
    numbers of the round. Texts that are higher than a row go on in the next column. Raises
    EvaluationError ``unusable_transcript`` as the page does.
    """
    chosen = ordered(alias, drafts)
    shown = [shown_text(one.number, one.text, transcript) for one in chosen]
    notes = [text_pieces(one["text"] or "") for one in shown]
    talks = [text_pieces("\n".join(one.get("transcript", ()))) for one in shown]
    wide = max((len(pieces) for pieces in notes), default=0)
    spoken = max((len(pieces) for pieces in talks), default=0)
    columns = [
        Column("Draft", 8),
        *text_columns("Drafted note", wide),
        *text_columns("Transcript", spoken),
        Column("Decision", 14, choices=DECISIONS),
        *(Column(field, 10, hidden=True) for field in _HIDDEN),
    ]
    rows: list[list[str | bool]] = [
        [
            str(one.number),
            *filled(note, wide),
            *filled(talk, spoken),
            "",
            *(one.alias, one.revision, alias, "", False),
        ]
        for one, note, talk in zip(chosen, notes, talks, strict=True)
    ]
    above = [NOTICE, " · ".join(filter(None, (round_label, label)))]
    above += [f"{word}: {meanings[word]}" for word in DECISIONS]
    above.append("Choose one decision for each draft, save, and send this file back.")
    return workbook("Review", above, columns, rows)


def text_columns(title: str, number: int) -> list[Column]:
    """Return the columns of texts that stand in so many pieces."""
    return [Column(title if n == 1 else f"{title} ({n})", WIDTH) for n in range(1, number + 1)]


def text_pieces(text: str) -> list[str]:
    """Return a text in pieces that a row can show whole, cut between lines where that can be."""
    pieces: list[str] = []
    piece, lines = "", 0
    for line in text.splitlines(keepends=True):
        for start in range(0, len(line), WIDTH * MOST_LINES):
            part = line[start : start + WIDTH * MOST_LINES]
            high = shown_lines(part, WIDTH)
            if piece and lines + high > MOST_LINES:
                pieces.append(piece)
                piece, lines = "", 0
            piece, lines = piece + part, lines + high
    return [*pieces, piece] if piece else pieces


def filled(pieces: Sequence[str], number: int) -> list[str]:
    """Return the pieces of one text, and nothing in the columns that it does not need."""
    return [*pieces[:number], *[""] * (number - len(pieces))]
