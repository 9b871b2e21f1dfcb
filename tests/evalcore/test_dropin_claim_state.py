"""ClaimState and the constants beside it, as code for the first implementation uses them."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from eval_helpers import carried_by_error

from evalcore.summary_unsupported_claims import (
    CLAIM_STATES,
    CONTRADICTED,
    SUPPORTED,
    UNCITED,
    UNRESOLVED,
    UNSUPPORTED_STATES,
    ClaimState,
)

WORDS = ["supported", "contradicted", "unresolved", "uncited"]


def test_the_four_states_in_their_order() -> None:
    assert [state.value for state in ClaimState] == WORDS
    assert list(ClaimState) == list(CLAIM_STATES) == WORDS
    assert (SUPPORTED, CONTRADICTED, UNRESOLVED, UNCITED) == CLAIM_STATES
    assert UNSUPPORTED_STATES == (CONTRADICTED, UNRESOLVED, UNCITED)
    assert "uncited" in UNSUPPORTED_STATES
    assert "supported" not in UNSUPPORTED_STATES


@pytest.mark.parametrize("word", WORDS)
def test_a_member_is_its_word(word: str) -> None:
    state = ClaimState(word)
    assert state is ClaimState[word.upper()] is getattr(ClaimState, word.upper())
    assert isinstance(state, str)
    assert state == word
    assert word == state
    assert hash(state) == hash(word)
    assert {word: 1}[state] == {state: 1}[word] == 1
    assert (str(state), f"{state}", f"{state:>14}", "%s" % state) == (  # noqa: UP031
        word,
        word,
        word.rjust(14),
        word,
    )
    assert ", ".join([state, state]) == f"{word}, {word}"
    assert json.dumps({"state": state, state: [state]}) == json.dumps({"state": word, word: [word]})
    assert json.dumps({state: state}, indent=2) == json.dumps({word: word}, indent=2)
    assert ClaimState(state) is state
    assert pickle.loads(pickle.dumps(state)) is copy.deepcopy(state) is copy.copy(state) is state


@pytest.mark.parametrize("wrong", ["Mrs-Marker-1931", "SUPPORTED", "", None, 1, ["supported"]])
def test_no_other_word_is_a_state_and_the_error_does_not_repeat_it(wrong: Any) -> None:
    with pytest.raises(ValueError) as caught:
        ClaimState(wrong)
    assert str(caught.value) == "invalid_claim_state"
    assert not carried_by_error(caught.value, "Marker")
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


def test_match_takes_members_and_words() -> None:
    def route(state: ClaimState) -> str:
        match state:
            case ClaimState.SUPPORTED:
                return "none"
            case "uncited":
                return "cite"
            case _:
                return "review"

    assert [route(state) for state in ClaimState] == ["none", "review", "review", "cite"]
