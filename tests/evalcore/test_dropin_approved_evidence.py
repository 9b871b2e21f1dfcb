"""ApprovedEvidence: its order by position, its relations, and what "not given" is."""

from __future__ import annotations

import copy
import dataclasses
import enum
import inspect
import pickle
from typing import Any

import pytest
from claims_helpers import refused, sha
from eval_helpers import carried_by_error

from evalcore.summary_unsupported_claims import (
    ApprovedEvidence,
    ClaimState,
    SummaryClaim,
    score_summary_claim,
    score_summary_claims,
)

MARKER = "Mrs-Marker-1931"


class Stance(str, enum.Enum):  # noqa: UP042 (what older code has)
    """A str enum of the caller's own, whose str() is not its word."""

    FOR = "supports"
    AGAINST = "Refuted"
    OPEN = "pending"
    ODD = "maybe"


MEANINGS: list[tuple[Any, ClaimState]] = [
    (ClaimState.SUPPORTED, ClaimState.SUPPORTED),
    (ClaimState.CONTRADICTED, ClaimState.CONTRADICTED),
    (ClaimState.UNRESOLVED, ClaimState.UNRESOLVED),
    (Stance.FOR, ClaimState.SUPPORTED),
    (Stance.AGAINST, ClaimState.CONTRADICTED),
    (Stance.OPEN, ClaimState.UNRESOLVED),
    ("entails", ClaimState.SUPPORTED),
    (" Contradicts! ", ClaimState.CONTRADICTED),
    (True, ClaimState.SUPPORTED),
    (False, ClaimState.CONTRADICTED),
]
NAMES = ["relation", "stance", "verdict", "claim_state", "state", "status", "assessment", "support"]


def test_fields_in_their_order_with_their_defaults() -> None:
    parameters = inspect.signature(ApprovedEvidence).parameters.values()
    assert [(one.name, one.default) for one in parameters] == [
        ("evidence_id", inspect.Parameter.empty),
        ("relation", "unresolved"),
        ("approved", True),
        ("claim_id", ""),
        ("claim_key", None),
        ("claim_class", ""),
    ]
    assert [field.name for field in dataclasses.fields(ApprovedEvidence)] == [
        one.name for one in parameters
    ]


def test_by_position_and_by_name_it_is_the_same() -> None:
    made = ApprovedEvidence("e1", "supports", False, "c1", "k", "lab")
    assert made == ApprovedEvidence(
        claim_class="Lab",
        claim_key="k",
        claim_id=" c1 ",
        approved=False,
        relation=ClaimState.SUPPORTED,
        evidence_id="e1",
    )
    assert (made.evidence_id, made.relation, made.approved) == ("e1", "supported", False)
    assert (made.claim_id, made.claim_key, made.claim_class) == ("c1", sha("k"), "lab")
    least = ApprovedEvidence("e1")
    assert (least.relation, least.approved) == (ClaimState.UNRESOLVED, True)
    assert (least.claim_id, least.claim_key, least.claim_class) == ("", None, "")


@pytest.mark.parametrize("given, meaning", MEANINGS, ids=lambda part: ascii(part))
def test_relations(given: Any, meaning: ClaimState) -> None:
    assert ApprovedEvidence("e1", given).relation is meaning
    assert ApprovedEvidence("e1", relation=given).relation.upper() == meaning.name
    for name in NAMES:
        row = {"evidence_id": "e1", name: given}
        assert ApprovedEvidence.from_mapping(row) == ApprovedEvidence("e1", meaning)
        assert score_summary_claim({"class": "lab", "evidence_ids": "e1"}, [row]).state is meaning


@pytest.mark.parametrize("wrong", [ClaimState.UNCITED, "uncited", Stance.ODD, None, 1, "", MARKER])
def test_no_relations(wrong: Any) -> None:
    assert refused(ApprovedEvidence, "e1", wrong) == "invalid_evidence_relation"
    for name in NAMES:
        row = {"evidence_id": "e1", name: wrong}
        assert refused(ApprovedEvidence.from_mapping, row) == "invalid_evidence_relation"


