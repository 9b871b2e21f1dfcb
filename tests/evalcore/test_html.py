"""The document as one HTML file, the accessible edition."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from document_forms import (
    Page,
    draft_report,
    many_classes,
    of_document,
    of_markdown,
    review_report,
    sample_claims,
)

from evalcore.documents.document import committee_document
from evalcore.documents.exports import html_bytes, markdown_bytes
from evalcore.documents.html_style import print_notice
from evalcore.vocabulary import NOTICE

FETCHING_OR_ACTIVE = {"script", "link", "img", "iframe", "object", "embed", "form", "a", "use"}


@pytest.fixture(scope="module", params=[(5, True), (20, False)], ids=["published", "suppressed"])
def page(request: pytest.FixtureRequest) -> Page:
    minimum, claims = request.param
    view = sample_claims() if claims else None
    return Page(html_bytes(draft_report(minimum), review_report(minimum), view).decode())


def attributes(page: Page, tag: str) -> list[dict[str, str]]:
    return [given for name, given in page.elements if name == tag]


@pytest.mark.parametrize("minimum", [2, 5, 20])
def test_it_says_what_the_document_and_the_markdown_say(minimum: int) -> None:
    arguments = (draft_report(minimum), review_report(minimum), sample_claims())
    said = Page(html_bytes(*arguments).decode()).blocks
    assert said == of_document(committee_document(*arguments), plots=True)
    plots = [block for block in said if block[0] == "text" and block[1].startswith("In the plot")]
    assert [block for block in said if block not in plots] == of_markdown(
        markdown_bytes(*arguments).decode()
    )


def test_it_is_a_page_with_language_and_title(page: Page) -> None:
    assert page.declaration == "DOCTYPE html"
    assert attributes(page, "html") == [{"lang": "en-GB"}]
    assert page.texts["title"] == "Evaluation report"
    assert attributes(page, "meta")[0] == {"charset": "utf-8"}
    assert [name for name, _ in page.elements].count("main") == 1
    assert page.blocks[0] == ("notice", NOTICE)


def test_nothing_is_fetched_or_run(page: Page) -> None:
    names = {name for name, _ in page.elements}
    assert not names & FETCHING_OR_ACTIVE
    given = {key for _, attrs in page.elements for key in attrs}
    assert not given & {"src", "href", "srcset", "style", "data", "action", "xlink:href"}
    assert not {key for key in given if key.startswith("on")}
    style = page.texts["style"]
    for word in ("url(", "@import", "@font-face", "http", "expression"):
        assert word not in style
    policy = attributes(page, "meta")[1]
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert policy["content"].startswith("default-src 'none'; style-src 'unsafe-inline'")


def test_headings_and_sections(page: Page) -> None:
    levels = [block[1] for block in page.blocks if block[0] == "heading"]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [given["id"] for _, given in page.elements if "id" in given]
    assert len(ids) == len(set(ids))
    labels = {g["aria-labelledby"] for _, g in page.elements if "aria-labelledby" in g}
    assert labels <= set(ids)
    assert len(attributes(page, "section")) == len(levels) - 1


def test_tables_have_captions_and_scopes(page: Page) -> None:
    names = [name for name, _ in page.elements]
    assert names.count("caption") == names.count("table") == names.count("thead")
    assert {given.get("scope") for given in attributes(page, "th")} == {"col", "row", "rowgroup"}
    for position, name in enumerate(names):
        if name == "table":
            assert names[position + 1] == "caption"
        if name == "tr":
            assert names[position + 1] == "th"
    groups = [given for given in attributes(page, "th") if given["scope"] == "rowgroup"]
    assert [given["rowspan"] for given in groups] == ["5", "11", "3", "3"] * 5


def test_each_plot_is_an_image_with_a_text(page: Page) -> None:
    plots = attributes(page, "svg")
    assert all(given["role"] == "img" and given["aria-label"] for given in plots)
    assert all("\n" not in given["aria-label"] for given in plots)


def test_the_text_of_a_plot_is_that_of_its_row() -> None:
    report = draft_report()
    document = committee_document(report)
    page = Page(html_bytes(report).decode())
    said = [g["aria-label"].replace("\u00a0", " ") for g in attributes(page, "svg")]
    right = []
    for block in document.blocks:
        if getattr(block, "axis", None) is None:
            continue
        right.append(f"Axis from 0 to {block.axis.ticks()[-1][1]}")  # type: ignore[union-attr]
        for row in block.rows:  # type: ignore[union-attr]
            right.append(row.mark.words if row.mark else "No mark: suppressed")
    assert said == right
    assert "24.4 %, interval from 21.7 to 27.4 %" in said


def test_a_claims_row_without_a_mark_says_why() -> None:
    page = Page(html_bytes(claims=sample_claims()).decode())
    said = [given["aria-label"] for given in attributes(page, "svg")]
    assert "No mark: all claims alike" in said
    assert "No mark: one claim" in said


def test_marks_lie_within_their_plot(page: Page) -> None:
    for name, given in page.elements:
        if name in {"line", "rect", "circle"}:
            for key in ("x", "x1", "x2", "cx"):
                value = given.get(key, "0%")
                assert value.endswith("%") and 0 <= float(value[:-1]) <= 100


HOSTILE = "<script>alert(1)</script> & \"x\" 'y' </style> --> \u202e"


def test_a_label_cannot_be_markup() -> None:
    view = sample_claims()
    view["rows"][1]["label"] = HOSTILE
    text = html_bytes(claims=view).decode()
    assert "<script" not in text and text.count("</style>") == 1
    page = Page(text)
    assert page.blocks == of_document(committee_document(claims=view), plots=True)


def test_the_printed_notice_cannot_end_the_style() -> None:
    rules = print_notice("a\"b</style>\\\n'", "c;}")
    assert "<" not in rules.replace("content: ", "")
    assert "\\00003c" in rules and "\\000022" in rules and "\\00007d" in rules
    plain = print_notice(NOTICE, "Evaluation report")
    assert f'content: "{NOTICE}"' in plain


def test_many_rows() -> None:
    view = many_classes(300)
    page = Page(html_bytes(claims=view).decode())
    assert sum(block[0] == "row" for block in page.blocks) == 2 * (301 + 1)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_in_both_schemes(page: Page) -> None:
    style = page.texts["style"]
    schemes = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert len(schemes) == 2
    assert "prefers-color-scheme: dark" in style and "@media print" in style
    for scheme in schemes:
        colours = dict(re.findall(r"--([a-z]+): (#[0-9A-F]{6})", scheme))
        assert len(colours) == 12
        for name in ("text", "second", "muted"):
            assert _contrast(colours[name], colours["surface"]) >= 4.5, name
        assert _contrast(colours["text"], colours["tint"]) >= 4.5
        assert _contrast("#FFFFFF", colours["banner"]) >= 4.5
        for name in ("accent", "interval", "border"):
            assert _contrast(colours[name], colours["surface"]) >= 3, name
        for name in ("accent", "interval"):
            assert _contrast(colours[name], colours["band"]) >= 3, name
