"""Where a command's results go, and how an error is told in one line."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from ..advice import advice
from ..errors import EvaluationError
from ..io.files import are_same_output, check_output, short_name, write_atomically

STANDARD_OUTPUT = "-"


class Failure(Exception):
    """An error with the file or option that it belongs to, ready to be printed."""

    def __init__(self, subject: str, error: EvaluationError) -> None:
        super().__init__(error.code)
        place = f", {error.place}" if error.place and str(error.place) else ""
        self.line = f"{subject}{place}: {error.code}: {advice(error)}"


def file_subject(number: int, path: str) -> str:
    """Name an input by its place on the command line, from 1, and its short name."""
    return f"file {number} ({short_name(path)})"


def file_failure(
    number: int, path: str, error: EvaluationError, wanted: str | None = None
) -> Failure:
    """Return the failure of an input file, named for what it is; ``wanted``: see ``named``."""
    from ..returns.diagnosis import named

    return Failure(file_subject(number, path), named(path, error, wanted))


def compared(options: argparse.Namespace) -> list[str]:
    """Return the files of ``disclosure``: those to be published, then the earlier ones."""
    return [*options.reports, *(options.earlier or ())]


def check_outputs(outputs: Mapping[str, str], inputs: Sequence[str]) -> None:
    """Refuse what cannot be written before anything is read.

    ``outputs`` has the place to write to by the option that named it.
    """
    for one, other in itertools.combinations(outputs.values(), 2):
        if _is_same(one, other):
            raise Failure("command line", EvaluationError("outputs_are_the_same"))
    for option, out in outputs.items():
        try:
            if out != STANDARD_OUTPUT:
                check_output(out, inputs)
            elif _is_printed_into(inputs):
                raise EvaluationError("output_is_an_input")
        except EvaluationError as error:
            printed = out == STANDARD_OUTPUT
            subject = "standard output" if printed else f"{option} ({short_name(out)})"
            raise Failure(subject, error) from None


def write_output(option: str, out: str, data: bytes, inputs: Sequence[str]) -> None:
    """Write to a file as a whole, or to standard output."""
    if out == STANDARD_OUTPUT:
        _print(data)
        return
    try:
        write_atomically(out, data, inputs)
    except EvaluationError as error:
        raise Failure(f"{option} ({short_name(out)})", error) from None


def tell(line: str) -> None:
    """Write a line to standard error; the exit code stays what it is if nobody can read it."""
    if sys.stderr is not None:  # else print would take standard output
        try:
            print(line, file=sys.stderr, flush=True)
        except (OSError, ValueError):
            _give_up(sys.stderr)


def _is_same(one: str, other: str) -> bool:
    named = [out for out in (one, other) if out != STANDARD_OUTPUT]
    if len(named) == 2:
        return are_same_output(one, other)
    return not named or _is_printed_into(named)


def _is_printed_into(files: Sequence[str]) -> bool:
    """Tell whether standard output goes to one of the files: ">> drafts.json"."""
    for file in files:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            if os.path.samestat(os.stat(file), os.fstat(sys.stdout.fileno())):
                return True
    return False


def _print(data: bytes) -> None:
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    except (OSError, AttributeError):
        pass
    _give_up(sys.stdout)
    raise Failure("standard output", EvaluationError("output_not_written"))


def _give_up(stream: TextIO | None) -> None:
    """Nobody reads the stream: what is left in its buffer must not fail again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
