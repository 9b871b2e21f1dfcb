"""``python -m evalcore`` where all is well: what it writes, where, and always the same."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from command_helpers import NOTICE, Study, contents, environment, json_bytes, run
from eval_helpers import CHECKOUT, write_json

DRAFTS = ("drafts", "drafts.json")
REVIEWS = ("reviews", "drafts.json", "first.json", "second.json")


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"))


@pytest.mark.parametrize("minimum", [None, 2, 9])
def test_json_of_drafts(study: Study, minimum: int | None) -> None:
    options = [] if minimum is None else ["--minimum-cell-size", str(minimum)]
    done = run(study.folder, *DRAFTS, *options, "--json", "-")
    assert (done.status, done.errors) == (0, b"")
    assert done.out == json_bytes(study.draft_report(minimum or 5))


@pytest.mark.parametrize("minimum", [None, 2])
def test_json_of_reviews_of_several_files(study: Study, minimum: int | None) -> None:
    options = [] if minimum is None else [f"--minimum-cell-size={minimum}"]
    done = run(study.folder, *REVIEWS, *options, "--json", "-")
    assert (done.status, done.errors) == (0, b"")
    assert done.out == json_bytes(study.review_report(minimum or 5))
    assert json.loads(done.out)["rates"]["agreement"]["suppressed"] is False


def test_options_may_come_first(study: Study) -> None:
    options = ("--json", "-", "--minimum-cell-size", "2")
    done = run(study.folder, "drafts", *options, "drafts.json")
    assert done.out == json_bytes(study.draft_report(2))


@pytest.mark.parametrize("command", [DRAFTS, REVIEWS], ids=["drafts", "reviews"])
def test_markdown_is_the_default(study: Study, command: tuple[str, ...]) -> None:
    before = contents(study.folder)
    plain = run(study.folder, *command)
    assert (plain.status, plain.errors) == (0, b"")
    assert run(study.folder, *command, "--markdown", "-").out == plain.out
    text = plain.out.decode("utf-8")
    # The notice comes first, as text or as a quotation or in bold.
    first = text.splitlines()[0]
    assert first.strip("> *_#") == NOTICE
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "suppressed" in text.lower()
    assert "95" in text
    counted = (
        ("facts", "statements", "not patients") if command == DRAFTS else ("drafts", "decisions")
    )
    assert [word for word in counted if word not in text] == []
    assert re.search(r"\b5\b", text)
    assert not re.search(r"[0-9a-f]{16}", text)
    for word in ("drafts.json", "first", str(study.folder), "20\\d\\d-"):
        assert not re.search(re.escape(word) if "\\" not in word else word, text)
    assert contents(study.folder) == before


def test_markdown_has_a_table_a_metric_family(study: Study) -> None:
    text = run(study.folder, *DRAFTS, "--minimum-cell-size", "2").out.decode()
    separators = [line for line in text.splitlines() if re.fullmatch(r"\|[-:| ]+\|", line)]
    assert len(separators) >= 5
    for name in ("omission", "unsupported", "contradiction", "misattribution", "negation"):
        assert name in text.lower()
    report = study.draft_report(2)
    cells = [cell for metrics in report["slices"].values() for cell in metrics.values()]
    shown = [cell for cell in cells if not cell["suppressed"]]
    assert shown
    assert len(shown) < len(cells)
    for cell in shown:
        assert re.search(rf"\b{cell['numerator']}\b.*\b{cell['denominator']}\b", text)


def test_files_are_written_and_replaced(study: Study, tmp_path: Path) -> None:
    json_out, markdown_out = tmp_path / "report.json", tmp_path / "report.md"
    json_out.write_text("old")
    options = ("--json", str(json_out), "--markdown", str(markdown_out))
    for command, report in ((DRAFTS, study.draft_report()), (REVIEWS, study.review_report())):
        done = run(study.folder, *command, *options)
        assert (done.status, done.out, done.errors) == (0, b"", b"")
        expected = run(study.folder, *command).out
        assert contents(tmp_path) == {"report.json": json_bytes(report), "report.md": expected}


def test_one_to_a_file_and_one_to_standard_output(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "report.md"
    done = run(study.folder, *DRAFTS, "--markdown", str(out), "--json", "-")
    assert done.out == json_bytes(study.draft_report())
    assert out.read_bytes() == run(study.folder, *DRAFTS).out
    done = run(study.folder, *DRAFTS, "--json", str(tmp_path / "report.json"))
    assert (done.status, done.out) == (0, b"")


def test_a_file_in_the_working_folder(study: Study, tmp_path: Path) -> None:
    done = run(tmp_path, "drafts", study.folder / "drafts.json", "--json", "report.json")
    assert (done.status, list(contents(tmp_path))) == (0, ["report.json"])


ENVIRONMENTS = {
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "ASCII streams": {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
    "UTF-16 streams": {"PYTHONIOENCODING": "utf-16", "LANG": "tr_TR.UTF-8"},
    "another zone": {"TZ": "Asia/Kathmandu", "COLUMNS": "20"},
}


@pytest.mark.parametrize("changes", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
def test_the_same_bytes_everywhere(study: Study, tmp_path: Path, changes: dict[str, str]) -> None:
    env = environment(**changes)
    out = tmp_path / "report.md"
    done = run(study.folder, *DRAFTS, "--json", "-", "--markdown", str(out), env=env)
    assert done.out == json_bytes(study.draft_report())
    assert out.read_bytes() == run(study.folder, *DRAFTS).out
    assert run(study.folder, *DRAFTS, env=env).out == out.read_bytes()


WITHOUT_QT = """
import runpy, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "PyQt6"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
sys.argv[0] = "evalcore"
runpy.run_module("evalcore", run_name="__main__", alter_sys=True)
"""


def test_it_works_where_qt_is_not_installed(study: Study) -> None:
    done = run(study.folder, *REVIEWS, "--json", "-", start=("-c", WITHOUT_QT))
    assert (done.status, done.out) == (0, json_bytes(study.review_report()))


ONLY_STANDARD = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import pkgutil, evalcore
for found in pkgutil.walk_packages(evalcore.__path__, "evalcore."):
    if not found.name.endswith("__main__"):
        __import__(found.name)
names = {name.partition(".")[0] for name in sys.modules}
strange = names - set(sys.stdlib_module_names) - {"evalcore", "__main__"}
print(len([name for name in sys.modules if name.startswith("evalcore")]), sorted(strange))
"""


