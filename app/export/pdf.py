"""The committee's document as PDF."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QUuid
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from app.export.pdf_file import settled
from app.export.pdf_pages import PAGE_SIZES, RESOLUTION, PageName, PaperDocument
from evalcore.documents.blocks import Document
from evalcore.documents.document import committee_document
from evalcore.drafts.metrics import DraftReport
from evalcore.errors import Cancelled
from evalcore.returns.rates import ReviewReport

CREATOR = "Review Desk"

# One for all: it tells nothing of the document, and is the same on every run.
_IDENTITY = QUuid("{6f1d7c52-3b0e-5a4e-9d27-0c5b8e6f4a11}")


def pdf_bytes(
    drafts: DraftReport | None = None,
    reviews: ReviewReport | None = None,
    claims: Mapping[str, Any] | None = None,
    page: PageName = "A4",
    cancel: threading.Event | None = None,
) -> bytes:
    """Return the document of the reports as PDF; ``claims`` is what ``claims_view`` gives.

    The same reports give the same bytes on one machine. It may be called from
    any thread, without a window, once ``app.kit.theme.font_family`` was called in
    the thread of the application object. Raises ``Cancelled`` when ``cancel``
    is set before the last page is painted.
    """
    document = committee_document(drafts, reviews, claims)

    def check() -> None:
        if cancel is not None and cancel.is_set():
            raise Cancelled

    paper = PaperDocument(document, page, check)
    return settled(_written(document, paper, page, check), document.language, paper.letters())


def _written(
    document: Document, paper: PaperDocument, page: PageName, check: Callable[[], None]
) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(document.title)
    writer.setCreator(CREATOR)
    writer.setDocumentId(_IDENTITY)
    writer.setDocumentXmpMetadata(_metadata(document))
    writer.setResolution(RESOLUTION)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setPageSize(QPageSize(PAGE_SIZES[page]))
    painter = QPainter(writer)
    try:
        for number in range(paper.count):
            check()
            if number:
                writer.newPage()
            paper.paint(painter, number)
    finally:
        painter.end()
    return bytes(buffer.data().data())


def _metadata(document: Document) -> bytes:
    """Return the XMP block: title, language and program, no dates."""
    title, language = escape(document.title), escape(document.language)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
        f"<xmp:CreatorTool>{CREATOR}</xmp:CreatorTool>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    ).encode()
