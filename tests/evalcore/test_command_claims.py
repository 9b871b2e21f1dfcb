"""``python -m evalcore claims``: the vectors to the byte, its options, and what it refuses."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from command_helpers import DIGEST, SECRET, Run, contents, environment, run
from eval_helpers import TESTS, write_json

from evalcore.claims_vocabulary import CODES

VECTORS = sorted((TESTS / "vectors" / "claims").glob("*.json"))
OPTIONS = {"n_resamples": "--resamples", "alpha": "--alpha", "seed": "--seed"}


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def named(*, error: bool) -> pytest.MarkDecorator:
    paths = [path for path in VECTORS if ("error" in load(path)) == error]
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def options_of(vector: dict[str, Any]) -> list[str]:
    return [f"{OPTIONS[name]}={value}" for name, value in vector["options"].items()]


def write(folder: Path, vector: dict[str, Any]) -> None:
    """Write both.json, claims.json and evidence.json."""
    claims, evidence = {"claims": vector["claims"]}, {"evidence": vector["evidence"]}
    write_json(folder / "both.json", {**claims, **evidence})
    write_json(folder / "claims.json", claims)
    write_json(folder / "evidence.json", evidence)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder with a vector that has custom classes, two small ones and defaults but the seed."""
    folder = tmp_path_factory.mktemp("claims")
    vector = load(TESTS / "vectors" / "claims" / "92-study-32.json")
    write(folder, vector)
    return folder, vector


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small claims file in a folder whose name is nobody's business."""
    folder = tmp_path / SECRET
    folder.mkdir()
    row = {"claim_id": SECRET, "claim_class": "lab", "claim_key": DIGEST, "evidence_ids": ["e1"]}
    evidence = {"evidence_id": "e1", "claim_key": DIGEST, "relation": "supports"}
    write(folder, {"claims": [row, {**row, "claim_id": "c2"}], "evidence": [evidence]})
    return folder


def told(done: Run, folder: Path, code: str, *parts: str) -> str:
    """The one line of a refusal: place, code and what to do, and nothing of the input."""
    line = done.line
    for secret in (SECRET, DIGEST[:16], "wound", str(folder.parent), os.sep):
        assert secret not in line
    assert f": {code}: " in line
    for part in parts:
        assert part in line
    assert line.rstrip().endswith(".")
    assert len(line.split(f"{code}: ")[1].split()) >= 4
    return line


ALL_AT_ONCE = """
import contextlib, io, json, os, pathlib, sys
from evalcore.cli.main import main
told = {}
for name, arguments in json.loads(pathlib.Path("commands.json").read_text()).items():
    error = io.StringIO()
    os.chdir(name)
    with contextlib.redirect_stderr(error):
        status = main(arguments)
    os.chdir("..")
    lines = error.getvalue().splitlines(keepends=True)
    told[name] = status, "".join(l for l in lines if not l.startswith("disclosure check: "))
pathlib.Path("told.json").write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def vectors_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Every vector, in one process; a folder each, exit status and standard error by name."""
    folder = tmp_path_factory.mktemp("vectors")
    commands = {}
    for path in VECTORS:
        vector = load(path)
        (folder / path.stem).mkdir()
        write(folder / path.stem, vector)
        out = ("--json", "r.json", "--markdown", "r.md")
        commands[path.stem] = ["claims", "both.json", *options_of(vector), *out]
    write_json(folder / "commands.json", commands)
    done = run(folder, start=("-c", ALL_AT_ONCE))
    assert (done.status, done.out, done.errors) == (0, b"", b"")
    return folder, json.loads((folder / "told.json").read_text())


# what it writes


@named(error=False)
def test_json_and_markdown_are_those_of_the_vector(
    vectors_run: tuple[Path, dict[str, Any]], path: Path
) -> None:
    folder, told_of = vectors_run
    vector = load(path)
    assert told_of[path.stem] == [0, ""]
    assert (folder / path.stem / "r.json").read_bytes() == vector["json"].encode("utf-8")
    assert (folder / path.stem / "r.md").read_bytes() == vector["markdown"].encode("utf-8")


def test_markdown_is_the_default(study: tuple[Path, dict[str, Any]]) -> None:
    folder, vector = study
    before = contents(folder)
    for more in ([], ["--markdown", "-"]):
        done = run(folder, "claims", "both.json", *options_of(vector), *more)
        assert (done.status, done.out, done.errors) == (0, vector["markdown"].encode(), b"")
    assert contents(folder) == before


