"""Reading claims files: rows become checked records one by one, the raw file is never held."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .. import claims_vocabulary as words
from ..errors import EvaluationError, Place, value_free
from ..given import items_of
from ..io.file_kinds import CLAIMS, require_kind
from ..io.files import StrPath, open_regular
from ..io.json_reader import CancelToken, JsonReader, Progress
from .claims import ApprovedEvidence, SummaryClaim

_R = TypeVar("_R", SummaryClaim, ApprovedEvidence)

_EVIDENCE_KEYS = ("evidence", "approved_evidence")


@dataclass(frozen=True, slots=True, repr=False)
class ClaimsPart:
    """What one claims file holds: claims, evidence, or both; None is "not in this file"."""

    claims: tuple[SummaryClaim, ...] | None
    evidence: tuple[ApprovedEvidence, ...] | None

    def __repr__(self) -> str:
        return "ClaimsPart(...)"


@dataclass(frozen=True, slots=True, repr=False)
class ClaimsInput:
    """Claims and evidence, as ``score_summary_claims`` takes them."""

    claims: tuple[SummaryClaim, ...]
    evidence: tuple[ApprovedEvidence, ...]

    def __repr__(self) -> str:
        return "ClaimsInput(...)"


@value_free
def read_claims(
    paths: Sequence[StrPath],
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> ClaimsInput:
    """Return the claims and the evidence of one claims file, or of two with one list each.

    ``progress(read, total)`` is called in bytes of all files. Raises as
    ``read_claims_part`` and ``join_claims``; a caller who wants to tell which
    file was at fault calls these.
    """
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    paths = list(items_of(paths, "unreadable_file"))
    sizes = []
    for path in paths:
        with open_regular(path) as (_, size):
            sizes.append(size)
    parts = []
    for number, path in enumerate(paths):
        step = None if progress is None else _shifted(progress, sizes, number)
        parts.append(read_claims_part(path, progress=step, cancel=cancel))
    return join_claims(parts)


def _shifted(progress: Progress, sizes: Sequence[int], number: int) -> Progress:
    before, after = sum(sizes[:number]), sum(sizes[number + 1 :])
    return lambda read, total: progress(before + read, before + total + after)


@value_free
def read_claims_part(
    path: StrPath,
    *,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> ClaimsPart:
    """Return what one claims file holds.

    Raises EvaluationError with the place: a code of the contract's section 1
    (``invalid_claims_schema``: another schema version, no list, or evidence
    under both its names), ``too_many_claims``, ``too_many_evidence_rows``, or
    what is wrong with a row (``claims_vocabulary.CODES``). Raises Cancelled.
    """
    require_kind(path, CLAIMS, cancel)
    claims: tuple[SummaryClaim, ...] | None = None
    evidence: tuple[ApprovedEvidence, ...] | None = None
    with open_regular(path) as (file, size):
        reader = JsonReader(file, size, progress=progress, cancel=cancel)
        reader.start()
        for position, key in enumerate(reader.members(), 1):
            if key == "claims":
                claims = _rows(reader, key, SummaryClaim, words.MAX_CLAIMS, "too_many_claims")
            elif key in _EVIDENCE_KEYS:
                if evidence is not None:
                    raise EvaluationError("invalid_claims_schema", Place(field=key))
                evidence = _rows(
                    reader, key, ApprovedEvidence, words.MAX_EVIDENCE, "too_many_evidence_rows"
                )
            elif key == "schema_version":
                version = reader.value()
                if type(version) is not int or version != words.SCHEMA_VERSION:
                    raise EvaluationError("invalid_claims_schema", Place(field=key))
            else:
                raise EvaluationError("unknown_field", Place(field=position))
        reader.finish()
    return ClaimsPart(claims, evidence)


def _rows(
    reader: JsonReader, key: str, record: type[_R], limit: int, too_many: str
) -> tuple[_R, ...]:
    if reader.first() != "[":
        raise EvaluationError("invalid_claims_schema", Place(field=key))
    found: list[_R] = []
    for position, row in enumerate(reader.elements(), 1):
        if position > limit:
            raise EvaluationError(too_many, Place(field=key))
        found.append(record.from_mapping(row, position=position))
    return tuple(found)


@value_free
def join_claims(parts: Iterable[ClaimsPart]) -> ClaimsInput:
    """Return the one list of claims and the one list of evidence of all parts.

    Raises EvaluationError ``missing_field`` (a list is in no part) or
    ``invalid_claims_schema`` (it is in two).
    """
    lists: dict[str, Any] = {}
    for part in items_of(parts, "invalid_claims_schema"):
        for field in ("claims", "evidence"):
            rows = getattr(part, field)
            if rows is None:
                continue
            if field in lists:
                raise EvaluationError("invalid_claims_schema", Place(field=field))
            lists[field] = rows
    for field in ("claims", "evidence"):
        if field not in lists:
            raise EvaluationError("missing_field", Place(field=field))
    return ClaimsInput(lists["claims"], lists["evidence"])
