"""The texts of a drafts file, for forms alone: a road of its own, past all that computes.

Everything else drops these texts as they are read. ``case`` and ``roles`` are dropped here too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import EvaluationError
from ..io.files import StrPath, open_regular
from ..io.json_reader import CancelToken, JsonReader
from ..vocabulary import DRAFTS_SCHEMA

_DEFAULTS: dict[str, Any] = {"negated": False, "required": True, "citations": []}
_SPEAKER, _SAID = ("speaker", "role"), ("text", "said")


@dataclass(frozen=True, slots=True, repr=False)
class DraftText:
    """What a reviewer reads of a draft; ``text`` is None where the file has none.

    ``transcript`` is None where something stands in it that is neither a line of text nor a
    speaker with one: part of a transcript would mislead whoever compares the draft with it.
    ``revision`` is that of the draft which the text belongs to.
    """

    alias: str
    text: str | None
    transcript: tuple[str, ...] | None
    revision: str = ""


def read_texts(path: StrPath, *, cancel: CancelToken | None = None) -> Iterator[DraftText]:
    """Yield the texts of a drafts file that ``read_drafts`` accepts, in its order.

    Raises EvaluationError as reading JSON does, and ``file_changed`` where an encounter is
    none that ``read_drafts`` accepts: it was another file then.
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


def _text_of(encounter: Any) -> DraftText:
    found = None
    try:
        text = encounter.get("draft_text")
        if not isinstance(text, str):
            text = None
        elif hashlib.sha256(text.encode()).hexdigest() != encounter["text_digest"]:
            raise EvaluationError("file_changed")
        talk = _lines(encounter.get("transcript"))
        found = DraftText(encounter["blinded_case_id"], text, talk, _revision(encounter))
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    if found is None:
        raise EvaluationError("file_changed")
    return found


def _lines(transcript: Any) -> tuple[str, ...] | None:
    """Return a transcript in lines: a text, or a list of texts or of who said what."""
    if transcript is None:
        return ()
    if isinstance(transcript, str):
        return tuple(transcript.splitlines())
    if not isinstance(transcript, list):
        return None
    lines = []
    for said in transcript:
        if isinstance(said, dict):
            who = next((said[key] for key in _SPEAKER if isinstance(said.get(key), str)), None)
            what = next((said[key] for key in _SAID if isinstance(said.get(key), str)), None)
            said = what if who is None or what is None else f"{who.capitalize()}: {what}"
        if not isinstance(said, str):
            return None
        lines.append(said)
    return tuple(lines)


def _revision(encounter: dict[str, Any]) -> str:
    """Return the revision of a draft that was checked (contract, section 2)."""
    drafted: dict[str, Any] = {"schema": DRAFTS_SCHEMA}
    drafted |= {key: encounter[key] for key in ("blinded_case_id", "text_digest")}
    for part in ("truth", "statements"):
        drafted[part] = [_DEFAULTS | fact for fact in encounter[part]]
    canonical = json.dumps(drafted, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()
