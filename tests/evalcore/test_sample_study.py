"""The sample study: made anew byte for byte, usable, and showing what it is there to show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evalcore import (
    DraftTally,
    ReviewTally,
    read_drafts,
    read_review_return,
    recognise,
    tally_reviews,
)
from evalcore.vocabulary import CLASSES, DECISIONS, REASONS, REVIEWS_SCHEMA, ROLES, SECTIONS
from tools.make_sample_study import main

STUDY = Path(__file__).resolve().parents[2] / "resources" / "sample-study"
KINDS = {
    "drafts.json": "drafts",
    "return-1.json": "reviews",
    "return-2.json": "reviews",
    "claims.json": "claims",
}
PUBLISHED = ("omission", "unsupported", "misattribution", "negation")


@pytest.fixture(scope="module")
def drafts() -> DraftTally:
    tally = DraftTally()
    for draft in read_drafts(STUDY / "drafts.json"):
        tally.add(draft)
    return tally


@pytest.fixture(scope="module")
def reviews(drafts: DraftTally) -> ReviewTally:
    rows = []
    for name in ("return-1.json", "return-2.json"):
        rows += read_review_return(STUDY / name)["rows"]
    return tally_reviews({"schema_version": REVIEWS_SCHEMA, "rows": rows}, drafts.revisions)


def load(name: str) -> Any:
    return json.loads((STUDY / name).read_text("utf-8"))


def encounters() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = load("drafts.json")["encounters"]
    return rows


def published(drafts: DraftTally, minimum: int) -> set[str]:
    overall = drafts.report(minimum)["slices"]["overall"]
    return {metric for metric, cell in overall.items() if not cell["suppressed"]}


def test_the_script_makes_exactly_the_committed_files(tmp_path: Path) -> None:
    main([str(tmp_path)])
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in STUDY.iterdir()}
    assert sorted(made) == sorted(committed) == sorted(KINDS)
    differ = [name for name in made if made[name] != committed[name]]
    assert not differ, "run: python3 -m tools.make_sample_study"
    assert sum(map(len, made.values())) < 1_200_000


@pytest.mark.parametrize("name", KINDS)
def test_each_file_is_recognised(name: str) -> None:
    assert recognise(STUDY / name) == KINDS[name]


def test_it_says_that_it_is_synthetic() -> None:
    study = load("drafts.json")
    assert study["synthetic"] is True
    assert study["notice"].startswith("Synthetic")


def test_its_texts_are_numbered_sentences_only() -> None:
    local = [row for row in encounters() if "draft_text" in row]
    assert len(local) >= 10
    for row in local:
        assert {"case", "transcript", "roles", "draft_text"} <= row.keys()
        texts = [*row["transcript"], row["draft_text"]]
        assert all(re.fullmatch(r"(Synthetic sentence \d+\.( (?!$)|$))*", text) for text in texts)


def test_the_draft_metrics_at_the_default_minimum(drafts: DraftTally) -> None:
    slices = drafts.report()["slices"]
    assert published(drafts, 5) == set(PUBLISHED)
    for name, cells in slices.items():
        assert cells["contradiction"]["suppressed"], name
        for metric in PUBLISHED:
            cell = cells[metric]
            assert cell["suppressed"] is (name == "experiencer:clinician"), (name, metric)
            assert cell["rate"] is None or cell["rate"] <= 0.36, (name, metric)
    for metric in PUBLISHED:
        rates = [cells[metric]["rate"] or 0.0 for cells in slices.values()]
        rates = [rate for rate in rates if rate > 0]
        assert max(rates) > 2 * min(rates), f"{metric} looks the same everywhere"
    zeros = [name for name in slices if slices[name]["negation"]["rate"] == 0.0]
    assert len(zeros) >= 4
    assert all(name.startswith("class:") for name in zeros)


def test_another_minimum_cell_size_shows_something_else(drafts: DraftTally) -> None:
    assert published(drafts, 2) == {*PUBLISHED, "contradiction"}
    assert published(drafts, 10) == {"omission", "unsupported"}
    assert published(drafts, 20) == set()


def test_every_word_and_every_kind_of_error_occurs() -> None:
    seen: set[str] = set()
    fields: dict[str, set[str]] = {"section": set(), "fact_class": set(), "speaker": set()}
    for row in encounters():
        truth = {fact["fact_id"]: fact for fact in row["truth"]}
        for fact in [*row["truth"], *row["statements"]]:
            for field, words in fields.items():
                words.add(fact[field])
        if any(not fact.get("required", True) for fact in row["truth"]):
            seen.add("optional truth")
        sources = {fact["proposition"] for fact in row["truth"]}
        for statement in row["statements"]:
            citations = statement.get("citations", [])
            known = [truth[citation] for citation in citations if citation in truth]
            if not citations:
                is_invented = statement["proposition"] not in sources
                seen.add("invented" if is_invented else "uncited")
            if len(known) < len(citations):
                seen.add("unknown citation")
            polarities = [fact.get("negated", False) for fact in known]
            if len(set(polarities)) == 2:
                seen.add("conflicting citations")
            elif polarities and statement.get("negated", False) is not polarities[0]:
                seen.add("flipped")
            for field in ("section", "fact_class", "speaker", "experiencer"):
                if any(fact[field] != statement[field] for fact in known):
                    seen.add(f"wrong {field}")
    assert fields["section"] == set(SECTIONS)
    assert fields["fact_class"] == set(CLASSES)
    assert fields["speaker"] == set(ROLES)
    assert seen == {
        *("optional truth", "invented", "uncited", "unknown citation", "conflicting citations"),
        *("flipped", "wrong section", "wrong fact_class", "wrong speaker", "wrong experiencer"),
    }


def test_the_returns_import_together(reviews: ReviewTally) -> None:
    rates = reviews.report()["rates"]
    assert not any(cell["suppressed"] for cell in rates.values())
    assert rates["agreement"]["rate"] == pytest.approx(0.8, abs=0.03)
    at_20 = reviews.report(20)["rates"]
    assert [name for name, cell in at_20.items() if cell["suppressed"]] == [
        "adjudication",
        "unclear",
    ]


def test_the_returns_use_every_decision_and_reason() -> None:
    rows = [row for name in ("return-1.json", "return-2.json") for row in load(name)["rows"]]
    assert {row["decision"] for row in rows} == set(DECISIONS)
    assert {row["reason"] for row in rows} == {None, *REASONS}


def test_the_claims_cover_what_a_report_can_show() -> None:
    study = load("claims.json")
    by_class: dict[str, list[dict[str, Any]]] = {}
    for claim in study["claims"]:
        by_class.setdefault(claim["claim_class"], []).append(claim)
    assert len(study["claims"]) == 300
    assert len(by_class.keys() & set(CLASSES)) == 7
    assert len(by_class.keys() - set(CLASSES)) == 2
    assert sorted(map(len, by_class.values()))[0] == 1
    evidence = {row["evidence_id"]: row for row in study["evidence"]}
    assert len(evidence) == len(study["evidence"])
    for claim in by_class["allergy"]:
        cited = [evidence[identifier] for identifier in claim["evidence_ids"]]
        assert cited, "a claim of this class is to be supported"
        for row in cited:
            assert row["approved"]
            assert row["relation"] == "supports"
            assert row.get("claim_id", claim["claim_id"]) == claim["claim_id"]
            assert row.get("claim_key", claim["claim_key"]) == claim["claim_key"]
