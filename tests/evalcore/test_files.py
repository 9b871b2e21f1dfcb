"""Files as such: what can be opened, what replaces what, and which name is shown."""

from __future__ import annotations

import builtins
import errno
import os
import pathlib
import shutil
import socket
import stat
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from eval_helpers import encounter_row, refusal, write_json

from evalcore import read_drafts, read_review_return, recognise
from evalcore.errors import EvaluationError
from evalcore.io.files import check_output, open_regular, short_name, write_atomically

posix = pytest.mark.skipif(os.name != "posix", reason="the system has no such files")
READERS: list[Callable[[Any], object]] = [
    recognise,
    read_review_return,
    lambda path: list(read_drafts(path)),
]


def opened(path: Any) -> str:
    for reader in READERS:
        code = refusal(reader, path)
    with pytest.raises(EvaluationError) as caught, open_regular(path):
        pass
    assert caught.value.code == code
    return code


# Reading.


def test_what_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("{}")
    for path in (
        tmp_path / "none.json",
        tmp_path / "none" / "none.json",
        file / "none.json",
        tmp_path / ("x" * 300),
        "",
        str(tmp_path / "nul\0.json"),
        str(tmp_path / "lone\ud800.json"),
    ):
        assert opened(path) == "unreadable_file"


def test_a_folder(tmp_path: Path) -> None:
    assert opened(tmp_path) == "not_a_regular_file"
    assert opened(str(tmp_path) + os.sep) == "not_a_regular_file"


@posix
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "drafts.json"
    os.mkfifo(pipe)
    codes: list[str] = []
    worker = threading.Thread(target=lambda: codes.append(opened(pipe)), daemon=True)
    worker.start()
    worker.join(20)
    assert codes == ["not_a_regular_file"]


@posix
def test_devices_and_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for device in ("/dev/null", "/dev/zero", "/dev/tty"):
        if os.path.exists(device):
            assert opened(device) == "not_a_regular_file"
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s")
        assert opened("s") == "not_a_regular_file"


@posix
def test_links(tmp_path: Path) -> None:
    file = write_json(tmp_path / "drafts.json", {"encounters": [encounter_row()]})
    (tmp_path / "link").symlink_to(file)
    assert recognise(tmp_path / "link") == "drafts"
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "gone").symlink_to("nowhere")
    (tmp_path / "folder").symlink_to(tmp_path)
    assert opened(tmp_path / "a") == "unreadable_file"
    assert opened(tmp_path / "gone") == "unreadable_file"
    assert opened(tmp_path / "folder") == "not_a_regular_file"


@pytest.mark.parametrize("fault", [PermissionError, FileNotFoundError, OSError(errno.EIO, "x")])
def test_a_file_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    path = write_json(tmp_path / "drafts.json", {"encounters": [encounter_row()]})

    def no_open(*args: Any, **keywords: Any) -> Any:
        raise fault

    monkeypatch.setattr(builtins, "open", no_open)
    monkeypatch.setattr(os, "open", no_open)
    codes = [refusal(reader, path) for reader in READERS]
    monkeypatch.undo()
    assert codes == ["unreadable_file"] * 3


def test_a_disk_that_fails_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_json(tmp_path / "drafts.json", {"encounters": [encounter_row()]})
    real = open

    class Failing:
        def __init__(self, *args: Any, **keywords: Any) -> None:
            self.file = real(*args, **keywords)

        def __enter__(self) -> Failing:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def fileno(self) -> int:
            return int(self.file.fileno())

        def read(self, size: int) -> bytes:
            raise OSError(errno.EIO, "x", str(path))

    monkeypatch.setattr(builtins, "open", Failing)
    codes = [refusal(reader, path) for reader in READERS]
    monkeypatch.undo()
    assert codes == ["unreadable_file"] * 3


ODD_NAMES = [
    "new\nline",
    "tab\t",
    "\u202eabc\u202c",
    " ",
    "-",
    "'\"",
    "é" * 100,
    "x" * 255,
    "..json",
]


@posix
@pytest.mark.parametrize("name", [*ODD_NAMES, os.fsdecode(b"\xff\xfe.json")])
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_json(path, {"encounters": [encounter_row()]})
    assert recognise(path) == "drafts"
    assert recognise(str(path)) == "drafts"
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == [name]
    assert short_name(path).isprintable()


# Short names.

