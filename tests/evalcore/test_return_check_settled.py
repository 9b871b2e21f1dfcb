"""Setting aside, recorded reasons, and the combined return file."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from check_strategies import Study, spoiled_studies
from eval_helpers import hexid, payload_of
from hypothesis import given, settings
from hypothesis import strategies as st
from test_return_check_across import ALL, drafts, rows

from evalcore import EvaluationError, import_ambient_reviews
from evalcore.returns.check import check_payloads, judge, returns_of
from evalcore.returns.combined import (
    combine,
    older_rows,
    rows_of_reviewer,
    rows_of_unknown_drafts,
)
from evalcore.returns.decisions import holds_several_reviewers
from evalcore.returns.settled import NOTHING_SETTLED, Settled
from evalcore.service.return_view import check_view
from evalcore.vocabulary import REASONS


def splits() -> list[Any]:
    """Two returns that differ on drafts 2 and 7, without a reason."""
    first, second = rows("a", *ALL), rows("b", *ALL)
    first[1]["decision"] = second[6]["decision"] = "revise"
    return [payload_of(first), payload_of(second)]


def test_recorded_reasons_make_it_ready_and_the_import_takes_the_combined_file() -> None:
    payloads = splits()
    before = copy.deepcopy(payloads)
    returns = returns_of(drafts(10), payloads)
    settled = NOTHING_SETTLED.record(2, "evidence_quality", True)
    assert [p.drafts for p in judge(returns, settled).problems] == [(7,)]
    settled = settled.record(7, "other", False)
    assert judge(returns, settled).ready and not judge(returns).ready
    combined = combine(returns, settled)
    report = import_ambient_reviews(combined, drafts(10), minimum_cell_size=2)
    assert report["rates"]["agreement"]["numerator"] == 8
    filled = {r["blinded_case_id"]: (r["reason"], r["adjudicated"]) for r in combined["rows"]}
    assert filled[hexid("c2")] == ("evidence_quality", True)
    assert filled[hexid("c7")] == ("other", False) and filled[hexid("c1")] == (None, False)
    assert payloads == before
    assert not judge(returns, settled.forget(7)).ready


def test_progress_brings_the_reasons_back() -> None:
    returns = returns_of(drafts(10), splits())
    settled = NOTHING_SETTLED.record(2, "evidence_quality", True)
    progress = json.loads(json.dumps(combine(returns, settled)))
    again = returns_of(drafts(10), [progress])
    assert [p.drafts for p in judge(again).problems] == [(7,)]
    beside = returns_of(drafts(10), [*splits(), progress])
    assert holds_several_reviewers(beside, 3) and not holds_several_reviewers(beside, 1)


def test_a_reason_does_nothing_where_the_reviewers_agree_and_is_kept() -> None:
    returns = returns_of(drafts(10), splits())
    settled = NOTHING_SETTLED.record(2, "other", False).record(7, "other", False)
    settled = settled.record(1, "other", True).record(99, "other", True)
    assert judge(returns, settled).ready
    assert combine(returns, settled)["rows"][0]["reason"] is None


def test_that_there_is_no_reason_can_be_recorded_for_a_draft_that_all_agree_on() -> None:
    files = [payload_of(rows(who, *ALL)) for who in "ab"]
    files[0]["rows"][3].update(reason="other", adjudicated=True)
    returns = returns_of(drafts(10), files)
    settled = NOTHING_SETTLED.record(4, None, False)
    assert len(judge(returns).problems) == 2 and judge(returns, settled).ready
    import_ambient_reviews(combine(returns, settled), drafts(10))


def test_rows_of_a_withdrawn_case_of_a_replaced_reviewer_and_of_an_older_version() -> None:
    first = rows("a", *ALL, 77)
    gone = rows("gone", *range(1, 6))
    newer = rows("b", *ALL)
    older = [dict(row, decision="unclear") for row in newer[:8]]
    files = [payload_of(rows_) for rows_ in (first, gone, older, newer)]
    returns = returns_of(drafts(10), files)
    settled = NOTHING_SETTLED.rows_aside(rows_of_unknown_drafts(returns))
    assert settled.rows == {(1, 11)}
    settled = settled.rows_aside(rows_of_reviewer(returns, 2, 1))
    problem = next(p for p in judge(returns, settled).problems if p.code == "newer_version")
    settled = settled.rows_aside(older_rows(problem))
    result = judge(returns, settled)
    assert result.ready
    assert [(f.rows, f.aside) for f in result.files] == [(11, 1), (5, 5), (8, 8), (10, 0)]
    assert [f["rows"] for f in result.to_dict()["files"]] == [11, 5, 8, 10]
    import_ambient_reviews(combine(returns, settled), drafts(10))
    assert not judge(returns, settled.file_back(1)).ready
    assert not judge(returns, settled.rows_back([(1, 11)])).ready


def test_a_whole_file_is_set_aside_and_put_back() -> None:
    files = [payload_of(rows(who, *ALL)) for who in "ab"]
    returns = returns_of(drafts(10), [files[0], "not a return", files[1], files[1]])
    settled = NOTHING_SETTLED.file_aside(2).file_aside(4)
    assert judge(returns, settled).ready
    assert [p.code for p in judge(returns, settled.file_back(4)).problems] == ["same_content"]
    # file 2 is taken off the list: file 4 is file 3 now
    shorter = returns_of(drafts(10), [files[0], files[1], files[1]])
    assert settled.without_file(2).files == {3}
    assert judge(shorter, settled.without_file(2)).ready


@given(spoiled_studies(), st.data())
@settings(max_examples=200)
def test_ready_after_settling_is_what_the_import_accepts(study: Study, data: st.DataObject) -> None:
    returns = returns_of(study.drafts, study.payloads())
    settled = NOTHING_SETTLED
    for number in data.draw(st.sets(st.integers(1, len(study.drafts)))):
        reason = data.draw(st.sampled_from([None, *REASONS]))
        settled = settled.record(number, reason, reason is not None and data.draw(st.booleans()))
    for problem in judge(returns, settled).problems:
        if data.draw(st.booleans()):
            settled = settled.rows_aside(problem.rows[-1:])
        elif problem.file is not None and data.draw(st.booleans()):
            settled = settled.file_aside(problem.file)
    result = judge(returns, settled)
    combined = combine(returns, settled)
    try:
        import_ambient_reviews(combined, study.drafts)
    except EvaluationError:
        assert not result.ready
    else:
        # the combined file has no faulty row: what is left may be whole without them
        assert result.ready or any(p.owner != "committee" for p in result.problems)
    assert check_payloads(study.drafts, [combined]).ready or not result.ready
    assert pickle.loads(pickle.dumps(settled)) == settled
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()


@pytest.mark.parametrize(
    ("reason", "adjudicated", "code"),
    [
        ("Other", False, "invalid_controlled_code"),
        (None, True, "inconsistent_reason"),
        ("other", 1, "invalid_review_status"),
    ],
)
def test_reasons_that_are_none(reason: Any, adjudicated: Any, code: str) -> None:
    with pytest.raises(EvaluationError, match=f"^{code}$"):
        NOTHING_SETTLED.record(1, reason, adjudicated)


def test_settling_makes_a_new_state_and_prints_nothing() -> None:
    state = Settled()
    assert state.record(1, "other", True) != state == NOTHING_SETTLED
    assert "other" not in repr(state.record(1, "other", True))


class Counted(frozenset):  # type: ignore[type-arg]
    """Rows that count how often one of them is looked at in turn."""

    looked_at = 0

    def __iter__(self) -> Any:
        for row in super().__iter__():
            Counted.looked_at += 1
            yield row


def test_many_rows_set_aside_in_many_files_are_each_looked_at_a_few_times() -> None:
    files, each = 60, 10
    returns = returns_of(drafts(1), [payload_of([{}] * each) for _ in range(files)])
    rows = Counted((file, row) for file in range(1, files + 1) for row in range(1, each + 1))
    Counted.looked_at = 0
    settled = Settled(rows=rows)
    view = check_view(judge(returns, settled), settled)
    assert len(view.aside) == files
    assert Counted.looked_at <= 3 * files * each
