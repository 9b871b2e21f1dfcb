"""The command ``round``: a round of weeks, without a window."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..errors import EvaluationError
from ..io.files import open_regular, short_name
from .output import Failure, file_failure, file_subject

if TYPE_CHECKING:
    from ..drafts.records import DraftRevision
    from ..rounds.file import RoundFile
    from ..rounds.state import RoundState

_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def add_round(parser: argparse.ArgumentParser) -> None:
    """Add the command's own commands to its parser."""
    commands = parser.add_subparsers(dest="step", required=True, parser_class=type(parser))

    def step(name: str, what: str, *, by: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=what, allow_abbrev=False)
        made.add_argument("round", metavar="ROUND", help="the round file")
        made.add_argument("--drafts", metavar="DRAFTS", required=True, help="the drafts file")
        if by:
            made.add_argument("--by", metavar="TEXT", default="", help="who does it")
        return made

    new = step("new", "begin a round")
    new.add_argument("--reviewers", metavar="N", help="so many reviewers, and no others")
    new.add_argument("--mixed", action="store_true", help="number the drafts in a random order")
    new.add_argument("--label", metavar="TEXT", default="", help="what the round is called")
    add = step("add", "receive files")
    add.add_argument("files", metavar="FILE", nargs="+", help="what a reviewer has sent")
    status = step("status", "who has answered, and what is to be done", by=False)
    status.add_argument("--json", metavar="OUT", help='write JSON to OUT ("-": print it)')
    step("drafts", "make these drafts the round's")
    for name, what in (("aside", "leave a file or rows out"), ("back", "let them count again")):
        aside = step(name, what)
        aside.add_argument("--file", metavar="N", required=True, help="number of the file")
        aside.add_argument("--rows", metavar="ROWS", help="such as 1-3,7 (else the whole file)")
    repair = step("repair", "put right how something is written")
    repair.add_argument("kinds", metavar="KIND", nargs="*", help="kinds that status names")
    repair.add_argument("--all", action="store_true", help="all that is offered")
    repair.add_argument("--file", metavar="N", help="in this file alone")
    reason = step("reason", "record why the reviewers of a draft differ")
    reason.add_argument("--draft", metavar="N", required=True, help="number of the draft")
    reason.add_argument("reason", metavar="REASON", help='a reason, or "none"')
    reason.add_argument("--adjudicated", action="store_true", help="the draft was adjudicated")
    answer = step("answer", "answer a question")
    answer.add_argument("--question", metavar="N", required=True, help="number of the question")
    answer.add_argument("word", metavar="WORD", help="one of the answers that status names")
    reviewer = step("reviewer", "change the roster")
    reviewer.add_argument("label", metavar="LABEL", help='such as "Reviewer B"')
    reviewer.add_argument("--rename", metavar="TEXT", help="another label")
    reviewer.add_argument("--committee", action="store_true", help="it is the committee")
    reviewer.add_argument("--owes", metavar="WHAT", help="all, none or answered")
    reviewer.add_argument("--add", action="store_true", help="take a stranger into the roster")
    undo = step("undo", "take back one decision")
    undo.add_argument("--decision", metavar="N", required=True, help="number of the decision")
    forget = step("forget", "erase the bytes of a file that is set aside")
    forget.add_argument("--file", metavar="N", required=True, help="number of the file")
    forms = step("forms", "write a form for each reviewer, with the drafts' texts in it", by=False)
    forms.add_argument("--out", metavar="FOLDER", required=True, help="the folder to write into")
    forms.add_argument("--workbook", action="store_true", help="as workbooks (XLSX)")
    forms.add_argument("--transcript", action="store_true", help="with the transcripts")
    forms.add_argument("--without-text", action="store_true", help="numbers alone")
    forms.add_argument(
        "--only", metavar="WHICH", default="all", help="missing, outdated or all drafts (else all)"
    )
    record = step("record", "the record of the round, for the study's files", by=False)
    record.add_argument("--markdown", metavar="OUT", help="write Markdown to OUT")
    record.add_argument("--html", metavar="OUT", help="write HTML to OUT")
    record.add_argument(
        "--with-decisions", action="store_true", help="also which drafts were adjudicated"
    )
    combine = step("combine", "write one file for the importer", by=False)
    combine.add_argument("--out", metavar="FILE", required=True, help="the file to write")


def round_inputs(options: argparse.Namespace) -> list[str]:
    """Return what nothing may be written over."""
    return [options.round, options.drafts, *getattr(options, "files", ())]


def run_step(options: argparse.Namespace) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    """Do one step; return JSON, text, exit code and notes."""
    given = _drafts(options.drafts)
    if options.step == "new":
        return _new(options, given)
    if options.step == "status":
        return _status(options, given)
    if options.step == "combine":
        return _combine(options, given)
    if options.step == "record":
        return _record(options, given)
    if options.step == "forms":
        return _forms(options, given)
    return _change(options, given)