def test_claims_and_evidence_in_two_files_in_either_order(
    study: tuple[Path, dict[str, Any]],
) -> None:
    folder, vector = study
    for names in (("claims.json", "evidence.json"), ("evidence.json", "claims.json")):
        done = run(folder, "claims", *names, *options_of(vector), "--json", "-")
        assert (done.status, done.out) == (0, vector["json"].encode())


def test_the_defaults_are_those_of_the_function(tmp_path: Path) -> None:
    vector = load(TESTS / "vectors" / "claims" / "02-empty.json")
    write(tmp_path, vector)
    given = ("--resamples", "1000", "--alpha", "0.05", "--seed", "0")
    plain = run(tmp_path, "claims", "both.json", "--json", "-")
    assert plain.out == vector["json"].encode()
    assert run(tmp_path, "claims", *given, "both.json", "--json", "-").out == plain.out
    other = run(tmp_path, "claims", "both.json", "--json=-", "--seed", "-5", "--alpha", "1e-1")
    assert (json.loads(other.out)["seed"], json.loads(other.out)["alpha"]) == (-5, 0.1)


def test_files_are_written_and_standard_output_stays_empty(
    study: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    folder, vector = study
    (tmp_path / "r.json").write_text("old")
    out = ("--json", str(tmp_path / "r.json"), "--markdown", str(tmp_path / "r.md"))
    done = run(folder, "claims", "both.json", *options_of(vector), *out)
    assert (done.status, done.out, done.errors) == (0, b"", b"")
    assert contents(tmp_path) == {
        "r.json": vector["json"].encode(),
        "r.md": vector["markdown"].encode(),
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONIOENCODING": "utf-16", "LANG": "tr_TR.UTF-8"},
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
    ],
    ids=str,
)
def test_the_same_bytes_everywhere(
    study: tuple[Path, dict[str, Any]], changes: dict[str, str]
) -> None:
    folder, vector = study
    env = environment(**changes)
    given = ("claims", "both.json", *options_of(vector))
    assert run(folder, *given, "--json", "-", env=env).out == vector["json"].encode()
    assert run(folder, *given, env=env).out == vector["markdown"].encode()


def test_help_is_help(tmp_path: Path) -> None:
    done = run(tmp_path, "claims", "--help")
    assert (done.status, done.errors) == (0, b"")
    for option in OPTIONS.values():
        assert option.encode() in done.out


# what it refuses


@named(error=True)
def test_what_the_vectors_refuse_is_refused_in_one_line(
    vectors_run: tuple[Path, dict[str, Any]], path: Path
) -> None:
    folder, told_of = vectors_run
    vector = load(path)
    status, error = told_of[path.stem]
    line = Run(status, b"", error.encode("utf-8")).line
    assert [code for code in CODES if f": {code}: " in line]
    assert line.startswith(("file 1 (both.json)", "command line, --"))
    assert not (folder / path.stem / "r.json").exists()
    for text in texts([vector["claims"], vector["evidence"]]):
        assert len(text) < 12 or text not in line


def texts(value: Any) -> set[str]:
    """Some texts among the values of JSON types."""
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(parts, str):
        return {parts}
    if parts is None or isinstance(parts, bool | int | float):
        return set()
    return set().union(*map(texts, list(parts)[:100]))


WRONG_OPTIONS = [
    *[("--resamples", "invalid_n_resamples", value) for value in ("-1", "1.5", "100001", SECRET)],
    *[("--alpha", "invalid_alpha", value) for value in ("5%", "-.1", "nan", "", SECRET)],
    *[("--seed", "invalid_seed", value) for value in ("1.5", "1e3", "٥", SECRET, "9" * 5000)],
]


@pytest.mark.parametrize(("option", "code", "value"), WRONG_OPTIONS, ids=lambda v: str(v)[:20])
def test_options_that_are_none(folder: Path, option: str, code: str, value: str) -> None:
    done = run(folder, "claims", "both.json", f"{option}={value}")
    told(done, folder, code, f"command line, {option}")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["both.json", f"--{SECRET}"],
        ["both.json", "--resamples"],
        ["both.json", "--minimum-cell-size", "5"],
        ["both.json", "--res", "5"],
    ],
    ids=" ".join,
)
def test_command_lines_that_cannot_be_used(folder: Path, arguments: list[str]) -> None:
    told(run(folder, "claims", *arguments), folder, "invalid_arguments", "command line")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["claims", "both.json", "--resamples"], "--resamples"),
        (["claims", "both.json", "--minimum-cell-size", SECRET], "--minimum-cell-size"),
        (["drafts", "both.json", "--minimum-cell-size"], "--minimum-cell-size"),
        (["verify", "both.json", f"--json={SECRET}"], "--json"),
        (["claims", "both.json", "--version=1"], "--version"),
        (["reviews", "both.json", "--earlier", "both.json"], "--earlier"),
        (["claims", "both.json", f"--{SECRET}"], ""),
    ],
)
def test_the_option_that_cannot_be_used_is_named(
    folder: Path, arguments: list[str], named: str
) -> None:
    place = f"command line, {named}" if named else "command line"
    line = told(run(folder, *arguments), folder, "invalid_arguments")
    assert line.startswith(f"{place}: ")


