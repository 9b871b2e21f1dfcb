"""The disclosure check of what is open in the window, and what removes a finding.

The part of ``EvaluationService`` behind the requests ``OpenEarlier``, ``CloseEarlier`` and
``CheckDisclosure``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..claims.report import SummaryUnsupportedClaimsReport
from ..disclosure.claims import shown_claims
from ..disclosure.remedies import Material, remedies
from ..disclosure.words import few_words, words
from ..documents.exports import report_digest
from ..drafts.metrics import DraftTally
from ..errors import EvaluationError
from ..io.file_kinds import CLAIMS_REPORT, DRAFT_REPORT, REVIEW_REPORT
from ..io.json_reader import CancelToken
from ..returns.rates import ReviewTally
from .protocol import Disclosure, Done, Finding, Report


class DisclosureService:
    """Holds the earlier reports that were chosen, under numbers that the window chose."""

    def __init__(self) -> None:
        self._earlier: dict[int, Report] = {}
        self._written_claims: list[Report] = []

    def __repr__(self) -> str:
        return "DisclosureService(...)"

    def take(self, file: int, report: Report) -> str:
        """Hold an earlier report, which agrees with itself, and return its ``report_digest``."""
        self._earlier[file] = report
        return report_digest(report)

    def close_earlier(self, file: int) -> Done:
        """Forget an earlier report."""
        self._earlier.pop(file, None)
        return Done()

    def wrote_claims(self, report: SummaryUnsupportedClaimsReport) -> None:
        """Remember what a claims report shows that was exported in this session."""
        shown = shown_claims(report)
        if shown not in self._written_claims:
            self._written_claims.append(shown)

    def forget_claims(self) -> Done:
        """Forget all claims that left in this session."""
        self._written_claims = []
        return Done()

    def earlier(self, numbers: Sequence[int], exported: Sequence[Report]) -> list[Report]:
        """Return all that was published before: chosen files, and exports of this session."""
        if any(number not in self._earlier for number in numbers):
            raise EvaluationError("evaluator_stopped")
        return [*(self._earlier[n] for n in numbers), *exported, *self._written_claims]

    def check(
        self,
        minimum_cell_size: int,
        drafts: DraftTally | None,
        reviews: ReviewTally | None,
        claims: SummaryUnsupportedClaimsReport | None,
        saved: Sequence[tuple[str, Report]],
        earlier: Sequence[Report],
        reviewers_per_draft: int | None,
        cancel: CancelToken,
    ) -> Disclosure:
        """Answer what everything that is open gives away, judged together.

        ``saved`` are the saved reports that are open, which count with it;
        ``earlier`` is all that was published before; see ``protocol.CheckDisclosure``.
        """
        given = Material(
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
        told = [
            Finding(one.kind, one.metrics, one.slices, one.earlier, words(one)) for one in findings
        ]
        return Disclosure(tuple(told), few, few_words(few), tuple(remedies(given, findings)))
