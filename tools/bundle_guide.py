"""The guide as PDF: the same file as in the Help menu, on two pages of A4."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

PAGES = 2
_RESOLUTION = 300
_MARGIN_MM = 13
_STYLE = (
    "h1 { font-size: 15pt; } h2 { font-size: 10.5pt; margin-top: 7px; } p { margin: 2px 0; } "
    ".next { page-break-before: always; }"
)
_TYPE = 8.4
_PIXELS = 1000  # of a picture from left to right, sharp on paper
_TITLE = "Review Desk: a guide in two pages"
# Qt's own would have the time of day in it.
_METADATA = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{_TITLE}</rdf:li></rdf:Alt></dc:title>'
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
    '<?xpacket end="r"?>'
)
_PICTURE = re.compile(r'<img src="([^"]+)" width="(\d+)"')


def guide_pdf() -> bytes:
    """Return the guide. Raises ValueError if it does not fit its pages."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF, Qt, QUrl, QUuid
    from PySide6.QtGui import QFont, QImage, QPageLayout, QPageSize, QPdfWriter, QTextDocument
    from PySide6.QtWidgets import QApplication

    from app.export.pdf_file import settled
    from app.kit.theme import font_family
    from app.platform.resource_files import resources_folder
    from app.shell.guide_dialog import guide_html

    application = QApplication.instance() or QApplication([])
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(_TITLE)
    writer.setDocumentXmpMetadata(_METADATA.encode())
    writer.setCreator("Review Desk")
    writer.setDocumentId(QUuid("{2f0a52c4-92f5-5c0f-9c64-6a7f64f0a1d7}"))
    writer.setResolution(_RESOLUTION)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    room = writer.pageLayout().paintRectPixels(_RESOLUTION)

    document = QTextDocument()
    document.setMetaInformation(QTextDocument.MetaInformation.CssMedia, "paper")
    document.documentLayout().setPaintDevice(writer)
    font = QFont(font_family())
    font.setPointSizeF(_TYPE)
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(_STYLE)
    document.setDocumentMargin(0)
    html = guide_html()
    # In the window a picture is at most 660 px wide; here 57 % of the page, in 96ths of an inch.
    scale = 0.57 * room.width() * 96 / _RESOLUTION / 660
    for name, _ in _PICTURE.findall(html):
        picture = QImage(str(resources_folder() / "guide" / name))
        picture = picture.convertToFormat(QImage.Format.Format_RGB32)
        picture = picture.scaledToWidth(_PIXELS, Qt.TransformationMode.SmoothTransformation)
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture)
    html = html.replace('width="36%"', 'width="41%"').replace('width="64%"', 'width="59%"')
    html = _PICTURE.sub(lambda m: f'<img src="{m[1]}" width="{round(int(m[2]) * scale)}"', html)
    document.setHtml(html)
    document.setPageSize(QSizeF(room.size()))
    pages = document.pageCount()
    if pages != PAGES:
        raise ValueError(f"the guide has {pages} pages and not {PAGES}")
    document.print_(writer)
    del application
    return settled(bytes(buffer.data().data()), "en", {})


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(guide_pdf())
