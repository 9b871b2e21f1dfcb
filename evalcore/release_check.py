"""The release check: can what is published be put together to reveal what is hidden?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import EvaluationError, value_free
from .release_findings import Finding


@value_free
def check_release(
    reports: Iterable[Any],
    *,
    earlier: Iterable[Any] = (),
    reviewers_per_draft: int | None = None,
) -> tuple[Finding, ...]:
    """Return what the reports give away together, nothing if nothing.

    ``reports`` are those to be published together, ``earlier`` those published
    before: dicts of JSON types as ``read_report`` returns them or as the evaluator
    makes them, of all three kinds, in any order and any number. An earlier cohort
    is taken to be contained in the present one. ``reviewers_per_draft`` is the
    number of reviewers of every draft, at least 2, if that is known; else two are
    assumed where that fits. Raises EvaluationError ``invalid_release``: what is
    given is no report, or one that does not agree with itself;
    ``invalid_reviewers_per_draft``.
    """
    raise EvaluationError("invalid_release")
