"""The document as PDF and on a printer."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import zlib
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from document_forms import (
    draft_report,
    many_classes,
    review_report,
    sample_claims,
    words_of_paper,
)
from eval_helpers import CHECKOUT
from PySide6.QtGui import QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.export.pdf import pdf_bytes
from app.export.pdf_file import settled
from app.export.pdf_flow import Chunk, Piece, pages
from app.export.pdf_pages import PaperDocument
from app.export.print_pdf import PrintPreview, page_name, paint_on
from app.kit.theme import font_family
from evalcore.documents.blocks import Heading
from evalcore.documents.document import committee_document
from evalcore.errors import Cancelled
from evalcore.metrics import METRICS
from evalcore.vocabulary import NOTICE

TITLE = "Evaluation report"
SIZES = {"A4": (595, 842), "Letter": (612, 792)}


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Text needs the application object, and the font once from its thread."""
    font_family()


def whole(minimum: int = 5, page: Any = "A4") -> bytes:
    return pdf_bytes(draft_report(minimum), review_report(minimum), sample_claims(), page)


def texts(data: bytes, folder: Path) -> list[list[str]]:
    """The lines of each page, as a reader would copy them."""
    program = shutil.which("pdftotext")
    assert program, "pdftotext is missing: 'dev.py test' installs it or says how"
    path = folder / "document.pdf"
    path.write_bytes(data)
    said = subprocess.run([program, "-raw", "-enc", "UTF-8", path, "-"], capture_output=True)
    assert (said.returncode, said.stderr) == (0, b"")
    return [page.splitlines() for page in said.stdout.decode().split("\f")[:-1]]


def contents(data: bytes) -> list[str]:
    """The drawing commands of each page."""
    found = []
    for stream in re.findall(rb"/FlateDecode\n>>\nstream\n(.*?)\nendstream", data, re.DOTALL):
        plain = zlib.decompressobj().decompress(stream)
        if b" Tf " in plain:
            found.append(plain.decode("latin-1"))
    return found


@pytest.mark.parametrize("page", ["A4", "Letter"])
@pytest.mark.parametrize("minimum", [5, 20])
def test_it_says_what_the_document_says(minimum: int, page: str, tmp_path: Path) -> None:
    read = texts(whole(minimum, page), tmp_path)
    words: list[str] = []
    for number, lines in enumerate(read, 1):
        assert lines[0] == NOTICE
        assert lines[-1] == f"{TITLE} Page {number} of {len(read)}"
        words += " ".join(lines[1:-1]).replace("\u00a0", " ").split()
    arguments = (draft_report(minimum), review_report(minimum), sample_claims())
    assert words == words_of_paper(committee_document(*arguments))


@pytest.mark.parametrize("page", ["A4", "Letter"])
def test_a_metric_is_on_one_page_and_no_heading_stands_alone(page: str, tmp_path: Path) -> None:
    read = texts(whole(page=page), tmp_path)
    for metric in METRICS:
        own = [lines for lines in read if metric.capitalize() in lines]
        assert len(own) == 1
        assert sum(line.startswith("Table ") for line in own[0]) == 1
        assert "Group Slice Rate, % 95 % interval Count" in " ".join(own[0])
        assert any(line.startswith("Caregiver") for line in own[0])
    headings = {
        block.text
        for block in committee_document(draft_report(), review_report(), sample_claims()).blocks
        if isinstance(block, Heading)
    }
    assert not {lines[-2] for lines in read} & headings


def test_a_long_table_goes_on_under_its_head(tmp_path: Path) -> None:
    read = texts(pdf_bytes(claims=many_classes(150)), tmp_path)
    rows = [[line for line in lines if line.startswith("Custom class ")] for lines in read]
    assert sum(map(len, rows)) == 2 * 150
    assert len(read) > 8
    heads = ("Claim class Claims Supported", "Claim class Unsupported, % 95 % interval Count")
    for lines, own in zip(read, rows, strict=True):
        assert own or lines is read[-1]
        if own:
            assert any(line.startswith(heads) for line in lines)
            assert len(own) > 1, "a row alone"


def test_of_nothing_there_is_one_page(tmp_path: Path) -> None:
    read = texts(pdf_bytes(), tmp_path)
    assert len(read) == 1
    assert "Reviewer confirmation is required" in " ".join(read[0])


