"""The worker thread: runs the evaluator, in a process of its own or here, one task at a time.

Reading and computing belong in a process: Python code in a thread of the window's would
hold the interpreter lock that every paint needs. All is driven by the process's signals;
the thread waits for nothing but events. What comes from the process is looked at before
it is believed: one that talks nonsense is as good as gone.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QProcess, QTimer, Signal, Slot

from app.engine.faults import STOPPED, EvaluatorFault, error_of
from evalcore.__main__ import EVALUATOR_FLAG
from evalcore.errors import tracebacks_are_shown
from evalcore.service.codec import decode, decode_columns, dumps
from evalcore.service.protocol import Checked, Crash, Fault, Problem, Request

if TYPE_CHECKING:  # read when the evaluator runs in this thread
    from evalcore.service.process import Service

PATIENCE = 5_000
"""Milliseconds after a cancel until a process that does not stop is ended."""
LONGEST_LINE = 1 << 28
"""Bytes; no answer is nearly as long."""

START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from evalcore.service.process import main; main()"
)
"""What the evaluator's process runs; its first argument is the folder that evalcore is in."""

_GRACE = 5_000
"""Milliseconds that a killed process is waited for."""

Work = Callable[[Callable[[int, int], None], threading.Event], Any]
"""Runs in the worker thread; is given a progress callback and a cancel token."""


class Task:
    """What is to be done: a request to the evaluator, or a call."""

    __slots__ = ("cancel", "dropped", "work")

    def __init__(self, work: Request[Any] | Work) -> None:
        self.work = work
        self.cancel = threading.Event()
        self.dropped = False
        """Whether nobody wants to know any more how it ends; it is not begun then."""


def evaluator_command() -> list[str]:
    """Return the command of the evaluator's process."""
    if getattr(sys, "frozen", False):
        # the bundled command line, which on Windows has standard streams for certain
        beside = Path(sys.executable)
        return [str(beside.with_name(f"review-desk-cli{beside.suffix}")), EVALUATOR_FLAG]
    root = Path(__file__).resolve().parents[2]
    return [sys.executable, "-I", "-c", START, str(root)]


class Hearing:
    """What the evaluator says to a request, line by line."""

    def __init__(self, request: Request[Any]) -> None:
        self.result: Any = None
        self.error: Exception | None = None
        self._answer = request.answer_type()
        self._problems: list[Problem] = []

    def hear(self, said: object) -> bool:
        """Take in a line, and return whether it was the last; raises ValueError if it is wrong."""
        match said:
            case {"part": list(part)} if self._answer is Checked:
                self._problems += decode_columns(Problem, part)
                return False
            case {"fault": fault}:
                self.error = error_of(decode(Fault, fault))
            case {"crash": crash}:
                self.error = error_of(decode(Crash, crash))
            case {"answer": answer}:
                self.result = decode(self._answer, answer)
                if isinstance(self.result, Checked):
                    self.result = replace(self.result, problems=tuple(self._problems))
            case _:
                raise ValueError
        return True


