"""What the contract says, computed again in the slow and obvious way.

Nothing here is shared with ``evalcore``: plain dictionaries as they stand in the files go
in, a report or the codes of all broken rules come out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from decimal import Decimal, localcontext
from typing import Any

Row = dict[str, Any]
Outcome = tuple[Row, bool]

SECTIONS = ["subjective", "objective", "assessment", "plan", "other"]
CLASSES = [
    "allergy",
    "diagnosis",
    "finding",
    "history",
    "lab",
    "medication",
    "other",
    "procedure",
    "symptom",
    "treatment",
    "vital",
]
ROLES = ["patient", "clinician", "caregiver"]
DECISIONS = ["accept", "revise", "unclear"]
REASONS = [
    "clinical_interpretation",
    "evidence_quality",
    "guideline_ambiguity",
    "label_definition",
    "reviewer_error",
    "other",
]
NOTICE = "Evaluation only; non-diagnostic. Explicit clinician review is required."
ROW_KEYS = ["blinded_case_id", "draft_revision", "reviewer_id", "decision", "reason", "adjudicated"]


def written_out(fact: Row) -> Row:
    """The fact with all nine fields."""
    return {"negated": False, "required": True, "citations": [], **fact}


def revision(encounter: Row) -> str:
    """Section 2."""
    bound = {
        "schema": "openmed.ambient_drafts.v1",
        "blinded_case_id": encounter["blinded_case_id"],
        "text_digest": encounter["text_digest"],
        "truth": [written_out(fact) for fact in encounter["truth"]],
        "statements": [written_out(fact) for fact in encounter["statements"]],
    }
    text = json.dumps(bound, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def wilson(numerator: int, denominator: int) -> tuple[float, float]:
    """The Wilson score interval without continuity correction, to 60 digits, then rounded."""
    with localcontext() as context:
        context.prec = 60
        z = Decimal("1.959963984540054")
        n = Decimal(denominator)
        p = Decimal(numerator) / n
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()
        lower = Decimal(0) if numerator == 0 else centre - half
        upper = Decimal(1) if numerator == denominator else centre + half
        return float(lower), float(upper)


def unsafe(numerator: int, denominator: int, minimum: int) -> bool:
    """Section 3, suppression, for one cell."""
    complement = denominator - numerator
    if denominator < minimum:
        return True
    if numerator != 0 and numerator < minimum:
        return True
    return complement != 0 and complement < minimum


def cell(numerator: int, denominator: int, suppressed: bool) -> Row:
    if suppressed:
        nothing = dict.fromkeys(["numerator", "denominator", "rate", "ci95"])
        return {**nothing, "suppressed": True}
    return {
        "numerator": numerator,
        "denominator": denominator,
        "rate": numerator / denominator,
        "ci95": list(wilson(numerator, denominator)),
        "suppressed": False,
    }


def state(statement: Row, truth: list[Row]) -> str:
    verdicts = []
    for citation in statement["citations"]:
        found = [fact for fact in truth if fact["fact_id"] == citation]
        if not found or any(
            found[0][key] != statement[key] for key in ("proposition", "fact_class")
        ):
            verdicts.append("unresolved")
        elif any(found[0][key] != statement[key] for key in ("negated", "speaker", "experiencer")):
            verdicts.append("contradicts")
        else:
            verdicts.append("supports")
    if not verdicts:
        return "uncited"
    if set(verdicts) == {"supports"}:
        return "supported"
    if set(verdicts) == {"contradicts"}:
        return "contradicted"
    return "unresolved"


def outcomes(encounters: list[Row]) -> dict[str, list[Outcome]]:
    """For every metric, the facts or statements that it counts and whether each is a fault."""
    names = ["omission", "unsupported", "contradiction", "misattribution", "negation"]
    result: dict[str, list[Outcome]] = {name: [] for name in names}
    for encounter in encounters:
        truth = [written_out(fact) for fact in encounter["truth"]]
        statements = [written_out(fact) for fact in encounter["statements"]]
        for fact in truth:
            covered = any(
                state(statement, truth) == "supported"
                and fact["fact_id"] in statement["citations"]
                and statement["section"] == fact["section"]
                for statement in statements
            )
            if fact["required"]:
                result["omission"].append((fact, not covered))
        for statement in statements:
            verdict = state(statement, truth)
            result["unsupported"].append((statement, verdict != "supported"))
            result["contradiction"].append((statement, verdict == "contradicted"))
            known = [fact for fact in truth if fact["fact_id"] in statement["citations"]]
            if known:
                said = (statement["speaker"], statement["experiencer"])
                wrong = any((fact["speaker"], fact["experiencer"]) != said for fact in known)
                flipped = any(fact["negated"] != statement["negated"] for fact in known)
                result["misattribution"].append((statement, wrong))
                result["negation"].append((statement, flipped))
    return result


def slices_of(row: Row) -> list[str]:
    return [
        "overall",
        "section:" + row["section"],
        "class:" + row["fact_class"],
        "speaker:" + row["speaker"],
        "experiencer:" + row["experiencer"],
    ]


ALL_SLICES = (
    ["overall"]
    + ["section:" + code for code in SECTIONS]
    + ["class:" + code for code in CLASSES]
    + ["speaker:" + code for code in ROLES]
    + ["experiencer:" + code for code in ROLES]
)


def draft_report(encounters: list[Row], minimum: int) -> Row:
    slices: dict[str, Row] = {name: {} for name in ALL_SLICES}
    for metric, counted in outcomes(encounters).items():
        counts = {}
        for name in ALL_SLICES:
            faults = [fault for row, fault in counted if name in slices_of(row)]
            counts[name] = (sum(faults), len(faults))
        hidden = any(n > 0 and unsafe(k, n, minimum) for k, n in counts.values())
        for name, (k, n) in counts.items():
            slices[name][metric] = cell(k, n, hidden or n == 0)
    return {**_head("openmed.ambient_drafts.v1", minimum), "slices": slices}


def _head(schema: str, minimum: int) -> Row:
    return {
        "schema_version": schema,
        "minimum_cell_size": minimum,
        "notice": NOTICE,
        "reviewer_confirmation_required": True,
    }


def _is_hex(value: object) -> bool:
    return type(value) is str and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def _row_codes(row: object, current: dict[str, str]) -> set[str]:
    if type(row) is not dict or set(row) != set(ROW_KEYS):
        return {"unblinded_or_invalid_review"}
    codes = set()
    if not all(_is_hex(row[key]) for key in ROW_KEYS[:3]):
        codes.add("invalid_opaque_identifier")
    elif current.get(row["blinded_case_id"]) != row["draft_revision"]:
        codes.add("stale_or_unknown_review")
    if row["decision"] not in DECISIONS or row["reason"] not in [None, *REASONS]:
        codes.add("invalid_controlled_code")
    if type(row["adjudicated"]) is not bool:
        codes.add("invalid_review_status")
    return codes


def _draft_codes(rows: list[Row]) -> set[str]:
    if not rows:
        return {"incomplete_review_import"}
    codes = set()
    if max(Counter(row["reviewer_id"] for row in rows).values()) > 1:
        codes.add("duplicate_reviewer")
    if len({row["reviewer_id"] for row in rows}) < 2:
        codes.add("too_few_reviewers")
    if len({row["adjudicated"] for row in rows}) > 1:
        codes.add("inconsistent_adjudication")
    reasons = {row["reason"] for row in rows}
    if len({row["decision"] for row in rows}) == 1:
        if reasons != {None} or any(row["adjudicated"] for row in rows):
            codes.add("agreed_case_with_reason")
    elif len(reasons) > 1 or reasons == {None}:
        codes.add("inconsistent_reason")
    return codes


def review_report(payload: Any, encounters: list[Row], minimum: int) -> tuple[set[str], Row]:
    """Section 4: the codes of all rules that are broken, and the report if none is."""
    if (
        type(payload) is not dict
        or set(payload) != {"schema_version", "rows"}
        or payload["schema_version"] != "openmed.ambient_draft_reviews.v1"
        or type(payload["rows"]) is not list
        or len(payload["rows"]) > 100_000
    ):
        return {"invalid_review_schema"}, {}
    current = {encounter["blinded_case_id"]: revision(encounter) for encounter in encounters}
    codes = set() if encounters else {"incomplete_review_import"}
    rows = payload["rows"]
    for row in rows:
        codes |= _row_codes(row, current)
    readable = [row for row in rows if not _row_codes(row, current)]
    by_draft = [[row for row in readable if row["blinded_case_id"] == alias] for alias in current]
    for group in by_draft:
        codes |= _draft_codes(group)
    if codes:
        return codes, {}
    unanimous = [group for group in by_draft if len({row["decision"] for row in group}) == 1]
    disputed = [group for group in by_draft if len({row["decision"] for row in group}) > 1]
    settled = [group for group in disputed if group[0]["adjudicated"]]
    undecided = [row for row in rows if row["decision"] == "unclear"]
    counts = {
        "agreement": (len(unanimous), len(by_draft)),
        "adjudication": (len(settled), len(disputed)),
        "unclear": (len(undecided), len(rows)),
    }
    rates = {name: cell(k, n, n == 0 or unsafe(k, n, minimum)) for name, (k, n) in counts.items()}
    return set(), {**_head("openmed.ambient_draft_reviews.v1", minimum), "rates": rates}
