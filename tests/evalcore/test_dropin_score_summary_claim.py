"""score_summary_claim: one claim, its evidence, one assessment."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from claims_helpers import refused
from eval_helpers import carried_by_error

from evalcore.errors import EvaluationError
from evalcore.summary_unsupported_claims import (
    ApprovedEvidence,
    ClaimAssessment,
    ClaimState,
    SummaryClaim,
    score_summary_claim,
    score_summary_claims,
)

CLAIM = {"claim_id": "c1", "claim_class": "lab", "evidence_ids": ["e1", "e2"]}
FOR = {"evidence_id": "e1", "relation": "supports"}
FOR_TOO = {"evidence_id": "e2", "relation": "entailed"}
AGAINST = {"evidence_id": "e1", "relation": "refutes"}
AGAINST_TOO = {"evidence_id": "e2", "relation": "contradicts"}
UNAPPROVED = {**FOR_TOO, "approved": False}
OTHERS = {**FOR_TOO, "claim_id": "c2"}


@pytest.mark.parametrize(
    "evidence, state, approved, matching",
    [
        ([FOR, FOR_TOO], "supported", 2, 2),
        ([AGAINST, AGAINST_TOO], "contradicted", 2, 2),
        ([FOR, AGAINST_TOO], "unresolved", 2, 2),
        ([FOR, UNAPPROVED], "unresolved", 1, 1),
        ([FOR, OTHERS], "unresolved", 2, 1),
        ([FOR], "unresolved", 1, 1),
        ([], "unresolved", 0, 0),
    ],
)
def test_states(
    evidence: list[Mapping[str, Any]], state: str, approved: int, matching: int
) -> None:
    right = ClaimAssessment("lab", ClaimState(state), 2, approved, matching)
    records = [ApprovedEvidence.from_mapping(row) for row in evidence]
    for claim in (CLAIM, MappingProxyType(CLAIM), SummaryClaim.from_mapping(CLAIM)):
        for rows in (evidence, tuple(evidence), iter(evidence), records, reversed(records)):
            assert score_summary_claim(claim, rows) == right
    assert score_summary_claim(claim=CLAIM, evidence=evidence) == right
    assert score_summary_claims([CLAIM], evidence).assessments == (right,)


def test_without_evidence() -> None:
    assert score_summary_claim(SummaryClaim("c1", "lab")).state is ClaimState.UNCITED
    assert score_summary_claim({"class": "lab"}, []).state is ClaimState.UNCITED
    assert score_summary_claim(CLAIM).state is ClaimState.UNRESOLVED


def test_the_answer_says_whether_a_person_must_look() -> None:
    found = score_summary_claim(CLAIM, [FOR, FOR_TOO])
    assert (found.unsupported, found.review_required) == (False, False)
    found = score_summary_claim(CLAIM, [FOR])
    assert (found.unsupported, found.review_required) == (True, True)


def test_what_is_wrong_is_refused_with_its_place_and_without_a_value() -> None:
    marker = "Mrs-Marker-1931"
    wrong: list[tuple[Any, Any, str]] = [
        (marker, [], "invalid_claim_record"),
        (None, [], "invalid_claim_record"),
        ([CLAIM], [], "invalid_claim_record"),
        ({"claim_id": marker}, [], "missing_claim_class"),
        (CLAIM, marker, "invalid_evidence_collection"),
        (CLAIM, FOR, "invalid_evidence_collection"),
        (CLAIM, None, "invalid_evidence_collection"),
        (CLAIM, [marker], "invalid_evidence_record"),
        (CLAIM, [{"evidence_id": "e1", "relation": marker}], "invalid_evidence_relation"),
        (CLAIM, [FOR, FOR], "duplicate_evidence_identifier"),
    ]
    for claim, evidence, code in wrong:
        assert refused(score_summary_claim, claim, evidence) == code
        with pytest.raises(EvaluationError) as caught:
            score_summary_claim(claim, evidence)
        assert not carried_by_error(caught.value, marker)
    with pytest.raises(EvaluationError) as caught:
        score_summary_claim(CLAIM, [FOR, {"relation": marker}])
    assert str(caught.value.place) == "evidence row 2, field relation"
