"""Which kind of file one is, told by its content."""

from __future__ import annotations

from ..errors import EvaluationError, value_free
from ..vocabulary import DRAFTS_SCHEMA, REVIEWS_SCHEMA
from .files import StrPath, open_regular
from .json_reader import CancelToken, JsonReader

DRAFTS = "drafts"
REVIEWS = "reviews"
CLAIMS = "claims"
DRAFT_REPORT = "draft_report"
REVIEW_REPORT = "review_report"
CLAIMS_REPORT = "claims_report"
REPORT_KINDS = (DRAFT_REPORT, REVIEW_REPORT, CLAIMS_REPORT)
"""The kinds of saved reports."""

KIND_OF_KEY = {
    "encounters": DRAFTS,
    "rows": REVIEWS,
    "claims": CLAIMS,
    "evidence": CLAIMS,
    "approved_evidence": CLAIMS,
    "slices": DRAFT_REPORT,
    "rates": REVIEW_REPORT,
    "by_claim_class": CLAIMS_REPORT,
}
_KIND_OF_SCHEMA = {DRAFTS_SCHEMA: DRAFTS, REVIEWS_SCHEMA: REVIEWS}


@value_free
def recognise(path: StrPath, *, cancel: CancelToken | None = None) -> str:
    """Tell by its content which kind of file this is; it reads no further than it must.

    Raises EvaluationError ``unknown_file_kind``, or the code of a fault of the
    file or of its JSON that it met on the way.
    """
    with open_regular(path) as (file, size):
        return _kind(JsonReader(file, size, cancel=cancel))


def _kind(reader: JsonReader) -> str:
    if reader.start() != "{":
        # a list or a bare value may still be no JSON at all: that is the better answer
        if reader.peek() == "[":
            for _ in reader.elements():
                break
        else:
            reader.value()
        raise EvaluationError("unknown_file_kind")
    by_schema = None
    for key in reader.members():
        if key in KIND_OF_KEY:
            return KIND_OF_KEY[key]
        if reader.peek() in ("[", "{"):
            _skip(reader)
            continue
        value = reader.value()
        if key == "schema_version" and type(value) is str:
            by_schema = _KIND_OF_SCHEMA.get(value)
    if by_schema is None:
        raise EvaluationError("unknown_file_kind")
    return by_schema


def _skip(reader: JsonReader) -> None:
    """Step over a list or object without holding more than one of its elements."""
    if reader.peek() == "[":
        for _ in reader.elements():
            pass
    else:
        for _ in reader.members():
            reader.value()


def require_kind(path: StrPath, kind: str, cancel: CancelToken | None) -> None:
    """Raise ``wrong_file_kind`` (or what ``recognise`` raises) unless the file is of that kind."""
    if recognise(path, cancel=cancel) != kind:
        raise EvaluationError("wrong_file_kind")
