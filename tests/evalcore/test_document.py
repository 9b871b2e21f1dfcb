"""What the committee's document says, whatever form it has."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest
from document_forms import claims_report, draft_report, many_classes, review_report, sample_claims

from evalcore.documents.blocks import (
    Document,
    Heading,
    Items,
    Mark,
    Notice,
    Paragraph,
    Table,
    choose_axis,
)
from evalcore.documents.document import committee_document
from evalcore.documents.exports import html_bytes, markdown_bytes
from evalcore.figures.text import cell_figures
from evalcore.metrics import METRICS, RATES
from evalcore.vocabulary import NOTICE, SLICES


@pytest.fixture(scope="module")
def whole() -> Document:
    return committee_document(draft_report(), review_report(), sample_claims())


def tables(document: Document) -> list[Table]:
    return [block for block in document.blocks if isinstance(block, Table)]


def sentences(document: Document) -> str:
    """All running text."""
    texts = []
    for block in document.blocks:
        if isinstance(block, Heading | Paragraph):
            texts.append(block.text)
        elif isinstance(block, Items):
            texts += [f"{term}: {text}" for term, text in block.items]
    return "\n".join(texts)


def test_the_notice_is_first_and_the_title_once(whole: Document) -> None:
    assert whole.blocks[0] == Notice(NOTICE)
    assert [b for b in whole.blocks if isinstance(b, Notice)] == [Notice(NOTICE)]
    headings = [block for block in whole.blocks if isinstance(block, Heading)]
    assert [heading.level for heading in headings].count(1) == 1
    assert headings[0].text == whole.title
    for before, after in pairwise(headings):
        assert after.level <= before.level + 1


def test_the_parts_are_those_of_the_reports() -> None:
    given = {
        "Draft metrics": {"drafts": draft_report()},
        "Review agreement": {"reviews": review_report()},
        "Unsupported claims": {"claims": sample_claims()},
    }
    for count in range(4):
        for names in combinations(given, count):
            arguments: dict[str, object] = {}
            for name in names:
                arguments |= given[name]
            document = committee_document(**arguments)  # type: ignore[arg-type]
            parts = [
                block.text
                for block in document.blocks
                if isinstance(block, Heading) and block.level == 2
            ]
            assert parts == ["What was evaluated", *names] if names else parts == []
            kinds = [block for block in document.blocks if isinstance(block, Items)][:1]
            assert [term for items in kinds for term, _ in items.items] == list(names)
            assert "Reviewer confirmation is required" in sentences(document)


@pytest.mark.parametrize(
    "said",
    [
        "Minimum cell size: 5.",
        "Counts are facts and statements, not patients.",
        "Counts are drafts and decisions, not patients.",
        "does not mean zero",
        "if each fact or statement stands for itself",
        "so the true range is wider",
        "not corrected for looking at many figures",
        "not corrected for looking at three rates",
        "not corrected for looking at many classes",
        "takes claims as independent",
        "Not corrected for chance.",
        "Agreement on “unclear” counts too.",
        "falls as reviewers are added",
        "describes everyone in its slice",
        "describes everyone in its class",
        "No score combines the five metrics",
        "Small counts are shown here",
        "need review by a person before any clinical use",
        "not a clinical decision, compliance certification, or faithfulness guarantee",
        "Bootstrap, 95 %, 1,000 resamples, seed 0.",
        "A custom class is a class of the claims file outside the list of eleven.",
        "It is shown by number, without its label.",
    ],
)
def test_what_must_not_be_misread_is_said(whole: Document, said: str) -> None:
    assert said in sentences(whole)


def test_other_settings_are_named() -> None:
    view = sample_claims() | {"alpha": 0.1, "n_resamples": 20_000, "seed": 7}
    document = committee_document(draft_report(20), review_report(9), view)
    text = sentences(document)
    for said in ("size: 20.", "size: 9.", "Bootstrap, 90 %, 20,000 resamples, seed 7."):
        assert said in text
    assert [column.title for column in tables(document)[-1].columns][2] == "90 % interval"


@pytest.mark.parametrize("minimum", [2, 5, 20])
def test_every_cell_is_in_its_table(minimum: int) -> None:
    report, rates = draft_report(minimum), review_report(minimum)
    document = committee_document(report, rates)
    _, *families, agreement = tables(document)
    shown = [
        (table.rows[position], 2, report["slices"][name][metric])
        for table, metric in zip(families, METRICS, strict=True)
        for position, name in enumerate(SLICES)
    ]
    shown += [
        (row, 1, rates["rates"][name]) for row, name in zip(agreement.rows, RATES, strict=True)
    ]
    assert len(shown) == 5 * 23 + 3
    for row, heads, cell in shown:
        figures = cell_figures(cell)
        texts = row.cells[heads : heads + 3]
        if figures is None:
            assert texts == ("suppressed",) * 3
            assert row.mark is None
        else:
            assert texts == (figures.rate, figures.interval, figures.count)
            assert row.mark is not None
            assert (row.mark.lower, row.mark.upper) == tuple(cell["ci95"])
            assert row.mark.rate == cell["rate"]
            assert figures.rate in row.mark.words
            assert figures.lower in row.mark.words and figures.upper in row.mark.words


def test_the_first_table_repeats_the_overall_rates(whole: Document) -> None:
    first, *families = tables(whole)[:6]
    assert [row.cells[1:] for row in first.rows] == [t.rows[0].cells[2:] for t in families]
    assert [row.mark for row in first.rows] == [t.rows[0].mark for t in families]


def test_the_slices_are_in_order_and_grouped(whole: Document) -> None:
    table = tables(whole)[1]
    labels = [":".join(row.cells[:2]).strip(":").lower() for row in table.rows]
    assert labels == list(SLICES)
    assert [len(group) for group in table.groups()] == [1, 5, 11, 3, 3]
    assert [row.overall for row in table.rows] == [True] + [False] * 22


def test_claims_are_shown_by_class_with_all_counts(whole: Document) -> None:
    states, rates = tables(whole)[-2:]
    report = claims_report()
    results = [report.overall, *report.by_claim_class.values()]
    right = {
        (
            str(result.claim_count),
            str(result.supported),
            str(result.contradicted),
            str(result.unresolved),
            str(result.uncited),
        )
        for result in results
    }
    assert len(states.rows) == len(rates.rows) == len(results)
    assert {row.cells[1:] for row in states.rows} == right
    labels = [row.cells[0] for row in states.rows]
    assert labels == [row.cells[0] for row in rates.rows]
    assert labels[0] == "Overall"
    assert labels[-2:] == ["Custom class 1", "Custom class 2"]
    for row in rates.rows:
        words = row.cells[2] in {"all claims alike", "one claim"}
        assert (row.mark is None) is words
    assert {"all claims alike", "one claim"} <= {row.cells[2] for row in rates.rows}


def test_an_axis_holds_its_marks_and_a_plot_needs_one(whole: Document) -> None:
    for table in tables(whole):
        marks = [row.mark for row in table.rows if row.mark is not None]
        assert (table.axis is None) is (not marks)
        if table.axis is None:
            continue
        assert max(mark.upper for mark in marks) <= table.axis.maximum <= 1
        ticks = table.axis.ticks()
        assert (ticks[0], ticks[-1][0]) == ((0.0, "0"), 1.0)
        assert ticks[-1][1] == f"{100 * table.axis.maximum:.0f} %"
        overall = table.rows[0].mark if table.rows[0].overall else None
        assert table.axis.reference == overall


def test_axes_are_short_for_small_rates() -> None:
    small = choose_axis([Mark(0.0, 0.001, 0.004, "")])
    assert [text for _, text in small.ticks()] == ["0.0", "0.5", "1.0", "1.5", "2.0 %"]
    assert choose_axis([Mark(0.9, 1.0, 1.0, "")]).maximum == 1.0


def test_where_all_is_suppressed_there_is_no_plot_and_no_word_of_one() -> None:
    document = committee_document(draft_report(100_000), review_report(100_000))
    assert all(table.axis is None for table in tables(document))
    assert {
        cell for table in tables(document) for row in table.rows for cell in row.cells[2:4]
    } == {"suppressed"}
    assert "plot" not in sentences(document).lower()


def test_the_tables_are_numbered(whole: Document) -> None:
    captions = [table.caption for table in tables(whole)]
    assert [caption.partition(".")[0] for caption in captions] == [
        f"Table {number}" for number in range(1, 10)
    ]


def test_no_count_stands_outside_the_tables(whole: Document) -> None:
    numbers = set(re.findall(r"\d[\d,.]*\d|\d", sentences(whole)))
    assert numbers == {"5", "95", "0", "100", "1,000"}


def test_nothing_tells_whose_study_it_was() -> None:
    arguments = (draft_report(), review_report(), sample_claims())
    for data in (markdown_bytes(*arguments), html_bytes(*arguments)):
        text = data.decode("utf-8")
        assert not re.search(r"[0-9a-f]{16}", text)
        assert "class_" not in text
        assert "sha256" not in text
        assert claims_report().evidence_digest not in text
        assert not re.search(r"\b(19|20)\d\d\b|\.json", text)


def test_many_custom_classes_are_all_shown() -> None:
    states, rates = tables(committee_document(claims=many_classes(40)))
    assert len(states.rows) == len(rates.rows) == 41
    assert [row.cells[0] for row in rates.rows[-2:]] == ["Custom class 39", "Custom class 40"]
