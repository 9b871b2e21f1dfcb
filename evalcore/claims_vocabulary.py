"""The words, names and limits of unsupported-claim rates, once (contract, section 5)."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import NoReturn

from .errors import EvaluationError

SUITE = "summary_unsupported_claims"
SCHEMA_VERSION = 1
DISCLAIMER = (
    "Unsupported-claim rates are evaluation evidence only; they are not a clinical decision, "
    "compliance certification, or faithfulness guarantee."
)

CODES = MappingProxyType(
    {
        "invalid_claim_collection": "The claims are no list of rows, or could not be read.",
        "invalid_evidence_collection": "The evidence is no list of rows, or could not be read.",
        "too_many_claims": "There are more than 100,000 claims. Nothing is left out to fit.",
        "too_many_evidence_rows": "There are more than 200,000 rows of evidence.",
        "invalid_claim_record": "A row of claims is no record, or was changed since it was made.",
        "invalid_evidence_record": "A row of evidence is no record, or was changed since.",
        "conflicting_names": "Two names of one field in a row hold different values.",
        "invalid_claim_identifier": "A claim's identifier is no text or whole number of "
        "1 to 256 characters without control characters.",
        "invalid_evidence_identifier": "An evidence identifier, or a citation, is no text or whole "
        "number of 1 to 256 characters without control characters.",
        "duplicate_claim_identifier": "Two claims have the same identifier.",
        "duplicate_evidence_identifier": "Two rows of evidence have the same identifier.",
        "missing_claim_class": "A claim has no class.",
        "invalid_claim_class": "A class is no text with 1 to 64 letters or digits.",
        "invalid_claim_key": "A key is too deep, too large, or no JSON value.",
        "invalid_claim_citations": "A claim's citations are no list of identifiers, or over 512.",
        "invalid_evidence_approval": "The approval of a row of evidence is neither true nor false.",
        "invalid_evidence_relation": "The relation of a row of evidence is no word of the list, "
        "or its flag is neither true nor false.",
        "conflicting_relations": "A row of evidence says two things of its claim.",
        "invalid_claim_state": "A state is none of the four.",
        "conflicting_options": "One option is given under both of its names, with two values.",
        "invalid_n_resamples": "The number of resamples is no whole number from 1 to 100,000.",
        "invalid_alpha": "Alpha is no number above 0 and below 1.",
        "invalid_confidence_level": "The confidence level is no number above 0 and below 1.",
        "invalid_seed": "The seed is no whole number of at most 4,300 digits.",
        "evaluation_too_large": "Claims times resamples is over 10,000,000. Use fewer resamples.",
        "invalid_claims_report": "The counts, bounds or settings of the report do not agree.",
        "invalid_benchmark_label": "The model, the device or the time is no text.",
        "invalid_benchmark_metadata": "The metadata is no mapping of JSON values.",
    }
)
"""Every code of this part (files apart), with a sentence for a person."""


class ClaimState(StrEnum):
    """What became of a claim; each member is its own word, in JSON and in text.

    All but UNCITED are relation words too. ``ClaimState(word)`` raises
    EvaluationError ``invalid_claim_state`` for another word.
    """

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNRESOLVED = "unresolved"
    UNCITED = "uncited"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        del value  # Python's own message and this frame would keep it
        raise EvaluationError("invalid_claim_state")


SUPPORTED = ClaimState.SUPPORTED
CONTRADICTED = ClaimState.CONTRADICTED
UNRESOLVED = ClaimState.UNRESOLVED
UNCITED = ClaimState.UNCITED
CLAIM_STATES = tuple(ClaimState)
UNSUPPORTED_STATES = (CONTRADICTED, UNRESOLVED, UNCITED)
OVERALL = "overall"

DEFAULT_RESAMPLES = 1_000
DEFAULT_ALPHA = 0.05

MAX_CLAIMS = 100_000
MAX_EVIDENCE = 200_000
MAX_CLAIM_CITATIONS = 512
MAX_IDENTIFIER = 256
MAX_CLASS = 64
MAX_KEY_LEVELS = 32
MAX_KEY_NODES = 10_000
MAX_KEY_NAME = 1_024
MAX_KEY_STRING = 1_000_000
MAX_RESAMPLES = 100_000
MAX_DRAWS = 20_000_000
HUGE_INTEGER = 10**4_300
"""Beyond this a whole number has no decimal text (Python's own default limit)."""

CLAIM_ID_NAMES = ("claim_id", "id", "fact_id", "key")
CLASS_NAMES = ("claim_class", "class", "claim_type", "type", "category", "label")
KEY_NAMES = (
    "claim_key",
    "claim_fingerprint",
    "fact_key",
    "canonical_key",
    "content_hash",
    "value_hash",
    "value",
    "text",
)
CITATION_NAMES = (
    "evidence_ids",
    "evidence_id",
    "citation_ids",
    "citation_id",
    "citations",
    "evidence",
    "sources",
)
EVIDENCE_ID_NAMES = ("evidence_id", "id", "citation_id", "source_id")
APPROVED_NAMES = ("approved", "is_approved", "approved_evidence")
LINK_NAMES = ("claim_id", "summary_claim_id", "fact_id")
RELATION_NAMES = (
    "relation",
    "stance",
    "verdict",
    "claim_state",
    "state",
    "status",
    "assessment",
    "support",
)
RELATION_FLAGS = MappingProxyType(
    {
        "supports": SUPPORTED,
        "supported": SUPPORTED,
        "contradicts": CONTRADICTED,
        "contradicted": CONTRADICTED,
    }
)
RELATION_WORDS = MappingProxyType(
    {
        **dict.fromkeys(
            ("supported", "support", "supports", "entailed", "entails", "affirmed", "true"),
            SUPPORTED,
        ),
        **dict.fromkeys(
            ("contradicted", "contradiction", "contradicts", "refuted", "refutes", "false"),
            CONTRADICTED,
        ),
        **dict.fromkeys(
            ("unresolved", "unknown", "uncertain", "ambiguous", "pending"),
            UNRESOLVED,
        ),
    }
)
