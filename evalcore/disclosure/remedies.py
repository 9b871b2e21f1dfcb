"""What removes findings: each remedy is tried, and only named if it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ..drafts.metrics import DraftTally
from ..errors import Cancelled
from ..figures.suppression import Cell
from ..io.json_reader import CancelToken
from ..returns.rates import ReviewTally
from ..vocabulary import DEFAULT_MINIMUM_CELL_SIZE
from .check import check_sound
from .findings import (
    CANNOT_BE_JUDGED,
    MINIMUM,
    WAIT,
    WITHOUT_CLAIMS,
    WITHOUT_REVIEWS,
    Finding,
    Remedy,
    in_order,
)
from .steps import Steps

_SENTENCES = {
    WITHOUT_REVIEWS: "leave the review rates out",
    WITHOUT_CLAIMS: "leave the claims out",
}
_HIDES = "; no draft metric and no review rate is shown then"
_PART = "; that removes some of the findings, not all"
_WAIT = "Wait for more encounters, and check again before anything goes out."


@dataclass(frozen=True, slots=True, repr=False)
class Material:
    """Everything that is open, to be published together, and what was published before.

    ``claims`` has claims reports, ``saved_drafts`` and ``saved_reviews`` reports whose
    minimum cell size cannot be changed any more.
    """

    minimum: int
    drafts: DraftTally | None
    reviews: ReviewTally | None
    saved_drafts: Sequence[dict[str, Any]]
    saved_reviews: Sequence[dict[str, Any]]
    claims: Sequence[dict[str, Any]]
    earlier: Sequence[dict[str, Any]]
    reviewers_per_draft: int | None
    cancel: CancelToken | None = None
    _trying: Steps = field(init=False)
    _known: dict[tuple[str, int], tuple[Finding, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_trying", Steps(cancel=self.cancel))

    def findings(
        self, minimum: int | None = None, *, reviews: bool = True, claims: bool = True
    ) -> tuple[Finding, ...]:
        """Return what is found at a minimum cell size, with or without these reports.

        Each kind is judged once for each minimum, since no other kind tells of it.
        Raises Cancelled.
        """
        at = self.minimum if minimum is None else minimum
        drafts = [
            *self.saved_drafts,
            *([self.drafts.report(at)] if self.drafts is not None else []),
        ]
        rates = [
            *self.saved_reviews,
            *([self.reviews.report(at)] if self.reviews is not None else []),
        ]
        others = [*drafts, *(rates if reviews else [])]
        found = [*self._judged("drafts", at, drafts)]
        if reviews:
            found += self._judged("reviews", at, rates)
        if claims:
            sizes = [int(one["minimum_cell_size"]) for one in others]
            least = max(sizes, default=DEFAULT_MINIMUM_CELL_SIZE)
            found += self._judged("claims", least, self.claims)
        return in_order(found)

    def _judged(self, kind: str, at: int, reports: Sequence[Any]) -> tuple[Finding, ...]:
        key = kind, at
        if key not in self._known:
            # what is tried out shares the steps of one judgement
            steps = Steps(cancel=self.cancel) if at == self.minimum else self._trying
            self._known[key] = check_sound(
                reports,
                self.earlier,
                self.reviewers_per_draft,
                minimum=at,
                rows_per_draft=self.reviews.rows_per_draft if self.reviews is not None else None,
                steps=steps,
            )
        return self._known[key]


def remedies(material: Material, findings: Sequence[Finding]) -> list[Remedy]:
    """Return what leaves no finding, the smallest change first.

    Where the minimum cell size is to be changed it is the lowest that does. What takes two
    steps is only there if no single one is enough, and what removes only some of the
    findings, which its sentence says, if nothing removes all. Waiting cannot be tried; it is
    named where nothing stands against it but small counts. Raises Cancelled.
    """
    if not findings:
        return []
    parts = [WITHOUT_REVIEWS] if material.reviews is not None or material.saved_reviews else []
    parts += [WITHOUT_CLAIMS] if material.claims else []
    hiding: list[Remedy] = []
    found: list[Remedy] = []
    for number in range(1, len(parts) + 2):
        for out in combinations(parts, number - 1):
            remedy, shows = _higher(material, out)
            if remedy is not None:
                (found if shows else hiding).append(remedy)
        for out in combinations(parts, number):
            if not material.findings(**_kept(out)):
                found.append(_remedy(None, out))
        if found:
            break
    found = found or _partial(material, set(findings), parts)
    found += [] if any(MINIMUM in one.steps for one in found) else hiding[:1]
    if all(one.kind != CANNOT_BE_JUDGED for one in findings):
        found.append(Remedy((WAIT,), _WAIT))
    return found


def _kept(out: Sequence[str]) -> dict[str, bool]:
    return {"reviews": WITHOUT_REVIEWS not in out, "claims": WITHOUT_CLAIMS not in out}


def _higher(material: Material, out: Sequence[str]) -> tuple[Remedy | None, bool]:
    """Return the lowest minimum cell size that leaves no finding, and whether it shows anything."""
    kept = _kept(out)
    for minimum in _minimums(material, reviews=kept["reviews"]):
        _stop(material.cancel)
        if not material.findings(minimum, **kept):
            shows = _shows(material, minimum, reviews=kept["reviews"])
            return _remedy(minimum, out, end="" if shows else _HIDES), shows
    return None, False


def _partial(material: Material, findings: set[Finding], parts: Sequence[str]) -> list[Remedy]:
    """Return the changes after which some of the findings are gone and no other is there."""
    found = []
    for minimum in _minimums(material, reviews=True):
        fewer = set(material.findings(minimum)) < findings
        if fewer and _shows(material, minimum, reviews=True):
            found.append(_remedy(minimum, (), end=_PART))
            break
    for out in parts:
        if set(material.findings(**_kept([out]))) < findings:
            found.append(_remedy(None, [out], end=_PART))
    return found


def _stop(cancel: CancelToken | None) -> None:
    if cancel is not None and cancel.is_set():
        raise Cancelled


def _minimums(material: Material, *, reviews: bool) -> Iterator[int]:
    """Yield the minimums above the present one at which more is suppressed, ascending.

    Between them the same is shown, and more of what follows from it counts as small.
    """
    sizes = set(material.drafts.hiding_minimums() if material.drafts is not None else ())
    if reviews and material.reviews is not None:
        sizes.update(material.reviews.hiding_minimums())
    yield from sorted(size for size in sizes if size > material.minimum)


def _shows(material: Material, minimum: int, *, reviews: bool) -> bool:
    """Tell whether a draft metric or a review rate is still shown then."""
    cells: list[Cell] = []
    if material.drafts is not None:
        cells += material.drafts.report(minimum)["slices"]["overall"].values()
    if reviews and material.reviews is not None:
        cells += material.reviews.report(minimum)["rates"].values()
    return any(not cell["suppressed"] for cell in cells)


def _remedy(minimum: int | None, out: Sequence[str], *, end: str = "") -> Remedy:
    changes, steps = [_SENTENCES[one] for one in out], list(out)
    if minimum is not None:
        changes.insert(0, f"raise the minimum cell size to {minimum}")
        steps.insert(0, MINIMUM)
    text = " and ".join(changes)
    return Remedy(tuple(steps), f"{text[0].upper()}{text[1:]}{end}.", minimum)
