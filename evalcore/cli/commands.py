"""What each command does between its arguments and its bytes.

Each imports for itself what it computes with: a command starts in half the time.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..advice import Worded, advice
from ..claims_vocabulary import HUGE_INTEGER
from ..errors import EvaluationError, Place
from .output import Failure, compared, file_failure, file_subject
from .round import round_inputs, run_step

if TYPE_CHECKING:
    from ..drafts.metrics import DraftTally

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,4000}")
_REAL_NUMBER = re.compile(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,3})?", re.IGNORECASE)

SAVED_AGAIN = "Another program saved this report again; there is no difference in its figures."
_CHECK_SAYS_MORE = "The command check says all that is wrong with the returns."


@dataclass(frozen=True, slots=True)
class Result:
    """A command's two forms of output, its exit code, and lines on files that it left out."""

    json: bytes
    text: bytes
    code: int = 0
    unusable: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What is said on standard error and changes nothing else."""


def run_drafts(options: argparse.Namespace) -> Result:
    """The draft metrics of a drafts file."""
    from ..documents.exports import json_bytes, markdown_bytes
    from .disclosure import disclosure_notes

    minimum = _minimum_cell_size(options)
    tally = _tally(options.drafts)
    report = tally.report(minimum)
    notes = disclosure_notes(report, tally.few_encounters(minimum))
    text = markdown_bytes(drafts=report) if _wants_text(options) else b""
    return Result(json_bytes(report), text, notes=notes)


def run_reviews(options: argparse.Namespace) -> Result:
    """The review rates of a study's returns."""
    from ..documents.exports import json_bytes, markdown_bytes
    from ..returns.rates import import_returns
    from .disclosure import disclosure_notes

    minimum = _minimum_cell_size(options)
    tally = _tally(options.drafts)
    try:
        reviews = import_returns(options.returns, tally.revisions)
    except EvaluationError as error:
        place = error.place or Place()
        subject = "all returns together"
        if place.encounter is not None:
            subject = file_subject(1, options.drafts)
        elif place.file is not None:
            raise _return_failure(place.file, options.returns, error.code, place) from None
        raise Failure(subject, EvaluationError(error.code, place)) from None
    report = reviews.report(minimum)
    notes = disclosure_notes(report, rows_per_draft=reviews.rows_per_draft)
    text = markdown_bytes(reviews=report) if _wants_text(options) else b""
    return Result(json_bytes(report), text, notes=notes)


def _return_failure(file: int, returns: Sequence[str], code: str, place: Place) -> Failure:
    fault = EvaluationError(code, replace(place, file=None))
    if place.row is not None:
        fault = Worded(code, fault.place, f"{advice(fault)} {_CHECK_SAYS_MORE}")
    return file_failure(file + 1, returns[file - 1], fault, "reviews")


def run_check(options: argparse.Namespace) -> Result:
    """Every problem of every return; the exit code is 0 if they can be imported, else 1."""
    from ..returns.check import check_returns
    from .check import check_json, check_text

    tally = _tally(options.drafts)
    result = check_returns(tally.revisions, options.returns)
    # of the two forms the one that is asked for: either may have a line for each row
    json = check_json(result) if options.json is not None else b""
    text = check_text(result, options.returns).encode("utf-8") if options.json is None else b""
    return Result(json, text, 0 if result.ready else 1)


def run_compare(options: argparse.Namespace) -> Result:
    """Two saved reports side by side; what they give away together is said, and no more."""
    from .compare import compared_reports

    json, text, notes = compared_reports(options)
    return Result(json, text, notes=notes)


def run_round(options: argparse.Namespace) -> Result:
    """A step of a round; the exit code is 1 where it is not ready then."""
    json, text, code, notes = run_step(options)
    return Result(json, text, code, notes=notes)


