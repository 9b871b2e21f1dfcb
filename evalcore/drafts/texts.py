"""The texts of a drafts file, for forms alone: a road of its own, past all that computes.

Everything else drops these texts as they are read. ``case`` and ``roles`` are dropped here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..io.files import StrPath, open_regular
from ..io.json_reader import CancelToken, JsonReader


@dataclass(frozen=True, slots=True, repr=False)
class DraftText:
    """What a reviewer reads of a draft; ``text`` is None where the file has none."""

    alias: str
    text: str | None
    transcript: tuple[str, ...]


def read_texts(path: StrPath, *, cancel: CancelToken | None = None) -> Iterator[DraftText]:
    """Yield the texts of a drafts file that ``read_drafts`` accepts, in its order.

    Raises EvaluationError as reading JSON does. Of a transcript lines of text are taken.
    """
    with open_regular(path) as (file, size):
        reader = JsonReader(file, size, cancel=cancel)
        reader.start()
        for key in reader.members():
            if key != "encounters":
                reader.value()
                continue
            for encounter in reader.elements():
                yield _text_of(encounter)
        reader.finish()


def _text_of(encounter: dict[str, Any]) -> DraftText:
    text, transcript = encounter.get("draft_text"), encounter.get("transcript")
    lines = transcript if isinstance(transcript, list) else []
    return DraftText(
        encounter["blinded_case_id"],
        text if isinstance(text, str) else None,
        tuple(line for line in lines if isinstance(line, str)),
    )
