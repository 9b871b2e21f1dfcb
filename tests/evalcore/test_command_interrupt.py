"""A run that is interrupted leaves nothing behind, whenever that happens."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from command_helpers import Study, contents, environment, json_bytes, run
from eval_helpers import CHECKOUT

OLD = b"the old report\n"

# Loaded by the interpreter before anything else. It sends the signal to its own process
# at a moment that is the same on every run, so that no test has to wait or to guess.
AT_THE_MOMENT = """
import hashlib, os, sys

WHEN, SIGNAL, REPORT = os.environ["WHEN"], int(os.environ["SIGNAL"]), os.environ["REPORT"]
sent = False

def send():
    global sent
    if not sent:
        sent = True
        with open(os.environ["SENT"], "w"):
            os.kill(os.getpid(), SIGNAL)

def hook(event, arguments):
    if event == "open" and not sent and isinstance(arguments[0], (str, bytes)):
        path, mode, flags = arguments
        name = os.path.basename(os.fsdecode(path))
        if WHEN == "opening" and name == "drafts.json":
            send()
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        full = os.path.abspath(os.fsdecode(path))
        # a file without a name is opened by that of its folder
        if WHEN == "writing" and writes and REPORT in (full, os.path.dirname(full)):
            send()
    if event in ("os.rename", "os.link") and WHEN == "renaming":
        send()

sys.addaudithook(hook)

if WHEN == "reading":
    genuine, calls = hashlib.sha256, 0
    def sha256(*arguments, **keywords):
        global calls
        calls += 1
        if calls == 30:
            send()
        return genuine(*arguments, **keywords)
    hashlib.sha256 = sha256
if WHEN == "flushing":
    flush = os.fsync
    def fsync(descriptor):
        send()
        return flush(descriptor)
    os.fsync = fsync
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("study"), drafts=60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=["INT", "TERM", "HUP"]
)
@pytest.mark.parametrize("moment", ["opening", "reading", "writing", "flushing", "renaming"])
@pytest.mark.parametrize("old", [OLD, None], ids=["over an old report", "for the first time"])
def test_an_interrupted_run(
    study: Study, tmp_path: Path, number: signal.Signals, moment: str, old: bytes | None
) -> None:
    hooks, reports = tmp_path / "hooks", tmp_path / "reports"
    hooks.mkdir()
    reports.mkdir()
    (hooks / "sitecustomize.py").write_text(AT_THE_MOMENT)
    out = reports / "report.json"
    if old is not None:
        out.write_bytes(old)
    env = environment(
        PYTHONPATH=f"{hooks}:{CHECKOUT}",
        WHEN=moment,
        SIGNAL=str(int(number)),
        REPORT=str(reports),
        SENT=str(tmp_path / "sent"),
    )
    done = run(study.folder, "drafts", "drafts.json", "--json", str(out), env=env)
    assert (tmp_path / "sent").exists(), "the moment never came"
    assert b"Traceback" not in done.err
    assert len(done.err.splitlines()) <= 1
    assert str(tmp_path).encode() not in done.err
    assert done.out == b""

    left = contents(reports)
    report = left.pop("report.json", None)
    assert left == {}, "litter"
    if moment == "renaming" and report not in (None, old):
        # It came too late to stop the rename: then the whole report is there.
        assert report == json_bytes(study.draft_report())
    else:
        assert report == old
        assert done.status != 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
def test_the_same_run_without_a_signal(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    done = run(study.folder, "drafts", "drafts.json", "--json", str(out))
    assert done.status == 0
    assert contents(tmp_path) == {"report.json": json_bytes(study.draft_report())}
