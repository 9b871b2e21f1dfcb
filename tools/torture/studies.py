"""One good file of every kind that the program reads, with words planted that must not come out.

Whatever could identify somebody holds ``SECRET``: texts, names, labels, folders. Identifiers
are 64 hex. Neither may stand in anything that a program prints.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from evalcore.claims.reader import read_claims
from evalcore.documents.exports import json_bytes
from evalcore.drafts.metrics import evaluate_ambient_drafts
from evalcore.drafts.reader import read_drafts
from evalcore.returns.rates import import_ambient_reviews
from evalcore.summary_unsupported_claims import score_summary_claims

SECRET = "Qz"
"""Starts every planted word; no word of the program has it."""

KINDS = (
    "drafts",
    "return",
    "combined",
    "progress",
    "claims",
    "evidence",
    "draft_report",
    "review_report",
    "claims_report",
)


@dataclass(frozen=True)
class Study:
    """The bytes of one good file of every kind; all belong to one study."""

    files: dict[str, bytes]
    other_return: bytes
    only_claims: bytes

    def write(self, folder: Path) -> None:
        """Write each file under the name of its kind."""
        for kind, data in self.files.items():
            (folder / f"{kind}.json").write_bytes(data)
        (folder / "other_return.json").write_bytes(self.other_return)
        (folder / "only_claims.json").write_bytes(self.only_claims)


def make_study_module() -> Any:
    """Return tests/make_study.py, which is no package's module."""
    path = Path(__file__).resolve().parents[2] / "tests" / "make_study.py"
    spec = importlib.util.spec_from_file_location("make_study", path)
    if spec is None or spec.loader is None:
        raise ImportError("tests/make_study.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_study(folder: Path, *, drafts: int = 6, facts: int = 3, seed: int = 1) -> Study:
    """Make a study whose two returns can be imported; ``folder`` is for the time being."""
    module = make_study_module()
    names, rng = module.Names(seed), Random(seed)
    rows = [module.draft(names, rng, facts, True) for _ in range(drafts)]
    for number, row in enumerate(rows):
        row["text_digest"] = hashlib.sha256(_text(number).encode()).hexdigest()
    returns = module.returns(names, rng, rows, 2)
    _let_two_draws_differ(returns)
    for number, row in enumerate(rows):
        if number % 2:
            row["case"] = {f"{SECRET}Case": number, "also": [f"{SECRET}Also", None, 1.5]}
            row["transcript"] = [f"{SECRET}Said", {"by": f"{SECRET}Whom"}]
            row["roles"] = f"{SECRET}Role"
            row["draft_text"] = _text(number)
    document = {
        "schema_version": module.DRAFTS_SCHEMA,
        "synthetic": True,
        "notice": f"{SECRET}Notice",
        "encounters": rows,
    }
    made = module.claims(names, rng, 8)
    _plant(made)
    both = [row for payload in returns for row in payload["rows"]]
    combined = {"schema_version": module.REVIEWS_SCHEMA, "rows": both}
    files = {
        "drafts": document,
        "return": returns[0],
        "combined": combined,
        "progress": {**combined, "rows": both[: len(both) - 3]},
        "claims": made,
        "evidence": {"approved_evidence": made["evidence"]},
    }
    data = {kind: json.dumps(payload, indent=1).encode() for kind, payload in files.items()}
    (folder / "drafts.json").write_bytes(data["drafts"])
    (folder / "claims.json").write_bytes(data["claims"])
    read = list(read_drafts(folder / "drafts.json"))
    data["draft_report"] = json_bytes(evaluate_ambient_drafts(read, minimum_cell_size=2))
    data["review_report"] = json_bytes(import_ambient_reviews(combined, read, minimum_cell_size=2))
    given = read_claims([folder / "claims.json"])
    report = score_summary_claims(given.claims, given.evidence, n_resamples=40)
    data["claims_report"] = report.to_json().encode()
    for name in ("drafts.json", "claims.json"):
        (folder / name).unlink()
    return Study(
        data, json.dumps(returns[1]).encode(), json.dumps({"claims": made["claims"]}).encode()
    )


def _text(number: int) -> str:
    return f"{SECRET}Text {number}"


def _let_two_draws_differ(returns: list[dict[str, Any]]) -> None:
    """Reviewers differ about the first draft and agree about the second, whatever was drawn."""
    aliases = sorted(row["blinded_case_id"] for row in returns[0]["rows"])
    for alias, decisions, why in (
        (aliases[0], ("accept", "revise"), ("other", True)),
        (aliases[1], ("accept", "accept"), (None, False)),
    ):
        for payload, decision in zip(returns, decisions, strict=True):
            for row in payload["rows"]:
                if row["blinded_case_id"] == alias:
                    row["decision"] = decision
                    row["reason"], row["adjudicated"] = why


def _plant(made: dict[str, Any]) -> None:
    for row in made["claims"]:
        row["claim_id"] = SECRET + row["claim_id"]
        row["evidence_ids"] = [SECRET + name for name in row["evidence_ids"]]
    for row in made["evidence"]:
        row["evidence_id"] = SECRET + row["evidence_id"]
        if "claim_id" in row:
            row["claim_id"] = SECRET + row["claim_id"]
    made["claims"][0]["claim_class"] = f"{SECRET} wound care"
    made["claims"][1]["claim_key"] = {f"{SECRET}Key": [1, 2.5, None]}
