"""A claim of a clinical summary and a row of evidence, each in normal form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from . import claim_fields as fields
from . import claims_vocabulary as words
from .claim_fields import ABSENT
from .errors import EvaluationError, Place, value_free

_T = TypeVar("_T")


def guarded(cls: type[_T]) -> type[_T]:
    """Make a record's constructor raise without the frames that hold what it was given."""
    init: Callable[..., None] = cls.__init__
    type.__setattr__(cls, "__init__", value_free(init))
    return cls


@guarded
@dataclass(frozen=True, slots=True, repr=False)
class SummaryClaim:
    """One atomic claim of a generated summary.

    ``claim_id`` and each of ``evidence_ids`` (at most 512, repeats dropped) is
    trimmed text; ``claim_class`` one of the eleven classes or ``class_`` and 16
    hex digits. Whatever JSON value is given as ``claim_key`` (None: the
    claim_id), the field holds its fingerprint alone: ``sha256:`` and 64 hex.

    Raises EvaluationError: ``invalid_claim_identifier``, ``invalid_claim_class``,
    ``invalid_claim_key``, ``invalid_claim_citations``, ``conflicting_names``.
    """

    claim_id: str
    claim_class: str
    claim_key: Any = None
    evidence_ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        put = object.__setattr__
        at = _CLAIM_PLACES
        key = self.claim_key
        claim_id = fields.identifier(self.claim_id, "invalid_claim_identifier", at["claim_id"])
        put(self, "claim_id", claim_id)
        put(self, "claim_class", fields.claim_class(self.claim_class, at["claim_class"]))
        put(
            self,
            "claim_key",
            fields.key_fingerprint(claim_id if key is None else key, at["claim_key"]),
        )
        put(self, "evidence_ids", fields.citations(self.evidence_ids, at["evidence_ids"]))

    def __repr__(self) -> str:
        return "SummaryClaim(...)"

    @classmethod
    @value_free
    def from_mapping(cls, row: Mapping[str, Any], *, position: int = 1) -> Self:
        """Make a claim of one row of a claims file, under any of its names.

        ``position`` is the row's, from 1: it names a claim without an identifier
        and the place of an error. Unknown keys are ignored. Raises
        EvaluationError as the class does, also ``invalid_claim_record`` and
        ``missing_claim_class``.
        """
        return _at_row(lambda: cls(**_claim_fields(row, position)), "claims", position)


@guarded
@dataclass(frozen=True, slots=True, repr=False)
class ApprovedEvidence:
    """One row of evidence, approved or not, and the claim that it is about.

    ``relation`` is given as any word of the contract (or True or False) and held
    as supported, contradicted or unresolved. Each of ``claim_id``,
    ``claim_key`` (held as a fingerprint) and ``claim_class`` that is not None
    must match the claim that cites the row.

    Raises EvaluationError: ``invalid_evidence_identifier``,
    ``invalid_evidence_approval``, ``invalid_evidence_relation``,
    ``conflicting_relations``, ``conflicting_names``, and for the last three
    fields as SummaryClaim.
    """

    evidence_id: str
    approved: bool = True
    relation: str | bool = words.UNRESOLVED
    claim_id: str | None = None
    claim_key: Any = None
    claim_class: str | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        at = _EVIDENCE_PLACES
        row_id, link, key = self.evidence_id, self.claim_id, self.claim_key
        put(
            self,
            "evidence_id",
            fields.identifier(row_id, "invalid_evidence_identifier", at["evidence_id"]),
        )
        fields.approval(self.approved, at["approved"])
        put(self, "relation", fields.relation(self.relation, at["relation"]))
        if link is not None:
            link = fields.identifier(link, "invalid_claim_identifier", at["claim_id"])
            put(self, "claim_id", link)
        if key is not None:
            put(self, "claim_key", fields.key_fingerprint(key, at["claim_key"]))
        if self.claim_class is not None:
            put(self, "claim_class", fields.claim_class(self.claim_class, at["claim_class"]))

    def __repr__(self) -> str:
        return "ApprovedEvidence(...)"

    @classmethod
    @value_free
    def from_mapping(cls, row: Mapping[str, Any], *, position: int = 1) -> Self:
        """Make a row of evidence of one row of a claims file, under any of its names.

        As SummaryClaim.from_mapping; an absent relation is unresolved, and the
        flags supports, supported, contradicts and contradicted are read too.
        Raises also ``invalid_evidence_record``.
        """
        return _at_row(lambda: cls(**_evidence_fields(row, position)), "evidence", position)

    def matches(self, claim: SummaryClaim) -> bool:
        """Tell whether every link that this row has is the claim's own."""
        return (
            (self.claim_id is None or self.claim_id == claim.claim_id)
            and (self.claim_key is None or self.claim_key == claim.claim_key)
            and (self.claim_class is None or self.claim_class == claim.claim_class)
        )


_CLAIM_NAMES = {
    "claim_id": words.CLAIM_ID_NAMES,
    "claim_class": words.CLASS_NAMES,
    "claim_key": words.KEY_NAMES,
    "evidence_ids": words.CITATION_NAMES,
}
_EVIDENCE_NAMES = {
    "evidence_id": words.EVIDENCE_ID_NAMES,
    "approved": words.APPROVED_NAMES,
    "claim_id": words.LINK_NAMES,
    "claim_key": words.KEY_NAMES,
    "claim_class": words.CLASS_NAMES,
}
_CLAIM_PLACES = {name: Place(list="claims", field=name) for name in _CLAIM_NAMES}
_EVIDENCE_PLACES = {
    name: Place(list="evidence", field=name) for name in ("relation", *_EVIDENCE_NAMES)
}
_NOWHERE = Place()


def _claim_fields(row: object, position: int) -> dict[str, Any]:
    plain = fields.record(row, "invalid_claim_record", _NOWHERE)
    picked = _pick_all(plain, _CLAIM_NAMES, _CLAIM_PLACES)
    if "claim_class" not in picked:
        raise EvaluationError("missing_claim_class", _CLAIM_PLACES["claim_class"])
    picked.setdefault("claim_id", f"claim-{position}")
    return picked


def _evidence_fields(row: object, position: int) -> dict[str, Any]:
    plain = fields.record(row, "invalid_evidence_record", _NOWHERE)
    picked = _pick_all(plain, _EVIDENCE_NAMES, _EVIDENCE_PLACES)
    picked.setdefault("evidence_id", f"evidence-{position}")
    picked["relation"] = fields.relation_of(plain, _EVIDENCE_PLACES["relation"])
    return picked


def _pick_all(
    row: Mapping[Any, Any], names: Mapping[str, tuple[str, ...]], places: Mapping[str, Place]
) -> dict[str, Any]:
    picked = {field: fields.pick(row, given, places[field]) for field, given in names.items()}
    return {field: value for field, value in picked.items() if value is not ABSENT}


def _at_row(make: Callable[[], _T], kind: str, position: int) -> _T:
    """Return what make returns; an error names the row as well."""
    try:
        return make()
    except EvaluationError as error:
        code, field = error.code, error.place.field if error.place else None
    raise EvaluationError(code, Place(list=kind, row=position, field=field))
