"""Every name, word and form of a claim and of a row of evidence, as section 5 has them."""

from __future__ import annotations

import hashlib
import json
from types import MappingProxyType
from typing import Any

import pytest

from evalcore.claims_vocabulary import CODES
from evalcore.errors import EvaluationError
from evalcore.summary_claims import ApprovedEvidence, SummaryClaim

CLASSES = "allergy diagnosis finding history lab medication other procedure symptom treatment vital"


def claim(**changes: Any) -> SummaryClaim:
    return SummaryClaim.from_mapping({"claim_class": "lab", **changes})


def evidence(**changes: Any) -> ApprovedEvidence:
    return ApprovedEvidence.from_mapping(changes)


def refused(call: Any, *args: Any, **keywords: Any) -> str:
    with pytest.raises(EvaluationError) as caught:
        call(*args, **keywords)
    assert caught.value.code in CODES
    assert str(caught.value) == caught.value.code
    return caught.value.code


def sha(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


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
    assert evidence(**{name: None}).claim_class is None


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
    assert evidence(**{name: None}).claim_id is None


@pytest.mark.parametrize("name", ["approved", "is_approved", "approved_evidence"])
def test_names_of_approved(name: str) -> None:
    assert evidence(**{name: False}).approved is False
    assert evidence(**{name: True}).approved is True
    assert evidence(**{name: None}).approved is True
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


GOOD_IDS = [
    ("c", "c"),
    ("x" * 256, "x" * 256),
    (" " * 300 + "c" + "\n" * 300, "c"),
    ("\u00a0é✓\u3000", "é✓"),
    ("\x80\ud800", "\x80\ud800"),
    (0, "0"),
    (-5, "-5"),
    (10**255, "1" + "0" * 255),
]
BAD_IDS = ["", "  ", "x" * 257, "a\x1fb", "a\nb", "a\x7fb", "\x7f", True, False, 1.0, 10**256]
BAD_IDS += [10**9000, -(10**255), [], ["c"], {}, b"c"]


@pytest.mark.parametrize("given, text", GOOD_IDS, ids=lambda part: repr(part)[:20])
def test_identifiers(given: Any, text: str) -> None:
    assert claim(claim_id=given).claim_id == text
    assert claim(claim_id=given).claim_key == sha(text)
    assert evidence(evidence_id=given).evidence_id == text
    assert evidence(claim_id=given).claim_id == text
    assert claim(evidence_ids=[given]).evidence_ids == (text,)


@pytest.mark.parametrize("given", BAD_IDS, ids=lambda part: repr(type(part)))
def test_no_identifiers(given: Any) -> None:
    assert refused(claim, claim_id=given) == "invalid_claim_identifier"
    assert refused(evidence, evidence_id=given) == "invalid_evidence_identifier"
    assert refused(evidence, claim_id=given) == "invalid_claim_identifier"
    assert refused(claim, evidence_ids=[given]) == "invalid_claim_citations"


def test_absent_identifiers_are_the_rows_position() -> None:
    assert SummaryClaim.from_mapping({"class": "lab"}, position=4).claim_id == "claim-4"
    assert ApprovedEvidence.from_mapping({}, position=4).evidence_id == "evidence-4"


def test_citations() -> None:
    given = ["e2", " e1", "e1 ", "e2", 1, "1", {"id": "e1"}]
    assert claim(evidence_ids=given).evidence_ids == ("e2", "e1", "1")
    assert claim(evidence_ids=iter(given)).evidence_ids == ("e2", "e1", "1")
    wrong: list[Any] = [True, 1.5, {"id": "e1"}, [None], [["e1"]], [{}], [{"id": None}], b"e1"]
    wrong += [[True], [1.5], "", "  ", [""], [{"name": "e1"}]]
    for one in wrong:
        assert refused(claim, evidence_ids=one) == "invalid_claim_citations"
    differ = [{"id": "e1", "evidence_id": "e2"}]
    assert refused(claim, evidence_ids=differ) == "conflicting_names"


@pytest.mark.parametrize("label", CLASSES.split())
def test_the_eleven_classes_stay(label: str) -> None:
    assert claim(claim_class=f" _{label.upper()}!? ").claim_class == label


@pytest.mark.parametrize(
    "label, normal",
    [
        ("Wound Care", "wound_care"),
        ("wound--care__2", "wound_care_2"),
        ("overall", "overall"),
        ("Überwachung", "berwachung"),
        ("x" * 64, "x" * 64),
        ("  " + "x" * 64 + "!" * 99, "x" * 64),
        ("class_0123456789abcde", "class_0123456789abcde"),
        ("class_0123456789abcdeg", "class_0123456789abcdeg"),
    ],
    ids=lambda part: part[:12],
)
def test_other_classes_become_tokens(label: str, normal: str) -> None:
    token = "class_" + hashlib.sha256(normal.encode()).hexdigest()[:16]
    assert claim(claim_class=label).claim_class == token
    assert evidence(claim_class=label).claim_class == token
    assert claim(claim_class=token).claim_class == token


@pytest.mark.parametrize("label", ["", "  ", "__", "é", "x" * 65, "x " * 33, 5, True, ["lab"], {}])
def test_no_classes(label: Any) -> None:
    assert refused(SummaryClaim.from_mapping, {"class": label}) == "invalid_claim_class"
    assert refused(evidence, claim_class=label) == "invalid_claim_class"


FINGERPRINT = "sha256:" + "0a" * 32
KEYS: list[Any] = ["", " k ", "é✓", "\ud800", 0, -1, 1.5, 1e300, True, False, [], {}, [None]]
KEYS += [{"b": [1, {"a": None}], "a": ""}, FINGERPRINT.upper(), FINGERPRINT + " ", "k" * 1_000_000]
KEYS += [{"k" * 1024: 1}, [0] * 9_999, 10**4299]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: repr(type(key)))
def test_keys_become_fingerprints(key: Any) -> None:
    assert claim(claim_key=key).claim_key == sha(key)


