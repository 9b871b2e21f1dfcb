"""The messages between window and evaluator: each goes over a pipe and comes back as it was."""

from __future__ import annotations

import dataclasses
import inspect
import json
from typing import Any, get_args

import pytest
from eval_helpers import plain
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.service import protocol
from evalcore.service.codec import columns, decode, decode_columns, dumps
from evalcore.service.evaluation import METHODS
from evalcore.service.protocol import Request

MESSAGES = [
    one for one in vars(protocol).values() if inspect.isclass(one) and dataclasses.is_dataclass(one)
]
REQUESTS = [one for one in MESSAGES if issubclass(one, Request)]
FEW = settings(max_examples=12, deadline=None)


def mappings(kind: Any) -> st.SearchStrategy[Any]:
    values: st.SearchStrategy[Any] = st.integers()
    if get_args(kind)[1] is not int:
        values = st.none() | st.floats(allow_nan=False) | st.text()
    return st.dictionaries(st.text(), values, max_size=3)


st.register_type_strategy(dict, mappings)


def test_each_request_has_its_method_and_each_method_its_request() -> None:
    assert set(METHODS) == set(REQUESTS)
    for request in REQUESTS:
        assert request.answer_type() in MESSAGES


@pytest.mark.parametrize("kind", MESSAGES)
@FEW
@given(data=st.data())
def test_a_message_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    if kind is protocol.Crash:
        message: Any = protocol.Crash("service.process-7-KeyError")
    else:
        message = data.draw(st.from_type(kind))
    again = decode(kind, json.loads(dumps(message)))
    assert type(again) is kind
    assert plain(again) == plain(message)


@pytest.mark.parametrize("kind", MESSAGES)
@FEW
@given(data=st.data())
def test_what_is_not_exactly_a_message_is_refused_without_a_value(
    kind: type, data: st.DataObject
) -> None:
    sound = {"where": "service.process-7-KeyError"}
    if kind is not protocol.Crash:
        sound = plain(data.draw(st.from_type(kind)))
    wrong: list[Any] = [None, 7, [], "Secret", [sound], {**sound, "Secret": 1}]
    for name in sound:
        wrong.append({key: value for key, value in sound.items() if key != name})
        wrong.append({**sound, name: {"Secret": object}})
        wrong.append({**sound, name: 0.5})
    for value in wrong:
        if value == sound:
            continue
        if isinstance(value, dict) and _is_report(kind, value, sound):
            continue
        with pytest.raises(ValueError, match=f"^no {kind.__name__}$"):
            decode(kind, value)


def _is_report(kind: type, value: dict[str, Any], sound: dict[str, Any]) -> bool:
    """A report is JSON types of any form, and so may be what stands in its place."""
    changed = [name for name in value if name not in sound or value[name] is not sound[name]]
    kinds = {field.name: str(field.type) for field in dataclasses.fields(kind)}
    return any(
        kinds.get(name, "").startswith(("Report", "dict")) and isinstance(value[name], dict)
        for name in changed
    )


@FEW
@given(problems=st.lists(st.from_type(protocol.Problem), min_size=1, max_size=4))
def test_messages_by_field_come_back_as_they_were(problems: list[protocol.Problem]) -> None:
    again = decode_columns(protocol.Problem, json.loads(dumps(columns(problems))))
    assert {type(one) for one in again} == {protocol.Problem}
    assert plain(again) == plain(problems)


@FEW
@given(problems=st.lists(st.from_type(protocol.Problem), min_size=2, max_size=4))
def test_what_is_not_exactly_messages_by_field_is_refused(
    problems: list[protocol.Problem],
) -> None:
    sound = json.loads(dumps(columns(problems)))
    wrong = [[], [7], sound[:-1], [*sound, sound[0]], [*sound[:-1], "Secret"], [*sound[:-1], {}]]
    for at, column in enumerate(sound):
        before, after = sound[:at], sound[at + 1 :]
        wrong += [[*before, column[1:], *after], [*before, [*column, column[0]], *after]]
        wrong += [[*before, [0.5, *column[1:]], *after], [*before, {"Secret": 1}, *after]]
    for value in wrong:
        with pytest.raises(ValueError, match=r"^no Problem$"):
            decode_columns(protocol.Problem, value)


def test_a_crash_names_a_place_in_the_program_and_nothing_else() -> None:
    for where in ("Mrs Secret", "", "a/b", "x" * 101):
        with pytest.raises(ValueError, match=r"^no Crash$"):
            decode(protocol.Crash, {"where": where})


@pytest.mark.parametrize("kind", MESSAGES)
@FEW
@given(data=st.data())
def test_no_message_prints_what_it_holds(kind: type, data: st.DataObject) -> None:
    if kind.__module__ == protocol.__name__:
        fields = [field.name for field in dataclasses.fields(kind)]
        message = data.draw(st.builds(kind, **dict.fromkeys(fields, st.just("Mrs Secret"))))
        assert "Secret" not in repr(message) + str(message)


def test_texts_that_many_problems_share_are_held_once() -> None:
    hints = [" ".join(["Write", "it", "so"]) for _ in range(2)]
    made = [
        decode(
            protocol.Problem,
            plain(
                protocol.Problem(n, "reviewer", (), "", "", "", "", hint, None, (), (0, 0), "bad")
            ),
        )
        for n, hint in enumerate(hints)
    ]
    assert hints[0] is not hints[1]
    assert made[0].hint is made[1].hint
