"""The bytes of what is exported: the same reports give the same bytes everywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..drafts.metrics import DraftReport
    from ..returns.rates import ReviewReport


def json_bytes(report: Mapping[str, Any]) -> bytes:
    """Return a report's JSON: sorted keys, indent 2, ASCII, one newline at the end."""
    return (json.dumps(report, sort_keys=True, indent=2) + "\n").encode("ascii")


def report_digest(report: Mapping[str, Any]) -> str:
    """Return 64 hex digits that two reports share if their JSON is the same."""
    return sha256(json_bytes(report)).hexdigest()


def markdown_bytes(
    drafts: DraftReport | None = None,
    reviews: ReviewReport | None = None,
    claims: Mapping[str, Any] | None = None,
) -> bytes:
    """Return the document for people, in UTF-8; ``claims`` is what ``claims_view`` gives."""
    from .markdown import markdown_document  # a command that writes JSON alone has no use for it

    return markdown_document(drafts, reviews, claims).encode("utf-8")


def html_bytes(
    drafts: DraftReport | None = None,
    reviews: ReviewReport | None = None,
    claims: Mapping[str, Any] | None = None,
) -> bytes:
    """Return the same document as one HTML file, in UTF-8."""
    from .document import committee_document
    from .html import render_html

    return render_html(committee_document(drafts, reviews, claims)).encode("utf-8")
