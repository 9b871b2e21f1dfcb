"""Importing return files as one payload: the same report, or a rule that is broken."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import oracle
import pytest
from eval_helpers import REVIEWS_SCHEMA, as_drafts, assert_same_report, encounter_row, review_row
from eval_strategies import returns, spoiled, studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import EvaluationError, Place, tally_reviews
from evalcore.returns import check, reader
from evalcore.returns.rates import import_returns

Row = dict[str, Any]


def write(folder: Path, files: list[list[Any]]) -> list[Path]:
    paths = []
    for number, rows in enumerate(files, 1):
        paths.append(folder / f"return-{number}.json")
        paths[-1].write_text(json.dumps({"schema_version": REVIEWS_SCHEMA, "rows": rows}))
    return paths


@given(st.data())
@settings(max_examples=120)
def test_files_are_one_payload(data: st.DataObject) -> None:
    study = data.draw(studies(most=3, copies=2))
    rows = data.draw(spoiled(data.draw(returns(study))))["rows"]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
    bounds = list(zip([0, *cuts], [*cuts, len(rows)], strict=True))
    drafts = as_drafts(study)
    payload = {"schema_version": REVIEWS_SCHEMA, "rows": rows}
    with tempfile.TemporaryDirectory() as folder:
        paths = write(Path(folder), [rows[start:end] for start, end in bounds])
        broken, right = oracle.review_report(payload, study, 2)
        if not broken:
            for tally in (import_returns(paths, drafts), tally_reviews(payload, drafts)):
                assert_same_report(tally.report(2), right)
            return
        with pytest.raises(EvaluationError) as caught:
            import_returns(paths, drafts)
        assert caught.value.code in broken
        place = caught.value.place
        assert place is not None
        if place.encounter is not None:
            assert place.file is None and 1 <= place.encounter <= len(study)
            return
        assert place.file is not None
        start, end = bounds[place.file - 1]
        assert place.row is None or 1 <= place.row <= end - start


def test_a_fault_of_a_file_names_it(tmp_path: Path) -> None:
    study = [encounter_row(n) for n in range(3)]
    drafts = as_drafts(study)
    pairs = list(zip(study, drafts, strict=True))
    files = [[review_row(row, draft.revision, n) for row, draft in pairs] for n in range(2)]
    paths = write(tmp_path, [*files, []])
    assert import_returns(paths, drafts).report(2)["rates"]["agreement"]["denominator"] == 3
    good = paths[1].read_text()
    for spoiled_text, code in (
        (good[:-5], "invalid_json"),
        (good.replace('"rows"', '"row"'), "invalid_review_schema"),
        (good.replace("reviews.v1", "reviews.v2"), "invalid_review_schema"),
        (good.replace('"adjudicated": false', '"adjudicated": 0'), "invalid_review_status"),
        (good.replace('"decision"', '"reason": null, "decision"'), "duplicate_key"),
    ):
        assert spoiled_text != good
        paths[1].write_text(spoiled_text)
        with pytest.raises(EvaluationError) as caught:
            import_returns(paths, drafts)
        assert caught.value.code == code
        assert caught.value.place is not None
        assert caught.value.place.file == 2


def test_all_files_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (check, reader):
        monkeypatch.setattr(module, "MAX_REVIEW_ROWS", 10)
    row = encounter_row()
    [draft] = as_drafts([row])
    rows = [review_row(row, draft.revision, n) for n in range(11)]
    assert import_returns(write(tmp_path, [rows[:4], rows[4:10]]), [draft]).report(2)
    with pytest.raises(EvaluationError) as caught:
        import_returns(write(tmp_path, [rows[:4], rows[4:]]), [draft])
    assert caught.value.code == "invalid_review_schema"
    assert caught.value.place == Place()  # of no single file
