"""Reading review return files as such; their rows are the import's business."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from .ambient_drafts import AmbientDraft, DraftRevision
from .ambient_reviews import ReviewImport, ReviewTally
from .errors import EvaluationError, Place, value_free
from .file_kinds import REVIEWS, require_kind
from .files import StrPath, open_regular
from .json_batches import BatchReader
from .json_reader import CancelToken, Progress
from .vocabulary import MAX_REVIEW_ROWS, REVIEWS_SCHEMA

_T = TypeVar("_T")


@value_free
def read_review_return(
    path: StrPath, *, progress: Progress | None = None, cancel: CancelToken | None = None
) -> dict[str, Any]:
    """Return the payload of one review return file: ``schema_version`` and ``rows``.

    The file as a whole is checked here (JSON, kind, keys, schema, at most
    100,000 rows); its rows are checked by the import, against the drafts.
    Raises EvaluationError with a code of section 1, or ``invalid_review_schema``.
    """
    rows: list[Any] = []
    for some in _rows_in(path, progress, cancel):
        rows += some
    return {"schema_version": REVIEWS_SCHEMA, "rows": rows}


@value_free
def import_returns(
    paths: Sequence[StrPath], current_drafts: Iterable[AmbientDraft | DraftRevision]
) -> ReviewTally:
    """Read return files and check their rows as one payload, without holding them.

    Raises what ``read_review_return`` and ``tally_reviews`` raise; the place of a
    fault of a file or of a row has its ``file``, and counts rows within it.
    """
    reviews = ReviewImport(current_drafts)
    starts: list[int] = []
    for path in paths:
        starts.append(reviews.rows)
        for rows in _rows_of(path, len(starts)):
            _told_by_file(partial(reviews.add_rows, rows), starts)
    return _told_by_file(reviews.tally, starts)


def _rows_of(path: StrPath, file: int) -> Iterator[list[Any]]:
    try:
        yield from _rows_in(path, None, None)
        return
    except EvaluationError as error:
        fault = error
    raise EvaluationError(fault.code, replace(fault.place or Place(), file=file))


def _told_by_file(call: Callable[[], _T], starts: Sequence[int]) -> _T:
    """Call, and place a fault of a row in its file: ``starts`` are the rows before each file."""
    try:
        return call()
    except EvaluationError as error:
        fault = error
    place = fault.place
    if place is not None and place.row is not None:
        file = bisect_left(starts, place.row)
        place = replace(place, file=file, row=place.row - starts[file - 1])
    raise EvaluationError(fault.code, place)


def _rows_in(
    path: StrPath, progress: Progress | None, cancel: CancelToken | None
) -> Iterator[list[Any]]:
    """Yield the rows of a file, some at a time, and check all else of it."""
    require_kind(path, REVIEWS, cancel)
    seen = set()
    with open_regular(path) as (file, size):
        reader = BatchReader(file, size, progress=progress, cancel=cancel)
        reader.start()
        for position, key in enumerate(reader.members(), 1):
            seen.add(key)
            if key == "rows":
                yield from _rows(reader)
            elif key != "schema_version":
                raise EvaluationError("invalid_review_schema", Place(field=position))
            elif reader.value() != REVIEWS_SCHEMA:
                raise EvaluationError("invalid_review_schema", Place(field=key))
        reader.finish()
    for key in ("schema_version", "rows"):
        if key not in seen:
            raise EvaluationError("invalid_review_schema", Place(field=key))


def _rows(reader: BatchReader) -> Iterator[list[Any]]:
    if reader.first() != "[":
        raise EvaluationError("invalid_review_schema", Place(field="rows"))
    count = 0
    for rows in reader.batches():
        count += len(rows)
        if count > MAX_REVIEW_ROWS:
            raise EvaluationError("invalid_review_schema", Place(row=MAX_REVIEW_ROWS + 1))
        yield rows
