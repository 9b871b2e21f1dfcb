"""The report on unsupported claims, and its two texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import islice, pairwise
from operator import attrgetter, gt
from types import MappingProxyType
from typing import Any, Self

from .. import claims_vocabulary as words
from ..errors import value_free
from ..figures.bootstrap import check_settings
from ..io.files import StrPath, write_atomically
from .benchmark_report import BenchmarkReport
from .claims import guarded
from .fields import is_fingerprint
from .records import ClaimAssessment, ClaimClassMetrics, is_count, refuse

_NO_EVIDENCE = "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
"""The evidence digest of no evidence: SHA-256 of ``[]``."""

_ASSESSED = tuple(field.name for field in fields(ClaimAssessment))
_KINDS = (str, words.ClaimState, int, int, int)


@guarded
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class SummaryUnsupportedClaimsReport(Mapping[str, Any]):
    """Unsupported-claim rates, overall and by class, with every claim's assessment.

    It can be read by key as the dict that ``to_dict`` gives, and equals it.
    ``by_claim_class`` is sorted by class and cannot be changed; ``assessments``
    are in the order of the bootstrap (class, then key fingerprint, then claim
    identifier). The report and all its records are checked when it is made and
    before it is written: EvaluationError ``invalid_claims_report`` when counts,
    bounds and settings do not agree.
    """

    overall: ClaimClassMetrics
    by_claim_class: Mapping[str, ClaimClassMetrics]
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
        return "SummaryUnsupportedClaimsReport(...)"

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
            if type(result) is not ClaimClassMetrics:
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
        for kind, column in zip(_KINDS, columns, strict=True):
            if not {*map(type, column)} <= {kind}:
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
    def state_counts(self) -> dict[str, int]:
        """The number of all claims in each of the four states."""
        return self.overall.counts

    @property
    def unsupported_count(self) -> int:
        """Contradicted, unresolved and uncited claims."""
        return self.overall.unsupported_count

    @property
    def review_required_count(self) -> int:
        """Claims that a person must review: the unsupported ones."""
        return self.unsupported_count

    @property
    def unsupported_rate(self) -> float:
        """unsupported_count / claim_count, 0.0 without claims."""
        return self.overall.unsupported_rate

    @value_free
    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON types, a new dict at every call."""
        self._check()
        return dict(self)

    def __getitem__(self, key: str) -> Any:
        """Return what ``to_dict`` has under key, made anew."""
        return _MEMBERS[key](self)

    def __iter__(self) -> Iterator[str]:
        return iter(_MEMBERS)

    def __len__(self) -> int:
        return len(_MEMBERS)

    def __hash__(self) -> int:
        settings = (self.n_resamples, self.alpha, self.seed)
        return hash((self.overall, self.assessments, self.evidence_digest, settings))

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["by_claim_class"] = dict(self.by_claim_class)  # its read-only view has no pickle
        return type(self), tuple(values.values())

    @value_free
    def to_benchmark_report(
        self,
        *,
        model_name: str = "unspecified",
        device: str = "cpu",
        generated_at: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> BenchmarkReport:
        """Return this report as a run of a benchmark over its claims.

        The four options are the caller's own words and go in as they are given:
        keep names and texts of patients out of them. Raises as BenchmarkReport.
        """
        return BenchmarkReport(
            suite=words.SUITE,
            model_name=model_name,
            device=device,
            fixture_count=self.claim_count,
            generated_at=generated_at,
            metrics=self.to_dict(),
            metadata={} if metadata is None else metadata,
        )

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


_MEMBERS: dict[str, Callable[[SummaryUnsupportedClaimsReport], Any]] = {
    "alpha": lambda report: report.alpha,
    "approved_evidence_count": lambda report: report.approved_evidence_count,
    "assessments": lambda report: [one.to_dict() for one in report.assessments],
    "by_claim_class": lambda report: {
        name: result.to_dict() for name, result in report.by_claim_class.items()
    },
    "claim_count": lambda report: report.claim_count,
    "disclaimer": lambda report: words.DISCLAIMER,
    "evidence_count": lambda report: report.evidence_count,
    "evidence_digest": lambda report: report.evidence_digest,
    "human_review_required": lambda report: True,
    "n_resamples": lambda report: report.n_resamples,
    "overall": lambda report: report.overall.to_dict(),
    "review_required_count": lambda report: report.review_required_count,
    "schema_version": lambda report: words.SCHEMA_VERSION,
    "seed": lambda report: report.seed,
    "suite": lambda report: words.SUITE,
    "unsupported_count": lambda report: report.unsupported_count,
    "unsupported_rate": lambda report: report.unsupported_rate,
}
"""Each key of the report's dict, and what stands there."""


def _markdown_row(result: ClaimClassMetrics) -> str:
    ci = result.bootstrap_ci
    counts = " | ".join(str(result.counts[state]) for state in words.CLAIM_STATES)
    return (
        f"| {result.claim_class} | {result.claim_count} | {counts} "
        f"| {result.unsupported_rate:.6f} | [{ci.lower:.6f}, {ci.upper:.6f}] |\n"
    )
