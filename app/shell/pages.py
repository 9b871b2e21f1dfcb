"""The pages of the window, listed once, in the order of their tabs and keys (Ctrl+1 and on)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.engine.disclosure import Part
from app.kit.theme import Theme


@dataclass(frozen=True)
class Page:
    """One page."""

    title: str
    short_title: str
    """The title of its tab where the window is narrow."""
    load: Callable[[], Callable[[Theme], QWidget]]
    """Imports what makes its widget: only once it is to be shown, or nobody waits.

    The widget has ``open_requested`` and ``set_density``, as ``StartPage`` has.
    """
    part: Part | None = None
    """The report that it shows, which can be exported from it."""


def _start() -> Callable[[Theme], QWidget]:
    from app.pages.start.page import StartPage

    return StartPage


def _check() -> Callable[[Theme], QWidget]:
    from app.pages.returns.page import ReturnCheckPage

    return ReturnCheckPage


def _metrics() -> Callable[[Theme], QWidget]:
    from app.pages.draft_metrics.page import DraftMetricsPage

    return DraftMetricsPage


def _agreement() -> Callable[[Theme], QWidget]:
    from app.pages.review_agreement.page import ReviewAgreementPage

    return ReviewAgreementPage


def _claims() -> Callable[[Theme], QWidget]:
    from app.pages.claims.page import ClaimsPage

    return ClaimsPage


def _disclosure() -> Callable[[Theme], QWidget]:
    from app.pages.disclosure.page import DisclosurePage

    return DisclosurePage


PAGES = (
    Page("Start", "Start", _start),
    Page("Return check", "Check", _check),
    Page("Draft metrics", "Metrics", _metrics, Part.DRAFTS),
    Page("Review agreement", "Agreement", _agreement, Part.REVIEWS),
    Page("Unsupported claims", "Claims", _claims, Part.CLAIMS),
    Page("Disclosure check", "Disclosure", _disclosure),
)


def _number(load: Callable[[], object]) -> int:
    return next(number for number, page in enumerate(PAGES) if page.load is load)


START, CHECK, METRICS = map(_number, (_start, _check, _metrics))
AGREEMENT, CLAIMS, DISCLOSURE = map(_number, (_agreement, _claims, _disclosure))
"""The numbers of the pages that others lead to."""


def page_of(part: Part) -> int:
    """Return the number of the page that shows a report."""
    return next(number for number, page in enumerate(PAGES) if page.part is part)