@pytest.mark.parametrize("page", ["A4", "Letter"])
def test_the_file_has_size_title_and_language_but_no_date(page: str) -> None:
    data = whole(page=page)
    width, height = SIZES[page]
    boxes = set(re.findall(rb"/MediaBox \[(.*?)\]", data))
    assert {tuple(round(float(x)) for x in box.split()) for box in boxes} == {(0, 0, width, height)}
    assert b"/Lang (en-GB)" in data
    assert b"/DisplayDocTitle true" in data
    assert b"/Title (\xfe\xff" + TITLE.encode("utf-16-be") + b")" in data
    assert f'<rdf:li xml:lang="x-default">{TITLE}</rdf:li>'.encode() in data
    assert b"Date" not in data
    assert not re.search(rb"\b20\d\d-\d\d|D:\d{8}", data)


def test_plots_are_drawn_as_lines_and_text_as_text() -> None:
    data = whole()
    assert b"/Subtype /Image" not in data
    # what is half transparent becomes a picture in some viewers, and on some printers
    assert set(re.findall(rb"/[Cc][Aa] ([\d.]+)", data)) == {b"1.0"}
    drawn = contents(data)
    assert len(drawn) == 9
    assert all(page.count(" l\n") > 50 for page in drawn[1:3])


def test_fonts_are_embedded_and_large_enough_to_read() -> None:
    data = whole()
    names = set(re.findall(rb"/BaseFont /(\S+)", data))
    assert len(re.findall(rb"/FontFile2 ", data)) == len(names) >= 1
    if font_family().startswith("Inter"):
        assert all(name.startswith(b"Inter") for name in names)
    sizes = {
        int(size) * float(scale)
        for page in contents(data)
        for scale in re.findall(r"(?m)^(0\.1\d*) 0 0 -0\.1\d* 0 \d+ cm", page)
        for size in re.findall(r"/F\d+ (\d+) Tf", page)
    }
    assert sizes and min(sizes) >= 8.5


CODE = """
import os, sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
from app.kit.theme import font_family
font_family()
from app.export.pdf import pdf_bytes
import document_forms as f
for page in ("A4", "Letter"):
    data = pdf_bytes(f.draft_report(), f.review_report(), f.sample_claims(), page)
    sys.stdout.buffer.write(data)
"""


def test_the_same_bytes_in_every_process() -> None:
    paths = os.pathsep.join([str(CHECKOUT), str(CHECKOUT / "tests" / "evalcore")])
    made = []
    for seed in ("0", "1", "random", "random"):
        env = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed}
        env.pop("QT_HASH_SEED", None)
        done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        made.append(done.stdout)
    assert len(set(made)) == 1
    assert made[0].count(b"%%EOF") == 2


def test_the_same_bytes_from_a_worker_thread_and_again() -> None:
    made: list[bytes] = []
    thread = threading.Thread(target=lambda: made.append(whole()))
    thread.start()
    thread.join()
    assert made == [whole()]


