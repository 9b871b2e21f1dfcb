"""Section 5 of the contract in the slow, obvious way, for rows in plain form.

Plain form: canonical names, text identifiers, one of the eleven classes, keys
that are JSON, relations supports, contradicts or unresolved.
"""

from __future__ import annotations

import hashlib
import json
import math
import random
from typing import Any

Row = dict[str, Any]
STATES = ("supported", "contradicted", "unresolved", "uncited")


def dumps(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def sha(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def one_by_one(flags: bytes, n_resamples: int, seed: int) -> list[int]:
    """The draws as the contract puts them: one randrange and one look-up each."""
    rng = random.Random(seed)
    n = len(flags)
    return [sum(flags[rng.randrange(n)] for _ in range(n)) for _ in range(n_resamples)]


def interval(flags: list[int], n_resamples: int, alpha: float, seed: int) -> Row:
    n = len(flags)
    point = sum(flags) / n if n else 0.0
    lower = upper = point
    if n >= 2:
        rates = sorted(count / n for count in one_by_one(bytes(flags), n_resamples, seed))
        ends = []
        for q in (100.0 * (alpha / 2.0), 100.0 * (1.0 - alpha / 2.0)):
            rank = math.ceil(q / 100.0 * n_resamples)
            ends.append(rates[min(max(rank, 1), n_resamples) - 1])
        lower, upper = min(ends[0], point), max(ends[1], point)
    return {
        "alpha": alpha,
        "degenerate": n < 2,
        "lower": lower,
        "n_resamples": n_resamples,
        "point": point,
        "upper": upper,
    }


def assess(claim: Row, evidence: list[Row]) -> Row:
    cited = sorted(set(claim["evidence_ids"]))
    approved = matching = 0
    relations = []
    for evidence_id in cited:
        for row in evidence:
            if row["evidence_id"] != evidence_id or not row["approved"]:
                continue
            approved += 1
            links = [name for name in ("claim_id", "claim_key", "claim_class") if name in row]
            if all(dumps(row[name]) == dumps(claim[name]) for name in links):
                matching += 1
                relations.append(row["relation"])
    if not cited:
        state = "uncited"
    elif relations == ["supports"] * len(cited):
        state = "supported"
    elif relations == ["contradicts"] * len(cited):
        state = "contradicted"
    else:
        state = "unresolved"
    return {
        "approved_evidence_count": approved,
        "cited_evidence_count": len(cited),
        "claim_class": claim["claim_class"],
        "matching_evidence_count": matching,
        "review_required": state != "supported",
        "state": state,
    }


def result(name: str, assessments: list[Row], n_resamples: int, alpha: float, seed: int) -> Row:
    states = [one["state"] for one in assessments]
    flags = [int(state != "supported") for state in states]
    counts = {state: states.count(state) for state in STATES}
    return {
        "bootstrap_ci": interval(flags, n_resamples, alpha, seed),
        "claim_class": name,
        "claim_count": len(states),
        "counts": counts,
        **{f"{state}_count": count for state, count in counts.items()},
        "unsupported_count": sum(flags),
        "unsupported_rate": sum(flags) / len(flags) if flags else 0.0,
    }


def digest(evidence: list[Row]) -> str:
    words = {"supports": "supported", "contradicts": "contradicted", "unresolved": "unresolved"}
    rows = [
        {
            "approved": row["approved"],
            "claim_class": row.get("claim_class", ""),
            "claim_id": row.get("claim_id", ""),
            "claim_key": sha(dumps(row["claim_key"])) if "claim_key" in row else None,
            "evidence_id": row["evidence_id"],
            "relation": words[row["relation"]],
        }
        for row in sorted(evidence, key=lambda row: str(row["evidence_id"]))
    ]
    return sha(dumps(rows))


def report(
    claims: list[Row],
    evidence: list[Row],
    n_resamples: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
) -> Row:
    def order(claim: Row) -> tuple[str, str, str]:
        return claim["claim_class"], sha(dumps(claim["claim_key"])), claim["claim_id"]

    assessments = [assess(claim, evidence) for claim in sorted(claims, key=order)]
    overall = result("overall", assessments, n_resamples, alpha, seed)
    classes = sorted({claim["claim_class"] for claim in claims})
    return {
        "alpha": alpha,
        "approved_evidence_count": sum(row["approved"] for row in evidence),
        "assessments": assessments,
        "by_claim_class": {
            name: result(
                name,
                [one for one in assessments if one["claim_class"] == name],
                n_resamples,
                alpha,
                seed,
            )
            for name in classes
        },
        "claim_count": len(claims),
        "disclaimer": "Unsupported-claim rates are evaluation evidence only; they are not a "
        "clinical decision, compliance certification, or faithfulness guarantee.",
        "evidence_count": len(evidence),
        "evidence_digest": digest(evidence),
        "human_review_required": True,
        "n_resamples": n_resamples,
        "overall": overall,
        "review_required_count": overall["unsupported_count"],
        "schema_version": 1,
        "seed": seed,
        "suite": "summary_unsupported_claims",
        "unsupported_count": overall["unsupported_count"],
        "unsupported_rate": overall["unsupported_rate"],
    }
