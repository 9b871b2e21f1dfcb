"""The committee's document on a printer, with a preview of the same pages as its PDF."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.export.pdf_pages import RESOLUTION, PageName, PaperDocument
from evalcore.documents.blocks import Document
from evalcore.documents.document import committee_document
from evalcore.drafts.metrics import DraftReport
from evalcore.returns.rates import ReviewReport


class PrintPreview(QPrintPreviewDialog):
    """Shows the document page by page and prints it; for the thread of the window.

    ``claims`` is what ``claims_view`` gives. ``banner`` is put at the top of
    the dialog: what is shown can be scrolled, and the notice with it.
    """

    def __init__(
        self,
        parent: QWidget | None,
        drafts: DraftReport | None = None,
        reviews: ReviewReport | None = None,
        claims: Mapping[str, Any] | None = None,
        banner: QWidget | None = None,
    ) -> None:
        document = committee_document(drafts, reviews, claims)
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(document.title)
        super().__init__(printer, parent)
        # the dialog does not own it
        self._printer = printer
        self.setWindowTitle(f"Print: {document.title}")
        self.paintRequested.connect(lambda device: paint_on(document, device))
        layout = self.layout()
        if banner is not None and isinstance(layout, QVBoxLayout):
            layout.insertWidget(0, banner)


def paint_on(document: Document, printer: QPrinter) -> None:
    """Paint the pages that the printer asks for, fitted to its paper without being enlarged."""
    paper = PaperDocument(document, page_name(printer))
    first = max(printer.fromPage(), 1)
    last = min(printer.toPage() or paper.count, paper.count)
    printer.setFullPage(True)
    painter = QPainter(printer)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(first, last + 1):
            if number > first:
                printer.newPage()
            painter.save()
            _fit(painter, printer, paper)
            paper.paint(painter, number - 1)
            painter.restore()
    finally:
        painter.end()


def page_name(printer: QPrinter) -> PageName:
    """Return the layout for a printer's paper: Letter for what is as short as that, else A4."""
    size = printer.pageLayout().pageSize().size(QPageSize.Unit.Point)
    return "Letter" if size.height() < 1.35 * size.width() else "A4"


def _fit(painter: QPainter, printer: QPrinter, paper: PaperDocument) -> None:
    area = printer.pageLayout().fullRectPixels(printer.resolution())
    scale = min(
        printer.resolution() / RESOLUTION, area.width() / paper.width, area.height() / paper.height
    )
    painter.translate(
        (area.width() - scale * paper.width) / 2, (area.height() - scale * paper.height) / 2
    )
    painter.scale(scale, scale)
