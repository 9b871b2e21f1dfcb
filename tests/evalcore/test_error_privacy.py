"""Nothing of an input stays in an error: not in its text, its causes, nor in any frame's locals."""

from __future__ import annotations

import copy
import json
import logging
import pickle
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import (
    as_draft,
    as_fact,
    carried_by_error,
    encounter_row,
    fact_row,
    hexid,
    payload_of,
    review_row,
)

from evalcore import (
    AmbientDraft,
    AmbientFact,
    DraftTally,
    EvaluationError,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    read_drafts,
    read_review_return,
    wilson_interval,
)

# Two planted texts: one in the place that is wrong, one in what stands beside it.
MARKER = "Mrs-Marker-1931"
BESIDE = hexid("beside")


def raised(call: Callable[[], object]) -> EvaluationError:
    with pytest.raises(EvaluationError) as caught:
        call()
    return caught.value


def assert_holds_nothing(error: EvaluationError) -> None:
    for marker in (MARKER, BESIDE):
        assert not carried_by_error(error, marker)
        lines = traceback.format_exception(error)
        assert not [line for line in lines[-1:] if marker in line]
    assert error.__cause__ is None
    assert error.__context__ is None
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, str(again)) == (type(error), error.code, error.code)


FACT_FIELDS = ["fact_id", "proposition", "section", "fact_class", "speaker", "experiencer"]
FACT_FIELDS += ["negated", "required", "citations"]


@pytest.mark.parametrize("field", FACT_FIELDS)
@pytest.mark.parametrize("value", [MARKER, [MARKER], (BESIDE, MARKER), {MARKER: MARKER}])
def test_facts(field: str, value: Any) -> None:
    other = "fact_id" if field == "proposition" else "proposition"
    row = {**fact_row(), other: BESIDE, field: value}
    assert_holds_nothing(raised(lambda: AmbientFact(**row)))


