"""How often the claims of a summary lack approved evidence (contract, section 5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from .. import claims_vocabulary as words
from ..errors import EvaluationError, value_free
from ..figures.bootstrap import check_settings, needs_draws, rate_interval
from ..io.json_reader import CancelToken, Progress
from .claims import ApprovedEvidence, SummaryClaim
from .collection import CLAIMS, EVIDENCE, Watch, collect
from .fields import canonical
from .records import BootstrapInterval, ClaimAssessment, ClaimClassMetrics
from .report import SummaryUnsupportedClaimsReport

_T = TypeVar("_T")


@value_free
def score_summary_claim(
    claim: Mapping[str, Any] | SummaryClaim,
    evidence: Iterable[Mapping[str, Any] | ApprovedEvidence] = (),
) -> ClaimAssessment:
    """Return what becomes of one claim; both as ``score_summary_claims`` takes them.

    Raises EvaluationError as it does.
    """
    watch = Watch(None, None)
    [given] = collect([claim], CLAIMS, watch)
    return _assess(given, {row.evidence_id: row for row in collect(evidence, EVIDENCE, watch)})


@value_free
def score_summary_claims(
    claims: Iterable[Mapping[str, Any] | SummaryClaim],
    evidence: Iterable[Mapping[str, Any] | ApprovedEvidence] = (),
    *,
    approved_evidence: Iterable[Mapping[str, Any] | ApprovedEvidence] | None = None,
    n_resamples: int | None = None,
    bootstrap_resamples: int | None = None,
    alpha: float | None = None,
    confidence_level: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> SummaryUnsupportedClaimsReport:
    """Return unsupported-claim rates with bootstrap intervals, overall and by class.

    Rows are mappings as in a claims file, or the typed records, which are
    checked again. At most 100,000 claims and 200,000 rows of evidence; of an
    iterator at most one more is read. ``n_resamples`` is 1,000 unless given;
    ``alpha`` is the part of the distribution outside the interval, 0.05 unless
    given. ``approved_evidence``, ``bootstrap_resamples`` and ``confidence_level``
    (1 - alpha, in decimals: 0.95 is an alpha of 0.05) are other names of evidence
    and these two. ``progress`` is called with (draws made, draws in all).

    Raises EvaluationError (``claims_vocabulary.CODES``; ``conflicting_options``:
    one thing under two names) and Cancelled, soon after ``cancel`` is set;
    neither keeps a value of the input.
    """
    if approved_evidence is not None:
        if type(evidence) is not tuple or evidence:
            raise EvaluationError("conflicting_options")
        evidence = approved_evidence
    n_resamples = _one_of(n_resamples, bootstrap_resamples, words.DEFAULT_RESAMPLES)
    alpha = _one_of(alpha, _alpha_of(confidence_level), words.DEFAULT_ALPHA)
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
        results[name] = ClaimClassMetrics(
            claim_class=name,
            **{state.value: states[state] for state in words.CLAIM_STATES},
            bootstrap_ci=ci,
        )
    watch.finish()
    report = SummaryUnsupportedClaimsReport(
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


def _one_of(one: _T | None, other: _T | None, default: _T) -> _T:
    """Return the option that was given under one of its names, or under both alike."""
    if one is None:
        return default if other is None else other
    if other is not None and (type(one), one) != (type(other), other):
        raise EvaluationError("conflicting_options")
    return one


def _alpha_of(confidence_level: float | None) -> float | None:
    """Return alpha as a person would write it: of 0.95 it is 0.05, not 1.0 - 0.95.

    In floats that is a last bit more, which can move an interval by one rank.
    """
    if confidence_level is None:
        return None
    alpha = 1.0
    if type(confidence_level) is float and 0.0 < confidence_level < 1.0:
        alpha = float(1 - Fraction(repr(confidence_level)))
    if alpha == 1.0:
        raise EvaluationError("invalid_confidence_level")
    return alpha


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
        state = words.ClaimState(relations.pop())
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
                    "claim_class": row.claim_class,
                    "claim_id": row.claim_id,
                    "claim_key": row.claim_key,
                    "evidence_id": row.evidence_id,
                    "relation": row.relation,
                }
            )
        )
        comma = b","
    digest.update(b"]")
    return "sha256:" + digest.hexdigest()
