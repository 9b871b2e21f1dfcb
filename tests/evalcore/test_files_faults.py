"""Faults of files that a user would notice: changed while read, a stick pulled out, litter."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_helpers import environment
from eval_helpers import encounter_row, refusal, write_json

from evalcore import read_drafts, read_review_return, recognise
from evalcore.claims.reader import read_claims_part
from evalcore.cli import main as cli
from evalcore.errors import EvaluationError
from evalcore.io import files
from evalcore.io.files import check_output, open_regular, write_atomically
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import Open

posix = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")


class Hooked:
    """An open file that does something before each read."""

    def __init__(self, file: Any, before_read: Callable[[], None]) -> None:
        self.file, self.before_read = file, before_read

    def read(self, size: int = -1) -> bytes:
        self.before_read()
        return bytes(self.file.read(size))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def hook(monkeypatch: pytest.MonkeyPatch, before_read: Callable[[], None]) -> None:
    real = open
    monkeypatch.setattr(
        files, "open", lambda *a, **k: Hooked(real(*a, **k), before_read), raising=False
    )


def drafts_file(folder: Path) -> Path:
    path = write_json(folder / "drafts.json", {"encounters": [encounter_row()]})
    os.utime(path, (1_600_000_000, 1_600_000_000))
    return path


# Reading.


def test_a_file_that_is_written_to_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same size and the same JSON, but other content: half of each would be read."""
    path = drafts_file(tmp_path)
    data = path.read_bytes()
    hook(monkeypatch, lambda: path.write_bytes(data) and None)
    with pytest.raises(EvaluationError) as caught:
        list(read_drafts(path))
    assert caught.value.code == "file_changed"


@posix
def test_a_file_that_is_written_to_and_given_its_old_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drafts_file(tmp_path)
    data, before = path.read_bytes(), path.stat()

    def write() -> None:
        while path.stat().st_ctime_ns == before.st_ctime_ns:  # the system's clock has coarse steps
            path.write_bytes(data)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    hook(monkeypatch, write)
    with pytest.raises(EvaluationError) as caught:
        list(read_drafts(path))
    assert caught.value.code == "file_changed"
    assert (path.stat().st_mtime_ns, path.stat().st_size) == (before.st_mtime_ns, before.st_size)


@pytest.mark.parametrize("more", [b" " * 100_000, b"x"])
def test_a_file_that_grows_with_every_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: bytes
) -> None:
    """Reading it ends all the same, where it ended when it was opened."""
    path = drafts_file(tmp_path)

    def grow() -> None:
        with path.open("ab") as file:
            file.write(more)

    with open_regular(path) as (_, size):
        pass
    hook(monkeypatch, grow)
    read = b""
    with pytest.raises(EvaluationError) as caught, open_regular(path) as (file, _):  # noqa: PT012
        while data := file.read(100):
            read += data
    assert caught.value.code == "file_changed"
    assert len(read) == size


@posix
def test_a_reader_of_the_old_file_goes_on_reading_it(tmp_path: Path) -> None:
    """Whoever has the report open, or has locked it, has the old one, and has it whole."""
    import fcntl

    target = tmp_path / "report.json"
    target.write_bytes(b"old")
    with target.open("rb") as reader:
        fcntl.flock(reader, fcntl.LOCK_EX)
        write_atomically(target, b"new")
        assert reader.read() == b"old"
    assert target.read_bytes() == b"new"


