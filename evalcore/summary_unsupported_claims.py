"""Unsupported-claim rates for clinical summaries: all that code that computes them imports.

Evaluation evidence only: no clinical decision, no compliance certification and no
guarantee that a summary is faithful (contract, section 5).
"""

from .claims.benchmark_report import BenchmarkReport
from .claims.claims import ApprovedEvidence, SummaryClaim
from .claims.records import BootstrapInterval, ClaimAssessment, ClaimClassMetrics
from .claims.report import SummaryUnsupportedClaimsReport
from .claims.scoring import score_summary_claim, score_summary_claims
from .claims_vocabulary import (
    CLAIM_STATES,
    CONTRADICTED,
    SUPPORTED,
    UNCITED,
    UNRESOLVED,
    UNSUPPORTED_STATES,
    ClaimState,
)

__all__ = [
    "CLAIM_STATES",
    "CONTRADICTED",
    "SUPPORTED",
    "UNCITED",
    "UNRESOLVED",
    "UNSUPPORTED_STATES",
    "ApprovedEvidence",
    "BenchmarkReport",
    "BootstrapInterval",
    "ClaimAssessment",
    "ClaimClassMetrics",
    "ClaimState",
    "SummaryClaim",
    "SummaryUnsupportedClaimsReport",
    "score_summary_claim",
    "score_summary_claims",
]
