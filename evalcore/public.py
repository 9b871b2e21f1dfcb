"""All public names of evalcore, each once, from the modules where they live."""

from .claims.claims import ApprovedEvidence as ApprovedEvidence
from .claims.claims import SummaryClaim as SummaryClaim
from .claims.reader import read_claims as read_claims
from .claims.records import ClaimAssessment as ClaimAssessment
from .claims.records import ClaimClassMetrics as ClaimClassMetrics
from .claims.report import SummaryUnsupportedClaimsReport as SummaryUnsupportedClaimsReport
from .claims.scoring import score_summary_claim as score_summary_claim
from .claims.scoring import score_summary_claims as score_summary_claims
from .claims_vocabulary import ClaimState as ClaimState
from .drafts.metrics import DraftTally as DraftTally
from .drafts.metrics import evaluate_ambient_drafts as evaluate_ambient_drafts
from .drafts.reader import read_drafts as read_drafts
from .drafts.records import AmbientDraft as AmbientDraft
from .drafts.records import AmbientFact as AmbientFact
from .drafts.records import DraftRevision as DraftRevision
from .errors import Cancelled as Cancelled
from .errors import EvaluationError as EvaluationError
from .errors import Place as Place
from .figures.intervals import wilson_interval as wilson_interval
from .io.file_kinds import recognise as recognise
from .reports.inconsistencies import Inconsistency as Inconsistency
from .reports.reader import read_report as read_report
from .reports.reader import verify_report as verify_report
from .returns.check import CheckResult as CheckResult
from .returns.check import check_payloads as check_payloads
from .returns.check import check_returns as check_returns
from .returns.rates import ReviewTally as ReviewTally
from .returns.rates import import_ambient_reviews as import_ambient_reviews
from .returns.rates import tally_reviews as tally_reviews
from .returns.reader import read_review_return as read_review_return

Finding = Inconsistency
"""Its name in earlier versions, which stays."""
