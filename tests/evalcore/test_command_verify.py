"""``python -m evalcore verify``: exit codes, one line a finding, nothing of the file in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_helpers import DIGEST, SECRET, Run, environment, json_bytes, run
from corruption_helpers import CUSTOM
from corruptions import CORRUPTIONS
from eval_helpers import CHECKOUT, encounter_row, write_json
from report_helpers import claims_report, draft_report, review_report


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a clean report of each kind and files that are none."""
    folder = tmp_path / SECRET
    folder.mkdir()
    for name, report in (
        ("drafts", draft_report()),
        ("reviews", review_report()),
        ("claims", claims_report()),
    ):
        (folder / f"{name}.json").write_bytes(json_bytes(report))
    write_json(folder / "input.json", {"encounters": [encounter_row()]})
    (folder / "broken.json").write_text('{"slices": {', encoding="utf-8")
    return folder


def lines(stream: bytes) -> list[str]:
    text = stream.decode("utf-8")
    assert str(CHECKOUT) not in text and "Traceback" not in text
    for secret in (SECRET, DIGEST[:16], CUSTOM):
        assert secret not in text
    found = text.splitlines()
    for line in found:
        assert line.isprintable() and line.endswith(".")
    return found


def assert_silent(done: Run) -> None:
    assert (done.status, done.out, done.err) == (0, b"", b"")


def test_consistent(folder: Path) -> None:
    assert_silent(run(folder, "verify", "drafts.json"))
    assert_silent(run(folder, "verify", "drafts.json", "reviews.json", "claims.json"))


def test_what_the_other_commands_write_is_consistent(tmp_path: Path) -> None:
    sample = CHECKOUT / "resources" / "sample-study"
    drafts, claims = sample / "drafts.json", sample / "claims.json"
    returns = [sample / "return-1.json", sample / "return-2.json"]
    assert run(tmp_path, "drafts", drafts, "--json", "d.json").status == 0
    assert run(tmp_path, "reviews", drafts, *returns, "--json", "r.json").status == 0
    assert run(tmp_path, "claims", claims, "--json", "c.json").status == 0
    assert_silent(run(tmp_path, "verify", "d.json", "r.json", "c.json"))


def test_one_line_a_finding(folder: Path) -> None:
    by_name = {(one.kind, one.name): one for one in CORRUPTIONS}
    rate = by_name["drafts", "rate rounded"].spoil(draft_report())
    rate["notice"] = SECRET
    rate[SECRET] = DIGEST
    write_json(folder / f"{DIGEST}.json", rate)
    custom = by_name["claims", "width where all are alike"].spoil(claims_report())
    write_json(folder / "second.json", custom)
    done = run(folder, "verify", f"{DIGEST}.json", "drafts.json", "second.json")
    assert (done.status, done.err) == (1, b"")
    found = lines(done.out)
    for line, start in zip(
        found,
        (
            "file 1 (….json), key number 6: unknown_key: ",
            "file 1 (….json), notice: wrong_notice: ",
            "file 1 (….json), slices, class:lab, omission, rate: rate_not_of_counts: ",
            "file 3 (second.json), by_claim_class, custom class 1, bootstrap_ci, lower: "
            "bound_not_possible: ",
        ),
        strict=True,
    ):
        assert line.startswith(start)


def test_a_finding_about_the_whole_report(folder: Path) -> None:
    report = claims_report()
    for row in report["assessments"]:
        row["state"] = "unresolved"
    write_json(folder / "spoilt.json", report)
    done = run(folder, "verify", "spoilt.json")
    assert done.status == 1
    assert all(line.startswith("file 1 (spoilt.json), ") for line in lines(done.out))


def test_unusable_files_do_not_hide_the_others(folder: Path) -> None:
    report = draft_report()
    report["notice"] = ""
    write_json(folder / "spoilt.json", report)
    done = run(folder, "verify", "input.json", "spoilt.json", "broken.json", "none.json")
    assert done.status == 2
    assert [line.split(": ")[0] for line in lines(done.out)] == ["file 2 (spoilt.json), notice"]
    errors = lines(done.err)
    assert [line.split(": ")[:2] for line in errors] == [
        ["file 1 (input.json)", "wrong_file_kind"],
        ["file 3 (broken.json), line 1, column 13", "invalid_json"],
        ["file 4 (none.json)", "unreadable_file"],
    ]
    one = run(folder, "verify", "drafts.json", "broken.json")
    assert (one.status, one.out, len(lines(one.err))) == (2, b"", 1)


@pytest.mark.parametrize(
    "arguments", [[], ["drafts.json", "--json", "x"], ["drafts.json", f"--{SECRET}"]], ids=str
)
def test_command_lines_that_cannot_be_used(folder: Path, arguments: list[str]) -> None:
    done = run(folder, "verify", *arguments)
    assert (done.status, done.out) == (2, b"")
    assert "invalid_arguments" in lines(done.err)[0]


def test_the_files_are_left_alone(folder: Path) -> None:
    before = {path: (path.read_bytes(), os.stat(path).st_mtime_ns) for path in folder.iterdir()}
    run(folder, "verify", *(path.name for path in before))
    assert before == {
        path: (path.read_bytes(), os.stat(path).st_mtime_ns) for path in folder.iterdir()
    }


def test_findings_do_not_depend_on_the_hash_seed(folder: Path) -> None:
    report = draft_report()
    report["slices"] = {key: {} for key in "abc"}
    write_json(folder / "spoilt.json", report)
    runs = [run(folder, "verify", "spoilt.json", env=environment(PYTHONHASHSEED=s)) for s in "012"]
    assert len({one.out for one in runs}) == 1
    assert runs[0].status == 1
