"""Reading one review return file as a whole; its rows are the import's business."""

from __future__ import annotations

from typing import Any

from .errors import EvaluationError, Place, value_free
from .file_kinds import REVIEWS, require_kind
from .files import StrPath, open_regular
from .json_reader import CancelToken, JsonReader, Progress
from .vocabulary import MAX_REVIEW_ROWS, REVIEWS_SCHEMA


@value_free
def read_review_return(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> dict[str, Any]:
    """Return the payload of one review return file: ``schema_version`` and ``rows``.

    The file as a whole is checked here (JSON, kind, keys, schema, at most
    100,000 rows); its rows are checked by the import, against the drafts.
    Raises EvaluationError with a code of section 1, or ``invalid_review_schema``.
    """
    require_kind(path, REVIEWS, cancel)
    payload: dict[str, Any] = {}
    with open_regular(path) as (file, size):
        reader = JsonReader(file, size, progress=progress, cancel=cancel)
        reader.start()
        for position, key in enumerate(reader.members(), 1):
            if key not in ("schema_version", "rows"):
                raise EvaluationError("invalid_review_schema", Place(field=position))
            payload[key] = _rows(reader) if key == "rows" else reader.value()
            if key == "schema_version" and payload[key] != REVIEWS_SCHEMA:
                raise EvaluationError("invalid_review_schema", Place(field=key))
        reader.finish()
    for key in ("schema_version", "rows"):
        if key not in payload:
            raise EvaluationError("invalid_review_schema", Place(field=key))
    return payload


def _rows(reader: JsonReader) -> list[Any]:
    if reader.first() != "[":
        raise EvaluationError("invalid_review_schema", Place(field="rows"))
    rows: list[Any] = []
    for row in reader.elements():
        if len(rows) == MAX_REVIEW_ROWS:
            raise EvaluationError("invalid_review_schema", Place(row=len(rows) + 1))
        rows.append(row)
    return rows
