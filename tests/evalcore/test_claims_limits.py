"""How much is taken: at each limit all of it, one over nothing, and never more is read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.collection import CLAIMS, EVIDENCE, Kind
from evalcore.errors import Cancelled, EvaluationError
from evalcore.summary_unsupported_claims import score_summary_claims


class Counting:
    """An endless iterator of rows that counts how many were taken."""

    def __init__(self, row: Callable[[int], Any], end: int | None = None) -> None:
        self.taken = 0
        self.row = row
        self.end = end

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.taken == self.end:
            raise StopIteration
        self.taken += 1
        return self.row(self.taken)


def a_claim(number: int) -> dict[str, Any]:
    return {"claim_id": number, "claim_class": "lab", "evidence_ids": number}


def a_row(number: int) -> dict[str, Any]:
    return {"evidence_id": number, "relation": True}


def code(call: Callable[[], object]) -> str:
    with pytest.raises(EvaluationError) as caught:
        call()
    return caught.value.code


def test_the_limits_are_those_of_the_contract() -> None:
    assert (CLAIMS.limit, EVIDENCE.limit) == (100_000, 200_000)


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (CLAIMS, EVIDENCE):
        monkeypatch.setattr(kind, "limit", 300)


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("kind", [CLAIMS, EVIDENCE], ids=["claims", "evidence"])
def test_an_iterator_is_read_to_one_past(kind: Kind) -> None:
    row = a_claim if kind is CLAIMS else a_row

    def score(rows: Any) -> Any:
        given = (rows, []) if kind is CLAIMS else ([], rows)
        return score_summary_claims(*given, n_resamples=1)

    whole = Counting(row, 300)
    report = score(whole)
    assert (report.claim_count, report.evidence_count) == ((300, 0) if kind is CLAIMS else (0, 300))
    endless = Counting(row)
    assert code(lambda: score(endless)) == kind.too_many
    assert endless.taken == 301
    assert code(lambda: score([row(number) for number in range(301)])) == kind.too_many


def test_full_size() -> None:
    made = [SummaryClaim(f"{number}", "lab") for number in range(100_000)]
    rows = [ApprovedEvidence(f"{number}") for number in range(200_000)]
    report = score_summary_claims(made, rows, n_resamples=100)
    assert report.claim_count == report.unsupported_count == 100_000
    assert report.evidence_count == 200_000


def test_citations_are_read_to_one_past() -> None:
    whole = Counting(str, 512)
    made = SummaryClaim.from_mapping({"claim_class": "lab", "evidence_ids": whole})
    assert len(made.evidence_ids) == 512
    endless = Counting(str)
    row = {"claim_class": "lab", "evidence_ids": endless}
    assert code(lambda: SummaryClaim.from_mapping(row)) == "invalid_claim_citations"
    assert endless.taken == 513
    same = {"claim_class": "lab", "evidence_ids": ["e1"] * 513}
    assert code(lambda: SummaryClaim.from_mapping(same)) == "invalid_claim_citations"


@pytest.mark.parametrize("claims, most", [(100, 100_000), (101, 99_009), (1000, 10_000)])
def test_draws(claims: int, most: int) -> None:
    rows = [{"claim_class": "lab", "claim_key": number} for number in range(claims)]
    assert score_summary_claims(rows, n_resamples=most).n_resamples == most
    over = most + 1
    expected = "invalid_n_resamples" if over > 100_000 else "evaluation_too_large"
    assert code(lambda: score_summary_claims(rows, n_resamples=over)) == expected


def mixed(count: int) -> list[dict[str, Any]]:
    return [{**a_claim(number), "evidence_ids": [number % 2]} for number in range(count)]


def test_progress_ends_at_its_total() -> None:
    seen: list[tuple[int, int]] = []
    score_summary_claims(
        mixed(400), [a_row(1)], n_resamples=1000, progress=lambda *step: seen.append(step)
    )
    assert seen[0] == (0, 800_000)
    assert seen[-1] == (800_000, 800_000)
    assert seen == sorted(seen)
    assert len(seen) > 5


class After:
    """A cancel token that is set from the given look on."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("looks", [0, 1, 2, 3, 5, 8, 13, 40])
def test_cancel_at_any_look(looks: int) -> None:
    token = After(looks)
    with pytest.raises(Cancelled):
        score_summary_claims(mixed(600), [a_row(1)], n_resamples=2000, cancel=token)
    assert token.left == -1


def test_a_token_that_is_not_set_changes_nothing() -> None:
    token = threading.Event()
    plain = score_summary_claims(mixed(50), [a_row(1)])
    assert score_summary_claims(mixed(50), [a_row(1)], cancel=token).to_json() == plain.to_json()
