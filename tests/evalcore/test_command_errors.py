"""``python -m evalcore`` where something is wrong: one line that helps and gives nothing away."""

from __future__ import annotations

import copy
import os
from pathlib import Path
from typing import Any

import pytest
from command_helpers import DIGEST, SECRET, Study, check, contents, run
from eval_helpers import write_json

Change = list[Any]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    """A small study in a folder whose name is nobody's business."""
    folder = tmp_path / SECRET
    folder.mkdir()
    return Study(folder, drafts=6)


def altered(study: Study, name: str, steps: list[Any], value: Any) -> Path:
    """Write a copy of the drafts with one value changed: a path of keys, the last may be new."""
    content = copy.deepcopy({"encounters": study.encounters})
    inner: Any = content
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = value
    return write_json(study.folder / name, content)


WRONG_DRAFTS: list[tuple[str, Change, Any, tuple[str, ...]]] = [
    ("invalid_controlled_code", [1, "truth", 0, "section"], SECRET, ("section",)),
    ("invalid_opaque_identifier", [1, "truth", 0, "fact_id"], SECRET, ("fact_id",)),
    ("invalid_boolean", [1, "truth", 0, "negated"], 1, ("negated",)),
    ("invalid_citations", [1, "truth", 0, "citations"], SECRET, ("citations",)),
    ("duplicate_citation", [1, "truth", 0, "citations"], [DIGEST, DIGEST], ("citations",)),
    ("invalid_encounter_truth", [1, "truth", 0, "citations"], [DIGEST], ()),
    ("unknown_field", [1, "truth", 0, SECRET], 1, ()),
    ("invalid_fact_record", [1, "truth", 0], SECRET, ()),
]


@pytest.mark.parametrize(("code", "steps", "value", "parts"), WRONG_DRAFTS)
def test_a_fact_that_is_wrong(
    study: Study, code: str, steps: Change, value: Any, parts: tuple[str, ...]
) -> None:
    altered(study, "wrong.json", ["encounters", *steps], value)
    done = run(study.folder, "drafts", "wrong.json")
    check(done, study, code, "wrong.json", "encounter 2", "truth", *parts)


WRONG_ENCOUNTERS: list[tuple[str, Change, Any]] = [
    ("invalid_opaque_identifier", [2, "blinded_case_id"], SECRET),
    ("invalid_opaque_identifier", [2, "text_digest"], DIGEST.upper()),
    ("text_digest_mismatch", [2, "draft_text"], SECRET),
    ("text_digest_mismatch", [2, "draft_text"], "\ud800"),
    ("invalid_encounter_truth", [2, "truth"], []),
    ("invalid_fact_collection", [2, "statements"], {SECRET: 1}),
    ("unknown_field", [2, SECRET], DIGEST),
]


@pytest.mark.parametrize(("code", "steps", "value"), WRONG_ENCOUNTERS)
def test_an_encounter_that_is_wrong(study: Study, code: str, steps: Change, value: Any) -> None:
    altered(study, "wrong.json", ["encounters", *steps], value)
    done = run(study.folder, "drafts", "wrong.json", "--json", "out.json")
    check(done, study, code, "wrong.json", "encounter 3")
    assert "out.json" not in contents(study.folder)


WHOLE_FILES: dict[str, tuple[str, bytes]] = {
    "empty": ("empty_file", b""),
    "cut off": ("invalid_json", b'{"encounters": [{"truth": "' + SECRET.encode()),
    "no JSON": ("invalid_json", SECRET.encode()),
    "no text": ("invalid_encoding", b'{"encounters": "\xff\xff' + SECRET.encode() + b'"}'),
    "other kind": ("unknown_file_kind", b'{"%s": 1}' % SECRET.encode()),
    "key twice": ("duplicate_key", b'{"notice": "%s", "notice": 1, "encounters": []}' % b"x"),
    "number": ("invalid_number", b'{"encounters": [NaN]}'),
    "too deep": ("too_deep", b'{"encounters": [{"case": ' + b"[" * 70 + b"]" * 70 + b"}]}"),
    "no encounters": ("empty_encounter_collection", b'{"encounters": []}'),
    "schema": ("invalid_drafts_schema", b'{"schema_version": "%s", "encounters": []}' % b"x"),
}


