"""How often the claims of a summary lack approved evidence (contract, section 5)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, TypeVar

from . import claims_vocabulary as words
from .bootstrap import check_settings, needs_draws, rate_interval
from .claim_fields import canonical
from .claims_records import BootstrapInterval, ClaimAssessment, ClaimClassResult
from .claims_report import SummaryClaimsReport
from .errors import Cancelled, EvaluationError, Place, value_free
from .json_reader import CancelToken, Progress
from .summary_claims import ApprovedEvidence, SummaryClaim

_Row = TypeVar("_Row", SummaryClaim, ApprovedEvidence)

_ROWS_BETWEEN_LOOKS = 256
"""How many rows are handled between two looks at the cancel token."""

_DRAWS_BETWEEN_REPORTS = 1 << 16


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
    watch = _Watch(progress, cancel)
    given = sorted(
        _collect(claims, _CLAIMS, watch),
        key=attrgetter("claim_class", "claim_key", "claim_id"),
    )
    if 2 * len(given) * n_resamples > words.MAX_DRAWS:
        raise EvaluationError("evaluation_too_large")
    rows = {row.evidence_id: row for row in _collect(evidence, _EVIDENCE, watch)}
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
        results[name] = ClaimClassResult(name, *(states[s] for s in words.STATES), ci)
    watch.finish()
    return SummaryClaimsReport(
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


class _Watch:
    """Looks at the cancel token and reports progress, neither too often."""

    def __init__(self, progress: Progress | None, cancel: CancelToken | None) -> None:
        self._progress = progress
        self._cancel = cancel
        self._done = 0
        self._reported = 0
        self.total = 0

    def look(self) -> None:
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled

    def each(self, items: Iterable[Any]) -> Iterator[Any]:
        for number, item in enumerate(items):
            if number % _ROWS_BETWEEN_LOOKS == 0:
                self.look()
            yield item

    def advance(self, draws: int) -> None:
        self._done += draws
        if self._done - self._reported >= _DRAWS_BETWEEN_REPORTS or not draws:
            self._reported = self._done
            if self._progress is not None:
                self._progress(min(self._done, self.total), self.total)

    def finish(self) -> None:
        self._done = self.total
        self.advance(0)


class _Kind:
    """What claims and evidence differ in when they are collected."""

    def __init__(
        self,
        record: type[Any],
        rebuild: Callable[[Any], object],
        name: str,
        list_name: str,
        limit: int,
        too_many: str,
    ) -> None:
        self.record = record
        self.rebuild = rebuild
        self.identifier = attrgetter(f"{name}_id")
        self.list_name = list_name
        self.limit = limit
        self.too_many = too_many
        self.invalid_collection = f"invalid_{name}_collection"
        self.invalid_record = f"invalid_{name}_record"
        self.duplicate = f"duplicate_{name}_identifier"


_CLAIMS = _Kind(
    SummaryClaim,
    lambda c: SummaryClaim(c.claim_id, c.claim_class, c.claim_key, c.evidence_ids),
    "claim",
    "claims",
    words.MAX_CLAIMS,
    "too_many_claims",
)
_EVIDENCE = _Kind(
    ApprovedEvidence,
    lambda e: ApprovedEvidence(
        e.evidence_id, e.approved, e.relation, e.claim_id, e.claim_key, e.claim_class
    ),
    "evidence",
    "evidence",
    words.MAX_EVIDENCE,
    "too_many_evidence_rows",
)


def _collect(source: object, kind: _Kind, watch: _Watch) -> list[Any]:
    """Return the rows of source as checked records; duplicates and excess are refused."""
    found: dict[str, Any] = {}
    for position, row in enumerate(watch.each(_read(source, kind)), 1):
        if position > kind.limit:
            raise EvaluationError(kind.too_many)
        if type(row) is kind.record:
            made = row if _is_unchanged(row, kind) else None
        elif isinstance(row, Mapping):
            made = kind.record.from_mapping(row, position=position)
        else:
            made = None
        place = Place(list=kind.list_name, row=position)
        if made is None:
            raise EvaluationError(kind.invalid_record, place)
        identifier = kind.identifier(made)
        if identifier in found:
            raise EvaluationError(kind.duplicate, place)
        found[identifier] = made
    return list(found.values())


def _is_unchanged(row: object, kind: _Kind) -> bool:
    """Tell whether a typed record still is what its constructor made of it."""
    try:
        return bool(kind.rebuild(row) == row)
    except (EvaluationError, AttributeError):
        return False


def _read(source: object, kind: _Kind) -> Iterator[Any]:
    """Yield the rows; what an iterator of the caller's own raises becomes a code."""
    broken = not isinstance(source, Iterable) or isinstance(
        source, str | Mapping | bytes | bytearray | memoryview
    )
    rows: Iterator[Any] = iter(())
    if not broken:
        try:
            rows = iter(source)  # type: ignore[call-overload]
        except Exception:
            broken = True
    while not broken:
        try:
            row = next(rows)
        except StopIteration:
            return
        except EvaluationError:
            raise
        except Exception:  # its message may hold a value
            broken = True
        else:
            yield row
    raise EvaluationError(kind.invalid_collection, Place(list=kind.list_name))


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


def _evidence_digest(rows: Mapping[str, ApprovedEvidence], watch: _Watch) -> str:
    """Return the SHA-256 of the canonical JSON list of all rows, by identifier."""
    digest = hashlib.sha256(b"[")
    comma = b""
    for _, row in watch.each(sorted(rows.items())):
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
