"""The controlled words: notice, schemas, codes of fields and slices, once."""

from __future__ import annotations

import re
from typing import TypeGuard

NOTICE = "Evaluation only; non-diagnostic. Explicit clinician review is required."

DRAFTS_SCHEMA = "openmed.ambient_drafts.v1"
REVIEWS_SCHEMA = "openmed.ambient_draft_reviews.v1"
COMMITTEE_SCHEMA = "review_desk.committee.v1"
COMPARISON_SCHEMA = "review_desk.comparison.v1"

SECTIONS = ("subjective", "objective", "assessment", "plan", "other")
CLASSES = (
    "allergy",
    "diagnosis",
    "finding",
    "history",
    "lab",
    "medication",
    "other",
    "procedure",
    "symptom",
    "treatment",
    "vital",
)
ROLES = ("patient", "clinician", "caregiver")

DECISIONS = ("accept", "revise", "unclear")
REASONS = (
    "clinical_interpretation",
    "evidence_quality",
    "guideline_ambiguity",
    "label_definition",
    "reviewer_error",
    "other",
)

SLICE_GROUPS = {"section": SECTIONS, "class": CLASSES, "speaker": ROLES, "experiencer": ROLES}
PARTITIONS = {
    group: tuple(f"{group}:{code}" for code in codes) for group, codes in SLICE_GROUPS.items()
}
"""Group of slices -> its slices, which each fact and each statement is in one of."""

SLICES = ("overall", *(name for names in PARTITIONS.values() for name in names))

DEFAULT_MINIMUM_CELL_SIZE = 5

MAX_FACTS = 10_000
MAX_CITATIONS = 64
MAX_REVIEW_ROWS = 100_000

_OPAQUE = re.compile(r"[0-9a-f]{64}")


def is_opaque(value: object) -> TypeGuard[str]:
    """Tell whether value is an opaque identifier: a str of exactly 64 of 0-9a-f."""
    return type(value) is str and _OPAQUE.fullmatch(value) is not None
