"""Two reports side by side: the interval by published examples and by enumeration; the command."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from command_helpers import SECRET, Study, run
from eval_helpers import write_json
from report_helpers import claims_report, draft_report, review_report

from evalcore.errors import EvaluationError
from evalcore.figures.differences import difference, newcombe_interval
from evalcore.reports.comparison import compare_reports
from evalcore.vocabulary import NOTICE, SLICES

PUBLISHED = [
    ((48, 80), (56, 70), 0.0524, 0.3339),
    ((3, 10), (9, 10), 0.1705, 0.8090),
    ((2, 7), (6, 7), 0.0582, 0.8062),
    ((0, 29), (5, 56), -0.0381, 0.1926),
    ((0, 20), (0, 10), -0.1611, 0.2775),
    ((0, 10), (0, 10), -0.2775, 0.2775),
    ((0, 20), (10, 10), 0.6791, 1.0),
    ((0, 10), (10, 10), 0.6075, 1.0),
]
"""Newcombe 1998, table II, method 10; his first proportion is the later one here."""


@pytest.mark.parametrize(("earlier", "later", "lower", "upper"), PUBLISHED)
def test_the_published_examples(
    earlier: tuple[int, int], later: tuple[int, int], lower: float, upper: float
) -> None:
    found = newcombe_interval(earlier, later)
    assert [round(end, 4) for end in found] == [lower, upper]
    backwards = newcombe_interval(later, earlier)
    assert [round(-end, 12) for end in reversed(backwards)] == [round(end, 12) for end in found]


@pytest.mark.parametrize(("one", "other"), [(0.1, 0.3), (0.5, 0.5), (0.05, 0.1), (0.9, 0.6)])
def test_it_holds_the_true_difference_about_as_often_as_it_says(one: float, other: float) -> None:
    """Over all outcomes of 25 and 30, each with its probability."""
    sizes = 25, 30

    def chance(count: int, size: int, rate: float) -> float:
        return math.comb(size, count) * rate**count * (1 - rate) ** (size - count)

    held = 0.0
    for first in range(sizes[0] + 1):
        for second in range(sizes[1] + 1):
            lower, upper = newcombe_interval((first, sizes[0]), (second, sizes[1]))
            estimate = second / sizes[1] - first / sizes[0]
            assert -1 <= lower <= estimate <= upper <= 1
            if lower <= other - one <= upper:
                held += chance(first, sizes[0], one) * chance(second, sizes[1], other)
    assert 0.92 < held < 0.99


def cell(numerator: int | None, denominator: int | None, *, suppressed: bool = False) -> Any:
    return {"numerator": numerator, "denominator": denominator, "suppressed": suppressed}


def test_what_is_suppressed_or_empty_has_no_difference() -> None:
    hidden, empty, shown = cell(None, None, suppressed=True), cell(None, None), cell(5, 20)
    nothing = {"estimate": None, "ci95": None}
    assert difference(hidden, shown, independent=True) == {**nothing, "suppressed": True}
    assert difference(shown, hidden, independent=True) == {**nothing, "suppressed": True}
    assert difference(empty, shown, independent=True) == {**nothing, "suppressed": False}
    apart = difference(shown, cell(10, 20), independent=False)
    assert apart == {"estimate": 0.25, "ci95": None, "suppressed": False}


def test_drafts_have_a_row_for_each_slice_and_metric() -> None:
    report = draft_report()
    found = compare_reports(report, report)
    assert (found["schema_version"], found["kind"]) == ("review_desk.comparison.v1", "drafts")
    assert (found["notice"], found["overlap"]) == (NOTICE, "unknown")
    assert [row["slice"] for row in found["rows"][::5]] == list(SLICES)
    for row in found["rows"]:
        assert row["earlier"] == row["later"] == report["slices"][row["slice"]][row["metric"]]
        if row["earlier"]["suppressed"]:
            assert row["difference"]["suppressed"] is True
        elif row["earlier"]["denominator"]:
            assert row["difference"]["estimate"] == 0
            low, high = row["difference"]["ci95"]
            assert low == -high


def test_rates_and_settings(tmp_path: Path) -> None:
    found = compare_reports(review_report(), review_report(), "yes")
    assert [row["rate"] for row in found["rows"]] == ["agreement", "adjudication", "unclear"]
    assert all(row["difference"]["ci95"] is None for row in found["rows"])
    assert found["earlier"].keys() == {"minimum_cell_size"}


def test_claims_stand_by_class_and_custom_classes_by_number(tmp_path: Path) -> None:
    report = claims_report()
    found = compare_reports(report, report)
    assert found["earlier"].keys() == {"n_resamples", "alpha", "seed"}
    assert found["rows"][0]["claim_class"] == "Overall"
    assert all(row["difference"] is None for row in found["rows"])
    assert "class_" not in json.dumps(found)


def test_what_cannot_be_compared() -> None:
    with pytest.raises(EvaluationError, match="different_kinds"):
        compare_reports(draft_report(), review_report())
    with pytest.raises(EvaluationError, match="inconsistent_report"):
        compare_reports(draft_report(), {**draft_report(), "notice": SECRET})


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The draft and review reports of two studies, and a claims report."""
    folder = tmp_path_factory.mktemp("two")
    for name, seed, drafts in (("october", 1, 40), ("november", 2, 60)):
        (folder / name).mkdir()
        study = Study(folder / name, drafts=drafts, seed=seed)
        write_json(folder / f"{name}.json", study.draft_report())
        write_json(folder / f"{name}-reviews.json", study.review_report())
    write_json(folder / "claims.json", claims_report())
    return folder


