"""What removes the findings of a release: each remedy is tried, and only named if it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .ambient_reviews import ReviewTally
from .draft_metrics import DraftTally
from .errors import Cancelled
from .json_reader import CancelToken
from .release_check import check_sound
from .release_findings import CANNOT_BE_JUDGED, Finding
from .suppression import Cell

MINIMUM = "minimum_cell_size"
WITHOUT_REVIEWS = "without_reviews"
WITHOUT_CLAIMS = "without_claims"
WAIT = "wait"

_SENTENCES = {
    WITHOUT_REVIEWS: "leave the review rates out",
    WITHOUT_CLAIMS: "leave the claims out",
}
_WAIT = "Wait for more encounters, and check again before anything is released."


@dataclass(frozen=True, slots=True, repr=False)
class Release:
    """Everything that is open, to be released together, and what was released before.

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

    def findings(
        self, minimum: int | None = None, *, reviews: bool = True, claims: bool = True
    ) -> tuple[Finding, ...]:
        """Return what is found at a minimum cell size, with or without these reports."""
        return check_sound(
            self.reports(minimum, reviews=reviews, claims=claims),
            self.earlier,
            self.reviewers_per_draft,
        )

    def reports(
        self, minimum: int | None = None, *, reviews: bool = True, claims: bool = True
    ) -> list[dict[str, Any]]:
        """Return all reports that are open, made at this minimum cell size."""
        at = self.minimum if minimum is None else minimum
        found: list[Any] = list(self.saved_drafts)
        if self.drafts is not None:
            found.append(self.drafts.report(at))
        if reviews:
            found += self.saved_reviews
            if self.reviews is not None:
                found.append(self.reviews.report(at))
        if claims:
            found += self.claims
        return found


def remedies(
    release: Release, findings: Sequence[Finding], cancel: CancelToken | None = None
) -> list[dict[str, Any]]:
    """Return what leaves no finding, the smallest change first.

    Each is ``{"kind", "sentence"}``; where the minimum cell size is to be changed, with
    ``"minimum_cell_size"``, the lowest that does. What takes two changes (``kind``
    joined by "+") is only there if no single one is enough. Waiting cannot be tried;
    it is named where nothing stands against it but small counts. Raises Cancelled.
    """
    if not findings:
        return []
    found: list[dict[str, Any]] = []
    hiding: list[dict[str, Any]] = []
    left_out: list[tuple[str, ...]] = [()]
    has_reviews = release.reviews is not None or bool(release.saved_reviews)
    if has_reviews:
        left_out.append((WITHOUT_REVIEWS,))
    if release.claims:
        left_out.append((WITHOUT_CLAIMS,))
    if has_reviews and release.claims:
        left_out.append((WITHOUT_REVIEWS, WITHOUT_CLAIMS))
    for out in left_out:
        if len(out) > 1 and found:
            break
        kept = {"reviews": WITHOUT_REVIEWS not in out, "claims": WITHOUT_CLAIMS not in out}
        if out and not release.findings(**kept):
            found.append(_remedy(None, out))
            continue
        if out and found:
            continue
        for minimum in _minimums(release, **kept):
            _stop(cancel)
            if not release.findings(minimum, **kept):
                shows = _shows(release, minimum, **kept)
                (found if shows else hiding).append(_remedy(minimum, out, shows))
                break
    found = [one for one in found if "+" not in one["kind"]] or found
    found += [] if any(MINIMUM in one["kind"] for one in found) else hiding[:1]
    if all(one.kind != CANNOT_BE_JUDGED for one in findings):
        found.append({"kind": WAIT, "sentence": _WAIT})
    return found


def _stop(cancel: CancelToken | None) -> None:
    if cancel is not None and cancel.is_set():
        raise Cancelled


def _minimums(release: Release, *, reviews: bool, claims: bool) -> Iterator[int]:
    """Yield the minimums above the present one at which more is suppressed, ascending.

    Between them the same is shown, and more of what follows from it counts as small.
    """
    sizes = set(release.drafts.hiding_minimums() if release.drafts is not None else ())
    if reviews and release.reviews is not None:
        sizes.update(release.reviews.hiding_minimums())
    yield from sorted(size for size in sizes if size > release.minimum)


def _shows(release: Release, minimum: int, *, reviews: bool, claims: bool) -> bool:
    """Tell whether a draft metric or a review rate is still shown then."""
    cells: list[Cell] = []
    if release.drafts is not None:
        cells += release.drafts.report(minimum)["slices"]["overall"].values()
    if reviews and release.reviews is not None:
        cells += release.reviews.report(minimum)["rates"].values()
    return any(not cell["suppressed"] for cell in cells)


def _remedy(minimum: int | None, out: Sequence[str], shows: bool = True) -> dict[str, Any]:
    changes = [_SENTENCES[one] for one in out]
    kinds = list(out)
    remedy: dict[str, Any] = {}
    if minimum is not None:
        changes.insert(0, f"raise the minimum cell size to {minimum}")
        kinds.insert(0, MINIMUM)
        remedy["minimum_cell_size"] = minimum
    text = " and ".join(changes)
    end = "" if shows else "; no draft metric and no review rate is shown then"
    return {"kind": "+".join(kinds), "sentence": f"{text[0].upper()}{text[1:]}{end}.", **remedy}
