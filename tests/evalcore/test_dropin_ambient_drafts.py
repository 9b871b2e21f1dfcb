"""evalcore.ambient_drafts: the two records, the two functions and the three words."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import inspect
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import refusal

import evalcore
from evalcore import ambient_drafts
from evalcore.ambient_drafts import (
    NOTICE,
    REVIEW_SCHEMA_VERSION,
    SCHEMA_VERSION,
    AmbientDraft,
    AmbientFact,
    evaluate_ambient_drafts,
    import_ambient_reviews,
)

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
FACT = "fact_id proposition section fact_class speaker experiencer negated required citations"
DRAFT = "blinded_case_id text_digest truth statements"


def sha(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def encounter(number: int) -> AmbientDraft:
    said = AmbientFact(
        sha(f"fact {number}"), sha("takes A"), "plan", "medication", "patient", "patient"
    )
    written = AmbientFact(
        sha(f"statement {number}"),
        sha("takes A"),
        "plan",
        "medication",
        "patient",
        "patient",
        False,
        True,
        (said.fact_id,),
    )
    return AmbientDraft(sha(f"case {number}"), sha(f"text {number}"), (said,), (written,))


def of_file(data: dict[str, Any]) -> tuple[AmbientDraft, ...]:
    """Make the drafts of a vector as callers do, by name."""

    def facts(rows: list[dict[str, Any]]) -> tuple[AmbientFact, ...]:
        return tuple(
            AmbientFact(**{**row, "citations": tuple(row.get("citations", ()))}) for row in rows
        )

    return tuple(
        AmbientDraft(
            blinded_case_id=one["blinded_case_id"],
            text_digest=one["text_digest"],
            truth=facts(one["truth"]),
            statements=facts(one["statements"]),
        )
        for one in data["encounters"]
    )


def test_fields_in_their_order_with_their_defaults() -> None:
    parameters = inspect.signature(AmbientFact).parameters
    assert list(parameters) == FACT.split()
    defaults = {name: one.default for name, one in parameters.items()}
    assert [defaults[name] for name in ("negated", "required", "citations")] == [False, True, ()]
    assert list(inspect.signature(AmbientDraft).parameters) == DRAFT.split()
    assert [field.name for field in dataclasses.fields(AmbientFact)] == FACT.split()
    assert [field.name for field in dataclasses.fields(AmbientDraft)] == DRAFT.split()


def test_words() -> None:
    assert SCHEMA_VERSION == "openmed.ambient_drafts.v1"
    assert REVIEW_SCHEMA_VERSION == "openmed.ambient_draft_reviews.v1"
    assert NOTICE == ("Evaluation only; non-diagnostic. Explicit clinician review is required.")


@pytest.mark.parametrize("name", ["22-statement-order-other-than-class-order", "32-study-11"])
def test_evaluating(name: str) -> None:
    vector = json.loads((VECTORS / "ambient" / f"{name}.json").read_text("utf-8"))
    drafts, size = of_file(vector["drafts"]), vector["minimum_cell_size"]
    for given in (drafts, list(drafts), iter(drafts)):
        report = evaluate_ambient_drafts(given, minimum_cell_size=size)
        assert type(report) is dict
        assert report["schema_version"] == SCHEMA_VERSION
        assert report["notice"] == NOTICE
        assert report["reviewer_confirmation_required"] is True
        for part, cells in vector["report"]["slices"].items():
            for metric, cell in cells.items():
                found = report["slices"][part][metric]
                assert found["numerator"] == cell["numerator"]
                assert found["rate"] == pytest.approx(cell["rate"], abs=1e-12)
    code = refusal(evaluate_ambient_drafts, drafts, minimum_cell_size=1)
    assert code == "invalid_minimum_cell_size"
    with pytest.raises(TypeError):
        evaluate_ambient_drafts(drafts, 5)  # type: ignore[misc]


def test_the_default_minimum_is_five() -> None:
    four, five = ([encounter(n) for n in range(count)] for count in (4, 5))
    assert evaluate_ambient_drafts(four)["slices"]["overall"]["omission"]["suppressed"] is True
    shown = evaluate_ambient_drafts(five)["slices"]["overall"]["omission"]
    assert (shown["numerator"], shown["denominator"], shown["suppressed"]) == (0, 5, False)


def test_importing_reviews() -> None:
    drafts = tuple(encounter(number) for number in range(6))
    rows = [
        {
            "blinded_case_id": draft.blinded_case_id,
            "draft_revision": draft.revision,
            "reviewer_id": sha(f"reviewer {reviewer}"),
            "decision": "accept",
            "reason": None,
            "adjudicated": False,
        }
        for draft in drafts
        for reviewer in (1, 2)
    ]
    payload = {"schema_version": REVIEW_SCHEMA_VERSION, "rows": rows}
    report = import_ambient_reviews(payload, drafts)
    assert report == import_ambient_reviews(payload, drafts, minimum_cell_size=5)
    assert report["rates"]["agreement"]["rate"] == 1.0
    assert report["schema_version"] == REVIEW_SCHEMA_VERSION
    changed = (dataclasses.replace(drafts[0], text_digest=sha("new")), *drafts[1:])
    assert refusal(import_ambient_reviews, payload, changed) == "stale_or_unknown_review"


def test_replace_copy_and_pickle_keep_what_they_are() -> None:
    made = encounter(1)
    for same in (
        encounter(1),
        dataclasses.replace(made),
        copy.copy(made),
        copy.deepcopy(made),
        pickle.loads(pickle.dumps(made)),
    ):
        assert same == made
        assert hash(same) == hash(made)
        assert same.revision == made.revision
    assert len({made, encounter(1), encounter(2)}) == 2
    fact = made.statements[0]
    for again in (AmbientFact(**dataclasses.asdict(fact)), copy.deepcopy(fact)):
        assert again == fact
        assert hash(again) == hash(fact)
    assert dataclasses.replace(fact, negated=True).negated is True
    code = refusal(dataclasses.replace, fact, section="Mrs-Marker-1931")
    assert code == "invalid_controlled_code"
    frozen: Any = fact
    with pytest.raises(dataclasses.FrozenInstanceError):
        frozen.negated = True
    for record in (made, fact):
        assert made.blinded_case_id not in repr(record)
        assert fact.fact_id not in repr(record)


def test_they_are_those_of_evalcore() -> None:
    for name in (
        "AmbientDraft",
        "AmbientFact",
        "evaluate_ambient_drafts",
        "import_ambient_reviews",
    ):
        assert getattr(ambient_drafts, name) is getattr(evalcore, name)
    assert all(hasattr(ambient_drafts, name) for name in ambient_drafts.__all__)
