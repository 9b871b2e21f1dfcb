"""Importing return files as one payload: the same answer as for the payload, placed by file."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import REVIEWS_SCHEMA, as_drafts, encounter_row, review_row
from eval_strategies import returns, spoiled, studies
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import EvaluationError, ambient_reviews, tally_reviews
from evalcore.review_file import import_returns

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
        try:
            right = tally_reviews(payload, drafts).report(2)
        except EvaluationError as error:
            with pytest.raises(EvaluationError) as caught:
                import_returns(paths, drafts)
            assert caught.value.code == error.code
            found, told = caught.value.place, error.place
            assert (found is None) == (told is None)
            if found is not None and told is not None:
                assert (found.field, found.encounter) == (told.field, told.encounter)
                if told.row is not None:
                    assert found.file is not None
                    assert found.row is not None
                    start, end = bounds[found.file - 1]
                    assert start + found.row == told.row <= end
        else:
            assert import_returns(paths, drafts).report(2) == right


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
    monkeypatch.setattr(ambient_reviews, "MAX_REVIEW_ROWS", 10)
    row = encounter_row()
    [draft] = as_drafts([row])
    rows = [review_row(row, draft.revision, n) for n in range(11)]
    assert import_returns(write(tmp_path, [rows[:4], rows[4:10]]), [draft]).report(2)
    with pytest.raises(EvaluationError) as caught:
        import_returns(write(tmp_path, [rows[:4], rows[4:]]), [draft])
    assert caught.value.code == "invalid_review_schema"
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.row) == (2, 7)