class After(threading.Event):
    """Is set once it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("looks", [0, 3, 12, 18])
def test_it_can_be_cancelled_at_any_page(looks: int) -> None:
    cancel = After(looks)
    with pytest.raises(Cancelled):
        pdf_bytes(draft_report(), review_report(), sample_claims(), cancel=cancel)
    assert cancel.left == -1, "it went on"
    assert whole() == whole()


def test_another_file_is_not_taken_for_one_of_the_writer() -> None:
    for data in (b"", b"%PDF-1.4\nstartxref\n9\n%%EOF", b"startxref\n0\n"):
        with pytest.raises(ValueError):
            settled(data, "en-GB", {})


def test_references_of_the_file_lead_to_its_objects() -> None:
    data = whole()
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    lines = data[start:].split(b"trailer")[0].split(b"\n")
    assert lines[0] == b"xref"
    offsets = [int(line[:10]) for line in lines[3:] if line]
    for number, offset in enumerate(offsets, 1):
        assert data[offset:].startswith(b"%d 0 obj\n" % number)
    for number in re.findall(rb"\b(\d+) 0 R\b", data):
        assert 1 <= int(number) <= len(offsets)


# pages


def piece(name: str, height: float, log: list[str], **more: Any) -> Piece:
    return Piece(height, lambda painter, top: log.append(name), **more)


def layout(chunks: list[Chunk], room: float) -> list[list[str]]:
    made = pages(chunks, room, lambda: None)
    names = []
    for page in made:
        bottom = 0.0
        own: list[str] = []
        for top, placed in page:
            assert bottom <= top <= room - placed.height
            bottom = top + placed.height
            log.clear()
            placed.draw(None, top)  # type: ignore[arg-type]
            own += log
        names.append(own)
    return names


log: list[str] = []
make = partial(piece, log=log)


def test_a_chunk_goes_to_the_next_page_as_a_whole() -> None:
    one = Chunk([make("a", 60.0)])
    two = Chunk([make("b", 20.0, gap=5.0), make("c", 20.0, gap=5.0)])
    assert layout([one, two], 100.0) == [["a"], ["b", "c"]]
    assert layout([one, two], 110.0) == [["a", "b", "c"]]


def test_a_chunk_of_many_pages_repeats_its_head_and_keeps_what_belongs_together() -> None:
    head = make("head", 10.0, keep=True)
    rows = [make(f"r{n}", 20.0, keep=n in (0, 6), again=head) for n in range(8)]
    chunk = Chunk([make("title", 10.0, keep=True), head, *rows])
    assert layout([chunk], 70.0) == [
        ["title", "head", "r0", "r1"],
        ["head", "r2", "r3", "r4"],
        ["head", "r5", "r6", "r7"],
    ]
    assert layout([Chunk([make("x", 30.0)]), chunk], 70.0)[:2] == [
        ["x"],
        ["title", "head", "r0", "r1"],
    ]


def test_a_part_begins_on_a_new_page_but_not_for_a_few_lines() -> None:
    part = Chunk([make("part", 10.0)], fresh=True)
    assert layout([Chunk([make("a", 60.0)]), part], 100.0) == [["a"], ["part"]]
    assert layout([Chunk([make("a", 40.0)]), part], 100.0) == [["a", "part"]]


# paper


def printer(folder: Path, size: QPageSize.PageSizeId) -> QPrinter:
    made = QPrinter(QPrinter.PrinterMode.HighResolution)
    made.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    made.setOutputFileName(str(folder / "printed.pdf"))
    made.setPageSize(QPageSize(size))
    return made


@pytest.mark.parametrize(
    ("size", "name"),
    [
        (QPageSize.PageSizeId.A4, "A4"),
        (QPageSize.PageSizeId.Letter, "Letter"),
        (QPageSize.PageSizeId.A5, "A4"),
        (QPageSize.PageSizeId.Legal, "A4"),
    ],
)
def test_what_is_printed_is_what_the_pdf_has(
    size: QPageSize.PageSizeId, name: str, tmp_path: Path
) -> None:
    document = committee_document(draft_report(), review_report(), sample_claims())
    device = printer(tmp_path, size)
    assert page_name(device) == name
    paint_on(document, device)
    printed = texts((tmp_path / "printed.pdf").read_bytes(), tmp_path)
    assert len(printed) == len(texts(whole(page=name), tmp_path))
    assert all(lines[0].startswith("Evaluation only;") for lines in printed)


def test_pages_can_be_chosen(tmp_path: Path) -> None:
    device = printer(tmp_path, QPageSize.PageSizeId.A4)
    device.setFromTo(2, 3)
    paint_on(committee_document(draft_report()), device)
    data = (tmp_path / "printed.pdf").read_bytes()
    assert len(re.findall(rb"/Type /Page\n", data)) == 2


def test_the_preview_shows_the_pages_below_the_banner(qtbot: QtBot) -> None:
    banner = QLabel(NOTICE)
    dialog = PrintPreview(None, draft_report(), review_report(), sample_claims(), banner)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: "/ 9" in {label.text() for label in dialog.findChildren(QLabel)})
    assert banner.isVisible()
    assert banner.geometry().top() <= min(
        child.geometry().top() for child in dialog.findChildren(QLabel) if child is not banner
    )
    assert TITLE in dialog.windowTitle()


def test_pages_can_be_painted_on_anything_any_number_of_times(tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    paper = PaperDocument(committee_document(draft_report()), "Letter")
    seen = []
    for _ in range(2):
        image = QImage(306, 396, QImage.Format.Format_RGB32)
        image.fill("white")
        painter = QPainter(image)
        painter.scale(0.05, 0.05)
        paper.paint(painter, 1)
        painter.end()
        seen.append(bytes(image.constBits()))
    assert seen[0] == seen[1]
    assert len(set(seen[0])) > 20