def _state(options: argparse.Namespace, given: Sequence[DraftRevision]) -> RoundState:
    """Return where the round stands, opened to be read."""
    from ..rounds.file import opened
    from ..rounds.state import state_of

    try:
        with opened(options.round, to_change=False) as round_file:
            return state_of(round_file.holds, given)
    except EvaluationError as error:
        raise _failure(options, error) from None


def _new(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..rounds.changes import begin
    from ..rounds.file import create

    reviewers = None
    if options.reviewers is not None:
        reviewers = int(options.reviewers) if _NUMBER.fullmatch(options.reviewers) else 0
    try:
        holds = begin(
            given, reviewers=reviewers, mixed=options.mixed, label=options.label, by=options.by
        )
        create(options.round, holds)
    except EvaluationError as error:
        raise _failure(options, error) from None
    said = f"The round has {len(given):,} drafts"
    said += f" and {len(holds.reviewers)} reviewers." if holds.closed else "."
    return b"", f"{said}\n".encode(), 0, ()


def _status(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..documents.exports import json_bytes
    from ..rounds.words import status_json, status_text

    state = _state(options, given)
    json = json_bytes(status_json(state)) if options.json is not None else b""
    return json, status_text(state).encode(), int(not state.ready), ()


def _combine(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..io.files import check_output, write_atomically
    from ..returns.check import check_returns
    from ..rounds.changes import combined
    from ..rounds.words import status_text

    inputs = round_inputs(options)
    try:
        check_output(options.out, inputs)
    except EvaluationError as error:
        raise Failure(f"--out ({short_name(options.out)})", error) from None
    state = _state(options, given)
    if not state.ready:
        return b"", status_text(state).encode(), 1, ()
    data = combined(state)
    try:
        write_atomically(options.out, data, inputs)
        with open_regular(options.out) as (file, _):
            unlike = file.read() != data
        # of a round that is ready these are its drafts, none withdrawn among them
        if unlike or not check_returns(given, [options.out]).ready:
            raise EvaluationError("written_file_differs")
    except EvaluationError as error:
        raise Failure(f"--out ({short_name(options.out)})", error) from None
    rows = sum(len(one) for one in state.rows.values())
    return b"", f"{rows:,} rows written, read back and checked: ready to import.\n".encode(), 0, ()


def _forms(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..forms.round_forms import WHICH, forms_of
    from ..io.files import write_atomically

    state = _state(options, given)
    if options.only not in WHICH:
        raise Failure("command line, --only", EvaluationError("invalid_arguments"))
    try:
        if state.drafts_now:
            raise EvaluationError("round_drafts_changed")
        forms = forms_of(
            state,
            options.drafts,
            only=options.only,
            transcript=options.transcript,
            without_text=options.without_text,
            workbook=options.workbook,
        )
    except EvaluationError as error:
        raise _failure(options, error) from None
    places = [os.path.join(options.out, name) for name, _ in forms]
    for place in places:
        if os.path.lexists(place):
            raise Failure(f"--out ({short_name(place)})", EvaluationError("form_exists"))
    for place, (_, data) in zip(places, forms, strict=True):
        try:
            write_atomically(place, data, round_inputs(options))
        except EvaluationError as error:
            raise Failure(f"--out ({short_name(place)})", error) from None
    lines = [f"{short_name(place)} written.\n" for place in places]
    lines.append("These files hold the drafts' texts. Keep them where the drafts may be kept.\n")
    return b"", "".join(lines).encode(), 0, ()


def _record(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..documents.html import render_html
    from ..documents.markdown import render_markdown
    from ..documents.round_record import round_record
    from ..io.files import write_atomically

    state = _state(options, given)
    record = round_record(state, with_decisions=options.with_decisions)
    text = render_markdown(record).encode()
    if options.html is not None:
        try:
            write_atomically(options.html, render_html(record).encode(), round_inputs(options))
        except EvaluationError as error:
            raise Failure(f"--html ({short_name(options.html)})", error) from None
        if options.markdown is None:
            text = b""
    return b"", text, 0, ()


def _change(
    options: argparse.Namespace, given: Sequence[DraftRevision]
) -> tuple[bytes, bytes, int, tuple[str, ...]]:
    from ..rounds.file import opened
    from ..rounds.state import state_of
    from ..rounds.words import status_text

    step = _STEPS[options.step]
    try:
        with opened(options.round, to_change=True) as round_file:
            state = state_of(round_file.holds, given)
            if state.drafts_now and options.step != "drafts":
                raise EvaluationError("round_drafts_changed")
            events = len(round_file.holds.history)
            said = step(options, round_file, given, state)
            if len(round_file.holds.history) > events:
                round_file.keep()
            state = state_of(round_file.holds, given)
    except EvaluationError as error:
        raise _failure(options, error) from None
    text = "".join(f"{line}\n" for line in said)
    code = 0 if options.step == "forget" else int(not state.ready)
    return b"", (text + "\n" * bool(text) + status_text(state)).encode(), code, ()


_Step = Callable[
    [argparse.Namespace, "RoundFile", "Sequence[DraftRevision]", "RoundState"], Sequence[str]
]


def _add(
    options: argparse.Namespace,
    round_file: RoundFile,
    given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import Incoming, receive

    incoming, said, places = [], [], []
    for number, path in enumerate(options.files, 1):
        try:
            kind = _other_kind(path)
            with open_regular(path) as (file, _):
                data = file.read()
            modified = os.stat(path).st_mtime
        except (OSError, EvaluationError) as error:
            fault = error if isinstance(error, EvaluationError) else None
            raise file_failure(number, path, fault or EvaluationError("unreadable_file")) from None
        if kind is not None:
            said.append(f"{file_subject(number, path)}: {kind} It is not kept.")
        else:
            incoming.append(Incoming(path, data, modified))
            places.append((number, path))
    for (number, path), received in zip(
        places, receive(round_file.holds, incoming, given, options.by), strict=True
    ):
        told = (
            f"received as file {received}." if received else "the round holds these bytes already."
        )
        said.append(f"{file_subject(number, path)}: {told}")
    return said


def _other_kind(path: str) -> str | None:
    """Return in words what a file is that is ours, and no return."""
    from ..io.file_kinds import CLAIMS, DRAFTS, REPORT_KINDS, recognise

    try:
        kind = recognise(path)
    except EvaluationError as error:
        if error.code in ("unreadable_file", "not_a_regular_file"):
            raise
        return None
    if kind == DRAFTS:
        return "This is a drafts file."
    if kind == CLAIMS:
        return "This is a claims file."
    return "This is a saved report." if kind in REPORT_KINDS else None


def _aside(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import set_aside

    file, rows = _number(options.file), _rows(options.rows)
    files = state.result.files
    if not 1 <= file <= len(files) or any(not 1 <= row <= files[file - 1].rows for row in rows):
        raise EvaluationError("unknown_number")
    set_aside(round_file.holds, file, rows, options.by, back=options.step == "back")
    return ()


def _repair(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import repair

    if options.all == bool(options.kinds):
        raise EvaluationError("unknown_repair")
    file = _number(options.file) if options.file is not None else None
    repair(round_file.holds, state, None if options.all else options.kinds, file, options.by)
    return ()


def _reason(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import reason_of, record_reason

    reason = reason_of(options.reason)
    draft = _number(options.draft)
    record_reason(round_file.holds, state, draft, reason, options.adjudicated, options.by)
    return ()


def _answer(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import answer

    answer(round_file.holds, state, _number(options.question), options.word, options.by)
    return ()


def _reviewer(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import change_reviewer

    change_reviewer(
        round_file.holds,
        state,
        options.label,
        options.by,
        rename=options.rename,
        committee=options.committee,
        owes=options.owes,
        add=options.add,
    )
    return ()


def _undo(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    _state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import undo

    undo(round_file.holds, _number(options.decision), options.by)
    return ()


def _forget(
    options: argparse.Namespace,
    round_file: RoundFile,
    _given: Sequence[DraftRevision],
    state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import forget

    forget(round_file.holds, state, _number(options.file), options.by)
    return ()


def _take_drafts(
    options: argparse.Namespace,
    round_file: RoundFile,
    given: Sequence[DraftRevision],
    _state: RoundState,
) -> Sequence[str]:
    from ..rounds.changes import take_drafts

    take_drafts(round_file.holds, given, options.by)
    return ()


_STEPS: dict[str, _Step] = {
    "add": _add,
    "drafts": _take_drafts,
    "aside": _aside,
    "back": _aside,
    "repair": _repair,
    "reason": _reason,
    "answer": _answer,
    "reviewer": _reviewer,
    "undo": _undo,
    "forget": _forget,
}


def _drafts(path: str) -> Sequence[DraftRevision]:
    from ..drafts.metrics import DraftTally
    from ..drafts.reader import read_drafts

    tally = DraftTally()
    try:
        tally.add_all(read_drafts(path))
    except EvaluationError as error:
        raise file_failure(1, path, error, "drafts") from None
    return tally.revisions


def _failure(options: argparse.Namespace, error: EvaluationError) -> Failure:
    return Failure(f"round ({short_name(options.round)})", error)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise EvaluationError("unknown_number")
    return int(text)


def _rows(text: str | None) -> list[int]:
    """Return the rows of "1-3,7"."""
    rows: list[int] = []
    for part in text.split(",") if text is not None else ():
        found = _RANGE.fullmatch(part.strip())
        if found is None:
            raise EvaluationError("unknown_number")
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= 100_000:
            raise EvaluationError("unknown_number")
        rows += range(first, last + 1)
    return rows