def test_both_forms_on_standard_output_are_refused(folder: Path) -> None:
    done = run(folder, "claims", "both.json", "--json", "-", "--markdown", "-")
    told(done, folder, "outputs_are_the_same", "command line")


def test_the_lists_must_be_there_once(folder: Path) -> None:
    for names, code, part in (
        (["claims.json"], "missing_field", "evidence"),
        (["evidence.json"], "missing_field", "claims"),
        (["both.json", "claims.json"], "invalid_claims_schema", "claims"),
        (["evidence.json", "both.json"], "invalid_claims_schema", "evidence"),
    ):
        line = told(run(folder, "claims", *names), folder, code, f"field {part}")
        one = len(names) == 1
        assert line.startswith(f"file 1 ({names[0]})" if one else "all files together")


def test_a_row_that_is_wrong_is_named_by_file_and_place(folder: Path) -> None:
    claims = json.loads((folder / "claims.json").read_text())
    claims["claims"][1]["claim_id"] = SECRET * 100
    write_json(folder / "wrong.json", claims)
    done = run(folder, "claims", "evidence.json", "wrong.json")
    line = told(done, folder, "invalid_claim_identifier", "file 2 (wrong.json)")
    assert " 2" in line.partition("(wrong.json)")[2].partition(":")[0], "which claim"
    evidence = {"evidence": [{"evidence_id": "e1", "relation": SECRET}]}
    write_json(folder / "wrong.json", evidence)
    done = run(folder, "claims", "claims.json", "wrong.json")
    told(done, folder, "invalid_evidence_relation", "file 2 (wrong.json)")


FILES: dict[str, tuple[str, bytes]] = {
    "empty": ("empty_file", b""),
    "cut off": ("invalid_json", b'{"claims": [{"claim_id": "' + SECRET.encode()),
    "no text": ("invalid_encoding", b'{"claims": "\xff' + SECRET.encode() + b'"}'),
    "another kind": ("wrong_file_kind", b'{"encounters": []}'),
    "no kind": ("unknown_file_kind", b'{"%s": 1}' % SECRET.encode()),
    "key twice": ("duplicate_key", b'{"claims": [], "claims": [], "evidence": []}'),
    "no list": ("invalid_claims_schema", b'{"claims": "%s", "evidence": []}' % SECRET.encode()),
    "both names": ("invalid_claims_schema", b'{"claims":[],"evidence":[],"approved_evidence":[]}'),
    "version": ("invalid_claims_schema", b'{"schema_version": 2, "claims": [], "evidence": []}'),
    "version true": ("invalid_claims_schema", b'{"schema_version":true,"claims":[],"evidence":[]}'),
    "another key": ("unknown_field", b'{"claims": [], "evidence": [], "%s": 1}' % SECRET.encode()),
}


@pytest.mark.parametrize(("code", "content"), FILES.values(), ids=FILES)
def test_a_file_that_is_no_claims_file(folder: Path, code: str, content: bytes) -> None:
    (folder / f"{DIGEST}.json").write_bytes(content)
    done = run(folder, "claims", f"{DIGEST}.json", "--json", "r.json")
    told(done, folder, code, "file 1 (….json)")
    assert not (folder / "r.json").exists()


def test_files_that_are_missing_or_no_files(folder: Path) -> None:
    done = run(folder, "claims", "both.json", "none.json")
    told(done, folder, "unreadable_file", "file 2 (none.json)")
    told(run(folder, "claims", "."), folder, "not_a_regular_file")


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_an_input_is_not_written_over(folder: Path, option: str) -> None:
    before = contents(folder)
    for name in ("claims.json", "./evidence.json"):
        done = run(folder, "claims", "claims.json", "evidence.json", option, name)
        told_place = done.line
        assert "output_is_an_input" in told_place and option in told_place
    assert contents(folder) == before


def test_the_order_of_rows_and_the_spelling_of_names_change_nothing(
    study: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    _, vector = study
    turned = copy.deepcopy(vector)
    turned["claims"].reverse()
    for row in turned["claims"]:
        row["label"] = row.pop("claim_class")
    turned["evidence"].reverse()
    write(tmp_path, turned)
    done = run(tmp_path, "claims", "both.json", *options_of(vector), "--json", "-")
    assert done.out == vector["json"].encode()