SHORT = [
    ("drafts.json", "drafts.json"),
    ("folder/drafts.json", "drafts.json"),
    ("/home/a person/drafts.json", "drafts.json"),
    ("folder/drafts.json/", "drafts.json"),
    ("Café 3 \U0001f600.json", "Café 3 \U0001f600.json"),
    # 8 or more hex digits with a letter among them
    ("a" * 64 + ".json", "….json"),
    ("return-" + "0f" * 32 + ".json", "return-….json"),
    ("abcdef01", "…"),
    ("abcdef0", "abcdef0"),
    ("ABCDEF01", "…"),
    ("1234567a", "…"),
    ("a1234567", "…"),
    ("123456a", "123456a"),
    ("deadbeef.feedface", "….…"),
    ("xdeadbeefx", "x…x"),
    ("face20260131", "…"),
    ("return_face2026", "return_…"),
    ("return_face202", "return_face202"),
    ("1e100000", "…"),
    # 12 or more digits
    ("12345678.json", "12345678.json"),
    ("12345678901.json", "12345678901.json"),
    ("123456789012.json", "….json"),
    ("2026-01-31 12345678.json", "2026-01-31 12345678.json"),
    ("x" + "9" * 40, "x…"),
    ("12345678901-123456789012", "12345678901-…"),
    ("00000000000", "00000000000"),
    ("000000000000", "…"),
    # what does not print
    ("new\nline.json", "new?line.json"),
    ("\u202egnp.exe", "?gnp.exe"),
    ("\u2066a\u2069b", "?a?b"),
    ("tab\t\x1b[31m\x7f.json", "tab??[31m?.json"),
    ("zero\u200bwidth\ufeff", "zero?width?"),
    ("line\u2028sep", "line?sep"),
    ("lone\udcff\ud800", "lone??"),
    ("nul\0", "nul?"),
]


@pytest.mark.parametrize("path, shown", SHORT, ids=[ascii(row[0])[:40] for row in SHORT])
def test_short_name(path: str, shown: str) -> None:
    assert short_name(path) == shown
    assert short_name(Path("/some/where") / path) == shown
    assert short_name(os.path.join("0" * 64, path)) == shown


def test_a_short_name_of_digits_of_every_length() -> None:
    for length in range(1, 80):
        assert (short_name("f" * length) == "…") == (length >= 8)
        assert (short_name("7" * length) == "…") == (length >= 12)
        assert (short_name("7" * (length - 1) + "f") == "…") == (length >= 8)
        assert (short_name(f"g{'7' * length}z") == "g…z") == (length >= 12)


# Writing.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_writing_makes_or_replaces_a_file(folder: Path) -> None:
    target = folder / "report.json"
    for data in (b"one", b"", b"\r\n\0" * 100_000):
        write_atomically(target, data)
        assert target.read_bytes() == data
        assert names(folder) == ["report.json"]
    write_atomically(str(folder / "other"), b"x")
    assert names(folder) == ["other", "report.json"]


def test_a_relative_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    write_atomically("report.json", b"x")
    write_atomically(Path("report.json"), b"y")
    assert names(folder) == ["report.json"]
    assert (folder / "report.json").read_bytes() == b"y"


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o444])
def test_permissions_are_kept(folder: Path, mode: int) -> None:
    target = folder / "report.json"
    target.write_bytes(b"old")
    target.chmod(mode)
    try:
        write_atomically(target, b"new")
    except EvaluationError as error:  # a file that may not be written is not replaced
        assert (error.code, mode) == ("output_not_written", 0o444)
    assert stat.S_IMODE(target.stat().st_mode) == mode


@posix
def test_a_private_file_is_never_readable_by_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = folder / "report.json"
    target.write_bytes(b"old")
    target.chmod(0o600)
    seen: list[int] = []
    fsync = os.fsync

    def look(handle: int) -> None:
        seen.extend(stat.S_IMODE(entry.stat().st_mode) & 0o077 for entry in folder.iterdir())
        fsync(handle)

    monkeypatch.setattr(os, "fsync", look)
    before = os.umask(0o022)
    try:
        write_atomically(target, b"new")
    finally:
        os.umask(before)
    assert set(seen) == {0}


