"""Small things that the tests of the evaluator share: building, comparing, searching."""

from __future__ import annotations

import gc
import hashlib
import importlib.util
import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

import evalcore
from evalcore import AmbientDraft, AmbientFact, EvaluationError
from evalcore.service.codec import dumps

Row = dict[str, Any]

TESTS = Path(__file__).resolve().parents[1]
CHECKOUT = TESTS.parent
REVIEWS_SCHEMA = "openmed.ambient_draft_reviews.v1"

# The codes of sections 1 and 4 that the evaluator may name.
CODES = frozenset(
    [
        "unreadable_file",
        "not_a_regular_file",
        "empty_file",
        "invalid_encoding",
        "invalid_json",
        "duplicate_key",
        "invalid_number",
        "too_deep",
        "unknown_file_kind",
        "wrong_file_kind",
        "missing_field",
        "unknown_field",
        "invalid_drafts_schema",
        "invalid_claims_schema",
        "invalid_opaque_identifier",
        "invalid_controlled_code",
        "invalid_boolean",
        "invalid_citations",
        "duplicate_citation",
        "invalid_fact_collection",
        "invalid_fact_record",
        "duplicate_fact_identifier",
        "invalid_encounter_truth",
        "invalid_draft_statement",
        "invalid_draft_record",
        "duplicate_encounter",
        "empty_encounter_collection",
        "invalid_review_schema",
        "unblinded_or_invalid_review",
        "invalid_review_status",
        "stale_or_unknown_review",
        "incomplete_review_import",
        "invalid_current_drafts",
        "duplicate_reviewer",
        "too_few_reviewers",
        "inconsistent_adjudication",
        "agreed_case_with_reason",
        "inconsistent_reason",
        "invalid_minimum_cell_size",
        "text_digest_mismatch",
    ]
)


def hexid(name: object) -> str:
    return hashlib.sha256(str(name).encode()).hexdigest()


def fact_row(name: object = 1, **changes: Any) -> Row:
    row = {
        "fact_id": hexid(f"fact {name}"),
        "proposition": hexid(f"proposition {name}"),
        "section": "assessment",
        "fact_class": "medication",
        "speaker": "caregiver",
        "experiencer": "clinician",
    }
    return {**row, **changes}


def cites(truth: Row, name: object, **changes: Any) -> Row:
    """A statement that repeats a truth fact and cites it."""
    new = {"fact_id": hexid(f"statement {name}"), "citations": [truth["fact_id"]]}
    return {**truth, "required": True, **new, **changes}


def encounter_row(name: object = 1, **changes: Any) -> Row:
    truth = fact_row(name)
    row = {
        "blinded_case_id": hexid(f"case {name}"),
        "text_digest": hexid(f"text {name}"),
        "truth": [truth],
        "statements": [cites(truth, name)],
    }
    return {**row, **changes}


def as_fact(row: Row) -> AmbientFact:
    fields = dict(row)
    if "citations" in fields:
        fields["citations"] = tuple(fields["citations"])
    return AmbientFact(**fields)


def as_draft(row: Row) -> AmbientDraft:
    return AmbientDraft(
        row["blinded_case_id"],
        row["text_digest"],
        tuple(as_fact(fact) for fact in row["truth"]),
        tuple(as_fact(fact) for fact in row["statements"]),
    )


def as_drafts(rows: list[Row]) -> list[AmbientDraft]:
    return [as_draft(row) for row in rows]


def review_row(encounter: Row, revision: str, reviewer: object, **changes: Any) -> Row:
    row = {
        "blinded_case_id": encounter["blinded_case_id"],
        "draft_revision": revision,
        "reviewer_id": hexid(f"reviewer {reviewer}"),
        "decision": "accept",
        "reason": None,
        "adjudicated": False,
    }
    return {**row, **changes}


def payload_of(rows: list[Row]) -> Row:
    return {"schema_version": REVIEWS_SCHEMA, "rows": rows}


def write_json(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def make_study() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("make_study", TESTS / "make_study.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refusal(call: Any, *args: Any, **keywords: Any) -> str:
    """The code of the EvaluationError that the call must raise, checked to hold that alone."""
    with pytest.raises(ValueError) as caught:
        call(*args, **keywords)
    error = caught.value
    assert isinstance(error, EvaluationError)
    assert str(error) == error.code
    assert error.args == (error.code,)
    assert error.code in CODES
    return error.code


def assert_same_report(got: Any, right: Any, where: str = "report") -> None:
    """Counts, flags and nulls exact and of the same type; rates and intervals to 1e-12."""
    assert type(got) is type(right), where
    if isinstance(right, dict):
        assert set(got) == set(right), where
        for key in right:
            assert_same_report(got[key], right[key], f"{where} {key}")
    elif isinstance(right, list):
        assert len(got) == len(right), where
        for number, (one, other) in enumerate(zip(got, right, strict=True)):
            assert_same_report(one, other, f"{where} {number}")
    elif isinstance(right, float):
        assert abs(got - right) <= 1e-12, where
    else:
        assert got == right, where


def of_evalcore(frame: types.FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("evalcore")


def carries(thing: object, marker: str, seen: set[int] | None = None) -> bool:
    """Whether marker can be reached from thing: containers, objects, generators' locals."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, types.ModuleType | type):
        return False
    seen.add(id(thing))
    if isinstance(thing, str):
        return marker in thing
    if isinstance(thing, bytes | bytearray):
        return marker.encode() in thing
    if isinstance(thing, types.FunctionType | types.BuiltinFunctionType):
        return carries(getattr(thing, "__closure__", None), marker, seen)
    if isinstance(thing, types.GeneratorType):
        return carries(thing.gi_frame, marker, seen)
    if isinstance(thing, types.FrameType):
        # A test's own frames hold the marker, of course.
        return of_evalcore(thing) and carries(thing.f_locals, marker, seen)
    if isinstance(thing, dict):
        # The collector does not visit keys that are strings.
        return any(carries(part, marker, seen) for item in thing.items() for part in item)
    return any(carries(part, marker, seen) for part in gc.get_referents(thing))


def carried_by_error(error: BaseException, marker: str) -> list[str]:
    """The places of an exception that hold marker: texts, causes, locals of evalcore's frames."""
    found: list[str] = []
    chain: list[BaseException | None] = [error]
    seen: set[int] = set()
    while chain:
        one = chain.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        chain += [one.__cause__, one.__context__]
        texts = [repr(one), str(one), *getattr(one, "__notes__", [])]
        if any(marker in text for text in texts) or carries(one.args, marker):
            found.append(f"text of {type(one).__name__}")
        if carries(getattr(one, "place", None), marker):
            found.append("place")
        trace = one.__traceback__
        while trace is not None:
            frame = trace.tb_frame
            trace = trace.tb_next
            if not of_evalcore(frame):
                continue
            for name, value in frame.f_locals.items():
                if carries(value, marker):
                    found.append(f"local {name} of {frame.f_code.co_name}")
    return found


assert Path(evalcore.__file__).resolve().is_relative_to(CHECKOUT), "another evalcore is tested"
assert sys.version_info >= (3, 11)


def plain(message: object) -> Any:
    """A message of the evaluator's protocol as JSON types."""
    return json.loads(dumps(message))
