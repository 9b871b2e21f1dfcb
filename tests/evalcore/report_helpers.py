"""A clean report of each kind, small enough to read and with every metric shown."""

from __future__ import annotations

import copy
import functools
from typing import Any

from eval_helpers import as_drafts, cites, fact_row, hexid, payload_of, review_row

from evalcore import (
    AmbientDraft,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    score_summary_claims,
)

Report = dict[str, Any]

_POSITIONS = (
    ("subjective", "lab", "patient", "patient"),
    ("subjective", "vital", "clinician", "patient"),
    ("plan", "vital", "caregiver", "caregiver"),
    ("plan", "lab", "patient", "caregiver"),
)
# What becomes of a statement, and in how many drafts: every cell is safe at 5.
_OUTCOMES = {"right": 9, "other person": 6, "other polarity": 7, "uncited": 8, "unknown": 5}


def _statement(truth: dict[str, Any], outcome: str, name: str) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if outcome == "other person":
        # who speaks now has statements in the same slices as before
        others = {"patient": "clinician", "clinician": "patient", "caregiver": "patient"}
        changes["speaker"] = others[truth["speaker"]]
    elif outcome == "other polarity":
        changes["negated"] = True
    elif outcome == "uncited":
        changes["citations"] = []
    elif outcome == "unknown":
        changes["citations"] = [hexid("nobody")]
    return cites(truth, name, **changes)


def encounters() -> list[dict[str, Any]]:
    """One encounter for each outcome, with a fact and its statement at each position."""
    rows: list[dict[str, Any]] = []
    for outcome, times in _OUTCOMES.items():
        for number in range(times):
            truth, statements = [], []
            for place, (section, fact_class, speaker, experiencer) in enumerate(_POSITIONS):
                name = f"{outcome} {number} {place}"
                fact = fact_row(
                    name,
                    section=section,
                    fact_class=fact_class,
                    speaker=speaker,
                    experiencer=experiencer,
                )
                truth.append(fact)
                statements.append(_statement(fact, outcome, name))
            ids = {"blinded_case_id": hexid(f"case {len(rows)}"), "text_digest": hexid(len(rows))}
            rows.append({**ids, "truth": truth, "statements": statements})
    return rows


@functools.cache
def _drafts() -> list[AmbientDraft]:
    return as_drafts(encounters())


@functools.cache
def _draft_report() -> Report:
    return dict(evaluate_ambient_drafts(_drafts(), minimum_cell_size=5))


@functools.cache
def _review_report() -> Report:
    """20 of 35 agree, 6 of the other 15 are adjudicated, 8 of 75 reviews are unclear."""
    rows = []
    for number, draft in enumerate(_drafts()):
        encounter = {"blinded_case_id": draft.blinded_case_id}
        split = number >= 20
        decisions = ["accept", "revise" if split else "accept"]
        if 20 <= number < 28:
            decisions[1] = "unclear"
        if number < 5:
            decisions.append("accept")
        changes = {"reason": "other", "adjudicated": number < 26} if split else {}
        for reviewer, decision in enumerate(decisions):
            rows.append(
                review_row(encounter, draft.revision, reviewer, decision=decision, **changes)
            )
    return dict(import_ambient_reviews(payload_of(rows), _drafts(), minimum_cell_size=5))


@functools.cache
def _claims_report() -> Report:
    """Four classes, one of them custom and one with a single claim; all four states."""
    evidence = [
        {"evidence_id": f"e{number}", "relation": relation, "approved": number != 4}
        for number, relation in enumerate(["supports", "supports", "contradicts", "unresolved", ""])
        if relation
    ]
    evidence.append({"evidence_id": "e4", "relation": "supports", "approved": False})
    cited = [["e0"], ["e0", "e1"], ["e2"], [], ["e3"], ["e4"], ["e1"], ["e0", "e2"], ["nobody"]]
    claims = [
        {
            "claim_id": f"c{number:02}",
            "claim_class": ("diagnosis", "lab", "family matters")[number % 3],
            "evidence_ids": cited[number % len(cited)],
        }
        for number in range(42)
    ]
    claims.append({"claim_id": "one", "claim_class": "vital", "evidence_ids": ["e0"]})
    report = score_summary_claims(claims, evidence, n_resamples=200, seed=7)
    return report.to_dict()


def draft_report() -> Report:
    return copy.deepcopy(_draft_report())


def review_report() -> Report:
    return copy.deepcopy(_review_report())


def claims_report() -> Report:
    return copy.deepcopy(_claims_report())