@posix
def test_a_link_goes_on_pointing_to_the_file(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere.json"
    target.write_bytes(b"old")
    link = folder / "link.json"
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    target.unlink()
    write_atomically(link, b"again")
    assert link.is_symlink()
    assert target.read_bytes() == b"again"
    assert (names(folder), names(tmp_path)) == (["link.json"], ["elsewhere.json", "out"])


@posix
def test_what_is_no_file_is_not_replaced(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    for name in ("pipe", "folder", "/dev/null", "a", "."):
        calls = [partial(check_output, folder / name, ())]
        calls.append(partial(write_atomically, folder / name, b"x"))
        for call in calls:
            with pytest.raises(EvaluationError) as caught:
                call()
            assert caught.value.code in ("output_not_a_regular_file", "output_not_written")
    assert stat.S_ISFIFO((folder / "pipe").stat().st_mode)
    assert names(folder) == ["a", "b", "folder", "pipe"]


def test_places_where_nothing_can_be_written(folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"old")
    for path in (
        folder / "none" / "x",
        file / "x",
        str(folder / "a\0b"),
        str(folder / "\ud800"),
        "",
    ):
        with pytest.raises(EvaluationError) as caught:
            write_atomically(path, b"new")
        assert caught.value.code in ("output_not_written", "output_not_a_regular_file")
    assert names(folder) == ["file"]
    assert file.read_bytes() == b"old"


def test_no_right_to_write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "file"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    for path in (file, folder / "new"):
        with pytest.raises(EvaluationError) as caught:
            write_atomically(path, b"new")
        assert caught.value.code == "output_not_written"
    assert (names(folder), file.read_bytes()) == (["file"], b"old")


@posix
def test_an_output_that_is_an_input(folder: Path) -> None:
    given = folder / "drafts.json"
    given.write_bytes(b"{}")
    (folder / "link").symlink_to(given)
    os.link(given, folder / "second name")
    for name in ("drafts.json", "link", "second name", "../out/drafts.json"):
        with pytest.raises(EvaluationError) as caught:
            check_output(folder / name, [folder / "none", given])
        assert caught.value.code == "output_is_an_input"
    check_output(folder / "new", [given, folder / "none"])
    shutil.copy(given, folder / "copy")
    check_output(folder / "copy", [given])


STEPS: list[tuple[Any, str]] = [
    (builtins, "open"),
    (os, "fsync"),
    (os, "replace"),
    (os, "chmod"),
    (pathlib.Path, "chmod"),
]
FAULTS = [OSError(errno.ENOSPC, "x"), PermissionError(errno.EACCES, "x"), KeyboardInterrupt()]


@pytest.mark.parametrize("owner, step", STEPS, ids=[f"{s[0].__name__}.{s[1]}" for s in STEPS])
@pytest.mark.parametrize("fault", FAULTS, ids=["full", "not permitted", "interrupt"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("there", [False, True], ids=["new", "old"])
def test_a_failure_at_any_step(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    step: str,
    fault: BaseException,
    after: bool,
    there: bool,
) -> None:
    """Whatever fails, there is the old file or the new one, and nothing beside it."""
    target = folder / "report.json"
    if there:
        target.write_bytes(b"old")
    real = getattr(owner, step)
    calls: list[str] = []

    def failing(*args: Any, **keywords: Any) -> Any:
        calls.append(step)
        if after:
            done = real(*args, **keywords)
            if step == "open":
                done.close()
        raise fault

    raised: BaseException | None = None
    monkeypatch.setattr(owner, step, failing)
    try:
        write_atomically(target, b"new")
    except (EvaluationError, KeyboardInterrupt) as error:
        raised = error
    finally:
        monkeypatch.undo()
    left = target.read_bytes() if target.exists() else None
    assert left in ((b"old", b"new") if there else (None, b"new"))
    assert names(folder) == (["report.json"] if left is not None else [])
    if not calls:
        assert left == b"new"
    if isinstance(raised, EvaluationError):
        assert raised.code == "output_not_written"
        # said to be not written: then it is not
        if step != "replace" or not after:
            assert left == (b"old" if there else None)
    elif raised is None:
        assert left == b"new"


@posix
@pytest.mark.parametrize("fault", [PermissionError, OSError(errno.EINVAL, "x")])
def test_a_folder_that_cannot_be_flushed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    """A folder one may write to but not list; the file is there, so that is no failure."""
    real_open, real_fsync = os.open, os.fsync

    def no_open(path: Any, flags: int, *args: Any, **keywords: Any) -> int:
        if os.path.isdir(path):
            raise fault
        return real_open(path, flags, *args, **keywords)

    def no_fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise fault
        real_fsync(handle)

    for name, failing in (("open", no_open), ("fsync", no_fsync)):
        monkeypatch.setattr(os, name, failing)
        write_atomically(folder / "report.json", name.encode())
        monkeypatch.undo()
        assert (folder / "report.json").read_bytes() == name.encode()
        assert names(folder) == ["report.json"]


def test_data_reach_the_disk_before_the_name_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = folder / "report.json"
    target.write_bytes(b"old")
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def flush(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            assert os.fstat(handle).st_size == 3
            steps.append("flushed")
        fsync(handle)

    def rename(source: Any, to: Any) -> None:
        steps.append("renamed")
        assert os.path.dirname(source) == os.path.realpath(folder)
        assert target.read_bytes() == b"old"
        replace(source, to)

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "replace", rename)
    write_atomically(target, b"new")
    monkeypatch.undo()
    assert steps == ["flushed", "renamed"]
    assert target.read_bytes() == b"new"


def test_writers_at_the_same_time(folder: Path) -> None:
    target = folder / "report.json"
    contents = [bytes([65 + n]) * 50_000 for n in range(8)]
    target.write_bytes(contents[0])
    seen: set[bytes] = set()
    errors: list[BaseException] = []
    start = threading.Barrier(len(contents) + 1)

    def write(data: bytes) -> None:
        start.wait()
        try:
            for _ in range(5):
                write_atomically(target, data)
        except BaseException as error:
            errors.append(error)

    writers = [threading.Thread(target=write, args=(data,)) for data in contents]
    for writer in writers:
        writer.start()
    start.wait()
    while any(writer.is_alive() for writer in writers):
        seen.add(target.read_bytes())
    for writer in writers:
        writer.join()
    assert errors == []
    assert seen <= set(contents)
    assert target.read_bytes() in contents
    assert names(folder) == ["report.json"]
