"""Studies whose suppressed counts can be recognised, and pairs that differ in nothing else.

``python hidden_counts.py FOLDER FACTS STATEMENTS LEFT_OUT WRONG`` writes one
without the counts coming into the process that looks for them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

DRAFTS_SCHEMA = "openmed.ambient_drafts.v1"
REVIEWS_SCHEMA = "openmed.ambient_draft_reviews.v1"
MOST = 5000
"""Facts of one encounter."""

Fact = dict[str, Any]


def hexid(*parts: object) -> str:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()


def fact(name: str, **fields: Any) -> Fact:
    plain = {
        "fact_id": hexid("fact", name),
        "proposition": hexid("proposition", name),
        "section": "plan",
        "fact_class": "medication",
        "speaker": "clinician",
        "experiencer": "patient",
        "negated": False,
        "required": True,
        "citations": [],
    }
    return plain | fields


def encounter(name: str, truth: list[Fact], statements: list[Fact]) -> dict[str, Any]:
    return {
        "blinded_case_id": hexid("case", name),
        "text_digest": hexid("text", name),
        "truth": truth,
        "statements": statements,
    }


def encounters(facts: int, statements: int, left_out: int, wrong: int) -> list[dict[str, Any]]:
    """Of ``facts`` truth facts ``left_out`` are missed; of the statements ``wrong`` contradict."""
    said = facts - left_out
    made = []
    for number, start in enumerate(range(0, facts, MOST)):
        truth = [fact(str(n)) for n in range(start, min(start + MOST, facts))]
        here = [n for n in range(start, min(start + MOST, facts)) if n < said]
        rows = [fact(str(n), fact_id=hexid("s", n), citations=[hexid("fact", n)]) for n in here]
        if number == 0:
            first = hexid("fact", 0)
            rows += [
                fact("0", fact_id=hexid("w", n), negated=True, citations=[first])
                for n in range(wrong)
            ]
        made.append(encounter(str(number), truth, rows))
    more = statements - sum(len(row["statements"]) for row in made)
    made[-1]["statements"] += [fact(f"u{n}", fact_id=hexid("u", n)) for n in range(more)]
    return made


def returns(rows: list[dict[str, Any]], revisions: list[str], decisions: str) -> list[Any]:
    """Two returns; ``decisions`` has a letter a draft: a(ccept), u(nclear), d(ifferent)."""
    words = {"a": ("accept", "accept"), "u": ("unclear", "unclear"), "d": ("accept", "revise")}
    made = []
    for reviewer in range(2):
        made.append(
            [
                {
                    "blinded_case_id": row["blinded_case_id"],
                    "draft_revision": revision,
                    "reviewer_id": hexid("reviewer", reviewer),
                    "decision": words[letter][reviewer],
                    "reason": "other" if letter == "d" else None,
                    "adjudicated": letter == "d",
                }
                for row, revision, letter in zip(rows, revisions, decisions, strict=True)
            ]
        )
    return [{"schema_version": REVIEWS_SCHEMA, "rows": each} for each in made]


def write(folder: Path, rows: list[dict[str, Any]], decisions: str, size: int = 0) -> list[Path]:
    """Write drafts and two returns; each file is filled up to ``size`` bytes with blanks."""
    from evalcore import DraftTally, read_drafts

    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "drafts.json", folder / "return-1.json", folder / "return-2.json"]
    _fill(paths[0], {"schema_version": DRAFTS_SCHEMA, "encounters": rows}, size)
    tally = DraftTally()
    for draft in read_drafts(paths[0]):
        tally.add(draft)
    revisions = [each.revision for each in tally.revisions]
    for path, payload in zip(paths[1:], returns(rows, revisions, decisions), strict=True):
        _fill(path, payload, size)
    return paths


def _fill(path: Path, payload: object, size: int) -> None:
    data = json.dumps(payload).encode()
    with open(path, "r+b" if path.exists() else "wb") as file:  # the same inode as before
        file.truncate(0)
        file.write(data + b" " * (size - len(data)))


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[2:]]
    made_rows = encounters(*counts)
    write(Path(sys.argv[1]), made_rows, "a" * len(made_rows))
