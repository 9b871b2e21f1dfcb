"""The reports of the sample study, and the forms of their document read back as blocks."""

from __future__ import annotations

import functools
import re
from html.parser import HTMLParser
from typing import Any

from eval_helpers import CHECKOUT

from evalcore import DraftTally, import_ambient_reviews, read_drafts, read_review_return
from evalcore.claims.claims import ApprovedEvidence, SummaryClaim
from evalcore.claims.reader import read_claims
from evalcore.claims.view import claims_view
from evalcore.documents.blocks import Document, Heading, Items, Notice, Paragraph, Table
from evalcore.summary_unsupported_claims import score_summary_claims

SAMPLE = CHECKOUT / "resources" / "sample-study"

Blocks = list[tuple[Any, ...]]
VOID = {"meta", "line", "rect", "circle", "path"}


@functools.cache
def draft_report(minimum: int = 5) -> Any:
    tally = DraftTally()
    for draft in read_drafts(SAMPLE / "drafts.json"):
        tally.add(draft)
    return tally.report(minimum)


@functools.cache
def review_report(minimum: int = 5) -> Any:
    payloads = [read_review_return(path) for path in sorted(SAMPLE.glob("return-*.json"))]
    rows = [row for payload in payloads for row in payload["rows"]]
    together = {"schema_version": payloads[0]["schema_version"], "rows": rows}
    drafts = list(read_drafts(SAMPLE / "drafts.json"))
    return import_ambient_reviews(together, drafts, minimum_cell_size=minimum)


@functools.cache
def claims_report() -> Any:
    given = read_claims([SAMPLE / "claims.json"])
    return score_summary_claims(given.claims, given.evidence)


def sample_claims() -> dict[str, Any]:
    return claims_view(claims_report())


def many_classes(count: int) -> dict[str, Any]:
    """A view of so many custom classes, of two claims each."""
    evidence = [ApprovedEvidence.from_mapping({"evidence_id": "e", "relation": "supports"})]
    claims = [
        SummaryClaim.from_mapping(
            {"claim_id": f"{n}-{m}", "claim_class": f"ward {n}", "evidence_ids": ["e"] * m}
        )
        for n in range(count)
        for m in range(2)
    ]
    return claims_view(score_summary_claims(claims, evidence, n_resamples=20))


def of_document(document: Document, *, plots: bool) -> Blocks:
    """What any form must say, in order."""
    blocks: Blocks = []
    for block in document.blocks:
        match block:
            case Notice():
                blocks.append(("notice", block.text))
            case Heading():
                blocks.append(("heading", block.level, block.text))
            case Paragraph():
                if plots or not block.for_plots:
                    blocks.append(("text", block.text))
            case Items():
                blocks += [("item", f"{term}: {text}") for term, text in block.items]
            case Table():
                blocks.append(("text", block.caption))
                blocks.append(("row", [column.title for column in block.columns]))
                blocks += [("row", list(row.cells)) for row in block.rows]
    return blocks


def of_markdown(text: str) -> Blocks:
    blocks: Blocks = []
    for line in text.splitlines():
        plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", line.replace("**", ""))
        if line.startswith(">"):
            blocks.append(("notice", plain.removeprefix("> ")))
        elif line.startswith("#"):
            marks, _, title = plain.partition(" ")
            blocks.append(("heading", len(marks), title))
        elif line.startswith("- "):
            blocks.append(("item", plain[2:]))
        elif re.fullmatch(r"\|[-:| ]+\|", line) and "-" in line:
            continue
        elif line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            blocks.append(("row", [re.sub(r"\\(.)", r"\1", cell.strip()) for cell in cells]))
        elif line:
            blocks.append(("text", plain))
    return blocks


class Page(HTMLParser):
    """Reads the page as strictly as XML would be: every element is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.blocks: Blocks = []
        self.texts: dict[str, str] = {}
        self.open: list[str] = []
        self._text = ""
        self._row: list[str] = []
        self._group: tuple[str, int] | None = None
        self._span = (1, 1)
        self._hidden = 0
        self.declaration = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_decl(self, decl: str) -> None:
        assert not self.elements
        self.declaration = decl

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open, tag
        self._note(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = self._note(tag, attrs)
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "svg" or given.get("class") == "away" or self._hidden:
            self._hidden += 1
            return
        if tag not in {"strong"}:
            self._text = ""
        if tag in {"th", "td"}:
            self._span = (int(given.get("colspan", 1)), int(given.get("rowspan", 1)))
            self._kind = given.get("scope", "")
            self._plot = given.get("class") == "plot"
        elif tag == "tr":
            self._row = []

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> dict[str, str]:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), "an attribute twice"
        self.elements.append((tag, given))
        return given

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._text += data.replace("\u00a0", " ")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if self._hidden:
            self._hidden -= 1
            return
        text = self._text.strip()
        if tag in {"title", "style"}:
            self.texts[tag] = self._text
        elif tag == "p":
            self.blocks.append(("notice" if "header" in self.open else "text", text))
        elif tag in {"h1", "h2", "h3"}:
            self.blocks.append(("heading", int(tag[1]), text))
        elif tag == "li":
            self.blocks.append(("item", text))
        elif tag == "caption":
            self.blocks.append(("text", text))
        elif tag in {"th", "td"} and not self._plot:
            self._cell(text)
        elif tag == "tr":
            self.blocks.append(("row", self._row))

    def _cell(self, text: str) -> None:
        columns, rows = self._span
        if self._kind == "rowgroup":
            self._group = (text, rows)
        if self._kind == "row" and columns == 2:
            self._row += ["", text]
            return
        if self._kind == "row" and not self._row and self._group:
            self._row.append(self._group[0])
        self._row += [text] * columns
        if self._kind == "rowgroup":
            self._row = [text]
        elif self._kind == "row" and self._group:
            left = self._group[1] - 1
            self._group = (self._group[0], left) if left else None


def of_html(text: str) -> Blocks:
    return Page(text).blocks


def words_of_paper(document: Document) -> list[str]:
    """What the pages say, in order, but for what every page repeats."""
    words: list[str] = []
    for block in document.blocks:
        match block:
            case Heading() | Paragraph():
                words += block.text.split()
            case Items():
                for term, text in block.items:
                    words += f"{term}: {text}".split()
            case Table():
                words += block.caption.split()
                for column in block.columns:
                    words += column.title.split()
                if block.axis is not None:
                    for _, tick in block.axis.ticks():
                        words += tick.split()
                for group in block.groups():
                    for position, row in enumerate(group):
                        heads = row.cells[: block.heads]
                        if block.heads > 1 and position:
                            heads = heads[1:]
                        words += " ".join(heads).split()
                        for _, _, text in row.runs(block.heads):
                            words += text.split()
    return words
