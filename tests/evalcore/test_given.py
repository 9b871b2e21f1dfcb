"""What a caller's own iterable or mapping raises may hold what it read: a code comes instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import as_draft, carried_by_error, encounter_row, hexid, payload_of, review_row

from evalcore import (
    DraftTally,
    EvaluationError,
    check_payloads,
    check_returns,
    evaluate_ambient_drafts,
    import_ambient_reviews,
    read_claims,
    read_drafts,
    score_summary_claims,
    tally_reviews,
)
from evalcore.claims.reader import join_claims
from evalcore.disclosure.check import check_disclosure

MARKER = "Mrs-Marker-1931"
ROW = encounter_row()
DRAFT = as_draft(ROW)
PAYLOAD = payload_of([review_row(ROW, DRAFT.revision, who) for who in "ab"])
CLAIM = {"claim_class": "lab", "evidence_ids": []}

Call = Callable[[Any], object]
TAKERS: dict[str, tuple[Call, Any, str]] = {
    "evaluate": (evaluate_ambient_drafts, DRAFT, "invalid_draft_record"),
    "add_all": (lambda given: DraftTally().add_all(given), DRAFT, "invalid_draft_record"),
    "import": (
        lambda given: import_ambient_reviews(PAYLOAD, given),
        DRAFT,
        "invalid_current_drafts",
    ),
    "tally": (lambda given: tally_reviews(PAYLOAD, given), DRAFT, "invalid_current_drafts"),
    "check returns": (lambda given: check_returns(given, []), DRAFT, "invalid_current_drafts"),
    "return paths": (lambda given: check_returns([DRAFT], given), "none.json", "unreadable_file"),
    "check payloads": (lambda given: check_payloads(given, []), DRAFT, "invalid_current_drafts"),
    "payloads": (lambda given: check_payloads([DRAFT], given), PAYLOAD, "invalid_review_schema"),
    "claims": (score_summary_claims, CLAIM, "invalid_claim_collection"),
    "evidence": (
        lambda given: score_summary_claims([CLAIM], given),
        {"evidence_id": "e"},
        "invalid_evidence_collection",
    ),
    "citations": (
        lambda given: score_summary_claims([{**CLAIM, "evidence_ids": given}]),
        "e",
        "invalid_claim_citations",
    ),
    "claims paths": (read_claims, None, "unreadable_file"),
    "claims parts": (join_claims, None, "invalid_claims_schema"),
    "reports": (check_disclosure, None, "report_inconsistent"),
    "earlier": (lambda given: check_disclosure([], earlier=given), None, "report_inconsistent"),
}


class Loud:
    """An iterable that raises at one of the places where it can, after some items."""

    def __init__(self, items: list[Any], fault: BaseException, *, at_once: bool = False) -> None:
        self._items, self._fault, self._at_once = items, fault, at_once

    def __iter__(self) -> Iterator[Any]:
        if self._at_once:
            raise self._fault
        return self._all()

    def _all(self) -> Iterator[Any]:
        yield from self._items
        raise self._fault


class LoudKey(Exception):
    """A fault whose text has a value of the input, as a KeyError has."""

    def __init__(self) -> None:
        super().__init__(f"no {MARKER}")


FAULTS = [ValueError(MARKER), KeyError(MARKER), OSError(2, MARKER, MARKER), LoudKey()]
FAULTS += [TypeError(MARKER), RecursionError(MARKER), StopAsyncIteration(MARKER)]


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("at_once", [False, True])
def test_its_own_exception(name: str, fault: Exception, at_once: bool) -> None:
    call, item, code = TAKERS[name]
    items = [] if item is None else [item]
    with pytest.raises(EvaluationError) as caught:
        call(Loud(items, fault, at_once=at_once))
    error = caught.value
    assert (str(error), error.code) == (code, code)
    assert (error.__cause__, error.__context__) == (None, None)
    assert not carried_by_error(error, MARKER)


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, MemoryError])
def test_what_is_no_fault_of_the_input_passes(name: str, kind: type[BaseException]) -> None:
    call, item, _ = TAKERS[name]
    with pytest.raises(kind):
        call(Loud([] if item is None else [item], kind()))


@pytest.mark.parametrize("name", TAKERS)
@pytest.mark.parametrize("given", [5, None, object()], ids=lambda given: type(given).__name__)
def test_what_is_no_collection(name: str, given: Any) -> None:
    if (name, given) == ("citations", None):  # null is absent
        return
    call, _, code = TAKERS[name]
    if name == "citations" and given == 5:  # one number is a list of one
        assert call(given)
        return
    with pytest.raises(EvaluationError) as caught:
        call(given)
    assert str(caught.value) == code


def test_the_place_is_that_of_the_item_that_did_not_come() -> None:
    second = as_draft(encounter_row(blinded_case_id=hexid("second")))
    for call in (
        evaluate_ambient_drafts,
        lambda given: import_ambient_reviews(PAYLOAD, given),
        lambda given: check_payloads(given, []),
    ):
        with pytest.raises(EvaluationError) as caught:
            call(Loud([DRAFT, second], ValueError(MARKER)))
        assert str(caught.value.place) == "encounter 3"


def test_a_fault_of_a_file_that_is_read_meanwhile_keeps_code_and_place(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    path.write_text('{"encounters": [{}]}', "utf-8")
    for call in (
        lambda: evaluate_ambient_drafts(draft for draft in read_drafts(path)),
        lambda: import_ambient_reviews(PAYLOAD, (draft for draft in read_drafts(path))),
    ):
        with pytest.raises(EvaluationError) as caught:
            call()
        assert (caught.value.code, str(caught.value.place)[:11]) == ("missing_field", "encounter 1")


class LoudMapping(dict[str, Any]):
    """A mapping of the caller's own whose errors tell what it holds."""

    def keys(self) -> Any:
        raise KeyError(MARKER)

    def __iter__(self) -> Any:
        raise KeyError(MARKER)


def test_mappings() -> None:
    loud: Any = LoudMapping(PAYLOAD)
    rows: Any = {**PAYLOAD, "rows": [LoudMapping(PAYLOAD["rows"][0])]}
    for payload, code in ((loud, "invalid_review_schema"), (rows, "unblinded_or_invalid_review")):
        for call in (import_ambient_reviews, tally_reviews):
            with pytest.raises(EvaluationError) as caught:
                call(payload, [DRAFT])
            assert str(caught.value) == code
            assert not carried_by_error(caught.value, MARKER)
        result = check_payloads([DRAFT], [payload])
        assert not result.ready
        assert MARKER not in str(result.to_dict())