def run_claims(options: argparse.Namespace) -> Result:
    """Unsupported claims with bootstrap intervals; the report's own JSON and Markdown."""
    from ..claims.reader import join_claims, read_claims_part
    from ..claims.scoring import score_summary_claims
    from ..disclosure.claims import shown_claims
    from ..figures.bootstrap import check_settings
    from .disclosure import disclosure_notes

    # what is no number becomes one that the check refuses
    resamples = _whole(options.resamples, 0)
    alpha = float(options.alpha) if _REAL_NUMBER.fullmatch(options.alpha) else 0.0
    seed = _whole(options.seed, HUGE_INTEGER)
    names = {
        "invalid_n_resamples": "--resamples",
        "invalid_alpha": "--alpha",
        "invalid_seed": "--seed",
    }
    try:
        check_settings(resamples, alpha, seed)
    except EvaluationError as error:
        raise Failure(f"command line, {names[error.code]}", error) from None
    parts = []
    for number, path in enumerate(options.files, 1):
        try:
            parts.append(read_claims_part(path))
        except EvaluationError as error:
            raise file_failure(number, path, error, "claims") from None
    one = len(options.files) == 1
    subject = file_subject(1, options.files[0]) if one else "all files together"
    try:
        given = join_claims(parts)
        report = score_summary_claims(
            given.claims, given.evidence, n_resamples=resamples, alpha=alpha, seed=seed
        )
    except EvaluationError as error:
        raise Failure(subject, error) from None
    return Result(
        report.to_json().encode("utf-8"),
        report.to_markdown().encode("utf-8"),
        notes=disclosure_notes(shown_claims(report)),
    )


def run_verify(options: argparse.Namespace) -> Result:
    """One line for each thing that does not agree in saved reports; 0 if all does, else 1.

    That another program saved a report again is said on standard error, and is no difference.
    """
    from ..reports.reader import read_saved, verify_report

    lines, unusable, notes = [], [], []
    for number, path in enumerate(options.reports, 1):
        subject = file_subject(number, path)
        try:
            saved = read_saved(path)
            found = verify_report(saved.report)
        except EvaluationError as error:
            unusable.append(file_failure(number, path, error, "report").line)
            continue
        if saved.again and not found:
            notes.append(f"{subject}: {SAVED_AGAIN}")
        for one in found:
            place = ", ".join(filter(None, (subject, one.place)))
            lines.append(f"{place}: {one.code}: {one.message}\n")
    text = "".join(lines).encode("utf-8")
    return Result(b"", text, 1 if lines else 0, tuple(unusable), tuple(notes))


def run_disclosure(options: argparse.Namespace) -> Result:
    """One sentence for each thing that reports give away together; 0 if there is none, else 1."""
    from .disclosure import disclosed, findings_json, findings_text

    findings = disclosed(options)
    text = findings_text(findings).encode("utf-8")
    return Result(findings_json(findings), text, 1 if findings else 0)


def inputs(options: argparse.Namespace) -> Sequence[str]:
    """Return the input files in the order of the command line."""
    if options.command == "disclosure":
        return compared(options)
    if options.command == "round":
        return round_inputs(options)
    if options.command == "compare":
        return [options.earlier_report, options.later]
    if options.command in ("claims", "verify"):
        return list(options.files if options.command == "claims" else options.reports)
    return [options.drafts, *getattr(options, "returns", [])]


def _wants_text(options: argparse.Namespace) -> bool:
    return options.json is None or options.markdown is not None


def _minimum_cell_size(options: argparse.Namespace) -> int:
    from ..figures.suppression import check_minimum_cell_size

    given = options.minimum_cell_size
    number = int(given) if re.fullmatch(r"[0-9]{1,9}", given) else None
    try:
        return check_minimum_cell_size(number)
    except EvaluationError as error:
        raise Failure("command line, --minimum-cell-size", error) from None


def _whole(text: str, otherwise: int) -> int:
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else otherwise


def _tally(path: str) -> DraftTally:
    from ..drafts.metrics import DraftTally
    from ..drafts.reader import read_drafts

    tally = DraftTally()
    try:
        tally.add_all(read_drafts(path))
    except EvaluationError as error:
        raise file_failure(1, path, error, "drafts") from None
    return tally
