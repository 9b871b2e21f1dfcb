"""The command ``compare``, and what the evaluating commands say on standard error."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import Any

from .cli_output import Failure, compared, file_subject
from .errors import EvaluationError
from .exports import json_bytes
from .release_check import can_be_judged, check_reviewers, check_sound
from .release_findings import Finding
from .release_words import few_sentence, sentence
from .reports import read_report
from .vocabulary import NOTICE

NO_FINDING = "No finding.\n"
_MOST_NOTES = 3


def compare_reports(options: argparse.Namespace) -> tuple[Finding, ...]:
    """Return what the reports of a command line give away.

    Raises Failure for a file that is no report, or one that does not agree with itself.
    """
    reviewers = _reviewers(options.reviewers_per_draft)
    paths = compared(options)
    reports = [_read(number, path) for number, path in enumerate(paths, 1)]
    own = len(options.reports)
    try:
        return check_sound(reports[:own], reports[own:], reviewers)
    except EvaluationError as error:
        raise Failure("all files together", error) from None


def comparison_text(findings: Sequence[Finding]) -> str:
    """Return the notice, then a sentence a line."""
    return f"{NOTICE}\n\n" + ("".join(f"{sentence(one)}\n" for one in findings) or NO_FINDING)


def comparison_json(findings: Sequence[Finding]) -> bytes:
    """Return the findings as JSON, each with its sentence."""
    return json_bytes(
        {"findings": [{**one.to_json(), "sentence": sentence(one)} for one in findings]}
    )


def release_notes(report: Mapping[str, Any], few: Sequence[str] = ()) -> tuple[str, ...]:
    """Return lines for standard error: what the report that is exported gives away.

    ``few`` has the draft metrics that rest on few encounters.
    """
    lines = [sentence(one) for one in check_sound([dict(report)], [], None)]
    if len(lines) > _MOST_NOTES:
        more = "There is more to see: save the JSON, and run compare on it."
        lines = [*lines[:_MOST_NOTES], more]
    if few:
        lines.append(few_sentence(few))
    return tuple(f"release check: {line}" for line in lines)


def _read(number: int, path: str) -> dict[str, Any]:
    try:
        report = read_report(path)
        if not can_be_judged(report):
            raise EvaluationError("report_inconsistent")
    except EvaluationError as error:
        raise Failure(file_subject(number, path), error) from None
    return report


def _reviewers(given: str | None) -> int | None:
    if given is None:
        return None
    number = int(given) if re.fullmatch(r"[0-9]{1,9}", given) else 0
    try:
        check_reviewers(number)
    except EvaluationError as error:
        raise Failure("command line, --reviewers-per-draft", error) from None
    return number
