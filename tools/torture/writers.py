"""Everything that writes a file for the user, each as a function of the place to write to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from evalcore.documents.exports import html_bytes, json_bytes, markdown_bytes
from evalcore.drafts.reader import read_drafts
from evalcore.errors import EvaluationError
from evalcore.io.files import check_output, write_atomically
from evalcore.returns.check import check_returns
from evalcore.returns.slip import correction_slip
from evalcore.service.evaluation import EvaluationService
from evalcore.service.protocol import (
    CheckReturns,
    MakeReports,
    Open,
    RecordReason,
    Request,
    SaveCombined,
    SaveDrafts,
    ScoreClaims,
    WriteClaims,
)
from tools.torture.judging import call
from tools.torture.studies import Study

try:
    from app.export.snapshot import write_export
except ImportError:  # the same without the window

    def write_export(
        path: str,
        render: Callable[[threading.Event], bytes],
        inputs: Sequence[str],
        cancel: threading.Event,
    ) -> None:
        check_output(path, inputs)
        write_atomically(path, render(cancel), inputs)


Write = Callable[[str], str]
"""Writes to a place; returns "" or the code of what is wrong."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A way to write, and one of the inputs that it must never write over."""

    name: str
    write: Write
    an_input: str


def writers(folder: Path, study: Study) -> list[Writer]:
    """Return all writers, over a study whose files are in the folder."""
    drafts, claims = str(folder / "drafts.json"), str(folder / "claims.json")
    returns = [str(folder / "return.json"), str(folder / "other_return.json")]
    made = [
        _command("--json of drafts", ["drafts", drafts], "--json", drafts),
        _command("--markdown of drafts", ["drafts", drafts], "--markdown", drafts),
        _command("--json of reviews", ["reviews", drafts, *returns], "--json", returns[1]),
        _command("--markdown of reviews", ["reviews", drafts, *returns], "--markdown", returns[0]),
        _command("--json of check", ["check", drafts, *returns], "--json", returns[0]),
        _command("--json of claims", ["claims", claims, "--resamples", "20"], "--json", claims),
        _command(
            "--markdown of claims", ["claims", claims, "--resamples", "20"], "--markdown", claims
        ),
    ]
    service = _open(drafts, claims, returns)
    service.call(RecordReason(1, "other", True), _unheard, _NEVER)
    inputs = [drafts, claims, *returns]
    for name, request in (
        ("claims report as JSON", partial(WriteClaims, "json")),
        ("claims report as Markdown", partial(WriteClaims, "markdown")),
        ("combined returns", partial(SaveCombined, True)),
        ("progress", partial(SaveCombined, False)),
    ):
        made.append(_service(name, service, request, inputs))
    undecided = _open(drafts, claims, _undecided(folder, returns))
    save = partial(SaveDrafts, drafts)
    made.append(_service("drafts for adjudication", undecided, save, inputs))
    tally = service.call(MakeReports(1, 2), _unheard, _NEVER)
    view = claims_view_of(service)
    documents: tuple[Any, Any, Any] = (tally.drafts, tally.reviews, view)
    slip = correction_slip(check_returns(read_drafts(drafts), returns), 1)
    for name, data in (
        ("window's JSON", json_bytes(documents[0])),
        ("window's Markdown", markdown_bytes(*documents)),
        ("window's HTML", html_bytes(*documents)),
        ("window's PDF", _pdf(documents)),
        ("correction slip", slip.encode()),
    ):
        if data:
            made.append(_export(name, data, inputs))
    return made


_NEVER = threading.Event()


def _unheard(read: int, total: int) -> None:
    pass


def claims_view_of(service: EvaluationService) -> Any:
    """Return what the window shows of the claims that are open under number 4."""
    return service.call(ScoreClaims((4,)), _unheard, _NEVER).claims


def _open(drafts: str, claims: str, returns: list[str]) -> EvaluationService:
    service = EvaluationService()
    for number, path in ((1, drafts), (4, claims)):
        service.call(Open(number, path), _unheard, _NEVER)
    files = (2, returns[0]), (3, returns[1])
    service.call(CheckReturns(1, files), _unheard, _NEVER)
    service.call(ScoreClaims((4,)), _unheard, _NEVER)
    return service


def _undecided(folder: Path, returns: list[str]) -> list[str]:
    """Write the returns without any reason; return their paths."""
    paths = []
    for number, path in enumerate(returns, 1):
        payload = json.loads(Path(path).read_bytes())
        for row in payload["rows"]:
            row["reason"], row["adjudicated"] = None, False
        paths.append(str(folder / f"undecided-{number}.json"))
        Path(paths[-1]).write_text(json.dumps(payload), "utf-8")
    return paths


def _command(name: str, line: list[str], option: str, an_input: str) -> Writer:
    def write(path: str) -> str:
        outcome = call([*line, option, path])
        if outcome.escaped == "KeyboardInterrupt" or outcome.status == 130:
            raise KeyboardInterrupt
        if outcome.status == 2:
            return outcome.code or "no code"
        return "" if outcome.status in (0, 1) else f"exit status {outcome.status}"

    return Writer(name, write, an_input)


def _service(
    name: str,
    service: EvaluationService,
    request: Callable[[str, tuple[str, ...]], Request[Any]],
    inputs: list[str],
) -> Writer:
    def write(path: str) -> str:
        try:
            service.call(request(path, tuple(inputs)), _unheard, _NEVER)
        except EvaluationError as error:
            return error.code
        return ""

    return Writer(name, write, inputs[0])


def _export(name: str, data: bytes, inputs: list[str]) -> Writer:
    def write(path: str) -> str:
        try:
            write_export(path, lambda cancel: data, inputs, threading.Event())
        except EvaluationError as error:
            return error.code
        return ""

    return Writer(name, write, inputs[-1])


def _pdf(documents: tuple[Any, Any, Any]) -> bytes:
    """Return the document for paper, or nothing where there is no Qt."""
    try:
        from PySide6.QtWidgets import QApplication

        from app.export.pdf import pdf_bytes
    except ImportError:
        return b""
    keep = QApplication.instance() or QApplication([])
    data = pdf_bytes(*documents, "A4", threading.Event())
    del keep
    return data
