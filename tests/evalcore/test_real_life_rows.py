"""Rows as spreadsheets and scripts leave them: one problem a cause, and what to do about it.

Each file is read by the command, and by the evaluator as the window asks it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_helpers import Study, run
from eval_helpers import as_drafts, write_json

from evalcore import DraftRevision
from evalcore.returns.check import CheckResult, check_returns
from evalcore.returns.slip import correction_slip
from evalcore.service.protocol import SetAside
from evalcore.service.returns import ReturnService

Row = dict[str, Any]
FIELDS = (
    "blinded_case_id",
    "draft_revision",
    "reviewer_id",
    "decision",
    "reason",
    "adjudicated",
)


def _words(name: str, joint: str, change: Callable[[str], str] = str.lower) -> str:
    return joint.join(change(part) for part in name.split("_"))


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "camelCase": _camel,
    "PascalCase": lambda name: _words(name, "", str.title),
    "blanks": lambda name: _words(name, " "),
    "Title Case": lambda name: _words(name, " ", str.title),
    "hyphens": lambda name: _words(name, "-"),
    "Hyphens-And-Capitals": lambda name: _words(name, "-", str.title),
    "upper case": str.upper,
    "full stops": lambda name: _words(name, "."),
    "two underscores": lambda name: _words(name, "__"),
    "blanks around": lambda name: f" {name}\t",
    "a byte-order mark before it": lambda name: f"\ufeff{name}",
    "invisible": lambda name: f"{name[:3]}\u200b{name[3:]}",
    "a no-break space": lambda name: _words(name, "\u00a0"),
}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"), drafts=12)


def revisions(study: Study) -> tuple[DraftRevision, ...]:
    drafts = as_drafts(study.encounters)
    return tuple(DraftRevision(draft.blinded_case_id, draft.revision) for draft in drafts)


def changed(study: Study, change: Callable[[list[Any]], object]) -> dict[str, Any]:
    """The second return with its rows changed."""
    payload: dict[str, Any] = json.loads(json.dumps(study.returns[1]))
    change(payload["rows"])
    return payload


def checked(study: Study, folder: Path, payload: Any) -> CheckResult:
    """What is told of the payload as second return; the window is told the same."""
    path = write_json(folder / "second.json", payload)
    paths = [study.folder / "first.json", path]
    result = check_returns(revisions(study), paths)
    service = ReturnService()
    numbered = [(n, n, str(path)) for n, path in enumerate(paths, 1)]
    answer = service.check(revisions(study), numbered, lambda *_: None, _Never())
    assert [row.message for row in answer.problems] == [p.message for p in result.problems]
    text = "".join(f"{problem.message} {problem.hint}" for problem in result.problems)
    for row in study.returns[1]["rows"]:
        assert not any(row[name][:12] in text for name in FIELDS[:3])
    return result


def test_the_command_says_the_same(study: Study, tmp_path: Path) -> None:
    def change(rows: list[Any]) -> None:
        rows[0] = {_camel(name): value for name, value in rows[0].items()}
        rows[1]["blinded_case_id"] = (
            rows[1]["blinded_case_id"][:9] + "\u200b" + rows[1]["blinded_case_id"][9:]
        )
        rows.insert(0, {name: name.title() for name in FIELDS})
        rows.append(dict.fromkeys(FIELDS, ""))

    result = checked(study, tmp_path, changed(study, change))
    given = (study.folder / "drafts.json", study.folder / "first.json", "second.json")
    done = run(tmp_path, "check", *given)
    assert (done.status, done.err) == (1, b"")
    lines = [line for line in done.out.decode().splitlines() if line.startswith("- file 2")]
    assert len(lines) == len(result.problems) == 6
    for line, problem in zip(lines, result.problems, strict=True):
        assert line.endswith(f": {problem.message} {problem.hint}")


class _Never:
    def is_set(self) -> bool:
        return False


def told(result: CheckResult) -> list[tuple[Any, ...]]:
    return [(p.file, p.row, p.field, p.owner) for p in result.problems]


# names of the fields


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_fields_spelt_otherwise_are_a_line_each_with_the_right_name(
    study: Study, tmp_path: Path, spelling: Callable[[str], str]
) -> None:
    payload = changed(study, lambda rows: rows.__setitem__(slice(None), [
        {spelling(name): value for name, value in row.items()} for row in rows
    ]))  # fmt: skip
    result = checked(study, tmp_path, payload)
    other = [name for name in FIELDS if spelling(name) != name]
    assert told(result) == [(2, None, name, "reviewer") for name in other]
    for problem, name in zip(result.problems, other, strict=True):
        assert problem.hint == f"Write it as {name}, and leave in what stands there."
        assert "take it out" not in f"{problem.message} {problem.hint}".lower()
        assert f"Write it as {name}," in " ".join(correction_slip(result, 2).split())


def test_one_field_in_one_row(study: Study, tmp_path: Path) -> None:
    payload = changed(study, lambda rows: rows[3].update(caseId=1, Reason=rows[3].pop("reason")))
    result = checked(study, tmp_path, payload)
    assert told(result) == [(2, 4, None, "reviewer"), (2, 4, "reason", "reviewer")]
    assert "It may name somebody" in result.problems[0].hint


def test_a_field_that_is_there_in_two_spellings_keeps_the_right_one(
    study: Study, tmp_path: Path
) -> None:
    payload = changed(study, lambda rows: rows[3].update(Decision="revise"))
    result = checked(study, tmp_path, payload)
    assert told(result) == [(2, 4, None, "reviewer")]
    assert "the row's 7th" in result.problems[0].message


# rows that are none

EMPTY_ROWS: dict[str, Any] = {
    "empty texts": dict.fromkeys(FIELDS, ""),
    "null": dict.fromkeys(FIELDS),
    "blanks": dict.fromkeys(FIELDS, "  "),
    "no-break spaces": dict.fromkeys(FIELDS, "\u00a0"),
    "line ends and tabs": dict.fromkeys(FIELDS, "\r\n\t"),
    "mixed": dict(zip(FIELDS, ("", None, " ", "\u200b", None, ""), strict=True)),
    "a flag as the form has it": {
        **dict.fromkeys(FIELDS, ""),
        "reason": None,
        "adjudicated": False,
    },
    "without fields": {},
    "some fields alone": {"decision": "", "reason": None},
    "names spelt otherwise": {"caseId": "", "Decision": ""},
}


@pytest.mark.parametrize("at", [0, 5, 12])
@pytest.mark.parametrize("row", EMPTY_ROWS.values(), ids=EMPTY_ROWS.keys())
def test_an_empty_row_is_one_problem(study: Study, tmp_path: Path, row: Row, at: int) -> None:
    result = checked(study, tmp_path, changed(study, lambda rows: rows.insert(at, row)))
    assert told(result) == [(2, at + 1, None, "reviewer")]
    (problem,) = result.problems
    assert problem.message == "The row is empty."
    assert problem.hint == "Take it out; nothing is lost."
    assert correction_slip(result, 2).count(f"Row {at + 1}\n") == 1


def test_many_empty_rows_are_one_problem(study: Study, tmp_path: Path) -> None:
    for count in (2, 3, 40):
        result = checked(
            study,
            tmp_path,
            changed(study, lambda rows, n=count: rows.extend([EMPTY_ROWS["empty texts"]] * n)),
        )
        assert told(result) == [(2, None, None, "reviewer")]
        assert result.problems[0].message == f"The row is empty. {count} rows."
        assert result.problems[0].rows == tuple((2, 13 + n) for n in range(count))


def test_a_row_with_one_value_is_not_empty(study: Study, tmp_path: Path) -> None:
    for name in FIELDS[:4]:
        row = {**EMPTY_ROWS["empty texts"], name: study.returns[1]["rows"][0][name]}
        result = checked(study, tmp_path, changed(study, lambda rows, r=row: rows.append(r)))
        assert "The row is empty." not in [problem.message for problem in result.problems]


HEADINGS: dict[str, Callable[[str], str]] = {"as the fields": str, **SPELLINGS}


@pytest.mark.parametrize("spelling", HEADINGS.values(), ids=HEADINGS.keys())
def test_a_heading_as_first_row_is_one_problem(
    study: Study, tmp_path: Path, spelling: Callable[[str], str]
) -> None:
    heading = {name: spelling(name) for name in FIELDS}
    result = checked(study, tmp_path, changed(study, lambda rows: rows.insert(0, heading)))
    assert told(result) == [(2, 1, None, "reviewer")]
    assert "heading" in result.problems[0].message
    assert result.problems[0].hint.startswith("Take it out")


def test_a_heading_twice_and_an_empty_row_after_it(study: Study, tmp_path: Path) -> None:
    heading = {name: name.upper() for name in FIELDS}

    def change(rows: list[Any]) -> None:
        rows[:0] = [heading, EMPTY_ROWS["null"]]
        rows.insert(8, heading)

    result = checked(study, tmp_path, changed(study, change))
    assert told(result) == [(2, None, None, "reviewer"), (2, 2, None, "reviewer")]
    assert {problem.rows for problem in result.problems} == {((2, 2),), ((2, 1), (2, 9))}


def test_what_is_no_review_can_be_set_aside_and_then_all_is_ready(
    study: Study, tmp_path: Path
) -> None:
    path = write_json(
        tmp_path / "second.json",
        changed(study, lambda rows: rows.append(EMPTY_ROWS["empty texts"])),
    )
    files = [(1, 1, str(study.folder / "first.json")), (2, 2, str(path))]
    service = ReturnService()
    assert not service.check(revisions(study), files, lambda *_: None, _Never()).check.ready
    keys = [choice.key for choice in service.choices(0).choices]
    assert "row-2-13" in keys
    assert service.settle(SetAside(0, "row-2-13")).check.ready


# values

UNSEEN = {
    "zero width space": "\u200b",
    "zero width non-joiner": "\u200c",
    "zero width joiner": "\u200d",
    "byte-order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "word joiner": "\u2060",
    "no-break space": "\u00a0",
    "narrow no-break space": "\u202f",
    "left-to-right mark": "\u200e",
    "right-to-left override": "\u202e",
    "isolate": "\u2066",
    "variation selector": "\ufe0f",
    "combining grapheme joiner": "\u034f",
    "Hangul filler": "\u3164",
    "a null": "\0",
    "backspace": "\b",
}
INVISIBLE = "something invisible in it"


@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=UNSEEN.keys())
@pytest.mark.parametrize("field", FIELDS[:5])
def test_something_invisible_in_a_value(
    study: Study, tmp_path: Path, field: str, unseen: str
) -> None:
    for at in (0, 3, None):
        row = next(n for n, row in enumerate(study.returns[1]["rows"]) if row[field])

        def change(rows: list[Any], at: int | None = at, row: int = row) -> None:
            right = rows[row][field]
            cut = len(right) if at is None else at
            rows[row][field] = right[:cut] + unseen + right[cut:]

        result = checked(study, tmp_path, changed(study, change))
        first = result.problems[0]
        assert (first.file, first.row, first.field) == (2, row + 1, field)
        assert INVISIBLE in first.message
        assert [p.code for p in result.problems[1:]] in ([], ["blocked"])


TRACES: dict[str, tuple[Callable[[str], str], tuple[str, ...]]] = {
    "capital and blank": (lambda v: f"{v.title()} ", ("a capital letter", "spaces")),
    "capital and invisible": (lambda v: f"{v.upper()}\u200b", ("a capital letter", INVISIBLE)),
    "quotation marks": (lambda v: f'"{v}"', ("quotation marks",)),
    "curly ones and a blank": (lambda v: f"“{v} ”", ("quotation marks", "spaces")),
    "a full stop": (lambda v: f"{v}.", ("a full stop",)),
    "all at once": (
        lambda v: f" “{v.upper()[:2]}\u00ad{v.upper()[2:]}”.",
        ("a capital letter", "spaces", "quotation marks", INVISIBLE),
    ),
    "a Cyrillic letter": (
        lambda v: v.translate(str.maketrans("ace", "асе", "")),
        ("another alphabet",),
    ),
}


@pytest.mark.parametrize(("spoil", "parts"), TRACES.values(), ids=TRACES.keys())
def test_all_that_is_wrong_with_a_value_is_told_at_once(
    study: Study, tmp_path: Path, spoil: Callable[[str], str], parts: tuple[str, ...]
) -> None:
    for field in FIELDS[:4]:

        def change(rows: list[Any], field: str = field) -> None:
            rows[2][field] = spoil(rows[2][field])

        result = checked(study, tmp_path, changed(study, change))
        first = result.problems[0]
        assert (first.row, first.field) == (3, field)
        for part in parts:
            assert part in first.message
        assert sum(p.code != "blocked" for p in result.problems) == 1


def test_blanks_inside_an_identifier(study: Study, tmp_path: Path) -> None:
    for blank in (" ", "\n", "\r\n  "):

        def change(rows: list[Any], blank: str = blank) -> None:
            value = rows[2]["draft_revision"]
            rows[2]["draft_revision"] = f"{value[:32]}{blank}{value[32:]}"

        (problem,) = checked(study, tmp_path, changed(study, change)).problems
        assert problem.message == "The identifier has spaces or line ends inside."