@pytest.mark.parametrize(
    "change",
    [
        {"blinded_case_id": MARKER},
        {"text_digest": MARKER},
        {"truth": [MARKER]},
        {"truth": (MARKER,)},
        {"truth": ()},
        {"statements": MARKER},
        {"statements": (as_fact(fact_row(fact_id=BESIDE)),) * 2},
        {"statements": (as_fact(fact_row(fact_id=BESIDE, required=False)),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_drafts(change: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"blinded_case_id": BESIDE, "text_digest": BESIDE}
    fields |= {"truth": (as_fact(fact_row(proposition=BESIDE)),), "statements": ()}
    assert_holds_nothing(raised(lambda: AmbientDraft(**{**fields, **change})))


def test_evaluations() -> None:
    draft = as_draft(encounter_row(blinded_case_id=BESIDE))
    assert_holds_nothing(raised(lambda: evaluate_ambient_drafts([draft, draft])))
    wrong: Any = MARKER
    assert_holds_nothing(raised(lambda: evaluate_ambient_drafts([draft, wrong])))
    assert_holds_nothing(raised(lambda: evaluate_ambient_drafts([draft], minimum_cell_size=wrong)))
    tally = DraftTally()
    tally.add(draft)
    assert_holds_nothing(raised(lambda: tally.add(wrong)))
    assert_holds_nothing(raised(lambda: tally.add(draft)))
    assert_holds_nothing(raised(lambda: tally.report(wrong)))
    assert_holds_nothing(raised(lambda: wilson_interval(wrong, 5)))


ROW = encounter_row(blinded_case_id=BESIDE)
DRAFT = as_draft(ROW)
GOOD = payload_of([review_row(ROW, DRAFT.revision, who) for who in "ab"])


def changed(**changes: Any) -> dict[str, Any]:
    payload = copy.deepcopy(GOOD)
    payload["rows"][1].update(changes)
    return payload


PAYLOADS: dict[str, Any] = {
    "not a mapping": [MARKER],
    "schema": {**GOOD, "schema_version": MARKER},
    "another key": {**GOOD, MARKER: MARKER},
    "rows": {**GOOD, "rows": MARKER},
    "row": {**GOOD, "rows": [*GOOD["rows"], MARKER]},
    "key of a row": changed(**{MARKER: MARKER}),
    "alias": changed(blinded_case_id=MARKER),
    "unknown": changed(blinded_case_id=hexid("nobody")),
    "revision": changed(draft_revision=MARKER),
    "stale": changed(draft_revision=hexid("old")),
    "reviewer": changed(reviewer_id=MARKER),
    "same reviewer": changed(reviewer_id=GOOD["rows"][0]["reviewer_id"]),
    "decision": changed(decision=MARKER),
    "other decision": changed(decision="revise"),
    "reason": changed(reason=MARKER),
    "adjudicated": changed(adjudicated=MARKER),
    "no rows": {**GOOD, "rows": []},
}


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS.keys())
def test_imports(payload: Any) -> None:
    assert_holds_nothing(raised(lambda: import_ambient_reviews(payload, [DRAFT])))
    tally = DraftTally()
    tally.add(DRAFT)
    assert_holds_nothing(raised(lambda: import_ambient_reviews(payload, tally.revisions)))


def test_current_drafts() -> None:
    for current in ([MARKER], [DRAFT, DRAFT], [DRAFT, {MARKER: BESIDE}]):
        given: Any = current
        assert_holds_nothing(raised(lambda given=given: import_ambient_reviews(GOOD, given)))


def encounter(**changes: Any) -> dict[str, Any]:
    return {"encounters": [encounter_row(1, text_digest=BESIDE), {**ROW, **changes}]}


DRAFT_FILES: dict[str, Any] = {
    "another kind": {MARKER: BESIDE},
    "schema": {"schema_version": MARKER, "encounters": [ROW]},
    "synthetic": {"synthetic": MARKER, "encounters": [ROW]},
    "another key": {MARKER: 1, "encounters": [ROW]},
    "encounters": {"encounters": MARKER},
    "encounter": {"encounters": [ROW, MARKER]},
    "key of an encounter": encounter(**{MARKER: BESIDE}),
    "alias": encounter(blinded_case_id=MARKER),
    "text": encounter(draft_text=MARKER),
    "truth": encounter(truth=MARKER),
    "fact": encounter(truth=[fact_row(), MARKER]),
    "key of a fact": encounter(truth=[fact_row(proposition=BESIDE, **{MARKER: 1})]),
    "word": encounter(statements=[fact_row(section=MARKER)]),
    "citations": encounter(statements=[fact_row(citations=[BESIDE, MARKER])]),
    "twice": {"encounters": [ROW, ROW]},
}
TEXTS = {
    "cut off": json.dumps(encounter())[:-30] + MARKER,
    "a key twice": json.dumps(encounter()).replace('"truth"', f'"{MARKER}":1,"{MARKER}":2,"truth"'),
    "a number": json.dumps(encounter(case=MARKER)).replace(f'"{MARKER}"', f'["{MARKER}", NaN]'),
    "text after": json.dumps(encounter()) + f'"{MARKER}"',
    "no JSON": f"{MARKER} {BESIDE}",
    "a character": json.dumps({"encounters": [ROW]}) + "\udcff" + MARKER,
}
FILES = {**{name: json.dumps(value) for name, value in DRAFT_FILES.items()}, **TEXTS}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES.keys())
def test_draft_files(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    folder = tmp_path / MARKER
    folder.mkdir()
    path = folder / "drafts.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert_holds_nothing(raised(lambda: list(read_drafts(path))))
    drafts = read_drafts(path)
    assert_holds_nothing(raised(lambda: evaluate_ambient_drafts(drafts)))
    assert_holds_nothing(raised(lambda: read_review_return(path)))
    assert not caplog.records
    missing = folder / "missing.json"
    assert_holds_nothing(raised(lambda: list(read_drafts(missing))))
    assert_holds_nothing(raised(lambda: list(read_drafts(folder))))
    assert_holds_nothing(raised(lambda: read_review_return(folder)))


@pytest.mark.parametrize("name", ["not a mapping", "schema", "another key", "rows", "key of a row"])
def test_return_files(name: str, tmp_path: Path) -> None:
    path = tmp_path / "return.json"
    path.write_text(json.dumps(PAYLOADS[name]), encoding="utf-8")

    def both() -> None:
        import_ambient_reviews(read_review_return(path), [DRAFT])

    assert_holds_nothing(raised(both))