def test_all_of_it_needs_the_standard_library_alone(tmp_path: Path) -> None:
    start = ("-I", "-S", "-c", ONLY_STANDARD)
    done = run(tmp_path, CHECKOUT, start=start)
    assert (done.status, done.errors) == (0, b"")
    count, strange = done.out.decode().split(maxsplit=1)
    assert int(count) > 5
    assert strange.strip() == "[]"


def test_names_that_are_not_plain(study: Study, tmp_path: Path) -> None:
    for number, name in enumerate(["étude ☃.json", "two words.json", "-dash.json"]):
        path = tmp_path / name
        path.write_bytes((study.folder / "drafts.json").read_bytes())
        out = tmp_path / f"résultat {number}.json"
        given = f"./{name}" if name.startswith("-") else name
        done = run(tmp_path, "drafts", given, "--json", out.name)
        assert (done.status, done.errors) == (0, b"")
        assert out.read_bytes() == json_bytes(study.draft_report())


@pytest.mark.skipif(sys.platform != "linux", reason="file names that are no text exist on Linux")
def test_a_name_that_is_no_text(study: Study, tmp_path: Path) -> None:
    raw = b"caf\xe9.json"
    (Path(str(tmp_path)) / raw.decode("utf-8", "surrogateescape")).write_bytes(
        (study.folder / "drafts.json").read_bytes()
    )
    for env in (environment(), environment(PYTHONUTF8="0", LC_ALL="C")):
        done = run(tmp_path, "drafts", raw, "--json", b"\xff.json", env=env)
        assert (done.status, done.errors) == (0, b"")
    assert sorted(contents(tmp_path)) == ["\\xff.json", "caf\\xe9.json"]


def test_help_is_help(tmp_path: Path) -> None:
    for arguments in (("--help",), ("drafts", "--help"), ("reviews", "-h")):
        done = run(tmp_path, *arguments)
        assert (done.status, done.errors) == (0, b"")
        assert b"drafts" in done.out.lower()
        assert str(CHECKOUT).encode() not in done.out


def test_a_study_of_one_draft_has_a_report(tmp_path: Path) -> None:
    study = Study(tmp_path, drafts=1)
    write_json(tmp_path / "drafts.json", {"encounters": study.encounters})
    report = json.loads(run(tmp_path, *DRAFTS, "--json", "-").out)
    cells = [cell for metrics in report["slices"].values() for cell in metrics.values()]
    assert len(cells) == 23 * 5
    assert all(cell["suppressed"] for cell in cells)
    text = run(tmp_path, *DRAFTS).out.decode()
    assert NOTICE in text
    assert not re.search(r"^\|.*\d+ of \d+", text, re.M)
    assert len(re.findall(r"^\|.*suppressed", text, re.M)) >= 23