class Worker(QObject):
    """Lives in the worker thread; its slots are called by queued signals."""

    begun = Signal(object)
    progressed = Signal(object, object, object)
    """Task, how much is done, and of how much: bytes may be more than 32 bits."""
    ended = Signal(object, object, object)
    """Task, result, error: one of the two is None."""
    lost = Signal()
    """The process has ended unasked, and all that it held is gone."""

    def __init__(self, evaluator: Sequence[str] | Service) -> None:
        super().__init__()
        self.command: Sequence[str] = ()
        self._service: Service | None = None
        if isinstance(evaluator, Sequence):
            self.command = tuple(evaluator)
        else:
            self._service = evaluator
        self.process_id = 0
        self._process: QProcess | None = None
        self._patience: QTimer | None = None
        self._waiting: deque[Task] = deque()
        self._task: Task | None = None
        """The request that the process is to answer."""
        self._number = 0
        self._hearing: Hearing | None = None
        """What the process says to that."""

    @Slot(object)
    def take(self, task: Task) -> None:
        """Do a task after those that were taken before."""
        self._waiting.append(task)
        self._next()

    @Slot(object)
    def cancel(self, task: Task) -> None:
        """Ask the process to leave the request in hand; one that does not is ended."""
        if task is self._task:
            self._ask_to_stop()

    @Slot()
    def start(self) -> None:
        """Start the process, if none runs and none is to be done without."""
        if self._process is not None or self._service is not None:
            return
        process = self._process = QProcess(self)
        program, *arguments = self.command
        process.setProgram(program)
        process.setArguments(arguments)
        # not the current folder, which may be that of a study
        process.setWorkingDirectory(str(Path(sys.executable).parent))
        if tracebacks_are_shown():
            process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
        else:
            process.setStandardErrorFile(QProcess.nullDevice())
        process.readyReadStandardOutput.connect(self._read)
        process.readChannelFinished.connect(self._on_end)
        process.errorOccurred.connect(self._on_error)
        process.started.connect(self._on_started)
        process.start()

    @Slot()
    def stop(self) -> None:
        """Leave all that is not done, end the process and the thread."""
        self._waiting.clear()
        self._task = None
        self._end()
        self._service = None
        self.thread().quit()

    def _next(self) -> None:
        while self._task is None and self._waiting:
            task = self._waiting.popleft()
            if task.dropped:
                self.ended.emit(task, None, None)
                continue
            self.begun.emit(task)
            if isinstance(task.work, Request):
                self.start()
                if self._service is None:
                    self._task = task
                    try:
                        self._send(task, task.work)
                    except Exception as error:
                        self._finish(None, error)
                    continue
                self._do(task, self._in_this_thread(self._service, task.work))
            else:
                self._do(task, task.work)

    def _do(self, task: Task, work: Work) -> None:
        def progress(done: int, total: int) -> None:
            self.progressed.emit(task, done, total)

        result = error = None
        try:
            result = work(progress, task.cancel)
        except Exception as raised:
            error = raised
        self.ended.emit(task, result, error)

    def _in_this_thread(self, service: Service, request: Request[Any]) -> Work:
        from evalcore.service.process import answer_to, lines_of

        def work(progress: Callable[[int, int], None], cancel: threading.Event) -> Any:
            # as through a pipe, so that nothing is shared
            asked = decode(type(request), json.loads(dumps(request)))
            answer = Hearing(request)
            for line in lines_of(0, answer_to(service, asked, progress, cancel)):
                answer.hear(json.loads(line))
            if answer.error is not None:
                raise answer.error
            return answer.result

        return work

    # the process

    def _send(self, task: Task, request: Request[Any]) -> None:
        self._number += 1
        self._hearing = Hearing(request)
        call = type(request).__name__
        self._write({"id": self._number, "call": call, "request": request})
        if task.cancel.is_set():
            self._ask_to_stop()

    def _write(self, message: dict[str, object]) -> None:
        if self._process is not None:
            self._process.write(dumps(message).encode() + b"\n")

    def _ask_to_stop(self) -> None:
        if self._patience is None:
            self._write({"cancel": self._number})
            self._patience = QTimer(self)
            self._patience.setSingleShot(True)
            self._patience.timeout.connect(self._lose)
            self._patience.start(PATIENCE)

    @Slot()
    def _on_started(self) -> None:
        if self._process is not None:
            self.process_id = self._process.processId()

    @Slot()
    def _read(self) -> None:
        process = self._process
        try:
            while process is not None and process.canReadLine():
                self._hear(bytes(process.readLine().data()))
                process = self._process  # it may have been ended for what it said
            if process is not None and process.bytesAvailable() > LONGEST_LINE:
                raise ValueError
        except Exception:
            self._lose()  # no line of ours: as good as gone

    def _hear(self, line: bytes) -> None:
        """Take in a line of the process; raises ValueError for what is none of ours."""
        said = json.loads(line)
        if type(said) is not dict or len(said) != 2 or type(said.get("id")) is not int:
            raise ValueError
        task, hearing, number = self._task, self._hearing, said["id"]
        if task is None or number < self._number:
            return  # of a request that was given up
        if number > self._number or hearing is None:
            raise ValueError
        match said:
            case {"progress": [int(done), int(total)]}:
                self.progressed.emit(task, done, total)
            case _ if hearing.hear(said):
                self._finish(hearing.result, hearing.error)

    def _finish(self, result: Any, error: Exception | None) -> None:
        task, self._task, self._hearing = self._task, None, None
        if self._patience is not None:
            self._patience.stop()
            self._patience.deleteLater()
            self._patience = None
        if task is not None:
            self.ended.emit(task, result, error)
        self._next()

    @Slot()
    def _on_end(self) -> None:
        self._read()
        self._lose()

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._do_without()
        elif error is QProcess.ProcessError.Crashed:
            self._on_end()

    def _do_without(self) -> None:
        """Answer in this thread, since no process can be started: slower, and it works."""
        from evalcore.service.evaluation import EvaluationService

        self._end()
        self._service = EvaluationService()
        task, self._task = self._task, None
        if task is not None:
            self._waiting.appendleft(task)
        self._next()

    @Slot()
    def _lose(self) -> None:
        """End a process that is gone or as good as gone, and tell of it once."""
        if self._process is None:
            return
        self._end()
        self.lost.emit()
        self._finish(None, EvaluatorFault(STOPPED))

    def _end(self) -> None:
        process, self._process = self._process, None
        self.process_id = 0
        if process is None:
            return
        process.blockSignals(True)
        if process.state() is not QProcess.ProcessState.NotRunning:
            process.kill()
            # one that waits for a drive that does not answer ends when that does
            process.waitForFinished(_GRACE)
        process.deleteLater()
