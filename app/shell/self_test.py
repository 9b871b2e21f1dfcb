"""The whole main job in one go, without a person: review-desk --self-test.

It works through the real window on the sample study: opens it, checks the
returns, exports every form to a temporary folder and reads all of them back.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.engine.open_files import FileState, Reports
from app.engine.session import Session
from app.export.snapshot import Snapshot, write_export
from app.kit.theme import font_family
from app.platform.resource_files import sample_study
from app.shell.formats import FORMATS
from app.shell.guide_dialog import guide_faults
from evalcore.errors import EvaluationError
from evalcore.service.protocol import Answer, Request, SaveCombined, WriteClaims, WriteSlip
from evalcore.vocabulary import NOTICE

PATIENCE = 180_000
"""Milliseconds until a step that does not end has failed."""

_FONT = "Inter"


class Desk(Protocol):
    """What the test needs of the window."""

    session: Session
    idle: Any

    def open_files(self, paths: Any) -> None: ...
    def open_sample(self) -> None: ...


class Failed(Exception):
    """A step went wrong; the text says which and holds no value."""


class SelfTest:
    """Runs the steps on a window that is shown; ``done`` are those that went well."""

    def __init__(self, window: Desk) -> None:
        self._window = window
        self._session = window.session
        self.done: list[str] = []

    def run(self) -> None:
        """Run every step. Raises Failed."""
        self._start()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            self._open()
            self._export(folder)
            self._read_back(folder)
            self._doubt(folder)
        if QApplication.activeModalWidget() is not None:
            raise Failed("the window shows a message that nobody expected")

    def _start(self) -> None:
        _require(font_family().startswith(_FONT), "the font did not come along")
        faults = guide_faults()
        _require(not faults, f"the guide is not whole: {', '.join(faults)}")
        self.done.append("guide")

    def _open(self) -> None:
        self._until_idle(self._window.open_sample)
        self._all_ready(len(sample_study()), "the sample study")
        reports = self._session.reports
        shown = reports.drafts and reports.reviews and reports.claims
        _require(shown, "not every report was made")
        _require(_is_ready(reports), "the returns of the sample study are not ready")
        self.done.append(f"{len(self._session.files)} files opened and checked")

    def _export(self, folder: Path) -> None:
        reports = self._session.reports
        self._reports = reports
        shot = Snapshot(reports.drafts, reports.reviews, reports.claims)
        inputs = tuple(self._session.input_paths)
        combined = str(folder / "combined.json")
        self._ask("combined.json", SaveCombined(True, combined, inputs))
        for one in FORMATS:
            name = f"{one.key}{Path(one.name).suffix}"
            if one.render is None:
                self._ask(name, WriteClaims(one.form, str(folder / name), inputs))
                continue
            render = functools.partial(one.render, shot)
            try:
                write_export(str(folder / name), render, inputs, threading.Event())
            except EvaluationError as error:
                raise Failed(f"{name} was not written ({error.code})") from None

    def _read_back(self, folder: Path) -> None:
        names = sorted(os.listdir(folder))
        _require(len(names) == len(FORMATS) + 1, "not every form was written")
        for name in names:
            data = (folder / name).read_bytes()
            whole = NOTICE.encode() in data if name in ("Markdown.md", "Html.html") else data
            if name.endswith(".pdf"):
                whole = data.startswith(b"%PDF-") and data.endswith(b"%%EOF\n")
            _require(whole, f"{name} is not whole")
        before = self._reports
        self._until_idle(self._session.remove_all)
        saved = ("DraftJson.json", "ReviewJson.json", "ClaimsJson.json")
        self._until_idle(lambda: self._window.open_files([folder / name for name in saved]))
        self._all_ready(len(saved), "the saved reports")
        after = self._session.reports
        same = (after.drafts, after.reviews) == (before.drafts, before.reviews)
        _require(same and after.claims, "a saved report differs from what was shown")
        self._until_idle(self._session.remove_all)
        combined = [sample_study()[0], str(folder / "combined.json")]
        self._until_idle(lambda: self._window.open_files(combined))
        self._all_ready(2, "the combined returns")
        _require(_is_ready(self._session.reports), "the combined returns are not ready")
        same = self._session.reports.reviews == before.reviews
        _require(same, "the combined returns give other figures")
        self.done.append(f"{len(names)} exports written and read back")

    def _doubt(self, folder: Path) -> None:
        """Look whether a return with a fault is noticed, and what is written to its reviewer."""
        drafts, good, *_ = sample_study()
        payload = json.loads(Path(good).read_text("utf-8"))
        payload["rows"][0]["decision"] = "Accept"
        mangled = folder / "mangled.json"
        mangled.write_text(json.dumps(payload), "utf-8")
        self._until_idle(self._session.remove_all)
        self._until_idle(lambda: self._window.open_files([drafts, mangled]))
        reports = self._session.reports
        noticed = reports.check is not None and not reports.check.ready
        _require(noticed and reports.problems, "a fault in a return was not noticed")
        slip = self._ask("the correction slip", WriteSlip(1))
        _require(slip.text, "the correction slip is empty")
        self.done.append("a fault in a return noticed")
        self._until_idle(self._session.remove_all)

    def _all_ready(self, count: int, what: str) -> None:
        files = self._session.files
        ready = [file for file in files if file.state is FileState.READY]
        _require(len(files) == len(ready) == count, f"{what} could not be opened")

    def _ask(self, what: str, request: Request[Answer]) -> Answer:
        answers: list[Answer] = []
        faults: list[Exception] = []
        self._until_idle(lambda: self._session.ask(request, answers.append, faults.append))
        for fault in faults:
            code = getattr(fault, "code", type(fault).__name__)
            raise Failed(f"{what} was not made ({code})")
        return answers[0]

    def _until_idle(self, start: Callable[[], object]) -> None:
        loop = QEventLoop()
        late = QTimer(singleShot=True, interval=PATIENCE)
        late.timeout.connect(lambda: loop.exit(1))
        self._window.idle.connect(loop.quit)
        start()
        late.start()
        ended = loop.exec()
        self._window.idle.disconnect(loop.quit)
        _require(ended == 0, "a step did not end in time")


def _is_ready(reports: Reports) -> bool:
    return reports.check is not None and reports.check.ready


def _require(true: object, otherwise: str) -> None:
    if not true:
        raise Failed(otherwise)
