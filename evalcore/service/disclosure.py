"""The disclosure check of what is open in the window, and what removes a finding.

The part of ``EvaluationService`` behind the calls ``open_earlier``,
``close_earlier`` and ``release``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..claims.report import SummaryUnsupportedClaimsReport
from ..disclosure.claims import shown_claims
from ..disclosure.remedies import Release, remedies
from ..disclosure.words import few_sentence, sentence
from ..documents.exports import report_digest
from ..drafts.metrics import DraftTally
from ..errors import EvaluationError
from ..io.file_kinds import CLAIMS_REPORT, DRAFT_REPORT, REVIEW_REPORT
from ..io.json_reader import CancelToken
from ..returns.rates import ReviewTally


class ReleaseService:
    """Holds the earlier reports that were chosen, under numbers that the window chose."""

    def __init__(self) -> None:
        self._earlier: dict[int, dict[str, Any]] = {}
        self._written_claims: list[dict[str, Any]] = []

    def __repr__(self) -> str:
        return "ReleaseService(...)"

    def take(self, file: int, report: dict[str, Any]) -> str:
        """Hold an earlier report, which agrees with itself, and return its ``report_digest``."""
        self._earlier[file] = report
        return report_digest(report)

    def close_earlier(self, file: int) -> dict[str, Any]:
        """Forget an earlier report."""
        self._earlier.pop(file, None)
        return {}

    def wrote_claims(self, report: SummaryUnsupportedClaimsReport) -> None:
        """Remember what a claims report shows that was exported in this session."""
        shown = shown_claims(report)
        if shown not in self._written_claims:
            self._written_claims.append(shown)

    def note_claims(
        self, report: SummaryUnsupportedClaimsReport | None, *, kept: bool
    ) -> dict[str, Any]:
        """Remember claims that left otherwise, as in a document; or forget all that left."""
        if not kept:
            self._written_claims = []
        elif report is not None:
            self.wrote_claims(report)
        return {}

    def earlier(
        self, numbers: Sequence[int], exported: Sequence[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return all that was published before: chosen files, and exports of this session."""
        if any(number not in self._earlier for number in numbers):
            raise EvaluationError("evaluator_stopped")
        return [*(self._earlier[n] for n in numbers), *exported, *self._written_claims]

    def release(
        self,
        minimum_cell_size: int,
        drafts: DraftTally | None,
        reviews: ReviewTally | None,
        claims: SummaryUnsupportedClaimsReport | None,
        saved: Sequence[tuple[str, dict[str, Any]]],
        earlier: Sequence[dict[str, Any]],
        reviewers_per_draft: int | None,
        cancel: CancelToken,
    ) -> dict[str, Any]:
        """Answer what everything that is open gives away, judged as one release.

        The window asks with the call ``release``: ``drafts``, the number of the drafts
        file or None; ``minimum_cell_size``, the present one; ``earlier``, numbers given
        to ``open_earlier`` (fault ``evaluator_stopped`` if one is not held);
        ``exported``, draft and review reports as ``reports`` answers them, that left in
        this session and may have been at another minimum or of files that have changed
        since (those that are open as they were count once); ``reviewers_per_draft``, or
        None (then two); of returns that are open it is known. Saved reports that are
        open count as of this release. Call it after ``reports`` and ``claims``, whose last
        results it judges.

        The answer: ``{"findings": [{"kind", "metrics", "slices", "earlier",
        "sentence"}, ...], "few_encounters": [metric, ...], "few_sentence": str,
        "remedies": [{"kind", "sentence"}, ...]}``. For the kinds of findings see
        ``release_findings``, for remedies ``release_remedies``; each ``sentence`` is
        ready to be shown. ``few_encounters`` has draft metrics with a shown nonempty
        slice that rests on fewer encounters than the minimum, of drafts and not of
        saved reports; ``few_sentence`` says it, "" if there are none.
        """
        given = Release(
            minimum=minimum_cell_size,
            drafts=drafts,
            reviews=reviews,
            saved_drafts=[report for kind, report in saved if kind == DRAFT_REPORT],
            saved_reviews=[report for kind, report in saved if kind == REVIEW_REPORT],
            claims=[
                *([shown_claims(claims)] if claims is not None else []),
                *(report for kind, report in saved if kind == CLAIMS_REPORT),
            ],
            earlier=earlier,
            reviewers_per_draft=reviewers_per_draft,
            cancel=cancel,
        )
        findings = given.findings()
        few = drafts.few_encounters(minimum_cell_size) if drafts is not None else ()
        return {
            "findings": [{**one.to_json(), "sentence": sentence(one)} for one in findings],
            "few_encounters": list(few),
            "few_sentence": few_sentence(few),
            "remedies": remedies(given, findings),
        }
