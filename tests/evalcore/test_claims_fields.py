"""Every name and word of a claim and of a row of evidence, as section 5 has them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from claims_helpers import claim, evidence, refused, sha

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim


@pytest.mark.parametrize("name", ["claim_id", "id", "fact_id", "key"])
def test_names_of_claim_id(name: str) -> None:
    assert claim(**{name: "c7"}).claim_id == "c7"
    assert claim(**{name: None}).claim_id == "claim-1"


CLASS_NAMES = ["claim_class", "class", "claim_type", "type", "category", "label"]


@pytest.mark.parametrize("name", CLASS_NAMES)
def test_names_of_claim_class(name: str) -> None:
    assert SummaryClaim.from_mapping({name: "vital"}).claim_class == "vital"
    assert evidence(**{name: "vital"}).claim_class == "vital"
    assert refused(SummaryClaim.from_mapping, {name: None}) == "missing_claim_class"
    assert evidence(**{name: None}).claim_class == ""


KEY_NAMES = "claim_key claim_fingerprint fact_key canonical_key content_hash value_hash value text"


@pytest.mark.parametrize("name", KEY_NAMES.split())
def test_names_of_claim_key(name: str) -> None:
    assert claim(**{name: {"a": 1}}).claim_key == sha({"a": 1})
    assert evidence(**{name: {"a": 1}}).claim_key == sha({"a": 1})
    assert claim(claim_id="c1", **{name: None}).claim_key == sha("c1")
    assert evidence(**{name: None}).claim_key is None


CITATION_NAMES = "evidence_ids evidence_id citation_ids citation_id citations evidence sources"


@pytest.mark.parametrize("name", CITATION_NAMES.split())
def test_names_of_citations(name: str) -> None:
    assert claim(**{name: ["e1", "e2"]}).evidence_ids == ("e1", "e2")
    assert claim(**{name: "e1"}).evidence_ids == ("e1",)
    assert claim(**{name: 5}).evidence_ids == ("5",)
    assert claim(**{name: []}).evidence_ids == ()
    assert claim(**{name: None}).evidence_ids == ()


@pytest.mark.parametrize("name", ["evidence_id", "id", "citation_id", "source_id"])
def test_names_of_evidence_id(name: str) -> None:
    assert evidence(**{name: "e7"}).evidence_id == "e7"
    assert evidence(**{name: None}).evidence_id == "evidence-1"
    assert claim(citations=[{name: " e7 ", "page": 3}]).evidence_ids == ("e7",)
    assert claim(citations=[{"id": None, "source_id": None, name: 7}]).evidence_ids == ("7",)


@pytest.mark.parametrize("name", ["claim_id", "summary_claim_id", "fact_id"])
def test_names_of_the_link_to_a_claim(name: str) -> None:
    assert evidence(**{name: " c1 "}).claim_id == "c1"
    assert evidence(**{name: None}).claim_id == ""


@pytest.mark.parametrize("name", ["approved", "is_approved", "approved_evidence"])
def test_names_of_approved(name: str) -> None:
    assert evidence(**{name: False}).approved is False
    assert evidence(**{name: True}).approved is True
    assert evidence(**{name: None}).approved is True
    wrong: Any
    for wrong in (0, 1, "true", "yes", [], {}, 1.0):
        assert refused(evidence, **{name: wrong}) == "invalid_evidence_approval"


RELATION_NAMES = [
    "relation",
    "stance",
    "verdict",
    "claim_state",
    "state",
    "status",
    "assessment",
    "support",
]
WORDS = {
    "supported": "supported support supports entailed entails affirmed true",
    "contradicted": "contradicted contradiction contradicts refuted refutes false",
    "unresolved": "unresolved unknown uncertain ambiguous pending",
}
EACH_WORD = [(word, meaning) for meaning, words in WORDS.items() for word in words.split()]


@pytest.mark.parametrize("name", RELATION_NAMES)
def test_names_of_relation(name: str) -> None:
    for word, meaning in EACH_WORD:
        assert evidence(**{name: word}).relation == meaning
    assert evidence(**{name: True}).relation == "supported"
    assert evidence(**{name: False}).relation == "contradicted"
    wrong: Any
    for wrong in (None, 1, 0, 1.0, "", " ", "maybe", "yes", [], ["supports"], {}):
        assert refused(evidence, **{name: wrong}) == "invalid_evidence_relation"


@pytest.mark.parametrize("word, meaning", EACH_WORD)
def test_case_and_punctuation_of_a_relation(word: str, meaning: str) -> None:
    forms = [word.upper(), word.title(), f"  {word}\n", f"({word})", f"{word}!!", f"-_{word}_."]
    for form in forms:
        assert evidence(relation=form).relation == meaning
    for wrong in (f"not {word}", f"{word}2", f"{word[:2]}-{word[2:]}", f"{word}é", word * 2):
        assert refused(evidence, relation=wrong) == "invalid_evidence_relation"


def test_no_relation_is_unresolved() -> None:
    assert evidence().relation == "unresolved"
    assert evidence(supports=False, contradicts=False).relation == "unresolved"


FLAGS = {"supports": 1, "supported": 1, "contradicts": -1, "contradicted": -1}
MEANING = {1: "supported", -1: "contradicted"}


@pytest.mark.parametrize("flag", FLAGS)
def test_flags(flag: str) -> None:
    own, other = MEANING[FLAGS[flag]], MEANING[-FLAGS[flag]]
    assert evidence(**{flag: True}).relation == own
    assert evidence(**{flag: False}).relation == "unresolved"
    assert evidence(**{flag: True}, relation=own).relation == own
    assert evidence(**{flag: False}, relation=other).relation == other
    assert evidence(**{flag: False}, relation="unknown").relation == "unresolved"
    for relation in (other, "unresolved", not FLAGS[flag] > 0):
        assert refused(evidence, **{flag: True}, relation=relation) == "conflicting_relations"
    assert refused(evidence, **{flag: False}, relation=own) == "conflicting_relations"
    wrong: Any
    for wrong in (None, 0, 1, "true", "yes", []):
        assert refused(evidence, **{flag: wrong}) == "invalid_evidence_relation"
    for second, sign in FLAGS.items():
        if second != flag:
            both = {flag: True, second: True}
            if sign == FLAGS[flag]:
                assert evidence(**both).relation == own
                assert refused(evidence, **{flag: True, second: False}) == "conflicting_relations"
            else:
                assert refused(evidence, **both) == "conflicting_relations"
                assert evidence(**{flag: True, second: False}).relation == own


ALIASES = [
    ("claim", ["claim_id", "id", "fact_id", "key"], ["c1", 1, "1", " 1"]),
    ("claim", CLASS_NAMES, ["lab", "Lab", "vital"]),
    ("claim", KEY_NAMES.split(), ["k", 1, 1.0, True, "1", [1], {"a": 1}, {"a": True}, 0.0, -0.0]),
    ("claim", CITATION_NAMES.split(), [["e1"], "e1", ["e1", "e1"], [{"id": "e1"}], 1]),
    ("evidence", ["evidence_id", "id", "citation_id", "source_id"], ["e1", 1, "1"]),
    ("evidence", ["approved", "is_approved", "approved_evidence"], [True, False]),
    ("evidence", ["claim_id", "summary_claim_id", "fact_id"], ["c1", 1, "1"]),
    ("evidence", KEY_NAMES.split(), ["k", 1, 1.0, True]),
    ("evidence", CLASS_NAMES, ["lab", "Lab"]),
    ("evidence", RELATION_NAMES, ["supports", "support", "Supports", True, "refuted"]),
]


@pytest.mark.parametrize("kind, names, values", ALIASES, ids=lambda part: str(part)[:30])
def test_two_names_must_agree_as_given(kind: str, names: list[str], values: list[Any]) -> None:
    base = {} if kind == "evidence" or names is CLASS_NAMES else {"claim_class": "lab"}
    record: Any = SummaryClaim if kind == "claim" else ApprovedEvidence
    for first, second in zip(names, [*names[1:], names[0]], strict=True):
        for value in values:
            copy = json.loads(json.dumps(value))
            alone = record.from_mapping({**base, first: value})
            assert record.from_mapping({**base, first: value, second: copy}) == alone
            for other in values:
                if json.dumps(other) != json.dumps(value):
                    row = {**base, first: value, second: other}
                    assert refused(record.from_mapping, row) == "conflicting_names"


def test_the_order_of_keys_is_no_difference() -> None:
    one, other = {"a": 1, "b": [{"c": 2, "d": 3}]}, {"b": [{"d": 3, "c": 2}], "a": 1}
    assert claim(claim_key=one, value=other).claim_key == claim(claim_key=other).claim_key
    assert refused(claim, claim_key=one, value={**other, "e": 1}) == "conflicting_names"
    loop: list[Any] = []
    loop.append(loop)
    again: list[Any] = [loop]
    assert refused(claim, claim_key=loop, value=again) == "conflicting_names"
