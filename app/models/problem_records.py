"""A problem of the return check as the window holds it, and the words that go with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from app.icons import IconName
from app.models.roles import Tone

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


_FIELDS = itemgetter(*ProblemRecord._fields)


def compact(problems: Iterable[Mapping[str, Any]]) -> list[ProblemRecord]:
    """Return the records of the evaluator's problems, texts that repeat held once."""
    held: dict[Any, Any] = {}
    once, new = held.setdefault, ProblemRecord._make
    records = []
    for values in map(_FIELDS, problems):
        number, turn, files, of_file, of_row, field, message, hint, draft, *rest = values
        actions, place, tone = rest
        files, actions = tuple(files), tuple(actions)
        if turn == "committee" and tone == "bad":  # Disagreement is nobody's fault.
            tone = "warning"
        record = (
            number,
            once(turn, turn),
            once(files, files),
            once(of_file, of_file),
            once(of_row, of_row),
            once(field, field),
            once(message, message),
            once(hint, hint),
            draft,
            once(actions, actions),
            (place[0] or _NO_FILE, place[1]),
            once(tone, tone),
        )
        records.append(new(record))
    return records