def test_the_command(two: Path) -> None:
    line = ("compare", "october.json", "november.json")
    done = run(two, *line, "--json", "-", "--earlier-label", "October")
    assert done.status == 0
    found = json.loads(done.out)
    assert found["kind"] == "drafts" and len(found["rows"]) == 115
    assert "October" not in done.out.decode()
    labels = ("--earlier-label", "Ward, October 2026", "--later-label", "Ward, November 2026")
    text = run(two, *line, *labels).out.decode()
    assert text.startswith(f"> **{NOTICE}**")
    assert "Ward, October 2026; minimum cell size 5" in text
    for word in ("significant", "better", "worse"):
        assert word not in text
    done = run(two, *line, "--html", "out.html", "--overlap", "yes")
    assert done.status == 0 and done.out == b""
    assert "without an interval" in (two / "out.html").read_text()
    lines = done.err.decode().splitlines()
    assert len(lines) <= 1 and all(line.startswith("disclosure check: ") for line in lines)


def test_reviews_and_claims_by_the_command(two: Path) -> None:
    text = run(two, "compare", "october-reviews.json", "november-reviews.json").out.decode()
    assert "Agreement" in text and "Later, %" in text
    text = run(two, "compare", "claims.json", "claims.json").out.decode()
    assert "without a difference" in text and "class_" not in text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("october.json", "november-reviews.json"), "different_kinds"),
        (("october/drafts.json", "november.json"), "wrong_file_kind"),
        (("gone.json", "november.json"), "unreadable_file"),
        (("october.json", "november.json", "--overlap", "some"), "invalid_arguments"),
        (("october.json", "november.json", "--later-label", "x" * 121), "invalid_arguments"),
        (("october.json", "november.json", "--later-label", "a\nb"), "invalid_arguments"),
        (("october.json", "november.json", "--html", "october.json"), "output_is_an_input"),
        (("october.json", "november.json", "--json", "a", "--html", "a"), "outputs_are_the_same"),
    ],
)
def test_what_the_command_refuses(two: Path, line: tuple[str, ...], code: str) -> None:
    before = (two / "october.json").read_bytes()
    done = run(two, "compare", *line)
    assert (done.status, done.out) == (2, b"")
    assert code in done.err.decode()
    assert (two / "october.json").read_bytes() == before
    assert not (two / "a").exists()
