"""The disclosure check as the window asks for it: what is open, earlier reports, remedies."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from command_helpers import SECRET, Study
from disclosure_studies import Study as Small
from disclosure_studies import report, statements
from eval_helpers import plain, write_json
from report_helpers import claims_report, draft_report

from evalcore.disclosure.check import check_disclosure
from evalcore.disclosure.findings import Remedy
from evalcore.disclosure.words import words
from evalcore.errors import Cancelled, EvaluationError
from evalcore.service.codec import dumps
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import (
    Answer,
    CheckDisclosure,
    CheckReturns,
    CloseEarlier,
    Disclosure,
    EarlierOpened,
    MakeReports,
    Open,
    OpenEarlier,
    Request,
    ScoreClaims,
    WriteClaims,
)

FILES = ("first", "second", "third")
PLAN = ("section:plan", "class:lab")


class Desk:
    """A service as the window uses it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.service = EvaluationService()
        self.exported: list[dict[str, Any]] = []
        self.drafts: int | None = None
        self._files = 0

    def call(self, request: Request[Answer]) -> Answer:
        return self.service.call(request, lambda done, total: None, threading.Event())

    def open(self, path: Path) -> int:
        self._files += 1
        assert self.call(Open(self._files, str(path))).fault is None
        return self._files

    def open_earlier(self, path: Path) -> tuple[int, EarlierOpened]:
        self._files += 1
        return self._files, self.call(OpenEarlier(self._files, str(path)))

    def earlier(self, value: Any) -> int:
        path = write_json(self.folder / f"earlier-{self._files}.json", value)
        number, answer = self.open_earlier(path)
        assert answer.fault is None
        return number

    def open_study(self, study: Study) -> None:
        self.drafts = self.open(study.folder / "drafts.json")
        self.check("first", "second", folder=study.folder)

    def check(self, *names: str, folder: Path) -> None:
        files = tuple((90 + n, str(folder / f"{name}.json")) for n, name in enumerate(names))
        checked = self.call(CheckReturns(self.drafts, files)).check
        assert checked is not None and checked.ready

    def reports(self, minimum: int = 5) -> dict[str, Any]:
        found: dict[str, Any] = plain(self.call(MakeReports(self.drafts, minimum)))
        return found

    def release(self, minimum: int = 5, *earlier: int, reviewers: int | None = None) -> Disclosure:
        return self.call(
            CheckDisclosure(self.drafts, minimum, earlier, tuple(self.exported), reviewers)
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def twelve(folder: Path) -> Study:
    """Two reviewers who agree on two of twelve drafts; the others were adjudicated."""
    study = Study(folder, drafts=12)
    agreed = [encounter["blinded_case_id"] for encounter in study.encounters[:2]]
    for name, decision, payload in zip(
        ("first", "second"), ("accept", "revise"), study.returns, strict=True
    ):
        for row in payload["rows"]:
            differs = row["blinded_case_id"] not in agreed
            row["decision"] = decision if differs else "accept"
            row["reason"] = "other" if differs else None
            row["adjudicated"] = differs
        write_json(folder / f"{name}.json", payload)
    return study


def small(minimum: int = 5, **kinds: int) -> Any:
    return report(Small({PLAN: statements(**kinds)}), minimum)


def by_steps(answer: Disclosure) -> dict[tuple[str, ...], Remedy]:
    return {one.steps: one for one in answer.remedies}


def test_nothing_is_open(desk: Desk) -> None:
    answer = desk.release()
    assert (answer.findings, answer.few_encounters, answer.remedies) == ((), (), ())
    assert answer.few is None


def test_all_that_is_open_is_one_release(desk: Desk) -> None:
    study = twelve(desk.folder)
    desk.open_study(study)
    reports = desk.reports()
    answer = desk.release()
    right = check_disclosure([reports["drafts"], reports["reviews"]])
    assert [one.kind for one in answer.findings] == [one.kind for one in right]
    (one,) = answer.findings
    assert (one.kind, one.metrics, one.slices, one.earlier) == (
        *("small_count", ("agreement",), ()),
        False,
    )
    assert one.words.sentence == (
        "Agreement: anyone who puts these figures together can work out a small count."
    )
    desk.open(write_json(desk.folder / "claims-report.json", claims_report()))
    kinds = [one.kind for one in desk.release().findings]
    assert kinds[0] == "small_count"
    for minimum in (5, 9, 20):
        reports = desk.reports(minimum)
        right = check_disclosure([reports["drafts"], reports["reviews"], claims_report()])
        found = desk.release(minimum).findings
        assert [(one.kind, words(one)) for one in right] == [(one.kind, one.words) for one in found]
    assert set(kinds[1:]) == {"small_claims"}


def test_the_remedies_are_those_that_remove_it(desk: Desk) -> None:
    desk.open_study(twelve(desk.folder))
    answer = desk.release()
    remedies = by_steps(answer)
    assert ("without_reviews",) in remedies
    assert ("wait",) in remedies
    assert ("without_claims",) not in remedies
    higher = [r for r in answer.remedies if r.minimum_cell_size]
    for remedy in higher:
        size = remedy.minimum_cell_size or 0
        assert desk.release(size).findings == ()
        assert all(desk.release(lower).findings for lower in range(5, size))
        assert f"minimum cell size to {size}" in remedy.sentence
    assert higher
    assert all(remedy.sentence.endswith(".") for remedy in answer.remedies)


def test_reviews_can_be_left_out_or_hidden(desk: Desk) -> None:
    desk.open_study(twelve(desk.folder))
    assert desk.release(11).findings == ()
    assert desk.release(11).remedies == ()
    # at 11 the ten adjudicated drafts are suppressed as well
    reports = desk.reports(11)
    assert reports["reviews"]["rates"]["adjudication"]["suppressed"]


def test_claims_are_left_out(desk: Desk) -> None:
    desk.open(write_json(desk.folder / "fine.json", small(supported=20, unknown=20)))
    desk.open(write_json(desk.folder / "claims-report.json", claims_report()))
    answer = desk.release()
    assert [one.steps for one in answer.remedies] == [("without_claims",), ("wait",)]


def test_what_removes_only_some_says_so(desk: Desk) -> None:
    desk.open(write_json(desk.folder / "saved.json", small(supported=23, unknown=30)))
    desk.open(write_json(desk.folder / "claims-report.json", claims_report()))
    answer = desk.release(5, desk.earlier(small(supported=20, unknown=20)))
    part, wait = answer.remedies
    assert (part.steps, wait.steps) == (("without_claims",), ("wait",))
    assert part.sentence.endswith("that removes some of the findings, not all.")


def test_two_changes_where_one_is_not_enough(desk: Desk) -> None:
    desk.open_study(twelve(desk.folder))
    desk.open(write_json(desk.folder / "claims-report.json", claims_report()))
    remedies = by_steps(desk.release())
    assert all("without_claims" in steps or steps == ("wait",) for steps in remedies)
    assert remedies["without_reviews", "without_claims"].sentence == (
        "Leave the review rates out and leave the claims out."
    )


def test_no_remedy_where_nothing_can_be_changed_here(desk: Desk) -> None:
    desk.open(write_json(desk.folder / "saved.json", small(supported=20, unknown=20)))
    number = desk.earlier(small(supported=30, unknown=20))
    answer = desk.release(5, number)
    assert [one.kind for one in answer.findings] == ["cannot_be_judged"]
    assert answer.remedies == ()


def test_earlier_reports(desk: Desk) -> None:
    desk.open(write_json(desk.folder / "saved.json", small(supported=23, unknown=30)))
    assert desk.release().findings == ()
    number = desk.earlier(small(supported=20, unknown=20))
    found = desk.release(5, number).findings
    assert found
    assert all(one.earlier for one in found)
    assert by_steps(desk.release(5, number)).keys() == {("wait",)}
    assert desk.release().findings == (), "only those that are asked about"
    desk.call(CloseEarlier(number))
    with pytest.raises(EvaluationError) as caught:
        desk.release(5, number)
    assert caught.value.code == "evaluator_stopped"


def test_earlier_reports_are_not_shown(desk: Desk) -> None:
    desk.earlier(small(supported=20))
    assert desk.reports() == {"drafts": None, "reviews": None}
    assert desk.release().findings == ()


def test_the_returns_say_how_many_reviewers_there_are(desk: Desk) -> None:
    study = twelve(desk.folder)
    desk.drafts = desk.open(study.folder / "drafts.json")
    third = json.loads((study.folder / "second.json").read_bytes())
    for row in third["rows"]:
        row["reviewer_id"] = "f" * 64
    write_json(desk.folder / "third.json", third)
    desk.check(*FILES, folder=desk.folder)
    for said in (None, 2, 3):
        (one,) = desk.release(reviewers=said).findings
        assert (one.kind, one.metrics) == ("small_count", ("agreement",))


def test_what_is_no_earlier_report(desk: Desk) -> None:
    study = Study(desk.folder)
    _, answer = desk.open_earlier(study.folder / "drafts.json")
    assert answer.fault is not None
    assert (answer.kind, answer.fault.code) == ("drafts", "wrong_file_kind")
    spoilt = draft_report()
    spoilt["notice"] = SECRET
    number, answer = desk.open_earlier(write_json(desk.folder / "x.json", spoilt))
    assert answer.fault is not None and answer.fault.code == "report_inconsistent"
    assert answer.fault.advice.startswith("It was changed or is broken. notice: ")
    assert SECRET not in repr(answer) + dumps(answer)
    with pytest.raises(EvaluationError):
        desk.release(5, number)
    with pytest.raises(EvaluationError) as caught:
        desk.open_earlier(desk.folder / "none.json")
    assert caught.value.code == "unreadable_file"


def test_an_export_of_the_session_at_another_minimum(desk: Desk) -> None:
    data = {"supported": 40, "unknown": 30, "contradicted_person": 7, "unresolved": 20}
    desk.open(write_json(desk.folder / "saved.json", small(9, **data)))
    assert desk.release().findings == ()
    desk.exported.append(small(9, **data))
    assert desk.release().findings == (), "the same as is open"
    desk.exported.append(small(5, **data))
    found = desk.release().findings
    assert found
    assert all(one.earlier for one in found)


def test_claims_that_were_written_and_then_changed(desk: Desk) -> None:
    def opened(uncited: int) -> None:
        claims = [{"claim_id": f"c{n}", "claim_class": "lab"} for n in range(uncited)]
        path = write_json(desk.folder / "claims.json", {"claims": claims, "evidence": []})
        assert desk.call(Open(50, str(path))).kind == "claims"
        desk.call(ScoreClaims((50,)))

    opened(10)
    assert desk.release().findings == ()
    out = str(desk.folder / "out.json")
    desk.call(WriteClaims("json", out, ()))
    assert desk.release().findings == ()
    opened(12)
    (one,) = desk.release().findings
    assert (one.kind, one.earlier) == ("small_claims", True)


def test_few_encounters(desk: Desk) -> None:
    study = Study(desk.folder, drafts=60)
    desk.drafts = desk.open(study.folder / "drafts.json")
    answer = desk.release(2)
    assert (answer.few is not None) == bool(answer.few_encounters)
    for metric in answer.few_encounters:
        cells = [slices[metric] for slices in desk.reports(2)["drafts"]["slices"].values()]
        assert not all(cell["suppressed"] for cell in cells)


def test_it_can_be_cancelled(desk: Desk) -> None:
    desk.open_study(twelve(desk.folder))
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        desk.service.call(CheckDisclosure(desk.drafts, 5, (), (), None), lambda *_: None, cancel)
