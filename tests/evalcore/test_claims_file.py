"""Claims files: one or two, the keys they may have, and where a fault is."""

from __future__ import annotations

import json
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import make_study, write_json

from evalcore import claims_vocabulary
from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.reader import join_claims, read_claims, read_claims_part
from evalcore.errors import Cancelled, EvaluationError
from evalcore.summary_unsupported_claims import score_summary_claims

CLAIM = {"claim_class": "lab", "citations": "e1"}
ROW = {"evidence_id": "e1", "relation": "supports"}


def fault(call: Any, *args: Any, **keywords: Any) -> tuple[str, str]:
    with pytest.raises(EvaluationError) as caught:
        call(*args, **keywords)
    return caught.value.code, str(caught.value.place or "")


def test_one_file_or_two(tmp_path: Path) -> None:
    both = write_json(tmp_path / "both.json", {"claims": [CLAIM], "evidence": [ROW]})
    claims = write_json(tmp_path / "claims.json", {"schema_version": 1, "claims": [CLAIM]})
    rows = write_json(tmp_path / "rows.json", {"approved_evidence": [ROW], "schema_version": 1})
    for paths in ([both], [claims, rows], [rows, claims], both):
        read = read_claims(paths)  # type: ignore[arg-type]
        assert read.claims == (SummaryClaim("claim-1", "lab", None, ("e1",)),)
        assert read.evidence == (ApprovedEvidence("e1", "supports", True),)
        assert repr(read) == "ClaimsInput(...)"
    assert read_claims_part(claims).evidence is None
    assert repr(read_claims_part(rows)) == "ClaimsPart(...)"

    assert fault(read_claims, [claims]) == ("missing_field", "field evidence")
    assert fault(read_claims, [rows]) == ("missing_field", "field claims")
    assert fault(read_claims, []) == ("missing_field", "field claims")
    assert fault(read_claims, [claims, claims]) == ("invalid_claims_schema", "field claims")
    assert fault(read_claims, [both, rows]) == ("invalid_claims_schema", "field evidence")
    assert fault(join_claims, []) == ("missing_field", "field claims")


NONE: dict[str, Any] = {"claims": [], "evidence": []}


@pytest.mark.parametrize(
    "content, field",
    [
        ({**NONE, "approved_evidence": []}, "approved_evidence"),
        ({**NONE, "claims": {}}, "claims"),
        ({**NONE, "claims": None}, "claims"),
        ({**NONE, "evidence": "e"}, "evidence"),
        ({**NONE, "schema_version": 2}, "schema_version"),
        ({**NONE, "schema_version": True}, "schema_version"),
        ({**NONE, "schema_version": 1.0}, "schema_version"),
        ({**NONE, "schema_version": "1"}, "schema_version"),
        ({**NONE, "schema_version": None}, "schema_version"),
    ],
)
def test_faults_of_the_schema(content: Any, field: str, tmp_path: Path) -> None:
    path = write_json(tmp_path / "claims.json", content)
    assert fault(read_claims, [path]) == ("invalid_claims_schema", f"field {field}")


@pytest.mark.parametrize(
    "content, code, place",
    [
        ({"claims": [], "note": 1}, "unknown_field", "field number 2"),
        ({"claims": [CLAIM, 5]}, "invalid_claim_record", "claims row 2"),
        ({"claims": [CLAIM, {}]}, "missing_claim_class", "claims row 2, field claim_class"),
        (
            {"evidence": [{"id": 1.5}]},
            "invalid_evidence_identifier",
            "evidence row 1, field evidence_id",
        ),
        ({"encounters": []}, "wrong_file_kind", ""),
        ({"rows": []}, "wrong_file_kind", ""),
        ({"other": []}, "unknown_file_kind", ""),
        ([CLAIM], "unknown_file_kind", ""),
    ],
)
def test_faults(content: Any, code: str, place: str, tmp_path: Path) -> None:
    path = write_json(tmp_path / "claims.json", content)
    assert fault(read_claims, [path]) == (code, place)


def test_faults_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    assert fault(read_claims, [path])[0] == "unreadable_file"
    assert fault(read_claims, [tmp_path])[0] == "not_a_regular_file"
    for text, code in [
        ("", "empty_file"),
        ('{"claims": [}', "invalid_json"),
        ('{"claims": [], "claims": []}', "duplicate_key"),
        ('{"claims": [{"claim_class": "lab", "value": NaN}]}', "invalid_number"),
        ('{"claims": [], "evidence": []} 1', "invalid_json"),
    ]:
        path.write_text(text)
        assert fault(read_claims, [path])[0] == code


def test_rows_are_read_to_one_past(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_vocabulary, "MAX_CLAIMS", 5)
    monkeypatch.setattr(claims_vocabulary, "MAX_EVIDENCE", 5)
    for key, row, code in (
        ("claims", CLAIM, "too_many_claims"),
        ("evidence", {}, "too_many_evidence_rows"),
    ):
        path = write_json(tmp_path / "five.json", {key: [row] * 5})
        assert len(getattr(read_claims_part(path), key)) == 5
        path = write_json(tmp_path / "more.json", {key: [row] * 6 + ["never read"]})
        assert fault(read_claims_part, path)[0] == code


def test_a_made_study_and_its_progress(tmp_path: Path) -> None:
    made = make_study()
    study = made.study(1, 3, 2, 5, False, 3000)["claims"]
    path = write_json(tmp_path / "claims.json", study)
    steps: list[tuple[int, int]] = []
    read = read_claims([path], progress=lambda *step: steps.append(step))
    assert steps == sorted(steps)
    assert steps[-1] == (path.stat().st_size, path.stat().st_size)
    from_file = score_summary_claims(read.claims, read.evidence, n_resamples=20)
    plain = score_summary_claims(study["claims"], study["evidence"], n_resamples=20)
    assert from_file.to_json() == plain.to_json()

    halves = [
        write_json(tmp_path / f"{key}.json", {key: study[key]}) for key in ("claims", "evidence")
    ]
    steps.clear()
    read_claims(halves, progress=lambda *step: steps.append(step))
    size = sum(path.stat().st_size for path in halves)
    assert steps == sorted(steps)
    assert {total for _, total in steps} == {size}
    assert steps[-1][0] == size

    token = threading.Event()
    token.set()
    with pytest.raises(Cancelled):
        read_claims([path], cancel=token)


def test_the_raw_file_is_not_held(tmp_path: Path) -> None:
    padding = "x" * 20_000
    rows = [{"claim_class": "lab", "claim_key": padding, "note": padding} for _ in range(500)]
    path = tmp_path / "claims.json"
    path.write_text(json.dumps({"claims": rows, "evidence": []}))
    assert path.stat().st_size > 20_000_000
    tracemalloc.start()
    try:
        assert len(read_claims([path]).claims) == 500
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 6_000_000
