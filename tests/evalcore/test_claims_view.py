"""What a window or a document is given of a claims report: the figures, and no code in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from claims_helpers import claim, evidence
from eval_helpers import TESTS

from evalcore.claims.report import SummaryUnsupportedClaimsReport
from evalcore.claims.report_reader import claims_report_from_dict
from evalcore.claims.view import claims_figures, claims_view, is_informative
from evalcore.figures.text import cell_figures
from evalcore.summary_unsupported_claims import score_summary_claims
from evalcore.vocabulary import CLASSES

VECTORS = [
    path
    for path in sorted((TESTS / "vectors" / "claims").glob("*.json"))
    if "json" in json.loads(path.read_text(encoding="utf-8"))
]
every_vector = pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)


def report_of(path: Path) -> tuple[dict[str, Any], SummaryUnsupportedClaimsReport]:
    """The report of a vector, as it must be written and as a record."""
    written: dict[str, Any] = json.loads(json.loads(path.read_text(encoding="utf-8"))["json"])
    return written, claims_report_from_dict(written)


@every_vector
def test_the_rows_have_the_figures_of_the_report(path: Path) -> None:
    written, report = report_of(path)
    view = claims_view(report)
    classes = written["by_claim_class"]
    named = [name for name in CLASSES if name in classes]
    custom = [name for name in classes if name not in CLASSES]
    results = [written["overall"], *(classes[name] for name in [*named, *custom])]
    assert [row["label"] for row in view["rows"]] == [
        "Overall",
        *(name.capitalize() for name in named),
        *(f"Custom class {n}" for n in range(1, len(custom) + 1)),
    ]
    for row, right in zip(view["rows"], results, strict=True):
        assert row["claims"] == right["claim_count"]
        for state in ("supported", "contradicted", "unresolved", "uncited"):
            assert row[state] == right[f"{state}_count"]
        cell = row["unsupported"]
        assert (cell["numerator"], cell["denominator"]) == (
            right["unsupported_count"],
            right["claim_count"],
        )
        ends = right["bootstrap_ci"]
        assert (cell["rate"], cell["ci95"]) == (
            right["unsupported_rate"],
            [ends["lower"], ends["upper"]],
        )
        assert cell["suppressed"] is False
    for setting in ("n_resamples", "alpha", "seed", "evidence_count", "approved_evidence_count"):
        assert view[setting] == written[setting]


@every_vector
def test_no_code_of_a_class_and_no_digest_is_in_it(path: Path) -> None:
    _, report = report_of(path)
    view = claims_view(report)
    said = texts(view)
    assert not [
        text for text in said if "class_" in text or re.search(r"sha256|[0-9a-f]{16}", text)
    ]
    json.dumps(view, allow_nan=False)


def texts(value: Any) -> set[str]:
    """Every text in JSON types, keys included."""
    if isinstance(value, dict):
        return set(value).union(*map(texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(texts, value))
    return {value} if isinstance(value, str) else set()


@every_vector
def test_claims_that_are_not_alike_are_never_called_alike(path: Path) -> None:
    """With few resamples, or a wide alpha, an interval may have no width all the same."""
    _, report = report_of(path)
    for row in claims_view(report)["rows"]:
        rate, interval = claims_figures(row)
        bad, claims = row["unsupported"]["numerator"], row["claims"]
        if interval == "all claims alike":
            assert claims >= 2 and bad in (0, claims)
            assert not is_informative(row)
        if claims > 1 and 0 < bad < claims and is_informative(row):
            figures = cell_figures(row["unsupported"])
            assert figures is not None
            assert (rate, interval) == (figures.rate, figures.interval)


def scored(*states: str) -> dict[str, Any]:
    """The overall row of a report with claims of these states, all of one class."""
    relations = {"supported": "supports", "contradicted": "contradicts", "unresolved": "unknown"}
    claims, rows = [], []
    for number, state in enumerate(states):
        cited = [] if state == "uncited" else [f"e{number}"]
        claims.append(claim(claim_id=f"c{number}", evidence_ids=cited))
        if cited:
            rows.append(evidence(evidence_id=f"e{number}", relation=relations[state]))
    row: dict[str, Any] = claims_view(score_summary_claims(claims, rows))["rows"][0]
    return row


def test_without_claims_there_is_no_figure() -> None:
    assert claims_figures(scored()) == ("", "no claims")
    assert not is_informative(scored())


@pytest.mark.parametrize(("state", "rate"), [("supported", "0.0"), ("uncited", "100.0")])
def test_one_claim_has_a_rate_and_no_interval(state: str, rate: str) -> None:
    row = scored(state)
    assert claims_figures(row) == (rate, "one claim")
    assert not is_informative(row)


@pytest.mark.parametrize("count", [2, 3, 40])
@pytest.mark.parametrize("states", [("supported",), ("uncited", "contradicted")])
def test_claims_that_are_alike_have_no_interval(count: int, states: tuple[str, ...]) -> None:
    """Alike is supported or not: all unsupported of two kinds give 100 to 100 as well."""
    row = scored(*(states[n % len(states)] for n in range(count)))
    rate, interval = claims_figures(row)
    assert rate == ("0.0" if states == ("supported",) else "100.0")
    assert interval == "all claims alike"
    assert not is_informative(row)


def test_two_claims_that_differ_have_the_interval_of_the_report() -> None:
    row = scored("supported", "unresolved")
    rate, interval = claims_figures(row)
    assert is_informative(row)
    assert rate == "50.0"
    assert [float(number) for number in re.findall(r"[\d.]+", interval)] == [0.0, 100.0]


def test_custom_classes_come_last_in_the_order_of_the_report() -> None:
    labels = ["Wound Care", "imaging", "lab", "Ärztebrief", "class_0000000000000000"]
    claims = [
        claim(claim_id=f"c{n}-{i}", claim_class=label)
        for n, label in enumerate(labels, 1)
        for i in range(n)
    ]
    report = score_summary_claims(claims, [])
    rows = claims_view(report)["rows"]
    tokens = [name for name in report.by_claim_class if name not in CLASSES]
    assert [row["label"] for row in rows] == [
        "Overall",
        "Lab",
        *(f"Custom class {n}" for n in range(1, 5)),
    ]
    assert [row["claims"] for row in rows[2:]] == [
        report.by_claim_class[token].claim_count for token in tokens
    ]
    assert sorted(row["claims"] for row in rows[2:]) == [1, 2, 4, 5]
