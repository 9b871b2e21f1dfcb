"""Elements taken many at a time are those that are taken one by one, and so are their faults."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import EvaluationError
from evalcore.io import json_reader
from evalcore.io.json_batches import BatchReader
from evalcore.io.json_reader import JsonReader

ROW = '{"a": "x", "b": null, "c": true}'
ODD = [
    "",
    "1",
    '"}"',
    "[1]",
    "{}",
    "[[{}]]",
    '{"a": 1, "a": 2}',
    '{"a": 1, "\\u0061": 2}',
    '{"a": 1, "a": {}}',
    '"x", {"a": 1, "a": 2}',
    '{"a": [1, 2]}',
    '{"a": {"b": {"c": {}}}}',
    '{"a": "}, {"}',
    '{"a": ":"}',
    '{"a:": 1}',
    '{"a": "\\u003a"}',
    '{"a": "["}',
    '{"a": "[", "a": 1}',
    '{"a": "é“😀"}',
    '{"a": NaN}',
    '{"a": -Infinity}',
    '{"a": 1e999}',
    '{"a": 1.5, "b": 0, "c": -0.0}',
    f'{{"a": {"1" * 4301}}}',
    f'{{"a": -{"1" * 4300}}}',
    f'{{"a": 1.{"0" * 4300}}}',
    f'{{"a": {"[" * 63}{"]" * 63}}}',
    f'{{"a": {"[" * 61}{"]" * 61}}}',
    '{"a": ' * 70 + "{}" + "}" * 70,
    '{"a": "broken',
    '{"a": 1,}',
    '{"a" 1}',
    "{a: 1}",
    "}",
    "{",
    "]",
    "] }",
    ",",
    '{"a": 1} {"b": 2}',
]
ENDS = ["]}", "] , ]}", ",]}", "]", "", "]} x", '], "b": {"c": [1, {"d": 2}]}}', ']}\n"}"']


def read(text: str, reader_of: type[JsonReader]) -> tuple[list[Any], object]:
    """Return the elements of the list in an object, and the other values or the fault."""
    data = text.encode()
    reader = reader_of(io.BytesIO(data), len(data))
    found: list[Any] = []
    others: list[Any] = []
    try:
        for key in reader.members():
            if key != "rows":
                others.append(reader.value())
            elif isinstance(reader, BatchReader):
                for batch in reader.batches():
                    assert batch
                    found += batch
            else:
                found += reader.elements()
        reader.finish()
    except EvaluationError as error:
        return found, (error.code, error.place)
    return found, others


def same(text: str) -> None:
    batches, elements = read(text, BatchReader), read(text, JsonReader)
    assert repr(batches) == repr(elements)  # 1, 1.0 and true are equal


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("odd", ODD)
def test_odd_elements_and_ends(odd: str, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for chunk in (64, 1 << 18):
        monkeypatch.setattr(json_reader, "CHUNK", chunk)
        for parts in ([odd], [ROW, odd], [odd, ROW], [ROW, odd, ROW], [ROW] * 40 + [odd, ROW]):
            same(f'{{"rows": [{", ".join(parts)}{end}')


@given(
    st.lists(
        st.dictionaries(
            st.text(max_size=3),
            st.one_of(
                st.none(),
                st.booleans(),
                st.integers(),
                st.floats(allow_nan=False, allow_infinity=False),
                st.text('ab:{}[]",\\é', max_size=9),
                st.lists(st.text(":[}", max_size=2), max_size=2),
            ),
            max_size=4,
        ),
        max_size=30,
    ),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.integers(8, 200),
)
def test_any_list_in_any_layout(
    rows: list[Any], indent: int | None, escaped: bool, chunk: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_reader, "CHUNK", chunk)
        text = json.dumps({"a": 1, "rows": rows}, indent=indent, ensure_ascii=escaped)
        assert read(text, BatchReader)[0] == rows
        same(text)


def test_after_an_odd_element_batches_are_taken_again() -> None:
    rows = [{"a": "x"}] * 5000
    rows[10] = {"a": ["odd"]}
    text = json.dumps({"rows": rows})
    reader = BatchReader(io.BytesIO(text.encode()), len(text))
    next(reader.members())
    sizes = [len(batch) for batch in reader.batches()]
    assert sum(sizes) == 5000 and max(sizes) > 2000
