"""Small synthetic studies on disk, with secrets planted wherever a file can hold some."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from eval_helpers import make_study
from leak_scan import Secrets

Payload = dict[str, Any]

LOCAL_FIELDS = ("case", "transcript", "roles", "draft_text")

_serial = itertools.count(1)


def new_marker(kind: str) -> str:
    """Return a word that stands nowhere else: of one study, so that none finds another's."""
    return f"Qz{kind.replace('_', '').title()}{next(_serial):04d}"


@dataclass(frozen=True)
class Study:
    """A study's files, the drafts first, and all in them that must not come to light."""

    drafts: Path
    returns: tuple[Path, ...]
    secrets: Secrets

    @property
    def paths(self) -> list[Path]:
        return [self.drafts, *self.returns]


def write_study(
    folder: Path,
    *,
    drafts: int = 12,
    reviewers: int = 2,
    facts: int = 8,
    markers: bool = True,
    seed: int = 1,
    drafts_name: str = "drafts.json",
    return_name: str = "return-{}.json",
) -> Study:
    """Write a study that holds every rule; ``markers`` plants words in its four local fields.

    The figures come from ``seed`` alone: they are the same whichever tests ran before.
    The last folder of ``folder`` is taken for a secret, so give it a telling name.
    """
    module = make_study()
    names, rng = module.Names(f"{folder.name} {next(_serial)}"), Random(seed)
    rows = [module.draft(names, rng, facts, True) for _ in range(drafts)]
    planted = {field: new_marker(field) for field in LOCAL_FIELDS} if markers else {}
    for number, row in enumerate(rows):
        if markers:
            text = f"{planted['draft_text']} {number}"
            row["text_digest"] = hashlib.sha256(text.encode()).hexdigest()
    payloads = module.returns(names, rng, rows, reviewers)
    for number, row in enumerate(rows):
        if markers:
            row["case"] = f"{planted['case']} {number}"
            row["transcript"] = [{"said": planted["transcript"]}, planted["transcript"]]
            row["roles"] = [planted["roles"]]
            row["draft_text"] = f"{planted['draft_text']} {number}"
    folder.mkdir(parents=True, exist_ok=True)
    first = write(
        folder / drafts_name, {"schema_version": module.DRAFTS_SCHEMA, "encounters": rows}
    )
    returns = tuple(
        write(folder / return_name.format(number), payload)
        for number, payload in enumerate(payloads, 1)
    )
    everything = [rows, payloads]
    secrets = Secrets(
        set(identifiers(everything)),
        [*planted.values(), folder.name],
        path_parts(first, *returns),
    )
    return Study(first, returns, secrets)


def write_claims(folder: Path, *, count: int = 30) -> tuple[Path, Secrets]:
    """Write a claims file with a class of its own; return it with its secrets."""
    word = new_marker("class")
    module = make_study()
    made = module.claims(module.Names(f"claims {next(_serial)}"), Random(1), count)
    for row in made["claims"][:3]:
        row["claim_class"] = word
    keys = [row["claim_key"].removeprefix("sha256:") for row in made["claims"]]
    token = hashlib.sha256(word.lower().encode()).hexdigest()[:16]
    path = write(folder / "claims.json", made)
    words = [word, f"class_{token}", "claim-0000", "evidence-0000"]
    return path, Secrets([*keys, token], words, path_parts(path))


def path_parts(*paths: Path) -> list[str]:
    """Return full paths and the folders that they are in, as a program may keep them."""
    return sorted({str(each) for path in paths for each in (path, path.parent)})


