"""The check against the import, both ways; and that mending what it lists is enough."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from check_strategies import Study, mend, spoiled_studies, whole_studies
from eval_helpers import payload_of
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import EvaluationError, import_ambient_reviews
from evalcore.cli.check import check_json
from evalcore.returns.check import CheckResult, check_payloads, check_returns, judge, returns_of
from evalcore.returns.combined import combine
from evalcore.returns.settled import NOTHING_SETTLED
from evalcore.returns.slip import correction_slip
from evalcore.vocabulary import DECISIONS, REASONS


def imported(study: Study) -> bool:
    """Whether the import takes the rows of all files, each of which it takes for a return."""
    rows: list[Any] = []
    for payload in study.payloads():
        try:
            import_ambient_reviews(payload, study.drafts)
        except EvaluationError as error:
            if error.code == "invalid_review_schema":
                return False
        rows += payload["rows"]
    try:
        import_ambient_reviews(payload_of(rows), study.drafts)
    except EvaluationError:
        return False
    return True


def test_ready_is_what_the_import_accepts() -> None:
    answers: Counter[bool] = Counter()

    @given(spoiled_studies())
    @settings(max_examples=600)
    def check(study: Study) -> None:
        before = copy.deepcopy(study.payloads())
        payloads = study.payloads()
        result = check_payloads(study.drafts, payloads)
        assert result.ready == imported(study)
        assert result.ready == (not result.problems)
        as_python_writes_it = json.dumps(result.to_dict(), sort_keys=True, indent=2) + "\n"
        assert check_json(result) == as_python_writes_it.encode("ascii")
        assert payloads == before
        answers[result.ready] += 1
        combined = combine(returns_of(study.drafts, payloads), NOTHING_SETTLED)
        if result.ready:
            assert check_payloads(study.drafts, [combined]).ready

    check()
    assert answers[True] > 60 and answers[False] > 60


@given(whole_studies())
@settings(max_examples=100)
def test_whole_studies_are_ready(study: Study) -> None:
    assert check_payloads(study.drafts, study.payloads()).ready


def test_mending_all_that_is_listed_brings_nothing_new_unless_blocked_was_said() -> None:
    seen: Counter[str] = Counter()

    @given(spoiled_studies())
    @settings(max_examples=800)
    def check(study: Study) -> None:
        result = check_payloads(study.drafts, study.payloads())
        blocked = [problem for problem in result.problems if problem.code == "blocked"]
        assert len(blocked) <= 1
        after = mend(study, result.problems)
        again = check_payloads(after.drafts, after.payloads())
        if not blocked:
            assert again.ready, [(p.code, p.message) for p in again.problems]
            seen["at once" if result.problems else "ready"] += 1
            return
        seen["blocked"] += 1
        # where something could not be checked, a few rounds bring all of it to light
        for _ in range(4):
            if again.ready:
                break
            after = mend(after, again.problems)
            again = check_payloads(after.drafts, after.payloads())
        assert again.ready, [(p.code, p.message) for p in again.problems]

    check()
    assert min(seen.values()) > 60, seen


def told(result: CheckResult) -> list[tuple[Any, ...]]:
    return [
        (p.file, p.row, p.field, p.code, p.owner, p.drafts, p.rows, p.message, p.hint)
        for p in result.problems
    ]


@given(spoiled_studies(), st.permutations(DECISIONS), st.permutations(REASONS))
@settings(max_examples=200)
def test_nothing_told_depends_on_what_was_decided(
    study: Study, decisions: list[str], reasons: list[str]
) -> None:
    other = copy.deepcopy(study)
    words = dict(zip([*DECISIONS, *REASONS], [*decisions, *reasons], strict=True))
    for file in other.files:
        for cell in file:
            for field in ("decision", "reason"):
                if type(cell.now) is dict and type(cell.now.get(field)) is str:
                    cell.now[field] = words.get(cell.now[field], cell.now[field])
    first = check_payloads(study.drafts, study.payloads())
    second = check_payloads(other.drafts, other.payloads())
    # a word in capitals names another decision in the other study: leave those out
    if not {"REVISE", "Accept", "Other", " accept", "unclear ", "evidence quality"} & {
        value
        for file in study.files
        for cell in file
        if type(cell.now) is dict
        for value in cell.now.values()
        if type(value) is str
    }:
        assert told(first) == told(second)
    for file in range(1, len(study.files) + 1):
        assert correction_slip(first, file) == correction_slip(second, file)


@given(spoiled_studies(), spoiled_studies(), st.data())
@settings(max_examples=200)
def test_a_slip_is_the_same_beside_any_other_files(
    study: Study, others: Study, data: st.DataObject
) -> None:
    payloads = study.payloads()
    mine = data.draw(st.integers(0, len(payloads) - 1))
    alone = correction_slip(check_payloads(study.drafts, [payloads[mine]]), 1)
    beside = check_payloads(study.drafts, [*others.payloads(), payloads[mine], *payloads])
    assert correction_slip(beside, len(others.payloads()) + 1) == alone
    with_all = returns_of(study.drafts, payloads)
    settled = NOTHING_SETTLED.file_aside(mine + 1).record(1, "other", True)
    for result in (judge(with_all), judge(with_all, settled)):
        assert correction_slip(result, mine + 1) == alone


@given(spoiled_studies())
@settings(max_examples=60)
def test_files_and_payloads_are_told_the_same(
    tmp_path_factory: pytest.TempPathFactory, study: Study
) -> None:
    folder = tmp_path_factory.mktemp("returns")
    paths = []
    # JSON has no key but text
    payloads = json.loads(json.dumps(study.payloads()))
    for number, payload in enumerate(payloads):
        paths.append(folder / f"{number}.json")
        paths[-1].write_text(json.dumps(payload))
    by_payload = check_payloads(study.drafts, payloads)
    by_path = check_returns(study.drafts, paths)
    skip = {"same_content", "blocked"} if None in study.headers[:0] else set()
    assert [p for p in told(by_path) if p[3] not in skip] == [
        p for p in told(by_payload) if p[3] not in skip
    ]


def test_whole_files_are_judged_with_many_drafts() -> None:
    """The drafts' order and the files' order change numbers alone."""

    @given(whole_studies(), st.randoms(use_true_random=False))
    @settings(max_examples=50)
    def check(study: Study, random: Any) -> None:
        payloads = study.payloads()
        random.shuffle(payloads)
        drafts = list(study.drafts)
        random.shuffle(drafts)
        assert check_payloads(drafts, payloads).ready

    check()
