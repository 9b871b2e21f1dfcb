"""The evaluator of Review Desk: for evaluation only, never for diagnosis.

Standard library alone. Everything public is imported from here. The modules
behind it are read when the first name is asked for: the command, the window and
the evaluator's process import what they use themselves, and start sooner.
"""

import os
import sys

# "python -m evalcore" takes modules of the current folder first, which may be a study's
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if sys.argv[:1] == ["-m"] and sys.path[0] == os.getcwd() != _OURS:
    del sys.path[0]

from typing import TYPE_CHECKING, Any  # noqa: E402 (only now)

if TYPE_CHECKING:
    from .public import (
        AmbientDraft,
        AmbientFact,
        ApprovedEvidence,
        Cancelled,
        CheckResult,
        DraftRevision,
        DraftTally,
        EvaluationError,
        Finding,
        Place,
        ReviewTally,
        SummaryClaim,
        SummaryClaimsReport,
        check_payloads,
        check_returns,
        evaluate_ambient_drafts,
        import_ambient_reviews,
        read_claims,
        read_drafts,
        read_report,
        read_review_return,
        recognise,
        score_summary_claims,
        tally_reviews,
        verify_report,
        wilson_interval,
    )

__all__ = [
    "AmbientDraft",
    "AmbientFact",
    "ApprovedEvidence",
    "Cancelled",
    "CheckResult",
    "DraftRevision",
    "DraftTally",
    "EvaluationError",
    "Finding",
    "Place",
    "ReviewTally",
    "SummaryClaim",
    "SummaryClaimsReport",
    "check_payloads",
    "check_returns",
    "evaluate_ambient_drafts",
    "import_ambient_reviews",
    "read_claims",
    "read_drafts",
    "read_report",
    "read_review_return",
    "recognise",
    "score_summary_claims",
    "tally_reviews",
    "verify_report",
    "wilson_interval",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import public

    found = getattr(public, name)
    globals()[name] = found
    return found