def identifiers(value: object) -> Iterator[str]:
    """Yield everything of the 64-hex kind in a payload: aliases, digests, revisions and all."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from identifiers(key)
            yield from identifiers(item)
    elif isinstance(value, list):
        for item in value:
            yield from identifiers(item)
    elif isinstance(value, str) and len(value) == 64:
        yield value


def write(path: Path, payload: Any) -> Path:
    path.write_text(json.dumps(payload, indent=1), encoding="utf-8")
    return path


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


Change = Callable[[list[Payload], str], object]
"""Spoils the payloads of files; the second argument is a marker to plant where the fault is."""


def _with(value: Any, marker: str) -> Any:
    """Return value with the marker for each MARKER in its texts and keys."""
    if isinstance(value, dict):
        return {key.replace("MARKER", marker): _with(each, marker) for key, each in value.items()}
    if isinstance(value, list):
        return [_with(each, marker) for each in value]
    return value.replace("MARKER", marker) if isinstance(value, str) else value


def _put(*where: str | int, **fields: Any) -> Change:
    """Set fields of what lies there in the last file."""

    def change(payloads: list[Payload], marker: str) -> None:
        place: Any = payloads[-1]
        for step in where:
            place = place[step]
        place.update(_with(fields, marker))

    return change


def _first(payloads: list[Payload]) -> Payload:
    encounter: Payload = payloads[0]["encounters"][0]
    return encounter


def _twice(payloads: list[Payload], marker: str) -> None:
    payloads[0]["encounters"].append(copy.deepcopy(_first(payloads)))


def _same_fact(payloads: list[Payload], marker: str) -> None:
    _first(payloads)["truth"].append(dict(_first(payloads)["truth"][0]))


_TRUTH = ("encounters", 1, "truth", 0)
_STATEMENT = ("encounters", 1, "statements", 0)

DRAFT_FAULTS: dict[str, Change] = {
    "invalid_drafts_schema": _put(schema_version="MARKER"),
    "unknown_field of the file": _put(MARKER="MARKER"),
    "unknown_field of an encounter": _put("encounters", 1, MARKER="MARKER"),
    "unknown_field of a fact": _put(*_TRUTH, MARKER="MARKER"),
    "missing_field": lambda payloads, marker: _first(payloads).pop("truth"),
    "invalid_opaque_identifier": _put("encounters", 1, blinded_case_id="MARKER"),
    "invalid_opaque_identifier cited": _put(*_STATEMENT, citations=["MARKER"]),
    "invalid_controlled_code": _put(*_STATEMENT, section="MARKER"),
    "invalid_boolean": _put(*_TRUTH, negated="MARKER"),
    "invalid_citations": _put(*_STATEMENT, citations="MARKER"),
    "duplicate_citation": _put(*_STATEMENT, citations=["a" * 64, "a" * 64]),
    "invalid_encounter_truth": _put(*_TRUTH, citations=["a" * 64]),
    "invalid_draft_statement": _put(*_STATEMENT, required=False),
    "invalid_fact_collection": _put("encounters", 1, truth="MARKER"),
    "invalid_fact_record": _put("encounters", 1, statements=["MARKER"]),
    "invalid_draft_record": lambda payloads, marker: payloads[0]["encounters"].append(marker),
    "duplicate_encounter": _twice,
    "duplicate_fact_identifier": _same_fact,
    "empty_encounter_collection": _put(encounters=[]),
    "text_digest_mismatch": _put("encounters", 1, draft_text="MARKER"),
}
"""By the code that must be named (and words where a code has several ways): how to get there."""

TEXT_FAULTS: dict[str, Callable[[str, str], str]] = {
    "empty_file": lambda text, marker: "",
    "invalid_json cut off": lambda text, marker: text[: len(text) // 2],
    "invalid_json no JSON": lambda text, marker: f"{marker} {text}",
    "invalid_json text after": lambda text, marker: f'{text} "{marker}"',
    "invalid_encoding": lambda text, marker: text.replace('"truth"', f'"\udcff{marker}"', 1),
    "duplicate_key": lambda text, marker: text.replace('"truth"', f'"{marker}":1,"{marker}"', 1),
    "invalid_number": lambda text, marker: text.replace("true", f'["{marker}", NaN]', 1),
    "too_deep": lambda text, marker: text.replace("true", "[" * 70 + f'"{marker}"' + "]" * 70, 1),
    "unknown_file_kind": lambda text, marker: json.dumps({marker: marker}),
    "unknown_file_kind list": lambda text, marker: json.dumps([marker]),
    "invalid_claim_record": lambda text, marker: json.dumps({"claims": [marker]}),
}
"""The same for what is wrong with the text of a file."""


def _decide(decisions: Sequence[str], **fields: Any) -> Change:
    """Let each file decide one thing for all drafts."""

    def change(payloads: list[Payload], marker: str) -> None:
        for payload, decision in zip(payloads, decisions, strict=True):
            for row in payload["rows"]:
                row.update(decision=decision, reason=None, adjudicated=False, **fields)

    return change


def _forget_a_draft(payloads: list[Payload], marker: str) -> None:
    alias = payloads[0]["rows"][0]["blinded_case_id"]
    for payload in payloads:
        payload["rows"] = [row for row in payload["rows"] if row["blinded_case_id"] != alias]


def _turn_a_flag(payloads: list[Payload], marker: str) -> None:
    row = payloads[-1]["rows"][0]
    row["adjudicated"] = not row["adjudicated"]


def _reason_of_one(payloads: list[Payload], marker: str) -> None:
    _decide(["accept", "accept"])(payloads, marker)
    payloads[-1]["rows"][0]["reason"] = "other"


RETURN_FAULTS: dict[str, Change] = {
    "invalid_review_schema": _put(schema_version="MARKER"),
    "invalid_review_schema key": _put(MARKER="MARKER"),
    "invalid_review_schema rows": _put(rows="MARKER"),
    "unblinded_or_invalid_review": _put("rows", 0, MARKER="MARKER"),
    "unblinded_or_invalid_review row": lambda payloads, marker: payloads[-1]["rows"].append(marker),
    "invalid_opaque_identifier": _put("rows", 0, reviewer_id="MARKER"),
    "invalid_controlled_code": _put("rows", 0, reason="MARKER, as she said herself"),
    "invalid_controlled_code decision": _put("rows", 0, decision="MARKER"),
    "invalid_review_status": _put("rows", 0, adjudicated="MARKER"),
    "stale_or_unknown_review": _put("rows", 0, draft_revision="b" * 64),
    "stale_or_unknown_review draft": _put("rows", 0, blinded_case_id="c" * 64),
    "incomplete_review_import": _forget_a_draft,
    "too_few_reviewers": lambda payloads, marker: payloads[-1]["rows"].pop(),
    "duplicate_reviewer": lambda payloads, marker: payloads[-1]["rows"].append(
        payloads[-1]["rows"][0]
    ),
    "inconsistent_adjudication": _turn_a_flag,
    "inconsistent_reason": _decide(["accept", "revise"]),
    "agreed_case_with_reason": _reason_of_one,
}
"""The same for two returns of a study."""


def spoil(paths: Sequence[Path], change: Change) -> Secrets:
    """Change files in place; return what has come into them."""
    marker = new_marker("fault")
    payloads = [read(path) for path in paths]
    change(payloads, marker)
    for path, payload in zip(paths, payloads, strict=True):
        write(path, payload)
    return Secrets(identifiers(payloads), [marker])


def spoil_text(path: Path, change: Callable[[str, str], str]) -> Secrets:
    """Change a file's text in place; return what has come into it."""
    marker = new_marker("fault")
    text = change(path.read_text(encoding="utf-8"), marker)
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return Secrets((), [marker])
