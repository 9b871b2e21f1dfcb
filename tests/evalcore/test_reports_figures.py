"""One changed figure of a saved report is found; so it says where the report alone cannot tell."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from corruption_helpers import NULLS, Change, at, both, cell, cells, put
from corruptions_of_families import HERE, THERE, hide
from hypothesis import given, settings
from hypothesis import strategies as st
from report_helpers import Report, claims_report, draft_report, review_report

from evalcore import verify_report

Path = tuple[Any, ...]
CLEAN = {"drafts": draft_report, "reviews": review_report, "claims": claims_report}

# Settings and what stands for the evidence: the report holds nothing to check them against.
FREE = {
    ("minimum_cell_size",),
    ("seed",),
    ("evidence_count",),
    ("approved_evidence_count",),
    ("evidence_digest",),
}


def leaves(node: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all figures: numbers, flags, nulls and words that stand for a number."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from leaves(value, (*path, number))
    else:
        yield path


def is_free(kind: str, report: Report, path: Path) -> bool:
    """Whether a changed figure here can still be right, as far as the report tells."""
    if path in FREE:
        return True
    if kind == "claims" and path[0] == "assessments" and path[-1].endswith("evidence_count"):
        # an unresolved claim may cite any number of rows; nothing else counts them
        return bool(report["assessments"][path[1]]["state"] == "unresolved")
    return False


FIGURES = [
    (kind, path)
    for kind, make in CLEAN.items()
    for report in [make()]
    for path in leaves(report)
    if not is_free(kind, report, path)
]


def other_values(old: object) -> st.SearchStrategy[Any]:
    numbers = st.integers(-2, 200) | st.floats(0, 1) | st.sampled_from([0, 1, 0.0, -0.0, 1.0])
    near: list[Any] = [None, True, False]
    if type(old) is int:
        near += [old + 1, old - 1, float(old), 2 * old]
    if type(old) is float:
        near += [old + 1e-11, old - 1e-11, 1 - old, 100 * old]
    return (numbers | st.sampled_from(near)).filter(
        # repr tells 1 from 1.0 and true, and 0.0 from -0.0
        lambda new: (
            repr(new) != repr(old)
            and not (type(new) is type(old) is float and abs(new - old) <= 1e-12 and old % 1)
        )
    )


def test_there_are_figures_of_all_kinds() -> None:
    assert len(FIGURES) > 900


@given(st.data())
@settings(max_examples=600)
def test_any_single_figure(data: st.DataObject) -> None:
    kind, path = data.draw(st.sampled_from(FIGURES))
    report = CLEAN[kind]()
    put(*path, data.draw(other_values(at(report, path))))(report)
    assert verify_report(report)


@pytest.mark.parametrize("kind", CLEAN)
def test_every_count_one_up_and_one_down(kind: str) -> None:
    report = CLEAN[kind]()
    changed = 0
    for path in leaves(report):
        old = at(report, path)
        if type(old) is not int or is_free(kind, report, path):
            continue
        for new in (old - 1, old + 1):
            put(*path, new)(report)
            assert verify_report(report), path
            changed += 1
        put(*path, old)(report)
    assert verify_report(report) == ()
    assert changed >= 6


def _same_place(report: Report) -> None:
    """One whole slice changed with another: both are as good as before."""
    slices = report["slices"]
    slices["class:lab"], slices["class:other"] = slices["class:other"], slices["class:lab"]


def _more_omitted(report: Report) -> None:
    """Another study: some more facts left out, in every slice that counts them."""
    cells("omission", 3, 3, *THERE)(report)


def _swap_alike(report: Report) -> None:
    rows = report["assessments"]
    rows[0], rows[1] = rows[1], rows[0]


NOT_FOUND: dict[str, tuple[str, Change]] = {
    "a lower minimum": ("drafts", put("minimum_cell_size", 3)),
    "a higher minimum that nothing shown breaks": ("drafts", put("minimum_cell_size", 7)),
    "a whole metric hidden": ("drafts", hide("omission")),
    "a rate hidden that stands alone": ("reviews", put("rates", "unclear", dict(NULLS))),
    "the names of two slices exchanged": ("drafts", _same_place),
    "another study's counts, all of them": ("drafts", _more_omitted),
    "another agreement with all that follows": (
        "reviews",
        both(put("rates", "agreement", cell(22, 37)), put("rates", "unclear", cell(9, 80))),
    ),
    "a rate off by less than the tolerance": (
        "drafts",
        lambda r: r["slices"]["class:lab"]["omission"].update(rate=52 / 70 + 2e-13),
    ),
    "more rows of evidence": ("claims", put("evidence_count", 6)),
    "more approved rows": ("claims", put("approved_evidence_count", 5)),
    "another evidence digest": ("claims", put("evidence_digest", "sha256:" + "ab" * 32)),
    "citations of an unresolved claim": (
        "claims",
        put("assessments", 1, "cited_evidence_count", 2),
    ),
    "two claims of a class in another order that draws the same": ("claims", _swap_alike),
}


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_the_report_alone_cannot_tell(name: str) -> None:
    """These are told in ``verify_report``'s limits; if one is found one day, so much the better."""
    kind, change = NOT_FOUND[name]
    report = CLEAN[kind]()
    before = copy.deepcopy(report)
    change(report)
    assert repr(report) != repr(before)
    assert verify_report(report) == ()


def test_a_count_changed_in_both_metrics_that_share_it() -> None:
    """Every sum is right; but more statements are supported than cite a known fact."""
    report = draft_report()
    both(cells("unsupported", 0, 40, *HERE), cells("contradiction", 0, 40, *HERE))(report)
    assert "larger_than_containing" in {one.code for one in verify_report(report)}
