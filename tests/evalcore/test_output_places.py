"""Whatever a place to write to is called, what is read is never replaced by what is written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_helpers import Study, contents, environment, run

from evalcore.errors import EvaluationError
from evalcore.io.files import write_atomically

posix = pytest.mark.skipif(os.name != "posix", reason="links and such paths are POSIX")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("made"), drafts=6)


@pytest.fixture
def folder(made: Study, tmp_path: Path) -> Path:
    """A folder with inputs, and elsewhere a folder that a link leads to."""
    place = tmp_path / "study"
    (place / "sub").mkdir(parents=True)
    (tmp_path / "far" / "sub").mkdir(parents=True)
    for name in ("drafts.json", "first.json", "second.json"):
        shutil.copyfile(made.folder / name, place / name)
    if os.name == "posix":
        (place / "far").symlink_to(tmp_path / "far" / "sub")
        (place / "near").symlink_to("sub")
        (place / "here").symlink_to(".")
        (place / "nowhere").symlink_to("nosuch")
        os.link(place / "first.json", place / "sub" / "hard.json")
        (place / "sub" / "soft.json").symlink_to("../second.json")
    return place


REVIEWS = ("reviews", "drafts.json", "first.json", "second.json")
INPUTS = [
    *("nosuch/../drafts.json", "nosuch/../nosuch/../first.json", "sub/nosuch/../../drafts.json"),
    *("nowhere/../drafts.json", "drafts.json/../first.json", "drafts.json/", "drafts.json/."),
    *("sub/../drafts.json", "near/../drafts.json", "here/here/first.json", "./drafts.json"),
    *("sub/hard.json", "near/soft.json", "here/sub/../second.json", "//..//study/../drafts.json"),
    *("sub/./.././drafts.json", "../study/drafts.json", "nosuch/../sub/hard.json"),
]


@posix
@pytest.mark.parametrize("option", ["--json", "--markdown"])
@pytest.mark.parametrize("out", INPUTS)
def test_an_input_by_any_spelling(folder: Path, option: str, out: str) -> None:
    for place in (out, str(folder / out)):
        before = contents(folder)
        done = run(folder, *REVIEWS, option, place)
        assert done.line
        assert contents(folder) == before


@linux
@pytest.mark.parametrize("form", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/thread-self/fd/{}"])
@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDWR | os.O_APPEND])
def test_an_input_by_a_number_that_the_shell_gave_it(folder: Path, form: str, flags: int) -> None:
    handle = os.open(folder / "drafts.json", flags)
    place = os.open(folder, os.O_RDONLY)
    try:
        numbers = (handle, place)
        for out in (form.format(handle), f"{form.format(place)}/drafts.json"):
            before = contents(folder)
            command = [sys.executable, "-m", "evalcore", "drafts", "drafts.json", "--json", out]
            done = subprocess.run(
                command, cwd=folder, env=environment(), pass_fds=numbers, capture_output=True
            )
            assert (done.returncode, done.stdout) == (2, b"")
            assert b"output_is_an_input" in done.stderr
            assert contents(folder) == before
    finally:
        os.close(handle)
        os.close(place)


@linux
def test_a_file_that_has_lost_its_name_gets_no_other(folder: Path) -> None:
    handle = os.open(folder / "gone.json", os.O_RDWR | os.O_CREAT)
    os.unlink(folder / "gone.json")
    before = contents(folder)
    command = [sys.executable, "-m", "evalcore", "drafts", "drafts.json", "--json"]
    done = subprocess.run(
        [*command, f"/dev/fd/{handle}"],
        cwd=folder,
        env=environment(),
        pass_fds=(handle,),
        capture_output=True,
    )
    os.close(handle)
    assert done.returncode == 2
    assert b"output_not_written" in done.stderr
    assert contents(folder) == before


@linux
def test_the_process_s_own_folder_is_a_folder_as_others(folder: Path) -> None:
    assert run(folder, "drafts", "drafts.json", "--json", "/proc/self/cwd/drafts.json").line
    done = run(folder, "drafts", "drafts.json", "--json", "/proc/self/cwd/report.json")
    assert done.status == 0
    assert (folder / "report.json").is_file()


@posix
def test_a_folder_reached_through_a_link_is_where_the_system_says(folder: Path) -> None:
    """ "far/.." is the folder above the one that the link leads to."""
    assert run(folder, "drafts", "drafts.json", "--json", "far/../drafts.json").status == 0
    assert (folder.parent / "far" / "drafts.json").is_file()
    assert sorted(os.listdir(folder.parent / "far")) == ["drafts.json", "sub"]
    done = run(folder, "drafts", "far/../drafts.json", "--json", "../far/drafts.json")
    assert "output_is_an_input" in done.line


@posix
@pytest.mark.parametrize(
    "one, other",
    [
        ("report", "./report"),
        ("report", "sub/../report"),
        ("report", "near/../report"),
        ("sub/report", "near/report"),
        ("nowhere", "nosuch"),
        ("report", "here/REPORT"),
        ("m\u00e9trica", "me\u0301trica"),
        ("-", "/dev/stdout"),
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_two_outputs_that_are_one_file(folder: Path, one: str, other: str, there: bool) -> None:
    if there and one != "-":
        (folder / one).write_bytes(b"old")
    before = contents(folder)
    printed = folder.parent / "printed"
    for first, second in ((one, other), (other, one)):
        with printed.open("wb") as out:
            done = subprocess.run(
                [
                    *(sys.executable, "-m", "evalcore", "drafts", "drafts.json"),
                    *("--json", first, "--markdown", second),
                ],
                cwd=folder,
                env=environment(),
                stdout=out,
                stderr=subprocess.PIPE,
            )
        assert done.returncode == 2
        assert b"outputs_are_the_same" in done.stderr
        assert contents(folder) == before
        assert printed.read_bytes() == b""


@posix
@pytest.mark.parametrize("option", [(), ("--json", "-"), ("--markdown", "-")])
def test_standard_output_that_goes_to_an_input(folder: Path, option: tuple[str, ...]) -> None:
    before = contents(folder)
    with (folder / "drafts.json").open("ab") as out:
        done = subprocess.run(
            [sys.executable, "-m", "evalcore", "drafts", "drafts.json", *option],
            cwd=folder,
            env=environment(),
            stdout=out,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    assert b"output_is_an_input" in done.stderr
    assert contents(folder) == before


def test_an_input_that_is_away_for_a_moment(tmp_path: Path) -> None:
    """An editor that saves takes the old file away before the new one is there."""
    given = tmp_path / "drafts.json"
    with pytest.raises(EvaluationError, match="output_is_an_input"):
        write_atomically(f"{tmp_path}/./drafts.json", b"report", [given])
    assert not given.exists()


@posix
@pytest.mark.parametrize("there", [False, True])
def test_an_input_that_takes_the_place_of_the_output_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """As late as when the report is on the disk and has no name yet."""
    given, out = tmp_path / "drafts.json", tmp_path / "report.json"
    given.write_bytes(b"drafts")
    if there:
        out.write_bytes(b"old")
    fsync = os.fsync

    def flush(handle: int) -> None:
        fsync(handle)
        if given.exists():
            os.replace(given, out)
            os.link(out, given)
            monkeypatch.undo()

    monkeypatch.setattr(os, "fsync", flush)
    with pytest.raises(EvaluationError, match="output_is_an_input"):
        write_atomically(out, b"report", [given])
    assert given.read_bytes() == out.read_bytes() == b"drafts"
    assert sorted(os.listdir(tmp_path)) == ["drafts.json", "report.json"]
