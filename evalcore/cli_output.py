"""Where a command's results go, and how an error is told in one line."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from .advice import advice
from .errors import EvaluationError
from .files import check_output, short_name, write_atomically

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


def compared(options: argparse.Namespace) -> list[str]:
    """Return the files of ``compare``: those to be released, then the earlier ones."""
    return [*options.reports, *(options.earlier or ())]


def check_outputs(outputs: Mapping[str, str], inputs: Sequence[str]) -> None:
    """Refuse what cannot be written before anything is read.

    ``outputs`` has the place to write to by the option that named it.
    """
    if len(set(map(_place, outputs.values()))) < len(outputs):
        raise Failure("command line", EvaluationError("outputs_are_the_same"))
    for option, out in outputs.items():
        if out != STANDARD_OUTPUT:
            try:
                check_output(out, inputs)
            except EvaluationError as error:
                raise Failure(f"{option} ({short_name(out)})", error) from None


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


def _place(out: str) -> str:
    try:
        return out if out == STANDARD_OUTPUT else os.path.realpath(out)
    except ValueError:  # no name for a file; check_output says so
        return out


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
