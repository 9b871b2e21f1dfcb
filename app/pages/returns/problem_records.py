"""A problem of the return check as the window holds it, and the words that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.kit.icons import IconName
from app.tables.file_roles import Tone

TURNS = ("reviewer", "committee", "coordinator")
ACTIONS = {"slip": "Correction slip…", "reason": "Record reason…", "aside": "Set aside…"}
SHORT_ACTIONS = {"slip": "Slip…", "reason": "Reason…", "aside": "Set aside…"}
ACTION_ICONS = {
    "slip": IconName.MAIL,
    "reason": IconName.PENCIL,
    "aside": IconName.ARCHIVE,
}
TONES = {
    "bad": (Tone.BAD, IconName.ALERT, "To correct"),
    "warning": (Tone.WARNING, IconName.WARNING, "To look at"),
    "info": (Tone.WAITING, IconName.INFO, "Note"),
}
_NO_FILE = 1 << 30


class Heading(NamedTuple):
    """A group's title, what stands beside it, its icon and what its count counts."""

    title: str
    detail: str
    icon: IconName
    tone: Tone
    counted: str


HEADINGS = {
    "reviewer": Heading(
        "Send back to the reviewer",
        "The file alone shows what is wrong.",
        IconName.REPLY,
        Tone.BAD,
        "file",
    ),
    "committee": Heading(
        "For adjudication",
        "Nobody’s fault: blinded reviewers cannot know that they differ.",
        IconName.SCALES,
        Tone.WARNING,
        "draft",
    ),
    "coordinator": Heading(
        "Look at the files here", "", IconName.FOLDER_SEARCH, Tone.WAITING, "problem"
    ),
}


class ProblemRecord(NamedTuple):
    """One problem. ``order`` is a place in the files: row 0 for a whole file."""

    id: int
    turn: str
    files: tuple[int, ...]
    file_text: str
    row_text: str
    field: str
    message: str
    hint: str
    draft: int | None
    actions: tuple[str, ...]
    order: tuple[int, int]
    tone: str


def record_of(problem: Mapping[str, Any]) -> ProblemRecord:
    """Return the record of one of the evaluator's problems."""
    turn, tone, place = problem["turn"], problem["tone"], problem["order"]
    if turn == "committee" and tone == "bad":  # Disagreement is nobody's fault.
        tone = "warning"
    return ProblemRecord(
        problem["id"],
        turn,
        tuple(problem["files"]),
        problem["file_text"],
        problem["row_text"],
        problem["field"],
        problem["message"],
        problem["hint"],
        problem["draft"],
        tuple(problem["actions"]),
        (place[0] or _NO_FILE, place[1]),
        tone,
    )


def rows_in_words(text: str) -> str:
    """Return a row's text as it is read aloud."""
    if not text:
        return "No row"
    if not text[0].isdigit() or text.endswith("rows"):
        return text[0].upper() + text[1:]
    return f"Row {text}" if text.replace(",", "").isdigit() else f"Rows {text}"
