"""Checking a saved claims report: settings, assessments, evidence, results against each other."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from .. import claims_vocabulary as words
from ..claims.fields import is_claim_class, is_fingerprint
from ..claims.report_reader import claims_report_from_dict
from ..errors import Cancelled, EvaluationError
from ..figures.bootstrap import check_settings
from ..io.json_reader import CancelToken
from ..vocabulary import CLASSES
from .claims_results import Assessed, States, check_result
from .inconsistencies import Inconsistencies, Path, constant, members

CLAIMS_KEYS = (
    "alpha",
    "approved_evidence_count",
    "assessments",
    "by_claim_class",
    "claim_count",
    "disclaimer",
    "evidence_count",
    "evidence_digest",
    "human_review_required",
    "n_resamples",
    "overall",
    "review_required_count",
    "schema_version",
    "seed",
    "suite",
    "unsupported_count",
    "unsupported_rate",
)
_NO_EVIDENCE = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"

_DIGEST = "The digest and the count do not agree on whether there is any evidence."
_APPROVED = "More evidence is approved than there is."
_CLAIM = "An assessment has more approved evidence than the report."
_DISJOINT = "Claims with other states rest on other rows of evidence; there is too little approved."


def check_claims_report(report: object, found: Inconsistencies, cancel: CancelToken | None) -> None:
    """Note all that does not agree in a claims report; intervals are drawn again.

    Raises Cancelled.
    """
    given = members(report, CLAIMS_KEYS, (), found)
    if given is None:
        return
    constant(given, "schema_version", words.SCHEMA_VERSION, "wrong_schema_version", found)
    constant(given, "suite", words.SUITE, "wrong_suite", found)
    constant(given, "disclaimer", words.DISCLAIMER, "wrong_notice", found)
    constant(given, "human_review_required", True, "confirmation_not_required", found)
    settings = _settings(given, found)
    rows = given.get("assessments", [])
    if type(rows) is not list:
        found.add("wrong_type", ("assessments",))
    elif len(rows) > words.MAX_CLAIMS:
        found.add("too_many_claims", ("assessments",))
        return
    elif 2 * len(rows) * settings.get("n_resamples", 1) > words.MAX_DRAWS:
        found.add("evaluation_too_large", ("n_resamples",))
        return
    assessed = check_assessments(given, found, cancel)
    _check_evidence(given, assessed is not None, found)
    _check_results(given, assessed, settings, found, cancel)
    if not found and _is_refused(report):
        found.add("invalid_claims_report", ())


def _is_refused(report: object) -> bool:
    """Tell whether the evaluator itself does not open the report: nothing is left to chance."""
    try:
        claims_report_from_dict(report)
    except EvaluationError:
        return True
    return False


def _settings(given: dict[str, Any], found: Inconsistencies) -> dict[str, Any]:
    """Return those settings that are there and possible."""
    possible = {"n_resamples": 1, "alpha": 0.5, "seed": 0}
    settings = {}
    for name in possible:
        if name in given:
            try:
                check_settings(**{**possible, name: given[name]})
                settings[name] = given[name]
            except EvaluationError as error:
                found.add(error.code, (name,))
    return settings


def _check_evidence(given: dict[str, Any], assessed: bool, found: Inconsistencies) -> None:
    count, approved = given.get("evidence_count"), given.get("approved_evidence_count")
    good = True
    for name in ("evidence_count", "approved_evidence_count"):
        if name in given and type(given[name]) is not int:
            found.add("wrong_type", (name,))
            good = False
        elif name in given and not 0 <= given[name] <= words.MAX_EVIDENCE:
            found.add("invalid_counts", (name,))
            good = False
    digest = given.get("evidence_digest")
    if "evidence_digest" in given and not is_fingerprint(digest):
        found.add("invalid_evidence_digest", ("evidence_digest",))
        digest = None
    if not good or type(count) is not int or type(approved) is not int:
        return
    if digest is not None and (digest == _NO_EVIDENCE) != (count == 0):
        found.add("evidence_differs", ("evidence_digest",), _DIGEST)
    elif approved > count:
        found.add("evidence_differs", ("approved_evidence_count",), _APPROVED)
    elif assessed:
        _check_approved(given["assessments"], approved, found)


def _check_approved(rows: list[dict[str, Any]], approved: int, found: Inconsistencies) -> None:
    """Check that there is as much approved evidence as the claims rest on.

    A row supports, contradicts or is unresolved: the rows behind a supported
    claim, a contradicted one and an unresolved one with a single matching row
    are all different.
    """
    if max((row["approved_evidence_count"] for row in rows), default=0) > approved:
        found.add("evidence_differs", ("approved_evidence_count",), _CLAIM)
        return
    most: Counter[str] = Counter()
    for row in rows:
        state, matching = row["state"], row["matching_evidence_count"]
        if state != words.UNRESOLVED or matching == row["cited_evidence_count"] == 1:
            most[state] = max(most[state], matching)
    if most.total() > approved:
        found.add("evidence_differs", ("approved_evidence_count",), _DISJOINT)


def _check_results(
    given: dict[str, Any],
    assessed: Assessed | None,
    settings: dict[str, Any],
    found: Inconsistencies,
    cancel: CancelToken | None,
) -> None:
    states = States(given, assessed, settings, found)
    overall = None
    if "overall" in given:
        overall = check_result(given["overall"], ("overall",), None, states)
    parts: list[Any] = []
    if "by_claim_class" in given and type(given["by_claim_class"]) is not dict:
        found.add("wrong_type", ("by_claim_class",))
    elif "by_claim_class" in given:
        names = class_names(given["by_claim_class"])
        for name, value in given["by_claim_class"].items():
            path = ("by_claim_class", names[name])
            if cancel is not None and cancel.is_set():
                raise Cancelled
            if not is_claim_class(name):
                found.add("invalid_claim_class", path, vary=1)
                parts.append(None)
            else:
                parts.append(check_result(value, path, name, states))
        for name in assessed or ():
            if name != words.OVERALL and name not in given["by_claim_class"]:
                label = name if name in CLASSES else "custom class"
                found.add("missing_key", ("by_claim_class", label), vary=1)
                parts.append(None)
    states.finish(overall, parts, cancel)


def class_names(by_class: dict[Any, Any]) -> dict[Any, str]:
    """Return how a place names each class: a custom one by its number in sorted order.

    So the window names it too. A key that is no class at all is named by its position.
    """
    names = {key: f"key number {at}" for at, key in enumerate(by_class, 1)}
    custom = sorted(key for key in by_class if is_claim_class(key) and key not in CLASSES)
    names |= {key: f"custom class {number}" for number, key in enumerate(custom, 1)}
    return {**names, **{key: key for key in by_class if key in CLASSES}}


_ASSESSMENT = (
    "approved_evidence_count",
    "cited_evidence_count",
    "claim_class",
    "matching_evidence_count",
    "review_required",
    "state",
)


def check_assessments(
    given: dict[str, Any], found: Inconsistencies, cancel: CancelToken | None
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


def _check_assessment(row: object, path: Path, found: Inconsistencies) -> tuple[str, str] | None:
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
    if "state" in one and (type(state) is not str or state not in words.CLAIM_STATES):
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
