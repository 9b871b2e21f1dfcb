"""The report on unsupported claims, and its two texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import islice, pairwise
from operator import attrgetter, gt
from types import MappingProxyType
from typing import Any

from . import claims_vocabulary as words
from .bootstrap import check_settings
from .claim_fields import is_fingerprint
from .claims_records import ClaimAssessment, ClaimClassResult, is_count, refuse
from .errors import value_free
from .files import StrPath, write_atomically
from .summary_claims import guarded

_NO_EVIDENCE = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
"""The evidence digest of no evidence: SHA-256 of ``[]``."""

_ASSESSED = tuple(field.name for field in fields(ClaimAssessment))


@guarded
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SummaryClaimsReport:
    """Unsupported-claim rates, overall and by class, with every claim's assessment.

    ``by_claim_class`` is sorted by class and cannot be changed; ``assessments``
    are in the order of the bootstrap (class, then key fingerprint, then claim
    identifier). The report and all its records are checked when it is made and
    before it is written: EvaluationError ``invalid_claims_report`` when counts,
    bounds and settings do not agree.
    """

    overall: ClaimClassResult
    by_claim_class: Mapping[str, ClaimClassResult]
    assessments: tuple[ClaimAssessment, ...]
    evidence_count: int
    approved_evidence_count: int
    evidence_digest: str
    n_resamples: int
    alpha: float
    seed: int

    def __post_init__(self) -> None:
        if not isinstance(self.by_claim_class, dict | MappingProxyType):
            refuse()
        by_class = MappingProxyType(dict(self.by_claim_class))
        object.__setattr__(self, "by_claim_class", by_class)
        self._check()

    def __repr__(self) -> str:
        return "SummaryClaimsReport(...)"

    def _check(self) -> None:
        check_settings(self.n_resamples, self.alpha, self.seed)
        if not is_count(self.evidence_count, words.MAX_EVIDENCE):
            refuse()
        if not is_count(self.approved_evidence_count, self.evidence_count):
            refuse()
        if not is_fingerprint(self.evidence_digest):
            refuse()
        if (self.evidence_digest == _NO_EVIDENCE) != (self.evidence_count == 0):
            refuse()
        self._check_results()
        self._check_assessments()

    def _check_results(self) -> None:
        results = [self.overall, *self.by_claim_class.values()]
        for result in results:
            if type(result) is not ClaimClassResult:
                refuse()
            result.__post_init__()
            ci = result.bootstrap_ci
            if (ci.n_resamples, ci.alpha) != (self.n_resamples, self.alpha):
                refuse()
        if [words.OVERALL, *self.by_claim_class] != [result.claim_class for result in results]:
            refuse()
        if words.OVERALL in self.by_claim_class:
            refuse()
        if any(one >= other for one, other in pairwise(self.by_claim_class)):
            refuse()
        if any(result.claim_count == 0 for result in results[1:]):
            refuse()
        if len(results) == 2 and results[1].bootstrap_ci != self.overall.bootstrap_ci:
            refuse()  # the same flags and seed

    def _check_assessments(self) -> None:
        if type(self.assessments) is not tuple:
            refuse()
        if not {*map(type, self.assessments)} <= {ClaimAssessment}:
            refuse()
        columns = [list(map(attrgetter(name), self.assessments)) for name in _ASSESSED]
        if any({*map(type, column)} not in (set(), {str}, {int}) for column in columns):
            refuse()  # True equals 1: of the two only one would be looked at
        alike = Counter(zip(*columns, strict=True))
        for values in alike:
            ClaimAssessment(*values)
        if any(map(gt, columns[0], islice(columns[0], 1, None))):
            refuse()
        found: Counter[tuple[str, str]] = Counter()
        states: Counter[str] = Counter()
        for (name, state, _, approved, _), count in alike.items():
            found[name, state] += count
            states[state] += count
            if approved > self.approved_evidence_count:
                refuse()
        if any(count != states[state] for state, count in self.overall.counts.items()):
            refuse()
        for name, result in self.by_claim_class.items():
            for state, count in result.counts.items():
                if found.pop((name, state), 0) != count:
                    refuse()
        if found:
            refuse()

    @property
    def claim_count(self) -> int:
        """All claims."""
        return self.overall.claim_count

    @property
    def unsupported_count(self) -> int:
        """Claims that are not supported: those that need review by a person."""
        return self.overall.unsupported_count

    @property
    def unsupported_rate(self) -> float:
        """unsupported_count / claim_count, 0.0 without claims."""
        return self.overall.unsupported_rate

    @value_free
    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON types, a new dict at every call."""
        self._check()
        return {
            "alpha": self.alpha,
            "approved_evidence_count": self.approved_evidence_count,
            "assessments": [assessment.to_dict() for assessment in self.assessments],
            "by_claim_class": {
                name: result.to_dict() for name, result in self.by_claim_class.items()
            },
            "claim_count": self.claim_count,
            "disclaimer": words.DISCLAIMER,
            "evidence_count": self.evidence_count,
            "evidence_digest": self.evidence_digest,
            "human_review_required": True,
            "n_resamples": self.n_resamples,
            "overall": self.overall.to_dict(),
            "review_required_count": self.unsupported_count,
            "schema_version": words.SCHEMA_VERSION,
            "seed": self.seed,
            "suite": words.SUITE,
            "unsupported_count": self.unsupported_count,
            "unsupported_rate": self.unsupported_rate,
        }

    def to_json(self) -> str:
        """Return the report as JSON: sorted keys, indent 2, ASCII, one newline at the end."""
        return json.dumps(self.to_dict(), sort_keys=True, indent=2, allow_nan=False) + "\n"

    @value_free
    def to_markdown(self) -> str:
        """Return the report as Markdown: settings, one table by class, the notice on review."""
        self._check()
        level = 100.0 * (1.0 - self.alpha)
        rows = "".join(_markdown_row(result) for result in self.by_claim_class.values())
        return (
            "# Unsupported claim rate for clinical summaries\n\n"
            f"{words.DISCLAIMER}\n\n"
            f"Claims: {self.claim_count}\n"
            f"Unsupported: {self.unsupported_count} ({self.unsupported_rate:.6f})\n"
            f"Evidence: {self.approved_evidence_count}/{self.evidence_count} approved "
            f"(digest {self.evidence_digest})\n"
            f"Bootstrap: {self.n_resamples} resamples, alpha={self.alpha:.6f}, "
            f"seed={self.seed}\n\n"
            "| Claim class | Claims | Supported | Contradicted | Unresolved | Uncited "
            f"| Unsupported rate | {level:.1f}% interval |\n"
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n"
            f"{rows}\n"
            "Claims in contradicted, unresolved, or uncited states require human review "
            "before any downstream clinical use.\n"
        )

    @value_free
    def write_json(self, path: StrPath) -> None:
        """Write to_json() to path, atomically; errors as ``files.write_atomically``."""
        write_atomically(path, self.to_json().encode("ascii"))

    @value_free
    def write_markdown(self, path: StrPath) -> None:
        """Write to_markdown() to path, atomically; errors as ``files.write_atomically``."""
        write_atomically(path, self.to_markdown().encode("ascii"))


def _markdown_row(result: ClaimClassResult) -> str:
    ci = result.bootstrap_ci
    counts = " | ".join(str(result.counts[state]) for state in words.STATES)
    return (
        f"| {result.claim_class} | {result.claim_count} | {counts} "
        f"| {result.unsupported_rate:.6f} | [{ci.lower:.6f}, {ci.upper:.6f}] |\n"
    )
