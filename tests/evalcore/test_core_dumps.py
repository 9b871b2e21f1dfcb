"""What a command or the evaluator's process has in its memory gets onto no disk when it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from command_helpers import Study, environment

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="limits of another process are read on Linux"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return Study(tmp_path_factory.mktemp("made"), drafts=40)


def _without_a_limit() -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (most, most))


def _small_pipe() -> tuple[int, int]:
    """Return a pipe that a report does not fit into: who writes one waits there."""
    import fcntl

    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    return reading, writing


COMMANDS = {
    "drafts": ("drafts", "drafts.json", "--json", "-"),
    "check": ("check", "drafts.json", "first.json", "first.json", "--json", "-"),
}


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("end", [signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT])
def test_a_command_that_dies_with_what_it_read(made: Study, name: str, end: signal.Signals) -> None:
    folder = made.folder
    before = sorted(os.listdir(folder))
    reading, writing = _small_pipe()
    child = subprocess.Popen(
        [sys.executable, "-m", "evalcore", *COMMANDS[name]],
        cwd=folder,
        env=environment(),
        stdout=writing,
        stderr=subprocess.DEVNULL,
        preexec_fn=_without_a_limit,
    )
    os.close(writing)
    assert os.read(reading, 1)  # all is read, and the rest of the report does not fit
    child.send_signal(end)
    _, status = os.waitpid(child.pid, 0)
    os.close(reading)
    child.returncode = status
    assert os.WTERMSIG(status) == end
    assert not os.WCOREDUMP(status)
    assert sorted(os.listdir(folder)) == before


def test_the_evaluator_s_process(made: Study) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", "from evalcore.service.process import main; main()"],
        cwd=made.folder,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=_without_a_limit,
    )
    assert child.stdin is not None and child.stdout is not None
    with child.stdin, child.stdout:
        child.stdin.write(
            b'{"id": 1, "call": "Open", "request": {"file": 1, "path": "drafts.json"}}\n'
        )
        child.stdin.flush()
        while b'"answer"' not in (line := child.stdout.readline()):
            assert line
        before = sorted(os.listdir(made.folder))
        child.send_signal(signal.SIGQUIT)
        _, status = os.waitpid(child.pid, 0)
        child.returncode = status
    assert not os.WCOREDUMP(status)
    assert sorted(os.listdir(made.folder)) == before
