"""The command: python -m evalcore drafts | reviews. Nothing here computes."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from .advice import advice
from .ambient_reviews import ReviewReport, tally_returns
from .draft_metrics import DraftTally
from .drafts_file import read_drafts
from .errors import EvaluationError, Place
from .exports import json_bytes, markdown_bytes
from .files import check_output, short_name, write_atomically
from .review_file import read_review_return
from .suppression import check_minimum_cell_size
from .vocabulary import DEFAULT_MINIMUM_CELL_SIZE, NOTICE

DONE = 0
UNUSABLE = 2
INTERRUPTED = 130


class _Failure(Exception):
    """An error with the file or option that it belongs to, ready to be printed."""

    def __init__(self, subject: str, error: EvaluationError) -> None:
        super().__init__(error.code)
        place = f", {error.place}" if error.place and str(error.place) else ""
        self.line = f"{subject}{place}: {error.code}: {advice(error)}"


class _Parser(argparse.ArgumentParser):
    """Says that the command line cannot be used, without repeating any of it."""

    def error(self, message: str) -> NoReturn:
        raise _Failure("command line", EvaluationError("invalid_arguments"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0 (done), 2 (a file or the command line cannot be used) or 130."""
    with contextlib.suppress(ValueError):  # not the main thread
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
    try:
        _run(_parser().parse_args(arguments))
    except _Failure as failure:
        print(failure.line, file=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m evalcore",
        description=NOTICE,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    drafts = commands.add_parser(
        "drafts", help="the five draft metrics of a drafts file", allow_abbrev=False
    )
    reviews = commands.add_parser(
        "reviews", help="the review agreement of the returns of a study", allow_abbrev=False
    )
    for command in (drafts, reviews):
        command.description = NOTICE
        command.add_argument("drafts", metavar="DRAFTS", help="the drafts file")
    reviews.add_argument("returns", metavar="RETURN", nargs="+", help="a review return file")
    for command in (drafts, reviews):
        command.add_argument(
            "--minimum-cell-size",
            metavar="N",
            default=str(DEFAULT_MINIMUM_CELL_SIZE),
            help="suppress what rests on fewer than N (at least 2, default 5)",
        )
        command.add_argument("--json", metavar="OUT", help='write the report as JSON ("-": print)')
        command.add_argument(
            "--markdown",
            metavar="OUT",
            help='write the report as Markdown ("-": print; so it is without any OUT)',
        )
    return parser


def _run(options: argparse.Namespace) -> None:
    minimum = _minimum_cell_size(options.minimum_cell_size)
    inputs = [options.drafts, *getattr(options, "returns", [])]
    outputs = {"--json": options.json, "--markdown": options.markdown}
    outputs = {name: out for name, out in outputs.items() if out is not None}
    _check_outputs(outputs, inputs)
    tally = _tally(options.drafts)
    if options.command == "drafts":
        drafts = tally.report(minimum)
        report: Mapping[str, Any] = drafts
        text = markdown_bytes(drafts=drafts)
    else:
        reviews = _import(tally, options.drafts, options.returns, minimum)
        report = reviews
        text = markdown_bytes(reviews=reviews)
    content = {"--json": json_bytes(report), "--markdown": text}
    for name, out in (outputs or {"--markdown": "-"}).items():
        _write(name, out, content[name])


def _minimum_cell_size(given: str) -> int:
    number = int(given) if re.fullmatch(r"[0-9]{1,9}", given) else None
    try:
        return check_minimum_cell_size(number)
    except EvaluationError as error:
        failure = _Failure("command line, --minimum-cell-size", error)
    raise failure


def _check_outputs(outputs: Mapping[str, str], inputs: Sequence[str]) -> None:
    """Refuse what cannot be written before anything is read."""
    if len(set(map(_place, outputs.values()))) < len(outputs):
        raise _Failure("command line", EvaluationError("outputs_are_the_same"))
    for name, out in outputs.items():
        if out != "-":
            try:
                check_output(out, inputs)
            except EvaluationError as error:
                raise _Failure(f"{name} ({short_name(out)})", error) from None


def _place(out: str) -> str:
    try:
        return out if out == "-" else os.path.realpath(out)
    except ValueError:  # no name for a file; check_output says so
        return out


def _tally(path: str) -> DraftTally:
    tally = DraftTally()
    try:
        for draft in read_drafts(path):
            tally.add(draft)
    except EvaluationError as error:
        raise _Failure(_file(1, path), error) from None
    return tally


def _import(tally: DraftTally, drafts: str, paths: Sequence[str], minimum: int) -> ReviewReport:
    returns = []
    for number, path in enumerate(paths, 2):
        try:
            returns.append(read_review_return(path)["rows"])
        except EvaluationError as error:
            raise _Failure(_file(number, path), error) from None
    try:
        return tally_returns(returns, tally.revisions).report(minimum)
    except EvaluationError as error:
        place = error.place or Place()
        subject = "all returns together"
        if place.encounter is not None:
            subject = _file(1, drafts)
        elif place.file is not None:
            subject = _file(place.file + 1, paths[place.file - 1])
        fault = EvaluationError(error.code, replace(place, file=None))
        raise _Failure(subject, fault) from None


def _file(number: int, path: str) -> str:
    return f"file {number} ({short_name(path)})"


def _write(name: str, out: str, data: bytes) -> None:
    if out == "-":
        _print(data)
        return
    try:
        write_atomically(out, data)
    except EvaluationError as error:
        raise _Failure(f"{name} ({short_name(out)})", error) from None


def _print(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    except (OSError, AttributeError):
        pass
    # the reader went away: what is left in the buffer must not fail again at exit
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise _Failure("standard output", EvaluationError("output_not_written"))
