"""The records that a report on unsupported claims is made of; each checks itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from .. import claims_vocabulary as words
from ..errors import EvaluationError
from ..figures.bootstrap import check_settings
from .claims import guarded
from .fields import is_claim_class


def refuse() -> NoReturn:
    """Raise the one error of a record that does not agree with itself."""
    raise EvaluationError("invalid_claims_report")


def is_count(value: object, limit: int) -> bool:
    """Tell whether value is an int (no bool) from 0 to limit."""
    return type(value) is int and 0 <= value <= limit


@guarded
@dataclass(frozen=True, slots=True, repr=False)
class BootstrapInterval:
    """A rate (``point``) with its percentile bootstrap interval, all within [0, 1].

    ``degenerate`` is true for fewer than two claims; then the width is zero.
    Raises EvaluationError ``invalid_claims_report`` when the fields do not agree.
    """

    point: float
    lower: float
    upper: float
    degenerate: bool
    n_resamples: int
    alpha: float

    def __post_init__(self) -> None:
        check_settings(self.n_resamples, self.alpha, 0)
        ends = (self.lower, self.point, self.upper)
        if any(type(end) is not float for end in ends) or type(self.degenerate) is not bool:
            refuse()
        if not 0.0 <= self.lower <= self.point <= self.upper <= 1.0:
            refuse()
        if self.degenerate and self.lower != self.upper:
            refuse()

    def __repr__(self) -> str:
        return "BootstrapInterval(...)"

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON types."""
        return {name: getattr(self, name) for name in self.__slots__}


@guarded
@dataclass(frozen=True, slots=True, repr=False)
class ClaimClassMetrics:
    """The four counts of one class (or ``overall``) and the interval of its rate.

    Raises EvaluationError ``invalid_claims_report`` when the interval is not one
    of these counts.
    """

    claim_class: str
    supported: int
    contradicted: int
    unresolved: int
    uncited: int
    bootstrap_ci: BootstrapInterval

    def __post_init__(self) -> None:
        if self.claim_class != words.OVERALL and not is_claim_class(self.claim_class):
            refuse()
        if type(self.claim_class) is not str or type(self.bootstrap_ci) is not BootstrapInterval:
            refuse()
        if not all(is_count(count, words.MAX_CLAIMS) for count in self.counts.values()):
            refuse()
        n = self.claim_count
        ci = self.bootstrap_ci
        ci.__post_init__()
        if n > words.MAX_CLAIMS or 2 * n * ci.n_resamples > words.MAX_DRAWS:
            refuse()
        if ci.point != self.unsupported_rate or ci.degenerate != (n < 2):
            refuse()
        if any(round(end * n) / max(n, 1) != end for end in (ci.lower, ci.upper)):
            refuse()  # the rate of a resample is a count over n
        if self.unsupported_count in (0, n) and ci.lower != ci.upper:
            refuse()  # claims all alike have resamples all alike

    def __repr__(self) -> str:
        return "ClaimClassMetrics(...)"

    @property
    def counts(self) -> dict[str, int]:
        """The number of claims in each of the four states."""
        return {state.value: getattr(self, state) for state in words.CLAIM_STATES}

    @property
    def claim_count(self) -> int:
        """All claims of the class."""
        return sum(self.counts.values())

    @property
    def unsupported_count(self) -> int:
        """Contradicted, unresolved and uncited claims."""
        return sum(getattr(self, state) for state in words.UNSUPPORTED_STATES)

    @property
    def unsupported_rate(self) -> float:
        """unsupported_count / claim_count, 0.0 without claims."""
        return self.unsupported_count / self.claim_count if self.claim_count else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON types."""
        return {
            "bootstrap_ci": self.bootstrap_ci.to_dict(),
            "claim_class": self.claim_class,
            "claim_count": self.claim_count,
            "counts": self.counts,
            **{f"{state}_count": count for state, count in self.counts.items()},
            "unsupported_count": self.unsupported_count,
            "unsupported_rate": self.unsupported_rate,
        }


@guarded
@dataclass(frozen=True, slots=True, repr=False)
class ClaimAssessment:
    """What became of one claim; it holds no identifier and no key.

    The counts are distinct evidence rows: cited, of these found and approved, of
    these matching the claim. ``state`` may be given as its word. Raises
    EvaluationError ``invalid_claims_report`` when the state cannot follow from the
    counts.
    """

    claim_class: str
    state: words.ClaimState
    cited_evidence_count: int
    approved_evidence_count: int
    matching_evidence_count: int

    def __post_init__(self) -> None:
        cited, matching = self.cited_evidence_count, self.matching_evidence_count
        if not is_claim_class(self.claim_class) or self.state not in words.CLAIM_STATES:
            refuse()
        object.__setattr__(self, "state", words.ClaimState(self.state))
        if not is_count(cited, words.MAX_CLAIM_CITATIONS):
            refuse()
        if not is_count(self.approved_evidence_count, cited):
            refuse()
        if not is_count(matching, self.approved_evidence_count):
            refuse()
        if (self.state == words.UNCITED) != (cited == 0):
            refuse()
        if self.state in (words.SUPPORTED, words.CONTRADICTED) and matching != cited:
            refuse()

    def __repr__(self) -> str:
        return "ClaimAssessment(...)"

    @property
    def unsupported(self) -> bool:
        """Whether the claim counts as unsupported: contradicted, unresolved or uncited."""
        return self.state in words.UNSUPPORTED_STATES

    @property
    def review_required(self) -> bool:
        """Whether a person must review the claim: it is unsupported."""
        return self.unsupported

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON types."""
        return {
            "approved_evidence_count": self.approved_evidence_count,
            "cited_evidence_count": self.cited_evidence_count,
            "claim_class": self.claim_class,
            "matching_evidence_count": self.matching_evidence_count,
            "review_required": self.review_required,
            "state": self.state.value,
        }
