"""What can be exported, listed once: the command, the name of the file, and who makes its bytes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal

from app.engine.disclosure import Part

if TYPE_CHECKING:
    from app.export.pdf_pages import PageName
    from app.export.snapshot import Snapshot

SUFFIXES = {
    ".json": "JSON",
    ".md": "Markdown",
    ".txt": "Text",
    ".html": "HTML",
    ".pdf": "PDF",
}
"""The endings of all that the window writes, and what the dialog calls such a file."""


class Scope(Enum):
    """When a format can be exported."""

    IN_VIEW = auto()
    """While its one report is in view; all of these share one command."""
    EVERYTHING = auto()
    """While any report is shown, all of which go into it."""
    ONE_REPORT = auto()
    """While its one report is shown, on whichever page."""


@dataclass(frozen=True)
class Format:
    """One form of export."""

    key: str
    """Its command is called by it: ``actionExport`` and the key."""
    scope: Scope
    parts: tuple[Part, ...]
    """The reports that go into it, about which the disclosure check asks."""
    title: str
    """What the command and the dialog call it."""
    name: str
    """The name of the file that is suggested; its ending is one of SUFFIXES."""
    render: Callable[[Snapshot, threading.Event], bytes] | None = None
    """Makes its bytes, off the GUI thread, and may look whether it is to stop."""
    form: Literal["json", "markdown"] = "json"
    """Without ``render``: the form of the claims report that the evaluator itself writes."""
    shortcut: str | None = None


def _pdf(page: PageName) -> Callable[[Snapshot, threading.Event], bytes]:
    def render(shot: Snapshot, cancel: threading.Event) -> bytes:
        from app.export.pdf import pdf_bytes

        return pdf_bytes(shot.drafts, shot.reviews, shot.claims, page, cancel)

    return render


def can_export(one: Format, shown: Collection[Part]) -> bool:
    """Whether a format can be exported while these reports are shown."""
    return any(part in shown for part in one.parts)


_ALL = tuple(Part)

FORMATS = (
    Format(
        "DraftJson",
        Scope.IN_VIEW,
        (Part.DRAFTS,),
        "draft metrics as JSON",
        "draft-metrics.json",
        lambda shot, _: shot.draft_json(),
    ),
    Format(
        "ReviewJson",
        Scope.IN_VIEW,
        (Part.REVIEWS,),
        "review agreement as JSON",
        "review-agreement.json",
        lambda shot, _: shot.review_json(),
    ),
    Format(
        "ClaimsJson",
        Scope.IN_VIEW,
        (Part.CLAIMS,),
        "unsupported claims as JSON",
        "unsupported-claims.json",
        form="json",
    ),
    Format(
        "Markdown",
        Scope.EVERYTHING,
        _ALL,
        "everything shown as Markdown",
        "report.md",
        lambda shot, _: shot.markdown(),
        shortcut="Ctrl+Shift+E",
    ),
    Format(
        "Html",
        Scope.EVERYTHING,
        _ALL,
        "everything shown as HTML",
        "report.html",
        lambda shot, _: shot.html(),
    ),
    Format("Pdf", Scope.EVERYTHING, _ALL, "everything shown as PDF, A4", "report.pdf", _pdf("A4")),
    Format(
        "Letter",
        Scope.EVERYTHING,
        _ALL,
        "everything shown as PDF, Letter",
        "report.pdf",
        _pdf("Letter"),
    ),
    Format(
        "ClaimsMarkdown",
        Scope.ONE_REPORT,
        (Part.CLAIMS,),
        "unsupported claims as Markdown",
        "unsupported-claims.md",
        form="markdown",
    ),
)
"""In the order of the menu."""
