"""How often the claims of a summary lack approved evidence (contract, section 5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from . import claims_vocabulary as words
from .bootstrap import check_settings, needs_draws, rate_interval
from .claim_fields import canonical
from .claims_collection import CLAIMS, EVIDENCE, Watch, collect
from .claims_records import BootstrapInterval, ClaimAssessment, ClaimClassResult
from .claims_report import SummaryClaimsReport
from .errors import EvaluationError, value_free
from .json_reader import CancelToken, Progress
from .summary_claims import ApprovedEvidence, SummaryClaim


@value_free
def score_summary_claims(
    claims: Iterable[Mapping[str, Any] | SummaryClaim],
    evidence: Iterable[Mapping[str, Any] | ApprovedEvidence] = (),
    *,
    n_resamples: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> SummaryClaimsReport:
    """Return unsupported-claim rates with bootstrap intervals, overall and by class.

    Rows are mappings as in a claims file, or the typed records, which are
    checked again. At most 100,000 claims and 200,000 rows of evidence; of an
    iterator at most one more is read. ``alpha`` is the part of the distribution
    outside the interval. ``progress`` is called with (draws made, draws in all).

    Raises EvaluationError (``claims_vocabulary.CODES``) and Cancelled, soon
    after ``cancel`` is set; neither keeps a value of the input.
    """
    check_settings(n_resamples, alpha, seed)
    watch = Watch(progress, cancel)
    given = watch.sort(collect(claims, CLAIMS, watch), "claim_class", "claim_key", "claim_id")
    if 2 * len(given) * n_resamples > words.MAX_DRAWS:
        raise EvaluationError("evaluation_too_large")
    sorted_rows = watch.sort(collect(evidence, EVIDENCE, watch), "evidence_id")
    rows = {row.evidence_id: row for row in watch.each(sorted_rows)}
    assessments = tuple(_assess(claim, rows) for claim in watch.each(given))

    by_class: dict[str, list[ClaimAssessment]] = {}
    for assessment in assessments:
        by_class.setdefault(assessment.claim_class, []).append(assessment)
    parts = {words.OVERALL: list(assessments), **by_class}
    flags = {name: bytes(one.review_required for one in part) for name, part in parts.items()}
    watch.total = sum(len(one) * n_resamples for one in flags.values() if needs_draws(one))
    watch.advance(0)
    results = {}
    for name, part in parts.items():
        lower, upper = rate_interval(
            flags[name],
            n_resamples=n_resamples,
            alpha=alpha,
            seed=seed,
            advance=watch.advance,
            cancel=cancel,
        )
        states = Counter(one.state for one in part)
        ci = BootstrapInterval(
            point=flags[name].count(1) / len(part) if part else 0.0,
            lower=lower,
            upper=upper,
            degenerate=len(part) < 2,
            n_resamples=n_resamples,
            alpha=alpha,
        )
        results[name] = ClaimClassResult(
            claim_class=name,
            **{f"{state}_count": states[state] for state in words.STATES},
            bootstrap_ci=ci,
        )
    watch.finish()
    report = SummaryClaimsReport(
        overall=results.pop(words.OVERALL),
        by_claim_class=results,
        assessments=assessments,
        evidence_count=len(rows),
        approved_evidence_count=sum(row.approved for row in rows.values()),
        evidence_digest=_evidence_digest(rows, watch),
        n_resamples=n_resamples,
        alpha=alpha,
        seed=seed,
    )
    watch.look()  # the report has checked itself
    return report


def _assess(claim: SummaryClaim, rows: Mapping[str, ApprovedEvidence]) -> ClaimAssessment:
    """Return a claim's state: what all the rows that it cites say, or unresolved."""
    cited = [rows.get(evidence_id) for evidence_id in claim.evidence_ids]
    approved = [row for row in cited if row is not None and row.approved]
    matching = [row for row in approved if row.matches(claim)]
    relations = {row.relation for row in matching}
    state = words.UNRESOLVED
    if not cited:
        state = words.UNCITED
    elif len(matching) == len(cited) and len(relations) == 1:
        state = str(relations.pop())
    return ClaimAssessment(claim.claim_class, state, len(cited), len(approved), len(matching))


def _evidence_digest(rows: Mapping[str, ApprovedEvidence], watch: Watch) -> str:
    """Return the SHA-256 of the canonical JSON list of rows, sorted by identifier."""
    digest = hashlib.sha256(b"[")
    comma = b""
    for row in watch.each(rows.values()):
        digest.update(comma)
        digest.update(
            canonical(
                {
                    "approved": row.approved,
                    "claim_class": row.claim_class or "",
                    "claim_id": row.claim_id or "",
                    "claim_key": row.claim_key,
                    "evidence_id": row.evidence_id,
                    "relation": row.relation,
                }
            )
        )
        comma = b","
    digest.update(b"]")
    return "sha256:" + digest.hexdigest()