def test_a_member_and_its_word_do_not_differ_but_two_words_do() -> None:
    same = {"relation": ClaimState.SUPPORTED, "verdict": "supported", "supports": True}
    assert ApprovedEvidence.from_mapping(same).relation is ClaimState.SUPPORTED
    differ = {"relation": ClaimState.SUPPORTED, "verdict": "supports"}
    assert refused(ApprovedEvidence.from_mapping, differ) == "conflicting_names"
    denied = {"relation": ClaimState.SUPPORTED, "contradicts": True}
    assert refused(ApprovedEvidence.from_mapping, denied) == "conflicting_relations"


def test_a_link_that_is_not_given() -> None:
    nothing: Any = None
    bare = ApprovedEvidence("e1", "supports", True, "", None, "")
    assert ApprovedEvidence("e1", "supports", True, nothing, None, nothing) == bare
    assert ApprovedEvidence.from_mapping({"id": "e1", "stance": "supports"}) == bare
    null = {"id": "e1", "stance": "supports", "claim_id": None, "class": None}
    assert ApprovedEvidence.from_mapping(null) == bare
    claim = SummaryClaim("c1", "lab", "k", ("e1",))
    assert score_summary_claim(claim, [bare]).state == "supported"
    assert refused(ApprovedEvidence, "e1", claim_id=" ") == "invalid_claim_identifier"
    assert refused(ApprovedEvidence, "e1", claim_class=" ") == "invalid_claim_class"
    empty: dict[str, Any] = {"evidence_id": "e1", "claim_id": ""}
    assert refused(ApprovedEvidence.from_mapping, empty) == "invalid_claim_identifier"
    empty = {"evidence_id": "e1", "claim_class": ""}
    assert refused(ApprovedEvidence.from_mapping, empty) == "invalid_claim_class"


@pytest.mark.parametrize(
    "link, state",
    [
        ({"claim_id": "c1"}, "supported"),
        ({"claim_id": "c2"}, "unresolved"),
        ({"claim_key": "k"}, "supported"),
        ({"claim_key": "other"}, "unresolved"),
        ({"claim_class": "lab"}, "supported"),
        ({"claim_class": "vital"}, "unresolved"),
        ({"claim_id": "c1", "claim_key": "k", "claim_class": "lab"}, "supported"),
        ({"claim_id": "c1", "claim_key": "k", "claim_class": "vital"}, "unresolved"),
    ],
)
def test_every_link_that_is_given_must_match(link: dict[str, Any], state: str) -> None:
    claim = SummaryClaim("c1", "lab", "k", ("e1",))
    row = ApprovedEvidence("e1", "supports", **link)
    assert score_summary_claim(claim, [row]).state == state


def test_replace_copy_and_pickle_keep_what_it_is() -> None:
    made = ApprovedEvidence("e1", Stance.AGAINST, False, "c1", {"a": 1}, "Wound care")
    for same in (
        dataclasses.replace(made),
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
        ApprovedEvidence(**dataclasses.asdict(made)),
        ApprovedEvidence(*dataclasses.astuple(made)),
    ):
        assert same == made
        assert hash(same) == hash(made)
        assert same.relation is ClaimState.CONTRADICTED
    assert dataclasses.replace(made, relation="supports").relation is ClaimState.SUPPORTED
    changed: Any = made
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.approved = True


def test_the_digest_is_of_words_however_the_row_was_made() -> None:
    records = [ApprovedEvidence("e2", ClaimState.SUPPORTED), ApprovedEvidence("e1", Stance.OPEN)]
    rows = [{"id": "e1"}, {"id": "e2", "supports": True}]
    digest = score_summary_claims([], records).evidence_digest
    assert digest == score_summary_claims([], rows).evidence_digest
    row = {"approved": True, "claim_class": "", "claim_id": "", "claim_key": None}
    assert digest == sha(
        [
            {**row, "evidence_id": "e1", "relation": "unresolved"},
            {**row, "evidence_id": "e2", "relation": "supported"},
        ]
    )


def test_what_is_wrong_is_a_value_error_with_a_code_and_no_value() -> None:
    wrong: Any = {MARKER}
    for place in range(6):
        given: list[Any] = [MARKER, "supports", True, MARKER, MARKER, MARKER]
        assert MARKER not in repr(ApprovedEvidence(*given))
        given[place] = wrong
        with pytest.raises(ValueError) as caught:
            ApprovedEvidence(*given)
        assert str(caught.value).startswith("invalid_")
        assert not carried_by_error(caught.value, MARKER)