@pytest.mark.parametrize(("code", "content"), WHOLE_FILES.values(), ids=WHOLE_FILES.keys())
def test_a_file_that_is_no_drafts_file(study: Study, code: str, content: bytes) -> None:
    (study.folder / "wrong.json").write_bytes(content)
    line = check(run(study.folder, "drafts", "wrong.json"), study, code, "wrong.json")
    if code in ("invalid_json", "invalid_number", "duplicate_key"):
        assert "line 1" in line
        assert "column" in line


def test_text_after_the_end(study: Study) -> None:
    content = (study.folder / "drafts.json").read_bytes()
    (study.folder / "wrong.json").write_bytes(content + b"\n " + SECRET.encode())
    line = check(run(study.folder, "drafts", "wrong.json"), study, "invalid_json", "line 2")
    assert "column 2" in line
    (study.folder / "right.json").write_bytes(b"\xef\xbb\xbf" + content + b" \r\n\t")
    assert run(study.folder, "drafts", "right.json").status == 0


def test_files_of_the_wrong_kind_or_missing(study: Study) -> None:
    write_json(study.folder / "claims.json", {"claims": [], "evidence": []})
    wrong = ["first.json", "claims.json"]
    for name in wrong:
        check(run(study.folder, "drafts", name), study, "wrong_file_kind", name)
    done = run(study.folder, "reviews", "drafts.json", "drafts.json")
    check(done, study, "wrong_file_kind", "drafts.json")
    done = run(study.folder, "reviews", "drafts.json", "first.json", "missing.json")
    check(done, study, "unreadable_file", "missing.json")
    check(run(study.folder, "drafts", "."), study, "not_a_regular_file")
    (study.folder / "place").mkdir()
    done = run(study.folder.parent, "drafts", study.folder / "place")
    check(done, study, "not_a_regular_file", "place")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(study: Study) -> None:
    os.mkfifo(study.folder / "pipe")
    check(run(study.folder, "drafts", "pipe"), study, "not_a_regular_file", "pipe")
    done = run(study.folder, "reviews", "drafts.json", "first.json", "pipe")
    check(done, study, "not_a_regular_file", "pipe")


WRONG_ROWS: list[tuple[str, dict[str, Any]]] = [
    ("invalid_opaque_identifier", {"reviewer_id": SECRET}),
    ("stale_or_unknown_review", {"draft_revision": DIGEST}),
    ("stale_or_unknown_review", {"blinded_case_id": DIGEST}),
    ("invalid_controlled_code", {"decision": SECRET}),
    ("invalid_controlled_code", {"reason": SECRET}),
    ("invalid_review_status", {"adjudicated": SECRET}),
    ("unblinded_or_invalid_review", {SECRET: DIGEST}),
]


@pytest.mark.parametrize(("code", "change"), WRONG_ROWS)
def test_a_row_that_is_wrong(study: Study, code: str, change: dict[str, Any]) -> None:
    payload = copy.deepcopy(study.returns[1])
    payload["rows"][3].update(change)
    write_json(study.folder / "wrong.json", payload)
    done = run(study.folder, "reviews", "drafts.json", "first.json", "wrong.json")
    # The row in its own file, not in all of them together.
    check(done, study, code, "wrong.json", "row 4")


@pytest.mark.parametrize(
    ("code", "spoiled"),
    [
        ("unblinded_or_invalid_review", [SECRET]),
        ("unknown_file_kind", None),
    ],
)
def test_the_place_on_the_command_line_tells_files_apart(
    study: Study, code: str, spoiled: list[str] | None
) -> None:
    lines = []
    for wrong in range(2):
        names = ["drafts.json"]
        for place, payload in enumerate(study.returns):
            folder = study.folder / f"place{place}"
            folder.mkdir(exist_ok=True)
            content = payload
            if place == wrong:
                content = {SECRET: 1} if spoiled is None else {**payload, "rows": spoiled}
            names.append(str(write_json(folder / "same.json", content).relative_to(study.folder)))
        lines.append(check(run(study.folder, "reviews", *names), study, code, "same.json"))
    assert lines[0] != lines[1]


def test_rules_over_all_files(study: Study) -> None:
    done = run(study.folder, "reviews", "drafts.json", "first.json")
    check(done, study, "too_few_reviewers")
    done = run(study.folder, "reviews", "drafts.json", "first.json", "second.json", "first.json")
    check(done, study, "duplicate_reviewer")
    short = {**study.returns[0], "rows": []}
    write_json(study.folder / "short.json", short)
    done = run(study.folder, "reviews", "drafts.json", "short.json")
    check(done, study, "incomplete_review_import")
