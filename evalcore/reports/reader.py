"""Reading a saved report, and checking whether all that it says agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import EvaluationError, value_free
from ..io.file_kinds import CLAIMS_REPORT, DRAFT_REPORT, REVIEW_REPORT, recognise
from ..io.files import StrPath, open_regular
from ..io.json_reader import CancelToken, JsonReader, Progress
from ..vocabulary import DRAFTS_SCHEMA, REVIEWS_SCHEMA
from .inconsistencies import Inconsistencies, Inconsistency

MAX_REPORT_BYTES = 400_000_000
"""Four times what the largest claims report that can be made has, for files in UTF-32."""

_MAIN_KEYS = {
    DRAFT_REPORT: "slices",
    REVIEW_REPORT: "rates",
    CLAIMS_REPORT: "by_claim_class",
}
_SCHEMAS = {DRAFT_REPORT: DRAFTS_SCHEMA, REVIEW_REPORT: REVIEWS_SCHEMA}


_FLOATS = frozenset({"rate", "ci95", "unsupported_rate", "point", "lower", "upper"})
"""The keys of all three kinds of report under which there are floats that can be 0 or 1."""


@value_free
def read_report(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> dict[str, Any]:
    """Return a saved report of any of the three kinds, keys in the order of the file.

    ``progress`` is called with (bytes read, bytes in all). Raises EvaluationError:
    ``unknown_file_kind``, ``wrong_file_kind`` (a file of ours, but no report),
    ``report_too_large``, or the code of a fault of the file or its JSON with line
    and column; Cancelled. What the report says is not looked at: see ``verify_report``.
    A 0 or 1 that another program wrote for 0.0 or 1.0 is a float again.
    """
    return read_saved(path, progress=progress, cancel=cancel).report


@dataclass(frozen=True, slots=True, repr=False)
class SavedReport:
    """A saved report; ``again``: another program saved it, and wrote its numbers otherwise."""

    report: dict[str, Any]
    again: bool

    def __repr__(self) -> str:
        return "SavedReport(...)"


@value_free
def read_saved(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> SavedReport:
    """Do as ``read_report``, and tell whether another program saved the report again."""
    if recognise(path, cancel=cancel) not in _MAIN_KEYS:
        raise EvaluationError("wrong_file_kind")
    with open_regular(path) as (file, size):
        if size > MAX_REPORT_BYTES:
            raise EvaluationError("report_too_large")
        reader = JsonReader(file, size, progress=progress, cancel=cancel)
        if reader.start() != "{":  # another file took its place meanwhile
            raise EvaluationError("unknown_file_kind")
        report = {key: _value(reader) for key in reader.members()}
        reader.finish()
    return SavedReport(report, _restore_floats(report))


def _value(reader: JsonReader) -> Any:
    """Return the next value; a large list or object is read in pieces, so that cancel is seen."""
    match reader.peek():
        case "[":
            return list(reader.elements())
        case "{":
            return {key: reader.value() for key in reader.members()}
    return reader.value()


def _restore_floats(report: dict[str, Any]) -> bool:
    """Make whole numbers floats where a report has floats; tell whether there was one.

    JavaScript and others write 0 for 0.0 and 1 for 1.0. Nothing else is touched.
    """
    found = False
    left: list[Any] = [report]
    while left:
        node = left.pop()
        if type(node) is list:
            left += node
            continue
        if type(node) is not dict:
            continue
        for key, value in node.items():
            if key not in _FLOATS:
                left.append(value)
            elif _is_whole(value):
                node[key], found = float(value), True
            elif type(value) is list and any(map(_is_whole, value)):
                node[key] = [float(end) if _is_whole(end) else end for end in value]
                found = True
    return found


def _is_whole(value: object) -> bool:
    return type(value) is int and value in (0, 1)


def report_kind(report: object) -> str | None:
    """Tell which kind of report a JSON value is, by its main key: a code of ``file_kinds``.

    Of several main keys the one that the schema names decides, whatever the order of keys.
    """
    if type(report) is not dict:
        return None
    kinds = [kind for kind, key in _MAIN_KEYS.items() if key in report]
    schema = report.get("schema_version")
    for kind in kinds:
        if type(schema) is str and schema == _SCHEMAS.get(kind):
            return kind
    return kinds[0] if kinds else None


@value_free
def verify_report(
    report: object, *, cancel: CancelToken | None = None
) -> tuple[Inconsistency, ...]:
    """Return all that does not agree in a saved report, nothing if all does.

    ``report`` is what ``read_report`` returns, or any JSON value. Everything is
    checked that follows from the report alone: its form, figures against their
    counts, suppression at the stated minimum, sums, what the definitions of the
    rates imply between them; a claims report's intervals are drawn again, to the
    last bit. Key order and white space say nothing. A change that keeps all this
    cannot be found. Raises nothing but Cancelled, once ``cancel`` is set.
    """
    found = Inconsistencies()
    match report_kind(report):  # each check is imported only where there is such a report
        case "draft_report":
            from .drafts import check_draft_report

            check_draft_report(report, found)
        case "review_report":
            from .reviews import check_review_report

            check_review_report(report, found)
        case "claims_report":
            from .claims import check_claims_report

            check_claims_report(report, found, cancel)
        case _:
            found.add("unknown_report_kind", ())
    return found.result()
