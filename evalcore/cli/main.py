"""The command: python -m evalcore drafts | reviews | check | claims | verify | disclosure |
compare | round.

Nothing here computes."""

from __future__ import annotations

import argparse
import contextlib
import signal
from collections.abc import Sequence
from typing import NoReturn

from ..errors import EvaluationError, show_traceback, where
from ..metrics import METRICS, number_word
from ..version import VERSION
from ..vocabulary import DEFAULT_MINIMUM_CELL_SIZE, NOTICE
from .commands import (
    inputs,
    run_check,
    run_claims,
    run_compare,
    run_disclosure,
    run_drafts,
    run_reviews,
    run_round,
    run_verify,
)
from .output import STANDARD_OUTPUT, Failure, check_outputs, tell, write_output
from .round import add_round

UNUSABLE = 2
INTERRUPTED = 130
_OPTIONS = frozenset(
    {
        "--alpha",
        "--earlier",
        "--json",
        "--markdown",
        "--minimum-cell-size",
        "--resamples",
        "--reviewers-per-draft",
        "--seed",
        "--version",
        *("--adjudicated", "--add", "--by", "--committee", "--decision", "--draft", "--drafts"),
        *("--file", "--label", "--mixed", "--out", "--owes", "--question", "--rename"),
        *("--html", "--reviewers", "--rows", "--with-decisions"),
        *("--all", "--only", "--transcript", "--without-text", "--workbook"),
        *("--earlier-label", "--later-label", "--overlap"),
    }
)


class _Parser(argparse.ArgumentParser):
    """Says that the command line cannot be used, and repeats nothing of it but an option's name."""

    def error(self, message: str) -> NoReturn:
        words = [word.partition("=")[0].rstrip(":") for word in message.split()]
        named = next((f", {word}" for word in words if word in _OPTIONS), "")
        raise Failure(f"command line{named}", EvaluationError("invalid_arguments"))


def main(arguments: Sequence[str] | None = None, program: str = "python -m evalcore") -> int:
    """Run the command and return its exit code; ``program`` is its name in usage lines.

    0: done (``check``: ready, ``verify``: all consistent, ``disclosure``: no finding); 1:
    one of these found something, or ``disclosure`` cannot judge; 2: a file or the command
    line cannot be used; 130: interrupted.
    """
    with contextlib.suppress(ValueError):  # not the main thread
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
    try:
        return _run(_parser(program).parse_args(arguments))
    except Failure as failure:
        line = failure.line
    except KeyboardInterrupt:
        tell("interrupted")
        return INTERRUPTED
    except MemoryError:
        line = Failure("all files together", EvaluationError("out_of_memory")).line
    except Exception as error:
        # neither message nor traceback is printed, since both can hold what was read
        show_traceback(error)
        line = Failure(f"program, {where(error)}", EvaluationError("internal_error")).line
    tell(line)
    return UNUSABLE


def _run(options: argparse.Namespace) -> int:
    outputs = {f"--{name}": getattr(options, name, None) for name in ("json", "markdown")}
    given = {option: out for option, out in outputs.items() if out is not None}
    if (html := getattr(options, "html", None)) is not None:
        check_outputs({**given, "--html": html}, inputs(options))
    named = given or {"--markdown": STANDARD_OUTPUT}
    check_outputs(named, inputs(options))
    result = options.run(options)
    content = {"--json": result.json, "--markdown": result.text}
    for option, out in named.items():
        write_output(option, out, content[option], inputs(options))
    for line in (*result.notes, *result.unusable):
        tell(line)
    return UNUSABLE if result.unusable else int(result.code)


def _parser(program: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=program, description=NOTICE, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"Review Desk {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    number = number_word(len(METRICS))
    drafts = _command(commands, "drafts", f"the {number} draft metrics of a drafts file")
    drafts.set_defaults(run=run_drafts)
    _add_drafts(drafts)
    _add_minimum_cell_size(drafts)

    reviews = _command(commands, "reviews", "the review agreement of a study's returns")
    reviews.set_defaults(run=run_reviews)
    _add_drafts(reviews, returns=True)
    _add_minimum_cell_size(reviews)

    check = _command(commands, "check", "everything that is wrong with a study's returns")
    check.set_defaults(run=run_check)
    _add_drafts(check, returns=True)

    claims = _command(commands, "claims", "unsupported claims by class")
    claims.set_defaults(run=run_claims)
    claims.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a claims file, or one of claims and one of evidence",
    )
    for option, name, value, what in (
        ("--resamples", "N", "1000", "resamples of the bootstrap, 1 to 100,000 (else 1000)"),
        ("--alpha", "A", "0.05", "the part outside the interval, between 0 and 1 (else 0.05)"),
        ("--seed", "S", "0", "seed of the random draws (else 0)"),
    ):
        claims.add_argument(option, metavar=name, default=value, help=what)

    verify = _command(commands, "verify", "whether saved reports agree with themselves")
    verify.set_defaults(run=run_verify)
    verify.add_argument("reports", metavar="REPORT", nargs="+", help="a saved JSON report")

    disclosure = _command(
        commands, "disclosure", "what reports give away when they are put together"
    )
    disclosure.set_defaults(run=run_disclosure)
    disclosure.add_argument(
        "reports", metavar="REPORT", nargs="+", help="a saved JSON report that is to be published"
    )
    disclosure.add_argument(
        "--earlier",
        metavar="REPORT",
        nargs="+",
        action="extend",
        help="saved JSON reports that were published before, of cohorts contained in this one",
    )
    disclosure.add_argument(
        "--reviewers-per-draft", metavar="N", help="the reviewers of each draft (else 2)"
    )

    compare = _command(commands, "compare", "two saved reports of one kind side by side")
    compare.set_defaults(run=run_compare)
    compare.add_argument("earlier_report", metavar="EARLIER", help="the earlier saved report")
    compare.add_argument("later", metavar="LATER", help="the later one")
    compare.add_argument(
        "--overlap",
        metavar="WORD",
        default="unknown",
        help="whether encounters are in both: yes, no or unknown (else unknown)",
    )
    for side in ("earlier", "later"):
        what = f"what the {side} report is called in a document"
        compare.add_argument(f"--{side}-label", metavar="TEXT", default="", help=what)
    compare.add_argument("--html", metavar="OUT", help="write HTML to OUT")

    a_round = _command(commands, "round", "a round of weeks, in one file")
    a_round.set_defaults(run=run_round)
    add_round(a_round)

    for command in (drafts, reviews, check, claims, disclosure, compare):
        command.add_argument("--json", metavar="OUT", help='write JSON to OUT ("-": print it)')
    for command in (drafts, reviews, claims, compare):
        command.add_argument(
            "--markdown",
            metavar="OUT",
            help='write Markdown to OUT ("-": print it; so it is without any OUT)',
        )
    return parser


def _command(
    commands: argparse._SubParsersAction[_Parser], name: str, what: str
) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=what, description=NOTICE, allow_abbrev=False)


def _add_drafts(command: argparse.ArgumentParser, *, returns: bool = False) -> None:
    command.add_argument("drafts", metavar="DRAFTS", help="the drafts file")
    if returns:
        command.add_argument("returns", metavar="RETURN", nargs="+", help="a review return file")


def _add_minimum_cell_size(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--minimum-cell-size",
        metavar="N",
        default=str(DEFAULT_MINIMUM_CELL_SIZE),
        help="suppress what rests on fewer than N (at least 2, else 5)",
    )
