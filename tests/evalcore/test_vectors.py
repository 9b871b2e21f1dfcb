"""The vectors of the project: right outputs, through objects and through files."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import oracle
import pytest
from eval_helpers import (
    CHECKOUT,
    TESTS,
    as_drafts,
    assert_same_report,
    carried_by_error,
    refusal,
    write_json,
)

import evalcore
from evalcore import EvaluationError

SHARED = CHECKOUT.parent / "shared"
VECTORS = TESTS / "vectors"
# Of all that was handed over with the contract. It changes with the contract alone.
DIGEST = "889c9162423db4c77aed42d1cb31b4d6a0f20d803521a3175c5d6cf51948e1ec"
AMBIENT = sorted(VECTORS.glob("ambient/*.json"))
REVIEWS = sorted(VECTORS.glob("reviews/*.json"))


def named(paths: list[Path]) -> Any:
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def load(path: Path) -> dict[str, Any]:
    loaded = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def test_all_vectors_are_there() -> None:
    assert (len(AMBIENT), len(REVIEWS)) == (36, 36)


def test_what_was_handed_over_is_as_it_was() -> None:
    assert digest(VECTORS, TESTS / "make_study.py") == DIGEST
    if SHARED.is_dir():  # where it is beside the checkout, both are the same
        assert digest(SHARED / "vectors", SHARED / "tools" / "make_study.py") == DIGEST


def digest(folder: Path, program: Path) -> str:
    named = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.json")}
    files = [*sorted(named.items()), ("make_study.py", program)]
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()} {name}" for name, path in files]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@named(AMBIENT)
def test_ambient(path: Path, tmp_path: Path) -> None:
    vector = load(path)
    minimum = vector["minimum_cell_size"]
    drafts = as_drafts(vector["drafts"]["encounters"])
    from_objects = evalcore.evaluate_ambient_drafts(drafts, minimum_cell_size=minimum)
    assert_same_report(from_objects, vector["report"])

    file = write_json(tmp_path / "drafts.json", vector["drafts"])
    read = list(evalcore.read_drafts(file))
    assert [draft.revision for draft in read] == [draft.revision for draft in drafts]
    assert_same_report(
        evalcore.evaluate_ambient_drafts(read, minimum_cell_size=minimum), vector["report"]
    )


def import_objects(vector: dict[str, Any]) -> dict[str, Any]:
    drafts = as_drafts(vector["drafts"]["encounters"])
    return evalcore.import_ambient_reviews(
        vector["returns"], drafts, minimum_cell_size=vector["minimum_cell_size"]
    )


def import_files(vector: dict[str, Any], folder: Path) -> dict[str, Any]:
    drafts = write_json(folder / "drafts.json", vector["drafts"])
    returned = write_json(folder / "return.json", vector["returns"])
    tally = evalcore.DraftTally()
    for draft in evalcore.read_drafts(drafts):
        tally.add(draft)
    payload = evalcore.read_review_return(returned)
    return evalcore.import_ambient_reviews(
        payload, tally.revisions, minimum_cell_size=vector["minimum_cell_size"]
    )


@named([path for path in REVIEWS if "error" not in load(path)])
def test_reviews(path: Path, tmp_path: Path) -> None:
    vector = load(path)
    assert_same_report(import_objects(vector), vector["report"])
    assert_same_report(import_files(vector, tmp_path), vector["report"])


# What the name of a vector says; where the table leaves a choice, all of it.
CODE_OF = {
    "08-unknown-case": {"stale_or_unknown_review", "incomplete_review_import"},
    "09-stale-revision": {"stale_or_unknown_review"},
    "10-duplicate-reviewer": {"duplicate_reviewer", "too_few_reviewers"},
    "11-missing-case": {"incomplete_review_import"},
    "12-one-reviewer-only": {"too_few_reviewers"},
    "13-no-rows": {"incomplete_review_import"},
    "14-disagree-without-reason": {"inconsistent_reason"},
    "15-disagree-mixed-reasons": {"inconsistent_reason"},
    "16-disagree-mixed-adjudicated": {"inconsistent_adjudication"},
    "17-agreed-with-reason": {"agreed_case_with_reason"},
    "18-agreed-adjudicated": {"agreed_case_with_reason"},
    "19-reason-free-text": {"invalid_controlled_code"},
    "20-decision-other": {"invalid_controlled_code"},
    "21-adjudicated-string": {"invalid_review_status"},
    "22-adjudicated-number": {"invalid_review_status"},
    "23-extra-field-reviewer-name": {"unblinded_or_invalid_review"},
    "24-extra-field-comment": {"unblinded_or_invalid_review"},
    "25-missing-field": {"unblinded_or_invalid_review"},
    "26-plain-reviewer": {"invalid_opaque_identifier"},
    "27-upper-case-alias": {"invalid_opaque_identifier"},
    "28-alias-with-newline": {"invalid_opaque_identifier"},
    "29-schema-other": {"invalid_review_schema"},
    "30-schema-extra-key": {"invalid_review_schema"},
    "31-rows-mapping": {"invalid_review_schema"},
    "32-row-list": {"unblinded_or_invalid_review"},
    "33-draft-changed-since": {"stale_or_unknown_review"},
}
# The reader of a file may also say what a file is, or which key is wrong.
FILE_CODES = {"unknown_file_kind", "wrong_file_kind", "unknown_field", "missing_field"}


# Controlled words; a short text cannot be told from one.
WORDS = {*oracle.REASONS, *oracle.ROW_KEYS, "openmed.ambient_draft_reviews.v1"}


def strings(value: Any) -> set[str]:
    """All texts of a value that could identify somebody: not the codes' own words."""
    if isinstance(value, dict):
        return set(value).union(*map(strings, value.values()))
    if isinstance(value, list):
        return set().union(*map(strings, value))
    return {value} if isinstance(value, str) else set()


@named([path for path in REVIEWS if "error" in load(path)])
def test_refused_reviews(path: Path, tmp_path: Path) -> None:
    vector = load(path)
    expected = CODE_OF[path.stem]
    assert refusal(import_objects, vector) in expected
    assert refusal(import_files, vector, tmp_path) in expected | FILE_CODES

    for call, arguments in ((import_objects, [vector]), (import_files, [vector, tmp_path])):
        with pytest.raises(EvaluationError) as caught:
            call(*arguments)
        for text in strings(vector["returns"]):
            if len(text) >= 16 and text not in WORDS:
                assert not carried_by_error(caught.value, text)
