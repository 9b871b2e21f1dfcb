"""The two input objects: what they refuse, and that they keep their values to themselves."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from eval_helpers import as_draft, as_fact, cites, encounter_row, fact_row, hexid, refusal

from evalcore import AmbientDraft, AmbientFact


class Text(str):
    """Looks like a string, is none of the exact type."""


IDENTIFIERS: list[Any] = [
    "",
    "a" * 63,
    "a" * 65,
    "A" * 64,
    "g" * 64,
    "a" * 64 + "\n",
    "\n" + "a" * 64,
    " " + "a" * 63,
    "a" * 63 + " ",
    "a" * 63 + "\u0661",
    "a" * 63 + "\uff11",
    "a" * 63 + "\x00",
    "a" * 63 + "\ud800",
    Text("a" * 64),
    b"a" * 64,
    bytearray(b"a" * 64),
    int("1" * 64),
    None,
    True,
    [],
    {},
    ("a",),
    ...,
]
WORDS: list[Any] = ["", "Other", "other ", "others", "other\n", Text("other"), None, 1, True]
WORDS += [b"other", [], ["other"], {}, {"other"}, ("other",), ...]
FLAGS: list[Any] = [0, 1, 0.0, "true", "false", "", None, [], (), ...]


def fact(**changes: Any) -> AmbientFact:
    return AmbientFact(**{**fact_row(), **changes})


@pytest.mark.parametrize("value", IDENTIFIERS, ids=ascii)
@pytest.mark.parametrize("field", ["fact_id", "proposition"])
def test_identifiers_of_a_fact(field: str, value: Any) -> None:
    assert refusal(fact, **{field: value}) == "invalid_opaque_identifier"


@pytest.mark.parametrize("value", WORDS, ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("field", ["section", "fact_class", "speaker", "experiencer"])
def test_words_of_a_fact(field: str, value: Any) -> None:
    assert refusal(fact, **{field: value}) == "invalid_controlled_code"


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("section", "allergy"),
        ("section", "patient"),
        ("fact_class", "subjective"),
        ("speaker", "other"),
        ("experiencer", "plan"),
        ("speaker", "nurse"),
    ],
)
def test_a_word_of_another_list_is_refused(field: str, word: str) -> None:
    assert refusal(fact, **{field: word}) == "invalid_controlled_code"


@pytest.mark.parametrize("value", FLAGS, ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("field", ["negated", "required"])
def test_flags_of_a_fact(field: str, value: Any) -> None:
    assert refusal(fact, **{field: value}) == "invalid_boolean"


@pytest.mark.parametrize(
    "value",
    [None, [], [hexid(1)], {hexid(1)}, {}, hexid(1), "", 0, False, iter(()), frozenset()],
    ids=lambda value: type(value).__name__,
)
def test_citations_are_a_tuple(value: Any) -> None:
    assert refusal(fact, citations=value) == "invalid_citations"


@pytest.mark.parametrize("value", IDENTIFIERS, ids=ascii)
def test_citations_are_identifiers(value: Any) -> None:
    code = refusal(fact, citations=(hexid(1), value))
    assert code == "invalid_opaque_identifier"


def test_citations_have_a_limit_and_no_repeats() -> None:
    many = tuple(hexid(number) for number in range(65))
    assert len(fact(citations=many[:64]).citations) == 64
    assert refusal(fact, citations=many) == "invalid_citations"
    assert refusal(fact, citations=(many[0], many[1], many[0])) == "duplicate_citation"


def test_a_fact_may_cite_itself_or_what_is_unknown() -> None:
    row = fact_row()
    assert fact(citations=(row["fact_id"], hexid("unknown"))).citations[0] == row["fact_id"]


def test_the_order_and_the_defaults_of_the_fields() -> None:
    row = fact_row()
    made = AmbientFact(*row.values())
    assert (made.negated, made.required, made.citations) == (False, True, ())
    assert [getattr(made, name) for name in row] == list(row.values())
    full = AmbientFact(*row.values(), True, False, (hexid(1),))
    assert (full.negated, full.required, full.citations) == (True, False, (hexid(1),))
    names = [field.name for field in dataclasses.fields(AmbientFact)]
    assert names == [*row, "negated", "required", "citations"]


def draft(**changes: Any) -> AmbientDraft:
    truth = fact_row()
    fields: dict[str, Any] = {
        "blinded_case_id": hexid("case"),
        "text_digest": hexid("text"),
        "truth": (as_fact(truth),),
        "statements": (as_fact(cites(truth, 1)),),
    }
    return AmbientDraft(**{**fields, **changes})


@pytest.mark.parametrize("value", IDENTIFIERS, ids=ascii)
@pytest.mark.parametrize("field", ["blinded_case_id", "text_digest"])
def test_identifiers_of_a_draft(field: str, value: Any) -> None:
    assert refusal(draft, **{field: value}) == "invalid_opaque_identifier"


@pytest.mark.parametrize(
    "value",
    [None, [], [fact()], fact(), {}, "", 0, {fact_row()["fact_id"]: fact()}, iter((fact(),))],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("field", ["truth", "statements"])
def test_facts_are_a_tuple(field: str, value: Any) -> None:
    assert refusal(draft, **{field: value}) == "invalid_fact_collection"


@pytest.mark.parametrize("value", [None, {}, fact_row(), hexid(1), 1, (), [fact()], ...])
@pytest.mark.parametrize("field", ["truth", "statements"])
def test_facts_are_facts(field: str, value: Any) -> None:
    assert refusal(draft, **{field: (fact(), value)}) == "invalid_fact_record"


@pytest.mark.parametrize("field", ["truth", "statements"])
def test_a_fact_identifier_twice(field: str) -> None:
    same = fact(proposition=hexid("another"))
    assert refusal(draft, **{field: (fact(), same)}) == "duplicate_fact_identifier"


def test_truth_and_statements_may_share_an_identifier() -> None:
    assert draft(statements=(fact(),)).statements[0].fact_id == fact().fact_id


@pytest.mark.parametrize("field", ["truth", "statements"])
def test_ten_thousand_facts_and_one_more(field: str) -> None:
    many = tuple(fact(fact_id=f"{number:064x}") for number in range(10_001))
    assert len(getattr(draft(**{field: many[:-1]}), field)) == 10_000
    assert refusal(draft, **{field: many}) == "invalid_fact_collection"


def test_what_truth_and_statements_must_be() -> None:
    assert refusal(draft, truth=()) == "invalid_encounter_truth"
    cited = fact(citations=(hexid(1),))
    assert refusal(draft, truth=(cited,)) == "invalid_encounter_truth"
    assert refusal(draft, statements=(fact(required=False),)) == "invalid_draft_statement"
    assert draft(truth=(fact(required=False),)).truth[0].required is False
    assert draft(statements=()).statements == ()


@pytest.mark.parametrize("thing", [fact(), draft()], ids=["fact", "draft"])
def test_objects_are_frozen_and_slotted(thing: Any) -> None:
    assert not hasattr(thing, "__dict__")
    for field in dataclasses.fields(thing):
        before = getattr(thing, field.name)
        with pytest.raises(AttributeError):
            setattr(thing, field.name, before)
        with pytest.raises(AttributeError):
            delattr(thing, field.name)
        assert getattr(thing, field.name) is before
    with pytest.raises((AttributeError, TypeError)):
        thing.note = "x"
    assert not hasattr(thing, "note")


def test_no_text_of_an_object_holds_a_value() -> None:
    row = encounter_row()
    row["statements"][0]["negated"] = True
    whole, part = as_draft(row), as_fact(row["statements"][0])
    texts = [repr(whole), str(whole), f"{whole}", repr([whole]), repr(part), str(part)]
    texts += [ascii(part), f"{part!r:>5}", repr((part, whole)), repr({"draft": whole})]
    values = {value for value in part_values(row) if isinstance(value, str)}
    assert len(values) == 9
    for text in texts:
        assert not [value for value in values if value in text]
        assert "True" not in text
        assert "False" not in text
        assert whole.revision not in text


def part_values(row: dict[str, Any]) -> list[Any]:
    values: list[Any] = [row["blinded_case_id"], row["text_digest"]]
    for one in row["truth"] + row["statements"]:
        values += [*one.values()]
        values += one.get("citations", [])
    return values


def test_equal_values_make_equal_objects() -> None:
    assert as_draft(encounter_row()) == as_draft(encounter_row())
    assert as_draft(encounter_row(1)) != as_draft(encounter_row(2))
    assert as_draft(encounter_row()).revision == as_draft(encounter_row()).revision
