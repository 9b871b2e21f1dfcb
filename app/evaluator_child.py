"""The evaluator's process itself: started, spoken to, listened to, ended.

What comes from it is looked at before it is believed: a process that talks
nonsense is as good as one that is gone.
"""

from __future__ import annotations

import json
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

LONGEST_LINE = 1 << 28
"""Bytes; no answer is nearly as long."""

_GRACE = 5.0
"""Seconds that a killed process is waited for."""

_WHERE = re.compile(r"[\w<>.-]{1,100}")


class Child:
    """One process. ``answers`` has what it says to the question in hand, and None at its end."""

    def __init__(self, command: Sequence[str], on_end: Callable[[Child], None]) -> None:
        """Start it. ``on_end`` is called once, from a thread of this object.

        Raises OSError, MemoryError or RuntimeError, with what was started in their messages.
        """
        self.answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.awaited: int | None = None
        """The number of the question in hand; what is said besides is not kept."""
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._on_end = on_end
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # not the current folder, which may be that of a study
            cwd=Path(sys.executable).parent,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            for work in (self._listen, self._write):
                threading.Thread(target=work, name="evaluator", daemon=True).start()
        except RuntimeError:
            self.end()
            raise

    def send(self, message: dict[str, Any]) -> None:
        """Say something; it never waits for a process that has stopped reading."""
        self._requests.put(json.dumps(message).encode() + b"\n")

    def end(self) -> None:
        """End the process, however it is; may be called again."""
        self.process.kill()
        try:
            self.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            pass  # it waits for a drive that does not answer, and ends when that does
        self._requests.put(None)

    def _write(self) -> None:
        pipe = self.process.stdin
        if pipe is None:
            return
        try:
            with pipe:
                while (line := self._requests.get()) is not None:
                    pipe.write(line)
                    pipe.flush()
        except OSError:
            pass  # it is gone, as is heard on the other pipe

    def _listen(self) -> None:
        try:
            if self.process.stdout is not None:
                with self.process.stdout as lines:
                    while line := lines.readline(LONGEST_LINE):
                        answer = _sound(line)
                        awaited = self.awaited
                        if awaited is not None and answer["id"] > awaited:
                            break
                        if answer["id"] == awaited:
                            self.answers.put(answer)
        except (ValueError, OSError, RecursionError, MemoryError):
            pass  # no line of ours: as good as gone
        finally:
            self.answers.put(None)
            self._on_end(self)


def _sound(line: bytes) -> dict[str, Any]:
    """Return an answer that has the form it must have; raises ValueError."""
    answer = json.loads(line)
    if isinstance(answer, dict) and len(answer) == 2 and type(answer.get("id")) is int:
        match answer:
            case {"progress": [int(), int()]} | {"part": list()} | {"result": dict()}:
                return answer
            case {"fault": {"code": "internal_error", "where": str() as where}}:
                if _WHERE.fullmatch(where):
                    return answer
            case {"fault": {"code": str(), "advice": str(), **more}}:
                if type(more.get("place", "")) is str:
                    return answer
    raise ValueError
