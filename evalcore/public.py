"""All public names with their modules; ``evalcore`` fetches them from here."""

from .ambient_drafts import AmbientDraft, AmbientFact, DraftRevision
from .ambient_reviews import ReviewTally, import_ambient_reviews, tally_reviews
from .claims_file import read_claims
from .claims_report import SummaryClaimsReport
from .draft_metrics import DraftTally, evaluate_ambient_drafts
from .drafts_file import read_drafts
from .errors import Cancelled, EvaluationError, Place
from .file_kinds import recognise
from .intervals import wilson_interval
from .report_findings import Finding
from .reports import read_report, verify_report
from .return_check import CheckResult, check_payloads, check_returns
from .review_file import read_review_return
from .summary_claims import ApprovedEvidence, SummaryClaim
from .summary_unsupported_claims import score_summary_claims

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
