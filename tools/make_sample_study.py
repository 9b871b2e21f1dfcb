"""Write the sample study: python3 -m tools.make_sample_study [FOLDER].

It writes resources/sample-study/, or the same files to FOLDER, and the same bytes on every
machine. tools/sample_drafts.py says what the drafts are made of.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from evalcore.vocabulary import DRAFTS_SCHEMA, REASONS, REVIEWS_SCHEMA
from tools.sample_drafts import Names, Row, encounters, mixed, revision

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "sample-study"
NOTICE = (
    "Synthetic study, made by a script. It describes nobody: every identifier is the SHA-256 "
    "of a counter. It shows how the program works and says nothing about any real draft."
)

# (first decision, second decision, how many drafts, how many of them adjudicated)
DECISIONS = (
    ("accept", "accept", 62, 0),
    ("revise", "revise", 30, 0),
    ("unclear", "unclear", 4, 0),
    ("accept", "revise", 8, 5),
    ("revise", "accept", 6, 4),
    ("unclear", "revise", 5, 3),
    ("accept", "unclear", 5, 3),
)

STATES = ("supported", "contradicted", "unresolved", "uncited")
# Claims of a class, a column a state.
CLAIMS = {
    "diagnosis": (47, 3, 6, 4),
    "medication": (38, 4, 8, 5),
    "symptom": (36, 2, 3, 4),
    "lab": (35, 1, 3, 1),
    "procedure": (23, 1, 3, 3),
    "allergy": (25, 0, 0, 0),
    "vital": (1, 0, 0, 0),
    "Wound care": (13, 2, 5, 4),
    "Imaging": (16, 1, 2, 1),
}


def _returns(names: Names, drafts: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    plan = [
        (first, second, REASONS[number % len(REASONS)], number < adjudicated)
        for first, second, times, adjudicated in DECISIONS
        for number in range(times)
    ]
    one, other = names(), names()
    files: tuple[list[Row], list[Row]] = [], []
    for draft, (first, second, reason, adjudicated) in zip(
        drafts, mixed(plan, "decisions"), strict=True
    ):
        for rows, reviewer, decision in ((files[0], one, first), (files[1], other, second)):
            rows.append(
                {
                    "blinded_case_id": draft["blinded_case_id"],
                    "draft_revision": revision(draft),
                    "reviewer_id": reviewer,
                    "decision": decision,
                    "reason": reason if first != second else None,
                    "adjudicated": adjudicated,
                }
            )
    return mixed(files[0], "return 1"), mixed(files[1], "return 2")


def _evidence(names: Names, claim: Row, relation: str, number: int) -> Row:
    link = ("claim_key", "claim_id")[number % 2]
    return {
        "evidence_id": names(),
        link: claim[link],
        "approved": True,
        "relation": relation,
    }


def _cited(names: Names, claim: Row, state: str, number: int) -> list[Row]:
    """Return the evidence that a claim of this state cites; number picks among the ways."""
    if state == "uncited":
        return []
    if state == "supported":
        return [
            _evidence(names, claim, "supports", n) for n in range(number, number + 1 + number % 2)
        ]
    if state == "contradicted":
        return [_evidence(names, claim, "contradicts", number)]
    row = _evidence(names, claim, "supports", number)
    way = number % 4
    if way == 0:
        row["approved"] = False
    elif way == 1:
        row["relation"] = "unresolved"
    elif way == 2:
        row["claim_class"] = "other"
    else:
        return [row, _evidence(names, claim, "contradicts", number)]
    return [row]


def _claims(names: Names) -> tuple[list[Row], list[Row]]:
    claims, evidence = [], []
    for claim_class, counts in CLAIMS.items():
        for state, times in zip(STATES, counts, strict=True):
            for number in range(times):
                claim: Row = {
                    "claim_id": names(),
                    "claim_class": claim_class,
                    "claim_key": f"sha256:{names()}",
                }
                rows = _cited(names, claim, state, number)
                claim["evidence_ids"] = [row["evidence_id"] for row in rows]
                if state == "unresolved" and number % 5 == 4:
                    claim["evidence_ids"].append(names())  # not among the evidence
                claims.append(claim)
                evidence += rows
    return mixed(claims, "claims"), mixed(evidence, "evidence")


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def _list(rows: Sequence[object], indent: str = "") -> str:
    """Return a JSON list with one element a line."""
    lines = ",\n".join(f"{indent} {_line(row)}" for row in rows)
    return f"[\n{lines}\n{indent}]" if rows else "[]"


def _encounter(row: Row) -> str:
    parts = [
        f'"{key}": {_list(value, "  ") if key in ("truth", "statements") else _line(value)}'
        for key, value in row.items()
    ]
    return " {" + ",\n  ".join(parts) + "}"


def sample_files() -> dict[str, bytes]:
    """Return the four files of the sample study: name -> bytes (JSON, ASCII)."""
    names = Names()
    drafts = encounters(names)
    returns = _returns(names, drafts)
    claims, evidence = _claims(names)
    listed = ",\n".join(map(_encounter, drafts))
    texts = {
        "drafts.json": (
            f'{{"schema_version": "{DRAFTS_SCHEMA}",\n"synthetic": true,\n'
            f'"notice": "{NOTICE}",\n"encounters": [\n{listed}\n]}}\n'
        ),
        "claims.json": (
            f'{{"schema_version": 1,\n"claims": {_list(claims)},\n"evidence": {_list(evidence)}}}\n'
        ),
    }
    for number, rows in enumerate(returns, 1):
        texts[f"return-{number}.json"] = (
            f'{{"schema_version": "{REVIEWS_SCHEMA}",\n"rows": {_list(rows)}}}\n'
        )
    return {name: text.encode("ascii") for name, text in texts.items()}


def main(arguments: Sequence[str]) -> None:
    """Write the files to the folder that the first argument names, or to FOLDER."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in sample_files().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1:])
