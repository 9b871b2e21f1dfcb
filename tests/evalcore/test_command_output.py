"""Where a report may be written: never over an input, never half, never with litter."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest
from command_helpers import Run, Study, contents, environment, json_bytes, run

OLD = b"the old report\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("made"), drafts=6)


@pytest.fixture
def folder(made: Study, tmp_path: Path) -> Path:
    for name in ("drafts.json", "first.json", "second.json"):
        shutil.copyfile(made.folder / name, tmp_path / name)
    return tmp_path


def refused(folder: Path, *arguments: str) -> Run:
    """Run, and see one line on standard error and nothing changed."""
    before = contents(folder)
    done = run(folder, *arguments)
    assert str(folder) not in done.line
    assert contents(folder) == before
    return done


REVIEWS = ("reviews", "drafts.json", "first.json", "second.json")


@pytest.mark.parametrize("option", ["--json", "--markdown"])
@pytest.mark.parametrize("name", ["drafts.json", "first.json", "second.json", "./first.json"])
def test_an_input_is_not_written_over(folder: Path, option: str, name: str) -> None:
    refused(folder, *REVIEWS, option, name)


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_an_input_is_known_by_any_name(folder: Path, option: str) -> None:
    (folder / "link.json").symlink_to("second.json")
    (folder / "way.json").symlink_to(folder / "link.json")
    os.link(folder / "second.json", folder / "hard.json")
    (folder / "sub").mkdir()
    names = ["link.json", "way.json", "hard.json", "sub/../second.json", str(folder / "first.json")]
    for name in names:
        refused(folder, *REVIEWS, option, name)
    # An input that is itself given by another name.
    reviews = ("reviews", "drafts.json", "first.json", "link.json")
    refused(folder, *reviews, option, "second.json")
    refused(folder, *reviews, option, "hard.json")


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_a_folder_or_a_pipe_is_not_replaced(folder: Path, option: str) -> None:
    (folder / "place").mkdir()
    (folder / "to-place").symlink_to("place")
    names = ["place", "to-place", "."]
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe")
        (folder / "to-pipe").symlink_to("pipe")
        names += ["pipe", "to-pipe"]
    for name in names:
        refused(folder, "drafts", "drafts.json", option, name)


@pytest.mark.skipif(sys.platform == "win32", reason="a device is no file on Windows")
def test_a_device_is_not_replaced(folder: Path) -> None:
    # A copy of the null device: should it be replaced after all, the machine stays whole.
    # Who may not make one may not replace the null device either.
    device = "null"
    try:
        os.mknod(folder / device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    except OSError:
        device = os.devnull
    refused(folder, "drafts", "drafts.json", "--json", device)


def test_a_folder_that_is_not_there(folder: Path) -> None:
    refused(folder, "drafts", "drafts.json", "--json", "missing/report.json")
    refused(folder, "drafts", "drafts.json", "--json", "drafts.json/report.json")
    refused(folder, "drafts", "drafts.json", "--json", "")


def test_the_old_report_survives_a_failure(folder: Path) -> None:
    (folder / "report.json").write_bytes(OLD)
    (folder / "report.md").write_bytes(OLD)
    (folder / "broken.json").write_text('{"encounters": [')
    out = ("--json", "report.json", "--markdown", "report.md")
    refused(folder, "drafts", "broken.json", *out)
    refused(folder, "drafts", "missing.json", *out)
    refused(folder, "reviews", "drafts.json", "first.json", *out)
    refused(folder, "reviews", "drafts.json", "first.json", "broken.json", *out)
    refused(folder, "drafts", "drafts.json", "--minimum-cell-size", "1", *out)


def test_one_output_that_cannot_be_written(made: Study, folder: Path) -> None:
    (folder / "report.json").write_bytes(OLD)
    before = contents(folder)
    done = run(folder, "drafts", "drafts.json", "--json", "report.json", "--markdown", "no/r.md")
    assert done.line
    after = contents(folder)
    assert after.pop("report.json") in (OLD, json_bytes(made.draft_report()))
    before.pop("report.json")
    assert after == before


def may_not_write() -> tuple[str, ...]:
    """What to put before a command so that it obeys the permissions of files, for root too."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ()
    tool = shutil.which("setpriv")
    assert tool, "setpriv is missing: 'dev.py test' installs it or says how"
    without = "-dac_override,-dac_read_search"
    return (tool, f"--bounding-set={without}", f"--inh-caps={without}")


@pytest.mark.skipif(sys.platform == "win32", reason="no read-only folders on Windows")
def test_a_folder_that_is_read_only(folder: Path) -> None:
    place = folder / "place"
    place.mkdir()
    (place / "report.json").write_bytes(OLD)
    place.chmod(0o555)
    try:
        before = contents(folder)
        for name in ("place/report.json", "place/new.json"):
            done = run(folder, "drafts", "drafts.json", "--json", name, before=may_not_write())
            assert done.line
            assert contents(folder) == before
    finally:
        place.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")
def test_an_input_that_may_not_be_read(folder: Path) -> None:
    (folder / "drafts.json").chmod(0)
    done = run(folder, "drafts", "drafts.json", before=may_not_write())
    assert "unreadable_file" in done.line
    assert "drafts.json" in done.line


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions on Windows")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_report_has_the_permissions_of_a_file(folder: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        run(folder, "drafts", "drafts.json", "--json", "report.json")
    finally:
        os.umask(before)
    mode = stat.S_IMODE((folder / "report.json").stat().st_mode)
    # The owner reads and writes it; nobody gets more than the mask leaves.
    assert mode & 0o600 == 0o600
    assert mode & mask & 0o666 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_closed_standard_output_is_no_traceback(folder: Path) -> None:
    code = (
        "import os, runpy, sys; os.dup2(os.open('/dev/full', os.O_WRONLY), 1);"
        "sys.argv[0] = 'evalcore'; runpy.run_module('evalcore', run_name='__main__')"
    )
    done = run(folder, "drafts", "drafts.json", start=("-c", code), env=environment())
    assert done.status != 0
    assert b"Traceback" not in done.err
    assert len(done.err.splitlines()) == 1
