"""The command ``disclosure``, and what the evaluating commands say on standard error."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..disclosure.check import can_be_judged, check_reviewers, check_sound
from ..disclosure.findings import Finding
from ..disclosure.words import few_words, words
from ..documents.exports import json_bytes
from ..errors import EvaluationError
from ..reports.reader import read_report
from ..returns.rates import RowsPerDraft
from ..vocabulary import NOTICE
from .output import Failure, compared, file_failure

NO_FINDING = "No finding.\n"
_MOST_NOTES = 3


def disclosed(options: argparse.Namespace) -> tuple[Finding, ...]:
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


def findings_text(findings: Sequence[Finding]) -> str:
    """Return the notice, then a sentence a line."""
    return f"{NOTICE}\n\n" + ("".join(f"{words(one).sentence}\n" for one in findings) or NO_FINDING)


def findings_json(findings: Sequence[Finding]) -> bytes:
    """Return the findings as JSON, each with its sentence."""
    return json_bytes(
        {"findings": [{**one.to_json(), "sentence": words(one).sentence} for one in findings]}
    )


def disclosure_notes(
    report: Mapping[str, Any],
    few: Sequence[str] = (),
    rows_per_draft: RowsPerDraft | None = None,
) -> tuple[str, ...]:
    """Return lines for standard error: what the report that is exported gives away.

    ``few`` has the draft metrics that rest on few encounters.
    """
    found = check_sound([dict(report)], [], None, rows_per_draft=rows_per_draft)
    lines = [words(one).sentence for one in found]
    if len(lines) > _MOST_NOTES:
        more = "There is more to see: save the JSON, and run disclosure on it."
        lines = [*lines[:_MOST_NOTES], more]
    if told := few_words(few):
        lines.append(told.sentence)
    return tuple(f"disclosure check: {line}" for line in lines)


def gives_away(report: dict[str, Any], earlier: dict[str, Any]) -> tuple[str, ...]:
    """Return a line on what a report gives away with an earlier one; none for nothing."""
    found = check_sound([report], [earlier], None)
    if not found:
        return ()
    more = f" And {len(found) - 1} more: see disclosure." if len(found) > 1 else ""
    return (f"disclosure check: {words(found[0]).sentence}{more}",)


def _read(number: int, path: str) -> dict[str, Any]:
    try:
        report = read_report(path)
        if not can_be_judged(report):
            raise EvaluationError("report_inconsistent")
    except EvaluationError as error:
        raise file_failure(number, path, error, "report") from None
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
