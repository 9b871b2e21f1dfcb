"""Checking the assessments of a saved claims report, each by itself and their order."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from . import claims_vocabulary as words
from .claim_fields import is_claim_class
from .errors import Cancelled
from .json_reader import CancelToken
from .report_findings import Findings, Path, members

Assessed = dict[str, list[str]]
"""Class (and ``overall``) -> the states of its claims, in the order of the bootstrap."""

_ASSESSMENT = (
    "approved_evidence_count",
    "cited_evidence_count",
    "claim_class",
    "matching_evidence_count",
    "review_required",
    "state",
)


def check_assessments(
    given: dict[str, Any], found: Findings, cancel: CancelToken | None
) -> Assessed | None:
    """Return what the assessments say of each class, or None if one cannot be relied on."""
    rows = given.get("assessments")
    if type(rows) is not list:
        return None
    checked = []
    for at, row in enumerate(rows, 1):
        if cancel is not None and cancel.is_set():
            raise Cancelled
        checked.append(_check_assessment(row, ("assessments", f"row {at}"), found))
    good = [pair for pair in checked if pair is not None]
    for at, (one, other) in enumerate(pairwise(checked), 2):
        if one is not None and other is not None and one[0] > other[0]:
            found.add("class_order", ("assessments", f"row {at}"), vary=1)
            return None
    if len(good) < len(rows):
        return None
    assessed: Assessed = {words.OVERALL: []}
    for claim_class, state in good:
        assessed.setdefault(claim_class, []).append(state)
        assessed[words.OVERALL].append(state)
    return assessed


def _check_assessment(row: object, path: Path, found: Findings) -> tuple[str, str] | None:
    """Return (class, state) of one assessment that agrees with itself."""
    one = members(row, _ASSESSMENT, path, found, vary=1)
    if one is None:
        return None
    problems: list[tuple[str, str]] = []
    limit = words.MAX_CLAIM_CITATIONS
    counts = []
    for kind in ("cited", "approved", "matching"):
        name = f"{kind}_evidence_count"
        count = one.get(name)
        if name in one and type(count) is not int:
            problems.append(("wrong_type", name))
        elif type(count) is int and not 0 <= count <= limit:
            problems.append(("invalid_counts", name))
        elif type(count) is int:
            counts.append(count)
            limit = count
    state = one.get("state")
    if "claim_class" in one and not is_claim_class(one["claim_class"]):
        problems.append(("invalid_claim_class", "claim_class"))
    if "state" in one and (type(state) is not str or state not in words.STATES):
        problems.append(("invalid_state", "state"))
    elif "state" in one and len(counts) == 3 and not _can_follow(state, counts[0], counts[2]):
        problems.append(("state_differs", "state"))
    elif "review_required" in one:
        required = one["review_required"]
        if type(required) is not bool:
            problems.append(("wrong_type", "review_required"))
        elif "state" in one and required != (state != words.SUPPORTED):
            problems.append(("review_required_differs", "review_required"))
    for code, name in problems:
        found.add(code, (*path, name), vary=1)
    if problems or len(one) < len(_ASSESSMENT):
        return None
    return one["claim_class"], one["state"]


def _can_follow(state: Any, cited: int, matching: int) -> bool:
    if (state == words.UNCITED) != (cited == 0):
        return False
    return state not in (words.SUPPORTED, words.CONTRADICTED) or matching == cited
