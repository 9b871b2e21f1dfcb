"""A seeded sample of each part of ``dev.py torture``, and that its parts can fail."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.torture import judging, kills, write_faults
from tools.torture.bad_input import made
from tools.torture.judging import Outcome, breaches
from tools.torture.parts import PARTS, Result
from tools.torture.studies import KINDS, make_study
from tools.torture.writers import Writer

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("name", PARTS)
def test_a_sample(name: str) -> None:
    """In a process of its own: other tests leave windows, fonts and threads behind."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.torture", name, "--sample"],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nothing was found." in done.stdout


# A check that could not fail would prove nothing.

GOOD = b"file 1 (x.json), line 1, column 2: invalid_json: Ask for the file again, unedited.\n"


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (Outcome(None, escaped="ZeroDivisionError"), "did not end, ZeroDivisionError"),
        (Outcome(1, b"x"), "exit status 1"),
        (Outcome(2), "not one line"),
        (Outcome(2, err=GOOD + GOOD), "not one line"),
        (Outcome(2, err=GOOD.replace(b"invalid_json", b"made_up")), "the code is made_up"),
        (Outcome(2, err=b"program, x-1-KeyError: internal_error: Report it.\n"), "internal_error"),
        (Outcome(2, b"report", GOOD), "output although refused"),
        (Outcome(0, b"x", GOOD), "on standard error although done"),
        (Outcome(2, err=b"Traceback (most recent call last):\n"), "a traceback"),
        (Outcome(2, err=GOOD.replace(b"x.json", b"QzSecret.json")), "a text or folder"),
        (Outcome(2, err=GOOD.replace(b"x.json", b"0a" * 32)), "an identifier"),
        (Outcome(0, b"x" + b"0a" * 32), "an identifier on standard output"),
        (Outcome(0, b"x", seconds=9.0), "9.0 s of processor time"),
    ],
)
def test_what_breaks_the_contract_is_told(outcome: Outcome, said: str) -> None:
    assert any(said in one for one in breaches(outcome, "drafts"))


def test_what_keeps_the_contract_is_not() -> None:
    assert breaches(Outcome(2, err=GOOD), "drafts") == []
    assert breaches(Outcome(0, b"0.12345678901234567"), "drafts") == []
    assert breaches(Outcome(1, b"x"), "check") == []


@pytest.mark.skipif(sys.platform == "win32", reason="the watchdog needs a timer of Unix")
def test_the_watchdog_barks() -> None:
    bark = "nothing"
    try:
        with judging.watchdog(1):
            while True:
                pass
    except BaseException as error:
        bark = type(error).__name__
    assert bark == "_Hang"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_writer_that_writes_in_place_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file is a part of the new one when the second write fails; it may stay open, too."""

    def in_place(target: Path, data: bytes, look_again: object) -> None:
        with open(target, "wb", buffering=0) as file:
            file.write(data[:100])
            file.write(data[100:])

    monkeypatch.setattr("evalcore.io.replacing.replace_whole", in_place)
    result = Result()
    writer = Writer("in place", write_faults._write_itself, "")
    tried = write_faults._try_calls(
        writer, tmp_path, b"old", result, (errno.EIO,), (False, True), 1
    )
    assert tried > 10
    assert any("neither the old file nor the new one" in one for one in result.faults)


def test_a_writer_that_leaves_litter_is_caught(tmp_path: Path) -> None:
    (tmp_path / "report").write_bytes(b"old")
    (tmp_path / "report.tmp").write_bytes(b"ne")
    said = write_faults._wrong(tmp_path, b"old", b"new", "output_not_written")
    assert said == ["a temporary file is left"]
    result = Result()
    assert kills._look(tmp_path, "then", result)
    assert len(result.faults) == 2


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    """And most of them differ from the good file, so that something is tried."""
    study = make_study(tmp_path)
    assert study == make_study(tmp_path)
    changed = 0
    for kind in KINDS:
        for number in range(20):
            data = made(study, 1, kind, number)
            assert data == made(study, 1, kind, number)
            changed += data != study.files[kind]
    assert changed > 150
    assert made(study, 1, "drafts", 1) != made(study, 2, "drafts", 1)
