"""Files of real life: named for what they are, once, in the same words wherever they are opened."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_helpers import SECRET, Study, run
from eval_helpers import as_drafts, payload_of, plain, write_json
from foreign_files import ALL, FILES, HERE, MARKER

from evalcore import DraftRevision
from evalcore.errors import EvaluationError
from evalcore.io.foreign_kinds import decode
from evalcore.io.foreign_words import FOREIGN
from evalcore.returns.check import CheckResult, check_returns
from evalcore.returns.slip import correction_slip
from evalcore.service.evaluation import EvaluationService
from evalcore.service.faults import fault
from evalcore.service.protocol import Open, OpenEarlier

Row = dict[str, Any]
COMMANDS = ("drafts", "claims", "verify", "disclosure", "reviews")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"), drafts=12)


class _Never:
    def is_set(self) -> bool:
        return False


def put(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    return path


def checked(study: Study, *more: Path) -> CheckResult:
    drafts = as_drafts(study.encounters)
    revisions = [DraftRevision(draft.blinded_case_id, draft.revision) for draft in drafts]
    return check_returns(revisions, [study.folder / "first.json", *more])


def opened(path: Path) -> dict[str, Any]:
    """What the window is told of a file: its fault."""
    return opened_as(Open, path)


def opened_as(kind: type[Open] | type[OpenEarlier], path: Path) -> dict[str, Any]:
    try:
        answer = EvaluationService().call(kind(1, str(path)), lambda *_: None, _Never())
    except EvaluationError as error:
        return dict(plain(fault(error)))
    return dict(plain(answer.fault)) if answer.fault else {}


def line_of(folder: Path, study: Study, command: str, path: Path) -> str:
    """The one line that a command says of a file that it cannot use."""
    given: list[str | Path] = [path]
    if command == "reviews":
        given = [study.folder / "drafts.json", study.folder / "first.json", path]
    line = run(folder, command, *given).line
    for secret in (MARKER, SECRET, str(folder)):
        assert secret not in line
    return line


def first_of(code: str) -> tuple[str, bytes, str]:
    return next(iter(FILES[code].values()))


# what is no file of ours


def test_every_kind_has_a_file() -> None:
    assert FILES.keys() == FOREIGN.keys()
    assert {code for code, kind in FOREIGN.items() if kind.here} == HERE


@pytest.mark.parametrize(("code", "name", "content", "says"), ALL.values(), ids=ALL.keys())
def test_what_it_is_and_whose_turn(
    study: Study, tmp_path: Path, code: str, name: str, content: bytes, says: str
) -> None:
    path = put(tmp_path, name, content)
    result = checked(study, study.folder / "second.json", path)
    told = [p for p in result.problems if p.code != "blocked"]
    turn = "coordinator" if code in HERE else "reviewer"
    assert [(p.file, p.row, p.code, p.owner) for p in told] == [(3, None, code, turn)]
    words = f"{told[0].message} {told[0].hint}"
    assert says in words and MARKER not in words
    slip = correction_slip(result, 3)
    assert bool(slip) == (turn == "reviewer") and MARKER not in slip
    if "rows" in decode(content)[:80] and code in ("interrupted_save", "partial_download"):
        # its start is that of a return: the window asks the check, as above
        assert opened(path) == {}
        return
    fault = opened(path)
    assert (fault["code"], fault["place"], fault["advice"]) == (code, "", words)
    assert opened_as(OpenEarlier, path) == fault


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_the_same_of_it(study: Study, tmp_path: Path, command: str) -> None:
    for code in ("xlsx_file", "zip_file", "pdf_file", "web_page", "companion_file"):
        name, content, _ = FILES[code]["gzip as JSON"] if code == "zip_file" else first_of(code)
        path = put(tmp_path, name, content)
        words = f"{FOREIGN[code].sentence} {FOREIGN[code].hint}"
        assert line_of(tmp_path, study, command, path).endswith(f"): {code}: {words}\n")


@pytest.mark.parametrize("code", ["companion_file", "system_file", "lock_file"])
def test_what_never_holds_an_answer_hides_nothing_of_the_rest(
    study: Study, tmp_path: Path, code: str
) -> None:
    for name, content, _ in FILES[code].values():
        path = put(tmp_path, name, content)
        whole = checked(study, study.folder / "second.json", path)
        assert [p.code for p in whole.problems] == [code]
        # chosen in place of the return itself: that there is one review alone is no news then
        alone = checked(study, path)
        assert [p.code for p in alone.problems] == [code, "blocked"]


def test_a_good_file_under_any_name_is_read(study: Study, tmp_path: Path) -> None:
    good = (study.folder / "second.json").read_bytes()
    for name in ("._r.json", "r.json.part", "~$r.xlsx", "r.eml", "r.url", "desktop.ini", "r.gz"):
        assert checked(study, put(tmp_path, name, good)).ready
        assert opened(put(tmp_path, name, good)) == {}


def test_a_broken_return_is_told_as_one_under_any_name(study: Study, tmp_path: Path) -> None:
    broken = (study.folder / "second.json").read_bytes()[:-200]
    for name in ("._r.json", "~$r.xlsx", "r.eml", "r.url", "desktop.ini", "r.asc"):
        first = checked(study, put(tmp_path, name, broken)).problems[0]
        assert (first.code, first.owner) == ("invalid_json", "reviewer")
        assert "breaks off" in first.message


# what was done to a good text


def good_text(study: Study, **options: Any) -> str:
    return json.dumps(study.returns[1], **options)


def lines(study: Study, between: str = "\n", end: str = "\n", start: str = "") -> str:
    return start + between.join(json.dumps(row) for row in study.returns[1]["rows"]) + end


ONE_A_LINE: dict[str, Callable[[Study], str]] = {
    "lines": lines,
    "without a last line end": lambda study: lines(study, end=""),
    "CRLF": lambda study: lines(study, "\r\n", "\r\n"),
    "blank lines": lambda study: lines(study, "\n\n", "\n\n\n", "\n"),
    "a byte-order mark": lambda study: lines(study, start="\ufeff"),
    "commas": lambda study: lines(study, ",\n", ",\n"),
    "commas between": lambda study: lines(study, ",\n"),
    "no line end at all": lambda study: lines(study, ""),
    "over several lines": lambda study: "\n".join(
        json.dumps(row, indent=2) for row in study.returns[1]["rows"]
    ),
    "record separators": lambda study: lines(study, "\n\x1e", "\n", "\x1e"),
    "names spelt otherwise": lambda study: lines(study).replace("_", "-"),
}


@pytest.mark.parametrize("make", ONE_A_LINE.values(), ids=ONE_A_LINE.keys())
def test_one_row_a_line_is_told_once(
    study: Study, tmp_path: Path, make: Callable[[Study], str]
) -> None:
    path = put(tmp_path, "r2.jsonl", make(study).encode())
    result = checked(study, path)
    first = result.problems[0]
    assert (first.file, first.code, first.owner) == (2, "invalid_json", "reviewer")
    assert "one a line" in first.message and "envelope" in first.message
    assert "schema_version" in first.hint and first.hint.startswith("Ask for the whole file")
    if "-" not in make(study)[:20]:
        assert [p.code for p in result.problems] == ["invalid_json"]
    assert result.files[1].rows == 12
    assert opened(path)["advice"] == f"{first.message} {first.hint}"
    assert line_of(tmp_path, study, "reviews", path).endswith(f"{first.message} {first.hint}\n")


def test_other_faults_of_rows_one_a_line_are_told_beside(study: Study, tmp_path: Path) -> None:
    text = lines(study).replace('"accept"', '"Accept"', 1)
    result = checked(study, put(tmp_path, "r2.jsonl", text.encode()))
    assert [p.code for p in result.problems[:2]] == ["invalid_json", "invalid_controlled_code"]


def test_rows_one_a_line_that_break_off(study: Study, tmp_path: Path) -> None:
    result = checked(study, put(tmp_path, "r2.jsonl", lines(study)[:-100].encode()))
    assert [p.code for p in result.problems] == ["invalid_json", "blocked"]
    assert "one a line" in result.problems[0].message


BARE: dict[str, tuple[Callable[[list[Row]], Any], str]] = {
    "a list": (lambda rows: rows, "alone, without the envelope"),
    "a list spelt otherwise": (
        lambda rows: [{k.upper(): v for k, v in row.items()} for row in rows],
        "alone, without the envelope",
    ),
    "one row": (lambda rows: rows[0], "row stands alone"),
    "in data": (lambda rows: {"data": payload_of(rows)}, "inside something else"),
    "in a list of one": (lambda rows: [payload_of(rows)], "inside something else"),
    "rows under another name": (lambda rows: {"items": rows}, "inside something else"),
}


@pytest.mark.parametrize(("make", "says"), BARE.values(), ids=BARE.keys())
def test_rows_without_their_envelope(
    study: Study, tmp_path: Path, make: Callable[[list[Row]], Any], says: str
) -> None:
    path = write_json(tmp_path / "second.json", make(study.returns[1]["rows"]))
    first = checked(study, path).problems[0]
    assert (first.file, first.row, first.owner) == (2, None, "reviewer")
    assert says in first.message
    assert says in opened(path)["advice"] and "invalid" not in opened(path)["advice"]
    assert says in line_of(tmp_path, study, "reviews", path)


@pytest.mark.parametrize("names", [("schemaVersion", "Rows"), ("SCHEMA_VERSION", "ROWS")])
def test_the_envelope_spelt_otherwise(study: Study, tmp_path: Path, names: tuple[str, str]) -> None:
    content = dict(zip(names, study.returns[1].values(), strict=True))
    path = write_json(tmp_path / "second.json", content)
    result = checked(study, path)
    assert [(p.code, p.field) for p in result.problems] == [
        ("invalid_review_schema", "schema_version"),
        ("invalid_review_schema", "rows"),
    ]
    assert [p.hint for p in result.problems] == [
        f"Write it as {name}, and leave in what stands there."
        for name in ("schema_version", "rows")
    ]
    assert "schema_version and rows" in opened(path)["advice"]


def _with(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


WORDS: dict[str, tuple[Callable[[str], str], str]] = {
    **{
        word: (_with("null", word), f"{word}, as")
        for word in ("None", "NULL", "Null", "nil", "undefined", "NA", "none")
    },
    **{word: (_with("false", word), f"{word}, as") for word in ("False", "FALSE", "no")},
    **{word: (_with("null", word), f"but {word}, as") for word in ("NaN", "Infinity", "-Infinity")},
    "True": (_with("false", "True"), "JSON has true"),
    "all of Python's": (lambda text: repr(json.loads(text)), "Single quotation marks"),
    "single quotes": (lambda text: text.replace('"', "'"), "Single quotation marks"),
    "one single-quoted text": (_with('"accept"', "'accept'"), "Single quotation marks"),
    "a comment": (_with('"rows"', '// rows\n"rows"'), "comment"),
    "a comment in stars": (lambda text: f"/* made by */{text}", "comment"),
    "a hash comment": (lambda text: f"# made by\n{text}", "comment"),
    "a comment at the end": (lambda text: f"{text}\n// end", "comment"),
    "bare names": (_with('"rows"', "rows"), "name of a field has no quotation marks"),
    "a bare word": (_with('"accept"', "accept"), "without quotation marks"),
    "curly": (lambda text: text.replace('"', "”"), "curly"),
    "low and high": (_with('"rows"', "„rows“"), "curly"),
    "angled": (_with('"rows"', "«rows»"), "curly"),
    "no comma": (_with("},", "}"), "comma is missing"),
    "two files": (lambda text: text + "\n" + text, "second JSON text"),
    "two files at once": (lambda text: text + text, "second JSON text"),
    "a mail around": (lambda text: f"Dear all,\nhere it is:\n\n{text}\n", "before the JSON"),
    "a chat around": (lambda text: f"```json\n{text}\n```\n", "before the JSON"),
    "a script around": (lambda text: f"var data = {text};", "before the JSON"),
    "a no-break space between": (_with('"rows"', '\u00a0"rows"'), "Something invisible"),
    "an invisible mark between": (_with('"rows"', '\u200b"rows"'), "Something invisible"),
    "a null character in a text": (_with('"accept"', '"acc\0ept"'), "Something invisible"),
    "semicolons": (lambda text: text.replace(",", ";"), "Another sign"),
    "signs of equality": (lambda text: text.replace(":", "="), "Another sign"),
    "a word too many": (_with("null", "null null"), "not JSON"),
    "its start lost": (lambda text: text[text.index('_case_id"') :], "its start is lost"),
    "a line end in a text": (_with('"accept"', '"acc\nept"'), "line ends inside a text"),
}


@pytest.mark.parametrize(("spoil", "says"), WORDS.values(), ids=WORDS.keys())
def test_what_was_done_to_a_text_is_named_with_its_place(
    study: Study, tmp_path: Path, spoil: Callable[[str], str], says: str
) -> None:
    path = put(tmp_path, "second.json", spoil(good_text(study)).encode())
    result = checked(study, path)
    first = result.problems[0]
    assert (first.file, first.row, first.owner) == (2, None, "reviewer")
    assert says in first.message and "Line " in first.message
    assert sum(p.code not in ("blocked", "trailing_comma") for p in result.problems) == 1
    assert MARKER not in first.message


@pytest.mark.parametrize("word", ["None", "NaN", "undefined"])
def test_the_word_is_named_by_the_commands_too(study: Study, tmp_path: Path, word: str) -> None:
    report = json.dumps(study.draft_report()).replace("null", word, 1)
    verify = line_of(tmp_path, study, "verify", put(tmp_path, "a.json", report.encode()))
    drafts = json.dumps({"encounters": study.encounters}).replace("true", word, 1)
    drafted = line_of(tmp_path, study, "drafts", put(tmp_path, "d.json", drafts.encode()))
    for line in (verify, drafted):
        assert f"but {word}, as" in line and "JSON has null." in line and ", line 1, column" in line


# what each takes

TAKES = {
    "drafts": "Choose a drafts file here",
    "reviews": "Choose a review return here",
    "claims": "Choose claims files here",
    "verify": "Saved reports are taken here",
    "disclosure": "Saved reports are taken here",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_says_what_it_takes(study: Study, tmp_path: Path, command: str) -> None:
    contents: dict[str, Any] = {
        "a saved draft report": study.draft_report(),
        "a saved review report": study.review_report(),
        "a drafts file": {"encounters": study.encounters},
        "a review return": study.returns[0],
        "a claims file": {"claims": [], "evidence": []},
    }
    own = {"verify": "report", "disclosure": "report", "reviews": "return"}.get(command, command)
    for number, (thing, content) in enumerate(contents.items()):
        wrapped: list[Any] = [{"data": content}, [content], {"a": 1, "result": {"b": content}}]
        around = write_json(tmp_path / "x.json", wrapped[number % 3])
        line = line_of(tmp_path, study, command, around)
        assert f": unknown_file_kind: {thing[0].upper()}{thing[1:]} stands here" in line
        assert TAKES[command] in line
        if own not in thing:
            line = line_of(tmp_path, study, command, write_json(tmp_path / "x.json", content))
            assert f": wrong_file_kind: This is {thing}. {TAKES[command]}" in line
    for other in ({"a": 1}, [], "text"):
        line = line_of(tmp_path, study, command, write_json(tmp_path / "x.json", other))
        assert ": unknown_file_kind: This is JSON, but none of our files." in line
        assert TAKES[command] in line


def test_a_wrapped_report_among_the_returns_is_the_coordinators(
    study: Study, tmp_path: Path
) -> None:
    path = write_json(tmp_path / "x.json", {"data": study.draft_report()})
    first = checked(study, path).problems[0]
    assert (first.owner, first.code) == ("coordinator", "unknown_file_kind")
    assert "saved draft report" in first.message
    assert opened_as(OpenEarlier, path)["advice"].endswith(
        "Saved reports are taken here: choose the JSON that an export wrote."
    )
