"""What the tests of the running window share: studies, waiting for idle, reading what is shown."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from eval_helpers import make_study
from PySide6.QtCore import QDeadlineTimer, QEventLoop, QMimeData, QModelIndex, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QListView,
    QMessageBox,
    QPushButton,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.engine.engine import Engine, Job
from app.engine.worker import START
from app.pages.draft_metrics.model import metric_columns
from app.shell.main_window import MainWindow
from app.tables.file_roles import FileRole
from evalcore import DraftTally, import_ambient_reviews, read_drafts, read_review_return
from evalcore.errors import Cancelled
from evalcore.figures.text import cell_figures
from evalcore.io.json_reader import CancelToken, Progress
from evalcore.metrics import METRICS, RATES
from evalcore.service.codec import dumps
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import Answer, Request
from evalcore.vocabulary import SLICES

LONG = 30_000
"""Milliseconds until a test gives up; nothing takes nearly as long."""

SUPPRESSED_TRIPLE = ("suppressed", "suppressed", "suppressed")
EMPTY_TRIPLE = ("", "", "")


class Study:
    """A small synthetic study on disk: drafts.json, return-1.json, return-2.json, ..."""

    def __init__(
        self, folder: Path, *, drafts: int = 60, reviewers: int = 2, seed: int = 1, facts: int = 8
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        made = make_study().study(drafts, facts, reviewers, seed, True, 5)
        any_two_disagree(made["returns"])
        self.drafts = folder / "drafts.json"
        self.drafts.write_text(json.dumps(made["drafts"]))
        self.claims = folder / "claims.json"
        self.claims.write_text(json.dumps(made["claims"]))
        self.returns = []
        for number, payload in enumerate(made["returns"], 1):
            path = folder / f"return-{number}.json"
            path.write_text(json.dumps(payload))
            self.returns.append(path)

    @property
    def files(self) -> list[Path]:
        return [self.drafts, *self.returns]

    def draft_report(self, minimum: int = 5) -> dict[str, Any]:
        """The evaluator's own answer, computed here and not in the window's process."""
        return draft_report(self.drafts, minimum)

    def review_report(self, minimum: int = 5) -> dict[str, Any]:
        return review_report(self.drafts, self.returns, minimum)


def any_two_disagree(returns: list[dict[str, Any]]) -> None:
    """Where not all reviewers agree, let no two agree: then each two returns can be imported."""
    by_draft: dict[str, list[dict[str, Any]]] = {}
    for payload in returns:
        for row in payload["rows"]:
            by_draft.setdefault(row["blinded_case_id"], []).append(row)
    for rows in by_draft.values():
        if len({row["decision"] for row in rows}) > 1:
            for row, decision in zip(rows, ("accept", "revise", "unclear"), strict=False):
                row["decision"] = decision


def draft_report(drafts: Path, minimum: int = 5) -> dict[str, Any]:
    tally = DraftTally()
    for draft in read_drafts(drafts):
        tally.add(draft)
    return dict(tally.report(minimum))


def review_report(drafts: Path, returns: Sequence[Path], minimum: int = 5) -> dict[str, Any]:
    payloads = [read_review_return(path) for path in returns]
    rows = [row for payload in payloads for row in payload["rows"]]
    together = {"schema_version": payloads[0]["schema_version"], "rows": rows}
    drafts_read = list(read_drafts(drafts))
    return dict(import_ambient_reviews(together, drafts_read, minimum_cell_size=minimum))


def draft_texts(report: dict[str, Any]) -> dict[tuple[str, str], tuple[str, str, str]]:
    """What the table must show of a report: rate, interval and count of each slice and metric."""
    texts = {}
    for name in SLICES:
        for metric in METRICS:
            figures = cell_figures(report["slices"][name][metric])
            texts[name, metric] = (
                SUPPRESSED_TRIPLE
                if figures is None
                else (figures.rate, figures.interval, figures.count)
            )
    return texts


def shown_drafts(window: MainWindow) -> dict[tuple[str, str], tuple[str, str, str]]:
    """What the draft metrics table holds for the eye, in the same form."""
    model = table(window, "draftMetricsTable").model()
    assert model.rowCount() == len(SLICES)
    texts = {}
    for row, name in enumerate(SLICES):
        for metric in METRICS:
            rate, interval, count = (
                str(model.index(row, column).data()) for column in metric_columns(metric)
            )
            texts[name, metric] = (rate, interval, count)
    return texts


def rate_texts(report: dict[str, Any]) -> list[list[str]]:
    """What must stand in the three estimate cells: line by line, the figures of the report."""
    texts = []
    for name in RATES:
        figures = cell_figures(report["rates"][name])
        if figures is None:
            texts.append(["suppressed"])
        else:
            texts.append([f"{figures.rate} %", figures.count, figures.interval])
    return texts


def shown_rates(window: MainWindow) -> list[str]:
    model = table(window, "reviewRatesTable").model()
    assert model.rowCount() == len(RATES)
    return [str(model.index(row, 1).data()) for row in range(len(RATES))]


def rates_are(window: MainWindow, report: dict[str, Any]) -> bool:
    """Whether the review table shows the figures of the report and none else."""
    return all(map(_says, shown_rates(window), rate_texts(report)))


def _says(shown: str, wanted: list[str]) -> bool:
    lines = shown.splitlines()
    if wanted == ["suppressed"]:
        return lines == wanted
    return (
        len(lines) == 3
        and lines[0] == wanted[0]
        and lines[1].startswith(wanted[1])
        and wanted[2] in lines[2]
    )


def table(window: MainWindow, name: str) -> QTableView:
    found = window.findChild(QTableView, name)
    assert isinstance(found, QTableView), name
    return found


def file_list(window: MainWindow) -> QListView:
    found = window.findChild(QListView, "fileList")
    assert isinstance(found, QListView)
    return found


def states(window: MainWindow) -> dict[str, str]:
    """The open files as they are shown: short name and the state in words.

    A return that has been checked and found good says "no problem"; here it is "ready",
    as any other file.
    """
    model = file_list(window).model()
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    words = {str(i.data()): str(i.data(FileRole.STATE_TEXT)) for i in indexes}
    return {name: state.replace("no problem", "ready") for name, state in words.items()}


def is_half_read(window: MainWindow, name: str) -> bool:
    """Whether the process has told how far it is: "Reading, 0 %" is shown before there is one."""
    return re.fullmatch(r"Reading, [1-9]\d? %", states(window)[name]) is not None


def names(window: MainWindow) -> list[str]:
    model = file_list(window).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def take_in_hand(window: MainWindow, name: str) -> QModelIndex:
    """Make a file the current one of the list, as a click on it does."""
    view = file_list(window)
    index = view.model().index(names(window).index(name), 0)
    view.setCurrentIndex(index)
    return index


def settle(qtbot: QtBot, window: MainWindow, action: Callable[[], object]) -> None:
    """Do something and wait until the window has done all that follows."""
    with qtbot.waitSignal(window.idle, timeout=LONG):
        action()


def open_and_settle(qtbot: QtBot, window: MainWindow, *paths: Path | str) -> None:
    settle(qtbot, window, lambda: window.open_files(list(paths)))


def let_it_out(window: MainWindow) -> None:
    """Take the second step of an export, if the disclosure check asks for it."""
    for dialog in window.findChildren(QDialog, "disclosureDialog"):
        tick = dialog.findChild(QCheckBox)
        assert isinstance(tick, QCheckBox)
        tick.setChecked(True)
        (go,) = (b for b in dialog.findChildren(QPushButton) if b.text().endswith("all the same"))
        go.click()


def send_out(window: MainWindow, action: QAction) -> Callable[[], None]:
    """What exports: the command, and the second step if it is asked for."""

    def go() -> None:
        action.trigger()
        let_it_out(window)

    return go


def files_mime(paths: Iterable[Path | str]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop_on(widget: QWidget, data: QMimeData) -> bool:
    """Drag over a widget and let go; whether the drag was taken."""
    entering = QDragEnterEvent(
        widget.rect().center(),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    entering.ignore()
    QApplication.sendEvent(widget, entering)
    if entering.isAccepted():
        event = QDropEvent(
            QPointF(widget.rect().center()),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(widget, event)
    return entering.isAccepted()


def boxes(window: MainWindow) -> list[QMessageBox]:
    """The message boxes that are open."""
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def box_text(box: QMessageBox) -> str:
    return "\n".join((box.windowTitle(), box.text(), box.informativeText(), box.detailedText()))


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


ROOT = Path(__file__).resolve().parents[2]


def running(code: str = "") -> list[str]:
    """The command of an evaluator's process that runs some code first."""
    return [sys.executable, "-I", "-c", code + START, str(ROOT)]


