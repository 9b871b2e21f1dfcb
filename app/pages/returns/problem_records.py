"""The words and icons that go with a problem of the return check."""

from __future__ import annotations

from typing import NamedTuple

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


def rows_in_words(text: str) -> str:
    """Return a row's text as it is read aloud."""
    if not text:
        return "No row"
    if not text[0].isdigit() or text.endswith("rows"):
        return text[0].upper() + text[1:]
    return f"Row {text}" if text.replace(",", "").isdigit() else f"Rows {text}"
