"""The command ``compare``: two saved reports side by side."""

from __future__ import annotations

import argparse
from typing import Any

from ..documents.exports import json_bytes
from ..errors import EvaluationError
from ..io.files import short_name, write_atomically
from ..reports.comparison import OVERLAPS, compare_reports
from ..reports.reader import read_report, verify_report
from .disclosure import gives_away
from .output import Failure, file_failure

LONGEST_LABEL = 120


def compared_reports(options: argparse.Namespace) -> tuple[bytes, bytes, tuple[str, ...]]:
    """Return JSON, Markdown and what is said on standard error of two reports."""
    from ..documents.comparison import comparison_document
    from ..documents.html import render_html
    from ..documents.markdown import render_markdown

    overlap = next((word for word in OVERLAPS if word == options.overlap), None)
    labels = options.earlier_label, options.later_label
    if overlap is None or not all(map(_is_label, labels)):
        option = "--overlap" if overlap is None else "--earlier-label"
        raise Failure(f"command line, {option}", EvaluationError("invalid_arguments"))
    reports = [_read(n, path) for n, path in enumerate((options.earlier_report, options.later), 1)]
    try:
        comparison = compare_reports(reports[0], reports[1], overlap)
    except EvaluationError as error:
        raise Failure("all files together", error) from None
    document = comparison_document(comparison, earlier_label=labels[0], later_label=labels[1])
    text = render_markdown(document).encode() if options.json is None or options.markdown else b""
    if options.html is not None:
        inputs = options.earlier_report, options.later
        try:
            write_atomically(options.html, render_html(document).encode(), inputs)
        except EvaluationError as error:
            raise Failure(f"--html ({short_name(options.html)})", error) from None
        text = text if options.markdown is not None else b""
    return json_bytes(comparison), text, gives_away(reports[1], reports[0])


def _is_label(text: str) -> bool:
    return len(text) <= LONGEST_LABEL and text.isprintable()


def _read(number: int, path: str) -> dict[str, Any]:
    try:
        report = read_report(path)
        if verify_report(report):
            raise EvaluationError("inconsistent_report")
    except EvaluationError as error:
        raise file_failure(number, path, error, "report") from None
    return report
