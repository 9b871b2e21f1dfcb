"""The normal forms of identifiers, citations, classes and keys, and the records that hold them."""

from __future__ import annotations

import hashlib
from types import MappingProxyType
from typing import Any

import pytest
from claims_helpers import claim, evidence, refused, sha

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.errors import EvaluationError

CLASSES = "allergy diagnosis finding history lab medication other procedure symptom treatment vital"

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
    row = ApprovedEvidence("e1", "Refutes.", False, "c1", "k", "LAB")
    assert row == evidence(
        id="e1", approved=False, relation=False, claim_id="c1", text="k", type="lab"
    )
    assert SummaryClaim("c1", "lab").claim_key == sha("c1")
    assert hash(made) == hash(claim(claim_id="c1", claim_key={"a": 1}, evidence_ids=["e1"]))


def test_records_print_nothing_and_cannot_be_changed() -> None:
    made = SummaryClaim("Secret", "Secret class", "Secret key", ("Secret",))
    row = ApprovedEvidence("Secret", "true", True, "Secret", "Secret", "Secret")
    for record in (made, row):
        assert "ecret" not in repr(record) + str(record)
        assert not hasattr(record, "__dict__")
        with pytest.raises(AttributeError):
            record.claim_id = "other"  # type: ignore[misc]
    assert "Secret key" not in [getattr(made, name) for name in made.__slots__]
