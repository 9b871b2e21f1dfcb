"""What a strict type checker says of code for the first implementation: nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

GOOD = """
import enum
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import evalcore
from evalcore import ClaimState as TheSame
from evalcore.ambient_drafts import (
    NOTICE,
    REVIEW_SCHEMA_VERSION,
    SCHEMA_VERSION,
    AmbientDraft,
    AmbientFact,
    evaluate_ambient_drafts,
    import_ambient_reviews,
)
from evalcore.summary_unsupported_claims import (
    CLAIM_STATES,
    CONTRADICTED,
    UNSUPPORTED_STATES,
    ApprovedEvidence,
    BenchmarkReport,
    ClaimAssessment,
    ClaimClassMetrics,
    ClaimState,
    SummaryClaim,
    SummaryUnsupportedClaimsReport,
    score_summary_claim,
    score_summary_claims,
)


class Stance(str, enum.Enum):
    FOR = "supports"


class Later(enum.StrEnum):
    AGAINST = "refutes"


rows = [
    ApprovedEvidence("e1", ClaimState.SUPPORTED),
    ApprovedEvidence("e2", Stance.FOR, True),
    ApprovedEvidence("e3", relation=Later.AGAINST, claim_class="lab"),
    ApprovedEvidence("e4", "supports", False, "c1", {"a": 1}, "lab"),
    ApprovedEvidence("e5", CONTRADICTED),
    replace(ApprovedEvidence("e6"), relation=ClaimState.SUPPORTED),
    ApprovedEvidence.from_mapping({"evidence_id": "e7", "relation": ClaimState.SUPPORTED}),
]
claims: list[SummaryClaim | Mapping[str, Any]] = [
    SummaryClaim("c1", "lab", None, ("e1",), "s1"),
    {"claim_id": "c2", "claim_class": "lab"},
]
one: ClaimAssessment = score_summary_claim(claims[0], rows)
report: SummaryUnsupportedClaimsReport = score_summary_claims(
    claims, approved_evidence=rows, bootstrap_resamples=100, confidence_level=0.9, seed=7
)
metrics: ClaimClassMetrics = report.by_claim_class["lab"]
counts: dict[str, int] = report.state_counts
total: int = counts[ClaimState.UNCITED] + metrics.counts[CONTRADICTED] + metrics.supported
state: ClaimState = one.state
word: str = state
same: ClaimState = TheSame.SUPPORTED
by_module: evalcore.SummaryClaim = evalcore.SummaryClaim("c3", "lab")
words: list[str] = [member.value for member in CLAIM_STATES if member in UNSUPPORTED_STATES]
review: bool = one.unsupported and one.review_required and rows[0].relation == ClaimState.SUPPORTED
rate: float = report.unsupported_rate + metrics.unsupported_rate
plain: dict[str, Any] = dict(report)
also: dict[str, Any] = report.to_dict()
by_key: Any = report["overall"], report.get("seed"), report.get("other", 5)
record: BenchmarkReport = report.to_benchmark_report(model_name="m", metadata={"a": 1})
kept: dict[str, Any] = record.to_dict()
report.write_json(Path("report.json"))
report.write_markdown("report.md")

fact = AmbientFact("0" * 64, "1" * 64, "plan", "lab", "patient", "patient", False, True, ())
draft = AmbientDraft("2" * 64, "3" * 64, (fact,), ())
first: str = evaluate_ambient_drafts([draft], minimum_cell_size=5)["notice"] + NOTICE
payload: dict[str, Any] = {"schema_version": REVIEW_SCHEMA_VERSION, "rows": []}
second: bool = import_ambient_reviews(payload, [draft])["reviewer_confirmation_required"]
third: str = SCHEMA_VERSION + draft.revision
"""

WRONG = """
import evalcore
from evalcore.summary_unsupported_claims import ApprovedEvidence, SummaryClaim

evalcore.SummaryClaim("c1")
SummaryClaim("c1")
ApprovedEvidence("e1", approved="yes")
ApprovedEvidence("e1").relations
"""


@pytest.mark.parametrize(("source", "faults"), [(GOOD, 0), (WRONG, 4)], ids=["good", "wrong"])
def test_strict(source: str, faults: int, tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(source, "utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "theirs.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.count(": error: ") == faults, done.stdout
    assert done.returncode == (1 if faults else 0)
