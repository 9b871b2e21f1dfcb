"""Forms for tests: drafts with texts that try to be more than text, and what a page holds."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from eval_helpers import hexid

from evalcore.drafts.texts import DraftText
from evalcore.forms.committee import CommitteeDraft, Opinion
from evalcore.forms.content import Draft

ALIAS = hexid("reviewer b")
HOSTILE = "</script><script>alert(1)</script> ]]> <!-- & &amp; \u2028 \u2029 \u202e RTL \x00 \ufeff"
TALK = ("Clinician: How are you?", "Patient: Well. <b>Really</b>.", "A door closes.")


def draft(number: int, text: str | None = None, talk: Sequence[str] | None = TALK) -> Draft:
    """A draft by its number; ``text`` None: a line that tells which it is."""
    words = f"Subjective\nNote number {number}.\n\nPlan\nNone." if text is None else text
    lines = None if talk is None else tuple(talk)
    return Draft(
        number,
        hexid(f"case {number}"),
        hexid(f"revision {number}"),
        DraftText(hexid(f"case {number}"), words, lines),
    )


def committee_draft(number: int, *decisions: str, reasons: Sequence[str | None] = ()) -> Any:
    given = [*reasons, *[None] * len(decisions)]
    opinions = [Opinion(word, given[n]) for n, word in enumerate(decisions)]
    one = draft(number)
    return CommitteeDraft(number, one.revision, hexid(f"token {number}"), one.text, opinions)


def data_of(page: bytes) -> dict[str, Any]:
    """What the page was given."""
    found = re.search(rb'<script type="application/json" id="form">([^<]*)</script>', page)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def policy_of(page: bytes) -> dict[str, list[str]]:
    found = re.search(rb'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    parts = (part.split() for part in found[1].decode().split(";"))
    return {name: values for name, *values in parts}


def hash_of(text: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"


def visible(page: bytes) -> str:
    """The page without its script, style and data: what is seen where no script runs."""
    return re.sub(rb"(?s)<(script|style)\b.*?</\1>", b"", page).decode()