def test_a_file_that_is_replaced_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old file was whole and is read to its end."""
    path = drafts_file(tmp_path)

    def replace() -> None:
        (tmp_path / "new").write_bytes(b"{}")
        os.replace(tmp_path / "new", path)

    with open_regular(path) as (file, size):
        replace()
        assert len(file.read()) == size


def test_a_fault_in_the_hands_of_the_caller_is_not_hidden(tmp_path: Path) -> None:
    path = drafts_file(tmp_path)

    def broken() -> None:
        with open_regular(path):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        broken()


@pytest.mark.parametrize("reads", [0, 1, 2])
def test_a_stick_that_is_pulled_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: int
) -> None:
    """Also while the program looks at what kind of foreign file it may be."""
    path = tmp_path / "return.json"
    path.write_bytes(b"no JSON, and no file of ours")
    left = [reads]

    def fail() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.EIO, "x", str(path))

    hook(monkeypatch, fail)
    with pytest.raises(EvaluationError) as caught:
        EvaluationService().call(Open(1, str(path)), lambda read, total: None, threading.Event())
    assert caught.value.code == "unreadable_file" if reads < 2 else "invalid_json"
    assert caught.value.__cause__ is None and caught.value.__context__ is None


def test_a_file_whose_state_cannot_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = drafts_file(tmp_path)

    def stale(handle: int) -> os.stat_result:
        raise OSError(errno.ESTALE, "x")

    monkeypatch.setattr(os, "fstat", stale)
    code = refusal(recognise, path)
    monkeypatch.undo()
    assert code == "unreadable_file"


# Writing.


def leave(folder: Path, name: str = ".review-desk-0123456789abcdef.tmp") -> Path:
    """What a process leaves that is killed while it writes."""
    path = folder / name
    path.write_bytes(b"half of a report")
    return path


def test_what_a_killed_process_left_goes_with_the_next_write(tmp_path: Path) -> None:
    left = leave(tmp_path)
    os.utime(left, (1_600_000_000, 1_600_000_000))
    write_atomically(tmp_path / "report.json", b"new")
    assert sorted(os.listdir(tmp_path)) == ["report.json"]


@posix
def test_only_what_was_left_goes(tmp_path: Path) -> None:
    """What is being written, what has another name and what is no file stays."""
    import fcntl

    with leave(tmp_path).open("r+b") as used:
        fcntl.flock(used, fcntl.LOCK_EX)
        for name in (
            ".review-desk-0123456789abcdeg.tmp",
            ".review-desk-0123456789abcdef.tmp.json",
            "review-desk-0123456789abcdef.tmp",
        ):
            leave(tmp_path, name)
        (tmp_path / ".review-desk-aaaaaaaaaaaaaaaa.tmp").mkdir()
        (tmp_path / ".review-desk-bbbbbbbbbbbbbbbb.tmp").symlink_to("report.json")
        before = set(os.listdir(tmp_path))
        write_atomically(tmp_path / "report.json", b"new")
        assert set(os.listdir(tmp_path)) == before | {"report.json"}
        assert used.read() == b"half of a report"


@posix
def test_a_file_that_was_only_just_made_counts_as_in_use(tmp_path: Path) -> None:
    """Its process has not locked it yet."""
    made = tmp_path / ".review-desk-0123456789abcdef.tmp"
    made.touch()
    write_atomically(tmp_path / "report.json", b"new")
    assert made.exists()


def test_a_system_without_unnamed_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    for data in (b"one", b"two"):
        write_atomically(tmp_path / "report.json", data)
        assert (tmp_path / "report.json").read_bytes() == data
        assert os.listdir(tmp_path) == ["report.json"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="the system has no unnamed files")
@pytest.mark.parametrize("old", [None, b"old"])
def test_a_folder_in_which_an_unnamed_file_cannot_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: bytes | None
) -> None:
    """No /proc, or a file system without hard links: then as on other systems."""
    target = tmp_path / "report.json"
    if old is not None:
        target.write_bytes(old)

    def no_link(*args: Any, **keywords: Any) -> None:
        raise OSError(errno.ENOENT, "x")

    monkeypatch.setattr(os, "link", no_link)
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["report.json"]


def test_a_file_that_somebody_else_makes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "report.json"
    fsync = os.fsync

    def make(handle: int) -> None:
        target.write_bytes(b"theirs")
        fsync(handle)
        monkeypatch.setattr(os, "fsync", fsync)

    monkeypatch.setattr(os, "fsync", make)
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["report.json"]


@posix
def test_a_place_that_became_an_input_while_the_report_was_made(tmp_path: Path) -> None:
    given, out = tmp_path / "drafts.json", tmp_path / "report.json"
    given.write_bytes(b"{}")
    check_output(out, [given])
    out.symlink_to(given)
    with pytest.raises(EvaluationError) as caught:
        write_atomically(out, b"new", [given])
    assert caught.value.code == "output_is_an_input"
    assert given.read_bytes() == b"{}"


def test_a_name_that_is_too_long_is_refused_before_any_work(tmp_path: Path) -> None:
    for path, code in (
        (f"{tmp_path}/{'x' * 300}", "output_not_written"),
        (f"{tmp_path}/none/", "output_not_a_regular_file"),
    ):
        with pytest.raises(EvaluationError) as caught:
            check_output(path, ())
        assert caught.value.code == code


# The command.


@pytest.mark.parametrize(
    ("error", "code"), [(KeyError("Secret"), "internal_error"), (MemoryError(), "out_of_memory")]
)
def test_a_fault_of_the_program_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    code: str,
) -> None:
    """A traceback ends with the exception's message, which can hold what was read."""

    def fail(options: Any) -> Any:
        raise error

    monkeypatch.setattr(cli, "run_drafts", fail)
    status = cli.main(["drafts", str(drafts_file(tmp_path))])
    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert f": {code}: " in said.err
    assert "Secret" not in said.err and "Traceback" not in said.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
def test_an_error_that_nobody_can_read_keeps_its_exit_code(tmp_path: Path, closed: bool) -> None:
    line = [sys.executable, "-m", "evalcore", "drafts", "none.json"]
    if closed:
        line = ["sh", "-c", '"$@" 2>&-', "sh", *line]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            line, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=full
        )
    assert (done.returncode, done.stdout) == (2, b"")


# Cut off.


def all_drafts(path: Path) -> object:
    return list(read_drafts(path))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (all_drafts, '{"encounters":'),
        (all_drafts, '{"encounters": \n'),
        (read_claims_part, '{"claims":'),
        (read_claims_part, '{"claims":[],"evidence":'),
        (read_review_return, '{"schema_version":"openmed.ambient_draft_reviews.v1","rows":'),
    ],
)
def test_a_file_that_breaks_off_before_its_list(
    tmp_path: Path, read: Callable[[Path], object], text: str
) -> None:
    """It breaks off; its format is not at fault."""
    path = tmp_path / "cut.json"
    path.write_text(text)
    assert refusal(read, path) == "invalid_json"
