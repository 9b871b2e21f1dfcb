"""Whatever JSON value is given, verify_report answers; and it stops when it is told to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from corruption_helpers import at
from eval_helpers import carried_by_error
from hypothesis import given, settings
from hypothesis import strategies as st
from report_helpers import claims_report, draft_report, review_report

from evalcore import Cancelled, Inconsistency, verify_report
from evalcore.reports.inconsistencies import REPORT_CODES

CLEAN = [draft_report, review_report, claims_report]

MARKER = "Zanzibar-Quux"
_NASTY: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    10**5000,
    -(10**5000),
    0.0,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "\ud800",
    MARKER,
    [],
    [None],
    [0.0, float("nan")],
    [1e308, -1e308],
    {},
    {MARKER: MARKER},
    {"": {"": []}},
]
# by index: what is sampled from must have a repr, and so large a number has none
_nasty = st.integers(0, len(_NASTY) - 1).map(lambda index: _NASTY[index])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | _nasty,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


def nodes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list):
        items = enumerate(node)
    for key, value in items:
        yield from nodes(value, (*path, key))


def assert_answers(report: Any) -> tuple[Inconsistency, ...]:
    findings = verify_report(report)
    assert type(findings) is tuple
    for one in findings:
        assert type(one) is Inconsistency
        assert one.code in REPORT_CODES
        assert MARKER not in repr(one) and one.place.isprintable()
    assert len(findings) == len(set(findings))
    return findings


@given(_JSON)
@settings(max_examples=200)
def test_any_value(value: Any) -> None:
    assert assert_answers(value)


@given(_JSON, st.sampled_from(["slices", "rates", "by_claim_class"]), _JSON)
def test_any_value_under_a_main_key(value: Any, key: str, other: Any) -> None:
    assert assert_answers({key: value, "schema_version": other})


@pytest.mark.parametrize("make", CLEAN)
def test_every_node_with_every_nasty_value(make: Any) -> None:
    """All nodes but most slices and assessments, which are alike."""
    report = make()
    few = ("overall", "class:lab", "class:other")
    for path in [path for path in nodes(report) if path]:
        if path[0] == "slices" and len(path) > 1 and path[1] not in few:
            continue
        if path[0] == "assessments" and len(path) > 1 and path[1] > 1:
            continue
        parent = at(report, path[:-1])
        old = parent[path[-1]]
        for value in _NASTY:
            parent[path[-1]] = value
            assert_answers(report)
        parent[path[-1]] = old


@given(st.data())
@settings(max_examples=300)
def test_random_mutations(data: st.DataObject) -> None:
    report = data.draw(st.sampled_from(CLEAN))()
    for _ in range(data.draw(st.integers(1, 4))):
        paths = [path for path in nodes(report) if path]
        path = data.draw(st.sampled_from(paths)) if paths else ()
        if not path:
            break
        parent, key = at(report, path[:-1]), path[-1]
        match data.draw(st.integers(0, 4)):
            case 0:
                del parent[key]
            case 1:
                parent[key] = data.draw(_JSON)
            case 2 if isinstance(parent, dict):
                parent[data.draw(st.text(max_size=6))] = data.draw(_JSON)
            case 3:
                other = data.draw(st.sampled_from(paths))
                parent[key] = (
                    at(report, other[:-1]).get(other[-1])
                    if isinstance(at(report, other[:-1]), dict)
                    else None
                )
                break  # it may hold itself now: go no deeper
            case _ if isinstance(parent, list):
                parent.append(data.draw(_JSON))
    assert_answers(report)


def test_very_deep_values() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for make in CLEAN:
        for key in make():
            report = make()
            report[key] = deep
            assert assert_answers(report)
    while deep:
        deep = deep[0]


class Countdown:
    """A cancel token that is set after some looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_cancel() -> None:
    report = claims_report()
    report["assessments"][0]["state"] = MARKER
    with pytest.raises(Cancelled) as caught:
        verify_report(report, cancel=Countdown(0))
    assert carried_by_error(caught.value, MARKER) == []
    for looks in (1, 20, 45):
        with pytest.raises(Cancelled):
            verify_report(claims_report(), cancel=Countdown(looks))
    assert verify_report(claims_report(), cancel=threading.Event()) == ()
