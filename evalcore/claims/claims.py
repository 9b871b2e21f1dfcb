"""A claim of a clinical summary and a row of evidence, each in normal form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from .. import claims_vocabulary as words
from ..errors import EvaluationError, Place, value_free
from . import fields as fields
from .fields import ABSENT

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
    ``summary_id`` is trimmed text or "" and changes no figure.

    Raises EvaluationError: ``invalid_claim_identifier``, ``invalid_claim_class``,
    ``invalid_claim_key``, ``invalid_claim_citations``, ``conflicting_names``.
    """

    claim_id: str
    claim_class: str
    claim_key: Any = None
    evidence_ids: tuple[str, ...] = ()
    summary_id: str = ""

    def __post_init__(self) -> None:
        put = object.__setattr__
        at = _CLAIM_PLACES
        key = self.claim_key
        claim_id = fields.identifier(self.claim_id, _BAD_CLAIM_ID, at["claim_id"])
        put(self, "claim_id", claim_id)
        put(self, "claim_class", fields.claim_class(self.claim_class, at["claim_class"]))
        put(
            self,
            "claim_key",
            fields.key_fingerprint(claim_id if key is None else key, at["claim_key"]),
        )
        put(self, "evidence_ids", fields.citations(self.evidence_ids, at["evidence_ids"]))
        if self.summary_id != "":
            summary_id = fields.identifier(self.summary_id, _BAD_CLAIM_ID, at["summary_id"])
            put(self, "summary_id", summary_id)

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

    ``relation`` is given as any word of the contract (a member of a str enum is
    its value; so are True and False) and held as a ClaimState: SUPPORTED,
    CONTRADICTED or UNRESOLVED. Each of ``claim_id``, ``claim_key`` (held as a
    fingerprint) and ``claim_class`` that is given must match the claim that cites
    the row; "" and None, or for the key None alone, are "not given".

    Raises EvaluationError: ``invalid_evidence_identifier``,
    ``invalid_evidence_approval``, ``invalid_evidence_relation``,
    ``conflicting_relations``, ``conflicting_names``, and for the last three
    fields as SummaryClaim.
    """

    evidence_id: str
    relation: str = words.UNRESOLVED
    approved: bool = True
    claim_id: str = ""
    claim_key: Any = None
    claim_class: str = ""

    def __post_init__(self) -> None:
        put = object.__setattr__
        at = _EVIDENCE_PLACES
        row_id, key = self.evidence_id, self.claim_key
        link, linked_class = _given(self.claim_id), _given(self.claim_class)
        put(
            self,
            "evidence_id",
            fields.identifier(row_id, "invalid_evidence_identifier", at["evidence_id"]),
        )
        fields.approval(self.approved, at["approved"])
        put(self, "relation", fields.relation(self.relation, at["relation"]))
        if link != "":
            link = fields.identifier(link, _BAD_CLAIM_ID, at["claim_id"])
        put(self, "claim_id", link)
        if key is not None:
            put(self, "claim_key", fields.key_fingerprint(key, at["claim_key"]))
        if linked_class != "":
            linked_class = fields.claim_class(linked_class, at["claim_class"])
        put(self, "claim_class", linked_class)

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
            self.claim_id in ("", claim.claim_id)
            and self.claim_key in (None, claim.claim_key)
            and self.claim_class in ("", claim.claim_class)
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
_CLAIM_PLACES = {name: Place(list="claims", field=name) for name in (*_CLAIM_NAMES, "summary_id")}
_EVIDENCE_PLACES = {
    name: Place(list="evidence", field=name) for name in ("relation", *_EVIDENCE_NAMES)
}
_NOWHERE = Place()
_BAD_CLAIM_ID = "invalid_claim_identifier"


def _given(value: object) -> object:
    return "" if value is None else value


def _claim_fields(row: object, position: int) -> dict[str, Any]:
    plain = fields.record(row, "invalid_claim_record", _NOWHERE)
    picked = _pick_all(plain, _CLAIM_NAMES, _CLAIM_PLACES)
    if "claim_class" not in picked:
        raise EvaluationError("missing_claim_class", _CLAIM_PLACES["claim_class"])
    picked.setdefault("claim_id", f"claim-{position}")
    picked["summary_id"] = _summary_id(plain)
    return picked


def _summary_id(row: Mapping[Any, Any]) -> str:
    """Return a row's summary_id; of a file it is no field, so what is none is passed over."""
    try:
        return fields.identifier(row.get("summary_id"), _BAD_CLAIM_ID, _NOWHERE)
    except EvaluationError:
        return ""


def _evidence_fields(row: object, position: int) -> dict[str, Any]:
    plain = fields.record(row, "invalid_evidence_record", _NOWHERE)
    picked = _pick_all(plain, _EVIDENCE_NAMES, _EVIDENCE_PLACES)
    for field, code in (("claim_id", _BAD_CLAIM_ID), ("claim_class", "invalid_claim_class")):
        if fields.plain_text(picked.get(field)) == "":  # null is absent in a file, "" is wrong
            raise EvaluationError(code, _EVIDENCE_PLACES[field])
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
