"""Draft metrics and review rates: all that code that computes them imports.

Evaluation only; non-diagnostic (contract, sections 1 to 4).
"""

from .drafts.metrics import evaluate_ambient_drafts
from .drafts.records import AmbientDraft, AmbientFact
from .returns.rates import import_ambient_reviews
from .vocabulary import DRAFTS_SCHEMA as SCHEMA_VERSION
from .vocabulary import NOTICE
from .vocabulary import REVIEWS_SCHEMA as REVIEW_SCHEMA_VERSION

__all__ = [
    "NOTICE",
    "REVIEW_SCHEMA_VERSION",
    "SCHEMA_VERSION",
    "AmbientDraft",
    "AmbientFact",
    "evaluate_ambient_drafts",
    "import_ambient_reviews",
]
