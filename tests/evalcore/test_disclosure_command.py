"""python -m evalcore disclosure, and what the evaluating commands say on standard error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_helpers import DIGEST, SECRET, Run, Study, run
from disclosure_studies import Study as Small
from disclosure_studies import report, statements
from eval_helpers import CHECKOUT, encounter_row, fact_row, write_json
from report_helpers import claims_report, draft_report

from evalcore.returns.rates import ReviewTally
from evalcore.vocabulary import NOTICE

SAMPLE = CHECKOUT / "resources" / "sample-study"
PLAN = ("section:plan", "class:lab")
AGREEMENT = "Agreement: anyone who puts these figures together can work out a small count.\n"


def lines(data: bytes) -> list[str]:
    return data.decode("utf-8").splitlines()


def small(**kinds: int) -> Any:
    return report(Small({PLAN: statements(**kinds)}), 5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_json(tmp_path / "twelve.json", ReviewTally(12, 2, 10, 24, 0).report())
    write_json(tmp_path / "fine.json", small(supported=20, unknown=20))
    write_json(tmp_path / "later.json", small(supported=23, unknown=30))
    write_json(tmp_path / "claims.json", claims_report())
    write_json(tmp_path / "input.json", {"encounters": []})
    spoilt = draft_report()
    spoilt["notice"] = SECRET
    write_json(tmp_path / f"{DIGEST}.json", spoilt)
    return tmp_path


def assert_said(done: Run, status: int, *said: str) -> None:
    assert (done.status, done.err) == (status, b"")
    assert lines(done.out) == [NOTICE, "", *said]


def test_no_finding(folder: Path) -> None:
    assert_said(run(folder, "disclosure", "fine.json"), 0, "No finding.")
    assert_said(run(folder, "disclosure", "fine.json", "--earlier", "fine.json"), 0, "No finding.")
    assert_said(run(folder, "disclosure", "later.json"), 0, "No finding.")


def test_its_former_name_is_no_command(folder: Path) -> None:
    assert "invalid_arguments" in run(folder, "compare", "fine.json").line


def test_findings(folder: Path) -> None:
    assert_said(run(folder, "disclosure", "twelve.json"), 1, AGREEMENT.strip())
    done = run(folder, "disclosure", "later.json", "--earlier", "fine.json", "twelve.json")
    assert done.status == 1
    _, _, line = lines(done.out)
    assert line.endswith(
        ": anyone who puts this report and an earlier one together can work out a small count."
    )
    assert "Unsupported" in line
    assert "section plan, class lab" in line
    twice = run(
        folder, "disclosure", "later.json", "--earlier", "fine.json", "--earlier", "twelve.json"
    )
    assert twice == done


def test_cannot_be_judged(folder: Path) -> None:
    done = run(folder, "disclosure", "fine.json", "--earlier", "later.json")
    assert done.status == 1
    assert "cannot be judged, because an earlier report is not contained" in lines(done.out)[2]
    other = run(folder, "disclosure", "twelve.json", "--reviewers-per-draft", "3")
    assert other.status == 1
    assert "cannot be judged" in lines(other.out)[2]


def test_json(folder: Path) -> None:
    done = run(folder, "disclosure", "twelve.json", "claims.json", "--json", "out.json")
    assert (done.status, done.out, done.err) == (1, b"", b"")
    found = json.loads((folder / "out.json").read_bytes())["findings"]
    assert [one["kind"] for one in found][:1] == ["small_count"]
    assert all(one.keys() == {"kind", "metrics", "slices", "earlier", "sentence"} for one in found)
    assert b"class_" not in (folder / "out.json").read_bytes()
    assert json.loads(run(folder, "disclosure", "fine.json", "--json", "-").out) == {"findings": []}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["input.json"], "file 1 (input.json): wrong_file_kind: "),
        (["fine.json", "--earlier", "input.json"], "file 2 (input.json): wrong_file_kind: "),
        (["none.json"], "file 1 (none.json): unreadable_file: "),
        ([f"{DIGEST}.json"], "file 1 (….json): report_inconsistent: "),
        (["fine.json", "--reviewers-per-draft", "1"], "--reviewers-per-draft: invalid_review"),
        (["fine.json", "--reviewers-per-draft", SECRET], "--reviewers-per-draft: invalid_review"),
        ([], "command line: invalid_arguments: "),
        (["--earlier", "fine.json"], "command line: invalid_arguments: "),
        (["fine.json", "--markdown", "x"], "command line, --markdown: invalid_arguments: "),
        (["fine.json", "--earlier", "later.json", "--json", "later.json"], "output_is_an_input"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else "",
)
def test_what_cannot_be_used(folder: Path, arguments: list[str], said: str) -> None:
    line = run(folder, "disclosure", *arguments).line
    assert said in line
    assert SECRET not in line
    assert DIGEST[:16] not in line


def notes(done: Run) -> list[str]:
    assert done.status == 0
    found = lines(done.err)
    assert all(line.startswith("disclosure check: ") for line in found)
    assert all(line.endswith(".") for line in found)
    return found


def test_an_export_says_what_it_gives_away(tmp_path: Path) -> None:
    study = Study(tmp_path, drafts=12)
    agreed = [encounter["blinded_case_id"] for encounter in study.encounters[:2]]
    for name, decision, payload in zip(
        ("first", "second"), ("accept", "revise"), study.returns, strict=True
    ):
        for row in payload["rows"]:
            differs = row["blinded_case_id"] not in agreed
            row["decision"] = decision if differs else "accept"
            row["reason"] = "other" if differs else None
            row["adjudicated"] = differs
        write_json(tmp_path / f"{name}.json", payload)
    plain = ("reviews", "drafts.json", "first.json", "second.json")
    done = run(tmp_path, *plain, "--json", "r.json")
    assert notes(done) == [f"disclosure check: {AGREEMENT.strip()}"]
    assert done.out == b""
    assert notes(run(tmp_path, *plain, "--minimum-cell-size", "11")) == []


@pytest.mark.parametrize(("more", "told"), [(range(12), True), (range(1), True), (range(4), False)])
def test_the_rows_say_how_many_reviewers_there_are(tmp_path: Path, more: range, told: bool) -> None:
    """Ten differ, all adjudicated; some of twelve drafts, or of eleven, have a third reviewer."""
    study = Study(tmp_path, drafts=12 if len(more) > 1 else 11)
    numbers = {encounter["blinded_case_id"]: n for n, encounter in enumerate(study.encounters)}
    rows: list[dict[str, Any]] = []
    for name, payload in zip(("first", "second"), study.returns, strict=True):
        for row in payload["rows"]:
            differs = numbers[row["blinded_case_id"]] < 10
            row["decision"] = "revise" if differs and name == "second" else "accept"
            row["reason"] = "other" if differs else None
            row["adjudicated"] = differs
        rows += payload["rows"]
    third = [
        {**row, "reviewer_id": DIGEST}
        for row in study.returns[0]["rows"]
        if numbers[row["blinded_case_id"]] in more
    ]
    write_json(tmp_path / "all.json", {**study.returns[0], "rows": [*rows, *third]})
    done = run(tmp_path, "reviews", "drafts.json", "all.json", "--json", "r.json")
    rates = json.loads((tmp_path / "r.json").read_bytes())["rates"]
    assert [name for name, cell in rates.items() if cell["suppressed"]] == ["agreement"]
    assert notes(done) == ([f"disclosure check: {AGREEMENT.strip()}"] if told else [])


def test_one_encounter_with_forty_facts(tmp_path: Path) -> None:
    truth = [fact_row(number) for number in range(40)]
    write_json(
        tmp_path / "one.json", {"encounters": [encounter_row(1, truth=truth, statements=[])]}
    )
    done = run(tmp_path, "drafts", "one.json", "--json", "d.json")
    shown = json.loads((tmp_path / "d.json").read_bytes())["slices"]["overall"]
    assert not shown["omission"]["suppressed"]
    (line,) = notes(done)
    assert line.startswith("disclosure check: Omission")
    assert "fewer encounters than the minimum" in line
    assert not [letter for letter in line if letter.isdigit()]


def test_the_sample_study(tmp_path: Path) -> None:
    """It has findings: two of its metrics tell how few statements have no known citation."""
    done = run(tmp_path, "drafts", SAMPLE / "drafts.json", "--json", "d.json")
    assert any("Unsupported and misattribution" in line for line in notes(done))
    claims = run(tmp_path, "claims", SAMPLE / "claims.json", "--json", "c.json")
    found = notes(claims)
    assert len(found) == 4
    assert "run disclosure on it" in found[-1]
    assert b"class_" not in claims.err
    compared = run(tmp_path, "disclosure", "c.json")
    assert len(lines(compared.out)) > 5
    assert f"disclosure check: {lines(compared.out)[2]}" == found[0]
