"""The annotated draft of one encounter: its facts, checked when made, and its revision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from ..errors import EvaluationError, Place, value_free
from ..vocabulary import CLASSES, MAX_CITATIONS, MAX_FACTS, ROLES, SECTIONS, is_opaque
from .encounter import CODED, Codes, Encounters, FactColumns

_SECTIONS = frozenset(SECTIONS)
_CLASSES = frozenset(CLASSES)
_ROLES = frozenset(ROLES)


@dataclass(frozen=True, slots=True, repr=False)
class AmbientFact:
    """One atomic fact of an encounter's truth, or one statement of its draft.

    ``fact_id``, ``proposition`` and every citation are 64 lower-case hex digits.
    For truth ``section`` is where the fact must appear, for a statement where
    it stands; ``speaker`` said it, ``experiencer`` is whose state it describes.

    Raises EvaluationError (``place.field`` names the field) with the code
    ``invalid_opaque_identifier``, ``invalid_controlled_code``, ``invalid_boolean``,
    ``invalid_citations`` (no tuple, or over 64) or ``duplicate_citation``.
    """

    fact_id: str
    proposition: str
    section: str
    fact_class: str
    speaker: str
    experiencer: str
    negated: bool = False
    required: bool = True
    citations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not is_opaque(self.fact_id):
            raise _fault("invalid_opaque_identifier", "fact_id")
        if not is_opaque(self.proposition):
            raise _fault("invalid_opaque_identifier", "proposition")
        if type(self.section) is not str or self.section not in _SECTIONS:
            raise _fault("invalid_controlled_code", "section")
        if type(self.fact_class) is not str or self.fact_class not in _CLASSES:
            raise _fault("invalid_controlled_code", "fact_class")
        if type(self.speaker) is not str or self.speaker not in _ROLES:
            raise _fault("invalid_controlled_code", "speaker")
        if type(self.experiencer) is not str or self.experiencer not in _ROLES:
            raise _fault("invalid_controlled_code", "experiencer")
        if type(self.negated) is not bool:
            raise _fault("invalid_boolean", "negated")
        if type(self.required) is not bool:
            raise _fault("invalid_boolean", "required")
        citations = self.citations
        if type(citations) is not tuple or len(citations) > MAX_CITATIONS:
            raise _fault("invalid_citations", "citations")
        if citations:
            if not all(is_opaque(citation) for citation in citations):
                raise _fault("invalid_opaque_identifier", "citations")
            if len(set(citations)) != len(citations):
                raise _fault("duplicate_citation", "citations")

    def __repr__(self) -> str:
        return "AmbientFact(...)"


@dataclass(frozen=True, slots=True, repr=False)
class AmbientDraft:
    """One encounter: its truth (1 to 10,000 facts) and its draft's statements (0 to 10,000).

    Raises EvaluationError (``place`` names list, row from 1 and field) with the
    code ``invalid_opaque_identifier``, ``invalid_fact_collection`` (no tuple, or
    over 10,000), ``invalid_fact_record``, ``duplicate_fact_identifier``,
    ``invalid_encounter_truth`` or ``invalid_draft_statement``.
    """

    blinded_case_id: str
    text_digest: str
    truth: tuple[AmbientFact, ...]
    statements: tuple[AmbientFact, ...]

    def __post_init__(self) -> None:
        if not is_opaque(self.blinded_case_id):
            raise _fault("invalid_opaque_identifier", "blinded_case_id")
        if not is_opaque(self.text_digest):
            raise _fault("invalid_opaque_identifier", "text_digest")
        _check_facts(self.truth, "truth")
        _check_facts(self.statements, "statements")
        if not self.truth:
            raise EvaluationError("invalid_encounter_truth", Place(list="truth"))
        for row, fact in enumerate(self.truth, 1):
            if fact.citations:
                place = Place(list="truth", row=row, field="citations")
                raise EvaluationError("invalid_encounter_truth", place)
        for row, fact in enumerate(self.statements, 1):
            if not fact.required:
                place = Place(list="statements", row=row, field="required")
                raise EvaluationError("invalid_draft_statement", place)

    def __repr__(self) -> str:
        return "AmbientDraft(...)"

    @property
    def revision(self) -> str:
        """SHA-256, in hex, of the canonical JSON of this draft with its truth (contract, 2)."""
        return self.encounters().revisions()[0]

    def encounters(self) -> Encounters:
        """Return this encounter as scoring takes it."""
        return Encounters(
            [self.blinded_case_id],
            [self.text_digest],
            _columns(self.truth),
            [len(self.truth)],
            _columns(self.statements),
            [len(self.statements)],
        )


@dataclass(frozen=True, slots=True, repr=False)
class DraftRevision:
    """What the import needs of a draft once its facts are gone: alias and revision."""

    blinded_case_id: str
    revision: str

    def __post_init__(self) -> None:
        if not is_opaque(self.blinded_case_id) or not is_opaque(self.revision):
            raise EvaluationError("invalid_opaque_identifier")

    def __repr__(self) -> str:
        return "DraftRevision(...)"


# The generated __init__ would keep the arguments in the traceback of an error.
for _record in (AmbientFact, AmbientDraft, DraftRevision):
    _record.__init__ = value_free(_record.__init__)  # type: ignore[method-assign]


def known_revision(blinded_case_id: str, revision: str) -> DraftRevision:
    """Return a DraftRevision of two identifiers that were checked before."""
    made = object.__new__(DraftRevision)
    object.__setattr__(made, "blinded_case_id", blinded_case_id)
    object.__setattr__(made, "revision", revision)
    return made


def _fault(code: str, field: str) -> EvaluationError:
    return EvaluationError(code, Place(field=field))


def _check_facts(facts: object, name: str) -> None:
    if type(facts) is not tuple or len(facts) > MAX_FACTS:
        raise EvaluationError("invalid_fact_collection", Place(list=name))
    seen = set()
    for row, fact in enumerate(facts, 1):
        if type(fact) is not AmbientFact:
            raise EvaluationError("invalid_fact_record", Place(list=name, row=row))
        seen.add(fact.fact_id)
        if len(seen) != row:
            place = Place(list=name, row=row, field="fact_id")
            raise EvaluationError("duplicate_fact_identifier", place)


def _columns(facts: tuple[AmbientFact, ...]) -> FactColumns:
    return FactColumns(
        [fact.fact_id for fact in facts],
        [fact.proposition for fact in facts],
        [CODED[_codes(fact)] for fact in facts],
        [fact.citations for fact in facts],
    )


_codes: Callable[[AmbientFact], Codes] = attrgetter(
    "section", "fact_class", "speaker", "experiencer", "negated", "required"
)
