"""SummaryClaim: each way in which code makes one, changes one and keeps one."""

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

from evalcore.summary_unsupported_claims import SummaryClaim, score_summary_claims

MARKER = "Mrs-Marker-1931"


def test_fields_in_their_order_with_their_defaults() -> None:
    parameters = inspect.signature(SummaryClaim).parameters.values()
    assert [(one.name, one.default) for one in parameters] == [
        ("claim_id", inspect.Parameter.empty),
        ("claim_class", inspect.Parameter.empty),
        ("claim_key", None),
        ("evidence_ids", ()),
        ("summary_id", ""),
    ]
    assert [field.name for field in dataclasses.fields(SummaryClaim)] == [
        one.name for one in parameters
    ]


def test_by_position_and_by_name_it_is_the_same() -> None:
    made = SummaryClaim("c1", "lab", "k", ("e1", "e2"), "s1")
    assert made == SummaryClaim(
        summary_id="s1",
        evidence_ids=["e1", "e2"],  # type: ignore[arg-type]
        claim_key="k",
        claim_class="Lab",
        claim_id=" c1 ",
    )
    assert made.claim_key == sha("k")
    assert (made.claim_id, made.claim_class) == ("c1", "lab")
    assert (made.evidence_ids, made.summary_id) == (("e1", "e2"), "s1")
    least = SummaryClaim("c1", "lab")
    assert (least.claim_key, least.evidence_ids, least.summary_id) == (sha("c1"), (), "")


def test_a_mapping_gives_the_same_record() -> None:
    row = {"claim_id": "c1", "claim_class": "lab", "claim_key": "k", "evidence_ids": "e1"}
    assert SummaryClaim.from_mapping(row) == SummaryClaim("c1", "lab", "k", ("e1",))
    given = {**row, "summary_id": " s1 "}
    assert SummaryClaim.from_mapping(given) == SummaryClaim("c1", "lab", "k", ("e1",), "s1")


@pytest.mark.parametrize("other", [None, "", {MARKER: 1}, 1.5, "x" * 257, "a\nb", [MARKER]])
def test_in_a_file_summary_id_is_no_field_and_never_refused(other: Any) -> None:
    assert SummaryClaim.from_mapping({"class": "lab", "summary_id": other}).summary_id == ""


@pytest.mark.parametrize("other", [None, 1.5, "x" * 257, "a\nb", [MARKER], True, "  "])
def test_in_the_record_it_is_checked(other: Any) -> None:
    assert refused(SummaryClaim, "c1", "lab", summary_id=other) == "invalid_claim_identifier"


def test_the_summary_id_changes_no_figure() -> None:
    plain = [SummaryClaim("c1", "lab"), SummaryClaim("c2", "lab", None, ("e1",))]
    named = [dataclasses.replace(claim, summary_id="s1") for claim in plain]
    assert named != plain
    assert score_summary_claims(named).to_json() == score_summary_claims(plain).to_json()


def test_replace_copy_and_pickle_keep_what_it_is() -> None:
    made = SummaryClaim("c1", "Wound care", {"a": [1, None]}, ("e1",), "s1")
    for same in (
        dataclasses.replace(made),
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
        SummaryClaim(**dataclasses.asdict(made)),
        SummaryClaim(*dataclasses.astuple(made)),
    ):
        assert same == made
        assert hash(same) == hash(made)
    assert dataclasses.replace(made, evidence_ids=()).claim_key == made.claim_key
    assert refused(dataclasses.replace, made, claim_class="") == "invalid_claim_class"
    assert len({made, copy.copy(made), dataclasses.replace(made, summary_id="")}) == 2


def test_it_cannot_be_changed_and_takes_no_other_field() -> None:
    made: Any = SummaryClaim("c1", "lab")
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.claim_class = "vital"
    with pytest.raises((AttributeError, TypeError)):
        made.note = "n"
    with pytest.raises(TypeError):
        SummaryClaim("c1")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        SummaryClaim("c1", "lab", note="n")  # type: ignore[call-arg]


def test_members_of_a_str_enum_are_their_words() -> None:
    class Word(str, enum.Enum):  # noqa: UP042 (what older code has)
        LAB = "lab"
        ONE = "c1"
        KEY = "k"
        SOURCE = "e1"

    plain = SummaryClaim("c1", "lab", "k", ("e1",))
    assert SummaryClaim(Word.ONE, Word.LAB, Word.KEY, (Word.SOURCE,)) == plain
    row = {"id": Word.ONE, "type": Word.LAB, "text": Word.KEY, "sources": Word.SOURCE}
    assert SummaryClaim.from_mapping(row) == plain
    assert SummaryClaim.from_mapping({**row, "class": "lab", "value": "k"}) == plain
    nested = SummaryClaim("c1", "lab", {Word.KEY: [Word.LAB]})
    assert nested.claim_key == sha({"k": ["lab"]})
    for field in (plain.claim_id, plain.claim_class, *plain.evidence_ids):
        assert type(field) is str


def test_what_is_wrong_is_a_value_error_with_a_code_and_no_value() -> None:
    wrong: Any = {MARKER}
    for make in (
        lambda: SummaryClaim(wrong, "lab"),
        lambda: SummaryClaim(MARKER, wrong),
        lambda: SummaryClaim(MARKER, "lab", wrong),
        lambda: SummaryClaim(MARKER, "lab", None, (wrong,)),
        lambda: SummaryClaim(MARKER, "lab", None, (), wrong),
    ):
        with pytest.raises(ValueError) as caught:
            make()
        assert str(caught.value) in {
            "invalid_claim_identifier",
            "invalid_claim_class",
            "invalid_claim_key",
            "invalid_claim_citations",
        }
        assert not carried_by_error(caught.value, MARKER)
    assert MARKER not in repr(SummaryClaim(MARKER, MARKER, MARKER, (MARKER,), MARKER))
