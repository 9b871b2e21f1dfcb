"""``python -m evalcore check``: exit codes, JSON, the text for people, and what it refuses."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_helpers import DIGEST, NOTICE, SECRET, Run, Study, contents, environment, run
from command_helpers import check as told
from eval_helpers import as_drafts, write_json

from evalcore.returns.check import check_returns
from evalcore.returns.problems import COMMITTEE, COORDINATOR, REVIEWER

RIGHT = ("check", "drafts.json", "first.json", "second.json")
KEYS = {"file", "row", "field", "code", "turn", "drafts", "rows", "message", "hint"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("made") / SECRET
    folder.mkdir()
    return Study(folder, drafts=12)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """A study that the test may spoil, in a folder whose name is nobody's business."""
    folder = tmp_path / SECRET
    folder.mkdir()
    return Study(folder, drafts=6)


def no_secret(done: Run, study: Study) -> str:
    """All that was said: nothing of any file in it, one message and one hint a problem."""
    assert done.err == b""
    text = done.out.decode("utf-8")
    for secret in (SECRET, DIGEST[:16], str(study.folder.parent), "Traceback"):
        assert secret not in text
    for payload in study.returns:
        for row in payload["rows"]:
            for name in ("blinded_case_id", "draft_revision", "reviewer_id"):
                assert row[name][:12] not in text
    return text


def report(done: Run) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(done.out)
    assert done.out == (json.dumps(parsed, sort_keys=True, indent=2) + "\n").encode("ascii")
    assert parsed.keys() == {"ready", "files", "problems"}
    return parsed


# ready


def test_returns_that_are_ready(made: Study) -> None:
    done = run(made.folder, *RIGHT, "--json", "-")
    assert (done.status, done.err) == (0, b"")
    assert report(done) == {
        "ready": True,
        "files": [{"file": 1, "rows": 12}, {"file": 2, "rows": 12}],
        "problems": [],
    }


def test_the_text_says_so_in_one_line_and_names_the_files_by_short_names(made: Study) -> None:
    done = run(made.folder, *RIGHT)
    assert done.status == 0
    lines = no_secret(done, made).splitlines()
    assert lines[0] == NOTICE
    assert "Ready to import" in lines
    assert "File 1 (first.json): 12 rows" in lines and "File 2 (second.json): 12 rows" in lines


def test_exit_code_0_means_that_the_import_takes_them(made: Study) -> None:
    """And 1 that it does not, whichever of them are given."""
    for names in (
        ("first.json", "second.json"),
        ("second.json", "first.json"),
        ("first.json",),
        ("first.json", "first.json"),
        ("first.json", "second.json", "first.json"),
        ("first.json", "second.json", "drafts.json"),
    ):
        checked = run(made.folder, "check", "drafts.json", *names).status
        imported = run(made.folder, "reviews", "drafts.json", *names).status
        assert (checked, imported) in ((0, 0), (1, 2)), names


# problems


