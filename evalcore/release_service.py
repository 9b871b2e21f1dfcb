"""The release check of what is open in the window, and what removes a finding.

The part of ``EvaluationService`` behind the calls ``open_earlier``,
``close_earlier`` and ``release``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .json_reader import CancelToken, Progress


class ReleaseService:
    """Holds the earlier reports that were chosen, under numbers that the window chose."""

    def __init__(self) -> None:
        self._earlier: dict[int, dict[str, Any]] = {}

    def __repr__(self) -> str:
        return "ReleaseService(...)"

    def open_earlier(
        self, file: int, path: str, progress: Progress, cancel: CancelToken
    ) -> dict[str, Any]:
        """Read a report that was published before; it is not shown as a report.

        Answers as ``open`` does: ``{"kind", "stamp"}``, and with them a
        ``"fault"`` (code, place, advice) if it is a file of ours that cannot be used
        here: no report (``wrong_file_kind``) or one that does not agree with
        itself (``report_inconsistent``). What is no file of ours is a fault of the
        call itself. ``kind`` is "draft_report", "review_report" or "claims_report".
        """
        return {"kind": "draft_report", "stamp": None}

    def close_earlier(self, file: int) -> dict[str, Any]:
        """Forget an earlier report."""
        self._earlier.pop(file, None)
        return {}

    def release(
        self,
        drafts: int | None,
        minimum_cell_size: int,
        earlier: Sequence[int],
        exported: Sequence[dict[str, Any]],
        reviewers_per_draft: int | None,
        cancel: CancelToken,
    ) -> dict[str, Any]:
        """Answer what everything that is open gives away, judged as one release.

        What is open is known here: the draft report and, once the returns are
        ready, the review report of ``drafts`` at ``minimum_cell_size``; the claims
        report that ``claims`` made last; every saved report. Call it after
        ``reports`` and ``claims``. ``earlier`` has the numbers given to
        ``open_earlier`` (a process that was started anew has none: fault
        ``evaluator_stopped``). ``exported`` has the draft and review reports
        (the dicts of ``reports``) that were exported in this session and are
        no longer as they were: at another minimum cell size, or of files that
        have changed since. The claims reports that ``write_claims`` wrote are
        remembered here. ``reviewers_per_draft`` is None if the user has not said
        (then two).

        The answer: ``{"findings": [{"kind", "metrics", "slices", "earlier",
        "sentence"}, ...], "few_encounters": [metric, ...], "few_sentence": str,
        "remedies": [{"kind", "sentence"}, ...]}``. For kinds of findings see
        ``release_findings``; ``sentence`` is ready to be shown. ``few_encounters``
        are metrics with a shown nonempty slice that rests on fewer encounters than
        the minimum (drafts, not saved reports); ``few_sentence`` says it, "" if
        there are none. Remedies are in order, smallest change first, each enough by
        itself; kinds: "minimum_cell_size" (with ``"minimum_cell_size": int``, the
        lowest that leaves no finding), "without_reviews", "without_claims",
        "without_drafts", "wait" (nothing but more encounters helps). Without
        findings there are none.
        """
        return {"findings": [], "few_encounters": [], "few_sentence": "", "remedies": []}