def asked(
    engine: Engine,
    request: Request[Answer],
    progress: Callable[[int, int], None] | None = None,
    meanwhile: Callable[[Job], None] = lambda job: None,
) -> Answer:
    """Ask the evaluator and wait for the answer; raises what it is told instead."""
    heard: list[Any] = []
    job = engine.ask(request, heard.append, heard.append, progress)
    meanwhile(job)
    timer = QDeadlineTimer(LONG)
    while not heard:
        assert not timer.hasExpired(), "it waits for ever"
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)
    if isinstance(heard[0], Exception):
        raise heard[0]
    answer: Answer = heard[0]
    return answer


class HeldService(EvaluationService):
    """An evaluator whose answers to some requests wait until the test lets them go.

    ``deaf``: it does not hear a cancel, so that its answer comes too late.
    """

    def __init__(self) -> None:
        super().__init__()
        self.hold: set[str] = set()
        self.deaf = False
        self.faults: dict[str, list[Exception]] = {}
        self.requests: list[Request[Any]] = []
        self.progress: list[tuple[int, int]] = []
        self.begun = threading.Semaphore(0)
        self._go = threading.Event()

    def let_go(self) -> None:
        """Let the held calls go on; those to come are not held."""
        self.hold = set()
        self._go.set()

    def fail_next(self, call: str, error: Exception) -> None:
        """Make the next request of that kind end with an error."""
        self.faults.setdefault(call, []).append(error)

    def calls(self, name: str) -> list[Any]:
        """The requests of that class, in order."""
        return [request for request in self.requests if type(request).__name__ == name]

    def call(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        name = type(request).__name__
        self.requests.append(request)
        if name in self.hold:
            for done, total in self.progress:
                progress(done, total)
            self.begun.release()
            while not self._go.wait(0.005):
                if cancel.is_set() and not self.deaf:
                    raise Cancelled
        if waiting := self.faults.get(name):
            raise waiting.pop(0)
        return self.ask(request, progress, threading.Event() if self.deaf else cancel)

    def ask(self, request: Request[Answer], progress: Progress, cancel: CancelToken) -> Answer:
        """Answer as the evaluator does; a class of its own answers some requests itself."""
        return super().call(request, progress, cancel)


def watch_models(window: MainWindow) -> list[QAbstractItemModelTester]:
    """Put every model of the window under Qt's model tester; what it finds is a Qt warning."""
    mode = QAbstractItemModelTester.FailureReportingMode.Warning
    views = [
        file_list(window),
        table(window, "draftMetricsTable"),
        table(window, "reviewRatesTable"),
    ]
    return [QAbstractItemModelTester(view.model(), mode, window) for view in views]


def told(message: object) -> tuple[str, Any]:
    """The class of a message of the protocol, and what is in it."""
    return type(message).__name__, json.loads(dumps(message))