def spoil(study: Study, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    payload = copy.deepcopy(study.returns[1])
    change(payload["rows"])
    return write_json(study.folder / "wrong.json", payload)


def test_every_problem_is_told_and_the_exit_code_is_1(study: Study) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["decision"] = f"{SECRET}"
        rows[1]["adjudicated"] = "TRUE"
        rows[2][SECRET] = 1
        rows[3]["blinded_case_id"] = DIGEST

    spoil(study, change)
    (study.folder / "table.csv").write_text(f"a,b,c\n{SECRET},1,2\n")
    names = ("first.json", "wrong.json", "table.csv")
    done = run(study.folder, "check", "drafts.json", *names, "--json", "-")
    assert done.status == 1
    no_secret(done, study)
    found = report(done)
    assert not found["ready"]
    assert found["files"] == [{"file": n, "rows": r} for n, r in ((1, 6), (2, 6), (3, 0))]
    places = {(p["file"], p["row"], p["field"], p["turn"]) for p in found["problems"]}
    assert {
        (2, 1, "decision", REVIEWER),
        (2, 2, "adjudicated", REVIEWER),
        (3, None, None, REVIEWER),
    } <= places
    for problem in found["problems"]:
        assert problem.keys() == KEYS
        assert problem["turn"] in (REVIEWER, COMMITTEE, COORDINATOR)
        assert problem["message"].endswith((".", "?")) and problem["hint"].endswith((".", "?"))
        for pair in problem["rows"]:
            assert len(pair) == 2 and pair[0] in (1, 2, 3) and 1 <= pair[1] <= 6
        assert all(1 <= draft <= 6 for draft in problem["drafts"])


def test_the_json_is_that_of_the_function(study: Study) -> None:
    spoil(study, lambda rows: rows[0].update(reason="Other"))
    names = ("wrong.json", "first.json")
    done = run(study.folder, "check", "drafts.json", *names, "--json", "-")
    paths = [study.folder / name for name in names]
    assert report(done) == check_returns(as_drafts(study.encounters), paths).to_dict()


def test_the_text_lists_the_problems_by_whose_turn_it_is(study: Study) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["adjudicated"] = "TRUE"
        rows[1].update(decision="unclear", reason=None, adjudicated=False)
        rows[2]["blinded_case_id"] = DIGEST

    spoil(study, change)
    first = copy.deepcopy(study.returns[0])
    first["rows"][1].update(decision="accept", reason=None, adjudicated=False)
    write_json(study.folder / "one.json", first)
    done = run(study.folder, "check", "drafts.json", "one.json", "wrong.json")
    assert done.status == 1
    text = no_secret(done, study)
    verdict = next(line for line in text.splitlines() if line.startswith("Not ready: "))
    assert "1 row to send back" in verdict and "for adjudication" in verdict
    heads = [
        "Send back to the reviewer (1 problem)",
        "For adjudication (",
        "Look at the files here (",
    ]
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
    sent_back = text[places[0] : places[1]]
    assert "- file 2, row 1, adjudicated: TRUE or FALSE as text" in sent_back
    assert "reason: Draft 2: the reviewers differ" in text[places[1] : places[2]]
    listed = [line for line in text.splitlines() if line.startswith("- ")]
    done = run(study.folder, "check", "drafts.json", "one.json", "wrong.json", "--json", "-")
    assert len(listed) == len(report(done)["problems"])


def test_files_that_cannot_be_read_are_problems_and_not_the_end(study: Study) -> None:
    (study.folder / "place").mkdir()
    (study.folder / "empty.json").write_bytes(b"")
    names = ("first.json", "second.json", "none.json", "place", "empty.json")
    done = run(study.folder, "check", "drafts.json", *names, "--json", "-")
    assert done.status == 1
    no_secret(done, study)
    codes = {p["file"]: p["code"] for p in report(done)["problems"] if p["file"]}
    assert codes == {3: "unreadable_file", 4: "not_a_regular_file", 5: "empty_file"}


def test_problems_are_told_in_files_too(study: Study, tmp_path: Path) -> None:
    """What is written to a file is what would be printed; standard output stays empty then."""
    given = ("check", "drafts.json", "first.json")
    out = tmp_path / "check.json"
    done = run(study.folder, *given, "--json", str(out))
    assert (done.status, done.out, done.err) == (1, b"", b"")
    assert out.read_bytes() == run(study.folder, *given, "--json", "-").out


# refused


def refused(study: Study, code: str, *arguments: str) -> str:
    before = contents(study.folder)
    line = told(run(study.folder, *arguments), study, code)
    assert contents(study.folder) == before
    return line


def test_a_drafts_file_that_cannot_be_used(study: Study) -> None:
    (study.folder / "broken.json").write_text('{"encounters": [')
    wrong = {"encounters": [{**study.encounters[0], "blinded_case_id": SECRET}]}
    write_json(study.folder / f"{DIGEST}.json", wrong)
    (study.folder / "empty.json").write_text('{"encounters": []}')
    for name, code, part in (
        ("broken.json", "invalid_json", "line 1"),
        (f"{DIGEST}.json", "invalid_opaque_identifier", "file 1 (….json), encounter 1"),
        ("first.json", "wrong_file_kind", "file 1 (first.json)"),
        ("none.json", "unreadable_file", "file 1 (none.json)"),
        ("empty.json", "empty_encounter_collection", "file 1 (empty.json)"),
    ):
        assert part in refused(study, code, "check", name, "second.json", "--json", "r.json")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["drafts.json"],
        ["drafts.json", "first.json", f"--{SECRET}"],
        ["drafts.json", "first.json", "--json"],
        ["drafts.json", "first.json", "--markdown", "-"],
        ["drafts.json", "first.json", "--minimum-cell-size", "5"],
        ["drafts.json", "first.json", "--js", "-"],
    ],
    ids=" ".join,
)
def test_command_lines_that_cannot_be_used(made: Study, arguments: list[str]) -> None:
    refused(made, "invalid_arguments", "check", *arguments)


def test_an_input_is_not_written_over(study: Study) -> None:
    (study.folder / "link.json").symlink_to("second.json")
    for name in ("drafts.json", "first.json", "link.json"):
        done = run(study.folder, *RIGHT, "--json", name)
        assert "output_is_an_input" in done.line and os.sep not in done.line
    assert (study.folder / "link.json").is_symlink()


def test_a_place_that_cannot_be_written_is_no_verdict(made: Study) -> None:
    """1 would say that the returns have problems."""
    done = run(made.folder, *RIGHT, "--json", "none/r.json")
    assert "output_not_written" in done.line


def test_the_same_bytes_everywhere(study: Study) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        for row in rows[:4]:
            row["draft_revision"] = DIGEST

    spoil(study, change)
    given = ("check", "drafts.json", "wrong.json", "first.json", "second.json")
    for form in ([], ["--json", "-"]):
        runs = [
            run(study.folder, *given, *form, env=environment(**changes)).out
            for changes in (
                {},
                {"PYTHONHASHSEED": "1"},
                {"PYTHONIOENCODING": "utf-16", "LANG": "tr_TR.UTF-8"},
                {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
            )
        ]
        assert runs[0] and len(set(runs)) == 1


def test_help_is_help(tmp_path: Path) -> None:
    done = run(tmp_path, "check", "--help")
    assert (done.status, done.err) == (0, b"")
    assert b"--json" in done.out and b"RETURN" in done.out
