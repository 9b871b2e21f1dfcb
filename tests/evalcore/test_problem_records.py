"""Each record of PROBLEMS: an example brings it about, and what is told is what the record says."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import hexid, payload_of
from foreign_files import FILES
from test_return_check_across import drafts, rows

from evalcore.io.file_kinds import KIND_OF_KEY, REVIEWS
from evalcore.returns import diagnosis
from evalcore.returns.check import CheckResult, check_payloads, check_returns, judge, returns_of
from evalcore.returns.problems import (
    FILE,
    INSIDE_KINDS,
    PROBLEMS,
    REVIEWER,
    ROW,
    TEXT,
    WORD_KINDS,
    Problem,
)
from evalcore.returns.settled import NOTHING_SETTLED, Settled
from evalcore.returns.slip import correction_slip

Row = dict[str, Any]
ALL = range(1, 31)
RETURN = payload_of(rows("a", *ALL))
LINES = json.dumps(RETURN, indent=1)
FIRST = RETURN["rows"][0]


def return_with(**parts: Any) -> str:
    return json.dumps(RETURN | parts)


OF_ANOTHER_TIME = {"draft_revision": hexid("before")}
UNKNOWN = OF_ANOTHER_TIME | {"blinded_case_id": hexid("x")}

TEXTS: dict[str, str | bytes] = {
    "empty_file": "",
    "invalid_encoding": LINES.encode().replace(b"accept", b"acc\xe9pt", 1),
    "duplicate_key": LINES.replace('"reason"', '"decision"', 1),
    "invalid_number": LINES.replace("null", "1e999", 1),
    "too_deep": f'{{"more": {"[" * 80}{"]" * 80}}}',
    "invalid_json": "plain words",
    "unknown_file_kind": '{"a": 1}',
    "schema": return_with(schema_version="other"),
    "missing_part": json.dumps({"rows": RETURN["rows"]}),
    "misspelt_part": json.dumps(RETURN).replace('"rows"', '"Rows"'),
    "unknown_part": return_with(note=1),
    "more_unknown_parts": return_with(**dict.fromkeys("abcdefgh", 1)),
    "rows_type": return_with(rows={}),
    "too_many_rows": return_with(rows=[None] * 100_001),
    "curly_quotes": LINES.replace('"', "“"),
    "single_quotes": LINES.replace('"', "'"),
    "trailing_comma": LINES.replace("}\n ]", "},\n ]"),
    "missing_comma": LINES.replace(",", "", 1),
    "comment": LINES.replace("{", "{ // note", 1),
    "bare_name": LINES.replace('"rows"', "rows"),
    "bare_word": LINES.replace('"accept"', "accept", 1),
    "line_end": LINES.replace("accept", "acc\nept", 1),
    "unseen": LINES.replace("null", "\u200bnull", 1),
    "separator": LINES.replace(":", " =", 1),
    "backslash": LINES.replace("accept", "acc\\qept", 1),
    "text_before": f"Dear all, here it is: {LINES}",
    "two_documents": LINES + LINES,
    "cut_off": LINES[:200],
    "envelope_spelling": json.dumps({"Schema version": "other"}),
    "json_lines": "\n".join(map(json.dumps, RETURN["rows"])),
    "bare_rows": json.dumps(RETURN["rows"]),
    "one_row": json.dumps(FIRST),
    **{kind: LINES.replace("null", word, 1) for word, kind in WORD_KINDS.items()},
    **{INSIDE_KINDS[kind]: json.dumps({"wrapped": {key: []}}) for key, kind in KIND_OF_KEY.items()},
    **{kind: json.dumps({key: []}) for key, kind in KIND_OF_KEY.items() if kind != REVIEWS},
}
"""What a file holds."""

ROWS: dict[str, Callable[[Row], Any]] = {
    "not_object": lambda row: "a row",
    "empty_row": lambda row: dict.fromkeys(row, ""),
    "heading_row": lambda row: {name: name for name in row},
    "unknown_field": lambda row: row | {"note": 1},
    "more_unknown_fields": lambda row: row | dict.fromkeys("abcdefgh", 1),
    "missing_field": lambda row: {name: row[name] for name in row if name != "reason"},
    "misspelt_field": lambda row: {name.replace("_id", " ID"): row[name] for name in row},
    "empty_identifier": lambda row: row | {"reviewer_id": ""},
    "number_for_identifier": lambda row: row | {"reviewer_id": 1.5},
    "identifier_is_no_text": lambda row: row | {"reviewer_id": []},
    "identifier_length": lambda row: row | {"reviewer_id": row["reviewer_id"][:9]},
    "no_identifier": lambda row: row | {"reviewer_id": "me"},
    "identifier_with_more": lambda row: row | {"reviewer_id": f" {row['reviewer_id']}".upper()},
    "empty_word": lambda row: row | {"decision": ""},
    "empty_reason": lambda row: row | {"reason": ""},
    "number_for_word": lambda row: row | {"decision": 1},
    "word_is_no_text": lambda row: row | {"decision": []},
    "nothing_as_text": lambda row: row | {"reason": "None"},
    "unknown_word": lambda row: row | {"decision": "perhaps"},
    "word_with_more": lambda row: row | {"decision": " Accept."},
    "empty_flag": lambda row: row | {"adjudicated": None},
    "number_for_flag": lambda row: row | {"adjudicated": 0},
    "flag_as_text": lambda row: row | {"adjudicated": "FALSE"},
    "flag_is_no_text": lambda row: row | {"adjudicated": []},
    "no_flag": lambda row: row | {"adjudicated": "no"},
    "unknown_draft": lambda row: row | UNKNOWN,
    "stale": lambda row: row | {"draft_revision": hexid("before")},
    "mixed": lambda row: row | {"draft_revision": hexid("r2")},
}
"""What has become of the first row of a file."""


def check(*files: list[Any], settled: Settled = NOTHING_SETTLED, count: int = 30) -> CheckResult:
    return judge(returns_of(drafts(count), map(payload_of, files)), settled)


def split(first: Row, second: Row) -> CheckResult:
    """Two reviewers whose rows on draft 1 are so."""
    return check(
        [*rows("a", 1, **first), *rows("a", *ALL[1:])],
        [*rows("b", 1, **second), *rows("b", *ALL[1:])],
    )


def again(decision: str) -> CheckResult:
    settled = Settled(drafts_again={1: "answers"})
    files = rows("a", *ALL), [*rows("b", 1, decision=decision), *rows("b", *ALL[1:])]
    return check(*files, settled=settled)


def few(*numbers: int) -> CheckResult:
    """Somebody who has answered few drafts, which others have answered too."""
    return check(rows("a", *ALL), rows("b", *ALL), rows("c", *numbers))


HALF = [{"decision": "accept" if n % 2 else "revise"} for n in ALL]
MIXED_A, MIXED_B = (
    [row for n, half in zip(ALL, HALF, strict=True) for row in rows(who, n, **half)] for who in "ab"
)
REASON = {"reason": "other"}
REVISE = {"decision": "revise"}

TOGETHER: dict[str, Callable[[], CheckResult]] = {
    "reviewer_twice": lambda: check(rows("a", *ALL, 1), rows("b", *ALL)),
    "awaiting_reason": lambda: split({}, REVISE),
    "several_reasons": lambda: split(REASON, REVISE),
    "adjudicated_in_some": lambda: split(
        REASON | {"adjudicated": True}, REASON | {"decision": "revise"}
    ),
    "agreed_with_reason": lambda: split(REASON, {}),
    "agreed_and_adjudicated": lambda: split({"adjudicated": True}, {}),
    "decision_lost": lambda: again("revise"),
    "decision_needless": lambda: again("accept"),
    "same_content": lambda: check(rows("a", *ALL), rows("b", *ALL), rows("a", *ALL)),
    "rows_twice": lambda: check(rows("a", *ALL, *ALL), rows("b", *ALL)),
    "newer_version": lambda: check(rows("a", *ALL[1:]), rows("b", *ALL), rows("a", *ALL)),
    "newer_than_several": lambda: check(MIXED_A, MIXED_B, [*MIXED_A, *MIXED_B]),
    "no_current_row": lambda: check(rows("a", *ALL), rows("b", *ALL, **OF_ANOTHER_TIME)),
    "no_known_draft": lambda: check(rows("a", *ALL), rows("b", 1, 2, **UNKNOWN)),
    "too_many_rows_together": lambda: check([None] * 60_000, [None] * 60_000, count=1),
    "no_review": lambda: check(rows("a", *ALL[1:]), rows("b", *ALL[1:])),
    "one_review": lambda: check(rows("a", *ALL), rows("b", *ALL[1:])),
    "file_changed_since": lambda: check(
        rows("a", *ALL), rows("b", *ALL), settled=Settled(files_again={2: True})
    ),
    "same_answers_together": lambda: check([*MIXED_A, *MIXED_B]),
    "same_answers": lambda: check(MIXED_A, MIXED_B),
    "one_draft_alone": lambda: few(1),
    "few_drafts_alone": lambda: few(1, 2),
    "blocked": lambda: check_payloads(drafts(2), [payload_of(rows("a", 1, 2)), None]),
}
"""What several rows or files say together."""


def missing(path: Path) -> CheckResult:
    return check_returns(drafts(30), [path])


def a_folder(path: Path) -> CheckResult:
    path.mkdir()
    return check_returns(drafts(30), [path])


def written_to(path: Path) -> CheckResult:
    path.write_text(LINES)

    def grow(read: int, total: int) -> None:
        path.write_text(LINES + " ")
        os.utime(path, (0, 0))

    return check_returns(drafts(30), [path], progress=grow)


PATHS: dict[str, Callable[[Path], CheckResult]] = {
    "unreadable_file": missing,
    "not_a_regular_file": a_folder,
    "file_changed": written_to,
}
"""What is the matter with a path."""

EXAMPLES = {*TEXTS, *ROWS, *TOGETHER, *PATHS, *FILES}


def example(kind: str, folder: Path) -> CheckResult:
    path = folder / "return.json"
    if kind in PATHS:
        return PATHS[kind](path)
    if kind in ROWS:
        return check([ROWS[kind](FIRST), *RETURN["rows"][1:]])
    if kind in TOGETHER:
        return TOGETHER[kind]()
    text = TEXTS.get(kind, "")
    if kind in FILES:
        name, text, _ = next(iter(FILES[kind].values()))
        path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return check_returns(drafts(30), [path])


def pattern(text: str, facts: str = ".+?") -> str:
    """A text of a record as a regular expression: anything may stand for what is in braces."""
    parts = re.split(r"\{(\w+)\}", text)
    for at in range(1, len(parts), 2):
        parts[at] = {
            "Ask_for": "(Ask for|Please send)",
            "ask_for": "(ask for|send)",
            "list": ".*?",
            "lacking": ".*?",
        }.get(parts[at], facts)
    return "".join(part if at % 2 else re.escape(part) for at, part in enumerate(parts))


def test_every_record_has_an_example_here() -> None:
    """A record that no check finds has none: it is to be brought about by a file."""
    assert PROBLEMS.keys() == EXAMPLES


@pytest.mark.parametrize("kind", PROBLEMS)
def test_a_problem_is_found_and_says_what_its_record_says(kind: str, tmp_path: Path) -> None:
    record = PROBLEMS[kind]
    result = example(kind, tmp_path)
    found = [problem for problem in result.problems if problem.kind == kind]
    assert found, [problem.kind for problem in result.problems]
    for problem in found:
        assert (problem.owner, problem.only_asked) == (record.owner, record.only_asked)
        assert problem.code == record.code or record.found_in == TEXT
        sentence = pattern(record.sentence)
        more = {FILE: r"( Line \d+, column \d+\.)?", ROW: r"( .*\d+ rows\.)?"}
        more[TEXT] = more[FILE]
        assert re.fullmatch(sentence + more.get(record.found_in, ""), problem.message)
        assert re.fullmatch(pattern(record.advice), problem.hint)
        assert problem.to_dict()["turn"] == record.owner
        assert_place(problem, record.found_in)
    assert result.ready == all(problem.only_asked for problem in result.problems)


def assert_place(problem: Problem, found_in: str) -> None:
    if found_in in (FILE, TEXT):
        assert problem.file is not None
        assert (problem.row, problem.rows, problem.drafts) == (None, (), ())
    elif found_in == ROW:
        assert problem.file is not None
        assert problem.rows


@pytest.mark.parametrize("kind", PROBLEMS)
def test_a_slip_asks_for_what_the_reviewer_can_mend_alone(kind: str, tmp_path: Path) -> None:
    record = PROBLEMS[kind]
    result = example(kind, tmp_path)
    slips = [" ".join(correction_slip(result, file.file).split()) for file in result.files]
    asked = pattern(record.sentence) + ".*" + pattern(record.slip or record.advice)
    told = any(re.search(asked, slip) for slip in slips)
    assert told == (record.owner == REVIEWER)


def test_a_file_too_large_to_look_into_is_said_to_be_no_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "LARGEST_LOOKED_INTO", 100)
    path = tmp_path / "return.json"
    path.write_text(LINES[:-9])
    told = check_returns(drafts(30), [path]).problems[0]
    assert told.message.startswith("It is not JSON. Line ")