def nested(levels: int, innermost: Any) -> Any:
    for _ in range(levels):
        innermost = [innermost]
    return innermost


def test_keys_at_the_limits_and_one_over() -> None:
    assert claim(claim_key=FINGERPRINT).claim_key == FINGERPRINT
    assert claim(claim_key=nested(32, 1)).claim_key == sha(nested(32, 1))
    assert claim(claim_key=nested(32, {})).claim_key == sha(nested(32, {}))
    assert claim(claim_key=(1, (2,))).claim_key == sha([1, [2]])
    over: list[Any] = [nested(33, 1), nested(33, []), nested(32, {"a": 1}), nested(5000, 1)]
    over += [[0] * 10_000, [[0] * 5_000, [0] * 4_998], dict.fromkeys(map(str, range(10_000)), 0)]
    over += ["k" * 1_000_001, ["k" * 1_000_001], {"k" * 1025: 1}, {1: 2}, {None: 2}, {(1,): 2}]
    over += [float("nan"), [float("inf")], {"a": float("-inf")}, 10**4300, [-(10**4300)]]
    over += [{1, 2}, b"k", object(), [set()], {"a": b""}]
    for key in over:
        assert refused(claim, claim_key=key) == "invalid_claim_key"
        assert refused(evidence, claim_key=key) == "invalid_claim_key"
    assert claim(claim_key=[[0] * 5_000, [0] * 4_997]).claim_key.startswith("sha256:")


def test_rows_may_be_any_mapping_and_hold_what_else_they_like() -> None:
    row = MappingProxyType({"claim_id": "c1", "claim_class": "lab", "note": object(), 5: 6})
    assert SummaryClaim.from_mapping(row) == claim(claim_id="c1")  # type: ignore[arg-type]
    for wrong in (None, [], "c1", 5, [("claim_class", "lab")]):
        given: Any = wrong
        assert refused(SummaryClaim.from_mapping, given) == "invalid_claim_record"
        assert refused(ApprovedEvidence.from_mapping, given) == "invalid_evidence_record"


def test_a_place_names_the_row_and_the_field() -> None:
    with pytest.raises(EvaluationError) as caught:
        ApprovedEvidence.from_mapping({"verdict": "maybe"}, position=12)
    assert str(caught.value.place) == "evidence row 12, field relation"
    with pytest.raises(EvaluationError) as caught:
        SummaryClaim.from_mapping({}, position=3)
    assert str(caught.value.place) == "claims row 3, field claim_class"


def test_records_made_directly_are_the_same() -> None:
    made = SummaryClaim(" c1 ", "Lab", {"a": 1}, ("e1", "e1"))
    assert made == claim(claim_id="c1", claim_key={"a": 1}, evidence_ids=["e1"])
    row = ApprovedEvidence("e1", False, "Refutes.", "c1", "k", "LAB")
    assert row == evidence(
        id="e1", approved=False, relation=False, claim_id="c1", text="k", type="lab"
    )
    assert SummaryClaim("c1", "lab").claim_key == sha("c1")
    assert hash(made) == hash(claim(claim_id="c1", claim_key={"a": 1}, evidence_ids=["e1"]))


def test_records_print_nothing_and_cannot_be_changed() -> None:
    made = SummaryClaim("Secret", "Secret class", "Secret key", ("Secret",))
    row = ApprovedEvidence("Secret", True, "true", "Secret", "Secret", "Secret")
    for record in (made, row):
        assert "ecret" not in repr(record) + str(record)
        assert not hasattr(record, "__dict__")
        with pytest.raises(AttributeError):
            record.claim_id = "other"  # type: ignore[misc]
    assert "Secret key" not in [getattr(made, name) for name in made.__slots__]
